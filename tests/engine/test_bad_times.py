"""A move at the wrong time or for the wrong seat is refused in both languages, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from refusals import opened, unchanged

from skyjo_widgets.engine import Game, Move, draw, flip, reveal, swap, take


@pytest.mark.parametrize(
    ("move", "english", "polish"),
    [
        (draw(), "draw() has to wait: first every player turns over two cards", "draw() musi poczekać"),
        (take(3), "take(3) has to wait", "take(3) musi poczekać"),
        (swap(3), "swap(3) has to wait", "swap(3) musi poczekać"),
        (reveal(3), "reveal(3) has to wait", "reveal(3) musi poczekać"),
        ("flip(3)", "'flip(3)' is not a move", "'flip(3)' to nie jest ruch"),
        (None, "None is not a move", "None to nie jest ruch"),
        (3, "3 is not a move", "3 to nie jest ruch"),
        (draw, "<function draw at", "<function draw at"),
    ],
)
def test_in_the_opening_only_flips_are_played(move: Any, english: str, polish: str) -> None:
    unchanged(Game(2, seed=7), lambda game: game.play(move), english, polish)


def test_a_card_is_turned_over_once_and_two_by_each_player() -> None:
    game = Game(2, seed=7)
    game.play(flip(3), 1)
    unchanged(game, lambda game: game.play(flip(3), 1), "slot 3 is already face-up", "jest już odkryta")
    game.play(flip(4), 1)
    unchanged(game, lambda game: game.play(flip(5), 1), "seat 1 has turned over its two cards", "odkryło już")


@pytest.mark.parametrize(
    ("move", "english", "polish"),
    [
        (swap(0), "swap(0) comes after draw()", "swap(0) jest możliwe dopiero po draw()"),
        (reveal(5), "reveal(5) comes after draw()", "reveal(5) jest możliwe dopiero po draw()"),
        (flip(5), "flip is for the start of a round only", "flip jest tylko na początku rundy"),
        ((0, 1), "(0, 1) is not a move", "(0, 1) to nie jest ruch"),
    ],
)
def test_a_turn_begins_with_take_or_draw(move: Any, english: str, polish: str) -> None:
    unchanged(opened(), lambda game: game.play(move), english, polish)


@pytest.mark.parametrize(
    ("move", "english", "polish"),
    [
        (draw(), "draw(): a card is drawn already", "draw(): karta jest już dobrana"),
        (take(0), "take(0): a card is drawn already", "take(0): karta jest już dobrana"),
        (flip(5), "flip is for the start of a round only", "flip jest tylko na początku rundy"),
        (
            reveal(0),
            "slot 0 is already face-up: reveal turns over a face-down card",
            "reveal odkrywa zakrytą",
        ),
    ],
)
def test_after_drawing_the_card_is_kept_or_thrown_away(move: Move, english: str, polish: str) -> None:
    game = opened()
    game.play(draw())
    unchanged(game, lambda game: game.play(move), english, polish)


def test_who_is_not_on_turn_waits() -> None:
    game = opened()
    other = 1 - game.seat  # type: ignore[operator]
    english = f"it is not the turn of seat {other}: seat {game.seat} is on turn"
    unchanged(game, lambda game: game.play(draw(), other), english, f"to nie jest tura miejsca {other}")
    game.play(draw())
    unchanged(game, lambda game: game.play(swap(0), other), english, f"to nie jest tura miejsca {other}")


@pytest.mark.parametrize("seat", [2, -1, "0", 0.0, True])
def test_there_are_only_the_seats_there_are(seat: Any) -> None:
    english, polish = f"there is no seat {seat!r}", f"nie ma miejsca {seat!r}"
    for ask in (
        lambda game: game.play(draw(), seat),
        lambda game: game.why_not(draw(), seat),
        lambda game: game.legal_moves(seat),
        lambda game: game.view(seat),
    ):
        unchanged(opened(), ask, english, polish)


@pytest.mark.parametrize("step", [-1, 99, "0", 0.0, True])
def test_there_are_only_the_steps_there_were(step: Any) -> None:
    english, polish = f"this game has steps 0 to 4; you asked for {step!r}", "ta gra ma kroki od 0 do 4"
    unchanged(opened(), lambda game: game.board(step), english, polish)
    unchanged(opened(), lambda game: game.view(0, step), english, polish)


def cleared() -> Game:
    """Return a game on whose first turn slots 0, 4 and 8 of seat 0 are gaps."""
    gap = [None, 1, 2, "?3"]
    position = opened().position() | {"phase": "turn", "current": 0}
    position["players"][0]["grid"] = [gap, gap, gap]
    position["players"][1]["grid"] = [["?5", 6, 7, 8], [0, 0, 1, 1], [4, 4, 5, 6]]
    position |= {"draw_top_to_bottom": [9, 9], "discard_bottom_to_top": [10]}
    return Game.from_position(position)


def test_nothing_is_put_on_a_gap() -> None:
    english, polish = "slot 4 is cleared: nothing can be put there any more", "nic już nie można tam położyć"
    game = cleared()
    unchanged(game, lambda game: game.play(take(4)), english, polish)
    game.play(draw())
    unchanged(game, lambda game: game.play(swap(4)), english, polish)
    unchanged(game, lambda game: game.play(reveal(4)), english, polish)


def test_after_the_round_only_the_next_one_can_be_dealt() -> None:
    game = finished_round()
    unchanged(game, lambda game: game.play(draw()), "the round is over: next_round()", "runda się skończyła")
    assert game.legal_moves() == ()
    assert game.seat is None


def finished_round(total: int = 0) -> Game:
    """Return a game after its first round, in which seat 1 had `total` before."""
    position = cleared().position() | {"phase": "scoring", "current": None, "ender": 0}
    position["players"][1]["total"] = total
    return Game.from_position(position)


def test_a_round_that_is_running_cannot_be_followed_by_the_next() -> None:
    for game in (Game(2, seed=1), opened()):
        unchanged(game, Game.next_round, "the round is not over yet", "runda jeszcze trwa")


def test_after_the_game_nothing_can_be_played() -> None:
    game = finished_round(total=99)
    assert game.phase == "game over"
    unchanged(game, lambda game: game.play(draw()), "the game is over", "gra się skończyła")
    unchanged(game, Game.next_round, "the game is over", "gra się skończyła")


def test_there_is_nothing_to_undo_at_the_start() -> None:
    unchanged(Game(2, seed=1), Game.undo, "there is nothing to undo", "nie ma czego cofnąć")


def test_there_is_nothing_to_draw_when_both_piles_are_used_up() -> None:
    position = cleared().position() | {"draw_top_to_bottom": []}
    unchanged(
        Game.from_position(position),
        lambda game: game.play(draw()),
        "there is no card left to draw",
        "nie ma już czego dobrać",
    )
