"""Who judges an exercise. The judges of strategies are the arena's own `check` and `duel`."""

from __future__ import annotations

import functools
import inspect
import numbers
import traceback
from math import isclose
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.engine import VALUES, Game, SkyjoError
from skyjo_widgets.engine.moves import short
from skyjo_widgets.lessons.reply import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skyjo_widgets.engine import Move, View

__all__ = ["JUDGES", "Verdict", "verdict_of"]

JUDGES: dict[str, Callable[..., Any]] = {}


class Verdict(NamedTuple):
    """What a judge found.

    Attributes
    ----------
    ok : bool
        Whether the task is done.
    name : str
        The text under ``lessons.judge`` that says so; empty to print the report itself.
    values : dict
        What that text tells. A value with a method ``say`` is asked for its words in the language.
    report : object
        The whole finding: a report of `check`, the result of a duel.
    """

    ok: bool
    name: str = ""
    values: dict[str, object] = {}  # noqa: RUF012 - a NamedTuple's default, never changed
    report: object = None

    def say(self, lang: str) -> str:
        """Return the finding in words."""
        if self.name:
            said = {
                key: value.say(lang) if hasattr(value, "say") else value for key, value in self.values.items()
            }
            return text(f"judge.{self.name}", lang, **said)
        if self.report is None or isinstance(self.report, bool):
            return ""
        in_words = getattr(self.report, "text", None)
        return str(in_words(lang)) if callable(in_words) else str(self.report)


class _Words(NamedTuple):
    """Words that are found only when the language is known."""

    say: Callable[[str], str]


def verdict_of(found: object) -> Verdict:
    """Return what a judge found as a `Verdict`: a report with an ``ok``, or anything true or false."""
    if isinstance(found, Verdict):
        return found
    return Verdict(bool(getattr(found, "ok", found)), report=found)


def _judge(judge: Callable[..., Any]) -> Callable[..., Any]:
    """Put a judge among `JUDGES`, where it answers even if too much or nothing at all is handed over."""

    @functools.wraps(judge)
    def patient(*made: Any, **settings: Any) -> Any:  # noqa: ANN401 - each judge judges something else
        try:
            inspect.signature(judge).bind(*made, **settings)
        except TypeError:
            return Verdict(ok=False, name=f"hand.{judge.__name__}")
        return judge(*made, **settings)

    JUDGES[judge.__name__] = patient
    return judge


@_judge
def check(strategy: Callable[[View], Move]) -> object:
    """Ask for a strategy that keeps the rules: `skyjo_widgets.check` finds nothing wrong."""
    from skyjo_widgets.arena import check as careful_check  # noqa: PLC0415 - heavy, loaded when first used

    return careful_check(strategy)


@_judge
def beats(
    strategy: Callable[[View], Move], *, opponent: str, share: float = 0.5, deals: int = 200, seed: int = 0
) -> Verdict:
    """Ask for a strategy that keeps the rules and wins more than `share` of the games against a rung."""
    from skyjo_widgets import strategies  # noqa: PLC0415 - heavy, loaded when first used
    from skyjo_widgets.arena import check as careful_check  # noqa: PLC0415 - the same
    from skyjo_widgets.arena import duel  # noqa: PLC0415 - the same

    report = careful_check(strategy)
    if not report.ok:
        return Verdict(ok=False, report=report)
    result = duel(strategy, getattr(strategies, opponent), deals=deals, seed=seed)
    won = float(result.share)
    percent = {"won": round(100 * won), "needed": round(100 * share), "opponent": opponent}
    return Verdict(won > share, "beats" if won > share else "beaten", percent, result)


@_judge
def solves(strategy: Callable[[View], Move], *, puzzles: Sequence[str]) -> Verdict:
    """Ask for a strategy that keeps the rules and solves each of the `puzzles`."""
    from skyjo_widgets.arena import check as careful_check  # noqa: PLC0415 - heavy, loaded when first used
    from skyjo_widgets.lessons.puzzle import Puzzle  # noqa: PLC0415 - puzzles need no judges

    report = careful_check(strategy)
    if not report.ok:
        return Verdict(ok=False, report=report)
    for name in puzzles:
        puzzle = Puzzle(name)
        try:
            right = puzzle.solve_with(strategy).right
        except Exception as error:  # noqa: BLE001 - a learner's function may raise anything
            return Verdict(ok=False, name="puzzle_raised", values={"puzzle": name} | _error(error))
        if not right:
            moves = ", ".join(f"`{move!r}`" for move in puzzle.moves)
            told: dict[str, object] = {"puzzle": name, "moves": moves}
            told["why"] = _Words(functools.partial(_missed, name, strategy))
            return Verdict(ok=False, name="puzzle", values=told, report=puzzle)
    return Verdict(ok=True, name="puzzles", values={"count": len(puzzles)})


def _missed(name: str, strategy: Callable[[View], Move], lang: str) -> str:
    """Return what the puzzle says of a strategy that does not solve it, in words."""
    from skyjo_widgets.lessons.puzzle import Puzzle  # noqa: PLC0415 - puzzles need no judges

    said = Puzzle(name, lang=lang).solve_with(strategy)
    return said.removesuffix(text("puzzle_says.try_again", lang)).strip()


