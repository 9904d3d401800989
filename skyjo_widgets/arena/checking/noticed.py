"""Counts what a strategy did in the games that it was watched in."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from skyjo_widgets.engine import Event, Move

__all__ = ["Noticed"]

_COUNTER = {"take": "took", "draw": "drew", "swap": "swapped", "reveal": "revealed"}


@dataclass
class Noticed:
    """What a strategy did, counted.

    Attributes
    ----------
    games, situations : int
        In how many whole games and single situations it was watched.
    decisions : int
        How many decisions it made, in all of them. The counts below are of the games only.
    took, drew, swapped, revealed : int
        How often it made each move.
    columns : int
        How many columns it completed in its turns.
    rounds : int
        How many rounds it played, each of its seats counted.
    ended, doubled : int
        How many of these rounds it ended, and how many of those cost it double.
    capped : int
        How many of these rounds nobody ended: the limit of turns did.
    printed : int
        How many lines it printed, in games and situations.
    first_printed : str
        The first of them.
    """

    games: int = 0
    situations: int = 0
    decisions: int = 0
    took: int = 0
    drew: int = 0
    swapped: int = 0
    revealed: int = 0
    columns: int = 0
    rounds: int = 0
    ended: int = 0
    doubled: int = 0
    capped: int = 0
    printed: int = 0
    first_printed: str = ""

    @property
    def turns(self) -> int:
        """How many turns it had."""
        return self.took + self.drew

    def count_move(self, move: Move) -> None:
        """Count a move of the strategy."""
        counter = _COUNTER[move.kind]
        setattr(self, counter, getattr(self, counter) + 1)

    def count_events(self, events: Sequence[Event], seats: Collection[int], deciding: int) -> None:
        """Count what followed from a move of `deciding`, for the strategy that sits on `seats`."""
        in_a_turn = True
        for event in events:
            mine = event.seat in seats
            if event.kind == "final_reveal":
                in_a_turn = False  # columns that the end of the round completes are luck
            elif event.kind == "clear" and event.seat == deciding and mine and in_a_turn:
                self.columns += 1
            elif event.kind == "end" and mine:
                self.ended += 1
            elif event.kind == "double" and mine:
                self.doubled += 1
            elif event.kind == "score" and mine:
                self.rounds += 1
            elif event.kind == "capped":
                self.capped += len(seats)

    def to_dict(self) -> dict[str, int | str]:
        """Return all counts as plain data."""
        return asdict(self)
