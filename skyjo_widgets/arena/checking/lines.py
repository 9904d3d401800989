"""Finds the learner's own line in an error, and reads what stands in it."""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
import linecache
import traceback
from typing import TYPE_CHECKING, NamedTuple

from skyjo_widgets.engine import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType, TracebackType

__all__ = [
    "Place",
    "UnknownValueError",
    "full_traceback",
    "loops_around",
    "places_of",
    "tree_of",
    "value_of",
]


class UnknownValueError(Exception):
    """An expression can't be worked out without running the learner's code."""


class Place(NamedTuple):
    """Where in a learner's code something happened.

    Attributes
    ----------
    frame : FrameType
        The call, with its variables as they were.
    number : int
        The line, counted from 1 in its cell or file.
    instruction : int
        Which part of the line: an offset in the bytecode.
    outer : FrameType or None
        The call around it, whose variables a comprehension or a lambda sees too.
    """

    frame: FrameType
    number: int
    instruction: int
    outer: FrameType | None = None

    @property
    def code(self) -> CodeType:
        """The function's code."""
        return self.frame.f_code

    @property
    def function(self) -> str:
        """The function's name."""
        return self.code.co_name

    @property
    def text(self) -> str:
        """The line, without spaces around it; empty if its source is not known."""
        return self.line(self.number)

    @property
    def view(self) -> View | None:
        """The view that the function was given, if a variable of it or of the call around it holds one."""
        frames = [frame for frame in (self.frame, self.outer) if frame is not None]
        views = (value for frame in frames for value in frame.f_locals.values() if type(value) is View)
        return next(views, None)

    def line(self, number: int) -> str:
        """Return another line of the same source."""
        return linecache.getline(self.code.co_filename, number, self.frame.f_globals).strip()

    @property
    def marks(self) -> tuple[int, int] | None:
        """From where to where in `text` the part stands that failed; None if that is all of it."""
        first, last, start, end = self._span()
        raw = linecache.getline(self.code.co_filename, self.number, self.frame.f_globals)
        indent = len(raw) - len(raw.lstrip())
        if first is None or first != self.number or start is None or end is None:
            return None
        stop = _column(raw, end) if last == first else len(raw.rstrip())
        begin = _column(raw, start) - indent
        width = len(self.text)
        return (
            (begin, stop - indent)
            if 0 <= begin < stop - indent <= width and stop - indent - begin < width
            else None
        )

    @property
    def node(self) -> ast.AST | None:
        """The expression that failed; None if its source is not known."""
        tree = tree_of(self.code.co_filename, self.frame.f_globals)
        span = self._span()
        if tree is None or None in span:
            return None
        return next((node for node in ast.walk(tree) if _span_of(node) == span), None)

    @property
    def statements(self) -> list[ast.AST]:
        """All that the expression stands in, from the function inwards; empty if it is not known."""
        tree = tree_of(self.code.co_filename, self.frame.f_globals)
        around = [] if tree is None else [node for node in ast.walk(tree) if _contains(node, self.number)]
        return sorted(around, key=lambda node: (node.lineno, -node.end_lineno))  # type: ignore[attr-defined]

    def _span(self) -> tuple[int | None, int | None, int | None, int | None]:
        which = self.instruction // 2
        span = next(itertools.islice(self.code.co_positions(), which, None), None) if which >= 0 else None
        return (None, None, None, None) if span is None else span


def places_of(error: BaseException) -> list[Place]:
    """Return the places that `error` passed through, anybody's, the outermost first."""
    places: list[Place] = []
    outer: FrameType | None = None
    for step in _steps(error):
        if step.tb_lineno is not None:
            places.append(Place(step.tb_frame, step.tb_lineno, step.tb_lasti, outer))
        outer = step.tb_frame
    return places


def full_traceback(error: BaseException, first_place: Place | None = None) -> str:
    """Return all that Python has to say about `error`, from `first_place` inwards; never fails."""
    frame = None if first_place is None else first_place.frame
    first = next((step for step in _steps(error) if step.tb_frame is frame), None)
    try:
        return "".join(traceback.format_exception(type(error), error, first))
    except BaseException:  # noqa: BLE001 - an error whose own text can't be made
        return "".join(traceback.format_tb(first)) + type(error).__name__


