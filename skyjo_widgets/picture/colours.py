"""The one place that knows every colour of the cards and the table.

Colours only help: the number on a card decides, and no colour stands for a value. Every text colour has a
contrast of at least 4.5:1 on what it is written on, every line that has to be seen one of 3:1 (WCAG 2.2,
1.4.3 and 1.4.11); `tests/picture/test_colours.py` measures them.
"""

from __future__ import annotations

__all__ = ["COLOURS", "WRITTEN_ON", "contrast", "css_variables"]

COLOURS: dict[str, str] = {
    "felt": "#332b3f",  # what the cards lie on
    "felt-text": "#f5f1fa",  # words on it
    "felt-quiet": "#cfc6dd",  # less important words on it
    "turn": "#ffcb6b",  # the player who decides
    "card": "#fbf5e9",  # a face-up card
    "card-text": "#241c30",  # its number
    "card-bar": "#87664f",  # the bar under the number: the longer, the more points
    "back": "#7d3f5d",  # a face-down card
    "back-mark": "#f6dccb",  # the sign on it
    "gap": "#9a90ad",  # the outline that a cleared card leaves
}

# (words or sign, what it stands on, least contrast)
WRITTEN_ON: tuple[tuple[str, str, float], ...] = (
    ("felt-text", "felt", 4.5),
    ("felt-quiet", "felt", 4.5),
    ("turn", "felt", 4.5),
    ("card-text", "card", 4.5),
    ("back-mark", "back", 4.5),
    ("card-bar", "card", 3.0),
    ("gap", "felt", 3.0),
    ("card", "back", 3.0),
)


def contrast(colour: str, other: str) -> float:
    """Contrast of two colours, from 1 (the same) to 21 (black and white), as WCAG 2.2 defines it.

    Parameters
    ----------
    colour, other : str
        Written ``#rrggbb``.

    Examples
    --------
    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    bright, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def css_variables(prefix: str = "--skyjo-") -> str:
    """All colours as CSS custom properties, for a style sheet: ``--skyjo-felt: #…;``.

    Examples
    --------
    >>> css_variables().splitlines()[0]
    '--skyjo-felt: #332b3f;'
    """
    return "\n".join(f"{prefix}{name}: {colour};" for name, colour in COLOURS.items())


def _luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = 0.04045  # below it sRGB is a straight line
    red, green, blue = (c / 12.92 if c <= linear else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
