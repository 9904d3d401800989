"""A small picture of shares and their intervals, drawn without any library: what a notebook shows at once."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from skyjo_widgets.arena.wording import percent
from skyjo_widgets.picture import svg_image
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.arena.statistics import Interval

__all__ = ["strip"]

_NAMES, _SCALE, _ROW, _EDGE = 150, 400, 30, 40  # pixels
_LONGEST_NAME = 20
_BLUE = "#0072B2"  # of Okabe and Ito's colours


def strip(names: Sequence[str], shares: Sequence[Interval], fair: float, lang: str | None = None) -> str:
    """Return a picture with one line for each name: its share of games as a dot, its interval as a bar.

    It brings its own background, so that it can be read in dark mode, too.

    Parameters
    ----------
    names : sequence of str
        Whose shares.
    shares : sequence of Interval
        Shares of games won, 0 to 1; what is not known is left out.
    fair : float
        The share that a dashed line marks.
    """
    width, height = _NAMES + _SCALE + _EDGE, _ROW * len(names) + 22
    middle = _x(fair)
    frame = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    font = 'font-family="sans-serif" font-size="13" fill="#1d1726"'
    dashes = 'stroke="#1d1726" stroke-dasharray="4 3" opacity="0.6"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {frame} {font}>',
        '<rect width="100%" height="100%" rx="8" fill="#fff"/>',
        f"<title>{html.escape(_title(names, shares, lang))}</title>",
        f'<line x1="{middle}" y1="2" x2="{middle}" y2="{height - 18}" {dashes}/>',
    ]
    parts += [
        f'<text x="{_x(tick / 100)}" y="{height - 4}" text-anchor="middle" opacity="0.75">'
        f"{html.escape(say('arena.percent', lang, number=tick))}</text>"
        for tick in (0, 25, 50, 75, 100)
    ]
    for row, (name, share) in enumerate(zip(names, shares, strict=True)):
        y = row * _ROW + 20
        short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
        parts.append(f'<text x="{_NAMES - 14}" y="{y + 4}" text-anchor="end">{html.escape(short)}</text>')
        if math.isfinite(share.mean):
            parts.append(
                f'<line x1="{_x(share.low)}" y1="{y}" x2="{_x(share.high)}" y2="{y}" stroke="{_BLUE}"'
                ' stroke-width="5" stroke-linecap="round" opacity="0.55"/>'
                f'<circle cx="{_x(share.mean)}" cy="{y}" r="5" fill="{_BLUE}"/>'
                f'<text x="{_x(share.mean)}" y="{y - 8}" text-anchor="middle" font-size="11">'
                f"{html.escape(say('arena.percent', lang, number=percent(share, lang)[0]))}</text>"
            )
    return svg_image("".join([*parts, "</svg>"]), _title(names, shares, lang))


def _x(share: float) -> str:
    return f"{_NAMES + _SCALE * share:.1f}"


def _title(names: Sequence[str], shares: Sequence[Interval], lang: str | None) -> str:
    listed = (
        f"{name}: {say('arena.percent', lang, number=percent(share, lang)[0])}"
        for name, share in zip(names, shares, strict=True)
    )
    return f"{say('arena.plot.wins', lang)}: {', '.join(listed)}"
