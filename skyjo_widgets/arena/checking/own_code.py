"""Tells a learner's code from everybody else's."""

from __future__ import annotations

import functools
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import skyjo_widgets

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["is_own_code", "is_own_frame"]

_LIBRARIES = (
    Path(skyjo_widgets.__file__).parent,
    *(
        Path(path)
        for name, path in sysconfig.get_paths().items()
        if name in ("stdlib", "platstdlib", "purelib", "platlib")
    ),
)


def is_own_frame(frame: FrameType) -> bool:
    """Whether a call runs a learner's code."""
    filename = frame.f_code.co_filename
    if filename.startswith("<"):
        # Written while the program ran: by the learner, or by a library such as dataclasses.
        file = frame.f_globals.get("__file__")
        if type(file) is str:
            return is_own_code(file)
    return is_own_code(filename)


@functools.lru_cache(maxsize=1024)
def is_own_code(filename: str) -> bool:
    """Whether a file holds a learner's code: a cell, or a file of theirs.

    What is installed (Python's library, packages, this one) is not.
    """
    if filename.startswith("<"):
        return not filename.startswith(("<frozen ", "<__array_function__"))
    file = Path(filename)
    return not any(file.is_relative_to(library) for library in _LIBRARIES)
