"""The games of a measurement, as they were played, and as numbers to count with."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["Fault", "Games", "Played", "seat_of"]

Number = TypeVar("Number", np.float64, np.int64)


class Fault(NamedTuple):
    """Why a strategy lost a game without finishing it.

    Parameters
    ----------
    player : int
        Who failed, by the order of the players in the measurement.
    kind : str
        ``"move"`` (not a legal move), ``"error"`` (Python's own), ``"time"`` (no answer), ``"died"`` (it
        ended its process) or ``"withdrawn"`` (not played, after that or too many missing answers).
    details : dict
        What the text about it tells.
    round, turn : int
        Where, counted from 1; 0 where it is not known.
    """

    player: int
    kind: str
    details: dict[str, object]
    round: int = 0
    turn: int = 0


class Played(NamedTuple):
    """One game.

    Parameters
    ----------
    deal : int
        Which deal, from 0: the same number is the same decks.
    rotation : int
        How the players sat: player p of n on seat (p - rotation) mod n.
    totals : tuple of int
        By seat; empty if there is a fault.
    scores : tuple of tuple of int
        By round and seat, after doubling; empty if there is a fault.
    capped : int
        How many of the rounds reached the limit of turns.
    endless : bool
        Whether the game was ended by the limit of rounds.
    fault : Fault or None
        Why a player lost before the end.
    """

    deal: int
    rotation: int
    totals: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    capped: int
    endless: bool
    fault: Fault | None

    @property
    def closeness(self) -> tuple[int, int]:
        """Lower for a game that is more exciting: the lead of the winner, then fewer rounds."""
        best, second = sorted(self.totals)[:2]
        return second - best, -len(self.scores)


def seat_of(player: int, rotation: int, players: int) -> int:
    """Return where a player sits: with each rotation everybody moves one seat."""
    return (player - rotation) % players


class Games:
    """All games of some players who met, deal by deal, each deal in every rotation of the seats.

    Its arrays are read-only; ``.copy()`` of one may be changed.

    Parameters
    ----------
    players : int
        How many sat at the table: 2 to 8.
    played : iterable of Played
        Complete deals, in order: for each deal as many games as players.
    """

    def __init__(self, players: int, played: Iterable[Played]) -> None:
        self.players = players
        self.played: Sequence[Played] = tuple(played)

    def __len__(self) -> int:
        return len(self.played)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.played) // self.players

    @functools.cached_property
    def points(self) -> NDArray[np.float64]:
        """Final points, shape (deals, rotations, players); not-a-number in games with a fault."""
        n = self.players
        nothing = (math.nan,) * n
        by_seat = np.array([game.totals or nothing for game in self.played], dtype=float).reshape(-1, n)
        seats = [[seat_of(player, game.rotation, n) for player in range(n)] for game in self.played]
        places = np.array(seats, dtype=np.intp).reshape(-1, n)
        return _fixed(np.take_along_axis(by_seat, places, axis=1).reshape(-1, n, n))

    @functools.cached_property
    def shares(self) -> NDArray[np.float64]:
        """Share of each game won, shape (deals, rotations, players): 1, or its part of a shared victory.

        Who failed gets nothing; the others share that game.
        """
        flat = self.points.reshape(-1, self.players)
        winners = (flat == flat.min(axis=1, keepdims=True)).astype(float)
        for row, game in enumerate(self.played):
            if game.fault is not None:
                winners[row] = 1
                winners[row, game.fault.player] = 0
        shares: NDArray[np.float64] = winners / winners.sum(axis=1, keepdims=True)
        return _fixed(shares.reshape(-1, self.players, self.players))

    @functools.cached_property
    def rounds(self) -> NDArray[np.int64]:
        """Rounds of each game, shape (deals, rotations); 0 in games with a fault."""
        counts = np.array([len(game.scores) for game in self.played], dtype=np.int64)
        return _fixed(counts.reshape(-1, self.players))

    def ahead(self, one: int, other: int) -> NDArray[np.float64]:
        """Return by deal how much more often `one` finished before `other`: -1 to 1, shape (deals,)."""
        points = self.points
        with np.errstate(invalid="ignore"):
            before = np.nan_to_num(np.sign(points[:, :, other] - points[:, :, one]))
        for row, game in enumerate(self.played):
            if game.fault is not None:
                # Who failed stands behind everybody else; the others' game was not played.
                behind = (game.fault.player == other) - (game.fault.player == one)
                before[divmod(row, self.players)] = behind
        mean: NDArray[np.float64] = before.mean(axis=1)
        return mean

    def differences(self, one: int, other: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return by deal the points of `one` less those of `other`, and the rounds they were made in."""
        points = np.nan_to_num(self.points)
        return (points[:, :, one] - points[:, :, other]).sum(axis=1), self.rounds.sum(axis=1)

    def points_per_round(self, player: int) -> float:
        """Return a player's mean points in a round, doubling included; not-a-number without a round."""
        rounds = int(self.rounds.sum())
        return float(np.nansum(self.points[:, :, player])) / rounds if rounds else math.nan

    def round_scores(self, player: int) -> NDArray[np.int64]:
        """Return a player's points in every single round that was played to its end."""
        n = self.players
        return np.array(
            [scores[seat_of(player, game.rotation, n)] for game in self.played for scores in game.scores],
            dtype=np.int64,
        )

    @property
    def capped(self) -> int:
        """How many rounds reached the limit of turns."""
        return sum(game.capped for game in self.played)

    @property
    def endless(self) -> int:
        """How many games reached the limit of rounds."""
        return sum(game.endless for game in self.played)

    @property
    def faults(self) -> list[Played]:
        """The games that a strategy lost by failing, in order."""
        return [game for game in self.played if game.fault is not None]

    def closest(self) -> Played | None:
        """Return the game whose two best players were nearest to each other, the longest of equals."""
        finished = (game for game in self.played if game.totals)
        return min(finished, key=lambda game: game.closeness, default=None)

    def worst_loss(self, player: int) -> Played | None:
        """Return the game that a player lost by most points, or won by least if they lost none."""
        finished = (game for game in self.played if game.totals)
        return max(finished, key=lambda game: self.margin(game, player), default=None)

    def margin(self, game: Played, player: int) -> int:
        """Return how many points a player had more than the best of the others."""
        seat = seat_of(player, game.rotation, self.players)
        others = [total for place, total in enumerate(game.totals) if place != seat]
        return game.totals[seat] - min(others)


def _fixed(numbers: NDArray[Number]) -> NDArray[Number]:
    # They are counted once and kept: a change by who looks at them would change every later answer.
    numbers.flags.writeable = False
    return numbers
