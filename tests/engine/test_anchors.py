"""Random players score what was measured for them with other, independent programs."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import NamedTuple

import pytest

from skyjo_widgets.engine import Decks, Move, Outcome, View, draw, play_game, reveal, swap, take

GAMES = 20_000


def by_chance(view: View) -> Move:
    """Toss a coin for the pile, toss it again for the card; any slot is as likely as any other."""
    filled = view.shown + view.hidden
    heads = view.randrange(2)
    if view.drawn is None:
        return take(view.choice(filled)) if heads else draw()
    return swap(view.choice(filled)) if heads else reveal(view.choice(view.hidden))


class Anchor(NamedTuple):
    """A mean, and half of the last digit with which it was written down."""

    mean: float
    rounding: float


ANCHORS = {
    2: {
        "rounds a game": Anchor(1.51, 0.005),
        "turns a game": Anchor(49.7, 0.05),
        "points a round": Anchor(77.98, 0.005),
        "final total": Anchor(117.9, 0.05),
    },
    4: {
        "rounds a game": Anchor(1.29, 0.005),
        "turns a game": Anchor(77.0, 0.05),
        "points a round": Anchor(72.9, 0.05),
        "final total": Anchor(94.4, 0.05),
    },
}


def measures(players: int, games: list[Outcome]) -> dict[str, list[float]]:
    """Return the numbers whose means are the anchors, one for each game or round."""
    return {
        "rounds a game": [game.rounds for game in games],
        "turns a game": [game.turns for game in games],
        "points a round": [sum(scores) / players for game in games for scores in game.scores],
        "final total": [sum(game.totals) / players for game in games],
    }


@pytest.mark.slow
@pytest.mark.parametrize("players", ANCHORS)
def test_random_players_score_what_the_anchors_say(players: int) -> None:
    decks = Decks(2026)
    games = [play_game([by_chance] * players, decks, deal) for deal in range(GAMES)]
    assert not any(game.capped for game in games)
    found = measures(players, games)
    for name, anchor in ANCHORS[players].items():
        values = found[name]
        error = stdev(values) / len(values) ** 0.5
        allowed = 4 * error + anchor.rounding
        assert abs(fmean(values) - anchor.mean) < allowed, (name, fmean(values), anchor.mean, allowed)
