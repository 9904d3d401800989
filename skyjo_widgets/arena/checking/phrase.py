"""Texts that are not said yet: a report is read in whatever language is set when it is looked at."""

from __future__ import annotations

import re
from typing import NamedTuple

from skyjo_widgets.engine import IllegalMove
from skyjo_widgets.words import say

__all__ = ["Phrase", "class_name", "shown"]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONGEST = 60


class Phrase(NamedTuple):
    """A text of the catalogue, and what its placeholders stand for.

    Attributes
    ----------
    key : str
        Its name in ``check.toml``.
    values : dict
        Plain values, or other phrases.
    """

    key: str
    values: dict[str, object]

    @classmethod
    def of(cls, key: str, /, **values: object) -> Phrase:
        """Return the phrase `key` with its values."""
        return cls(key, values)

    def say(self, lang: str | None = None) -> str:
        """Return the text in `lang`, by default the one language of all texts."""
        return say(
            f"check.{self.key}", lang, **{name: said(value, lang) for name, value in self.values.items()}
        )


def said(value: object, lang: str | None) -> object:
    """Return a value as it stands in a text of language `lang`."""
    return value.say(lang) if isinstance(value, Phrase | IllegalMove) else value


def shown(value: object, longest: int = _LONGEST) -> str:
    """Return the repr of anything on one line, without addresses, cut to what fits; it never fails."""
    try:
        text = repr(value)
        text = _ADDRESS.sub("", " ".join(str.split(text)))
    except BaseException:  # noqa: BLE001 - a learner's object may have any repr
        text = f"<{class_name(value)}>"
    return text if len(text) <= longest else text[: longest - 1] + "…"


def class_name(value: object) -> str:
    """Return the name of the class of anything; a class can't hide it."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name
