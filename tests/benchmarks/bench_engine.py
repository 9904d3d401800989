"""How quick the round loop is: ``python tests/benchmarks/bench_engine.py``.

Prints decisions and games per CPU-second for two and four players, random and greedy, and beside them
a fixed loop of plain Python that does what any engine must do (index a list, call a function, make a
tuple). Both are measured in turns in short chunks, and the quickest chunk of each counts: on a busy or
another machine both are slower alike, so the *ratio* can be compared. Cost table: `design.md` section 5.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from skyjo_widgets import strategies
from skyjo_widgets.engine import Decks, Move, View, play_game

Strategy = Callable[[View], Move]

TRIES = {2: 60, 4: 30}  # games in a chunk: some hundredths of a second
YARDSTICK = 20_000  # rounds of the fixed loop in a chunk
GOAL = 600_000  # decisions per CPU-second, greedy, two players


class Speed(NamedTuple):
    """Seconds of CPU for one decision, one game and one round of the fixed loop."""

    decision: float
    game: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """How many rounds of the fixed loop a decision costs."""
        return self.decision / self.yardstick


def _touch(cards: list[int], slot: int) -> tuple[int, int]:
    return cards[slot], slot


def yardstick(rounds: int) -> int:
    """Run the fixed loop: a call, an index, a tuple, a comparison and an addition each round."""
    cards = list(range(12))
    total = 0
    for number in range(rounds):
        card, slot = _touch(cards, number % 12)
        if card != slot:
            total += card
    return total


def measured(strategy: Strategy, players: int, chunks: int) -> Speed:
    """Measure one pairing: decisions are counted once, outside of the clock."""
    decisions = 0

    def counting(view: View) -> Move:
        nonlocal decisions
        decisions += 1
        return strategy(view)

    games = TRIES[players]
    decks = Decks(1)
    for deal in range(games):
        play_game([counting] * players, decks, deal)
    seats = [strategy] * players
    best = loop = float("inf")
    for _ in range(chunks):
        start = time.process_time()
        for deal in range(games):
            play_game(seats, decks, deal)
        middle = time.process_time()
        yardstick(YARDSTICK)
        end = time.process_time()
        best, loop = min(best, middle - start), min(loop, end - middle)
    return Speed(best / decisions, best / games, loop / YARDSTICK)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--chunks", type=int, default=60, help="more chunks: steadier, slower")
    chunks = asked.parse_args().chunks
    print(f"Python {sys.version.split()[0]}, {chunks} chunks each; the quickest counts")
    heads = ("players", "strategy", "decisions/s", "games/s", "ns/decision", "fixed loop ns", "ratio")
    print("{:8}{:16}{:>12}{:>10}{:>13}{:>15}{:>8}".format(*heads))
    for players in TRIES:
        for strategy in (strategies.random_player, strategies.greedy):
            speed = measured(strategy, players, chunks)
            goal = f"  goal {GOAL:,}" if strategy is strategies.greedy and players == 2 else ""
            print(
                f"{players:<8}{strategy.__name__:16}{1 / speed.decision:12,.0f}{1 / speed.game:10,.0f}"
                f"{speed.decision * 1e9:13,.0f}{speed.yardstick * 1e9:15.1f}{speed.ratio:8.1f}{goal}"
            )


if __name__ == "__main__":
    main()
