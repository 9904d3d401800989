"""What happened, as everybody at the table saw it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Event", "player_name"]


class Event(NamedTuple):
    """One thing that happened; ``str(event)`` says it in words. It tells only what is public.

    Attributes
    ----------
    kind : str
        ``"deal"``, ``"flip"``, ``"start"``, ``"draw"``, ``"take"``, ``"swap"``, ``"reveal"``,
        ``"clear"``, ``"refill"``, ``"end"``, ``"capped"``, ``"final_reveal"``,
        ``"score"``, ``"double"`` or ``"game_over"``.
    seat : int or None
        Whose doing it is, if anybody's.
    values : mapping
        What else there is to tell: slots, values of open cards, points. Read-only.
    """

    kind: str
    seat: int | None
    values: Mapping[str, Any]

    @classmethod
    def of(cls, kind: str, seat: int | None, values: Mapping[str, Any]) -> Event:
        """Return an event that nobody can change: a game hands out the events that it keeps."""
        return cls(kind, seat, MappingProxyType(dict(values)))

    def say(self, lang: str | None = None, names: Sequence[str] = ()) -> str:
        """Return the event as a sentence.

        Parameters
        ----------
        lang : str, optional
            The language; by default the one setting for all texts.
        names : sequence of str, optional
            The players by seat; by default "Player 1" and so on.
        """
        values = dict(self.values)
        for key in ("slots", "values"):
            if key in values:
                values[key] = ", ".join(str(value) for value in values[key])
        if "column" in values:
            values["column"] += 1
        if "seats" in values:
            values["winners"] = ", ".join(player_name(seat, names, lang) for seat in values.pop("seats"))
            several = "_shared" if len(self.values["seats"]) > 1 else ""
        else:
            several = ""
        if self.seat is not None:
            values["player"] = player_name(self.seat, names, lang)
        return say(f"engine.event.{self.kind}{several}", lang, **values)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Event(kind={self.kind!r}, seat={self.seat!r}, values={dict(self.values)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Event.of, (self.kind, self.seat, dict(self.values))


def player_name(seat: int, names: Sequence[str] = (), lang: str | None = None) -> str:
    """Return the name of the player in `seat`: the given one, else "Player 1" and so on."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return say("engine.player", lang, number=seat + 1)
