"""Explains Python's own errors in a beginner's words, where the cause is known."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.checking.answers import MOVE_MAKERS
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.lines import Place, UnknownValueError, value_of
from skyjo_widgets.arena.checking.misspelt import about_attribute, about_name
from skyjo_widgets.arena.checking.nothing import about_nothing, found_nothing
from skyjo_widgets.arena.checking.phrase import Phrase, class_name, shown
from skyjo_widgets.engine import IllegalMove, Move, View

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["explain"]


def explain(error: BaseException, place: Place | None, message: str) -> Finding:
    """Return what `error` means and what to try.

    Parameters
    ----------
    error : BaseException
        What was raised.
    place : Place or None
        The innermost place in the learner's own code; None if it is not known.
    message : str
        The error's own text.
    """
    kind = type(error)
    misread = None if place is None else _misread_view(place)
    if misread is not None and issubclass(kind, TypeError | LookupError):
        return misread
    for classes, explanation in _EXPLANATIONS:
        if issubclass(kind, classes):
            finding = explanation(error, place, message)
            if finding is not None:
                return finding
    return found("error", name=class_name(error))


def _misread_view(place: Place) -> Finding | None:
    """Return what is wrong if the line looks for a card in the view itself, or by row and column."""
    for part in ast.walk(place.node) if place.node is not None else ():
        if not isinstance(part, ast.Subscript):
            continue
        if type(_value(part.value, place)) is View:
            better = f"{ast.unparse(part.value)}.grid[{ast.unparse(part.slice)}]"
            return found("view_index", what=ast.unparse(part), better=better)
        inner = part.value
        grid = () if place.view is None else place.view.grid
        if isinstance(inner, ast.Subscript) and _value(inner.value, place) is grid:
            return found("two_indices", what=ast.unparse(part))
    return None


def _illegal_move(error: BaseException, place: Place | None, _: str) -> Finding | None:
    if not isinstance(error, IllegalMove):
        return None
    if error.reason != "bad_slot":
        return found(error.reason, because=error, tries="")
    values: dict[str, Any] = dict(error.values)
    call = place.node if place is not None and isinstance(place.node, ast.Call) and place.node.args else None
    if place is None or call is None:
        return found("bad_slot", because=error, **values)
    argument = ast.unparse(call.args[0])
    value = _value(call.args[0], place)
    if values.get("got") == "None":
        return Finding("bad_slot", (error, about_nothing(place)), (Phrase("try.bad_slot_none", values),))
    if callable(value):
        return found("brackets_missing", what=argument)
    if type(value) is str and value.isdecimal():
        return found("bad_slot", because=error, tries="bad_slot_text", call=f"{values['kind']}({value})")
    if "." in str(values.get("got")) or "/" in argument:
        return found("bad_slot", because=error, tries="float_index")
    if any(word in argument for word in ("max(", "min(", "discard", "drawn")):
        return found("bad_slot", because=error, tries="bad_slot_value", **values)
    return found("bad_slot", because=error, **values)


def _type_error(error: BaseException, place: Place | None, message: str) -> Finding | None:
    if place is not None:
        in_place = _in_place(place, message)
        if in_place is not None:
            return in_place
    if "NoneType" in message:
        return found_nothing(place)
    for pattern, kind in _TYPE_ERRORS:
        match = re.search(pattern, message)
        if match:
            told: dict[str, Any] = match.groupdict()
            return found(kind, **told)
    del error
    return None


def _in_place(place: Place, message: str) -> Finding | None:
    """Return what is wrong with a call, an index or an assignment, seen from what stands in the line."""
    node = place.node
    match node:
        case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()) if "support item" in message:
            return found(
                "view_changed" if _of_view(owner, place) else "tuple_changed", what=ast.unparse(owner)
            )
        case ast.Call(func=function) if "is not callable" in message:
            return _not_callable(function, node, place)
        case ast.Call(func=ast.Name(id=name)) if name in MOVE_MAKERS and "argument" in message:
            return found(
                "draw_arguments" if name == "draw" else "move_arguments", name=name, got=ast.unparse(node)
            )
        case ast.Call(func=ast.Attribute(attr=name)) if "positional argument" in message and hasattr(
            View, name
        ):
            return found("tool_arguments", name=name, got=ast.unparse(node))
        case ast.Subscript(value=owner, slice=index) if "not subscriptable" in message:
            return _not_subscriptable(owner, index, place)
        case ast.Subscript(slice=ast.Tuple(elts=[_, _])) if "not tuple" in message:
            return found("two_indices", what=ast.unparse(node))
    method = re.search(r"'(?:builtin_function_or_)?(?:method|function)'", message)
    if method and node is not None:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and callable(_value(part, place)):
                return found("brackets_missing", what=ast.unparse(part))
    return None


def _not_callable(function: ast.expr, call: ast.Call, place: Place) -> Finding | None:
    text, value = ast.unparse(function), _value(function, place)
    if isinstance(function, ast.Name) and function.id in MOVE_MAKERS:
        return found("word_overwritten", name=text, got=shown(value))
    if type(value) in (tuple, list, dict) and call.args:
        return found(
            "round_for_square", what=ast.unparse(call), better=f"{text}[{ast.unparse(call.args[0])}]"
        )
    if isinstance(function, ast.Attribute) and _of_view(function, place):
        return found("field_called", what=text, got=shown(value))
    return found("not_callable", what=text)


def _not_subscriptable(owner: ast.expr, index: ast.expr, place: Place) -> Finding | None:
    text, value = ast.unparse(owner), _value(owner, place)
    if value is None:
        return None
    if callable(value) or (isinstance(owner, ast.Name) and owner.id in MOVE_MAKERS):
        return found(
            "square_for_round", what=f"{text}[{ast.unparse(index)}]", better=f"{text}({ast.unparse(index)})"
        )
    return found("not_a_list", what=text, got=shown(value))


_TYPE_ERRORS = (
    (r"not supported between instances of '(?P<left>[^']+)' and '(?P<right>[^']+)'", "compared"),
    (
        r"unsupported operand type\(s\) for (?P<operator>\S+): '(?P<left>[^']+)' and '(?P<right>[^']+)'",
        "calculated",
    ),
    (r"indices must be integers or slices, not (?P<name>\w+)", "index_type"),
    (r"'float' object cannot be interpreted as an integer", "float_index"),
    (r"'(?P<name>[^']+)' object is not iterable", "not_iterable"),
    (r"'(?P<name>[^']+)' object is not callable", "not_callable_kind"),
    (r"(?P<name>\w+)\(\) (?:missing|takes|got)", "arguments"),
)


def _value(node: ast.expr, place: Place) -> object:
    """Return the value of an expression, a tool of the view included; None if it is not known."""
    try:
        return value_of(node, place)
    except UnknownValueError:
        pass
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, place)
        if type(owner) in (View, Move, tuple, list, dict, str, int):
            return getattr(owner, node.attr, None)
    return None


def _of_view(node: ast.expr, place: Place) -> bool:
    """Whether an expression is a part of the view, such as ``view.grid``, or holds one of its tuples."""
    view = place.view
    if view is None:
        return False
    if isinstance(node, ast.Attribute) and type(_value(node.value, place)) is View:
        return True
    value = _value(node, place)
    return type(value) is tuple and any(
        value is field for field in (*view, *view.all_grids, *view.all_hidden)
    )


def _attribute_error(error: BaseException, place: Place | None, _: str) -> Finding | None:
    node = None if place is None else place.node
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del) and place is not None:
        if type(_value(node.value, place)) is View or _of_view(node.value, place):
            return found("view_changed", what=ast.unparse(node))
        if type(_value(node.value, place)) is Move:
            return found("move_changed", what=ast.unparse(node))
    owner = getattr(error, "obj", None)
    if owner is None and place is not None and node is not None and getattr(error, "name", None) is not None:
        return found_nothing(place)
    part = (
        node is not None
        and isinstance(node, ast.Attribute)
        and place is not None
        and _of_view(node.value, place)
    )
    return about_attribute(error, node, of_view=bool(part))


def _name_error(error: BaseException, place: Place | None, _: str) -> Finding | None:
    return about_name(error, None if place is None else place.frame)


def _index_error(_: BaseException, place: Place | None, message: str) -> Finding | None:
    node = None if place is None else place.node
    if place is not None and isinstance(node, ast.Subscript):
        items, index = _value(node.value, place), _value(node.slice, place)
        if type(items) in (tuple, list):
            text = ast.unparse(node.value)
            size = len(items)  # type: ignore[arg-type]
            if not size:
                return found("empty", what=text)
            if size == 1:
                return found("index_one", what=text, got=shown(index))
            return found("index", what=text, size=size, last=size - 1, got=shown(index))
    if "empty" in message:
        return found("empty_call")
    return found("index_unknown")


def _key_error(error: BaseException, place: Place | None, _: str) -> Finding | None:
    node = None if place is None else place.node
    if place is not None and isinstance(node, ast.Subscript):
        return found("key", what=ast.unparse(node.value), got=shown(error.args[0] if error.args else None))
    return found("key_unknown")


def _zero_division(_: BaseException, place: Place | None, __: str) -> Finding | None:
    node = None if place is None else place.node
    if isinstance(node, ast.BinOp | ast.AugAssign):
        divisor = node.right if isinstance(node, ast.BinOp) else node.value
        return found("zero_division", what=ast.unparse(divisor))
    return found("zero_division_unknown")


def _value_error(_: BaseException, place: Place | None, message: str) -> Finding | None:
    call = place.node if place is not None and isinstance(place.node, ast.Call) else None
    if re.search(r"(max|min)\(\).*empty", message):
        return found("empty_best", what="max(…)" if call is None else ast.unparse(call))
    if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr in ("index", "remove"):
        owner = ast.unparse(call.func.value)
        wanted = ast.unparse(call.args[0]) if call.args else "…"
        return found("not_in", what=owner, wanted=wanted)
    if "unpack" in message:
        return found("unpack")
    return None


def _recursion(_: BaseException, place: Place | None, __: str) -> Finding | None:
    return found("recursion", name="…" if place is None else place.function)


def _named(kind: str) -> Callable[[BaseException, Place | None, str], Finding | None]:
    """Return an explanation that is the same for every error of its class."""

    def explanation(error: BaseException, place: Place | None, message: str) -> Finding:
        del place
        return found(kind, name=class_name(error), message=message)

    return explanation


_EXPLANATIONS: tuple[
    tuple[
        type[BaseException] | tuple[type[BaseException], ...],
        Callable[[BaseException, Place | None, str], Finding | None],
    ],
    ...,
] = (
    (IllegalMove, _illegal_move),
    (UnboundLocalError, _named("unbound_local")),
    (NameError, _name_error),
    (AttributeError, _attribute_error),
    (TypeError, _type_error),
    (IndexError, _index_error),
    (KeyError, _key_error),
    (ZeroDivisionError, _zero_division),
    (ValueError, _value_error),
    (RecursionError, _recursion),
    (ModuleNotFoundError, _named("no_module")),
    (ImportError, _named("no_import")),
    (NotImplementedError, _named("unwritten_raised")),
    (AssertionError, _named("assertion")),
    (StopIteration, _named("stop_iteration")),
    (MemoryError, _named("memory")),
    (OverflowError, _named("overflow")),
    (EOFError, _named("input")),
    (OSError, _named("files")),
    (SystemExit, _named("exit")),
    (KeyboardInterrupt, _named("interrupt")),
)