def _steps(error: BaseException) -> Iterator[TracebackType]:
    step: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    while step is not None:
        yield step
        step = step.tb_next


# -- Source -----------------------------------------------------------------------------------------


def tree_of(filename: str, module: dict[str, object] | None = None) -> ast.Module | None:
    """Return a file or a notebook's cell as Python reads it, or None if it can't be found or read."""
    source = "".join(linecache.getlines(filename, module))
    return _tree(filename, source) if source else None


@functools.lru_cache(maxsize=64)
def _tree(filename: str, source: str) -> ast.Module | None:
    del filename  # it only keeps equal sources apart
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _span_of(node: ast.AST) -> tuple[object, object, object, object] | None:
    if not hasattr(node, "end_col_offset"):
        return None
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset  # type: ignore[attr-defined]


def _contains(node: ast.AST, number: int) -> bool:
    return hasattr(node, "end_lineno") and node.lineno <= number <= node.end_lineno  # type: ignore[attr-defined]


def _column(line: str, offset: int) -> int:
    """Return the column of a character that Python counts in bytes."""
    return len(line.encode()[:offset].decode(errors="ignore"))


_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def loops_around(place: Place) -> list[ast.AST]:
    """Return the loops of the function that the line is in, the outermost first."""
    inside: list[ast.AST] = []
    for node in place.statements:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inside = []
        elif isinstance(node, _LOOPS):
            inside.append(node)
    return inside


# -- Values -----------------------------------------------------------------------------------------

_TOOLS = ("column", "worst", "estimate")  # of a view: they change nothing, so they can be asked again


def value_of(node: ast.AST, place: Place) -> object:  # noqa: C901 - one line for each kind of expression
    """Return the value of an expression, if that can be known without running the learner's code.

    Raises
    ------
    UnknownValueError
        If it can't.
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return _variable(name, place)
        case ast.Attribute(value=owner, attr=name):
            return _field(value_of(owner, place), name)
        case ast.Subscript(value=owner, slice=index):
            return _item(value_of(owner, place), value_of(index, place))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(value_of(operand, place))
        case ast.BinOp(left=left, op=operator, right=right):
            return _sum(operator, _number(value_of(left, place)), _number(value_of(right, place)))
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=arguments, keywords=[]) if (
            name in _TOOLS
        ):
            view = value_of(owner, place)
            if type(view) is View:
                return _asked(view, name, [value_of(argument, place) for argument in arguments])
        case ast.Call(func=ast.Name(id="len"), args=[argument], keywords=[]):
            items = value_of(argument, place)
            if type(items) in (tuple, list, dict, str, range):
                return len(items)  # type: ignore[arg-type]
    raise UnknownValueError


def _variable(name: str, place: Place) -> object:
    frame, outer = place.frame, place.outer
    around = outer.f_locals if outer is not None and place.function.startswith("<") else {}
    for variables in (frame.f_locals, around, frame.f_globals, vars(builtins)):
        if name in variables:
            return variables[name]
    raise UnknownValueError


def _field(owner: object, name: str) -> object:
    if type(owner) is View and not name.startswith("_") and hasattr(View, name):
        return getattr(owner, name)
    raise UnknownValueError


def _item(owner: object, index: object) -> object:
    if type(owner) in (tuple, list, dict) and type(index) in (int, str):
        try:
            return owner[index]  # type: ignore[index]
        except (LookupError, TypeError):
            pass
    raise UnknownValueError


def _number(value: object) -> int:
    if type(value) is int and abs(value) < 1 << 40:
        return value
    raise UnknownValueError


def _sum(operator: ast.operator, left: int, right: int) -> int:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv() if right:
            return left // right
        case ast.Mod() if right:
            return left % right
    raise UnknownValueError


def _asked(view: View, tool: str, arguments: list[object]) -> object:
    try:
        return getattr(view, tool)(*arguments)
    except (TypeError, LookupError, ValueError):
        raise UnknownValueError from None
