"""What the unseen cards promise: the worth of a card, and the chance that a column will go.

This is the arithmetic behind `counter`. A dictionary here is keyed by what may lie in a slot: a value
from -2 to 12, or None for a face-down card.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, TypeAlias

from skyjo_widgets.engine import VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Face", "Outlook"]

Face: TypeAlias = int | None

# Four numbers that no rule gives. They were tuned by playing: half a million rounds against copies with
# slightly other numbers, with two and with four players.
GOOD = 3.7
"""Up to here a card stays; what lies above is sometimes replaced before the round is over ..."""
PATIENCE = 1.35
"""... in half of all cases if there are so many turns left, in more if there are more."""
LOOKS = 1.8
"""How many cards a turn offers for a column: the one drawn, and the discard of the player before, which is
often not wanted by anybody."""
BOTH = 0.33
"""Two missing cards come more seldom than one and one more: the column competes with the others."""
OPEN = 0.6
"""A missing card that has to replace an open one costs a turn that a face-down one needs anyway."""


class Outlook:
    """What can be expected of each card and column, if so many turns of mine are still to come.

    Parameters
    ----------
    unseen : sequence of int
        `View.unseen`.
    turns : float
        How many turns I shall probably have after this one; 0 in my last turn.

    Attributes
    ----------
    chance : dict
        By value: how likely an unseen card is to have it.
    mean : float
        The mean of the unseen cards.
    worth : dict
        By face: the points that it will cost in the end. None is a face-down card.
    third, single : dict
        By face: the chance to complete a pair of it, or to find both others for a single one.

    Examples
    --------
    >>> from skyjo_widgets import Game
    >>> outlook = Outlook(Game(seed=1).view(0).unseen, turns=5)
    >>> outlook.beside(8, 8)[8]
    0.0
    >>> outlook.beside(8, 8)[None] < outlook.beside(8, 7)[None]
    True
    """

    __slots__ = ("_known", "chance", "mean", "single", "third", "worth")

    def __init__(self, unseen: Sequence[int], turns: float) -> None:
        cards = sum(unseen) or 1
        chance = {value: count / cards for value, count in zip(VALUES, unseen, strict=True)}
        replaced = turns / (turns + PATIENCE)
        worth: dict[Face, float] = {
            value: value if value <= GOOD else value - replaced * (value - GOOD) for value in VALUES
        }
        worth[None] = sum([chance[value] * worth[value] for value in VALUES])
        # The chance that at least one of many tries succeeds: 1 - (1 - p) ** tries, nearly.
        looks = LOOKS * turns
        third: dict[Face, float] = {
            value: 1 - exp(-looks * chance[value]) if value > 0 else 0.0 for value in VALUES
        }
        third[None] = 0.0  # a pair of zeros or below needs no third: it is good as it is
        self.chance = chance
        self.mean = sum([value * chance[value] for value in VALUES])
        self.worth = worth
        self.third = third
        self.single = {face: BOTH * found * found for face, found in third.items()}
        self._known: dict[tuple[Face, Face], dict[Face, float]] = {}

    def beside(self, first: Face, second: Face) -> dict[Face, float]:
        """Return what a column will cost in the end, by the face that lies beside these two."""
        costs = self._known.get((first, second))
        if costs is None:
            pair = first is not None and first == second
            costs = self._beside_pair(first) if pair else self._beside_two(first, second)
            self._known[first, second] = costs
        return costs

    def _beside_pair(self, value: Face) -> dict[Face, float]:
        """Return what the column costs beside a pair: nothing once the third comes."""
        both, left = 2 * self.worth[value], 1 - self.third[value]
        costs = {face: (both + worth) * left for face, worth in self.worth.items()}
        costs[None] *= 1 - (self.chance[value] if value > 0 else 0.0)  # type: ignore[index,operator]
        costs[value] = 0.0
        return costs

    def _beside_two(self, first: Face, second: Face) -> dict[Face, float]:
        """Return what the column costs beside two different faces, or two face-down ones."""
        worth, single = self.worth, self.single
        rest, hope = worth[first] + worth[second], max(single[first], single[second])
        share = OPEN if first is not None and second is not None else 1.0
        costs = {
            face: (rest + points) * (1 - share * (hope if hope > single[face] else single[face]))
            for face, points in worth.items()
        }
        costs[None] = (rest + worth[None]) * (1 - hope)
        for value, other in (first, second), (second, first):
            if value is not None:
                costs[value] = self._beside_pair(value)[other]
        return costs

    def saved(self, grid: Sequence[Face], hidden: Sequence[int]) -> dict[int, float]:
        """Return how many points each card would save the owner of this grid at once, by value.

        It replaces the worst card, or completes a pair.
        """
        shown = [face for face in grid if face is not None]
        worst: float = max([*shown, self.mean] if hidden else shown, default=-2)
        saved = {value: worst - value if value < worst else 0.0 for value in VALUES}
        for column in range(4):
            a, b, c = grid[column::4]
            for value, twin, slot in (a, b, 8), (a, c, 4), (b, c, 0):
                if value is not None and value == twin and value > 0:
                    other = grid[column + slot]
                    gone = 2 * value + (self.mean if other is None else other)
                    saved[value] = max(saved[value], gone)
        return saved
