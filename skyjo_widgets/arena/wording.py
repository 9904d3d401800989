"""Numbers, tables and lines of code as people read them."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from skyjo_widgets.engine import ARENA_RULES, name_of
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.arena.statistics import Interval
    from skyjo_widgets.engine import Rules, Strategy

__all__ = [
    "decimal",
    "html_lines",
    "html_table",
    "percent",
    "percent_range",
    "points_range",
    "replay_code",
    "text_table",
]

_FINE = 0.04  # intervals narrower than this are told in tenths of a percent
_MINUS = "\N{MINUS SIGN}"


def decimal(value: float, places: int = 1, lang: str | None = None, *, signed: bool = False) -> str:
    """Return a number with `places` digits behind the mark that the language uses."""
    if not math.isfinite(value):
        return say("arena.open_ended", lang)
    text = f"{value:+.{places}f}" if signed else f"{value:.{places}f}"
    if not float(text):
        text = text.lstrip("+-")
    return text.replace("-", _MINUS).replace(".", say("arena.decimal_mark", lang))


def percent(share: Interval, lang: str | None = None) -> tuple[str, str, str]:
    """Return mean, low and high of a share in percent: whole ones, or tenths where it is that sure."""
    places = 1 if share.width < _FINE else 0
    mean, low, high = (
        decimal(100 * part, 0 if part in (0.0, 0.5, 1.0) and not share.width else places, lang)
        for part in (share.mean, share.low, share.high)
    )
    return mean, low, high


def percent_range(share: Interval, lang: str | None = None) -> str:
    """Return an interval of shares in percent, as 55 to 61."""
    _, low, high = percent(share, lang)
    return say("arena.range_percent", lang, low=low, high=high)


def points_range(points: Interval, lang: str | None = None) -> str:
    """Return an interval of points with their signs, as -5.0 to -3.2."""
    if not math.isfinite(points.width):
        return say("arena.open_ended", lang)
    low, high = (decimal(part, 1, lang, signed=True) for part in (points.low, points.high))
    return say("arena.range", lang, low=low, high=high)


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as lines of text: the first column to the left, the others to the right."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Return the same table as HTML; whatever stands in it is text, not markup."""
    head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in heads)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="text-align:right">{html.escape(cell)}</td>'
            if column
            else f'<th scope="row" style="text-align:left">{html.escape(cell)}</th>'
            for column, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_lines(paragraphs: Sequence[str]) -> str:
    """Return texts as HTML paragraphs, their lines kept."""
    return "".join(f"<p>{html.escape(text).replace(chr(10), '<br>')}</p>" for text in paragraphs)


def replay_code(seated: Sequence[Strategy], seed: int, deal: int, rules: Rules) -> str | None:
    """Return the line that shows a game again, or None where a strategy has no name to write."""
    names = [name_of(strategy) for strategy in seated]
    if not all(name.isidentifier() for name in names):
        return None
    written = [
        f"strategies.{name}"
        if str(getattr(strategy, "__module__", "")).startswith("skyjo_widgets.strategies")
        else name
        for name, strategy in zip(names, seated, strict=True)
    ]
    options = f"seed={seed}, deal={deal}" + ("" if rules == ARENA_RULES else f", rules={rules!r}")
    return f"Replay(play({', '.join(written)}, {options}))"
