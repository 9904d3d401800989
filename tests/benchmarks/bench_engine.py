"""How quick the round loop is: ``python tests/benchmarks/bench_engine.py``.

Prints decisions and games per CPU-second for two and four players, random and greedy, and beside them
a fixed loop of plain Python that does what any engine must do (index a list, call a function, make a
tuple). Both are measured in turns in chunks of a game (shuffling included), and the quickest time of each
counts: on a busy or another machine both are slower alike, so the *ratio* can be compared.
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

PLAYERS = (2, 4)
GAMES = 64  # as many decks as are shuffled at once
YARDSTICK = 3_000  # rounds of the fixed loop in a chunk
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


def measured(strategy: Strategy, players: int, repeats: int) -> Speed:
    """Measure one pairing: decisions are counted once, outside of the clock."""
    decisions = 0

    def counting(view: View) -> Move:
        nonlocal decisions
        decisions += 1
        return strategy(view)

    for deal in range(GAMES):
        play_game([counting] * players, Decks(1), deal)
    seats = [strategy] * players
    games, loop = [float("inf")] * GAMES, float("inf")
    for _ in range(repeats):
        decks = Decks(1)  # nothing shuffled yet
        for deal in range(GAMES):
            start = time.process_time()
            play_game(seats, decks, deal)
            middle = time.process_time()
            yardstick(YARDSTICK)
            end = time.process_time()
            games[deal], loop = min(games[deal], middle - start), min(loop, end - middle)
    return Speed(sum(games) / decisions, sum(games) / GAMES, loop / YARDSTICK)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--repeats", type=int, default=40, help="more: steadier, slower")
    repeats = asked.parse_args().repeats
    print(
        f"Python {sys.version.split()[0]}; {GAMES} games, each {repeats} times, the quickest of each counts"
    )
    heads = ("players", "strategy", "decisions/s", "games/s", "ns/decision", "fixed loop ns", "ratio")
    print("{:8}{:16}{:>12}{:>10}{:>13}{:>15}{:>8}".format(*heads))
    for players in PLAYERS:
        for strategy in (strategies.random_player, strategies.greedy):
            speed = measured(strategy, players, repeats)
            goal = f"  goal {GOAL:,}" if strategy is strategies.greedy and players == 2 else ""
            print(
                f"{players:<8}{strategy.__name__:16}{1 / speed.decision:12,.0f}{1 / speed.game:10,.0f}"
                f"{speed.decision * 1e9:13,.0f}{speed.yardstick * 1e9:15.1f}{speed.ratio:8.1f}{goal}"
            )


if __name__ == "__main__":
    main()
