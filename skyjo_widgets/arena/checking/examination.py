"""Plays a learner's function carefully, and tells them in their words what is wrong or what is good."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING

from skyjo_widgets.arena.checking.budget import Budget
from skyjo_widgets.arena.checking.candidate import called_name, first_look, written_name
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.noticed import Noticed
from skyjo_widgets.arena.checking.phrase import class_name
from skyjo_widgets.arena.checking.praise import praise
from skyjo_widgets.arena.checking.report import Report
from skyjo_widgets.arena.checking.shield import no_display
from skyjo_widgets.arena.checking.situations import GAMES, Seating, situations
from skyjo_widgets.arena.checking.source import code_of
from skyjo_widgets.arena.checking.verdict import Verdict, WrongError
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.engine import ARENA_RULES, Game, different_names, flip, opening_of
from skyjo_widgets.strategies import greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skyjo_widgets.engine import Move, Strategy, View

__all__ = ["check"]

_PATIENCE = 15.0  # seconds for one decision, however few lines of Python it executes
# A thoughtful strategy is watched for less long: after so many lines of Python, or seconds, in the whole
# games, after twice as many in the situations, and three times in the game that is played again.
_LINES, _SECONDS = 1_500_000, 5.0
_CAPPED = 2  # rounds without an end after which a game is not played further
_ROUNDS = 12
_VIEWS = 200  # on which the speed is measured
_FAR_TOO_SLOW = 0.5  # seconds for a decision: a duel of 200 games would take a day
_TICK = 1e-9  # what a clock may not see


def check(strategy: Strategy, *, seed: int = 4) -> Report:
    """Play a strategy carefully in whole games and chosen situations, and tell what is wrong or good.

    The function runs in this process, but with a budget: an endless loop is stopped and its line is named,
    nothing it prints is seen, ``input()``, ``exit()`` and the like are refused. It is shown to 2 and to 4
    players, against `strategies.greedy` and against itself, in the last turn, with cleared columns, and so
    on. One game is played twice to see whether it answers alike. The same seed gives the same report.

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
    with Watch(_PATIENCE) as watch:
        return _Examination(strategy, seed, watch).report()


