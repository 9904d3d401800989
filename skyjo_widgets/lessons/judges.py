"""Who judges an exercise. The judges of strategies are the arena's own `check` and `duel`."""

from __future__ import annotations

import numbers
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
        What that text tells.
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
            return text(f"judge.{self.name}", lang, **self.values)
        return "" if self.report is None or isinstance(self.report, bool) else str(self.report)


def verdict_of(found: object) -> Verdict:
    """Return what a judge found as a `Verdict`: a report with an ``ok``, or anything true or false."""
    if isinstance(found, Verdict):
        return found
    return Verdict(bool(getattr(found, "ok", found)), report=found)


def _judge(judge: Callable[..., Any]) -> Callable[..., Any]:
    JUDGES[judge.__name__] = judge
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
        reply = puzzle.solve_with(strategy)
        if not reply.right:
            moves = ", ".join(f"`{move!r}`" for move in puzzle.moves)
            return Verdict(ok=False, name="puzzle", values={"moves": moves, "why": reply}, report=puzzle)
    return Verdict(ok=True, name="puzzles", values={"count": len(puzzles)})


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
def sure(result: object) -> Verdict:
    """Ask for a duel that shows a real difference in favour of its first player."""
    from skyjo_widgets.arena.duel_result import DuelResult  # noqa: PLC0415 - heavy, loaded when first used

    if not isinstance(result, DuelResult):
        return Verdict(ok=False, name="no_duel")
    if result.verdict.kind != "better":
        return Verdict(ok=False, name="not_sure", values={"sentence": result.sentence()}, report=result)
    return Verdict(ok=True, name="sure", values={"deals": result.deals}, report=result)


@_judge
def chance_at_most(chance: Callable[[View, int], float]) -> Verdict:
    """Ask for a function that tells how likely an unseen card is at most a number."""
    from skyjo_widgets import play, strategies  # noqa: PLC0415 - heavy, loaded when first used

    game = play(strategies.greedy, strategies.greedy, seed=1)
    steps = (4, 20, 40)
    for view in (game.view(step=step) for step in steps):
        for number in VALUES:
            low = sum(count for value, count in zip(VALUES, view.unseen, strict=True) if value <= number)
            right = low / sum(view.unseen)
            got = chance(view, number)
            told: dict[str, object] = {"number": number, "got": short(got)}
            if isinstance(got, bool) or not isinstance(got, numbers.Real):
                return Verdict(ok=False, name="no_number", values=told)
            if not isclose(got, right, abs_tol=1e-6):
                told |= {"all": sum(view.unseen), "low": low, "right": round(right, 3)}
                return Verdict(ok=False, name="wrong_number", values=told)
    return Verdict(ok=True, name="chances", values={"count": len(steps)})
