"""What can be concluded from a number of games: intervals over pairs of games, and verdicts.

The unit of evidence is a *pair*: one deal, played once for every seating of the two players. Its
*advantage* is a number from -1 (the first player lost both games) to 1 (won both); a shared victory
counts half. Pairs of different deals are independent, the games of one deal are not, so every
interval here is made over pairs. Chess engines are compared in the same way: fishtest calls this the
pentanomial model, for the five results that a pair can have (Van den Bergh, *Normalized Elo*, 2020).

Everything is a pure function of arrays, so that whoever played the games, in whatever process, can
ask here what they mean.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "LEVEL",
    "Interval",
    "advantage_interval",
    "chance_beyond",
    "mean_interval",
    "ratio_interval",
    "student",
]

LEVEL = 0.95
"""How often an interval of this package is meant to contain the truth."""

_NEARLY_NORMAL = 400
"""Degrees of freedom from which Student's t is replaced by its expansion around the normal."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the range that the truth lies in, 95 times of 100.

    Parameters
    ----------
    mean : float
        The estimate.
    low, high : float
        The ends of the range; minus and plus infinity where too little is known.

    Examples
    --------
    >>> Interval(0.16, 0.10, 0.22).as_share()
    Interval(mean=0.58, low=0.55, high=0.61)
    """

    mean: float
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __neg__(self) -> Interval:
        """Return the same evidence seen by the other player."""
        return Interval(-self.mean, -self.high, -self.low)

    @property
    def width(self) -> float:
        """Distance between the ends."""
        return self.high - self.low

    def complement(self) -> Interval:
        """Return what is left of a share for the other player."""
        return Interval(1 - self.mean, 1 - self.high, 1 - self.low)

    def as_share(self) -> Interval:
        """Turn an advantage (-1 to 1, 0 is even) into a share of the games won (0 to 1)."""
        return Interval(0.5 + self.mean / 2, 0.5 + self.low / 2, 0.5 + self.high / 2)


def mean_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """Student's t interval for the mean of independent `values`.

    Parameters
    ----------
    values : array_like of float, shape (n,)
        One number a pair.
    level : float
        How often the interval shall contain the truth, between 0 and 1.
    """
    numbers = np.asarray(values, dtype=float)
    if numbers.size == 0:
        return Interval(math.nan, -math.inf, math.inf)
    mean = _mean(numbers)
    if numbers.size == 1:
        return Interval(mean, -math.inf, math.inf)
    error = _deviation(numbers - mean, numbers.size - 1) / math.sqrt(numbers.size)
    reach = student(0.5 + level / 2, numbers.size - 1) * error
    return Interval(mean, mean - reach, mean + reach)


def advantage_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """Interval for the mean advantage of the first player.

    It is Student's t interval over the pairs and two imaginary pairs, one won and one lost. Without
    those, thirty won pairs of thirty would prove a win share of exactly 100 %. The idea is Agresti and
    Coull's (*Approximate is better than "exact"*, The American Statistician 52, 1998, 119-126).
    A test shows by simulation that it contains the truth as often as it says.

    Parameters
    ----------
    values : array_like of float, shape (n,)
        Advantages, each from -1 to 1.
    level : float
        How often the interval shall contain the truth.

    Returns
    -------
    Interval
        Its mean is that of the real pairs alone. Where every pair was exactly even the interval has no
        width: the two did the same thing.

    Examples
    --------
    >>> advantage_interval([0, 0, 0])
    Interval(mean=0.0, low=0.0, high=0.0)
    >>> advantage_interval([1] * 30).as_share().low > 0.9
    True
    """
    numbers = np.asarray(values, dtype=float)
    if numbers.size == 0:
        return Interval(math.nan, -1.0, 1.0)
    if not numbers.any():
        return Interval(0.0, 0.0, 0.0)
    wider = mean_interval(np.concatenate((numbers, (1.0, -1.0))), level)
    mean = _mean(numbers)
    return Interval(mean, max(-1.0, min(wider.low, mean)), min(1.0, max(wider.high, mean)))


def ratio_interval(amounts: ArrayLike, sizes: ArrayLike, level: float = LEVEL) -> Interval:
    """Interval for a sum of `amounts` per unit of `sizes`, such as points per round.

    Long games have more rounds than short ones, so the plain mean of each pair's own ratio would answer
    another question. This is the ratio estimator of sampling theory with its linearised error
    (Cochran, *Sampling Techniques*, 3rd ed. 1977, chapter 6).

    Parameters
    ----------
    amounts : array_like of float, shape (n,)
        For each pair, for example the difference in points over its games.
    sizes : array_like of float, shape (n,)
        For each pair, for example the number of rounds of its games; each at least 0.
    level : float
        How often the interval shall contain the truth.
    """
    above = np.asarray(amounts, dtype=float)
    below = np.asarray(sizes, dtype=float)
    if above.shape != below.shape:
        raise ValueError(f"{above.size} amounts do not go with {below.size} sizes")
    whole = math.fsum(below)
    if not whole:
        return Interval(math.nan, -math.inf, math.inf)
    ratio = math.fsum(above) / whole
    if above.size == 1:
        return Interval(ratio, -math.inf, math.inf)
    error = _deviation(above - ratio * below, above.size - 1) * math.sqrt(above.size) / whole
    reach = student(0.5 + level / 2, above.size - 1) * error
    return Interval(ratio, ratio - reach, ratio + reach)


@functools.cache
def student(probability: float, freedom: int) -> float:
    """Quantile of Student's t distribution.

    SciPy would bring 100 MB for this one number. For few degrees of freedom the distribution has a
    finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4), which is searched by halving; for many,
    the expansion around the normal quantile is exact to nine digits (26.7.5).

    Parameters
    ----------
    probability : float
        Between 0.5 and 1.
    freedom : int
        Degrees of freedom, at least 1.

    Examples
    --------
    >>> round(student(0.975, 1), 3), round(student(0.975, 10), 3), round(student(0.975, 1000), 3)
    (12.706, 2.228, 1.962)
    """
    normal = NormalDist().inv_cdf(probability)
    if freedom > _NEARLY_NORMAL:
        z = normal
        return (
            z
            + (z**3 + z) / (4 * freedom)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        )
    low, high = normal, normal + 1.0
    while _within(high, freedom) < 2 * probability - 1:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < 2 * probability - 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def chance_beyond(t: float, freedom: int) -> float:
    """Chance that Student's t lies further from 0 than `t`, on either side: a two-sided p-value.

    Parameters
    ----------
    t : float
        At least 0.
    freedom : int
        Degrees of freedom, at least 1.

    Examples
    --------
    >>> round(chance_beyond(2.228, 10), 3)
    0.05
    """
    if freedom > _NEARLY_NORMAL:
        # The normal quantile that goes with t (Abramowitz and Stegun 1964, 26.7.8).
        z = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
        return math.erfc(z / math.sqrt(2))
    return max(0.0, 1 - _within(t, freedom))


def _within(t: float, freedom: int) -> float:
    """Probability that Student's t lies between -t and t."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for step in range(odd, freedom - 1, 2):
        total += term
        term *= cosine * cosine * (step + 1) / (step + 2)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _mean(numbers: NDArray[np.float64]) -> float:
    # fsum is exactly rounded, so neither the order of the pairs nor who is called first can show.
    return math.fsum(numbers) / numbers.size


def _deviation(centred: NDArray[np.float64], freedom: int) -> float:
    return math.sqrt(math.fsum(centred * centred) / freedom)