class _Examination:
    """One strategy under examination."""

    def __init__(self, strategy: Strategy, seed: int, watch: Watch) -> None:
        code = code_of(strategy)
        self.strategy = strategy
        self.seed = seed
        self.budget = Budget(watch, own_file="" if code is None else code.co_filename)
        self.noticed = Noticed()
        name = self._asked(called_name) or "lambda"
        self.verdict = Verdict(strategy, name, self._asked(written_name), self.budget)
        self.seconds = 0.0
        self.views: list[View] = []
        self.first_game: Game | None = None

    def report(self) -> Report:
        """Look at it, play it, and say what was found."""
        name, noticed = self.verdict.name, self.noticed
        try:
            with no_display(self.budget.printed):
                self._first_look()
                self._whole_games()
                self._single_situations()
                self._first_game_again()
        except WrongError as wrong:
            self._count_printed()
            return Report(name, noticed, wrong.mistake, game=wrong.game, traceback=wrong.traceback)
        self._count_printed()
        with no_display(self.budget.printed):
            seconds = self.budget.time(self.strategy, self.views)
        if seconds is not None and seconds > _FAR_TOO_SLOW:
            mistake = self.verdict.too_slow()
            return Report(name, noticed, mistake, speed=1 / seconds, game=self.first_game)
        speed = None if seconds is None else 1 / max(seconds, _TICK)
        lines = self.budget.used_lines / max(noticed.decisions, 1)
        rows = praise(noticed, speed, lines)
        return Report(name, noticed, None, rows, speed, self.first_game)

    def _first_look(self) -> None:
        answer = self.budget.call(first_look, self.strategy, self.verdict.shown)
        _let_through(answer.error)
        if answer.error is not None:  # an object that can't even be looked at
            raise self.verdict.unfit(found("handed_other", got=class_name(self.strategy)))
        if isinstance(answer.value, Finding):
            raise self.verdict.unfit(answer.value)

    def _whole_games(self) -> None:
        for number, seating in enumerate(GAMES):
            if self._enough(1):
                return
            game = self._game(number)
            self.noticed.games += 1
            self.first_game = self.first_game or game
            for _ in self._played(game, seating, self.noticed):
                if self._enough(1):
                    break

    def _single_situations(self) -> None:
        for game in situations():
            if self._enough(2):
                return
            while game.seat == 0:
                move = self._decide(game, "")
                game.play(move)
                if move.kind != "draw":
                    break
            self.noticed.situations += 1

    def _first_game_again(self) -> None:
        """Play the first game once more: a function of the view answers as it did."""
        before = self.first_game
        if before is None:
            return
        seat = GAMES[0].own[0]
        answers = (move for who, move in before.moves if who == seat and move.kind != "flip")
        game = self._game(0)
        for move, expected in zip(self._played(game, GAMES[0], Noticed()), answers, strict=False):
            if move is not expected:
                raise self.verdict.answered_differently(game, expected, move)
            if self._enough(3):
                return

    # -- Playing ----------------------------------------------------------------------------------------

    def _game(self, number: int) -> Game:
        seats = GAMES[number].seats
        names = different_names([self.verdict.name if own else "greedy" for own in seats])
        return Game(len(seats), seed=self.seed + number, rules=ARENA_RULES, names=names)

    def _played(self, game: Game, seating: Seating, noticed: Noticed) -> Iterator[Move]:
        """Play a game, unless it never comes to an end; yield the strategy's moves before they are made."""
        line = self._line(seating)
        for seat in _turns(game, [self.strategy if own else greedy for own in seating.seats]):
            if seat in seating.own:
                move = self._decide(game, line)
                yield move
                noticed.count_move(move)
            else:
                move = greedy(game.view(seat))
            noticed.count_events(game.play(move), seating.own, seat)

    def _decide(self, game: Game, line: str) -> Move:
        """Return the strategy's move, if it is one.

        Parameters
        ----------
        game : Game
            In which it is the strategy's turn.
        line : str
            The Python that plays this game again; empty if there is none.
        """
        view = game.view()
        if len(self.views) < _VIEWS:
            self.views.append(view)
        answer = self.budget.call(self.strategy, view)
        _let_through(answer.error)
        self.seconds += answer.seconds
        self.noticed.decisions += 1
        if answer.stopped is not None or answer.error is not None:
            raise self.verdict.broke_off(answer, game, line)
        finding = self.verdict.of_answer(answer, game)
        if finding is not None:
            raise self.verdict.wrong_answer(answer, finding, game, line)
        return answer.value  # type: ignore[return-value]

    def _line(self, seating: Seating) -> str:
        """Return the Python that plays this game again, as far as it goes; empty if it can't be written."""
        written = self.verdict.written
        if written is None:
            return ""
        seats = ", ".join(written if own else "strategies.greedy" for own in seating.seats)
        return f"play({seats}, seed={self.seed + GAMES.index(seating)}, until_error=True)"

    def _asked(self, question: Callable[[object], str | None]) -> str | None:
        """Return what an object of a learner's answers, if it does."""
        text = self.budget.call(question, self.strategy).value
        return text if isinstance(text, str) else None

    # -- Limits -----------------------------------------------------------------------------------------

    def _enough(self, parts: int) -> bool:
        return self.budget.used_lines > parts * _LINES or self.seconds > parts * _SECONDS

    def _count_printed(self) -> None:
        self.noticed.printed = self.budget.printed.lines
        self.noticed.first_printed = self.budget.printed.first


def _turns(game: Game, strategies: list[Strategy]) -> Iterator[int]:
    """Yield the seat that decides, as long as the game goes on; deal and turn over cards in between."""
    openings = [opening_of(strategy) for strategy in strategies]
    capped = 0
    while game.phase != "game over":
        if game.phase == "round over":
            capped += game.capped
            if capped == _CAPPED or game.round == _ROUNDS:
                return
            game.next_round()
        if game.phase == "opening":
            for seat, slots in enumerate(openings):
                for slot in slots:
                    game.play(flip(slot), seat)
        if game.seat is not None:
            yield game.seat


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
