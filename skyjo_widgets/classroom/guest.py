"""The program that runs one submission, in a process of its own: it loads the file and answers views.

It holds no game: the umpire, in another process, deals and judges, and sends what a player may know.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import os
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any, BinaryIO

from skyjo_widgets.classroom.confine import confine
from skyjo_widgets.classroom.loading import Loaded, load
from skyjo_widgets.classroom.wire import CODES, FAILED, HEADER, asked, views_of
from skyjo_widgets.engine import Move, Rules
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.words import set_language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skyjo_widgets.engine import View

__all__ = ["main"]

_LONGEST = 300  # characters of anything that is told about a mistake
_MOST_TOLD = 20  # mistakes told in words; the rest are counted


class _Nowhere(io.TextIOBase):
    """Where `print` writes to: the text is dropped."""

    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


class _Guest:
    """One submission and the games it is playing."""

    def __init__(self, answers: BinaryIO) -> None:
        self.answers = answers
        self.loaded: Loaded | None = None
        self.shown = ""
        self.rules = Rules()
        self.dice: list[Dice] = []

    def load(self, content: dict[str, Any]) -> None:
        """Load a submission; tell its name and its opening, or what is wrong with it."""
        set_language(content["lang"])
        self.shown = f"<{content['file']}>"
        self.rules = Rules(**content["rules"])
        try:
            self.loaded = load(content["source"], content["file"], notebook=content["notebook"])
            told: dict[str, Any] = {
                "name": self.loaded.name,
                "opening": list(self.loaded.opening),
                "notes": self.loaded.notes,
            }
        except BaseException as error:  # noqa: BLE001 - a file may raise anything, SystemExit too
            told = {"problem": _problem(error, self.shown)}
        self.answer(b"", told)

    def views(self, keys: Sequence[bytes], questions: Sequence[Any]) -> None:
        """Answer one view after another; a mistake spoils only its own game."""
        if keys:
            self.dice = [Dice.from_key(key) for key in keys]
        begun = time.perf_counter()
        strategy = self.loaded.strategy if self.loaded else None
        codes = bytearray()
        mistakes: list[dict[str, Any]] = []
        for place, view in enumerate(views_of(questions, self.rules, self.dice)):
            code, mistake = _decision(strategy, view, self.shown)
            codes.append(code)
            if mistake:
                mistakes.append({"place": place, **mistake})
        told: dict[str, Any] = {"used": time.perf_counter() - begun}
        if mistakes:
            told["mistakes"] = mistakes[:_MOST_TOLD]
        self.answer(bytes(codes), told)

    def check(self, content: dict[str, Any]) -> None:
        """Run the learner's own `check` and send what it says. Its practice games count nowhere."""
        from skyjo_widgets.classroom.practice import practice  # noqa: PLC0415 - only when asked for

        assert self.loaded is not None  # noqa: S101 - only a loaded file is checked
        try:
            told = practice(self.loaded, content["lang"])
        except BaseException as error:  # noqa: BLE001 - exit() in a strategy, for one
            told = {"problem": _problem(error, self.shown)}
        self.answer(b"", told)

    def answer(self, codes: bytes, words: dict[str, Any]) -> None:
        """Send a frame back."""
        body = codes + (json.dumps(words).encode() if words else b"")
        self.answers.write(HEADER.pack(len(body)) + body)
        self.answers.flush()


def _decision(
    strategy: Callable[[View], object] | None, view: View, shown: str
) -> tuple[int, dict[str, Any]]:
    """Return the code of a move, or `FAILED` and what went wrong."""
    try:
        move = strategy(view)  # type: ignore[misc]
        code = CODES.get(move) if type(move) is Move else None  # type() can't be lied to
        if code is not None:
            return code, {}
        return FAILED, {"got": _short(move), "type": type(move).__name__[:_LONGEST]}
    except BaseException as error:  # noqa: BLE001 - a strategy may raise anything, SystemExit too
        return FAILED, _problem(error, shown)


def _problem(error: BaseException, shown: str) -> dict[str, Any]:
    """Return what there is to say about an error of the submission, as plain short texts."""
    problem: dict[str, Any] = {"raised": type(error).__name__[:_LONGEST], "says": _text(error)}
    with contextlib.suppress(Exception):
        frames = traceback.extract_tb(error.__traceback__)
        theirs = [frame for frame in frames if frame.filename == shown]
        if theirs:
            problem["line"] = theirs[-1].lineno
            problem["source"] = (theirs[-1].line or "").strip()[:_LONGEST]
        elif isinstance(error, SyntaxError) and error.lineno:
            problem["line"] = error.lineno
            problem["source"] = (error.text or "").strip()[:_LONGEST]
    return problem


def _text(error: BaseException) -> str:
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)[:_LONGEST]
    except Exception:  # noqa: BLE001 - a learner's error may have a broken __str__
        return ""


def _short(value: object) -> str:
    try:
        return repr(value)[:_LONGEST]
    except Exception:  # noqa: BLE001 - a learner's object may have a broken repr
        return ""


def main() -> None:
    """Answer the umpire until it closes the pipe.

    The umpire writes to file descriptor 0 and reads from 1. Both are moved away before foreign code
    runs, so that `print` and `input` cannot touch them.
    """
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), _Nowhere(), _Nowhere()
    vars(builtins).update(
        exit=sys.exit, quit=sys.exit
    )  # as in a notebook, so that a call of it is told as one
    guest = _Guest(answers)
    while header := questions.read(HEADER.size):
        kind, content = asked(questions.read(HEADER.unpack(header)[0]))
        if kind == "confine":
            guest.answer(b"", {"worked": confine(**content)})
        elif kind == "load":
            guest.load(content)
        elif kind == "views":
            guest.views(*content)
        elif kind == "check":
            guest.check(content)
        elif kind == "probe":
            from skyjo_widgets.classroom.probe import probe  # noqa: PLC0415 - only when asked for

            guest.answer(b"", probe(**content))
