"""The games and single situations in which `check` watches a strategy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.engine import COUNTS, Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["GAMES", "Seating", "Situation", "situations"]


class Seating(NamedTuple):
    """A whole game to watch.

    Attributes
    ----------
    seats : tuple of bool
        By seat whether the strategy sits there; on the other seats is `strategies.greedy`.
    """

    seats: tuple[bool, ...]

    @property
    def own(self) -> tuple[int, ...]:
        """The seats of the strategy."""
        return tuple(seat for seat, own in enumerate(self.seats) if own)


GAMES = (
    Seating((True, False)),
    Seating((False, True)),
    Seating((True, True)),
    Seating((False, True, False, False)),
    Seating((True, True, True, True)),
)
"""Against greedy from both seats, against itself, and both at a table of four."""


class Situation(NamedTuple):
    """One decision, or two if the strategy draws.

    Attributes
    ----------
    name : str
        For people who read this file.
    mine : str
        My cards, 3 rows of 4: ``5`` face-up, ``?5`` face-down, ``--`` a cleared slot.
    discard : int
        The top of the discard pile.
    next_card : int
        What is drawn, if it draws.
    more : dict
        Fields of the position that differ from an ordinary turn.
    players : int
        How many sit there.
    """

    name: str
    mine: str
    discard: int
    next_card: int
    more: dict[str, Any] = {}  # noqa: RUF012 - read only
    players: int = 2

    def game(self) -> Game:
        """Return a fresh game in this situation; seat 0 decides."""
        draw_pile = [self.next_card, 6, 3, 9, 0, 11]
        mine = [_card(text) for text in self.mine.replace("/", " ").split()]
        rest = _left_over([*map(_value, mine), self.discard, 7, *draw_pile])
        others = [rest[12 * seat : 12 * seat + 12] for seat in range(self.players - 1)]
        hands = [
            _hand(mine),
            *(_hand([*(f"?{card}" for card in cards[:8]), *cards[8:]]) for cards in others),
        ]
        position = {
            "players": hands,
            "phase": "turn",
            "current": 0,
            "draw_top_to_bottom": draw_pile,
            "discard_bottom_to_top": [7, self.discard],
            "round": 2,
            "turns_taken": [6] * self.players,
        }
        return Game.from_position(position | self.more)


def _card(text: str) -> int | str | None:
    return None if text == "--" else text if text.startswith("?") else int(text)


def _value(face: int | str | None) -> int | None:
    return int(face[1:]) if isinstance(face, str) else face


def _left_over(used: Sequence[int | None]) -> list[int]:
    """Return the cards of the deck without those that are used, in an order that mixes low and high."""
    left = sorted((Counter(COUNTS) - Counter(value for value in used if value is not None)).elements())
    return [left[place * _STRIDE % len(left)] for place in range(len(left))]


def _hand(cards: Sequence[int | str | None]) -> dict[str, Any]:
    return {"grid": [list(cards[row : row + 4]) for row in (0, 4, 8)], "total": 20}


_STRIDE = 41  # has no divisor in common with the number of cards that are left
_LAST_TURN = {"phase": "final_turns", "ender": 1, "pending": [0]}
_MANY = "?5 9 ?3 4 / ?8 ?1 7 ?2 / ?6 ?0 ?9 ?11"  # face-down cards
_ONE = "?4 3 9 1 / 2 0 8 4 / 1 5 10 12"  # face-down card
_REFILL = {"draw_top_to_bottom": [], "discard_bottom_to_top": [5, 11, 6, 10]}

_CHOSEN = (
    Situation("a good card to take", _MANY, -2, 5),
    Situation("a bad card to take", _MANY, 12, -1),
    Situation("a column to complete", "8 2 ?3 ?4 / 8 ?6 5 ?2 / ?8 ?1 ?9 0", 8, 12),
    Situation("one card is face-down, and a bad one is drawn", _ONE, 6, 12),
    Situation("one card is face-down, and a good one is drawn", _ONE, 11, -2),
    Situation(
        "nothing is face-up: a column has just been cleared",
        "-- ?5 ?2 ?9 / -- ?1 ?7 ?3 / -- ?0 ?8 ?11",
        4,
        10,
    ),
    Situation("one column is left", "-- -- -- 9 / -- -- -- ?2 / -- -- -- 1", 5, 6),
    Situation("one card is left", "-- -- -- -- / -- -- -- -- / -- ?12 -- --", 9, 8),
    Situation("all my cards are low", "0 -1 ?0 1 / -2 0 1 ?12 / 1 0 2 -1", 3, 4),
    Situation("all my cards are high", "12 11 ?10 12 / 9 10 11 ?12 / 11 12 9 ?10", 9, 12),
    Situation("the last turn, with much face-down", _MANY, 6, 3, _LAST_TURN),
    Situation("the last turn, with one card face-down", _ONE, -1, 12, _LAST_TURN),
    Situation("the draw pile has to be refilled", _ONE, 10, 5, _REFILL),
    Situation("eight players", _MANY, 2, 7, {}, 8),
)


def situations() -> Iterator[Game]:
    """Yield a fresh game for each of the chosen situations; seat 0 decides."""
    for situation in _CHOSEN:
        yield situation.game()
