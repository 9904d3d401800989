"""A submission seen from the umpire: a process that is asked for moves, watched, and ended if need be.

Each process has a thread that writes questions and reads answers, so that a process that does not answer
holds nobody up; the same works on every system. The umpire alone watches the clock.
"""

from __future__ import annotations

import subprocess
import threading
import time
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.classroom.wire import HEADER, MOST_WORDS, WireError, question, understood

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from skyjo_widgets.classroom.jail import Jail

__all__ = ["Answer", "Gone", "Mail", "Player", "ask_and_wait", "end_all"]

_PATIENCE = 3.0  # seconds between ending a process and forgetting it


class Answer(NamedTuple):
    """What came back: the codes of moves, what it said besides, and how long it took (seconds)."""

    codes: bytes
    words: dict[str, Any]
    seconds: float


@dataclass(frozen=True, slots=True)
class Gone:
    """A process that will not answer any more.

    Parameters
    ----------
    reason : str
        ``"time"``, ``"ended"``, ``"killed"``, ``"noise"`` or ``"start"``: the name of a text under
        ``classroom.gone``.
    code : int
        Its exit code, or the number of the signal.
    """

    reason: str
    code: int = 0


class Mail:
    """Answers of all players, in the order in which they come, and the clock."""

    def __init__(self) -> None:
        self._box: SimpleQueue[tuple[Player, Answer | Gone]] = SimpleQueue()
        self._waiting: dict[Player, float] = {}

    def expect(self, player: Player, seconds: float) -> None:
        """Note that `player` has been asked and has so many seconds."""
        self._waiting[player] = time.monotonic() + seconds

    def deliver(self, player: Player, what: Answer | Gone) -> None:
        """Put an answer into the box. Called from the players' threads."""
        self._box.put((player, what))

    @property
    def waiting(self) -> int:
        """How many players have not answered yet."""
        return len(self._waiting)

    def next(self, until: float = float("inf")) -> tuple[Player, Answer | Gone] | tuple[None, None]:
        """Wait for the next answer, or until a time of the monotonic clock: then it is a pair of None.

        Whoever lets the clock run out is ended.
        """
        while (now := time.monotonic()) < until:
            first = min(self._waiting.values())
            try:
                player, what = self._box.get(timeout=max(0.0, min(first - now, until - now, 1.0)))
            except Empty:
                late = [p for p, last in self._waiting.items() if last <= time.monotonic()]
                for player in late:
                    player.end("time")
                    # Something that it has started may hold the pipe open for ever.
                    if self._waiting[player] + _PATIENCE <= time.monotonic():
                        del self._waiting[player]
                        return player, Gone("time")
                continue
            if self._waiting.pop(player, None) is not None:
                return player, what
        return None, None

    def forget(self, player: Player) -> None:
        """Stop waiting for a player that was ended on purpose."""
        self._waiting.pop(player, None)


class Player:
    """One process for one submission.

    Parameters
    ----------
    jail : Jail
        How to start it.
    mail : Mail
        Where its answers go.

    Attributes
    ----------
    confined : tuple of str
        What the process has given up before it loaded anything: see `confine`.
    """

    def __init__(self, jail: Jail, mail: Mail) -> None:
        self._jail = jail
        self._mail = mail
        self._reason = ""
        self.confined: tuple[str, ...] = ()
        self._questions: SimpleQueue[tuple[bytes, int] | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def ask(self, kind: str, content: object, *, seconds: float, count: int = 0) -> None:
        """Send a question; the answer, or `Gone`, comes with the mail.

        Parameters
        ----------
        kind : str
            What the guest understands: ``"load"``, ``"block"``, ``"views"``, ...
        content : object
            Plain data.
        seconds : float
            How long it may take.
        count : int
            How many moves are expected.
        """
        self._mail.expect(self, seconds)
        self._questions.put((question(kind, content), count))

    def end(self, reason: str = "stopped") -> None:
        """End the process and everything that it has started."""
        with self._lock:
            self._reason = self._reason or reason
            if self._process is not None:
                self._jail.kill(self._process)
        self._questions.put(None)

    def wait_end(self, seconds: float = 5.0) -> None:
        """Wait until nothing of the process is left."""
        self._thread.join(seconds)

    # -- In the thread ------------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            with self._lock:
                if not self._reason:
                    self._process = self._jail.start()
            if self._process is not None:
                self._converse(self._process)
        except OSError:
            self._reason = self._reason or "start"
            self._mail.deliver(self, Gone("start"))
        finally:
            if self._process is not None:
                self._jail.clean_up(self._process)

    def _converse(self, process: subprocess.Popen[bytes]) -> None:
        confined = False
        while (item := self._questions.get()) is not None:
            frame, count = item
            try:
                if not confined:
                    words = _exchange(process, question("confine", self._jail.confinement(process)), 0)[1]
                    self.confined, confined = tuple(words["worked"]), True
                begun = time.monotonic()
                codes, words = _exchange(process, frame, count)
            except WireError:
                return self._gone(process, "noise")
            except (OSError, EOFError, ValueError):
                return self._gone(process, "ended")
            self._mail.deliver(self, Answer(codes, words, time.monotonic() - begun))
        return None

    def _gone(self, process: subprocess.Popen[bytes], reason: str) -> None:
        with self._lock:
            told = self._reason or reason
            self._reason = told
            # A process that has closed its pipe may have its exit code ready in a moment.
            code: int | None = None
            if told == "ended":
                try:
                    code = process.wait(0.5)
                except subprocess.TimeoutExpired:
                    code = None
            self._jail.kill(process)
        signals = 128  # bubblewrap and shells add this to the number of a signal
        if code is not None and (code < 0 or code > signals):
            self._mail.deliver(self, Gone("killed", -code if code < 0 else code - signals))
        else:
            self._mail.deliver(self, Gone(told, code or 0))


def ask_and_wait(player: Player, mail: Mail, kind: str, content: object, seconds: float) -> Answer | Gone:
    """Ask one player one thing while nobody else is asked."""
    player.ask(kind, content, seconds=seconds)
    answer = mail.next()[1]
    assert answer is not None  # noqa: S101 - it waits for ever
    return answer


def end_all(players: Iterable[Player]) -> None:
    """End all and wait until nothing is left of them."""
    everyone = list(players)
    for player in everyone:
        player.end()
    for player in everyone:
        player.wait_end()


def _exchange(process: subprocess.Popen[bytes], frame: bytes, count: int) -> tuple[bytes, dict[str, Any]]:
    _write(process.stdin, frame)
    return understood(_read(process.stdout, count + MOST_WORDS), count)


def _write(pipe: IO[bytes] | None, frame: bytes) -> None:
    if pipe is None:
        raise EOFError
    sent = 0
    while sent < len(frame):
        sent += pipe.write(frame[sent:]) or 0


def _read(pipe: IO[bytes] | None, most: int) -> bytes:
    length = HEADER.unpack(_exactly(pipe, HEADER.size))[0]
    if length > most:
        raise WireError
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes] | None, count: int) -> bytes:
    if pipe is None:
        raise EOFError
    parts = []
    while count:
        part = pipe.read(count)
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
