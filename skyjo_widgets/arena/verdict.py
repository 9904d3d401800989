"""Puts a finding into words: who, when, what, why not, what was legal, what to try, and how to see it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.arena.answers import legal_text
from skyjo_widgets.arena.ended import about_end
from skyjo_widgets.arena.finding import found
from skyjo_widgets.arena.lines import full_traceback
from skyjo_widgets.arena.memory import kept_in
from skyjo_widgets.arena.phrase import Phrase, class_name, shown
from skyjo_widgets.arena.raised import explain
from skyjo_widgets.arena.report import Mistake, Row
from skyjo_widgets.engine import IllegalMove, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.arena.budget import Answer, Budget
    from skyjo_widgets.arena.finding import Finding
    from skyjo_widgets.arena.lines import Place
    from skyjo_widgets.engine import Game

__all__ = ["Verdict", "WrongError"]

_PLACES = 4  # lines shown, if functions call each other
_MESSAGE = 200  # characters of an error's own text


class WrongError(Exception):
    """A mistake was found: it ends the examination."""

    def __init__(self, mistake: Mistake, game: Game | None = None, traceback: str = "") -> None:
        super().__init__()
        self.mistake = mistake
        self.game = game
        self.traceback = traceback


class Verdict:
    """Words for what one strategy does wrong.

    Parameters
    ----------
    strategy : callable
        The strategy.
    name : str
        What it is called in a sentence.
    written : str or None
        How it is written in a line of code, if it can be.
    budget : Budget
        Even the repr of what a learner's function returned may run for ever.
    """

    def __init__(self, strategy: object, name: str, written: str | None, budget: Budget) -> None:
        self.strategy = strategy
        self.name = name
        self.written = written
        self.budget = budget

    def unfit(self, finding: Finding) -> WrongError:
        """Return what to say of something that can't be played at all."""
        key = "headline.function" if callable(self.strategy) else "headline.handed"
        return WrongError(Mistake(finding.kind, Phrase.of(key, name=self.name), _why(finding)))

    def wrong_answer(self, answer: Answer, finding: Finding, game: Game, line: str) -> WrongError:
        """Return what to say of an answer that is no move, or no move here."""
        value = answer.value
        could = Row(Phrase.of("label.could"), (legal_text(game.legal_moves()),), code=True)
        why, *tries = _why(finding, "label.but")
        rows = [Row(Phrase.of("label.returned"), (self.shown(value),), code=True), why]
        if answer.caught is not None:
            error, place = answer.caught
            text = Phrase.of("text.caught", error=self._said(error), line=place.number)
            rows.append(Row(Phrase.of("label.caught"), (text,)))
        rows += [could, *tries]
        key = "nothing" if value is None else "rules" if type(value) is Move else "no_move"
        return self._wrong(finding.kind, f"headline.{key}", rows, game, line)

    def broke_off(self, answer: Answer, game: Game, line: str) -> WrongError:
        """Return what to say of a call that raised an error or had to be ended."""
        error, places = answer.error, answer.places
        rows: list[Row] = []
        if answer.stopped is not None or error is None:
            finding, line = about_end(answer, self.budget.counts), ""
            key = f"headline.{finding.kind}"
        else:
            place = _blamed(error, places)
            finding = explain(error, place, self._message(error))
            broken = isinstance(error, IllegalMove)
            key = (
                "headline.rules"
                if broken
                else "headline.exit"
                if finding.kind == "exit"
                else "headline.error"
            )
            if not broken:  # it is said below, why
                rows.append(Row(Phrase.of("label.python"), (self._said(error),), code=True))
            if not isinstance(error, Exception):
                line = ""  # play() would let it through
        if finding.line is not None:
            number, text = finding.line
            rows.append(Row(Phrase.of("label.line", number=number), (text,), code=True))
        else:
            rows += [_line(place) for place in _some(places) if place.text]
            number = places[-1].number if places else None
        traceback = "" if error is None or answer.stopped is not None else self._traceback(error, places)
        return self._wrong(finding.kind, key, [*rows, *_why(finding)], game, line, number, traceback)

    def answered_differently(self, game: Game, before: Move, now: Move) -> WrongError:
        """Return what to say of two answers to one question."""
        module = self.budget.random_module
        names = kept_in(self.strategy)
        if module:
            finding = found("random", module=module)
        elif names:
            because = Phrase.of("because.remembers_in", names=", ".join(names))
            finding = found("remembers", because=because)
        else:
            finding = found("remembers")
        rows = [
            Row(Phrase.of("label.first"), (repr(before),), code=True),
            Row(Phrase.of("label.later"), (repr(now),), code=True),
            *_why(finding),
        ]
        return self._wrong(finding.kind, f"headline.{finding.kind}", rows, game, "")

    def _wrong(
        self,
        kind: str,
        headline: str,
        rows: Sequence[Row],
        game: Game,
        line: str,
        number: int | None = None,
        traceback: str = "",
    ) -> WrongError:
        view = game.view()
        said = Phrase.of(headline, name=self.name, round=view.round, turn=view.turn)
        again = line or f"check({self.written or '…'})"
        dealt = bool(game.history) and game.history[0].kind == "deal"
        where = f"round={game.round}, turn={game.turn}" if dealt else f"step={game.steps}"
        replay = f"Replay({again}).go({where})"
        return WrongError(Mistake(kind, said, tuple(rows), game.board(), number, replay), game, traceback)

    # -- What the learner's objects say of themselves -------------------------------------------------

    def shown(self, value: object) -> str:
        """Return the repr of anything on one line; it never fails."""
        text = self.budget.call(shown, value).value
        return text if isinstance(text, str) else f"<{class_name(value)}>"

    def _message(self, error: BaseException) -> str:
        text = self.budget.call(str, error).value
        return str.partition(text, "\n")[0][:_MESSAGE] if isinstance(text, str) else ""

    def _said(self, error: BaseException) -> str:
        message = "" if isinstance(error, SystemExit) else self._message(error)
        return f"{class_name(error)}: {message}" if message else class_name(error)

    def _traceback(self, error: BaseException, places: Sequence[Place]) -> str:
        text = self.budget.call(full_traceback, error, places[0] if places else None).value
        return text if isinstance(text, str) else class_name(error)


def _blamed(error: BaseException, places: Sequence[Place]) -> Place | None:
    """Return the place to explain: the innermost, but for a function that calls itself for ever."""
    if not places:
        return None
    return places[max(len(places) - 2, 0)] if issubclass(type(error), RecursionError) else places[-1]


def _why(finding: Finding, label: str = "label.because") -> tuple[Row, ...]:
    rows = [Row(Phrase.of(label), finding.because)]
    if finding.tries:
        rows.append(Row(Phrase.of("label.try"), finding.tries))
    return tuple(rows)


def _line(place: Place) -> Row:
    """Return the learner's line, with the part that failed underlined."""
    lines = [place.text]
    if place.marks is not None:
        start, end = place.marks
        lines.append(" " * start + "^" * (end - start))
    return Row(Phrase.of("label.line", number=place.number), tuple(lines), code=True)


def _some(places: Sequence[Place]) -> Sequence[Place]:
    """Return places to show: all, or the first and the last ones; each line once."""
    kept = {
        (place.code.co_filename, place.number): place
        for place in places
        # Where a call is refused for being one too deep, Python names the line above the function.
        if place.instruction > 0 or place.number != place.code.co_firstlineno
    }
    few = list(kept.values())
    return few if len(few) <= _PLACES else [few[0], *few[1 - _PLACES :]]
