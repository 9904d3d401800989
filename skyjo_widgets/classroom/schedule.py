"""Which games come next: all the same number for everybody, or more where the order is still open."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Protocol

from skyjo_widgets.arena.ranking import ranking, scores_of_pairs
from skyjo_widgets.classroom.match import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

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

_OVERHEAD = 0.005  # seconds for a deal, until it has been measured
_DECISIONS = 150  # in two games, for each of the two
_MOST_GAMES = 6000  # side by side: each takes some memory
_FIRST = 5  # deals of a pair in its first wave
_MANY = 25  # deals of a pair in any wave
_PORTIONS = 12  # of the time that is left
_SHORTEST = 1.0  # seconds
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
    return ranking(scores_of_pairs(keys, pairs), level)


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
        self._pace = _OVERHEAD  # seconds that a deal takes besides the thinking
        self._since = 0.0
        self._asked = 0

    def next(self, contest: Contest, seconds: float) -> list[Block]:
        """Return what to play in the next portion of the time that is left."""
        meetings = {pair: contest.meeting(pair) for pair in contest.pairs()}
        fresh = [pair for pair, meeting in meetings.items() if not meeting.deals]
        self._learn_the_pace()
        if fresh:
            blocks = [
                Block(pair, meetings[pair].dealt, _FIRST) for pair in fresh[: _MOST_GAMES // (2 * _FIRST)]
            ]
            return self._begin(blocks)
        self._look(contest, sum(len(meeting.deals) for meeting in meetings.values()))
        if self.settled:
            return []
        portion = max(seconds / _PORTIONS, _SHORTEST)
        if portion > seconds:
            return []
        thinking = {one.submission.key: one.spent / max(one.decided, 1) for one in contest.playing}
        cost = {pair: self._pace + _DECISIONS * (thinking[pair[0]] + thinking[pair[1]]) for pair in meetings}
        worth = {pair: self._worth(pair, meeting) / cost[pair] for pair, meeting in meetings.items()}
        blocks = []
        for pair in sorted(worth, key=lambda pair: (-worth[pair], pair)):
            if not worth[pair] or portion <= 0 or 2 * sum(b.deals for b in blocks) > _MOST_GAMES:
                break
            deals = min(_MANY, len(meetings[pair].deals))
            blocks.append(Block(pair, meetings[pair].dealt, deals))
            portion -= deals * cost[pair]
        return self._begin(blocks)

    def _begin(self, blocks: list[Block]) -> list[Block]:
        self._since, self._asked = time.monotonic(), sum(block.deals for block in blocks)
        return blocks

    def _learn_the_pace(self) -> None:
        if self._asked:
            self._pace = (time.monotonic() - self._since) / self._asked

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
        values = meeting.advantages
        count = len(values) + _IMAGINARY
        mean = math.fsum(values) / count
        spread = (math.fsum((value - mean) ** 2 for value in values) + _IMAGINARY) / count
        return undecided * spread / count**2
