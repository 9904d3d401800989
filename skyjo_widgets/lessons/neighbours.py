"""The others at a puzzle's table: who they are, and how they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.engine import draw, flip, reveal, take
from skyjo_widgets.lessons.reply import text

if TYPE_CHECKING:
    from skyjo_widgets.engine import Game, Move, View

__all__ = ["dull", "dull_move", "player_names"]


def dull(view: View) -> Move:
    """Draw, throw it away, turn over the first face-down card: so dull that the puzzle stays one's own."""
    if view.drawn is not None:
        return reveal(view.hidden[0])
    return draw() if view.cards_left else take(view.hidden[0])


def dull_move(game: Game, seat: int) -> Move:
    """Return what the dull player in `seat` does now; in the opening, the first two cards."""
    return flip(game.hidden[seat][0]) if game.phase == "opening" else dull(game.view(seat))


def player_names(players: int, lang: str) -> tuple[str, ...]:
    """Return the names of the first `players` players of every lesson, in `lang`."""
    return tuple(text(f"player.{seat}", lang) for seat in range(players))
