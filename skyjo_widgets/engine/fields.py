"""Reads plain data field by field, and says which one is wrong and what belongs there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine.deck import VALUES
from skyjo_widgets.engine.errors import RecordError
from skyjo_widgets.engine.moves import short
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["REQUIRED", "Fields", "wrong"]

REQUIRED = object()
"""In place of a default: the field must be there."""

MOST = 10**9
"""No number of a game is larger; far larger ones would break the shuffles, or can't be written down."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def _is_count(value: object, least: int, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_value(value: object) -> bool:
    return _is_whole(value) and value in VALUES


def _are_values(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_value, value))


def _are_whole(value: object, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(map(_is_whole, value))


# What can be asked of a field, by the name of the text under ``engine.record.wanted`` that says it.
_FITS: dict[str, Callable[..., bool]] = {
    "count": _is_count,
    "counts": lambda value, players: _are_whole(value, players) and min(value) >= 0,
    "dictionary": lambda value: isinstance(value, dict),
    "hands": lambda value: isinstance(value, list),
    "one_of": lambda value, options: value in options,
    "pile": lambda value: _are_values(value) and len(value) > 0,
    "rows": lambda value, players: isinstance(value, list) and all(_are_whole(row, players) for row in value),
    "seat": lambda value, last: _is_count(value, 0) and value <= last,
    "truth": lambda value: isinstance(value, bool),
    "value": _is_value,
    "values": _are_values,
    "whole": _is_whole,
}


class Fields:
    """The fields of a position or of a part of one.

    Parameters
    ----------
    values : dict
        The plain data.
    inside : str
        What stands before a field's name in a message: ``"players[0]."``.
    """

    def __init__(self, values: Mapping[str, Any], inside: str = "") -> None:
        self._values = values
        self._inside = inside

    def get(self, name: str, kind: str, default: Any = REQUIRED, **told: Any) -> Any:  # noqa: ANN401 - data
        """Return the field `name` if it is of this `kind`; `default` for a missing or null one.

        Raises
        ------
        RecordError
            If it is missing and has no default, or is not of the kind.
        """
        value = self._values.get(name)
        if value is None:
            if default is REQUIRED:
                raise RecordError(say("engine.record.missing", field=self._inside + name))
            return default
        if not _FITS[kind](value, **told):
            raise wrong(self._inside + name, value, kind, **told)
        return value


def wrong(field: str, value: object, kind: str, **told: Any) -> RecordError:  # noqa: ANN401 - for a text
    """Return the error that says: this value of `field` is not of that `kind`."""
    if "options" in told:
        told["options"] = ", ".join(map(str, told["options"]))
    wanted = say(f"engine.record.wanted.{kind}", None, **{"most": MOST, **told})
    return RecordError(say("engine.record.wrong", field=field, got=short(value), wanted=wanted))
