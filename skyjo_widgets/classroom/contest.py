"""The class tournament: everybody is tried, everybody meets everybody, more is played where it is open."""

from __future__ import annotations

import time
from itertools import combinations
from typing import TYPE_CHECKING

from skyjo_widgets.classroom.entrants import Entrant, Meeting
from skyjo_widgets.classroom.match import Wave
from skyjo_widgets.classroom.mistakes import gone_problem, mistake_problem
from skyjo_widgets.classroom.played import seed_of_pair
from skyjo_widgets.classroom.player import Answer, Gone
from skyjo_widgets.classroom.trial import practice, trial
from skyjo_widgets.classroom.umpire import Slow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skyjo_widgets.classroom.collecting import Submission
    from skyjo_widgets.classroom.played import Played
    from skyjo_widgets.classroom.player import Player
    from skyjo_widgets.classroom.schedule import Plan
    from skyjo_widgets.classroom.umpire import Conversation, Umpire

__all__ = ["Contest"]

_SEATS = (0, 1)
_STRIKES = 2  # how often a process may fail in the middle of the games before its author is out
_MOST_TOLD = 3  # mistakes that are told in words


class Contest:
    """A class tournament that can be continued.

    Parameters
    ----------
    submissions : iterable of Submission
        What was handed in.
    seed : int
        All cards follow from it. Who knows it knows the cards: it is not on the page.
    known : Contest, optional
        An earlier run: what has not changed since is not played again.
    """

    def __init__(self, submissions: Iterable[Submission], seed: int, known: Contest | None = None) -> None:
        self.seed = seed
        before = (
            {}
            if known is None
            else {one.submission.key: one for one in known.entrants if one.tried or one.problem}
        )
        self.entrants: list[Entrant] = []
        for submission in submissions:
            old = before.get(submission.key)
            if old is not None and submission.problem is None:
                old.submission = submission
                self.entrants.append(old)
            else:
                self.entrants.append(Entrant(submission, submission.problem))
        self.by_key = {one.submission.key: one for one in self.entrants if one.submission.problem is None}
        self.meetings: dict[tuple[str, str], Meeting] = {}
        if known is not None:
            self.meetings = {
                pair: meeting for pair, meeting in known.meetings.items() if set(pair) <= set(self.by_key)
            }
        self.stopped = False
        self.last_wave: tuple[int, float, float] | None = None  # deals, seconds, seconds of thinking

    # -- Trial --------------------------------------------------------------------------------------

    def try_all(self, umpire: Umpire, until: float = float("inf")) -> None:
        """Load every submission and let it play a few games, so that only what plays takes part."""
        waiting = [one for one in self.entrants if one.problem is None and not one.tried]
        umpire.run(lambda: trial(umpire, waiting.pop(0), self.seed) if waiting else None, until)

    # -- Games --------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[Entrant]:
        """Who takes part."""
        return [one for one in self.entrants if one.plays]

    def play(
        self,
        umpire: Umpire,
        plan: Plan,
        until: float = float("inf"),
        told: Callable[[int], None] | None = None,
    ) -> None:
        """Let everybody meet everybody, as the plan says; `told` hears after each wave of how many games.

        A wave that is not finished when time is up is forgotten: the games that are over are the short ones,
        and to count those alone would not be fair. Only two who have not met before keep what they have.
        """
        while time.monotonic() < until and (blocks := plan.next(self, until - time.monotonic())):
            for block in blocks:
                self.meeting(block.pair).dealt = block.first + block.deals
            seeds = {block.pair: self.meeting(block.pair).seed for block in blocks}
            keys = sorted({key for pair in seeds for key in pair})
            players = self._sit_down(umpire, keys, until)
            if players is None:
                return
            openings = {key: self.by_key[key].opening for key in keys}
            here = [block for block in blocks if all(self.by_key[key].plays for key in block.pair)]
            wave = Wave(here, seeds, openings, umpire.rules)
            finished = False
            begun = time.monotonic()
            try:
                finished = umpire.play(
                    wave, players, lambda chair, why: self._strike(umpire, chair, why), until
                )
            finally:
                self._count(wave, umpire.lang, finished=finished)
                thought = sum(wave.spent.values())
                self.last_wave = sum(block.deals for block in here), time.monotonic() - begun, thought
            if told is not None:
                told(sum(2 * len(meeting.deals) for meeting in self.meetings.values()))

    def _sit_down(
        self, umpire: Umpire, keys: list[str], until: float
    ) -> dict[tuple[str, int], Player] | None:
        """Start the processes that are not running yet; None if time is up before they are there."""
        waiting = [
            (key, seat)
            for key in keys
            for seat in _SEATS
            if not umpire.seated(self.by_key[key].submission, seat)
        ]
        umpire.run(lambda: self._seating(umpire, *waiting.pop(0)) if waiting else None, until)
        players = {}
        for key in keys:
            for seat in _SEATS:
                player = umpire.seated(self.by_key[key].submission, seat)
                if player is not None:
                    players[key, seat] = player
                elif self.by_key[key].plays:
                    return None
        return players

    def _seating(self, umpire: Umpire, key: str, seat: int) -> Conversation:
        one = self.by_key[key]
        while one.plays:
            _, loading = umpire.seat(one.submission, seat)
            (answer,) = yield [loading]
            if isinstance(answer, Answer) and "problem" not in answer.words:
                return
            self._strike(umpire, (key, seat), answer if isinstance(answer, Gone) else Gone("noise"))

    def _strike(self, umpire: Umpire, chair: tuple[str, int], why: Gone | Slow) -> None:
        one = self.by_key[chair[0]]
        umpire.dismiss(one.submission, chair[1])
        one.strikes += 1
        if one.strikes >= _STRIKES or isinstance(why, Slow):
            one.problem = gone_problem(why, "playing", umpire.limits)

    def _count(self, wave: Wave, lang: str, *, finished: bool) -> None:
        for block, deals in wave.results():
            meeting = self.meeting(block.pair)
            if not finished and meeting.deals:
                continue
            meeting.deals += deals
            for seating in _SEATS:
                both = [self.by_key[key] for key in (block.pair, block.pair[::-1])[seating]]
                for deal in deals:
                    self._note(both, deal[seating], lang)
        for key, decided in wave.decided.items():
            self.by_key[key].decided += decided
            self.by_key[key].spent += wave.spent[key]

    def meeting(self, pair: tuple[str, str]) -> Meeting:
        """Return the games of two keys, so far."""
        if pair not in self.meetings:
            self.meetings[pair] = Meeting(pair, seed_of_pair(self.seed, pair))
        return self.meetings[pair]

    def pairs(self) -> list[tuple[str, str]]:
        """Return all pairs of keys that take part, each ascending."""
        return list(combinations(sorted(one.submission.key for one in self.playing), 2))

    def _note(self, both: list[Entrant], game: Played, lang: str) -> None:
        if game.loser is None or game.mistake is None:
            return
        one = both[game.loser]
        one.faults += 1
        problem = mistake_problem(game.mistake, lang)
        if len(one.told) < _MOST_TOLD and problem.key not in {known.key for known in one.told}:
            one.told.append(problem)

    # -- Feedback -----------------------------------------------------------------------------------

    def practise(self, umpire: Umpire, until: float = float("inf")) -> None:
        """Let `check` look at every submission that can be loaded."""
        waiting = [one for one in self.entrants if one.name and not one.feedback]
        umpire.run(lambda: practice(umpire, waiting.pop(0)) if waiting else None, until)
