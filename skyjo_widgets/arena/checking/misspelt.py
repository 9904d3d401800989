"""Explains names that do not exist: the nearest one that does, or where it comes from."""

from __future__ import annotations

import ast
import builtins
import difflib
import sys
import types
from typing import TYPE_CHECKING

from skyjo_widgets.arena.checking.answers import MOVE_MAKERS
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.phrase import class_name
from skyjo_widgets.engine import Move, View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

__all__ = ["about_attribute", "about_name", "view_words"]

_SHORT = {"np": "numpy", "plt": "matplotlib.pyplot", "pd": "pandas"}
_CONSTANTS = {"true": "True", "false": "False", "none": "None", "null": "None", "nil": "None"}
_CHANGES = frozenset(
    ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "update", "add", "discard")
)


def view_words() -> list[str]:
    """Return the names of all that a view tells, in alphabetical order."""
    return sorted(name for name in dir(View) if not name.startswith("_") and name not in ("count", "index"))


def about_name(error: BaseException, frame: FrameType | None) -> Finding | None:
    """Return what a NameError means: a word to import, a field of the view, or a misspelt name."""
    name = getattr(error, "name", None)
    if type(name) is not str:
        return None
    if name in MOVE_MAKERS:
        return found("not_imported", name=name)
    if name in _CONSTANTS:
        return found("constant", name=name, near=_CONSTANTS[name])
    if name == "random":  # the module or the tool: the tool needs no import, and follows the seed
        return found("random_not_imported", view=_view_name(frame))
    if name in view_words():
        return found("field_without_view", name=name, view=_view_name(frame))
    module = _SHORT.get(name, name)
    if module in sys.stdlib_module_names or name in _SHORT:
        line = f"import {module} as {name}" if name in _SHORT else f"import {name}"
        return found("module_not_imported", name=name, line=line)
    known: list[str] = [*MOVE_MAKERS]
    if frame is not None:
        known = [*frame.f_locals, *MOVE_MAKERS, *frame.f_globals, *vars(builtins)]
    near = _nearest(name, known)
    return found("name", name=name, near=near) if near else found("name_unknown", name=name)


def _view_name(frame: FrameType | None) -> str:
    variables = {} if frame is None else frame.f_locals
    return next((name for name, value in variables.items() if type(value) is View), "view")


def about_attribute(error: BaseException, node: ast.AST | None, *, of_view: bool) -> Finding | None:
    """Return what an AttributeError means.

    Parameters
    ----------
    error : BaseException
        The error, which knows the object and the name that it does not have.
    node : AST or None
        The expression, if its source is known.
    of_view : bool
        Whether the object is a part of the view.
    """
    name, owner = getattr(error, "name", None), getattr(error, "obj", None)
    if type(name) is not str:
        return None
    what = ast.unparse(node.value) if isinstance(node, ast.Attribute) else ""
    kind = type(owner)
    if kind is View:
        near = _nearest(name, view_words())
        if near:
            return found("field", what=what or "view", name=name, near=near)
        return found("field_unknown", what=what or "view", name=name, known=", ".join(view_words()))
    if kind is tuple and name in _CHANGES:
        return found("view_changed" if of_view else "tuple_changed", what=what or "tuple")
    if kind is Move:
        return found("move_field", what=what or "…", name=name)
    if kind in (types.MethodType, types.FunctionType, types.BuiltinFunctionType):
        return found("brackets_missing", what=what or "…")
    try:
        near = _nearest(name, dir(owner))
    except Exception:  # noqa: BLE001 - a learner's own class may answer anything
        near = ""
    if near and what:
        return found("attribute", what=what, name=name, near=near)
    return found("attribute_unknown", what=what or class_name(owner), name=name, owner=class_name(owner))


def _nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like `name`, capitals aside; empty if none is."""
    names = {
        word.lower(): word
        for word in reversed([word for word in known if type(word) is str and word != name])
    }
    # A part of a name is often all that was remembered: "mean" for "mean_unseen".
    parts = [word for lower, word in names.items() if len(name) > 3 and name.lower() in lower.split("_")]  # noqa: PLR2004
    near = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    if near and (not parts or near[0] in parts or near[0][0] == name[0].lower()):
        return names[near[0]]
    return min(parts, default="")
