"""Values as Python source: numbers, texts, lists and tables that a strategy uses, written into its file."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from skyjo_widgets.engine import Move, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["expression"]

_DEEPEST = 20


def expression(value: object, needed: set[str], depth: int = 0) -> str | None:
    """Return source that makes an equal value, or None if there is none.

    Parameters
    ----------
    value : object
        A number, text, truth value, None, a list, tuple, set or dict of such, a range, a NumPy array or
        number, a `Move` or `Rules`.
    needed : set of str
        Import statements that the source needs are added.
    depth : int
        How deep inside of another value it lies.

    Examples
    --------
    >>> expression({"low": (1, 2.5)}, set())
    "{'low': (1, 2.5)}"
    """
    if depth > _DEEPEST:
        return None
    kind = type(value)
    if value is None or value is ... or kind in (bool, int, str, bytes, range):
        return repr(value)
    if kind is float:
        return _number(value)  # type: ignore[arg-type]
    if kind in (list, tuple, set, frozenset):
        return _several(value, kind, needed, depth)  # type: ignore[arg-type]
    if kind is dict:
        return _table(value, needed, depth)  # type: ignore[arg-type]
    if isinstance(value, Move | Rules):
        word = value.kind if isinstance(value, Move) else "Rules"
        needed.add(f"from skyjo_widgets import {word}")
        return repr(value)
    return _numpy(value, needed, depth)


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else f'float("{value!r}")'


def _several(values: Iterable[object], kind: type, needed: set[str], depth: int) -> str | None:
    parts = [expression(value, needed, depth + 1) for value in values]
    if any(part is None for part in parts):
        return None
    written = [part for part in parts if part is not None]
    if kind in (set, frozenset):
        inner = "{" + ", ".join(sorted(written)) + "}" if written else "()"
        return f"{kind.__name__}({inner})" if kind is frozenset or not written else inner
    if kind is tuple:
        return "(" + ", ".join(written) + ("," if len(written) == 1 else "") + ")"
    return "[" + ", ".join(written) + "]"


def _table(values: dict[object, object], needed: set[str], depth: int) -> str | None:
    parts = []
    for key, value in values.items():
        left, right = expression(key, needed, depth + 1), expression(value, needed, depth + 1)
        if left is None or right is None:
            return None
        parts.append(f"{left}: {right}")
    return "{" + ", ".join(parts) + "}"


def _numpy(value: object, needed: set[str], depth: int) -> str | None:
    import numpy as np  # noqa: PLC0415 - most values are not NumPy's

    if type(value) is np.ndarray and value.dtype.kind in "biuf":
        inner = expression(value.tolist(), needed, depth + 1)
        made = f"numpy.array({inner}, dtype=numpy.{value.dtype.name})"
    elif isinstance(value, np.generic) and value.dtype.kind in "biuf":
        inner = expression(value.item(), needed, depth + 1)
        made = f"numpy.{value.dtype.name}({inner})"
    else:
        return None
    needed.add("import numpy")
    return made.replace("numpy.bool(", "numpy.bool_(").replace("dtype=numpy.bool)", "dtype=bool)")
