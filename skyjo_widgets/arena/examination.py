"""Plays a learner's function carefully, and tells them in their words what is wrong or what is good."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING

from skyjo_widgets.arena.answers import judge, legal_text
from skyjo_widgets.arena.budget import Answer, Budget
from skyjo_widgets.arena.candidate import called_name, first_look, written_name
from skyjo_widgets.arena.ended import about_end
from skyjo_widgets.arena.finding import Finding, found
from skyjo_widgets.arena.lines import Place, full_traceback, own_places
from skyjo_widgets.arena.noticed import Noticed
from skyjo_widgets.arena.phrase import Phrase, class_name, shown
from skyjo_widgets.arena.praise import praise
from skyjo_widgets.arena.raised import explain
from skyjo_widgets.arena.report import Mistake, Report, Row
from skyjo_widgets.arena.situations import GAMES, Seating, situations
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.engine import ARENA_RULES, Game, Move, flip, opening_of
from skyjo_widgets.strategies import greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skyjo_widgets.engine import View

__all__ = ["check"]

PATIENCE = 10.0
"""Seconds that one decision may take, however few lines of Python it executes."""

_ENOUGH_LINES = 8_000_000  # executed in all: a thoughtful strategy is watched in fewer games
_ENOUGH_SECONDS = 20.0
_CAPPED = 2  # rounds without an end after which a game is not played further
_ROUNDS = 12
_VIEWS = 200  # on which the speed is measured
_PLACES = 4  # lines shown, if functions call each other


def check(strategy: Callable[[View], Move], *, seed: int = 4) -> Report:
    """Play a strategy carefully in whole games and chosen situations, and tell what is wrong or good.

    The function runs in this process, but with a budget: an endless loop is stopped and its line is named,
    nothing it prints is seen, ``input()``, ``exit()`` and the like are refused. It is shown to 2 and to 4
    players, against `strategies.greedy` and against itself, in the last turn, with cleared columns, and so
    on. Equal games are played twice to see whether it answers alike. The same seed gives the same report.

    Parameters
    ----------
    strategy : callable
        A function of one `View` that returns one `Move`. Anything else is told about, never raised.
    seed : int
        Of the first game; the others follow.

    Returns
    -------
    Report
        ``ok``, and prints as text.

    Examples
    --------
    >>> from skyjo_widgets import check
    >>> def mine(view):
    ...     "Forgets to return the move."
    >>> print(check(mine).headline())
    mine() returned nothing in round 1, on its turn 1.
    """
    with Watch(PATIENCE) as watch:
        return _Examination(strategy, seed, Budget(watch)).report()


class _Wrong(Exception):  # noqa: N818 - not an error: it ends the examination
    """A mistake was found."""

    def __init__(self, mistake: Mistake, game: Game | None = None, traceback: str = "") -> None:
        super().__init__()
        self.mistake = mistake
        self.game = game
        self.traceback = traceback


class _Examination:
    """One strategy under examination."""

    def __init__(self, strategy: Callable[[View], Move], seed: int, budget: Budget) -> None:
        self.strategy = strategy
        self.seed = seed
        self.budget = budget
        self.noticed = Noticed()
        self.name = self._safely(called_name, strategy) or ""
        self.written = self._safely(written_name, strategy)
        self.seconds = 0.0
        self.views: list[View] = []
        self.first_game: Game | None = None

    def report(self) -> Report:
        """Look at it, play it, and say what was found."""
        try:
            self._first_look()
            self._games()
            self._situations()
            self._again()
        except _Wrong as wrong:
            self._count_printed()
            return Report(
                name=self.name,
                noticed=self.noticed,
                mistake=wrong.mistake,
                game=wrong.game,
                traceback=wrong.traceback,
            )
        self._count_printed()
        speed = self._speed()
        lines = self.budget.used_lines / max(self.noticed.decisions, 1)
        rows = praise(self.noticed, speed, lines, self.budget.random_module)
        return Report(self.name, self.noticed, None, rows, speed, self.first_game)

    # -- The parts --------------------------------------------------------------------------------------

    def _first_look(self) -> None:
        answer = self.budget.call(first_look, self.strategy, self._shown)
        _let_through(answer.error)
        finding = answer.value
        if answer.error is not None:
            finding = found("handed_other", got=class_name(self.strategy))
        if isinstance(finding, Finding):
            headline = Phrase.of(
                f"headline.{'function' if callable(self.strategy) else 'handed'}", name=self._called
            )
            raise _Wrong(Mistake(finding.kind, headline, _why(finding)))

    def _games(self) -> None:
        for number, seating in enumerate(GAMES):
            if number and self._enough():
                return
            game = self._game(number)
            self._play(game, seating)
            self.noticed.games += 1
            if self.first_game is None:
                self.first_game = game

    def _situations(self) -> None:
        for game in situations():
            if self.noticed.situations and self._enough():
                return
            while game.seat == 0:
                move = self._decide(game, "")
                game.play(move)
                if move.kind != "draw":
                    break
            self.noticed.situations += 1

    def _again(self) -> None:
        """Play the first game once more: a function of the view answers as it did."""
        before = self.first_game
        if before is None:
            return
        game = self._game(0)
        moves = [move for seat, move in before.moves if seat == 0 and move.kind != "flip"]
        answers = iter(moves)

        def same(move: Move) -> None:
            expected = next(answers, None)
            if expected is not None and move is not expected:
                raise self._answered_differently(game, expected, move)

        self._play(game, GAMES[0], same, count=False)

    def _answered_differently(self, game: Game, before: Move, now: Move) -> _Wrong:
        kind = "random" if self.budget.random_module else "remembers"
        finding = found(kind, before=repr(before), now=repr(now), module=self.budget.random_module)
        rows = (
            Row(Phrase.of("label.first"), (repr(before),), code=True),
            Row(Phrase.of("label.later"), (repr(now),), code=True),
            *_why(finding),
        )
        return self._wrong(kind, Phrase.of(f"headline.{kind}", **self._when(game)), rows, game, None)

    # -- Playing ----------------------------------------------------------------------------------------

    def _game(self, number: int) -> Game:
        seating = GAMES[number]
        names = [self._called if own else "greedy" for own in seating.seats]
        return Game(len(seating.seats), seed=self.seed + number, rules=ARENA_RULES, names=names)

    def _play(
        self,
        game: Game,
        seating: Seating,
        look: Callable[[Move], None] = lambda move: None,
        *,
        count: bool = True,
    ) -> None:
        """Play a whole game, unless it never comes to an end."""
        own = seating.own
        openings = [opening_of(self.strategy) if mine else opening_of(greedy) for mine in seating.seats]
        capped = 0
        while game.phase != "game over" and capped < _CAPPED and game.round <= _ROUNDS:
            if game.phase == "round over":
                capped += game.capped
                game.next_round()
                for seat, slots in enumerate(openings):
                    for slot in slots:
                        game.play(flip(slot), seat)
            elif game.phase == "opening":
                for seat, slots in enumerate(openings):
                    for slot in slots:
                        game.play(flip(slot), seat)
            seat = game.seat
            if seat is None:
                continue
            if seat in own:
                move = self._decide(game, self._line(seating))
                look(move)
                if count:
                    self.noticed.count_move(move)
            else:
                move = greedy(game.view(seat))
            events = game.play(move)
            if count:
                self.noticed.count_events(events, own, seat)

    def _decide(self, game: Game, line: str) -> Move:
        """Return the strategy's move, if it is one."""
        view = game.view()
        if len(self.views) < _VIEWS:
            self.views.append(view)
        answer = self.budget.call(self.strategy, view)
        _let_through(answer.error)
        self.seconds += answer.seconds
        self.noticed.decisions += 1
        if answer.stopped is not None or answer.error is not None:
            raise self._broke_off(answer, game, line)
        finding = judge(answer.value, game, self.strategy, self._shown)
        if finding is None:
            return answer.value  # type: ignore[return-value]
        returned = Row(Phrase.of("label.returned"), (self._shown(answer.value),), code=True)
        key = "nothing" if answer.value is None else "rules" if type(answer.value) is Move else "no_move"
        headline = Phrase.of(f"headline.{key}", **self._when(game))
        rows = (returned, *_why(finding, label="but"), self._could(game))
        raise self._wrong(finding.kind, headline, _advice_last(rows), game, line)

    def _broke_off(self, answer: Answer, game: Game, line: str) -> _Wrong:
        """Return what to say of a call that raised an error or had to be ended."""
        error = answer.error
        places = [] if error is None else own_places(error)
        place = places[-1] if places else None
        rows: list[Row] = []
        if answer.stopped is not None:
            finding = about_end(answer, places, self.budget.counts)
            headline = Phrase.of(f"headline.{finding.kind}", **self._when(game), culprit=answer.culprit)
        else:
            assert error is not None  # noqa: S101 - see the caller
            message = self._message(error)
            finding = explain(error, place, message)
            headline = Phrase.of("headline.error", **self._when(game))
            rows.append(
                Row(Phrase.of("label.python"), (f"{class_name(error)}: {message}".rstrip(": "),), code=True)
            )
        if finding.kind not in ("loop", "long_loop"):  # they name the line of the loop themselves
            rows += [_line(each) for each in _some(places) if each.text]
        rows += _why(finding)
        traceback = "" if error is None or answer.stopped is not None else self._traceback(error)
        return self._wrong(
            finding.kind,
            headline,
            tuple(rows),
            game,
            line if answer.stopped is None and isinstance(error, Exception) else "",
            number=None if place is None else place.number,
            traceback=traceback,
        )

    def _wrong(
        self,
        kind: str,
        headline: Phrase,
        rows: tuple[Row, ...],
        game: Game,
        line: str | None,
        number: int | None = None,
        traceback: str = "",
    ) -> _Wrong:
        replay = line
        if not line:
            again = f"check({self.written})" if self.written else "check(…)"
            replay = f"Replay({again})"
        where = (
            f"step={game.steps}"
            if line == "" and game.history[0].kind != "deal"
            else f"round={game.round}, turn={game.turn}"
        )
        mistake = Mistake(kind, headline, rows, game.board(), number, f"{replay}.go({where})")
        return _Wrong(mistake, game, traceback)

    # -- Words ------------------------------------------------------------------------------------------

    @property
    def _called(self) -> str:
        return self.name or "lambda"

    def _when(self, game: Game) -> dict[str, object]:
        view = game.view()
        return {"name": self._called, "round": view.round, "turn": view.turn}

    def _line(self, seating: Seating) -> str:
        """Return the line of Python that plays this game again, as far as it goes."""
        if self.written is None:
            return ""
        number = GAMES.index(seating)
        seats = ", ".join(self.written if own else "strategies.greedy" for own in seating.seats)
        return f"Replay(play({seats}, seed={self.seed + number}, until_error=True))"

    def _could(self, game: Game) -> Row:
        return Row(Phrase.of("label.could"), (legal_text(game.legal_moves()),), code=True)

    def _shown(self, value: object) -> str:
        """Return the repr of a learner's value, within the budget: it may be a learner's own code."""
        text = self.budget.call(shown, value).value
        return text if isinstance(text, str) else f"<{class_name(value)}>"

    def _message(self, error: BaseException) -> str:
        text = self.budget.call(str, error).value
        return str.partition(text, "\n")[0][:200] if isinstance(text, str) else ""

    def _traceback(self, error: BaseException) -> str:
        text = self.budget.call(full_traceback, error).value
        return text if isinstance(text, str) else class_name(error)

    def _safely(self, question: Callable[[object], str | None], strategy: object) -> str | None:
        text = self.budget.call(question, strategy).value
        return text if isinstance(text, str) else None

    # -- Limits -----------------------------------------------------------------------------------------

    def _enough(self) -> bool:
        return self.budget.used_lines > _ENOUGH_LINES or self.seconds > _ENOUGH_SECONDS

    def _count_printed(self) -> None:
        self.noticed.printed = self.budget.printed.lines
        self.noticed.first_printed = self.budget.printed.first

    def _speed(self) -> float | None:
        """Return decisions a second, without the budget's eyes on every line."""
        seconds = self.budget.time(self.strategy, self.views)
        return len(self.views) / seconds if seconds else None


