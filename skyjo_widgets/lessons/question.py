"""Questions and predictions: each answer gets an answer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import parse_move
from skyjo_widgets.lessons import shelf
from skyjo_widgets.lessons.neighbours import player_names
from skyjo_widgets.lessons.reply import Reply, has_text, text
from skyjo_widgets.picture import board_image, svg_board, text_board
from skyjo_widgets.words import language

if TYPE_CHECKING:
    from skyjo_widgets.lessons.panel import Panel
    from skyjo_widgets.picture import Board

__all__ = ["Question"]


class Question:
    """A question with a few choices, or for a number. As the last word of a cell it is shown to click.

    A *prediction* is a question that is asked before something happens: the answer is only noted, and
    `compare` tells afterwards how good it was.

    Parameters
    ----------
    name : str
        The question's name on the shelf.
    lang : str, optional
        Language of the texts; by default the one setting for all.

    Attributes
    ----------
    solved : bool
        Whether the right answer was given.
    given : str or float or None
        The last answer.

    Raises
    ------
    ValueError
        If there is no such question.

    Examples
    --------
    >>> question = Question("deck_size", lang="en")
    >>> question
    Question: How many cards are in the deck?
      a) 52
      b) 150
      c) 180
    >>> question.answer("a").right
    False
    >>> question.answer("b").right, question.solved
    (True, True)
    """

    def __init__(self, name: str, *, lang: str | None = None) -> None:
        card = shelf.question_card(name)
        self.name = name
        self.lang = lang or language()
        self.solved = False
        self.given: str | float | None = None
        self.prediction: bool = card.get("prediction", False)
        self.choices: tuple[str, ...] = tuple(card.get("choices", ()))
        self._right = card["right"]
        self._within: float = card.get("within", 0)
        self._position: str | None = card.get("position")
        self._after = tuple(parse_move(move) for move in card.get("after", ()))
        self._said = Reply("")
        self._panel: Panel | None = None

    def answer(self, given: object) -> Reply:
        """Give an answer: the letter of a choice, or a number. It may be given again.

        Returns
        -------
        Reply
            What there is to say to this answer; its `right` is None for a prediction and for
            something that is no answer to this question.
        """
        reading = self._letter(given) if self.choices else self._number(given)
        if reading is None:
            return self._says(Reply(self._text("no_choice" if self.choices else "no_number", given=given)))
        self.given = reading
        if self.prediction:
            return self._says(Reply(self._text("noted", given=self._shown(reading).rstrip(")"))))
        return self._judged(reading)

    def compare(self) -> Reply:
        """Compare a prediction with what happened."""
        if self.given is None:
            return self._says(Reply(self._text("predict_first")))
        return self._judged(self.given)

    def _judged(self, given: str | float) -> Reply:
        right = given == self._right if isinstance(given, str) else abs(given - self._right) <= self._within
        self.solved = self.solved or right
        return self._says(Reply(self._why(given, right=right), right=right))

    def _why(self, given: str | float, *, right: bool) -> str:
        if isinstance(given, str):
            return self._own(f"why.{given}")
        special = f"why.{given:g}"
        if right or not has_text(f"question.{self.name}.{special}", self.lang):
            special = "why.right" if right else "why.low" if given < self._right else "why.high"
        return self._own(special)

    def _letter(self, given: object) -> str | None:
        letter = str(given).strip().lower().rstrip(")")
        return letter if letter in self.choices else None

    def _number(self, given: object) -> float | None:
        # Half of Europe writes 5,07, and a minus is often the printers' one.
        plain = str(given).strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
        try:
            number = float(plain)
        except ValueError:
            return None
        return number if abs(number) < float("inf") else None

    def _shown(self, given: str | float) -> str:
        return f"{given})" if isinstance(given, str) else f"{given:g}"

    def _own(self, key: str) -> str:
        return text(f"question.{self.name}.{key}", self.lang)

    def _text(self, key: str, **values: object) -> str:
        return text(f"question_says.{key}", self.lang, **values)

    def _says(self, reply: Reply) -> Reply:
        self._said = reply
        if self._panel is not None:
            self._panel.show(self._state())
        return reply

    @property
    def board(self) -> Board | None:
        """The position that the question is about, as everybody sees it; None if it needs none."""
        if self._position is None:
            return None
        game = shelf.position(self._position).start(self._after)
        return game.board()._replace(names=player_names(game.players, self.lang))

    def __repr__(self) -> str:
        board = self.board
        lines = [f"{self._text('prediction' if self.prediction else 'question')}: {self._own('ask')}"]
        lines += [] if board is None else [text_board(board, self.lang)]
        lines += [f"  {letter}) {self._own(f'choice.{letter}')}" for letter in self.choices]
        lines += [f"  > {self._shown(self.given)} {self._said}"] if self.given is not None else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        board = self.board
        kind = "prediction" if self.prediction else "question"
        head = f"<p><strong>{escape(self._text(kind))}</strong> {escape(self._own('ask'))}</p>"
        items = "".join(f"<li>{escape(self._own(f'choice.{letter}'))}</li>" for letter in self.choices)
        picture = "" if board is None else board_image(board, self.lang)
        return head + picture + (f'<ol type="a">{items}</ol>' if items else "")

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        from skyjo_widgets.lessons.panel import Panel, bundle  # noqa: PLC0415 - widgets load when first shown

        if self._panel is None or self._panel.comm is None:  # None: it was closed
            self._panel = Panel(self._state(), self._pressed)
        return bundle(self._panel, repr(self), self._repr_html_())

    def _pressed(self, name: str, value: str) -> None:
        if name == "compare":
            self.compare()
        else:
            self.answer(value)

    def _state(self) -> dict[str, Any]:
        board = self.board
        tone = {None: "plain", True: "right", False: "wrong"}[self._said.right]
        marked = {self.given: "chosen" if self._said.right is None else tone}
        actions = [("compare", self.given is None)] if self.prediction else []
        return {
            "name": self.name,
            "lang": self.lang,
            "kind": "prediction" if self.prediction else "question",
            "label": self._text("prediction" if self.prediction else "question"),
            "task": self._own("ask"),
            "board": "" if board is None else svg_board(board, self.lang),
            "choices": [
                {"name": letter, "text": self._own(f"choice.{letter}"), "mark": marked.get(letter, "")}
                for letter in self.choices
            ],
            "number": None if self.choices else {"label": self._text("number"), "send": self._text("send")},
            "actions": [{"name": key, "label": self._text(key), "off": off} for key, off in actions],
            "said": {"text": str(self._said), "tone": tone},
        }
