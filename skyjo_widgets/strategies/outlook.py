"""What the unseen cards promise: the worth of a card, and the chance that a column will go.

This is the arithmetic behind `counter`. A dictionary here is keyed by what may lie in a slot: a value
from -2 to 12, or None for a face-down card.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from skyjo_widgets.engine import VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Face", "Outlook", "Saved"]

Face: TypeAlias = int | None

# Five numbers that no rule gives. They were found by playing a million rounds against copies with slightly
# other numbers, with two and four players, and then rounded: nothing measurable was lost.
GOOD = 4
"""Up to here a card stays; what lies above is often replaced before the round is over ..."""
PATIENCE = 1
"""... in half of all cases if I have so many turns left, in more cases if I have more."""
LOOKS = 1.5
"""How many cards a turn offers to a column: one drawn, and sometimes the discard of the player before me."""
BOTH = 0.5
"""Two missing cards are harder to get than one and one more: other columns want their turns too."""
OPEN = 0.5
"""Cards that have to replace open ones cost turns that face-down ones need anyway."""


class Saved(NamedTuple):
    """What each card would save a player at once, by value, and what an unseen card does on average."""

    by_card: dict[int, float]
    average: float


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
    third_lies : dict
        By value: the chance that a face-down card beside a pair of it is the third already.

    Examples
    --------
    >>> from skyjo_widgets import Game
    >>> outlook = Outlook(Game(seed=1).view(0).unseen, turns=5)
    >>> outlook.beside(8, 8)[8]
    0.0
    >>> outlook.beside(8, 8)[None] < outlook.beside(8, 7)[None]
    True
    """

    __slots__ = ("_faces", "_known", "_saved", "chance", "mean", "single", "third", "third_lies", "worth")

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
        self.third_lies = {value: chance[value] if value > 0 else 0.0 for value in VALUES}
        self.single = {face: BOTH * found * found for face, found in third.items()}
        self._faces = [(face, worth[face], single) for face, single in self.single.items()]
        self._known: dict[tuple[Face, Face], dict[Face, float]] = {}
        self._saved: dict[tuple[tuple[Face, ...], bool], Saved] = {}

    def beside(self, first: Face, second: Face) -> dict[Face, float]:
        """Return what a column will cost in the end, by the face that lies beside these two.

        That is the sum of what its cards are worth, times the chance that the column stays.
        """
        costs = self._known.get((first, second))
        if costs is not None:
            return costs
        worth = self.worth
        rest = worth[first] + worth[second]
        if first is not None and first == second:
            stays = 1 - self.third[first]
            costs = {face: (rest + points) * stays for face, points in worth.items()}
            costs[None] *= 1 - self.third_lies[first]
            costs[first] = 0.0
        else:
            share = 1.0 if first is None or second is None else OPEN
            hope = max(self.single[first], self.single[second])
            costs = {
                face: (rest + points) * (1 - share * (hope if hope > single else single))  # noqa: FURB136 - a call takes longer
                for face, points, single in self._faces
            }
            costs[None] = (rest + worth[None]) * (1 - hope)
            for value, other in (first, second), (second, first):
                if value is not None:  # it makes a pair
                    stays = (1 - self.third[value]) * (1 if other is not None else 1 - self.third_lies[value])
                    costs[value] = (rest + worth[value]) * stays
        self._known[first, second] = costs
        return costs

    def saved(self, grid: tuple[Face, ...], hidden: Sequence[int]) -> Saved:
        """Return how many points each card would save the owner of this grid at once.

        It replaces the worst card, or completes a pair.
        """
        known = self._saved.get((grid, bool(hidden)))
        if known is not None:
            return known
        shown = [face for face in grid if face is not None]
        worst: float = max([*shown, self.mean] if hidden else shown, default=-2)
        by_card = {value: worst - value if value < worst else 0.0 for value in VALUES}
        for column in range(4):
            a, b, c = grid[column::4]
            for value, twin, other in (a, b, c), (a, c, b), (b, c, a):
                if value is not None and value == twin and value > 0:
                    gone = 2 * value + (self.mean if other is None else other)
                    by_card[value] = max(by_card[value], gone)
        saved = Saved(by_card, sum([self.chance[value] * points for value, points in by_card.items()]))
        self._saved[grid, bool(hidden)] = saved
        return saved
