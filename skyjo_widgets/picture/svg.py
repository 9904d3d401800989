"""The board as a picture: a small SVG without scripts, fonts, ids or anything from elsewhere."""

from __future__ import annotations

import textwrap
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from skyjo_widgets.picture.board import FACE_DOWN
from skyjo_widgets.picture.colours import COLOURS
from skyjo_widgets.picture.sentences import (
    columns_wide,
    player_names,
    points_lines,
    shortened,
    situation,
)
from skyjo_widgets.picture.text import text_board
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skyjo_widgets.picture.board import Board, Face

__all__ = ["board_image", "svg_board", "svg_image"]

# All lengths in the picture's own units; one is a CSS pixel at the size it asks for.
_CARD_W, _CARD_H, _GAP, _ROUND = 36, 48, 5, 5
_BLOCK_W = 4 * _CARD_W + 3 * _GAP
_BLOCK_H = 24 + 3 * _CARD_H + 2 * _GAP + 22
_MARGIN, _BETWEEN, _LINE = 16, 24, 18
_PILE_W = 108
_LETTER = 7.2  # a generous mean width of a letter of 13 units
_BESIDE = 4


class _Spot(NamedTuple):
    """A card of the picture: its face, and the upper left corner."""

    face: Face
    x: int
    y: int


def svg_image(svg: str, alt: str) -> str:
    """Return an SVG picture as an ``<img>`` for use inside HTML.

    In a notebook that is not trusted JupyterLab takes an inline ``<svg>`` apart and leaves its words in a
    heap; of an image it leaves `alt`.

    Parameters
    ----------
    svg : str
        One ``<svg>`` element.
    alt : str
        What the picture shows, in a sentence.
    """
    code = b64encode(svg.encode()).decode()
    style = "max-width:100%;height:auto"
    return f'<p><img alt="{escape(alt)}" style="{style}" src="data:image/svg+xml;base64,{code}"/></p>'


def board_image(board: Board, lang: str | None = None) -> str:
    """Return `svg_board` as an ``<img>`` whose words say whose turn it is and what lies on the piles."""
    words = " · ".join(situation(board, player_names(board, lang), lang))
    return svg_image(svg_board(board, lang), words)


def svg_board(board: Board, lang: str | None = None) -> str:
    """Return the board as an SVG picture.

    Parameters
    ----------
    board : Board
        The public position.
    lang : str, optional
        Language of the words; by default the one setting for all.

    Returns
    -------
    str
        One ``<svg>`` element. It brings its own background, so it can be read on white and on black;
        its description is the text board. Equal boards give equal pictures.
    """
    names = player_names(board, lang)
    players = len(names)
    beside = players if players <= _BESIDE else (players + 1) // 2
    width = 2 * _MARGIN + max(2, beside) * _BLOCK_W + (max(2, beside) - 1) * _BETWEEN
    head = [
        part
        for line in situation(board, names, lang)
        for part in textwrap.wrap(line, int((width - 2 * _MARGIN) / _LETTER))
    ]
    piles_y = _MARGIN + len(head) * _LINE + 8
    blocks_y = piles_y + _CARD_H + 52

    words = [_words("felt-text", 13, "start", _lines(head, _MARGIN, _MARGIN + 12))]
    pile_spots, captions = _piles(board, width, piles_y, lang)
    words.append(_words("felt-quiet", 11, "middle", captions))
    spots = list(pile_spots)
    frame = ""
    titles: list[tuple[str, float, float]] = []
    points: list[tuple[str, float, float]] = []
    turn: list[tuple[str, float, float]] = []
    for seat in range(players):
        row, column = divmod(seat, beside)
        x = _MARGIN + column * (_BLOCK_W + _BETWEEN)
        y = blocks_y + row * (_BLOCK_H + _MARGIN)
        name = shortened(names[seat], 22)
        (turn if seat == board.seat else titles).append((name, x, y + 14))
        if seat == board.seat:
            frame = _frame(x, y)
        spots += _grid(board.faces[seat], x, y + 24)
        now, total = points_lines(board, seat, lang)
        points.append((f"{now} · {total}", x, y + _BLOCK_H - 6))
    words += [
        _words("felt-text", 13, "start", titles, bold=True),
        _words("turn", 13, "start", turn, bold=True),
        _words("felt-quiet", 12, "start", points),
    ]
    rows = -(-players // beside)
    height = blocks_y + rows * _BLOCK_H + (rows - 1) * _MARGIN + _MARGIN
    title = escape(say("picture.title", lang, round=board.round))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        'font-family="system-ui,sans-serif" style="max-width:100%;height:auto">'
        f"<title>{title}</title><desc>{escape(text_board(board, lang))}</desc>"
        f'<rect width="{width}" height="{height}" rx="10" fill="{COLOURS["felt"]}"/>'
        f"{frame}{_cards(spots)}{''.join(words)}</svg>"
    )


