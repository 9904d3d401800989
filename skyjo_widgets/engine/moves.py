"""Moves: what a player says on their turn. Each exists once, so moves are compared with ``is``."""

from __future__ import annotations

import operator
import re
from typing import Any, Literal, TypeAlias, TypeGuard

import numpy as np

from skyjo_widgets.engine.errors import IllegalMove

__all__ = [
    "DRAW",
    "MOVES",
    "SLOTS",
    "Kind",
    "Move",
    "draw",
    "flip",
    "is_move",
    "parse_move",
    "reveal",
    "short",
    "swap",
    "take",
    "whole_number",
]

Kind: TypeAlias = Literal["draw", "take", "swap", "reveal", "flip"]

SLOTS = range(12)


class Move:
    """One decision of a player. Made by `take`, `draw`, `swap`, `reveal` or `flip`, never directly.

    Attributes
    ----------
    kind : str
        ``"take"``, ``"draw"``, ``"swap"``, ``"reveal"`` or ``"flip"``.
    slot : int or None
        0 to 11 in reading order; None for `draw`.
    """

    __slots__ = ("kind", "slot")

    kind: Kind
    slot: int | None

    def __init__(self, *_: object) -> None:
        raise IllegalMove("made_by_hand")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} is fixed: a move can't be changed, make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} is fixed: a move can't be changed, make another one")

    def __repr__(self) -> str:
        return "draw()" if self.slot is None else f"{self.kind}({self.slot})"

    def __reduce__(self) -> tuple[object, ...]:
        return parse_move, (repr(self),)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


def _make(kind: Kind, slot: int | None) -> Move:
    move = object.__new__(Move)
    object.__setattr__(move, "kind", kind)
    object.__setattr__(move, "slot", slot)
    return move


DRAW = _make("draw", None)
_TAKE = tuple(_make("take", slot) for slot in SLOTS)
_SWAP = tuple(_make("swap", slot) for slot in SLOTS)
_REVEAL = tuple(_make("reveal", slot) for slot in SLOTS)
_FLIP = tuple(_make("flip", slot) for slot in SLOTS)
MOVES = {"take": _TAKE, "swap": _SWAP, "reveal": _REVEAL, "flip": _FLIP}
_BY_TEXT = {repr(move): move for move in (DRAW, *_TAKE, *_SWAP, *_REVEAL, *_FLIP)}


def take(slot: int) -> Move:
    """Take the top card of the discard pile and put it in `slot`; the old card goes on the pile.

    Parameters
    ----------
    slot : int
        0 to 11 in reading order; any slot of one's own that is not cleared.

    Raises
    ------
    IllegalMove
        If `slot` is not a whole number from 0 to 11.

    Examples
    --------
    >>> take(5)
    take(5)
    """
    # The quick way first: a slot that is a plain int in range is a hit in the table.
    return _TAKE[slot] if slot.__class__ is int and 0 <= slot < 12 else _TAKE[_slot("take", slot)]  # noqa: PLR2004


def draw() -> Move:
    """Draw the top card of the draw pile and look at it; `swap` or `reveal` follows.

    Examples
    --------
    >>> draw()
    draw()
    """
    return DRAW


def swap(slot: int) -> Move:
    """Put the drawn card in `slot`; the card that lay there goes face-up on the discard pile.

    Parameters
    ----------
    slot : int
        0 to 11; any slot of one's own that is not cleared.

    Raises
    ------
    IllegalMove
        If `slot` is not a whole number from 0 to 11.

    Examples
    --------
    >>> swap(0)
    swap(0)
    """
    return _SWAP[slot] if slot.__class__ is int and 0 <= slot < 12 else _SWAP[_slot("swap", slot)]  # noqa: PLR2004


def reveal(slot: int) -> Move:
    """Discard the drawn card and turn over the face-down card in `slot`.

    Parameters
    ----------
    slot : int
        0 to 11; a face-down card of one's own.

    Raises
    ------
    IllegalMove
        If `slot` is not a whole number from 0 to 11.

    Examples
    --------
    >>> reveal(11)
    reveal(11)
    """
    return _REVEAL[slot] if slot.__class__ is int and 0 <= slot < 12 else _REVEAL[_slot("reveal", slot)]  # noqa: PLR2004


def flip(slot: int) -> Move:
    """Turn over the card in `slot` before the first turn: every player flips two.

    Parameters
    ----------
    slot : int
        0 to 11; a face-down card of one's own.

    Raises
    ------
    IllegalMove
        If `slot` is not a whole number from 0 to 11.

    Examples
    --------
    >>> flip(3)
    flip(3)
    """
    return _FLIP[_slot("flip", slot)]


def parse_move(text: str) -> Move:
    """Return the move that `text` names: what ``repr`` of a move gives, spaces aside.

    Raises
    ------
    IllegalMove
        If `text` is not a move.

    Examples
    --------
    >>> parse_move("take( 5 )") is take(5)
    True
    """
    plain = re.sub(r"\s", "", text) if isinstance(text, str) else ""
    if plain not in _BY_TEXT:
        raise IllegalMove("not_a_move", got=short(text))
    return _BY_TEXT[plain]


def is_move(value: object) -> TypeGuard[Move]:
    """Return whether `value` is one of the moves that there are, not something made to look like one."""
    return any(value is move for move in _BY_TEXT.values())


def _slot(kind: str, slot: object) -> int:
    """Return `slot` as a plain int, also from a NumPy whole number; refuse all else by name."""
    number = whole_number(slot)
    if number is None or number not in SLOTS:
        raise IllegalMove("bad_slot", kind=kind, got=short(slot))
    return number


def whole_number(value: Any) -> int | None:  # noqa: ANN401 - anything may be typed in a notebook
    """Return `value` as a plain int if it is a whole number, Python's or NumPy's; None for all else."""
    if isinstance(value, bool | np.bool_):  # NumPy before 2 would take its own True for a 1
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def short(value: object) -> str:
    """Return the repr of `value`, cut to what fits in a message."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a learner's object may have a broken repr
        text = f"a {type(value).__name__}"
    longest = 60
    return text if len(text) <= longest else text[: longest - 1] + "…"
