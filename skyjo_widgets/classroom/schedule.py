"""Which games come next: all the same number for everybody, or more where the order is still open."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from skyjo_widgets.arena.ranking import ranking, scores_of_pairs
from skyjo_widgets.classroom.match import Block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skyjo_widgets.arena.ranking import Standing
    from skyjo_widgets.classroom.contest import Contest
    from skyjo_widgets.classroom.entrants import Meeting

__all__ = ["LEVEL_AFTER_LOOKS", "EqualDeals", "OpenOrder", "Plan", "standings"]

LEVEL_AFTER_LOOKS = 0.975
"""With which chance the places hold together when the games ended because time was up.

A tournament that looks at its results while it plays, and may stop when all is clear, has more than one
chance to be wrong. Half of the 5 % is kept for the end, the other half is shared out among the looks.
"""

Pair = tuple[str, str]

_OVERHEAD = 0.01  # seconds for a deal besides the thinking, until it has been measured
_DECISIONS = 160  # of one player in the two games of a deal, about
_SEATS = 2  # each has a process of its own
_CORES = os.cpu_count() or 1
_MOST_GAMES = 6000  # side by side: each takes some memory
_FIRST = 5  # deals of a pair in its first wave
_MANY = 25  # deals of a pair in any wave
_FIRST_PART = 0.35  # of the time, at most, until everybody has met everybody
_TELLING = 100  # deals of a wave from which its pace is learned
_PORTIONS = 10  # of the time that is left
_SHORTEST = 3.0  # seconds
_GROWTH = 1.3  # how much more has been played when one looks again
_IMAGINARY = 2  # as in the intervals: two imaginary pairs, so that no spread is zero


def standings(contest: Contest, level: float) -> list[Standing]:
    """Rank everybody who plays, by what has been played so far."""
    keys = [one.submission.key for one in contest.playing]
    pairs = {
        pair: meeting.advantages
        for pair, meeting in contest.meetings.items()
        if meeting.deals and set(pair) <= set(keys)
    }
    scores = scores_of_pairs(keys, pairs)
    return ranking([replace(score, freedom=_freedom(score.name, pairs)) for score in scores], level)


def _freedom(key: str, pairs: Mapping[Pair, Sequence[float]]) -> int:
    """Return the degrees of freedom of a mean over opponents with whom more or fewer deals were played.

    The smallest number of deals would say too little: it takes one opponent who thinks slowly to make
    every place uncertain. This is Satterthwaite's approximation (*An approximate distribution of estimates
    of variance components*, Biometrics Bulletin 2, 1946, 110-114), imaginary pairs included.
    """
    parts = [_error(values) for pair, values in pairs.items() if key in pair]
    whole = math.fsum(error for error, _ in parts)
    if not parts or not whole:
        return 0
    return max(1, int(whole**2 / math.fsum(error**2 / freedom for error, freedom in parts)))


def _error(values: Sequence[float]) -> tuple[float, int]:
    """Return the squared error of a pair's mean, and its degrees of freedom."""
    count = len(values) + _IMAGINARY
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in (*values, 1.0, -1.0))
    return squares / (count - 1) / count, count - 1


class Plan(Protocol):
    """Says what is played next."""

    def next(self, contest: Contest, seconds: float) -> list[Block]:
        """Return the blocks of the next wave, none if all is done; there are so many `seconds` left."""


