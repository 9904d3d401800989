"""What everybody at the table may see: all that a picture is ever given."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

__all__ = ["FACE_DOWN", "Board", "Face"]

FACE_DOWN: Literal["?"] = "?"

# A face-up value, "?" for a face-down card, None for a gap that a cleared column left.
Face: TypeAlias = int | Literal["?"] | None


class Board(NamedTuple):
    """A position as the public sees it. It holds no face-down value and no way to one.

    Attributes
    ----------
    names : tuple of str
        The players by seat; empty where they have none.
    faces : tuple of tuple
        For each seat its 12 cards in reading order (3 rows of 4): a value from -2 to 12 when face-up,
        ``"?"`` when face-down, None when cleared.
    phase : str
        ``"opening"``, ``"turn"``, ``"drawn"``, ``"round over"`` or ``"game over"``.
    seat : int or None
        Who decides now; None between rounds and after the game.
    drawn : int or None
        The card that the deciding player has drawn and holds.
    discard : int or None
        The top of the discard pile.
    draw_count, discard_count : int
        How many cards lie on the two piles.
    totals : tuple of int
        Points of all finished rounds, by seat.
    scores : tuple of tuple of int
        Points of each finished round, after doubling, by seat.
    round : int
        Which round this is, from 1.
    turn : int
        How many turns have been begun in this round, this one included; 0 in the opening.
    starter, ender : int or None
        Who began this round and who ended it, once known.
    pending : tuple of int
        The seats that still have their last turn, in order.
    winners : tuple of int
        Empty until the game is over.
    capped : bool
        True if the limit of turns ended this round, not a player.
    """

    names: tuple[str, ...]
    faces: tuple[tuple[Face, ...], ...]
    phase: str
    seat: int | None
    drawn: int | None
    discard: int | None
    draw_count: int
    discard_count: int
    totals: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    round: int
    turn: int
    starter: int | None
    ender: int | None
    pending: tuple[int, ...]
    winners: tuple[int, ...]
    capped: bool
