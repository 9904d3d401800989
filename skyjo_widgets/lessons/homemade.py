"""Puzzles that learners make: a grid and a top discard become a whole position."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import COUNTS, Game, IllegalMove, take
from skyjo_widgets.lessons.goals import GOALS, Attempt, Goal, unmet
from skyjo_widgets.lessons.shelf import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["homemade"]

_CARDS = 12
_ON_THE_PILE = 6


def homemade(grid: Sequence[Any], discard: int, goal: Goal) -> Position:
    """Return the position of a puzzle that a learner made; its answer is searched for.

    Only moves with the open card are searched, so that the answer never hangs on a card nobody knows.
    """
    if goal.name not in GOALS:
        raise ValueError(f"there is no goal {goal.name!r}; there are {', '.join(sorted(GOALS))}")
    flat = list(grid) if len(grid) == _CARDS else list(itertools.chain.from_iterable(grid))
    setup = {
        "players": [
            {"grid": _rows(flat), "total": 0},
            {"grid": _rows(_neighbour(flat, discard)), "total": 0},
        ],
        "phase": "turn",
        "current": 0,
        "draw_top_to_bottom": _rest(flat, discard)[_CARDS : _CARDS + _ON_THE_PILE],
        "discard_bottom_to_top": [discard],
    }
    position = Position(name="homemade", setup=setup, goals=(goal,))
    for slot in range(_CARDS):
        game = Game.from_position(setup)
        before = game.board()
        try:
            game.play(take(slot), 0)
        except IllegalMove:
            continue
        if unmet(position.goals, Attempt(game, 0, before)) is None:
            return Position(name="homemade", setup=setup, goals=(goal,), solution=(take(slot),))
    return position


def _rows(flat: Sequence[Any]) -> list[list[Any]]:
    return [list(flat[row : row + 4]) for row in range(0, len(flat), 4)]


def _neighbour(flat: Sequence[Any], discard: int) -> list[str]:
    return [f"?{value}" for value in _rest(flat, discard)[:_CARDS]]


def _rest(flat: Sequence[Any], discard: int) -> list[int]:
    """Return the cards of the deck that are left, high and low in turn, always in the same order."""
    # What is no card at all is refused by the engine, in its own words.
    used = Counter(str(face).removeprefix("?") for face in [*flat, discard])
    left = [[value] * (count - used[str(value)]) for value, count in COUNTS.items()]
    return [value for row in itertools.zip_longest(*left) for value in row if value is not None]
