"""NumPy's numbers are numbers, and what can't be meant is refused in words."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable

import numpy as np
import pytest

from skyjo_widgets import (
    Game,
    IllegalMove,
    Move,
    RecordError,
    Rules,
    StrategyError,
    View,
    draw,
    flip,
    play,
    strategies,
    take,
)
from skyjo_widgets.engine import ARENA_RULES, opening_of


def test_options_may_be_numbers_of_numpy() -> None:
    rules = Rules(score_limit=np.int64(50), penalty=np.int8(3), turn_limit=np.uint16(9))  # type: ignore[arg-type]
    assert rules == Rules(score_limit=50, penalty=3, turn_limit=9)
    assert repr(rules) == "Rules(score_limit=50, penalty=3, turn_limit=9)"
    assert json.dumps(rules.score_limit) == "50"


def test_a_step_may_be_a_number_of_numpy() -> None:
    game = Game(seed=7)
    game.play(flip(0))
    assert game.board(np.int64(0)) == game.board(0)  # type: ignore[arg-type]
    assert game.step(np.int64(0)) == (0, flip(0))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int8])
def test_random_numbers_below_a_number_of_numpy_are_the_same_as_below_a_plain_one(kind: type) -> None:
    view, twin = Game(seed=7).view(0), Game(seed=7).view(0)
    assert [view.randrange(kind(9)) for _ in range(9)] == [twin.randrange(9) for _ in range(9)]


@pytest.mark.parametrize("stop", [2.0, "3", None, True, 0, -1])
def test_there_is_no_random_number_below_what_is_not_a_whole_number_from_1(stop: object) -> None:
    with pytest.raises(ValueError, match=r"needs a whole number n of at least 1; you gave"):
        Game(seed=7).view(0).randrange(stop)  # type: ignore[arg-type]


def test_the_slots_of_an_opening_may_be_numbers_of_numpy() -> None:
    def mine(view: object) -> object:
        return draw()

    mine.opening = (np.int64(4), np.int8(1))  # type: ignore[attr-defined]
    assert opening_of(mine) == (4, 1)
    assert [type(slot) for slot in opening_of(mine)] == [int, int]


two_greedy = functools.partial(play, strategies.greedy, strategies.greedy, seed=1)


@pytest.mark.parametrize("begin", [Game, two_greedy])
@pytest.mark.parametrize("rules", [{}, {"penalty": 3}, "fast", 50, Rules])
def test_rules_that_were_not_made_by_Rules_are_refused_in_words(  # noqa: N802 - the word itself
    begin: Callable[..., Game], rules: object
) -> None:
    with pytest.raises(TypeError, match=r"^rules=.*, as in rules=Rules\(score_limit=50\)$"):
        begin(rules=rules)


def test_one_name_in_place_of_a_list_of_names_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match=r"names='Ola': .* as in names=\['Ola', 'Kuba'\]"):
        Game(names="Ola")
    with pytest.raises(TypeError, match=r"names=3: "):
        Game(names=3)  # type: ignore[arg-type]


def test_names_may_be_too_few_too_many_or_missing() -> None:
    assert Game(names=["Ola"]).names == ("Ola",)
    assert Game(names=["Ola", "Kuba", "Iga"]).names == ("Ola", "Kuba")
    game = Game(seed=7, names=[None, "Kuba"])  # type: ignore[list-item]
    assert str(game).count("Player 1") == 2


def stalling(view: View) -> Move:
    """Turn nothing over after the opening, so that the round never ends."""
    return take(view.shown[0])


def test_a_game_of_strategies_has_a_limit_of_turns_even_where_its_rules_name_none() -> None:
    game = play(stalling, stalling, seed=1, rules=Rules(score_limit=1))
    assert game.rules == Rules(score_limit=1, turn_limit=ARENA_RULES.turn_limit)
    assert game.capped


class SpeechlessError(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (IllegalMove("nonsense"), "IllegalMove: nonsense"),
        (IllegalMove("cleared"), "IllegalMove: cleared"),
        (RecordError("no such file"), "RecordError: no such file"),
        (StrategyError("inside"), "StrategyError: inside"),
        (SpeechlessError(), "SpeechlessError: "),
    ],
)
def test_whatever_a_strategy_raises_is_told_as_its_error(error: Exception, told: str) -> None:
    def mine(view: View) -> Move:
        raise error

    with pytest.raises(StrategyError, match=r"mine\(\) stopped with an error in round 1") as raised:
        play(mine, strategies.greedy, seed=1)
    assert str(raised.value).endswith(told)
    assert raised.value.__cause__ is error
    assert play(mine, strategies.greedy, seed=1, until_error=True).phase == "turn"


@pytest.mark.parametrize("player", [3, -1, -3, 9])
def test_there_is_an_estimate_only_for_a_player_at_the_table(player: int) -> None:
    view = Game(3, seed=7).view(1)
    assert [view.estimate(other) for other in range(3)] == [12 * view.mean_unseen] * 3
    with pytest.raises(IndexError, match=r"estimate\(-?\d\): the players are 0 \(me\) to 2"):
        view.estimate(player)
