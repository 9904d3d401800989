"""Everybody's games against everybody: who finished ahead of whom, and the ranking that follows."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.arena.games import Games, Played, seat_of
from skyjo_widgets.arena.ranking import Standing, ranking, scores_of_pairs, scores_of_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["Crosstable"]

_PAIR = 2


class Crosstable:
    """All games of a tournament.

    Parameters
    ----------
    names : sequence of str
        All strategies.
    tables : mapping of tuple of int to Games
        For the players of each table, as places in `names`, their games.
    seats : int
        Players of a table.
    """

    def __init__(self, names: Sequence[str], tables: Mapping[tuple[int, ...], Games], seats: int) -> None:
        self.names = tuple(names)
        self.tables = dict(tables)
        self.seats = seats

    @functools.cached_property
    def deals(self) -> int:
        """How many deals were played, by at least one table."""
        return 1 + max((game.deal for games in self.tables.values() for game in games.played), default=-1)

    @functools.cached_property
    def ranking(self) -> list[Standing]:
        """The strategies, best first, with their shares of games won and how sure each place is."""
        if self.seats == _PAIR:
            return ranking(scores_of_pairs(self.names, self._advantages()))
        return ranking(scores_of_tables(self.names, self._shares()))

    @functools.cached_property
    def matrix(self) -> NDArray[np.float64]:
        """How often row finishes ahead of column, 0 to 1, a tie counting half; in the order of `names`.

        Not-a-number on the diagonal and where two have not met.
        """
        total = np.zeros((len(self.names), len(self.names)))
        met = np.zeros_like(total)
        for players, games in self.tables.items():
            for place, one in enumerate(players):
                for place_of_other, other in enumerate(players):
                    if place != place_of_other:
                        total[one, other] += games.ahead(place, place_of_other).sum()
                        met[one, other] += games.deals
        with np.errstate(invalid="ignore"):
            shares = np.where(met > 0, 0.5 + total / met / 2, math.nan)
        shares.flags.writeable = False  # it is kept: a change would change every later answer
        return shares

    @functools.cached_property
    def points(self) -> dict[str, float]:
        """Mean points in a round of each strategy, by name."""
        points, rounds = np.zeros(len(self.names)), np.zeros(len(self.names))
        for players, games in self.tables.items():
            np.add.at(points, list(players), np.nansum(games.points, axis=(0, 1)))
            np.add.at(rounds, list(players), games.rounds.sum())
        return {
            name: float(part / count) if count else math.nan
            for name, part, count in zip(self.names, points, rounds, strict=True)
        }

    @property
    def capped(self) -> int:
        """How many rounds were cut off by the limit of turns."""
        return sum(games.capped for games in self.tables.values())

    def failures(self, name: str) -> int:
        """Return how many games a strategy lost by failing."""
        player = self.names.index(name)
        return sum(
            players[game.fault.player] == player for players, game in self.games() if game.fault is not None
        )

    def games(self) -> Iterator[tuple[tuple[int, ...], Played]]:
        """Go through all games, each with the players of its table."""
        for players, games in self.tables.items():
            for game in games.played:
                yield players, game

    def by_seat(self, players: Sequence[int], game: Played) -> list[str]:
        """Return who sat where in a game."""
        count = len(players)
        places = sorted(range(count), key=lambda place: seat_of(place, game.rotation, count))
        return [self.names[players[place]] for place in places]

    def closest(self) -> tuple[tuple[int, ...], Played] | None:
        """Return the closest of all games."""
        found = [
            (game.closeness, players, game)
            for players, games in self.tables.items()
            if (game := games.closest()) is not None
        ]
        best = min(found, key=lambda case: case[0], default=None)
        return None if best is None else best[1:]

    def worst_loss(self, name: str) -> tuple[tuple[int, ...], Played] | None:
        """Return the game that a strategy lost by most points."""
        player = self.names.index(name)
        found = []
        for players, games in self.tables.items():
            if player in players:
                place = players.index(player)
                game = games.worst_loss(place)
                if game is not None:
                    found.append((games.margin(game, place), players, game))
        best = max(found, key=lambda case: case[0], default=None)
        return None if best is None else best[1:]

    def _advantages(self) -> dict[tuple[str, str], NDArray[np.float64]]:
        found = {}
        for (one, other), games in self.tables.items():
            by_deal = np.full(self.deals, math.nan)
            by_deal[[game.deal for game in games.played[:: games.players]]] = games.ahead(0, 1)
            found[self.names[one], self.names[other]] = by_deal
        return found

    def _shares(self) -> NDArray[np.float64]:
        shares = np.full((self.deals, len(self.names)), math.nan)
        for players, games in self.tables.items():
            for deal, share in zip(games.played[:: games.players], games.shares.mean(axis=1), strict=True):
                shares[deal.deal, list(players)] = share
        return shares
