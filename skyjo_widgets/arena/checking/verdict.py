"""Puts a finding into words: who, when, what, why not, what was legal, what to try, how to see it again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from skyjo_widgets.arena.checking.answers import judge, legal_text
from skyjo_widgets.arena.checking.budget import Budget
from skyjo_widgets.arena.checking.ended import about_end
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.lines import full_traceback
from skyjo_widgets.arena.checking.memory import kept_in
from skyjo_widgets.arena.checking.phrase import Phrase, class_name, shown
from skyjo_widgets.arena.checking.raised import explain
from skyjo_widgets.arena.checking.report import Mistake, Row
from skyjo_widgets.arena.checking.source import definition_of
from skyjo_widgets.engine import IllegalMove, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.arena.checking.budget import Answer
    from skyjo_widgets.arena.checking.lines import Place
    from skyjo_widgets.engine import Game

__all__ = ["Verdict", "WrongError"]

_PLACES = 4  # lines shown, if functions call each other
_MESSAGE = 200  # characters of an error's own text
_ASKING = 200_000  # lines of Python for a learner's repr, str and the like
_LAMBDA = 60  # characters of a function that is repeated as it stands


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
        With which the strategy was called. (Even the repr of what it returned may run for ever: that is asked
        for with a budget of its own.)
    """

    def __init__(self, strategy: object, name: str, written: str | None, budget: Budget) -> None:
        self.strategy = strategy
        self.name = name
        self.written = written
        self.budget = budget
        self._asking = Budget(budget.watch, budget.own_file, lines=_ASKING)

    def unfit(self, finding: Finding) -> WrongError:
        """Return what to say of something that can't be played at all."""
        key = "headline.function" if callable(self.strategy) else "headline.handed"
        return WrongError(Mistake(finding.kind, Phrase.of(key, name=self.name), _why(finding)))

    def too_slow(self) -> Mistake:
        """Return what to say of a strategy that answers well, but hardly ever."""
        return Mistake("slow", Phrase.of("headline.slow", name=self.name), _why(found("slow")))

    def of_answer(self, answer: Answer, game: Game) -> Finding | None:
        """Return what is wrong with an answer, or None if it is a legal move."""
        value = answer.value
        if type(value) is Move and game.why_not(value) is None:
            return None
        judged = self._asking.call(judge, value, game, self.strategy, self.shown)
        if isinstance(judged.value, Finding):
            return judged.value
        here = "take" if game.drawn is None else "swap"
        return found("other_value", name=class_name(value), here=here)

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
        number = places[-1].number if places else None
        if answer.stopped is not None or error is None:
            finding, line = about_end(answer, self.budget.counts), ""
            key = f"headline.{finding.kind}"
        else:
            place = _blamed(error, places)
            number = number if place is None else place.number
            explained = self._asking.call(explain, error, place, self._message(error)).value
            finding = explained if isinstance(explained, Finding) else found("error", name=class_name(error))
            broken = issubclass(type(error), IllegalMove)
            key = (
                "headline.rules"
                if broken
                else "headline.exit"
                if finding.kind == "exit"
                else "headline.error"
            )
            if not broken:  # it is said below, why
                rows.append(Row(Phrase.of("label.python"), (self._said(error),), code=True))
            if not issubclass(type(error), Exception):
                line = ""  # play() would let it through
        if finding.line is not None:
            number, text = finding.line
            rows.append(Row(Phrase.of("label.line", number=number), (text,), code=True))
        else:
            rows += [_line(each) for each in _some(places) if each.text]
        traceback = "" if error is None or answer.stopped is not None else self._traceback(error, places)
        return self._wrong(finding.kind, key, [*rows, *_why(finding)], game, line, number, traceback)

    def answered_differently(self, game: Game, before: Move, now: Move) -> WrongError:
        """Return what to say of two answers to one question."""
        module = self.budget.random_module
        if module:
            # Where it differs is chance as well: told without, so that the report can be repeated at least.
            said = Phrase.of("headline.random", name=self.name)
            return WrongError(Mistake("random", said, _why(found("random", module=module))), game)
        names = kept_in(self.strategy)
        because = Phrase.of("because.remembers_in", names=", ".join(names)) if names else None
        rows = [
            Row(Phrase.of("label.first"), (repr(before),), code=True),
            Row(Phrase.of("label.later"), (repr(now),), code=True),
            *_why(found("remembers", because=because)),
        ]
        return self._wrong("remembers", "headline.remembers", rows, game, "")

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
        written = self.written or _one_line(self.strategy)
        again = line or f"check({written})"
        dealt = bool(game.history) and game.history[0].kind == "deal"
        where = f"round={game.round}, turn={game.turn}" if dealt else f"step={game.steps}"
        replay = f"Replay({again}).go({where})" if line or written else ""
        return WrongError(Mistake(kind, said, tuple(rows), game.board(), number, replay), game, traceback)

    # -- What the learner's objects say of themselves -------------------------------------------------

    def shown(self, value: object) -> str:
        """Return the repr of anything on one line; it never fails."""
        text = self._asking.call(shown, value).value
        return text if isinstance(text, str) else f"<{class_name(value)}>"

    def _message(self, error: BaseException) -> str:
        text = self._asking.call(str, error).value
        return str.partition(text, "\n")[0][:_MESSAGE] if isinstance(text, str) else ""

    def _said(self, error: BaseException) -> str:
        # The text of these differs between versions of Python, or says nothing.
        message = "" if issubclass(type(error), SystemExit | RecursionError) else self._message(error)
        return f"{class_name(error)}: {message}" if message else class_name(error)

    def _traceback(self, error: BaseException, places: Sequence[Place]) -> str:
        text = self._asking.call(full_traceback, error, places[0] if places else None).value
        return text if isinstance(text, str) else class_name(error)


def _one_line(strategy: object) -> str:
    """Return a short lambda as it is written; empty if the strategy is none."""
    definition = definition_of(strategy)
    text = ast.unparse(definition) if isinstance(definition, ast.Lambda) else ""
    return text if len(text) <= _LAMBDA else ""


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
