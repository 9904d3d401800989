"""Calls a strategy carefully: it can't run for ever, wait for somebody, print, or end the program.

Python's own hooks for debuggers and profilers count the lines that a call executes and see each function of
Python's own library before it begins. So an endless loop is stopped on every platform, with the line where
it was, and ``input()``, ``time.sleep()`` or ``os._exit()`` are refused instead of run. Whatever hook was
there before (a debugger, a coverage measurement) is put back after each call.

What can't be stopped from inside a process is one long call of a compiled function, such as
``sum(itertools.count())``: the kernel has to be interrupted.
"""

from __future__ import annotations

import builtins
import dis
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.arena.checking.lines import Place, places_of
from skyjo_widgets.arena.checking.own_code import is_own_frame
from skyjo_widgets.arena.checking.shield import Printed, shielded
from skyjo_widgets.arena.watch import OutOfTime, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType, FrameType

__all__ = ["LINES", "Answer", "Budget", "Stopped"]

LINES = 8_000_000
"""Lines of Python that one decision may execute: a third of a second, two or three under these eyes.

All of the strongest rung of the ladder, copied into a cell, needs up to five million.
"""

_LOOKED_AT = 20_000  # lines that are counted one by one at the end, to see which loop does not end
_TIMED = 0.5  # seconds after which the speed is known well enough
_ONE_LINE_PASS = 3  # lines that a pass of a loop on one line is counted as


class Stopped(BaseException):
    """Ends a call that has used up its budget or tried what is not allowed.

    A bare ``except:`` in the strategy may catch it. Python turns off a hook that raises, so the hook is put
    back when the caught exception is dropped, and the next line raises again, until the call is over.
    """

    def __init__(self, again: Callable[[], None]) -> None:
        super().__init__()
        self._again = again

    def __del__(self) -> None:
        self._again()


class Answer(NamedTuple):
    """What came of one call.

    Attributes
    ----------
    value : object
        What was returned; None if the call did not return.
    error : BaseException or None
        What was raised.
    stopped : str or None
        Why the call was ended: ``"lines"``, ``"seconds"``, ``"printing"``, ``"input"``, ``"sleep"``,
        ``"leaving"`` or ``"debugger"``.
    culprit : str
        The call that was refused, as people write it: ``"time.sleep()"``.
    places : tuple of Place
        Where in the learner's code the call was ended, or where its error came from, the outermost first.
    caught : tuple of (BaseException, Place), or None
        The last error of its own that the learner's code has caught.
    lines : int
        How many lines of Python were executed.
    seconds : float
        How long it took, of the time of the processor.
    """

    value: object
    error: BaseException | None
    stopped: str | None
    culprit: str
    places: tuple[Place, ...]
    caught: tuple[BaseException, Place] | None
    lines: int
    seconds: float


