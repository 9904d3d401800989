"""What the games between two players show, as numbers and in a sentence.

Pure functions of arrays of pairs: who plays the games elsewhere can ask here what may be concluded.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.arena.sequences import AdvantageSequence, ratio_sequence
from skyjo_widgets.arena.statistics import Interval, advantage_interval, ratio_interval
from skyjo_widgets.arena.wording import decimal, percent
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["PEEK_EVERY", "Conclusion", "Peeking", "judge"]

PEEK_EVERY = 32
"""Deals between two looks, for a duel that goes on until it is decided."""

_NEGLIGIBLE = Interval(0.5, 0.49, 0.51)
_EVEN = 0.5
_MOST_DEALS_NAMED = 1_000_000


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What may be concluded about the first player and the second.

    Parameters
    ----------
    kind : str
        ``"better"`` or ``"worse"`` (the first is, and that is no luck), ``"open"``, ``"alike"`` (every
        deal came out even), ``"close"`` (a difference of less than one game in a hundred) or ``"nothing"``.
    wins : Interval
        Share of games that the first player wins.
    points : Interval
        Points a round of the first player less those of the second: negative is better.
    deals : int
        How many deals it rests on.
    peeking : bool
        Whether the intervals allow for looking after every deal.
    """

    kind: str
    wins: Interval
    points: Interval
    deals: int
    peeking: bool

    @property
    def deals_needed(self) -> int | None:
        """About how many deals would settle an open question, if the difference is what it looks like."""
        distance = abs(self.wins.mean - _EVEN)
        if self.kind != "open" or not distance:
            return None
        needed = self.deals * (self.wins.width / 2 / distance) ** 2
        if not self.deals < needed <= _MOST_DEALS_NAMED:
            return None
        step: int = 10 ** max(1, int(math.log10(needed)) - 1)
        return math.ceil(needed / step) * step

    def sentence(self, one: str, other: str, lang: str | None = None) -> str:
        """Say it in words.

        Parameters
        ----------
        one, other : str
            What the first and the second player are called.
        lang : str, optional
            Language of the sentence.
        """
        if self.kind == "nothing":
            return say("arena.duel.nothing", lang)
        share, low, high = percent(self.wins, lang)
        fewer = decimal(abs(self.points.mean), 1, lang)
        form = "alone"
        if math.isfinite(self.points.mean):
            none = not round(self.points.mean, 1)
            form = "same" if none else "fewer" if self.points.mean < 0 else "more"
        told = [say(f"arena.duel.wins.{form}", lang, a=one, share=share, low=low, high=high, points=fewer)]
        told.append(say(f"arena.duel.{self.kind}", lang, a=one, b=other))
        if self.kind == "open":
            if 0 not in self.points and math.isfinite(self.points.width):
                told.append(say("arena.duel.points_only", lang))
            if self.deals_needed is not None:
                told.append(say("arena.duel.need", lang, deals=self.deals_needed))
        return " ".join(told)


def judge(
    advantages: ArrayLike, differences: ArrayLike, rounds: ArrayLike, *, peeking: bool = False
) -> Conclusion:
    """Conclude what the pairs of games allow to conclude.

    Parameters
    ----------
    advantages : array_like of float, shape (deals,)
        For each deal the share of its games won by the first player less the share won by the second.
    differences : array_like of float, shape (deals,)
        For each deal the points of the first less those of the second, over its games.
    rounds : array_like of int, shape (deals,)
        For each deal the rounds of its games.
    peeking : bool
        True if the play was stopped because of what was seen: then the intervals allow for that.

    Examples
    --------
    >>> verdict = judge([1, 1, 0.5, 0, 1] * 20, [-40, -30, -9, 3, -25] * 20, [9, 11, 8, 10, 12] * 20)
    >>> verdict.kind
    'better'
    >>> print(verdict.sentence("mine", "theirs", lang="en"))
    mine wins 85 % of games (95 % interval 80–89 %), 2.0 points fewer a round. That is a real difference.
    """
    values = np.asarray(advantages, dtype=float)
    if peeking:
        known = Peeking()
        known.add(values)
        wins, points = known.wins, ratio_sequence(differences, rounds)
    else:
        wins, points = advantage_interval(values).as_share(), ratio_interval(differences, rounds)
    if not values.size:
        kind = "nothing"
    elif not values.any() and not np.any(np.asarray(differences)):
        kind = "alike"
    elif _EVEN not in wins:
        kind = "better" if wins.mean > _EVEN else "worse"
    elif peeking and wins.low >= _NEGLIGIBLE.low and wins.high <= _NEGLIGIBLE.high:
        kind = "close"
    else:
        kind = "open"
    return Conclusion(kind, wins, points, int(values.size), peeking)


class Peeking:
    """Looks at the advantages every `PEEK_EVERY` deals, and knows whether the question is settled."""

    def __init__(self) -> None:
        self._sequence = AdvantageSequence()
        self._waiting: list[float] = []

    def add(self, advantages: ArrayLike) -> None:
        """Take in the next deals."""
        self._waiting += np.asarray(advantages, dtype=float).tolist()
        while len(self._waiting) >= PEEK_EVERY:
            self._sequence.add(self._waiting[:PEEK_EVERY])
            del self._waiting[:PEEK_EVERY]

    @property
    def wins(self) -> Interval:
        """The share of games that the first player wins, with all that came in."""
        if self._waiting:
            self._sequence.add(self._waiting)
            self._waiting = []
        return self._sequence.interval().as_share()

    @property
    def is_settled(self) -> bool:
        """Whether one was better, or the difference negligible, at the last look."""
        if self._waiting:
            return False
        wins = self._sequence.interval().as_share()
        negligible = wins.low >= _NEGLIGIBLE.low and wins.high <= _NEGLIGIBLE.high
        return self._sequence.settled is not None or negligible
