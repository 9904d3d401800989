"""Keeps several conversations with submissions going at once, no more than the machine can think for."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from skyjo_widgets.classroom.player import Answer, Gone, Mail, Player, end_all
from skyjo_widgets.engine import ARENA_RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Self

    from skyjo_widgets.classroom.collecting import Submission
    from skyjo_widgets.classroom.jail import Jail
    from skyjo_widgets.classroom.match import Chair, Wave
    from skyjo_widgets.engine import Rules

__all__ = ["Ask", "Conversation", "Limits", "Pace", "Slow", "Umpire"]


class Limits(NamedTuple):
    """How long things may take.

    Attributes
    ----------
    loading : float
        Seconds for loading a file.
    answer : float
        Seconds for one answer, besides what its decisions may take.
    move : float
        Seconds for a decision, on average.
    """

    loading: float = 10.0
    answer: float = 4.0
    move: float = 0.05

    def patience(self, decisions: int) -> float:
        """Return how long to wait for an answer with so many decisions."""
        return self.answer + 2 * self.move * decisions


_HEAD_START = 3.0  # seconds that do not count yet: the first calls of NumPy, a table that is filled once
_SHARED = 4  # a process that has a core to itself for a quarter of the time is not to blame for the rest


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a conversation."""

    player: Player
    kind: str
    content: Any
    seconds: float
    count: int = 0


Conversation: TypeAlias = "Generator[list[Ask], list[Answer | Gone], None]"
"""Yields questions for different players, is sent their answers in the same order."""


class Slow(NamedTuple):
    """A submission that thinks too long on average: seconds for each decision."""

    seconds: float


@dataclass
class Pace:
    """How long a process has thought.

    Attributes
    ----------
    limit : float
        Seconds for a decision, on average.
    thought, waited : float
        Seconds of its own work, and seconds by the clock.
    decided : int
        How many decisions.
    """

    limit: float
    thought: float = 0.0
    waited: float = 0.0
    decided: int = 0

    def add(self, answer: Answer) -> Slow | None:
        """Count an answer, and tell whether it has become too slow."""
        self.waited += answer.seconds
        self.thought += _used(answer)
        self.decided += len(answer.codes)
        took = max(self.thought, self.waited / _SHARED)
        return Slow(took / self.decided) if took > _HEAD_START + self.limit * self.decided else None


@dataclass
class _Talk:
    conversation: Conversation
    asked: list[Player]
    answers: dict[Player, Answer | Gone]


