"""What a picture says beside the cards: names, whose turn it is, why the round ends, who wins."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.picture.board import Board, Face

__all__ = ["columns_wide", "open_points", "player_names", "points_lines", "shortened", "situation"]

_LONGEST_NAME = 40


def player_names(board: Board, lang: str | None) -> tuple[str, ...]:
    """One name for each seat, on one line: "Player 1" where there is none."""
    names = [*board.names, *[""] * len(board.faces)][: len(board.faces)]
    return tuple(
        _one_line(name) or say("picture.player", lang, n=seat + 1) for seat, name in enumerate(names)
    )


def situation(board: Board, names: tuple[str, ...], lang: str | None) -> list[str]:
    """Sentences in the order in which one asks: which round and whose turn; why it ends; who wins."""
    name = "" if board.seat is None else names[board.seat]
    phase = f"picture.phase.{board.phase.replace(' ', '_')}"
    lines = [say(phase, lang, round=board.round, name=name, card=board.drawn)]
    if board.ender is not None:
        lines.append(say("picture.ending.ended", lang, name=names[board.ender]))
    if board.capped:
        lines.append(say("picture.ending.capped", lang))
    if board.pending:
        listed = ", ".join(names[seat] for seat in board.pending)
        lines.append(say("picture.ending.last_turns", lang, names=listed))
    if board.winners:
        listed = ", ".join(names[seat] for seat in board.winners)
        key = "picture.ending.winner" if len(board.winners) == 1 else "picture.ending.winners"
        lines.append(say(key, lang, names=listed))
    return lines


def points_lines(board: Board, seat: int, lang: str | None) -> tuple[str, str]:
    """Two lines under a player's cards: the points of this round, and the total."""
    if board.phase in ("round over", "game over") and board.scores:
        score, shown = board.scores[-1][seat], open_points(board.faces[seat])
        # Only points above zero are doubled (R19), or multiplied by what the option says.
        factor = score // shown if seat == board.ender and shown > 0 and score % shown == 0 else 1
        key = "picture.doubled" if factor > 1 else "picture.this_round"
        now = say(key, lang, n=score, points=shown, factor=factor)
    else:
        now = say("picture.open", lang, n=open_points(board.faces[seat]))
    return now, say("picture.total", lang, n=board.totals[seat])


def open_points(faces: tuple[Face, ...]) -> int:
    """Sum of the face-up cards."""
    return sum(face for face in faces if isinstance(face, int))


def columns_wide(text: str) -> int:
    """How many columns `text` fills in a monospaced font: 2 for a wide character, 0 for an accent."""
    return sum(map(_columns, text))


def shortened(text: str, most: int) -> str:
    """`text`, or as much of it as fits into `most` columns together with "…"."""
    if columns_wide(text) <= most:
        return text
    kept = ""
    for character in text:
        if columns_wide(kept + character) > most - 1:
            break
        kept += character
    return kept + "…"


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _one_line(name: str) -> str:
    # Control characters, lone surrogates and marks that turn the reading direction would break the
    # layout, or the XML. A name is one line of what can be printed.
    return shortened(" ".join("".join(c if c.isprintable() else " " for c in name).split()), _LONGEST_NAME)
