"""What was found wrong, before it is put into a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skyjo_widgets.arena.checking.phrase import Phrase

if TYPE_CHECKING:
    from skyjo_widgets.engine import IllegalMove

__all__ = ["Finding", "found"]


class Finding(NamedTuple):
    """One mistake: why it is one, and what to try.

    Attributes
    ----------
    kind : str
        For programs: ``"nothing_returned"``, ``"not_face_down"``, ``"loop"`` …
    because : tuple
        Why this is wrong here.
    tries : tuple
        What to try instead.
    line : tuple of (int, str), or None
        The line to show, if it is another one than that where Python was.
    """

    kind: str
    because: tuple[Phrase | IllegalMove, ...]
    tries: tuple[Phrase, ...]
    line: tuple[int, str] | None = None


def found(
    kind: str, /, *, because: Phrase | IllegalMove | None = None, tries: str | None = None, **values: object
) -> Finding:
    """Return a finding whose texts are called like its kind, as far as the catalogue has them.

    Parameters
    ----------
    kind : str
        The kind; ``because.<kind>`` and ``try.<kind>`` are its texts.
    because : Phrase or IllegalMove, optional
        Another reason than that.
    tries : str, optional
        The name of another advice; empty for none.
    **values
        What the texts tell.
    """
    why = because if because is not None else Phrase(f"because.{kind}", values)
    advice = kind if tries is None else tries
    return Finding(kind, (why,), (Phrase(f"try.{advice}", values),) if advice else ())
