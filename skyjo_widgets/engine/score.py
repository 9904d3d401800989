"""Totals, the end of the game and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["add_up", "is_game_over", "ranking", "winners"]


def add_up(rounds: Iterable[Sequence[int]], start: Sequence[int]) -> tuple[int, ...]:
    """Return the totals after `rounds`, by seat, from the totals `start`; they may be negative (R20)."""
    return tuple(map(sum, zip(start, *rounds, strict=True)))


def is_game_over(totals: Iterable[int], score_limit: int) -> bool:
    """Tell whether a total has reached the limit, which ends the game after a complete round (R21)."""
    return max(totals) >= score_limit


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total; several share the victory (R22).

    Examples
    --------
    >>> winners([50, 50, 110])
    (0, 1)
    """
    lowest = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == lowest)


def ranking(totals: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats from the lowest total up, and each seat's rank from 1; equal totals share one.

    Examples
    --------
    >>> ranking([40, 101, 12])
    ((2, 0, 1), (2, 3, 1))
    """
    order = tuple(sorted(range(len(totals)), key=lambda seat: totals[seat]))
    ranks = tuple(1 + sum(other < total for other in totals) for total in totals)
    return order, ranks