def _piles(
    board: Board, width: int, y: int, lang: str | None
) -> tuple[list[_Spot], list[tuple[str, float, float]]]:
    piles: list[tuple[Face, str]] = [
        (FACE_DOWN if board.draw_count else None, say("picture.draw_pile", lang)),
        (board.discard, say("picture.discard_pile", lang)),
    ]
    counts = [
        say("picture.cards", lang, n=board.draw_count),
        say("picture.cards", lang, n=board.discard_count),
    ]
    if board.drawn is not None:
        piles.append((board.drawn, say("picture.drawn", lang)))
    spots, captions = [], []
    left = (width - len(piles) * _PILE_W) / 2
    for place, (face, caption) in enumerate(piles):
        middle = left + (place + 0.5) * _PILE_W
        spots.append(_Spot(face, round(middle - _CARD_W / 2), y))
        wrapped = textwrap.wrap(caption, 17)
        lines = wrapped if len(wrapped) > 1 or place >= len(counts) else [*wrapped, counts[place]]
        captions += _lines(lines, middle, y + _CARD_H + 14, step=13)
    return spots, captions


def _grid(faces: tuple[Face, ...], x: int, y: int) -> list[_Spot]:
    return [
        _Spot(face, x + slot % 4 * (_CARD_W + _GAP), y + slot // 4 * (_CARD_H + _GAP))
        for slot, face in enumerate(faces)
    ]


def _cards(spots: list[_Spot]) -> str:
    """All cards, those of one kind as one path: a notebook keeps the picture, so it has to be small."""
    shown = [spot for spot in spots if isinstance(spot.face, int)]
    down = [spot for spot in spots if spot.face == FACE_DOWN]
    gaps = [spot for spot in spots if spot.face is None]
    numbers = [(str(s.face), s.x + _CARD_W / 2, s.y + _CARD_H / 2 + 4) for s in shown]
    return (
        _path(map(_outline, shown), f'fill="{COLOURS["card"]}"')
        + _path(map(_bar, shown), f'stroke="{COLOURS["card-bar"]}" stroke-width="3" stroke-linecap="round"')
        + _path(map(_outline, down), f'fill="{COLOURS["back"]}" stroke="{COLOURS["back-mark"]}"')
        + _path(map(_sign, down), f'fill="{COLOURS["back-mark"]}"')
        + _path(map(_outline, gaps), f'fill="none" stroke="{COLOURS["gap"]}" stroke-dasharray="4 3"')
        + _words("card-text", 20, "middle", numbers, bold=True)
    )


def _outline(spot: _Spot) -> str:
    across, down, arc = _CARD_W - 2 * _ROUND, _CARD_H - 2 * _ROUND, f"a{_ROUND} {_ROUND} 0 0 1 "
    return (
        f"M{spot.x + _ROUND} {spot.y}h{across}{arc}{_ROUND} {_ROUND}v{down}{arc}-{_ROUND} {_ROUND}"
        f"h-{across}{arc}-{_ROUND}-{_ROUND}v-{down}{arc}{_ROUND}-{_ROUND}z"
    )


def _bar(spot: _Spot) -> str:
    # From a dot for -2 to the whole width for 12.
    length = 0.1 + (int(spot.face or 0) + 2) / 14 * (_CARD_W - 16)
    return f"M{spot.x + 8} {spot.y + _CARD_H - 8}h{length:.1f}"


def _sign(spot: _Spot) -> str:
    return f"M{spot.x + _CARD_W // 2} {spot.y + _CARD_H // 2 - 9}l6 9-6 9-6-9z"


def _frame(x: int, y: int) -> str:
    return (
        f'<rect x="{x - 8}" y="{y - 6}" width="{_BLOCK_W + 16}" height="{_BLOCK_H + 10}" rx="8" fill="none" '
        f'stroke="{COLOURS["turn"]}" stroke-width="2"/>'
    )


def _path(parts: Iterable[str], look: str) -> str:
    drawn = "".join(parts)
    return f'<path d="{drawn}" {look}/>' if drawn else ""


def _lines(lines: list[str], x: float, y: float, step: int = _LINE) -> list[tuple[str, float, float]]:
    return [(line, x, y + step * place) for place, line in enumerate(lines)]


def _words(
    colour: str, size: int, anchor: str, texts: list[tuple[str, float, float]], *, bold: bool = False
) -> str:
    if not texts:
        return ""
    weight = ' font-weight="700"' if bold else ""
    squeeze = _squeezed if bold else _as_it_is
    drawn = "".join(
        f'<text x="{x:g}" y="{y:g}"{squeeze(text, size)}>{escape(text)}</text>' for text, x, y in texts
    )
    return f'<g fill="{COLOURS[colour]}" font-size="{size}" text-anchor="{anchor}"{weight}>{drawn}</g>'


def _squeezed(text: str, size: int) -> str:
    # A name of very wide letters is squeezed into its place instead of running out of it.
    wide = size * sum(map(_ems, text))
    return f' textLength="{_BLOCK_W}" lengthAdjust="spacingAndGlyphs"' if wide > _BLOCK_W else ""


def _as_it_is(_text: str, _size: int) -> str:
    return ""


def _ems(letter: str) -> float:
    if letter in "mwMW@" or columns_wide(letter) > 1:
        return 1.0
    return 0.75 if letter.isupper() else 0.58
