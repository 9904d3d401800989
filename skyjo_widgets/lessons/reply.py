"""What a lesson answers: one text, and whether it says that something is right."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from typing import Self

from skyjo_widgets.words import say

__all__ = ["Reply", "has_text", "hint_texts", "text"]


class Reply(str):
    """A sentence of the lesson. In a notebook it shows as plain words, without quotes.

    Parameters
    ----------
    words : str
        The sentence.
    right : bool, optional
        True or False where something was judged, None where something was only said.

    Examples
    --------
    >>> Reply("Yes: that is the card.", right=True)
    Yes: that is the card.
    """

    __slots__ = ("right",)

    right: bool | None

    def __new__(cls, words: str, *, right: bool | None = None) -> Self:  # noqa: D102 - see the class
        reply = super().__new__(cls, words)
        reply.right = right
        return reply

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the words as paragraphs; what stands in columns, such as a report, keeps them."""
        parts = []
        for in_columns, lines in groupby(str(self).split("\n"), key=lambda line: line[:1] in ("", " ")):
            kept = "\n".join(lines)
            if in_columns and kept.strip():
                parts.append(f"<pre>{escape(kept)}</pre>")
            elif kept:
                code = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(kept))
                parts.append(f"<p>{code.replace(chr(10), '<br>')}</p>")
        return "".join(parts)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, bool | None]]:
        return (str(self),), {"right": self.right}


def text(key: str, lang: str, **values: object) -> str:
    """Return the text `key` of the lessons' catalogue in `lang`, with `values` filled in."""
    return say(f"lessons.{key}", lang, **values)


def has_text(key: str, lang: str) -> bool:
    """Tell whether the lessons' catalogue has the text `key`."""
    try:
        # What a text asks for does not matter here, only whether it stands in the catalogue.
        say(f"lessons.{key}", lang)
    except KeyError as missing:
        return bool(missing.args[0] != f"lessons.{key}")
    return True


def hint_texts(key: str, lang: str) -> tuple[str, ...]:
    """Return the hints of a puzzle or an exercise, from the first nudge to the last."""
    keys = (f"{key}.hint.{number}" for number in range(1, 10))
    return tuple(text(hint, lang) for hint in keys if has_text(hint, lang))