class Budget:
    """Calls a function with one argument, within limits.

    Parameters
    ----------
    watch : Watch
        Looks at the clock.
    own_file : str
        A file that counts as the learner's, wherever it lies.
    lines : int, optional
        How many lines of Python a call may execute; by default `LINES`.
    """

    def __init__(self, watch: Watch, own_file: str = "", lines: int | None = None) -> None:
        self.printed = Printed(self._stop)
        self.lines = LINES if lines is None else lines
        self.own_file = own_file
        self.used_lines = 0
        self.random_module: str | None = None
        self.counts: dict[tuple[CodeType, int], int] = {}
        self.watch = watch
        self._stopped: str | None = None
        self._culprit = ""
        self._running = False
        self._refused_code = dict(_refused_code())

    def call(self, function: Callable[..., object], *arguments: object) -> Answer:
        """Return what comes of ``function(*arguments)``; it raises nothing itself."""
        self._stopped, self._culprit, self.counts = None, "", {}
        self._places: tuple[Place, ...] = ()
        self._caught: tuple[BaseException, Place] | None = None
        self._left = self.lines
        self.printed.begin()
        value: object = None
        error: BaseException | None = None
        started = time.thread_time()
        try:
            with shielded(self.printed, self._stop):
                value = self.watch.play(self._traced, function, *arguments)
        except BaseException as raised:  # noqa: BLE001 - whatever a learner's function raises
            error = raised
        seconds = time.thread_time() - started
        if issubclass(type(error), OutOfTime):
            self._stopped = self._stopped or "seconds"
        used = self.lines - max(self._left, 0)
        self.used_lines += used
        places: tuple[Place, ...] = self._places
        if error is not None and not places:
            places = tuple(place for place in places_of(error) if self._is_own(place.frame))
        caught = None if self._caught is None or self._caught[0] is error else self._caught
        return Answer(value, error, self._stopped, self._culprit, places, caught, used, seconds)

    def time(self, function: Callable[..., object], values: Sequence[object]) -> float | None:
        """Return the seconds that `function` takes for one of `values`; None if it fails."""
        try:
            with shielded(self.printed, self._stop):
                started = time.thread_time()
                answered = 0
                while answered < len(values) and time.thread_time() - started < _TIMED:
                    self.watch.play(function, values[answered])
                    answered += 1
                return (time.thread_time() - started) / answered if answered else None
        except (Exception, OutOfTime):  # noqa: BLE001 - it answered before: another time is none
            return None

    def _traced(self, function: Callable[..., object], *arguments: object) -> object:
        tracer, profiler = sys.gettrace(), sys.getprofile()
        self._running = True
        try:
            sys.settrace(self._trace)  # type: ignore[arg-type]
            sys.setprofile(self._profile)
            return function(*arguments)
        finally:
            self._running = False
            # In this order: a coverage measurement that is put back shall not see its own return.
            sys.setprofile(profiler)
            sys.settrace(tracer)

    def _trace(self, frame: FrameType, event: str, _: object) -> object:
        """Decide whether the lines of a function that is being called are counted."""
        if event != "call":
            return None
        code = frame.f_code
        self._left -= 1
        if not self._is_own(frame):
            return None  # libraries come to an end
        if _has_silent_loop(code):
            frame.f_trace_opcodes = True
        return self._count

    def _count(self, frame: FrameType, event: str, details: Any) -> object:  # noqa: ANN401 - the hook's
        if event == "line" or (event == "opcode" and _jumps_back(frame)):
            self._left -= 1 if event == "line" else _ONE_LINE_PASS
            if self._left <= 0 or self._stopped is not None:
                self._used_up(frame)
        elif event == "exception" and not issubclass(details[0], StopIteration | GeneratorExit | Stopped):
            self._caught = (details[1], Place(frame, frame.f_lineno, frame.f_lasti))
        return self._count

    def _is_own(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename == self.own_file or is_own_frame(frame)

    def _used_up(self, frame: FrameType) -> None:
        """Look on for a while to see which lines are run again and again; then end the call."""
        if self._stopped is None:
            line = (frame.f_code, frame.f_lineno)
            self.counts[line] = self.counts.get(line, 0) + 1
            if self._left > -_LOOKED_AT:
                return
            self._stopped = "lines"
            self._places = self._stack(frame)
        raise Stopped(self._again)

    def _stack(self, frame: FrameType | None) -> tuple[Place, ...]:
        """Return where in the learner's code this is, the outermost place first."""
        places: list[Place] = []
        while frame is not None and frame.f_code is not Budget._traced.__code__:
            if self._is_own(frame):
                places.append(Place(frame, frame.f_lineno, frame.f_lasti, frame.f_back))
            frame = frame.f_back
        return tuple(reversed(places))

    def _profile(self, frame: FrameType, event: str, called: object) -> None:
        """See a function before it begins, and refuse it if it must not be called here."""
        if event == "c_call":
            if frame.f_code in _OWN:
                return
            refused = _REFUSED.get(id(called))
            if refused is not None:
                self._stop(*refused)
            owner = getattr(called, "__self__", None)
            module = type(owner).__module__
            if module in _RANDOM:
                self.random_module = module.partition(".")[0]
        elif event == "call":
            refused = self._refused_code.get(id(frame.f_code))
            if refused is not None:
                self._stop(*refused)

    def _stop(self, reason: str, culprit: str) -> None:
        if self._running:
            if self._stopped is None:
                self._stopped, self._culprit = reason, culprit
                self._places = self._stack(sys._getframe(1))  # noqa: SLF001 - made for debuggers
            raise Stopped(self._again)

    def _again(self) -> None:
        """Put the hooks back into every function that is still running."""
        if not self._running:
            return
        sys.setprofile(self._profile)
        sys.settrace(self._trace)  # type: ignore[arg-type]
        frame = sys._getframe(1)  # noqa: SLF001 - made for debuggers, and this is one
        while frame.f_back is not None and frame.f_code is not Budget._traced.__code__:
            frame.f_trace = self._count
            frame = frame.f_back


_OWN = (Budget._traced.__code__, Budget._again.__code__)  # noqa: SLF001 - its own

_RANDOM = ("random", "numpy.random.mtrand", "numpy.random._generator")

_CALLS = {
    "input": [(builtins, "input")],
    "debugger": [(builtins, "breakpoint"), (sys, "settrace"), (sys, "setprofile")],
    "sleep": [(time, "sleep"), (signal, "pause")],
    "leaving": [
        (os, "_exit"), (os, "abort"), (os, "kill"), (os, "fork"), (os, "execv"), (os, "execve"),
        (signal, "raise_signal"),
    ],
}  # fmt: skip

_REFUSED = {
    id(getattr(module, name)): (reason, f"{module.__name__.removeprefix('builtins')}.{name}()".lstrip("."))
    for reason, calls in _CALLS.items()
    for module, name in calls
    if hasattr(module, name)
}


def _refused_code() -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield what must not be called and is written in Python: a notebook's own input() and exit()."""
    functions = [(builtins.input, "input", "input()")]
    for module, name, reason in (
        ("getpass", "getpass", "input"),
        ("pdb", "set_trace", "debugger"),
        ("IPython.core.autocall", "ExitAutocall.__call__", "leaving"),
        ("IPython.core.autocall", "ZMQExitAutocall.__call__", "leaving"),
    ):
        found: object = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        shown = "exit()" if reason == "leaving" else f"{name}()"
        functions.append((found, reason, shown))  # type: ignore[arg-type]
    for function, reason, shown in functions:
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is not None:
            yield id(code), (reason, shown)


# -- One-line loops ---------------------------------------------------------------------------------

_BACK = frozenset(code for name, code in dis.opmap.items() if "JUMP_BACKWARD" in name)
_SILENT: dict[int, tuple[CodeType, bool]] = {}


def _has_silent_loop(code: CodeType) -> bool:
    """Whether `code` has a loop on one line, of which Python 3.11 tells a tracer nothing."""
    if sys.version_info >= (3, 12):
        return False
    known = _SILENT.get(id(code))
    if known is None:
        lines = {
            instruction.offset: instruction.positions and instruction.positions.lineno
            for instruction in dis.get_instructions(code)
        }
        silent = any(
            instruction.opcode in _BACK and lines[instruction.offset] == lines[instruction.argval]
            for instruction in dis.get_instructions(code)
        )
        known = _SILENT[id(code)] = (code, silent)
    return known[1]


def _jumps_back(frame: FrameType) -> bool:
    return frame.f_code.co_code[frame.f_lasti] in _BACK
