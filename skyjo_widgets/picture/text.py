"""The board as text: what `print(game)` shows, and what stands in for a picture where there is none."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from skyjo_widgets.picture.board import FACE_DOWN
from skyjo_widgets.picture.sentences import (
    columns_wide,
    player_names,
    points_lines,
    shortened,
    situation,
)
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.picture.board import Board, Face

__all__ = ["text_board"]

_WIDTH = 80
_CELL = 4
_BLOCK = 4 * _CELL + 2
_BETWEEN = 2
_MARKS = {FACE_DOWN: "▒▒", None: "·"}


def text_board(board: Board, lang: str | None = None, *, width: int = _WIDTH) -> str:
    """Return the board as a text table for a monospaced font.

    Parameters
    ----------
    board : Board
        The public position.
    lang : str, optional
        Language of the words; by default the one setting for all.
    width : int
        Columns of text; players that do not fit beside each other stand below. At least 40.

    Returns
    -------
    str
        Lines without trailing spaces and without a final newline. ``▒▒`` is a face-down card, ``·`` a
        gap that a cleared column left, ``>`` the player who decides. Equal boards give equal text.
    """
    names = player_names(board, lang)
    lines = [part for line in situation(board, names, lang) for part in textwrap.wrap(line, width)]
    lines += textwrap.wrap(_piles(board, lang), width)
    blocks = [_player(board, seat, names[seat], lang) for seat in range(len(board.faces))]
    beside = max(1, (width + _BETWEEN) // (_BLOCK + _BETWEEN))
    for first in range(0, len(blocks), beside):
        lines.append("")
        for parts in zip(*blocks[first : first + beside], strict=True):
            lines.append((" " * _BETWEEN).join(map(_padded, parts)).rstrip())
    return "\n".join(lines)


def _piles(board: Board, lang: str | None) -> str:
    top = say("picture.no_card", lang) if board.discard is None else str(board.discard)
    parts = [
        f"{say('picture.discard_pile', lang)}: {top}",
        f"{say('picture.draw_pile', lang)}: {_cards(board.draw_count, lang)}",
    ]
    if board.drawn is not None:
        parts.append(f"{say('picture.drawn', lang)}: {board.drawn}")
    return "   ".join(parts)


def _cards(count: int, lang: str | None) -> str:
    return say("picture.cards", lang, n=count)


def _player(board: Board, seat: int, name: str, lang: str | None) -> list[str]:
    faces = board.faces[seat]
    mark = ">" if seat == board.seat else " "
    rows = ["".join(_mark(face).rjust(_CELL) for face in faces[row : row + 4]) for row in (0, 4, 8)]
    points = [f"  {shortened(line, _BLOCK - 2)}" for line in points_lines(board, seat, lang)]
    return [f"{mark} {shortened(name, _BLOCK - 2)}", *rows, *points]


def _mark(face: Face) -> str:
    return str(face) if isinstance(face, int) else _MARKS[face]


def _padded(text: str) -> str:
    return text + " " * (_BLOCK - columns_wide(text))
