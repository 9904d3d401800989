"""Who is better than whom: a ranking, how sure each place is, from pairs of games or tables.

A score is a mean over opponents (or over tables). How uncertain it is follows from its *influences*: how
far each deal moved it. Since everybody plays the same deals, lucky decks move everybody, so two scores are
compared by the difference of their influences, deal by deal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.arena.statistics import LEVEL, Interval, chance_beyond, student

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

__all__ = ["Score", "Standing", "ranking", "scores_of_pairs", "scores_of_tables"]

_IMAGINARY = (1.0, -1.0)
"""Two imaginary pairs, one won and one lost, keep a clean sweep from proving too much."""


@dataclass(frozen=True, slots=True)
class Score:
    """A strategy's share of the games and where it comes from.

    Parameters
    ----------
    name : str
        Whose score.
    mean : float
        The share of the games won, 0 to 1.
    centre : float
        The same with the imaginary pairs: the middle of its interval.
    influences : ndarray of float, shape (k,)
        How much each independent piece of evidence moved the centre; they add up to 0. The same place
        of the array is the same deal for every score that it is compared with.
    freedom : int
        Degrees of freedom of its interval; 0 if nothing is known.
    """

    name: str
    mean: float
    centre: float
    influences: NDArray[np.float64]
    freedom: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a ranking.

    Parameters
    ----------
    place : int
        1 for the best; equal shares have equal places.
    name : str
        Whose line.
    share : Interval
        The share of the games won, with its own 95 % interval.
    best, worst : int
        The range of places that cannot be excluded. All ranges of a ranking hold *together* with 95 %.
    """

    place: int
    name: str
    share: Interval
    best: int
    worst: int

    @property
    def sure(self) -> bool:
        """Whether only one place is left."""
        return self.best == self.worst


def scores_of_pairs(names: Sequence[str], pairs: Mapping[tuple[str, str], ArrayLike]) -> list[Score]:
    """Score a round robin of duels: each opponent counts the same, however many deals were played.

    Parameters
    ----------
    names : sequence of str
        All players, each name once.
    pairs : mapping of (str, str) to array_like of float, shape (n,)
        For some or all pairs of names, in one order or the other, the advantages of the first of the two,
        by the number of the deal; not-a-number where a deal was not played. The arrays may differ in
        length.

    Returns
    -------
    list of Score
        In the order of `names`. Who played nobody has the mean one half and knows nothing.

    Examples
    --------
    >>> scores = scores_of_pairs(["a", "b", "c"], {("a", "b"): [1, 1, 0], ("b", "c"): [0, 0, 1]})
    >>> [round(score.mean, 2) for score in scores]
    [0.83, 0.42, 0.33]
    """
    played = {}
    for (one, other), values in pairs.items():
        numbers = np.asarray(values, dtype=float)
        if not np.isnan(numbers).all():
            # Sorted, so that the order in which the pairs are named cannot show in any number.
            played[min(one, other), max(one, other)] = numbers if one < other else -numbers
    deals = max((numbers.size for numbers in played.values()), default=0)
    places = {pair: deals + len(_IMAGINARY) * place for place, pair in enumerate(sorted(played))}
    length = deals + len(_IMAGINARY) * len(played)
    return [_score_of_pairs(name, played, places, length) for name in names]


def _score_of_pairs(
    name: str,
    played: Mapping[tuple[str, str], NDArray[np.float64]],
    places: Mapping[tuple[str, str], int],
    length: int,
) -> Score:
    influences = np.zeros(length)
    mine = sorted(pair for pair in played if name in pair)
    if not mine:
        return Score(name, 0.5, 0.5, influences, 0)
    means, centres, counts = [], [], []
    for pair in mine:
        numbers = played[pair] if name == pair[0] else -played[pair]
        there = ~np.isnan(numbers)
        values = numbers[there]
        count = values.size + len(_IMAGINARY)
        centre = math.fsum(values) / count
        scale = 0.5 / len(mine) / count * math.sqrt(count / (count - 1))
        influences[: numbers.size][there] += (values - centre) * scale
        imaginary = np.array(_IMAGINARY if name == pair[0] else _IMAGINARY[::-1])
        influences[places[pair] : places[pair] + imaginary.size] = (imaginary - centre) * scale
        means.append(math.fsum(values) / values.size)
        centres.append(centre)
        counts.append(count)
    mean = 0.5 + math.fsum(means) / len(mine) / 2
    return Score(name, mean, 0.5 + math.fsum(centres) / len(mine) / 2, influences, min(counts) - 1)


