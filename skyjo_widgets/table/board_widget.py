"""What `Table` and `Replay` share: one widget, one message each way, and words when something fails."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from skyjo_widgets.engine.moves import short
from skyjo_widgets.picture import svg_board, text_board
from skyjo_widgets.table.bots import error_in_words
from skyjo_widgets.words import language, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyjo_widgets.picture import Board

__all__ = ["PACES", "BoardWidget", "Refused"]

PACES = ("slow", "normal", "fast", "off")

# What the browser is told, once; a list of words is easier to read than 40 lines.
_FRONT = (  # noqa: SIM905
    "table cards card down cleared piles draw draw_label discard discard_label empty hand round open total "
    "undo new next retry step play pause whole numbers pace slow normal fast off log scores round_column sum "
    "doubled moving silent gone"
).split()
_PLACEHOLDERS = {name: f"{{{name}}}" for name in ("name", "row", "column", "face", "n")}


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """What was asked for can't be done now. Its text is meant for the table."""


class BoardWidget(anywidget.AnyWidget):
    """A board in the notebook. The kernel keeps the game; the browser is told what everybody may see.

    `state` is all that the browser gets, one value, replaced as a whole: one message an update. What is
    clicked comes back as a message ``{"do": ..., ...}`` to `receive`, which Python's own methods call too.
    """

    _esm = Path(__file__).with_name("table.js")
    _css = Path(__file__).with_name("table.css")

    state = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    _lang: str | None = None
    _refusal: str | None = None
    _trouble: str | None = None
    _said = ""
    _depth = 0
    _rev = 0

    def __init__(self, *, lang: str | None, numbers: bool, pace: str) -> None:
        # A table keeps its language: half of its words are in the browser already.
        self._lang = lang = language() if lang is None else lang
        self._numbers = bool(numbers)
        self._pace = self._known_pace(pace)
        front = (*_FRONT, *self._more_words())
        words = {key: say(f"table.front.{key}", lang, **_PLACEHOLDERS) for key in front}
        # All of it in the first message: the board is there as soon as the widget is.
        super().__init__(words=words, state=self._public())
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    # What a table and a replay do differently.

    def _more_words(self) -> tuple[str, ...]:
        return ()

    def _board(self) -> Board:
        raise NotImplementedError

    def _situation(self) -> dict[str, Any]:
        """Return everything of the state that is not common to all boards."""
        raise NotImplementedError

    def _do(self, what: str, message: dict[str, Any]) -> None:
        """Carry out one message; raise `Refused` if it can't be."""
        raise NotImplementedError

    def _heading(self) -> str:
        raise NotImplementedError

    # The way in, for the mouse and for Python.

    def receive(self, message: object) -> str | None:
        """Carry out one message, whoever sent it, and show what comes of it.

        Parameters
        ----------
        message : dict
            ``{"do": "click", "slot": 3}`` and the like. Anything may arrive here; what is no message is
            refused in words.

        Returns
        -------
        str or None
            The refusal that the table shows, or None if it was done.
        """
        with self._showing():
            self._refusal = None
            try:
                self._common(message)
            except Refused as refusal:
                self._refusal = str(refusal)
            except Exception as error:  # noqa: BLE001 - it is shown on the table instead of being lost
                inside = error_in_words(error, self._lang)
                self._trouble = say("table.trouble.inside", self._lang, error=inside)
        return self._refusal

    @property
    def refusal(self) -> str | None:
        """The refusal that the table shows now, or None."""
        return self._refusal

    @property
    def trouble(self) -> str | None:
        """The error in somebody's code that the table shows now, or None."""
        return self._trouble

    @property
    def numbers(self) -> bool:
        """Whether every card shows its slot number, 0 to 11; can be set."""
        return self._numbers

    @numbers.setter
    def numbers(self, shown: bool) -> None:
        self.receive({"do": "set", "numbers": bool(shown)})

    @property
    def pace(self) -> str:
        """How quickly bots move before one's eyes: one of `PACES`; can be set."""
        return self._pace

    @pace.setter
    def pace(self, pace: str) -> None:
        self.receive({"do": "set", "pace": self._known_pace(pace)})

    def _common(self, message: object) -> None:
        what = message.get("do") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(what, str):
            raise Refused(say("table.refusal.unknown", self._lang, got=short(message)))
        if what == "set":
            if "numbers" in message:
                self._numbers = bool(message["numbers"])
            if message.get("pace") in PACES:
                self._pace = message["pace"]
        elif what != "hello":  # a greeting only asks whether anybody is there
            self._do(what, message)

    def _known_pace(self, pace: str) -> str:
        if pace not in PACES:
            listed = ", ".join(map(repr, PACES))
            raise ValueError(say("table.player.pace", self._lang, got=repr(pace), listed=listed))
        return pace

    # The way out: one message, however many things were done.

    @contextmanager
    def _showing(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._rev += 1
                self.state = self._public()

    def _public(self) -> dict[str, Any]:
        return {
            "rev": self._rev,
            **self._situation(),
            "live": self._said,
            "refusal": self._refusal or "",
            "trouble": self._trouble or "",
            "numbers": self._numbers,
            "pace": self._pace,
        }

    def close(self) -> None:
        """Take the board off every notebook and forget it, its layout too."""
        was_open = self.comm is not None
        super().close()
        if was_open:
            self.layout.close()

    # What stands in for the widget where there is none.

    def __repr__(self) -> str:
        return f"{self._heading()}\n{text_board(self._board(), self._lang)}"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:  # noqa: ANN401
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        # The text is the whole board: anywidget would shorten it.
        picture = svg_board(self._board(), self._lang)
        return {**data, "text/plain": repr(self), "image/svg+xml": picture}, metadata
