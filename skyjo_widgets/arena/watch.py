"""Notices a strategy that never answers, without slowing down those that do.

A second thread looks a few times a second at what the playing thread is doing. As long as it finds another
call of a strategy each time, all is well. If it finds the very same call for longer than the patience, an
exception is raised inside that call. Ordinary decisions take microseconds, so only code that has lost its
way is ever stopped, and a result does not depend on how quick the machine is.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

import skyjo_widgets.engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["OutOfTime", "Watch"]

T = TypeVar("T")

_ENGINE = str(Path(skyjo_widgets.engine.__file__).parent) + os.sep
_LOOKS = 10  # within the patience
_SLEEPERS = 2  # looks after which a call that waits in the system is woken by a signal


class OutOfTime(BaseException):  # a strategy's own "except Exception" shall not catch it
    """A strategy did not answer within the patience of the watch."""


class Watch:
    """Raises `OutOfTime` in a call of a strategy that lasts longer than `patience` seconds.

    What it can stop is Python code, in any thread, and in the main thread of a process on Linux and macOS
    also a call that waits in the operating system (``time.sleep``, ``input``). A strategy that catches
    every exception for ever, or hangs inside a compiled library, can only be stopped from outside: by
    interrupting the kernel, or by playing it in another process.

    Parameters
    ----------
    patience : float
        Seconds that one decision may take.

    Examples
    --------
    >>> with Watch(patience=5) as watch:
    ...     watch.play(max, 1, 2)
    2
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._thread = 0
        self._fired = 0
        self._woken = False
        self._playing = False
        self._done = threading.Event()

    def __enter__(self) -> Self:
        self._thread = threading.get_ident()
        threading.Thread(target=self._look_on, name="skyjo watch", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()

    def play(self, game: Callable[..., T], *args: object, **options: object) -> T:
        """Return ``game(*args, **options)``, a function that calls strategies.

        Raises
        ------
        OutOfTime
            If a strategy had to be stopped.
        """
        self._playing = True
        try:
            return game(*args, **options)
        except KeyboardInterrupt as interrupt:
            if self._woken:  # it was our own signal
                raise OutOfTime().with_traceback(interrupt.__traceback__) from None
            raise
        finally:
            self._playing = False
            if self._fired:
                # An exception that is only taken back leaves CPython 3.11 waiting for it for ever, as soon as
                # anything traces (a debugger, a coverage measurement, `check`): so let it come, here. Until
                # it has come, no function written in Python may be called.
                try:
                    thread, stop = ctypes.c_ulong(self._thread), ctypes.py_object(OutOfTime)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, stop)
                    while True:
                        pass
                except OutOfTime:
                    self._fired = 0
                    self._woken = False

    def _look_on(self) -> None:
        seen: FrameType | None = None
        looks = 0  # not seconds: while the whole process is held up, nobody looks either
        while not self._done.wait(self.patience / _LOOKS):
            # The playing thread stands still while this one runs: what is found is still true below.
            call = self._call_of_a_strategy() if self._playing else None
            looks = looks + 1 if call is not None and call is seen else 0
            seen = call
            if looks >= _LOOKS:
                self._stop()
            del call

    def _call_of_a_strategy(self) -> FrameType | None:
        """Return the frame in which the playing thread left the engine, if it has."""
        calls = list(_outwards(sys._current_frames().get(self._thread)))  # noqa: SLF001 - made for this
        inwards = iter(reversed(calls))
        for frame in inwards:
            if frame.f_code is Watch.play.__code__:
                break
        return next((frame for frame in inwards if not frame.f_code.co_filename.startswith(_ENGINE)), None)

    def _stop(self) -> None:
        self._fired += 1
        in_main = self._thread == threading.main_thread().ident
        if self._fired <= _SLEEPERS or not (in_main and _can_be_woken()):
            self._raise_there(OutOfTime)
        else:
            # It waits in the system: there only a signal is noticed, and one exception is enough.
            self._raise_there(None)
            self._woken = True
            with contextlib.suppress(OSError):
                signal.pthread_kill(self._thread, signal.SIGINT)

    def _raise_there(self, error: type[BaseException] | None) -> None:
        what = None if error is None else ctypes.py_object(error)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), what)


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _can_be_woken() -> bool:
    return hasattr(signal, "pthread_kill") and signal.getsignal(signal.SIGINT) is signal.default_int_handler
