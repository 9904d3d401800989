"""Random numbers for strategies: they follow the seed, and tell nothing about the cards."""

from __future__ import annotations

import struct
from hashlib import blake2b

__all__ = ["Dice"]

_COUNTER = struct.Struct("<QQ")
_NUMBERS = struct.Struct("<8Q")


class Dice:
    """The random numbers of one player in one game.

    Every decision has numbers of its own, which depend on (seed, deal, seat, decision) and on nothing
    else: not on what was asked before, nor on other players. The key is a one-way hash of the seed,
    because a strategy that knew the seed would know the deck.

    Parameters
    ----------
    seed, deal, seat : int
        Whose numbers these are.
    """

    __slots__ = ("_block", "_decision", "_key", "_left")

    def __init__(self, seed: int, deal: int, seat: int) -> None:
        self._start(blake2b(f"{seed}/{deal}/{seat}".encode(), digest_size=32, person=b"skyjo dice").digest())

    @classmethod
    def from_key(cls, key: bytes) -> Dice:
        """Return fresh dice with this 32-byte `key`: for players in another process."""
        dice = object.__new__(cls)
        dice._start(key)
        return dice

    def _start(self, key: bytes) -> None:
        self._key = key
        self._decision = -1
        self._block = 0
        self._left: list[int] = []

    @property
    def key(self) -> bytes:
        """The 32 bytes from which all numbers follow."""
        return self._key

    def bits(self, decision: int) -> int:
        """Return the next random whole number below 2**64 for the decision with this number."""
        if decision != self._decision:
            self._decision, self._block, self._left = decision, 0, []
        if not self._left:
            # A keyed hash in counter mode: eight numbers at a time, as many as are asked for.
            digest = blake2b(_COUNTER.pack(decision, self._block), key=self._key).digest()
            self._block += 1
            self._left = list(_NUMBERS.unpack(digest))
        return self._left.pop()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return "Dice()"
