"""What changes from one public board to the next: the browser plays these changes one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skyjo_widgets.picture import Board

__all__ = ["board_state", "change"]

# The names that the browser knows the piles by.
_FIELDS = {
    "seat": "seat",
    "phase": "phase",
    "drawn": "drawn",
    "discard": "discard",
    "left": "draw_count",
    "piled": "discard_count",
    "round": "round",
}


def board_state(board: Board) -> dict[str, Any]:
    """Return the board as plain values: ``faces`` by seat, the two piles, whose turn it is."""
    return {
        "faces": [list(faces) for faces in board.faces],
        "totals": list(board.totals),
        **{name: getattr(board, field) for name, field in _FIELDS.items()},
    }


def change(before: Board, after: Board, kind: str, told: int) -> dict[str, Any]:
    """Return one frame of the film: only what differs between two public boards.

    Parameters
    ----------
    before, after : Board
        What everybody saw before the move, and sees now.
    kind : str
        The kind of the move: where a card comes from is drawn accordingly.
    told : int
        How many lines the log has after it: what happened is said there.

    Returns
    -------
    dict
        ``kind``, ``by`` (the seat that moved), ``told``, ``cards`` as ``[seat, slot, face]``, and
        those of the other values that changed.
    """
    cards = [
        [seat, slot, new]
        for seat, (old_faces, new_faces) in enumerate(zip(before.faces, after.faces, strict=True))
        for slot, (old, new) in enumerate(zip(old_faces, new_faces, strict=True))
        if old != new
    ]
    frame: dict[str, Any] = {"kind": kind, "by": before.seat, "told": told, "cards": cards}
    for name, field in _FIELDS.items():
        if getattr(before, field) != getattr(after, field):
            frame[name] = getattr(after, field)
    return frame
