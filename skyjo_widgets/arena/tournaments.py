"""Many strategies play each other: every two of them, or at tables of three to eight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.arena.duels import check_deals, check_patience, check_strategies, chunks
from skyjo_widgets.arena.games import Games
from skyjo_widgets.arena.match import PATIENCE, Job, Terms
from skyjo_widgets.arena.measure import Plan, measure
from skyjo_widgets.arena.tournament_result import TournamentResult
from skyjo_widgets.arena.workers import check_workers
from skyjo_widgets.engine import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    check_seed,
    different_names,
    name_of,
    new_seed,
    with_turn_limit,
)
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.engine import Rules, Strategy

__all__ = ["tournament"]

_DEALS = 100
_TABLES_SALT = 0x7AB1E5  # keeps the draw of tables apart from the shuffles of the same seed


def tournament(
    strategies: Sequence[Strategy] | Mapping[str, Strategy],
    deals: int = _DEALS,
    *,
    seats: int = 2,
    seed: int | None = None,
    rules: Rules | None = None,
    workers: int | None = None,
    patience: float = PATIENCE,
    progress: bool = True,
) -> TournamentResult:
    """Let many strategies play, and rank them.

    With two seats every two strategies play a duel. With three to eight, each deal seats everybody at
    tables by lot; who is left over sits out, in turns. Each deal is played in every rotation of the seats
    of its table. What is said about `duel` on ties, failures and limits holds here, too; at a table the
    others share a game that somebody loses by failing.

    Parameters
    ----------
    strategies : sequence or mapping of callables
        Functions, or names with their functions. The order does not matter.
    deals : int
        For two seats, the deals of each pair, two games each; else the deals of the tournament, one
        table for every `seats` strategies and as many games at each as it has seats.
    seats : int
        Players of a table, 2 to 8.
    seed, rules, workers, patience, progress
        As for `duel`.

    Returns
    -------
    TournamentResult
        Prints as text, shows as a table, and can be plotted and exported.

    Raises
    ------
    StrategyError
        If one is no function, or its opening is not two different slots.
    ValueError, TypeError
        If there are fewer strategies than seats, or an argument is not what it has to be.
    KeyboardInterrupt
        If it was interrupted before the first deal was complete.

    Examples
    --------
    >>> from skyjo_widgets import strategies, tournament
    >>> result = tournament([strategies.random_player, strategies.greedy], deals=20, seed=1)
    >>> [standing.name for standing in result.ranking]
    ['greedy', 'random_player']
    """
    if not isinstance(strategies, Iterable):  # tournament(mine, other), as one writes duel(mine, other)
        raise TypeError(say("arena.refused.not_a_list", got=short(strategies)))
    if isinstance(strategies, Mapping):
        functions = check_strategies(tuple(strategies.values()))
        names = different_names([str(name) for name in strategies])
    else:
        functions = check_strategies(tuple(strategies))
        names = different_names([name_of(strategy) for strategy in functions])
    at_table = whole_number(seats)
    if at_table is None or not MIN_PLAYERS <= at_table <= MAX_PLAYERS:
        raise ValueError(say("arena.refused.seats", got=short(seats)))
    if len(functions) < at_table:
        raise ValueError(say("arena.refused.few", got=len(functions), seats=at_table))
    # In the order of their names: so the order in which they are given cannot show anywhere.
    order = sorted(range(len(names)), key=names.__getitem__)
    names = tuple(names[place] for place in order)
    functions = tuple(functions[place] for place in order)
    deals = check_deals(deals)
    workers = check_workers(workers)
    terms = Terms(
        new_seed() if seed is None else check_seed(seed), with_turn_limit(rules), check_patience(patience)
    )
    two = at_table == MIN_PLAYERS
    jobs = _pairs(len(names), deals) if two else _tables(len(names), at_table, deals, terms.seed)
    label = say("arena.bar.label", what=say("arena.tournament.title", players=len(names)))
    measured = measure(Plan(functions, terms, tuple(jobs), label), workers, progress=progress)
    tables = {
        players: Games(at_table, (game for deal in played for game in deal))
        for players, played in measured.tables.items()
        if played
    }
    return TournamentResult(names, functions, terms, tables, deals, at_table, measured.ending)


def _pairs(players: int, deals: int) -> Iterator[Job]:
    """Every two play the same deals, portion by portion, so that an early stop is fair to all."""
    pairs = [(one, other) for one in range(players) for other in range(one + 1, players)]
    for portion in chunks((), deals):
        for pair in pairs:
            yield portion._replace(players=pair)


def _tables(players: int, seats: int, deals: int, seed: int) -> Iterator[Job]:
    """For each deal, seat everybody by lot; who is left over changes from deal to deal."""
    left_over = players % seats
    random = np.random.Philox(key=seed, counter=[0, 0, _TABLES_SALT, 0])
    queue = _shuffled(list(range(players)), random)
    for deal in range(deals):
        # Those who sit out go to the end of the queue.
        out, queue = queue[:left_over], queue[left_over:]
        seated = _shuffled(queue, random)
        queue += out
        for first in range(0, len(seated), seats):
            yield Job(tuple(seated[first : first + seats]), deal, 1)


def _shuffled(players: list[int], random: np.random.Philox) -> list[int]:
    keys = random.random_raw(len(players)).tolist()
    return [player for _, player in sorted(zip(keys, players, strict=True))]
