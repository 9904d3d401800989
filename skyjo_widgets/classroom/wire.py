"""What goes between the umpire and a strategy in another process: plain data, nothing that runs.

The umpire asks with a frame of `marshal` data, which only the strategy's process reads. The answer is
one byte for each move, then JSON about what went wrong. Nothing that comes back is ever unpickled,
unmarshalled or evaluated.
"""

from __future__ import annotations

import json
import marshal
import struct
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import Move, View, draw, reveal, swap, take

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "CODES",
    "FAILED",
    "HEADER",
    "MOST_WORDS",
    "MOVES",
    "Question",
    "WireError",
    "asked",
    "plain",
    "question",
    "understood",
]

HEADER = struct.Struct("<I")
"""Every frame begins with its length in bytes, without these four."""

MOST_WORDS = 64 * 1024
"""How many bytes an answer may have besides its moves."""

MOVES: tuple[Move, ...] = (
    draw(),
    *[make(slot) for make in (take, swap, reveal) for slot in range(12)],
)
CODES: dict[Move, int] = {move: code for code, move in enumerate(MOVES)}
FAILED = 255
"""Stands for a decision without a move; the JSON tells why."""

_PLAIN = len(View._fields) - 2
if View._fields[_PLAIN:] != ("rules", "dice"):  # they don't travel with every view
    raise ImportError("a view has changed its fields")

Question = tuple[int, tuple[Any, ...]]
"""The number of the game in this block, and the plain fields of a view."""


class WireError(Exception):
    """An answer that is not one."""


def plain(view: View) -> tuple[Any, ...]:
    """Return the fields of `view` as plain data, without rules and dice."""
    return view[:_PLAIN]


def question(kind: str, content: object) -> bytes:
    """Return a frame for a strategy's process."""
    # Version 2 does not look for repeated objects: twice as fast, and there are none.
    body = marshal.dumps((kind, content), 2)  # type: ignore[arg-type]
    return HEADER.pack(len(body)) + body


def asked(body: bytes) -> tuple[str, Any]:
    """Read a frame in the strategy's process."""
    kind, content = marshal.loads(body)  # noqa: S302 - it comes from the umpire
    return kind, content


def understood(body: bytes, count: int) -> tuple[bytes, dict[str, Any]]:
    """Read an answer.

    Parameters
    ----------
    body : bytes
        The frame without its header.
    count : int
        How many decisions were asked for.

    Returns
    -------
    codes : bytes
        `count` numbers: places in `MOVES`, or `FAILED`.
    words : dict
        What it says besides, cut down to plain values of a reasonable size.

    Raises
    ------
    WireError
        If it is anything else.
    """
    codes, rest = body[:count], body[count:]
    if len(codes) != count or any(code >= len(MOVES) and code != FAILED for code in codes):
        raise WireError
    try:
        words = json.loads(rest.decode()) if rest else {}
    except (ValueError, RecursionError):
        raise WireError from None
    if not isinstance(words, dict):
        raise WireError
    return codes, words


def views_of(questions: Sequence[Question], rules: object, dice: Sequence[object]) -> list[View]:
    """Turn plain fields back into views, in the strategy's process."""
    return [tuple.__new__(View, (*fields, rules, dice[game])) for game, fields in questions]
