"""Rung 6: think the round through before the last cards are turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.strategies.counter import expected_points
from skyjo_widgets.strategies.finisher import finisher
from skyjo_widgets.strategies.imagined import imagined_rounds, lead_after

if TYPE_CHECKING:
    from skyjo_widgets.engine import Move, View

__all__ = ["thinker"]

NEAR = 2
"""Think only when somebody has at most so many face-down cards. Earlier `counter` is as good as exact: the
mean of a few rounds played to their end is much rougher than its arithmetic."""
MOVES, WITHIN = 3, 3
"""Compare so many of the best moves, of those that `counter` finds at most so many points worse."""
ROUNDS = 40
"""Play each of them on in so many imagined rounds ..."""
TRUST = 3
"""... and give `counter`'s arithmetic so many times the weight: the mean of 40 rounds is still off by a point
or two."""


def thinker(view: View) -> Move:
    """Try the best moves of `counter` in imagined rounds, when the end is near.

    The idea: who ends the round, and whether they will be doubled, depends on what everybody does in the
    next few turns. So deal the unseen cards at random, let quick players go on from each of my best
    moves, and see what comes of it, many times.

    Source: rollouts, as Tesauro and Galperin (1997) did for backgammon, with hidden cards dealt at random as
    Ginsberg (2001) did for bridge.

    Examples
    --------
    >>> from skyjo_widgets import play
    >>> from skyjo_widgets.strategies import random_player
    >>> play(thinker, random_player, seed=1).winners
    (0,)
    """
    costs = expected_points(view)
    moves = sorted(costs, key=costs.__getitem__)[:MOVES]
    moves = [move for move in moves if costs[move] <= costs[moves[0]] + WITHIN]
    if len(moves) == 1 or min(map(len, view.all_hidden)) > NEAR:
        return moves[0]
    leads = dict.fromkeys(moves, 0.0)
    for imagined in imagined_rounds(view, ROUNDS):
        for move in moves:
            leads[move] += lead_after(imagined.copy(), move, finisher) / ROUNDS
    return max(moves, key=lambda move: leads[move] - TRUST * costs[move])
