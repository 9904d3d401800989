"""Two strategies play each other until it is known what can be known."""

from __future__ import annotations

import functools
from numbers import Real
from typing import TYPE_CHECKING

from skyjo_widgets.arena.conclusion import Peeking
from skyjo_widgets.arena.duel_result import DuelResult
from skyjo_widgets.arena.games import Games, seat_of
from skyjo_widgets.arena.match import PATIENCE, Deal, Job, Terms
from skyjo_widgets.arena.measure import Plan, measure
from skyjo_widgets.arena.workers import CHUNK, check_workers
from skyjo_widgets.engine import (
    StrategyError,
    check_seed,
    different_names,
    name_of,
    new_seed,
    opening_of,
    with_turn_limit,
)
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skyjo_widgets.engine import Rules, Strategy

__all__ = ["check_deals", "check_patience", "check_strategies", "duel"]

_DEALS = 200
_DEALS_AT_MOST = 10_000
_MOST = 1_000_000
_LONGEST_PATIENCE = 86_400  # seconds: a day; the clocks of some systems end far below infinity


def duel(
    a: Strategy,
    b: Strategy,
    deals: int | None = None,
    *,
    until: str | None = None,
    seed: int | None = None,
    rules: Rules | None = None,
    workers: int | None = None,
    patience: float = PATIENCE,
    progress: bool = True,
) -> DuelResult:
    """Find out which of two strategies is better, and how sure that is.

    Every deal is played twice, with the seats exchanged, so that neither can have the better cards. Equal
    final totals are a shared victory and count half.

    A strategy that raises an error, returns what is not a legal move, or does not answer within `patience`
    seconds, loses that game, and nobody's points of it count. After three answers that did not come its
    other games are lost without being played. A round that nobody ends within 100 turns each is scored as
    it lies, a game that has not ended after 100 rounds likewise; the result counts both openly.

    Interrupting (Ctrl-C, or the stop button of the notebook) ends the duel early and keeps what was played.

    Parameters
    ----------
    a, b : callables
        Functions of one `View` that return one move.
    deals : int, optional
        How many deals, 1 to 1,000,000; each is two games. By default 200, or at most 10,000 with `until`.
    until : str, optional
        ``"decided"`` goes on until it is clear who is better, or that the difference is less than one game
        in a hundred, or until the limit. The intervals then allow for having looked all the time.
    seed : int, optional
        The same seed gives the same games. By default a fresh one: strategies that are tuned on the same
        deals again and again learn those deals.
    rules : Rules, optional
        By default the printed rules with at most 100 turns for each player and round.
    workers : int, optional
        How many processes play. By default the arena decides; the result is the same.
    patience : float
        Seconds that one decision may take, more than 0 and at most 86,400 (a day).
    progress : bool
        Whether a bar may appear if it takes longer than two seconds.

    Returns
    -------
    DuelResult
        Prints as text, shows as a table, and can be plotted and exported.

    Raises
    ------
    StrategyError
        If one of the two is no function, or its opening is not two different slots.
    ValueError, TypeError
        If another argument is not what it has to be; the message names it.
    KeyboardInterrupt
        If it was interrupted before the first deal was complete.

    Examples
    --------
    >>> from skyjo_widgets import duel, strategies
    >>> result = duel(strategies.greedy, strategies.random_player, deals=40, seed=1)
    >>> result.verdict.kind
    'better'
    """
    strategies = check_strategies((a, b))
    limit = check_deals((_DEALS_AT_MOST if until else _DEALS) if deals is None else deals)
    if until not in (None, "decided"):
        raise ValueError(say("arena.refused.until", got=short(until)))
    workers = check_workers(workers)
    terms = Terms(
        new_seed() if seed is None else check_seed(seed), with_turn_limit(rules), check_patience(patience)
    )
    names = different_names([name_of(strategy) for strategy in strategies])
    label = say("arena.bar.label", what=" \N{EN DASH} ".join(names))
    plan = Plan(strategies, terms, tuple(chunks((0, 1), limit)), label)
    peeking = Peeking() if until else None
    enough = functools.partial(_is_settled, peeking) if peeking else None
    measured = measure(plan, workers, enough, progress=progress)
    played = measured.tables.get((0, 1), [])
    if until:
        played = _up_to_decision(played)
    games = Games(2, (game for deal in played for game in deal))
    return DuelResult(names, strategies, terms, games, limit, measured.ending, peeking=until is not None)


def chunks(players: tuple[int, ...], deals: int) -> Iterator[Job]:
    """Cut the deals of one table into portions of work."""
    for first in range(0, deals, CHUNK):
        yield Job(players, first, min(CHUNK, deals - first))


def check_strategies(strategies: Sequence[object]) -> tuple[Strategy, ...]:
    """Return the strategies if they are functions with proper openings; else say what is wrong.

    Raises
    ------
    StrategyError
        If one is no function, or its opening is not two different slots.
    """
    for strategy in strategies:
        if not callable(strategy):
            raise StrategyError(say("arena.refused.not_callable", got=short(strategy)))
        opening_of(strategy)
    return tuple(strategies)  # type: ignore[arg-type]


def check_deals(deals: object) -> int:
    """Return the number of deals if it is one."""
    number = whole_number(deals)
    if number is None or not 1 <= number <= _MOST:
        raise ValueError(say("arena.refused.deals", got=short(deals), least=1, most=_MOST))
    return number


def check_patience(patience: object) -> float:
    """Return the seconds that a decision may take, if they are such."""
    seconds = float(patience) if isinstance(patience, Real) and not isinstance(patience, bool) else 0.0
    if not 0 < seconds <= _LONGEST_PATIENCE:
        raise ValueError(say("arena.refused.patience", got=short(patience), most=_LONGEST_PATIENCE))
    return seconds


def _advantage(deal: Deal) -> float:
    """Return the same as `Games.ahead`, for one deal while the play goes on."""
    total = 0
    for game in deal:
        if game.fault is not None:
            total += 1 if game.fault.player else -1
        else:
            first, second = (
                game.totals[seat_of(0, game.rotation, 2)],
                game.totals[seat_of(1, game.rotation, 2)],
            )
            total += (first < second) - (first > second)
    return total / len(deal)


def _is_settled(peeking: Peeking, deal: Deal) -> bool:
    peeking.add([_advantage(deal)])
    return peeking.is_settled


def _up_to_decision(played: list[Deal]) -> list[Deal]:
    """Return the deals up to the look that settled the question: workers may have played more."""
    peeking = Peeking()
    for number, deal in enumerate(played, start=1):
        if _is_settled(peeking, deal):
            return played[:number]
    return played
