"""Who takes part in a class tournament, and what two of them have played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skyjo_widgets.classroom.collecting import Problem, Submission
    from skyjo_widgets.classroom.played import Played

__all__ = ["Entrant", "Meeting"]


@dataclass
class Entrant:
    """One author in the class tournament.

    Attributes
    ----------
    submission : Submission
        What was handed in.
    problem : Problem or None
        Why it does not play.
    notes : list of Problem
        What its author should know besides.
    name : str
        What the function is called.
    opening : tuple of int
        Its first two slots.
    tried : bool
        Whether it has passed the trial.
    faults : int
        Games it has lost by a mistake.
    told : list of Problem
        The first of those mistakes.
    spent, decided : float, int
        Seconds of thinking and number of decisions.
    feedback : dict
        What `check` says: plain texts.
    """

    submission: Submission
    problem: Problem | None = None
    notes: list[Problem] = field(default_factory=list)
    name: str = ""
    opening: tuple[int, int] = (0, 1)
    tried: bool = False
    strikes: int = 0
    faults: int = 0
    told: list[Problem] = field(default_factory=list)
    spent: float = 0.0
    decided: int = 0
    feedback: dict[str, Any] = field(default_factory=dict)

    @property
    def author(self) -> str:
        """Who."""
        return self.submission.author

    @property
    def plays(self) -> bool:
        """Whether it takes part."""
        return self.tried and self.problem is None


@dataclass
class Meeting:
    """All games of two authors, in order of their keys.

    Attributes
    ----------
    pair : tuple of str
        The keys of the two submissions, ascending.
    seed : int
        Of their decks.
    deals : list of tuple of Played
        For each deal the game in which the first of the two sat first, and the other one.
    dealt : int
        How many deals have been begun: none is ever played again, finished or not.
    """

    pair: tuple[str, str]
    seed: int
    deals: list[tuple[Played, Played]] = field(default_factory=list)
    dealt: int = 0

    @property
    def advantages(self) -> list[float]:
        """How much better the first of the two did, deal by deal: from -1 to 1."""
        return [one.share(0) + other.share(1) - 1 for one, other in self.deals]
