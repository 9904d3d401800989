"""Exercises: a task for the learner's own function, a judge, and hints in steps."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from skyjo_widgets.lessons import shelf
from skyjo_widgets.lessons.judges import JUDGES, Verdict, verdict_of
from skyjo_widgets.lessons.reply import Reply, has_text, hint_texts, text
from skyjo_widgets.words import language

if TYPE_CHECKING:
    from collections.abc import Callable

    from skyjo_widgets.lessons.panel import Panel

__all__ = ["Exercise"]


class Exercise:
    """A task that is solved by writing something: a strategy, a position, a number.

    As the last word of a cell it shows the task with a button for hints. The answer is no business of
    this class: it stands in the notebook, in a collapsed cell tagged ``answer``.

    Parameters
    ----------
    name : str
        The exercise's name on the shelf: of its judge in ``exercises.toml``, of its texts in the
        catalogue.
    judge : callable, optional
        Judges what the learner made, instead of the judge on the shelf. It may return a `Verdict`, a
        report with an ``ok``, or plain True or False.
    lang : str, optional
        Language of the texts; by default the one setting for all.

    Attributes
    ----------
    solved : bool
        Whether something right was handed to `judge`.
    report : object
        What the judge found the last time, in full; None before.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> exercise = Exercise("own_column", lang="en")
    >>> exercise.judge([[1, 2, 3, 4], [1, 5, 6, 7], [8, 9, 10, 11]], discard=12).right
    False
    >>> exercise.judge([[1, 2, 3, 4], [1, 5, 6, 7], [8, 9, 10, 11]], discard=1).right
    True
    """

    def __init__(
        self, name: str, *, judge: Callable[..., object] | None = None, lang: str | None = None
    ) -> None:
        self.name = name
        self.lang = lang or language()
        self.solved = False
        self.report: object = None
        card = shelf.exercise_card(name)
        self._judge = judge or JUDGES[card.pop("judge")]
        self._settings: dict[str, Any] = {} if judge is not None else card
        self._hints = 0
        self._said = Reply("")
        self._panel: Panel | None = None

    def judge(self, *made: Any, **more: Any) -> Reply:  # noqa: ANN401 - what is made depends on the task
        """Judge what was made, usually a strategy: ``exercise.judge(mine)``.

        Returns
        -------
        Reply
            `right` is True or False; the words say what was found.
        """
        found = self._judge(*made, **self._settings, **more)
        verdict = verdict_of(found)
        self.report = found.report if isinstance(found, Verdict) else found
        self.solved = self.solved or verdict.ok
        own = f"exercise.{self.name}.{'right' if verdict.ok else 'wrong'}"
        parts = [verdict.say(self.lang), text(own, self.lang) if has_text(own, self.lang) else ""]
        return self._says(Reply("\n".join(part for part in parts if part), right=verdict.ok))

    def hint(self) -> Reply:
        """Return the next hint; each says a little more. After the last one, the last one again."""
        hints = self.hints
        if not hints:
            return self._says(Reply(text("puzzle_says.no_hint", self.lang)))
        self._hints = min(self._hints + 1, len(hints))
        words = text(
            "puzzle_says.hint", self.lang, number=self._hints, of=len(hints), hint=hints[self._hints - 1]
        )
        return self._says(Reply(words))

    @property
    def task(self) -> str:
        """What is asked for, in words."""
        return text(f"exercise.{self.name}.task", self.lang)

    @property
    def hints(self) -> tuple[str, ...]:
        """All hints, from the first nudge to the last."""
        return hint_texts(f"exercise.{self.name}", self.lang)

    def __repr__(self) -> str:
        lines = [f"{text('exercise_says.exercise', self.lang)}: {self.task}"]
        return "\n".join([*lines, f"> {self._said}"] if self._said else lines)

    def _repr_html_(self) -> str:
        label = text("exercise_says.exercise", self.lang)
        return f"<p><strong>{escape(label)}</strong> {escape(self.task)}</p>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        from skyjo_widgets.lessons.panel import Panel, bundle  # noqa: PLC0415 - widgets load when first shown

        if self._panel is None or self._panel.comm is None:  # None: it was closed
            self._panel = Panel(self._state(), lambda _name, _value: self.hint())
        return bundle(self._panel, repr(self), self._repr_html_())

    def _says(self, reply: Reply) -> Reply:
        self._said = reply
        if self._panel is not None:
            self._panel.show(self._state())
        return reply

    def _state(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "lang": self.lang,
            "kind": "exercise",
            "label": text("exercise_says.exercise", self.lang),
            "task": self.task,
            "board": "",
            "choices": [],
            "number": None,
            "actions": [{"name": "hint", "label": text("action.hint", self.lang), "off": False}],
            "said": {
                "text": str(self._said),
                "tone": {None: "plain", True: "right", False: "wrong"}[self._said.right],
            },
        }