def _let_through(error: BaseException | None) -> None:
    """Raise a KeyboardInterrupt that a person caused; one that the strategy raises itself is a mistake."""
    if error is None or not issubclass(type(error), KeyboardInterrupt):
        return
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is not None:
        instruction = step.tb_frame.f_code.co_code[step.tb_lasti]
        if dis.opname[instruction] == "RAISE_VARARGS":
            return
    raise error


def _why(finding: Finding, label: str = "because") -> tuple[Row, ...]:
    rows = [Row(Phrase.of(f"label.{label}"), finding.because)]
    if finding.tries:
        rows.append(Row(Phrase.of("label.try"), finding.tries))
    return tuple(rows)


def _advice_last(rows: Sequence[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: row.label.key == "label.try"))


def _line(place: Place) -> Row:
    """Return the learner's line, with the part that failed underlined."""
    lines = [place.text]
    if place.marks is not None:
        start, end = place.marks
        lines.append(" " * start + "^" * (end - start))
    return Row(Phrase.of("label.line", number=place.number), tuple(lines), code=True)


def _some(places: Sequence[Place]) -> Sequence[Place]:
    """Return places to show: all, or the first and the last ones; each line once."""
    kept = {(place.code, place.number): place for place in places}
    few = list(kept.values())
    return few if len(few) <= _PLACES else [few[0], *few[1 - _PLACES :]]
