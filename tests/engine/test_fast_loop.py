"""The quick loop of the arena and a `Game` played move by move are the same game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skyjo_widgets import strategies as ladder
from skyjo_widgets.engine import (
    ARENA_RULES,
    Decks,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Rules,
    StrategyError,
    View,
    draw,
    flip,
    opening,
    play,
    play_game,
    reveal,
    swap,
    take,
)

a_few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@opening(5, 10)
def by_chance(view: View) -> Move:
    """Play any legal move, all kinds."""
    filled = view.shown + view.hidden
    if view.drawn is None:
        return draw() if view.randrange(2) else take(view.choice(filled))
    return swap(view.choice(filled)) if view.randrange(2) else reveal(view.choice(view.hidden))


@opening(3, 0)
def stubborn(view: View) -> Move:
    """Never open a card: the round is capped, and the draw pile runs out."""
    if view.drawn is None:
        return draw()
    return swap(view.choice(view.shown))


def hasty(view: View) -> Move:
    """Open everything at once."""
    return draw() if view.drawn is None else reveal(view.hidden[-1])


PLAYERS = [by_chance, stubborn, hasty, ladder.greedy, ladder.random_player, ladder.columns]
SEATS = st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=8)
SEEDS = st.integers(0, 2**64 - 1)
RULES = st.builds(
    Rules,
    score_limit=st.sampled_from([20, 100, 250]),
    penalty=st.integers(1, 3),
    next_start=st.sampled_from(["ender", "highest"]),
    final_clearing=st.booleans(),
    turn_limit=st.sampled_from([1, 5, 30]),
)


def outcome_of(game: Game) -> Outcome:
    """Return what the quick loop says of such a game."""
    ends = [event for event in game.history if event.kind in ("end", "capped")]
    turns = [event for event in game.history if event.kind in ("take", "swap", "reveal")]
    return Outcome(game.totals, game.scores, game.raw_scores, tuple(event.seat for event in ends), len(turns))


@given(SEATS, SEEDS, st.integers(0, 300), RULES)
@a_few
def test_the_quick_loop_plays_the_same_game_as_play(
    seats: list[Any], seed: int, deal: int, rules: Rules
) -> None:
    game = play(*seats, seed=seed, deal=deal, rules=rules)
    assert play_game(seats, Decks(seed), deal, rules) == outcome_of(game)


@given(SEATS, SEEDS, RULES, st.integers(0, 2**32))
@a_few
def test_undoing_and_asking_in_between_changes_nothing(
    seats: list[Any], seed: int, rules: Rules, chance_seed: int
) -> None:
    """A person who takes moves back, looks at views and asks bots again gets the same game."""
    chance = random.Random(chance_seed)
    game = Game(len(seats), seed=seed, rules=rules)
    while game.phase != "game over" and game.round <= 100:
        if game.phase == "round over":
            if game.round == 100:
                break
            game.next_round()
        elif game.phase == "opening":
            for seat, strategy in enumerate(seats):
                for slot in getattr(strategy, "opening", (0, 1)):
                    game.play(flip(slot), seat)
        else:
            if chance.random() < 0.1:
                game.play(chance.choice(game.legal_moves()))
                game.undo()
            if chance.random() < 0.1:
                seats[game.seat](game.view())  # type: ignore[index]
            game.play(seats[game.seat](game.view()))  # type: ignore[index]
    assert play_game(seats, Decks(seed), 0, rules) == outcome_of(game)


def noting(strategy: Callable[[View], Move], notes: list[Any]) -> Callable[[View], Move]:
    """Return a strategy that also writes down every view, and a number that it rolls."""

    def noted(view: View) -> Move:
        move = strategy(view)
        notes.append((view[:-1], view.random(), view.randrange(6), view.choice("abc"), move))
        return move

    noted.opening = getattr(strategy, "opening", (0, 1))  # type: ignore[attr-defined]
    return noted


@given(SEATS, SEEDS, st.integers(0, 300), RULES)
@a_few
def test_views_and_random_numbers_are_the_same_in_both(
    seats: list[Any], seed: int, deal: int, rules: Rules
) -> None:
    quick: list[Any] = []
    slow: list[Any] = []
    play_game([noting(strategy, quick) for strategy in seats], Decks(seed), deal, rules)
    play(*[noting(strategy, slow) for strategy in seats], seed=seed, deal=deal, rules=rules)
    assert quick == slow


def test_the_random_numbers_of_a_decision_depend_on_nothing_else() -> None:
    """Not on what was asked before, not on the other player, and they differ between decisions."""
    numbers: dict[str, list[float]] = {"alone": [], "after many": []}

    def first(view: View) -> Move:
        numbers["alone"].append(view.random())
        return hasty(view)

    def second(view: View) -> Move:
        for _ in range(20):
            view.random()
        return hasty(view)

    def third(view: View) -> Move:
        numbers["after many"].append(view.random())
        for _ in range(20):
            view.random()
        return hasty(view)

    play_game([first, hasty], Decks(8))
    play_game([third, second], Decks(8))
    assert numbers["alone"] == numbers["after many"]
    assert len(set(numbers["alone"])) == len(numbers["alone"])


def test_random_numbers_are_spread_evenly() -> None:
    numbers: list[float] = []
    rolls: list[int] = []

    def roller(view: View) -> Move:
        numbers.extend(view.random() for _ in range(40))
        rolls.extend(view.randrange(6) for _ in range(40))
        return hasty(view)

    for deal in range(10):
        play_game([roller, roller], Decks(1), deal)
    count = len(numbers)
    assert count > 10_000
    assert all(0 <= number < 1 for number in numbers)
    assert abs(sum(numbers) / count - 0.5) < 4 * (1 / 12 / count) ** 0.5
    for face in range(6):
        assert abs(rolls.count(face) / count - 1 / 6) < 4 * (5 / 36 / count) ** 0.5


@pytest.mark.parametrize("number", [1, 9])
def test_the_quick_loop_refuses_a_wrong_number_of_players(number: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 players"):
        play_game([hasty] * number, Decks(1))


@pytest.mark.parametrize(
    "wrong",
    [lambda _: reveal(0), lambda _: None, lambda _: 5, lambda _: swap, lambda _: "draw()", lambda _: flip(5)],
)
def test_an_illegal_move_stops_the_quick_loop_and_play_alike(wrong: Any) -> None:
    with pytest.raises(IllegalMove) as quick:
        play_game([wrong, wrong], Decks(1))
    with pytest.raises(StrategyError) as slow:
        play(wrong, wrong, seed=1)
    assert isinstance(slow.value.__cause__, IllegalMove)
    assert slow.value.__cause__.reason == quick.value.reason
    assert str(quick.value) in str(slow.value)


def test_an_error_of_a_strategy_passes_through_even_if_it_is_a_stop_iteration() -> None:
    def stops(_: View) -> Move:
        raise StopIteration("mine")

    with pytest.raises(StopIteration, match="mine"):
        play_game([stops, stops], Decks(1))
    with pytest.raises(StrategyError, match="mine"):
        play(stops, stops, seed=1)


def test_a_round_that_nobody_ends_is_capped_and_said_to_be() -> None:
    outcome = play_game([stubborn, stubborn], Decks(1), rules=Rules(turn_limit=20))
    assert outcome.capped == outcome.rounds
    assert outcome.turns == outcome.rounds * 40
    assert outcome.scores == outcome.raw_scores


def test_the_last_turns_come_after_the_limit_too() -> None:
    """Who ends the round with their last turn before the limit gives the others theirs."""
    rules = Rules(turn_limit=10)  # hasty needs ten turns
    game = play(stubborn, hasty, seed=1, rules=rules)
    last = [event for event in game.history if event.kind in ("end", "capped")]
    assert {event.kind for event in last} == {"end"}
    assert ARENA_RULES.turn_limit == 100
