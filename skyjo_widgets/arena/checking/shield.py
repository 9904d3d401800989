"""Keeps a call away from the screen and the keyboard: nothing is printed, and nobody waits for input."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["PRINTED", "Printed", "no_display", "shielded"]

PRINTED = 200
"""Lines that may be printed in one decision."""

_CHARACTERS = 100 * PRINTED  # that may be printed in one decision


class Printed(io.TextIOBase):
    """Takes what a strategy prints: keeps the first line, counts them all."""

    def __init__(self, stop: Callable[[str, str], None]) -> None:
        self.lines = 0
        self.first = ""
        self._stop = stop
        self.begin()

    def begin(self) -> None:
        """Begin to count for another call."""
        self._lines = self._characters = 0

    def writable(self) -> bool:
        """Say yes: it is written to."""
        return True

    def write(self, text: str) -> int:
        """Count the lines of `text`, and stop the call when there are too many."""
        if not self.lines and len(self.first) < io.DEFAULT_BUFFER_SIZE:
            self.first += text.partition("\n")[0]
        lines = text.count("\n")
        self.lines += lines
        self._lines += lines
        self._characters += len(text)
        if self._lines > PRINTED or self._characters > _CHARACTERS:
            self._stop("printing", "print()")
        return len(text)


class _NobodyThere(io.TextIOBase):
    """Stands where the keyboard is: whoever reads from it is stopped."""

    def __init__(self, stop: Callable[[str, str], None]) -> None:
        self._stop = stop

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        del size
        self._stop("input", "sys.stdin.readline()")
        return ""

    def read(self, size: int | None = -1, /) -> str:
        del size
        self._stop("input", "sys.stdin.read()")
        return ""


@contextlib.contextmanager
def shielded(printed: io.TextIOBase, stop: Callable[[str, str], None]) -> Iterator[None]:
    """Lead output to `printed` and let nobody read from the keyboard, for the time of one call."""
    keyboard = sys.stdin
    sys.stdin = _NobodyThere(stop)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            yield
    finally:
        sys.stdin = keyboard


@contextlib.contextmanager
def no_display(printed: Printed) -> Iterator[None]:
    """Keep what is given to a notebook's ``display()`` out of the notebook, and count it as printed."""
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        yield
        return
    from IPython.utils.capture import capture_output  # noqa: PLC0415 - only where IPython runs anyway

    with capture_output(stdout=False, stderr=False, display=True) as kept:
        yield
    printed.lines += len(kept.outputs)
