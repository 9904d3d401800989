"""Who sits at the table: people by name, bots by their strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.engine import Move, name_of
from skyjo_widgets.engine.moves import short
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skyjo_widgets.engine import View

__all__ = ["Seat", "seats_of"]

_NAME_LENGTH = 24


class Seat(NamedTuple):
    """One place at the table.

    Attributes
    ----------
    name : str
        What the player is called on the table; no two seats have the same.
    strategy : callable or None
        The function that decides for a bot; None for a person.
    """

    name: str
    strategy: Callable[[View], Move] | None = None


def seats_of(players: Sequence[Any], lang: str | None) -> tuple[Seat, ...]:
    """Return the seats for what was written between the brackets of ``Table(...)``.

    A single player gets company: a person plays against ``strategies.greedy``, a bot against a person.

    Raises
    ------
    TypeError
        If a player is neither a name nor a function; the message says which one.
    """
    for number, player in enumerate(players, start=1):
        if isinstance(player, Move):
            raise TypeError(say("table.player.called", lang, n=number, got=short(player)))
        if not isinstance(player, str) and not callable(player):
            raise TypeError(say("table.player.type", lang, n=number, got=short(player)))
    everyone = list(players)
    if not any(isinstance(player, str) for player in everyone) and len(everyone) < 2:  # noqa: PLR2004
        everyone.insert(0, say("table.you", lang))
    if len(everyone) == 1:
        everyone.append(_default_opponent())
    seats: list[Seat] = []
    for number, player in enumerate(everyone, start=1):
        taken = {seat.name for seat in seats}
        if isinstance(player, str):
            wanted = _tidy(player) or say("table.person", lang, n=number)
            seats.append(Seat(_unlike(wanted, taken)))
        else:
            seats.append(Seat(_unlike(_tidy(name_of(player)), taken), player))
    return tuple(seats)


def _default_opponent() -> Callable[[View], Move]:
    from skyjo_widgets import strategies  # noqa: PLC0415 - only a table without opponents needs it

    opponent: Callable[[View], Move] = strategies.greedy
    return opponent


def _tidy(name: str) -> str:
    plain = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return plain if len(plain) <= _NAME_LENGTH else plain[: _NAME_LENGTH - 1] + "…"


def _unlike(name: str, taken: set[str]) -> str:
    number, different = 1, name
    while different in taken:
        number += 1
        different = f"{name} {number}"
    return different
