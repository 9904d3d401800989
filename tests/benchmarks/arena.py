"""Print what the arena costs, as ratios of one run: `python tests/benchmarks/arena.py [--long]`.

The bare round loop (cards dealt, decisions made, points counted, nothing else) is the measure of all. What
one process does is measured in CPU seconds, what several do on the clock: that is fair only while nobody
else needs the cores, so the load of the machine is printed beside it. Goals: 90 % of the bare round loop is
left in a duel; a 200-deal duel within 0.5 s; with `--long`, two workers at least 1.6 times one on a job of
10 s, and a round robin of 30 strategies, 100 deals a pair, within 30 s.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import TypeAlias

from skyjo_widgets import draw, duel, reveal, strategies, swap, take, tournament
from skyjo_widgets.engine import ARENA_RULES, Decks, Dice, Move, Round, View, opening_of, play_round

Strategy: TypeAlias = Callable[[View], Move]


def bare_rounds(seated: Sequence[Strategy], decks: Decks, deals: int) -> int:
    """Play one round of each deal and count its points; return the decisions."""
    players = len(seated)
    decisions = 0
    for deal in range(deals):
        dice = [Dice(decks.seed, deal, seat) for seat in range(players)]
        position = Round(decks.deck(deal, 1), players, ARENA_RULES, dice=dice, refill=no_refill)
        for seat, strategy in enumerate(seated):
            for slot in opening_of(strategy):
                position.flip(seat, slot)
        play_round(position, seated)
        position.final_reveal()
        position.double_the_ender(position.points())
        decisions += sum(position.turns_taken)
    return decisions


def no_refill(_number: int, cards: list[int]) -> list[int]:
    """Return the cards as they lie: no deal of this benchmark uses up its draw pile."""
    return cards


def by_thresholds(takes: int, keeps: int) -> Strategy:
    """Return a simple strategy."""

    def threshold(view: View) -> Move:
        if view.drawn is None:
            return take(view.worst()) if view.discard <= takes else draw()
        return swap(view.worst()) if view.drawn <= keeps else reveal(view.hidden[0])

    return threshold


def fastest(work: Callable[[], object], clock: Callable[[], float], times: int) -> float:
    """Return the seconds of the fastest of some runs: what disturbs can only slow down."""
    spent = []
    for _ in range(times):
        start = clock()
        work()
        spent.append(clock() - start)
    return min(spent)


def speed(name: str, strategy: Strategy, players: int, deals: int, times: int) -> None:
    """Print turns per CPU second of the bare round loop and of the arena, and their ratio."""
    decks = Decks(1)
    turns = bare_rounds([strategy] * players, decks, deals)
    bare = turns / fastest(lambda: bare_rounds([strategy] * players, decks, deals), process_time, times)
    table = {f"player {number}": strategy for number in range(players)}
    count = 128 // players  # deals, whole blocks of shuffles

    def arena() -> None:
        if players == 2:
            duel(strategy, strategy, deals=count, seed=1, workers=1, progress=False)
        else:
            tournament(table, deals=count, seats=players, seed=1, workers=1, progress=False)

    if players == 2:
        games = duel(strategy, strategy, deals=count, seed=1, workers=1, progress=False).games
        played, rounds = len(games), int(games.rounds.sum())
    else:
        result = tournament(table, deals=count, seats=players, seed=1, workers=1, progress=False)
        played = sum(len(games) for games in result.tables.values())
        rounds = sum(int(games.rounds.sum()) for games in result.tables.values())
    seconds = fastest(arena, process_time, times)
    # Turns differ little between the first round of a game and the others: compare rounds.
    bare_rounds_per_second = bare / (turns / deals)
    print(
        f"{name:13} {players} players  bare loop {bare_rounds_per_second:7,.0f} rounds/s {bare:9,.0f} turns/s"
        f"  arena {rounds / seconds:8,.0f} rounds/s {played / seconds:7,.0f} games/s"
        f"  ratio {rounds / seconds / bare_rounds_per_second:5.2f}"
    )


def workers(seconds: float) -> None:
    """Print what a second worker is worth on a job of so many seconds."""
    pair = by_thresholds(2, 4), by_thresholds(3, 5)
    trial = fastest(lambda: duel(*pair, deals=500, seed=1, workers=1, progress=False), perf_counter, 1)
    deals = int(500 * seconds / trial)
    one = fastest(lambda: duel(*pair, deals=deals, seed=1, workers=1, progress=False), perf_counter, 1)
    two = fastest(lambda: duel(*pair, deals=deals, seed=1, workers=2, progress=False), perf_counter, 1)
    print(f"{deals:,} deals: one worker {one:.1f} s, two {two:.1f} s, start included: {one / two:.2f} times")


def round_robin(count: int, deals: int) -> None:
    """Print how long a class tournament of simple strategies takes."""
    pairs = [(takes, keeps) for takes in range(-1, 4) for keeps in range(2, 8)][:count]
    field = {f"{takes} {keeps}": by_thresholds(takes, keeps) for takes, keeps in pairs}
    start = perf_counter()
    result = tournament(field, deals=deals, seed=1, progress=False)
    spent = perf_counter() - start
    games = sum(len(table) for table in result.tables.values())
    print(f"round robin of {len(field)}, {deals} deals a pair, {games:,} games: {spent:.1f} s")
    start = perf_counter()
    result.text()
    print(f"its ranking and text: {perf_counter() - start:.2f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=640, help="rounds of the bare loop")
    parser.add_argument("--times", type=int, default=5, help="runs, of which the fastest counts")
    parser.add_argument("--long", action="store_true", help="also what takes more than a few seconds")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for players in (2, 4):
        for strategy in (strategies.greedy, strategies.random_player):
            speed(strategy.__name__, strategy, players, options.deals, options.times)
    pair = strategies.greedy, by_thresholds(2, 4)
    clock = fastest(lambda: str(duel(*pair, deals=200, seed=1)), perf_counter, options.times)
    cpu = fastest(lambda: str(duel(*pair, deals=200, seed=1)), process_time, options.times)
    print(f"a duel of 200 deals, printed: {clock:.2f} s, of which {cpu:.2f} s CPU")
    if options.long:
        workers(10)
        round_robin(30, 100)
        print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
