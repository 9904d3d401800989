"""Print how strong each rung of the ladder is: `python tests/benchmarks/ladder.py [--deals 500]`.

Each rung plays the one below it: the same deals with every seating, so that luck of the cards evens out.
At a table of four, one player of the rung sits with three of the rung below, and 25 % would be equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev
from time import process_time
from typing import TypeAlias

from skyjo_widgets.engine import Decks, Move, View, name_of, play_game
from skyjo_widgets.strategies import LADDER

Strategy: TypeAlias = Callable[[View], Move]

NORMAL_95 = 1.96  # half-width of a 95 % interval, in standard errors


def timed(strategy: Strategy, spent: list[float]) -> Strategy:
    """Return `strategy` with a watch: ``spent`` counts its decisions and its CPU seconds."""

    def decide(view: View) -> Move:
        start = process_time()
        move = strategy(view)
        spent[0] += 1
        spent[1] += process_time() - start
        return move

    if hasattr(strategy, "opening"):
        decide.opening = strategy.opening  # type: ignore[attr-defined]
    return decide


def measure(
    strategy: Strategy, below: Strategy, players: int, deals: int, seed: int
) -> tuple[float, float, float, int, int]:
    """Return win share, half of its 95 % interval, points a round less, capped rounds, rounds."""
    decks = Decks(seed)
    shares, margins = [], []
    capped = rounds = 0
    for deal in range(deals):
        won = margin = 0.0
        for seat in range(players):
            seats = [below] * players
            seats[seat] = strategy
            outcome = play_game(seats, decks, deal)
            totals = outcome.totals
            if totals[seat] == min(totals):
                won += 1 / totals.count(min(totals))
            others = (sum(totals) - totals[seat]) / (players - 1)
            margin += (others - totals[seat]) / len(outcome.scores)
            capped += outcome.enders.count(None)
            rounds += len(outcome.scores)
        shares.append(won / players)
        margins.append(margin / players)
    half = NORMAL_95 * stdev(shares) / sqrt(deals)
    return mean(shares), half, mean(margins), capped, rounds


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=500, help="deals per pair; each is played once per seating"
    )
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--rung", action="append", help="only this rung (may be repeated)")
    options = parser.parse_args()
    print(f"{'rung':14} {'against':14} players  wins ± 95 %      points a round  capped     µs a decision")
    for below, strategy in pairwise(LADDER):
        if options.rung and name_of(strategy) not in options.rung:
            continue
        for players in (2, 4):
            spent = [0.0, 0.0]
            watched = timed(strategy, spent)
            share, half, margin, capped, rounds = measure(
                watched, below, players, options.deals, options.seed
            )
            print(
                f"{name_of(strategy):14} {name_of(below):14} {players:7}  {share:5.1%} ± {half:4.1%}"
                f"  {-margin:14.1f}  {capped:4}/{rounds:<6} {1e6 * spent[1] / spent[0]:8.1f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