def scores_of_tables(names: Sequence[str], shares: ArrayLike) -> list[Score]:
    """Score a tournament of tables of three and more: every deal counts the same.

    Parameters
    ----------
    names : sequence of str
        All players, each name once.
    shares : array_like of float, shape (deals, players)
        The share of each deal's games that each player won (a shared victory counts in part), over all
        rotations of the seats; not-a-number where a player sat out.
    """
    table = np.asarray(shares, dtype=float)
    # One imaginary deal lost by all and one won by all: wide enough, and it favours nobody.
    whole = np.vstack((table, np.zeros(table.shape[1]), np.ones(table.shape[1])))
    scores = []
    for column, name in enumerate(names):
        there = ~np.isnan(whole[:, column])
        values = whole[there, column]
        centre = math.fsum(values) / values.size
        influences = np.zeros(len(whole))
        influences[there] = (values - centre) / math.sqrt(values.size * (values.size - 1))
        real = values[: -len(_IMAGINARY)]
        mean = math.fsum(real) / real.size if real.size else 0.5
        scores.append(Score(name, mean, centre, influences, values.size - 1))
    return scores


def ranking(scores: Sequence[Score], level: float = LEVEL) -> list[Standing]:
    """Order the scores, best first, and say which places the evidence leaves open.

    Every two scores are compared deal by deal. So that *all* claims of the ranking hold together with the
    chance `level`, the comparisons are corrected for their number by Holm's method (*A simple sequentially
    rejective multiple test procedure*, Scandinavian Journal of Statistics 6, 1979, 65-70), and each place
    is what the comparisons leave (Mogstad, Romano, Shaikh and Wilhelm, *Inference for Ranks*, Review of
    Economic Studies 91, 2024, 476-518).

    Parameters
    ----------
    scores : sequence of Score
        From `scores_of_pairs` or `scores_of_tables`; in any order, the ranking is the same.
    level : float
        The chance with which all ranges of places are right.
    """
    order = sorted(scores, key=lambda score: (-score.mean, score.name))
    better = _sure_differences(order, level)
    standings = []
    for index, score in enumerate(order):
        standings.append(
            Standing(
                place=1 + sum(other.mean > score.mean for other in order),
                name=score.name,
                share=_share(score, level),
                best=1 + sum(lower == index for _, lower in better),
                worst=len(order) - sum(upper == index for upper, _ in better),
            )
        )
    return standings


def _share(score: Score, level: float) -> Interval:
    if not score.freedom:
        return Interval(score.mean, 0.0, 1.0)
    reach = student(0.5 + level / 2, score.freedom) * math.sqrt(math.fsum(score.influences**2))
    low = max(0.0, min(score.centre - reach, score.mean))
    return Interval(score.mean, low, min(1.0, max(score.centre + reach, score.mean)))


def _sure_differences(order: Sequence[Score], level: float) -> set[tuple[int, int]]:
    """Pairs (upper, lower) of places in `order` whose difference is not luck, all claims together."""
    chances = []
    for upper, lower in combinations(range(len(order)), 2):
        one, other = order[upper], order[lower]
        error = math.sqrt(math.fsum((one.influences - other.influences) ** 2))
        difference = one.centre - other.centre
        freedom = min(one.freedom, other.freedom)
        chance = chance_beyond(abs(difference) / error, freedom) if freedom and error else 1.0
        chances.append((chance, (upper, lower) if difference >= 0 else (lower, upper)))
    sure: set[tuple[int, int]] = set()
    for tried, (chance, pair) in enumerate(sorted(chances)):
        if chance > (1 - level) / (len(chances) - tried):
            break
        sure.add(pair)
    return sure
