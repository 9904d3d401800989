"""The 150 cards and how a seed shuffles them.

Only NumPy's bit generators promise the same stream on every version and platform (NEP 19; `shuffle`
and friends do not), so a shuffle here is: give each card a random key made of raw bits, sort by key.
Philox is counter-based (Salmon et al. 2011), so each (seed, deal, round) has its own place in the
stream and can be reached without playing what comes before it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "COUNTS",
    "DECK",
    "DECK_SIZE",
    "LAST_DEAL",
    "MEAN_VALUE",
    "VALUES",
    "Decks",
    "check_deal",
    "check_seed",
    "new_seed",
]

VALUES = tuple(range(-2, 13))
COUNTS = {value: {-2: 5, -1: 10, 0: 15}.get(value, 10) for value in VALUES}
"""How many cards of each value the deck has (R2)."""

DECK = tuple(value for value in VALUES for _ in range(COUNTS[value]))
DECK_SIZE = len(DECK)
MEAN_VALUE = sum(DECK) / DECK_SIZE
"""Mean of the deck, about 5.07 (R2)."""

_SEED_BITS = 64
LAST_DEAL = 2**32 - 1
_BLOCK = 64  # decks shuffled at once: a duel plays deals in order
_STRIDE = 152  # raw numbers a deck takes from the stream: 150, rounded up to Philox's blocks of four
_KEPT = 16  # blocks kept: enough for the rounds of a few long games played side by side
_CARDS = np.array(DECK, dtype=np.int8)  # small: many blocks are kept
_INDEX = np.arange(256, dtype=np.uint64)
_ALL_BUT_INDEX = ~np.uint64(0xFF)


def new_seed() -> int:
    """Return a fresh seed, short enough to be read out in a classroom."""
    return secrets.randbelow(10**9)


def check_seed(seed: object) -> int:
    """Return `seed` if it is one: a whole number from 0 to 2**64 - 1; else raise ValueError."""
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**_SEED_BITS:
        raise ValueError(say("engine.seed", got=short(seed)))
    return number


def check_deal(deal: object) -> int:
    """Return `deal` if it is the number of a game of a seed: a whole number from 0; else raise ValueError."""
    number = whole_number(deal)
    if number is None or not 0 <= number <= LAST_DEAL:
        raise ValueError(say("engine.deal", got=short(deal), last=LAST_DEAL))
    return number


def _sorted_by_random_keys(bits: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """Return `cards` along the last axis in the order of random keys: 56 random bits, then the index.

    The index in the low bits makes every key different, so that the order is the same whichever
    algorithm sorts. `bits` is used up: all is done in place, which is a third quicker.
    """
    bits &= _ALL_BUT_INDEX
    bits |= _INDEX[: bits.shape[-1]]
    bits.sort(axis=-1)
    return cards[bits.astype(np.uint8)]  # what is left of each key is its index


class Decks:
    """All shuffles that follow from one seed.

    Parameters
    ----------
    seed : int
        0 to 2**64 - 1. The same seed gives the same cards on every machine.

    Examples
    --------
    >>> Decks(7).deck(deal=0, round_number=1)[:6]
    [4, 0, 10, 6, 9, 4]
    """

    __slots__ = ("_blocks", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self._blocks: dict[tuple[int, int], np.ndarray] = {}

    def deck(self, deal: int, round_number: int) -> list[int]:
        """Return the 150 values of one round, the card dealt first at index 0.

        Parameters
        ----------
        deal : int
            Which game of the seed, from 0.
        round_number : int
            Which round of that game, from 1.

        Returns
        -------
        list of int
            A list of the caller's own.

        Raises
        ------
        ValueError
            If `deal` is not a whole number from 0 to 2**32 - 1.
        """
        block, row = divmod(check_deal(deal), _BLOCK)
        decks = self._blocks.get((block, round_number))
        if decks is None:
            bits = self._bits(block * _BLOCK * _STRIDE, round_number, 0, _BLOCK * _STRIDE)
            keys = bits.reshape(_BLOCK, _STRIDE)[:, :DECK_SIZE]
            decks = _sorted_by_random_keys(keys, _CARDS)
            if len(self._blocks) >= _KEPT:
                self._blocks.pop(next(iter(self._blocks)), None)  # None: another thread was quicker
            self._blocks[block, round_number] = decks
        deck: list[int] = decks[row].tolist()
        return deck

    def refill(self, deal: int, round_number: int, number: int, cards: Sequence[int]) -> list[int]:
        """Return `cards` shuffled: the new draw pile, top first, of the refill `number` (from 1)."""
        bits = self._bits(check_deal(deal) * _STRIDE, round_number, number, len(cards))
        shuffled: list[int] = _sorted_by_random_keys(bits, np.array(cards, dtype=np.int64)).tolist()
        return shuffled

    def _bits(self, start: int, round_number: int, purpose: int, count: int) -> np.ndarray:
        """Return `count` raw 64-bit numbers of this seed's stream for (round, purpose) from `start` on."""
        stream = np.random.Philox(key=self.seed, counter=[start // 4, round_number, purpose, 0])
        return stream.random_raw(count)
