"""Who may play what, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.engine.errors import IllegalMove
from skyjo_widgets.engine.moves import DRAW, MOVES, Move, is_move, short

if TYPE_CHECKING:
    from skyjo_widgets.engine.round import Round

__all__ = ["legal_moves", "refusal"]


def legal_moves(position: Round, seat: int) -> tuple[Move, ...]:
    """Return all moves that `seat` may play now: flips, or draw and takes, or swaps and reveals."""
    hidden = position.hidden[seat]
    if position.flips_left:
        return tuple(MOVES["flip"][slot] for slot in hidden) if position.flips_of(seat) else ()
    if seat != position.seat:
        return ()
    filled = [slot for slot, card in enumerate(position.cards[seat]) if card is not None]
    if position.drawn is None:
        return (*[DRAW] * position.can_draw(), *(MOVES["take"][slot] for slot in filled))
    return (*(MOVES["swap"][slot] for slot in filled), *(MOVES["reveal"][slot] for slot in hidden))


def refusal(position: Round, seat: int, move: object) -> IllegalMove:
    """Return why `seat` may not play `move`, which is not legal, as an error that says so."""
    if not is_move(move):
        return IllegalMove("not_a_move", got=short(move))
    reason = _wrong_time(position, seat, move.kind) or _wrong_slot(position, seat, move)
    told = {"move": str(move), "kind": move.kind, "slot": move.slot, "seat": seat}
    return IllegalMove(reason, turn=position.seat, drawn=position.drawn, **told)


def _wrong_time(position: Round, seat: int, kind: str) -> str | None:
    """Return why a move of this kind is not for now, or None if it is."""
    if position.flips_left:
        if kind != "flip":
            return "opening_first"
        return None if position.flips_of(seat) else "flipped_two"
    if seat != position.seat:
        return "not_your_turn"
    if position.drawn is None:
        return {"draw": "nothing_to_draw", "take": None, "flip": "opening_over"}.get(kind, "draw_first")
    return {"swap": None, "reveal": None, "flip": "opening_over"}.get(kind, "already_drew")


def _wrong_slot(position: Round, seat: int, move: Move) -> str:
    # Only draw() has no slot, and it never gets here.
    card = position.cards[seat][move.slot]  # type: ignore[index]
    return "cleared" if card is None else "not_face_down"
