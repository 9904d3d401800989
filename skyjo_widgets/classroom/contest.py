"""The class tournament: everybody is tried, everybody meets everybody, more is played where it is open."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from skyjo_widgets import strategies
from skyjo_widgets.classroom.collecting import Problem
from skyjo_widgets.classroom.match import Block, Played, Wave, seed_of_pair
from skyjo_widgets.classroom.mistakes import gone_problem, load_problem, mistake_problem
from skyjo_widgets.classroom.player import Answer, Gone
from skyjo_widgets.classroom.umpire import ANSWER_SECONDS, MOVE_SECONDS, Ask, Pace, Slow
from skyjo_widgets.engine import SLOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from skyjo_widgets.classroom.collecting import Submission
    from skyjo_widgets.classroom.player import Player
    from skyjo_widgets.classroom.schedule import Plan
    from skyjo_widgets.classroom.umpire import Conversation, Umpire

__all__ = ["Contest", "Entrant", "Meeting"]

TRIAL_DEALS = 2
_SEATS = (0, 1)
_HOUSE = "house"  # who plays against everybody in the trial: a strategy of our own
_STRIKES = 2  # how often a process may fail in the middle of the games before its author is out
_MOST_TOLD = 3  # mistakes that are told in words
PRACTICE_SECONDS = 40.0


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
    printed : int
        Characters it has printed.
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
    printed: int = 0
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

    # -- Trial --------------------------------------------------------------------------------------

    def try_all(self, umpire: Umpire, until: float = float("inf")) -> None:
        """Load every submission and let it play a few games, so that only what plays takes part."""
        waiting = [one for one in self.entrants if one.problem is None and not one.tried]
        umpire.run(lambda: self._trial(umpire, waiting.pop(0)) if waiting else None, until)

    def _trial(self, umpire: Umpire, one: Entrant) -> Conversation:
        key = one.submission.key
        player, loading = umpire.seat(one.submission, "trial")
        try:
            (answer,) = yield [loading]
            if isinstance(answer, Gone):
                one.problem = gone_problem(answer, "loading")
                return
            one.problem = load_problem(answer.words)
            if one.problem is not None:
                return
            _take_in(one, answer.words)
            pair = (key, _HOUSE)
            openings = {key: one.opening, _HOUSE: (0, 1)}
            wave = Wave(
                [Block(pair, 0, TRIAL_DEALS)], {pair: seed_of_pair(self.seed, pair)}, openings, umpire.rules
            )
            pace = Pace()
            for seat in _SEATS:
                chair = (key, seat)
                wave.play_here(_HOUSE, strategies.greedy)
                while chair in wave.waiting:
                    questions = wave.questions(chair)
                    count = len(questions[1])
                    (answer,) = yield [
                        Ask(player, "views", questions, ANSWER_SECONDS + 2 * MOVE_SECONDS * count, count)
                    ]
                    verdict = answer if isinstance(answer, Gone) else pace.add(answer)
                    if verdict is not None:
                        one.problem = gone_problem(verdict, "playing")
                        return
                    wave.answer(chair, answer.codes, answer.words)  # type: ignore[union-attr]
                    wave.play_here(_HOUSE, strategies.greedy)
            games = [game for _, deals in wave.results() for deal in deals for game in deal]
            wrong = [mistake_problem(game.mistake, umpire.lang) for game in games if game.mistake is not None]
            if len(wrong) == len(games):
                one.problem = wrong[0]
            one.tried = one.problem is None
        finally:
            umpire.dismiss(one.submission, "trial")

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

        A wave that is not finished when time is up is forgotten, except if it is the first: stopped games
        are short games, and to count those alone would not be fair.
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
            try:
                finished = umpire.play(
                    wave, players, lambda chair, why: self._strike(umpire, chair, why), until
                )
            finally:
                if finished or not any(meeting.deals for meeting in self.meetings.values()):
                    self._count(wave, umpire.lang)
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
            one.problem = gone_problem(why, "playing")

    def _count(self, wave: Wave, lang: str) -> None:
        for block, deals in wave.results():
            meeting = self.meeting(block.pair)
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
        umpire.run(lambda: self._practice(umpire, waiting.pop(0)) if waiting else None, until)

    def _practice(self, umpire: Umpire, one: Entrant) -> Conversation:
        place = "practice"
        player, loading = umpire.seat(one.submission, place)
        (answer,) = yield [loading]
        if isinstance(answer, Answer) and "problem" not in answer.words:
            (answer,) = yield [Ask(player, "check", {"lang": umpire.lang}, PRACTICE_SECONDS)]
        if isinstance(answer, Answer):
            one.feedback = {
                str(key): value if isinstance(value, bool) else str(value)[:6000]
                for key, value in answer.words.items()
                if key in ("ok", "text")
            }
        umpire.dismiss(one.submission, place)


def _take_in(one: Entrant, words: dict[str, Any]) -> None:
    one.name = str(words.get("name", ""))[:80]
    wish = words.get("opening")
    if isinstance(wish, list) and all(type(slot) is int and slot in SLOTS for slot in wish):
        match wish:
            case [first, second] if first != second:
                one.opening = (first, second)
    if words.get("notes"):
        one.notes.append(Problem("classroom.note.notebook"))
