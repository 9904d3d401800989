"""The teacher's part: handing out, submitting, the class tournament, running foreign code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skyjo_widgets.classroom.submission import submit

__all__ = ["submit"]


def __getattr__(name: str) -> object:
    # The process that runs a submission imports this room too, and needs next to nothing of it.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.submission"), name)
