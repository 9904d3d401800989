"""What people type wrongly is refused in words of both languages, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from refusals import refused

from skyjo_widgets.engine import (
    Game,
    IllegalMove,
    Move,
    Rules,
    StrategyError,
    draw,
    flip,
    opening,
    parse_move,
    play,
    reveal,
    swap,
    take,
)

# -- Setting up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 9, 0, -2, 2.0, "2", True, None, [2]])
def test_a_game_is_for_2_to_8_players(players: Any) -> None:
    refused(
        lambda: Game(players),
        ValueError,
        f"Skyjo is for 2 to 8 players; you asked for {players!r}",
        f"W Skyjo gra od 2 do 8 graczy; podano {players!r}",
    )


def test_numpy_counts_as_whole_numbers_where_people_count() -> None:
    game = Game(np.int64(3), seed=np.uint64(4))
    assert (game.players, game.seed) == (3, 4)
    assert type(game.seed) is int
    game.play(flip(np.int64(3)), seat=np.int8(2))
    assert game.moves == ((2, flip(3)),)
    assert type(game.moves[0][0]) is int


@pytest.mark.parametrize(
    ("options", "range_en", "range_pl"),
    [
        ({"score_limit": 0}, "a whole number from 1 to 10000", "liczba całkowita od 1 do 10000"),
        ({"score_limit": "100"}, "a whole number from 1 to 10000", "liczba całkowita od 1 do 10000"),
        ({"score_limit": 99.5}, "a whole number from 1 to 10000", "liczba całkowita od 1 do 10000"),
        ({"score_limit": True}, "a whole number from 1 to 10000", "liczba całkowita od 1 do 10000"),
        ({"penalty": 0}, "a whole number from 1 to 10", "liczba całkowita od 1 do 10"),
        ({"penalty": 11}, "a whole number from 1 to 10", "liczba całkowita od 1 do 10"),
        ({"next_start": "loser"}, '"ender" or "highest"', '"ender" albo "highest"'),
        ({"next_start": None}, '"ender" or "highest"', '"ender" albo "highest"'),
        ({"final_clearing": 1}, "True or False", "True albo False"),
        ({"turn_limit": 0}, "from 1 to 10000, or None for no limit", "albo None, czyli bez ograniczenia"),
        (
            {"turn_limit": "none"},
            "from 1 to 10000, or None for no limit",
            "albo None, czyli bez ograniczenia",
        ),
    ],
)
def test_a_wrong_option_is_named_with_its_range(
    options: dict[str, Any], range_en: str, range_pl: str
) -> None:
    (name, value), *_ = options.items()
    refused(lambda: Rules(**options), ValueError, range_en, range_pl)
    refused(lambda: Rules(**options), ValueError, f"Rules({name}={value!r})", f"Rules({name}={value!r})")


def test_options_cannot_be_changed_once_made() -> None:
    rules = Rules()
    with pytest.raises(AttributeError):
        rules.penalty = 3  # type: ignore[misc]
    assert rules == Rules()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seven", True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    refused(
        lambda: Game(seed=seed),
        ValueError,
        "a seed is a whole number from 0 to",
        "ziarno to liczba całkowita",
    )


# -- Slots and moves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [take, swap, reveal, flip])
@pytest.mark.parametrize(
    "slot", [12, -1, 100, "3", 3.0, True, False, None, [3], (0, 3), np.float64(3), np.True_]
)
def test_a_slot_is_a_whole_number_from_0_to_11(make: Callable[[Any], Move], slot: Any) -> None:
    refused(
        lambda: make(slot),
        IllegalMove,
        f"{make.__name__}({slot!r}): slots are whole numbers from 0 to 11, in reading order",
        "to liczby całkowite od 0 do 11, w kolejności czytania",
    )


@pytest.mark.parametrize("make", [take, swap, reveal, flip])
def test_a_numpy_whole_number_is_a_slot(make: Callable[[Any], Move]) -> None:
    for slot in (np.int64(5), np.uint8(5), np.arange(12)[5]):
        assert make(slot) is make(5)


def test_a_broken_object_as_a_slot_is_refused_too() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    refused(lambda: take(Broken()), IllegalMove, "take(a Broken)", "take(a Broken)")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "take", "take()", "take(12)", "take(05)", "draw", "pass()", "draw();", None, 5]
)
def test_only_the_text_of_a_move_is_read_as_one(text: Any) -> None:
    refused(lambda: parse_move(text), IllegalMove, "is not a move", "to nie jest ruch")


def test_a_move_cannot_be_made_by_hand_or_changed() -> None:
    refused(lambda: Move("take", 5), IllegalMove, "a move is made by take(slot)", "ruch tworzą take(slot)")
    with pytest.raises(AttributeError, match="a move can't be changed"):
        take(5).slot = 6  # type: ignore[misc]
    assert repr(take(5)) == "take(5)"


def test_an_opening_is_two_different_slots() -> None:
    with pytest.raises(IllegalMove, match="already face-up"):
        opening(3, 3)
    with pytest.raises(IllegalMove, match="from 0 to 11"):
        opening(0, 12)

    def mine(view: Any) -> Move:
        return draw() if view.drawn is None else swap(0)

    for wrong in ((1, 1), (0, 12), (0,), "01", 5, None, (True, 0)):
        mine.opening = wrong  # type: ignore[attr-defined]
        refused(
            lambda: play(mine, mine, seed=1),
            StrategyError,
            "an opening is two different slots from 0 to 11",
            "otwarcie to dwa różne miejsca od 0 do 11",
        )


# -- Strategies ---------------------------------------------------------------------------------------


def test_what_is_no_strategy_is_refused() -> None:
    refused(
        lambda: play(draw(), draw()),  # type: ignore[arg-type]
        StrategyError,
        "draw() is not a strategy: a strategy is a function of one view, given without parentheses",
        "draw() to nie jest strategia",
    )


def test_a_strategy_that_fails_is_named_with_round_and_turn() -> None:
    def broken(view: Any) -> Any:
        return view.grid[5] + 1

    def dull(_: Any) -> None:
        """Return nothing."""

    refused(
        lambda: play(broken, broken, seed=1),
        StrategyError,
        "broken() stopped with an error in round 1, on its turn 1: TypeError",
        "broken() przerwał błąd w rundzie 1",
    )
    refused(
        lambda: play(dull, dull, seed=1),
        StrategyError,
        "dull() broke the rules in round 1, on its turn 1. It returned None, but None is not a move",
        "dull() złamała zasady w rundzie 1",
    )


def test_the_game_of_a_strategy_error_is_the_game_up_to_there() -> None:
    def late(view: Any) -> Any:
        if view.turn == 3:
            return None
        return draw() if view.drawn is None else swap(0)

    with pytest.raises(StrategyError) as error:
        play(late, late, seed=1)
    game = error.value.game
    assert game is not None
    assert game.view().turn == 3
    assert game.seat == error.value.seat
    assert play(late, late, seed=1, until_error=True).moves == game.moves
