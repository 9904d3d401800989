"""Intervals that stay valid however often one looks at them.

An ordinary 95 % interval may be looked at once, after a number of games fixed in advance. Who looks
after every game and stops as soon as it excludes "even" will find a winner among equals far more often
than 5 times of 100. The sequences here may be looked at after every game, for ever: the chance that the
truth is *ever* outside stays below 5 %.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.arena.statistics import LEVEL, Interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["AdvantageSequence", "ratio_sequence"]

_STAKE = 0.5
"""The largest part of its capital that a bet may lose: never all of it."""


class AdvantageSequence:
    """What is known about a mean advantage while games are still being played.

    For every candidate mean, two gamblers bet on each next pair, one that the advantage is above the
    candidate, one that it is below. If the candidate is the truth, the game is fair, and the chance that
    their joint capital ever grows twentyfold is at most one in twenty (Ville's inequality). So a
    candidate on which they have ever become that rich is excluded for good. The bets are the "hedged
    capital" of Waudby-Smith and Ramdas (*Estimating means of bounded random variables by betting*,
    Journal of the Royal Statistical Society B 86, 2024, 1-27; arXiv 2010.09686, section 4), whose
    guarantee holds for any number of pairs and any distribution between -1 and 1.

    Parameters
    ----------
    level : float
        The chance that the truth is inside at all times is at least this.
    candidates : int
        How many means are tried between even and a clean sweep; the ends of the interval are
        rounded outwards to the next one.

    Attributes
    ----------
    settled : int or None
        After how many pairs "even" was excluded, if it was: from then on it is known who is better.

    Examples
    --------
    >>> known = AdvantageSequence()
    >>> known.add([1, 1, 0.5, 1, 1, 0.5, 1, 1, 1, 1, 1, 1])
    >>> known.settled, known.interval().low > 0
    (10, True)
    """

    def __init__(self, level: float = LEVEL, candidates: int = 100) -> None:
        above = np.arange(1, candidates + 1) / candidates
        # Built from one half, so that exchanging the players mirrors every number exactly.
        self._candidates = np.concatenate((-above[::-1], [0.0], above))
        self._even = candidates
        self._excluded = np.zeros(self._candidates.size, dtype=bool)
        self._up = np.zeros(self._candidates.size)
        self._down = np.zeros(self._candidates.size)
        self._rich = -math.log(1 - level)
        self._appetite = 2 * math.log(2 / (1 - level))
        self._values: list[float] = []
        self._sum = 0.0
        self._spread = 1.0
        self.settled: int | None = None

    def add(self, values: ArrayLike) -> None:
        """Take in the next pairs.

        Parameters
        ----------
        values : array_like of float, shape (n,)
            Advantages in the order of their deals, each from -1 to 1.
        """
        numbers = np.asarray(values, dtype=float)
        if not numbers.size:
            return
        bets = self._bets(numbers)[:, np.newaxis]
        surprise = numbers[:, np.newaxis] - self._candidates
        # A bet is limited so that the worst result, -1 or 1, costs at most the stake.
        with np.errstate(divide="ignore"):
            up = np.minimum(bets, _STAKE / (1 + self._candidates))
            down = np.minimum(bets, _STAKE / (1 - self._candidates))
        rises = self._up + np.log1p(up * surprise).cumsum(axis=0)
        falls = self._down + np.log1p(-down * surprise).cumsum(axis=0)
        self._up, self._down = rises[-1], falls[-1]
        rich = np.logaddexp(rises, falls) - math.log(2) >= self._rich
        gone = np.logical_or.accumulate(rich, axis=0) | self._excluded
        if self.settled is None:
            self._find_settled(gone, len(self._values) - numbers.size)
        # One time of twenty the truth itself may go; where all would go, what was left last stands.
        some_left = np.flatnonzero(~gone.all(axis=1))
        if some_left.size:
            self._excluded = gone[some_left[-1]]

    def interval(self) -> Interval:
        """Return the mean of the pairs so far, and the means that are not excluded."""
        if not self._values:
            return Interval(math.nan, -1.0, 1.0)
        mean = math.fsum(self._values) / len(self._values)
        left = np.flatnonzero(~self._excluded)
        low = self._candidates[max(left[0] - 1, 0)]
        high = self._candidates[min(left[-1] + 1, self._candidates.size - 1)]
        return Interval(mean, min(float(low), mean), max(float(high), mean))

    def _bets(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Size of each bet, from what was known before its pair."""
        bets = np.empty(numbers.size)
        for place, number in enumerate(numbers.tolist()):
            played = len(self._values) + 1
            variance = self._spread / played
            bets[place] = math.sqrt(self._appetite / (variance * played * math.log(1 + played)))
            self._values.append(number)
            self._sum += number
            self._spread += (number - self._sum / (played + 1)) ** 2
        return bets

    def _find_settled(self, gone: NDArray[np.bool_], before: int) -> None:
        # Even itself must be excluded, and everything on one side of it with it.
        one_side = gone[:, : self._even + 1].all(axis=1) | gone[:, self._even :].all(axis=1)
        if one_side.any():
            self.settled = before + int(one_side.argmax()) + 1


def ratio_sequence(
    amounts: ArrayLike, sizes: ArrayLike, level: float = LEVEL, tightest: int = 200
) -> Interval:
    """Interval for a sum of `amounts` per unit of `sizes` that is valid whenever the play stopped.

    Points have no bound, so nothing can be promised for a handful of pairs; this is the asymptotic
    confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (*Time-uniform central limit
    theory and asymptotic confidence sequences*, Annals of Statistics 52, 2024, 2613-2640, theorem 2.2),
    applied to the linearised ratio.

    Parameters
    ----------
    amounts, sizes : array_like of float, shape (n,)
        As in `ratio_interval`.
    level : float
        The chance that the truth is inside at all times.
    tightest : int
        The number of pairs at which the sequence is made to be narrowest.
    """
    above = np.asarray(amounts, dtype=float)
    below = np.asarray(sizes, dtype=float)
    pairs, whole = above.size, math.fsum(below)
    if not whole:
        return Interval(math.nan, -math.inf, math.inf)
    ratio = math.fsum(above) / whole
    if pairs == 1:
        return Interval(ratio, -math.inf, math.inf)
    rest = above - ratio * below
    deviation = math.sqrt(math.fsum(rest * rest) / (pairs - 1)) * pairs / whole
    alpha = 1 - level
    # Their equation (10): the mixture that is narrowest after `tightest` observations.
    rho = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / tightest
    reach = deviation * math.sqrt(
        (pairs * rho + 1) / (pairs**2 * rho) * math.log((pairs * rho + 1) / alpha**2)
    )
    return Interval(ratio, ratio - reach, ratio + reach)