class Umpire:
    """Holds the processes of all submissions and talks to them.

    Parameters
    ----------
    jail : Jail
        How a process is started.
    lang : str
        In which language a submission's own errors are told.
    rules : Rules
        The options of all games.
    limits : Limits
        How long things may take.
    at_once : int, optional
        How many conversations go on side by side; by default one more than there are cores, so that each
        process that thinks has about a core.
    """

    def __init__(
        self,
        jail: Jail,
        lang: str,
        rules: Rules = ARENA_RULES,
        limits: Limits = Limits(),  # noqa: B008 - a constant
        at_once: int | None = None,
    ) -> None:
        self.jail = jail
        self.lang = lang
        self.rules = rules
        self.limits = limits
        self.mail = Mail()
        self.at_once = at_once or 1 + (os.cpu_count() or 1)
        self._players: dict[tuple[str, object], Player] = {}
        self._talks: list[_Talk] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end_all(self._players.values())
        self._players.clear()

    def seated(self, submission: Submission, place: object) -> Player | None:
        """Return the running process of a submission for a place, if there is one."""
        return self._players.get((submission.key, place))

    def seat(self, submission: Submission, place: object) -> tuple[Player, Ask]:
        """Start a process for a submission, and return it with the question that loads the file."""
        player = self._players[submission.key, place] = Player(self.jail, self.mail)
        content = {
            "source": submission.source,
            "file": submission.path.rsplit("/", 1)[-1],
            "notebook": submission.notebook,
            "lang": self.lang,
            "rules": {name: getattr(self.rules, name) for name in type(self.rules).__dataclass_fields__},
        }
        return player, Ask(player, "load", content, self.limits.loading)

    def dismiss(self, submission: Submission, place: object) -> None:
        """End the process of a submission for a place."""
        player = self._players.pop((submission.key, place), None)
        if player is not None:
            player.end()

    def play(
        self,
        wave: Wave,
        seat_of: Mapping[Chair, Player],
        gone: Callable[[Chair, Gone | Slow], None],
        until: float = float("inf"),
    ) -> bool:
        """Play a wave to its end.

        Parameters
        ----------
        wave : Wave
            The games.
        seat_of : mapping
            The loaded process of every chair.
        gone : callable
            Is told of a chair whose process has gone or is too slow; its author's games are dropped.
        until : float
            When to stop on the monotonic clock.

        Returns
        -------
        bool
            False if time was up before the end.
        """
        paces = {chair: Pace(self.limits.move) for chair in seat_of}
        chair_of = {player: chair for chair, player in seat_of.items()}
        busy: set[Chair] = set()
        try:
            while not wave.over:
                free = [chair for chair in wave.waiting if chair not in busy]
                # The longest queue first: the fuller a message, the less it costs.
                free.sort(key=lambda chair: (-len(wave.waiting[chair]), chair))
                for chair in free[: max(0, self.at_once - len(busy))]:
                    busy.add(chair)
                    questions = wave.questions(chair)
                    count = len(questions[1])
                    seconds = self.limits.patience(count)
                    seat_of[chair].ask("views", questions, seconds=seconds, count=count)
                player, answer = self.mail.next(until)
                if player is None or answer is None:
                    return False
                chair = chair_of[player]
                busy.discard(chair)
                verdict = answer if isinstance(answer, Gone) else paces[chair].add(answer)
                if verdict is not None:
                    wave.drop(chair[0])
                    gone(chair, verdict)
                elif isinstance(answer, Answer):
                    wave.answer(chair, answer.codes, answer.words)
        finally:
            # A process in the middle of an answer cannot be used again.
            for chair in busy:
                self._end_busy(seat_of[chair])
            for chair, pace in paces.items():
                wave.spent[chair[0]] = wave.spent.get(chair[0], 0.0) + pace.thought
                wave.decided[chair[0]] = wave.decided.get(chair[0], 0) + pace.decided
        return True

    def run(self, more: Callable[[], Conversation | None], until: float = float("inf")) -> None:
        """Talk until there is nothing more to say.

        Parameters
        ----------
        more : callable
            Gives the next conversation that may begin now, or None.
        until : float
            When to stop on the monotonic clock: conversations that are not finished then are dropped.
        """
        try:
            self._converse(more, until)
        finally:
            self._break_off()

    def _converse(self, more: Callable[[], Conversation | None], until: float) -> None:
        while time.monotonic() < until:
            while len(self._talks) < self.at_once and (conversation := more()) is not None:
                self._begin(conversation)
            if not self._talks:
                return
            player, answer = self.mail.next(until)
            if player is None or answer is None:
                return
            self._hear(player, answer)

    def _begin(self, conversation: Conversation) -> None:
        try:
            asks = next(conversation)
        except StopIteration:
            return
        self._talks.append(self._ask(_Talk(conversation, [], {}), asks))

    def _ask(self, talk: _Talk, asks: list[Ask]) -> _Talk:
        talk.asked = [ask.player for ask in asks]
        talk.answers = {}
        for ask in asks:
            ask.player.ask(ask.kind, ask.content, seconds=ask.seconds, count=ask.count)
        return talk

    def _hear(self, player: Player, answer: Answer | Gone) -> None:
        talk = next(talk for talk in self._talks if player in talk.asked and player not in talk.answers)
        talk.answers[player] = answer
        if len(talk.answers) < len(talk.asked):
            return
        try:
            asks = talk.conversation.send([talk.answers[player] for player in talk.asked])
        except StopIteration:
            self._talks.remove(talk)
        else:
            self._ask(talk, asks)

    def _break_off(self) -> None:
        """Drop what is not finished; a process in the middle of an answer cannot be used again."""
        busy = {player for talk in self._talks for player in talk.asked if player not in talk.answers}
        for talk in self._talks:
            talk.conversation.close()
        self._talks.clear()
        for player in busy:
            self._end_busy(player)

    def _end_busy(self, player: Player) -> None:
        self.mail.forget(player)
        player.end()
        self._players = {place: other for place, other in self._players.items() if other is not player}


def _used(answer: Answer) -> float:
    """Return how long a process says it has thought: at most what has passed since it was asked."""
    told = answer.words.get("used")
    return min(float(told), answer.seconds) if isinstance(told, float) and told >= 0 else answer.seconds