@_judge
def one_move_column(grid: Sequence[Any], *, discard: int) -> Verdict:
    """Ask for a grid in which taking the top discard completes a column."""
    from skyjo_widgets.lessons.puzzle import Puzzle  # noqa: PLC0415 - puzzles need no judges

    try:
        puzzle = Puzzle.of(grid, discard=discard)
    except (SkyjoError, TypeError, ValueError) as error:
        return Verdict(ok=False, name="no_position", values={"why": str(error)})
    if not puzzle.solution:
        return Verdict(ok=False, name="no_column", report=puzzle)
    return Verdict(ok=True, name="column", values={"move": f"`{puzzle.solution[0]!r}`"}, report=puzzle)


@_judge
def starts(game: Game, *, seat: int) -> Verdict:
    """Ask for a game in which `seat` begins the round."""
    if not isinstance(game, Game) or game.starter is None:
        return Verdict(ok=False, name="no_start")
    values: dict[str, object] = {"player": seat + 1, "starter": game.starter + 1, "seed": game.seed}
    if game.starter == seat:
        return Verdict(ok=True, name="starts", values=values)
    return Verdict(ok=False, name="others_start", values=values)


@_judge
def sure(result: object, *, players: Sequence[str]) -> Verdict:
    """Ask for a duel of these two `players` that shows a real difference in favour of the first."""
    from skyjo_widgets.arena.duel_result import DuelResult  # noqa: PLC0415 - heavy, loaded when first used

    if not isinstance(result, DuelResult):
        return Verdict(ok=False, name="hand.sure")
    first, second = players
    told = {"first": first, "second": second, "deals": result.deals, "sentence": _Words(result.sentence)}
    if sorted(result.names) != sorted(players):
        return Verdict(ok=False, name="other_players", values=told | {"names": ", ".join(result.names)})
    if result.verdict.kind == ("better" if result.names[0] == first else "worse"):
        return Verdict(ok=True, name="sure", values=told, report=result)
    return Verdict(ok=False, name="not_sure", values=told, report=result)


# A share that was rounded to two digits is right; one card more or less of 150 is further off.
_ROUNDED = 0.0051
_POSITIONS = (4, 20, 40)


@_judge
def chance_at_most(chance: Callable[[View, int], float]) -> Verdict:
    """Ask for a function that tells how likely an unseen card is at most a number."""
    from skyjo_widgets import play, strategies  # noqa: PLC0415 - heavy, loaded when first used

    if not callable(chance) or isinstance(chance, type):
        return Verdict(ok=False, name="hand.chance_at_most")
    game = play(strategies.greedy, strategies.greedy, seed=1)
    for view in (game.view(step=step) for step in _POSITIONS):
        for number in VALUES:
            wrong = _wrong_chance(chance, view, number)
            if wrong is not None:
                return wrong
    return Verdict(ok=True, name="chances", values={"count": len(_POSITIONS)})


def _wrong_chance(chance: Callable[[View, int], Any], view: View, number: int) -> Verdict | None:
    """Return what is wrong with the chance of an unseen card to be at most `number`, or None."""
    told: dict[str, object] = {"number": number}
    try:
        inspect.signature(chance).bind(view, number)
    except TypeError:
        return Verdict(ok=False, name="two_things")
    except ValueError:  # some functions made in C tell nothing about themselves
        pass
    try:
        got = chance(view, number)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a learner's function may raise anything
        return Verdict(ok=False, name="raised", values=told | _error(error))
    if getattr(got, "size", None) == 1:  # an array of NumPy that holds one number
        got = got.item()
    if got is None:
        return Verdict(ok=False, name="nothing", values=told)
    if isinstance(got, bool) or not isinstance(got, numbers.Real):
        return Verdict(ok=False, name="no_number", values=told | {"got": short(got)})
    low = sum(count for value, count in zip(VALUES, view.unseen, strict=True) if value <= number)
    every = sum(view.unseen)
    if isclose(got, low / every, abs_tol=_ROUNDED):
        return None
    told |= {"got": f"{float(got):.4g}", "all": every, "low": low, "right": round(low / every, 3)}
    typical = {
        "percent": 100 * low / every,
        "only_count": low,
        "only_below": (low - view.unseen[VALUES.index(number)]) / every,
        "only_equal": view.unseen[VALUES.index(number)] / every,
        "only_above": 1 - low / every,
    }
    known = (name for name, value in typical.items() if isclose(got, value, abs_tol=1e-6))
    return Verdict(ok=False, name=next(known, "wrong_number"), values=told)


def _error(error: BaseException) -> dict[str, object]:
    """Return what to tell about an error: Python's words, and the learner's own line."""
    from skyjo_widgets.arena.checking.lines import places_of  # noqa: PLC0415 - heavy, loaded when first used
    from skyjo_widgets.arena.checking.own_code import is_own_code  # noqa: PLC0415 - the same

    places = [place for place in places_of(error) if is_own_code(place.code.co_filename)]
    said = traceback.format_exception_only(error)[-1].strip()
    if not places or not places[-1].text:
        return {"error": said, "where": ""}
    line = {"line": places[-1].number, "code": places[-1].text}
    return {"error": said, "where": _Words(lambda lang: f" {text('judge.where', lang, **line)}")}