class EqualDeals:
    """The same number of deals for every pair: the same seed gives the same result.

    Parameters
    ----------
    deals : int
        For each pair; each is two games.
    """

    def __init__(self, deals: int) -> None:
        self.deals = deals

    def next(self, contest: Contest, seconds: float) -> list[Block]:  # noqa: ARG002 - it takes what it takes
        """Return the next deals: a few for everybody first, then more for some pairs after the others."""
        pairs = contest.pairs()
        played = {pair: len(contest.meeting(pair).deals) for pair in pairs}
        first = min(_FIRST, self.deals)
        new = [pair for pair in pairs if not played[pair]]
        if new:
            return [
                Block(pair, contest.meeting(pair).dealt, first) for pair in new[: _MOST_GAMES // (2 * first)]
            ]
        blocks: list[Block] = []
        for pair in _spread(pairs):
            deals = min(self.deals - played[pair], _MANY)
            if deals > 0:
                blocks.append(Block(pair, contest.meeting(pair).dealt, deals))
            if 2 * sum(block.deals for block in blocks) >= _MOST_GAMES:
                break
        return blocks


def _spread(pairs: Sequence[Pair]) -> list[Pair]:
    """Order pairs so that any beginning of them has about as many games for everybody.

    In the circle method of round robins those who meet in one round have the same sum.
    """
    keys = sorted({key for pair in pairs for key in pair})
    place = {key: number for number, key in enumerate(keys)}
    return sorted(pairs, key=lambda pair: ((place[pair[0]] + place[pair[1]]) % max(len(keys), 1), pair))


class OpenOrder:
    """More games where they tell most about the order, until it is settled.

    Everybody meets everybody first. Then more is played where the uncertainty of two authors whose places
    are open shrinks most for the time that it takes.

    Attributes
    ----------
    settled : bool
        Whether the whole order is clear.
    """

    def __init__(self) -> None:
        self.settled = False
        self._looks = 0
        self._look_at = 0
        self._open: dict[str, int] = {}
        self._overhead = _OVERHEAD

    def next(self, contest: Contest, seconds: float) -> list[Block]:
        """Return what to play in the next portion of the time that is left."""
        meetings = {pair: contest.meeting(pair) for pair in contest.pairs()}
        portion = max(seconds / _PORTIONS, _SHORTEST)
        if portion > seconds:
            return []
        self._learn(contest)
        thinking = {one.submission.key: one.spent / max(one.decided, 1) for one in contest.playing}
        cost = {
            pair: self._overhead + _DECISIONS * (thinking[pair[0]] + thinking[pair[1]]) for pair in meetings
        }
        fresh = [pair for pair, meeting in meetings.items() if not meeting.deals]
        if fresh:
            # The quick ones first. A pair with somebody slow begins with fewer deals.
            allowed = _FIRST_PART * seconds * _CORES / len(meetings)
            fresh.sort(key=lambda pair: (cost[pair], pair))
            wishes = [(pair, max(1, min(_FIRST, int(allowed / cost[pair])))) for pair in fresh]
            return self._fill(wishes, meetings, thinking, max(portion, _FIRST_PART * seconds))
        self._look(contest, sum(len(meeting.deals) for meeting in meetings.values()))
        if self.settled:
            return []
        worth = {pair: self._worth(pair, meeting) / cost[pair] for pair, meeting in meetings.items()}
        best = sorted(worth, key=lambda pair: (-worth[pair], pair))
        wishes = [(pair, min(_MANY, 2 * len(meetings[pair].deals))) for pair in best if worth[pair]]
        return self._fill(wishes, meetings, thinking, portion)

    def _fill(
        self,
        wishes: Sequence[tuple[Pair, int]],
        meetings: Mapping[Pair, Meeting],
        thinking: Mapping[str, float],
        portion: float,
    ) -> list[Block]:
        """Take as many of the wishes as fit into a portion of time; at least one.

        Who thinks slowly fills the time of their own two processes, not that of everybody.
        """
        blocks: list[Block] = []
        seconds = thought = 0.0
        own: dict[str, float] = dict.fromkeys(thinking, 0.0)
        for pair, wished in wishes:
            each = {key: _DECISIONS * thinking[key] for key in pair}
            # What still fits: into the time of all, into that of each of the two, into memory.
            fits = [
                (portion - seconds - thought / _CORES) / (self._overhead + sum(each.values()) / _CORES),
                *((portion * _SEATS - own[key]) / each[key] for key in pair if each[key]),
                _MOST_GAMES / 2 - sum(block.deals for block in blocks),
            ]
            deals = min(wished, int(min(fits)))
            if deals < 1:
                if blocks:
                    continue
                deals = 1
            blocks.append(Block(pair, meetings[pair].dealt, deals))
            seconds += deals * self._overhead
            thought += deals * sum(each.values())
            for key in pair:
                own[key] += deals * each[key]
        return blocks

    def _learn(self, contest: Contest) -> None:
        """Learn from the last wave how long a deal takes besides the thinking."""
        deals, took, thought = contest.last_wave or (0, 0.0, 0.0)
        if deals >= _TELLING:  # a small wave says more about its beginning and its end
            self._overhead = max(_OVERHEAD / 10, (took - thought / _CORES) / deals)

    def _look(self, contest: Contest, played: int) -> None:
        if played < self._look_at:
            return
        self._looks += 1
        self._look_at = math.ceil(played * _GROWTH) + 1
        chance = (1 - LEVEL_AFTER_LOOKS) / (self._looks * (self._looks + 1))  # these add up to it
        lines = standings(contest, 1 - chance)
        self._open = {line.name: line.worst - line.best for line in lines}
        self.settled = all(line.sure for line in lines)

    def _worth(self, pair: Pair, meeting: Meeting) -> float:
        undecided = self._open.get(pair[0], 0) + self._open.get(pair[1], 0)
        error, freedom = _error(meeting.advantages)
        return undecided * error / (freedom + 1)
