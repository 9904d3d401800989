"""Rung 6: think the round through before the last cards are turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.strategies.counter import expected_points, turns_left
from skyjo_widgets.strategies.imagined import imagined_rounds, lead_after
from skyjo_widgets.strategies.outlook import Outlook

if TYPE_CHECKING:
    from collections.abc import Callable

    from skyjo_widgets.engine import Move, View

__all__ = ["thinker"]

NEAR = 2
"""Think only when somebody has at most so many face-down cards. Earlier `counter` is as good as exact: the
mean of a few rounds played to their end is much rougher than its arithmetic."""
MOVES, WITHIN = 4, 2
"""Compare so many of the best moves, of those that `counter` finds at most so many points worse."""
ROUNDS = 20
"""Play each of them on in so many imagined rounds ..."""
TRUST = 2
"""... and give `counter`'s arithmetic so many times the weight: the mean of 20 rounds is still off by almost
two points."""


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
    policy = quick_counter(view)
    leads = dict.fromkeys(moves, 0.0)
    for imagined in imagined_rounds(view, ROUNDS):
        for move in moves:
            leads[move] += lead_after(imagined.copy(), move, policy) / ROUNDS
    return max(moves, key=lambda move: leads[move] - TRUST * costs[move])


def quick_counter(seen: View) -> Callable[[View], Move]:
    """Return `counter`, but always with the unseen cards of `seen`: it needs to count only once."""
    outlooks: dict[float, Outlook] = {}

    def policy(view: View) -> Move:
        turns = turns_left(view)
        outlook = outlooks.get(turns)
        if outlook is None:
            outlook = outlooks[turns] = Outlook(seen.unseen, turns)
        costs = expected_points(view, outlook)
        return min(costs, key=costs.__getitem__)

    return policy
