"""What `check` has found: prints as text, shows as a table with a picture in a notebook."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.arena.checking.noticed import Noticed
from skyjo_widgets.arena.checking.phrase import Phrase, said
from skyjo_widgets.picture import board_image, text_board

if TYPE_CHECKING:
    from skyjo_widgets.engine import Game, IllegalMove
    from skyjo_widgets.picture import Board

__all__ = ["Mistake", "Report", "Row"]

_LABEL, _TEXT = 17, 80  # columns of the labels on the left and of the text beside them


class Row(NamedTuple):
    """A label, and what stands beside it.

    Attributes
    ----------
    label : Phrase
        On the left.
    lines : tuple
        On the right, each on a line of its own.
    code : bool
        Whether these are lines of Python.
    """

    label: Phrase
    lines: tuple[Phrase | IllegalMove | str, ...]
    code: bool = False


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a strategy.

    Attributes
    ----------
    kind : str
        For programs: ``"nothing_returned"``, ``"not_face_down"``, ``"loop"``, ``"none"`` …
    headline : Phrase
        Who did what, and when.
    rows : tuple of Row
        What was returned or raised, why that is wrong here, what was legal, what to try.
    board : Board or None
        The situation, as everybody sees it; None if the strategy was never asked.
    line : int or None
        The learner's line in its cell or file, where it is known.
    replay : str
        The line of Python that shows the situation again; empty where there is none.
    """

    kind: str
    headline: Phrase
    rows: tuple[Row, ...] = ()
    board: Board | None = None
    line: int | None = None
    replay: str = ""


@dataclass(frozen=True, repr=False)
class Report:
    """What `check` has found out about a strategy.

    It is printed, or shown as the result of a cell, in the language that is set when it is looked at.

    Attributes
    ----------
    name : str
        What the strategy is called.
    ok : bool
        True if nothing is wrong.
    mistake : Mistake or None
        What is wrong.
    noticed : Noticed
        What it did, counted.
    speed : float or None
        Decisions a second, measured; None if that was not measured.
    game : Game or None
        The game up to the decision that was wrong, for `Replay`; else the first game.
    traceback : str
        All that Python says about an error; empty if there was none.

    Examples
    --------
    >>> from skyjo_widgets import check, strategies
    >>> check(strategies.greedy).ok
    True
    """

    name: str
    noticed: Noticed = field(default_factory=Noticed)
    mistake: Mistake | None = None
    praise: tuple[Row, ...] = ()
    speed: float | None = None
    game: Game | None = None
    traceback: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.mistake is None

    @property
    def kind(self) -> str:
        """What kind of mistake it is, for programs; ``"ok"`` if there is none."""
        return "ok" if self.mistake is None else self.mistake.kind

    @property
    def playable(self) -> bool:
        """Whether games can be played with it: it may be slow, or play otherwise each time."""
        return self.kind in ("ok", "remembers", "random", "slow")

    @property
    def replay(self) -> str:
        """The line of Python that shows the situation again; empty where there is none."""
        return "" if self.mistake is None else self.mistake.replay

    def headline(self, lang: str | None = None) -> str:
        """Return what there is to say in one sentence."""
        return self._headline.say(lang)

    @property
    def _headline(self) -> Phrase:
        if self.mistake is not None:
            return self.mistake.headline
        counts = self.noticed
        return Phrase.of(
            "headline.ok",
            name=self.name,
            decisions=counts.decisions,
            games=counts.games,
            situations=counts.situations,
        )

    def text(self, lang: str | None = None) -> str:
        """Return the whole report in language `lang`."""
        lines = [self._headline.say(lang)]
        mistake = self.mistake
        for row in self.praise if mistake is None else mistake.rows:
            lines += _in_columns(row, lang)
        if mistake is not None and mistake.board is not None:
            lines += [
                "",
                *(f"    {line}".rstrip() for line in text_board(mistake.board, lang).splitlines()),
                "",
            ]
        if mistake is not None and mistake.replay:
            lines += _in_columns(Row(Phrase.of("label.again"), (mistake.replay,), code=True), lang)
        if self.traceback:
            lines += _in_columns(Row(Phrase.of("label.more"), (Phrase.of("text.traceback"),)), lang)
        return "\n".join(lines)

    def to_dict(self, lang: str | None = None) -> dict[str, Any]:
        """Return the report as plain data, for files and other processes.

        Returns
        -------
        dict
            ``name``, ``ok``, ``playable``, ``kind``, ``headline``, ``text``, ``line``, ``replay``,
            ``noticed``, ``speed``, ``traceback``: strings, numbers, truth values, None; `noticed` is a dict
            of counts.
        """
        return {
            "name": self.name,
            "ok": self.ok,
            "playable": self.playable,
            "kind": self.kind,
            "headline": self.headline(lang),
            "text": self.text(lang),
            "line": None if self.mistake is None else self.mistake.line,
            "replay": self.replay,
            "noticed": self.noticed.to_dict(),
            "speed": self.speed,
            "traceback": self.traceback,
        }

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        mistake = self.mistake
        rows = [*(self.praise if mistake is None else mistake.rows)]
        if mistake is not None and mistake.replay:
            rows.append(Row(Phrase.of("label.again"), (mistake.replay,), code=True))
        if self.traceback:
            rows.append(Row(Phrase.of("label.more"), (Phrase.of("text.traceback"),)))
        picture = "" if mistake is None or mistake.board is None else board_image(mistake.board)
        mark = "✓" if self.ok else "✗"
        return (
            f'<div class="skyjo-report"><p><strong>{mark} {html.escape(self.headline())}</strong></p>'
            f"<table>{''.join(map(_in_html, rows))}</table>{picture}</div>"
        )


def _in_columns(row: Row, lang: str | None) -> list[str]:
    """Return a row as lines of text, the label on the left."""
    label = row.label.say(lang)
    told = [line for each in row.lines for line in str(said(each, lang)).splitlines()] or [""]
    if not row.code:
        told = [part for line in told for part in textwrap.wrap(line, _TEXT) or [""]]
    start = f"  {label:<{_LABEL}}"
    first = f"{start} {told[0]}" if len(label) <= _LABEL else f"  {label}\n{' ' * (_LABEL + 3)}{told[0]}"
    return [first, *(f"{' ' * (_LABEL + 3)}{line}" for line in told[1:])]


def _in_html(row: Row) -> str:
    told = "\n".join(str(said(each, None)) for each in row.lines)
    cell = html.escape(told)
    cell = f'<pre style="margin:0">{cell}</pre>' if row.code else cell.replace("\n", "<br>")
    left = 'style="text-align:left;vertical-align:top"'
    label = 'style="text-align:left;vertical-align:top;white-space:nowrap"'
    return f"<tr><th {label}>{html.escape(row.label.say())}</th><td {left}>{cell}</td></tr>"
