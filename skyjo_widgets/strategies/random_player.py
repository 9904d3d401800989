"""Rung 1: any move, by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.engine import draw, reveal, swap, take

if TYPE_CHECKING:
    from skyjo_widgets.engine import Move, View

__all__ = ["random_player"]


def random_player(view: View) -> Move:
    """Play by chance: toss a coin for the pile, toss it again for the card, and pick any slot.

    The idea: none, on purpose. It is the zero of the scale, and it is easy to check an engine with it:
    by the right rules two random players have 78 points in a round on average.

    Source: the usual first opponent in game programming.

    Examples
    --------
    >>> from skyjo_widgets import play
    >>> play(random_player, random_player, seed=1).phase
    'game over'
    """
    heads = view.random() < 0.5
    mine = view.shown + view.hidden  # every slot that is not cleared
    if view.drawn is None:
        return take(view.choice(mine)) if heads else draw()
    return swap(view.choice(mine)) if heads else reveal(view.choice(view.hidden))
