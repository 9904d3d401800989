"""Whether to end the round: what it costs, and what going on costs. The arithmetic behind `counter`."""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING

from skyjo_widgets.engine import VALUES

if TYPE_CHECKING:
    from skyjo_widgets.engine import View
    from skyjo_widgets.strategies.outlook import Face, Outlook

__all__ = ["Closing"]

# Found by playing, like the numbers in `outlook`, and rounded.
LAST_TURN = 2
"""What another player's last turn saves, measured in what a card saves on average: they choose between two
cards, and may throw the second away."""
SPREAD = 4
"""How far an estimate of another player's points is off (standard deviation): as much as one unknown card."""
LATE, LATE_COST = 25, 0.3
"""From this turn on going on costs a little more each time, so that two careful players come to an end."""


class Closing:
    """What it means to turn over my last face-down card now, or to keep it.

    Parameters
    ----------
    view : View
        A view with one face-down card left, nobody having ended the round.
    outlook : Outlook
        What to expect of the unseen cards.
    """

    __slots__ = ("_others", "_penalty", "going_on")

    def __init__(self, view: View, outlook: Outlook) -> None:
        next_turns = []
        self._others = []
        for grid, hidden in zip(view.opponents, view.opponents_hidden, strict=True):
            turn = outlook.saved(grid, hidden).average
            points = sum([face for face in grid if face is not None]) + len(hidden) * outlook.mean
            next_turns.append(turn)
            self._others.append(points - LAST_TURN * turn)
        self._penalty = view.rules.penalty - 1
        self.going_on = sum(next_turns) / len(next_turns) + LATE_COST * max(0, view.turn - LATE)

    def ending_with(self, points: float) -> float:
        """Return what I can expect to be charged if I end the round with so many points.

        Doubled (R19) unless everybody else is above: the product of the chances for each of them.
        """
        if points <= 0:
            return points
        above = 1.0
        for estimate in self._others:
            above *= 0.5 + 0.5 * erf((estimate - points - 0.5) / (SPREAD * sqrt(2)))
        return points + self._penalty * points * (1 - above)

    def costs(self, points: int, first: Face, second: Face) -> dict[Face, float]:
        """Return what ending costs by the card that comes to lie beside `first` and `second`.

        Parameters
        ----------
        points : int
            The sum of my open cards.
        """
        costs: dict[Face, float] = {value: self.ending_with(points + value) for value in VALUES}
        if first is not None and first == second:
            costs[first] = self.ending_with(points - 2 * first)  # the column goes
        return costs
