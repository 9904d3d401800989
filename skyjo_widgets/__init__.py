"""Learn the card game Skyjo, and programming with it, inside a notebook."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from skyjo_widgets._version import __version__

if TYPE_CHECKING:
    from skyjo_widgets import strategies
    from skyjo_widgets.arena import check, duel, tournament
    from skyjo_widgets.classroom import submit
    from skyjo_widgets.engine import (
        Game,
        IllegalMove,
        Move,
        RecordError,
        Rules,
        SkyjoError,
        StrategyError,
        View,
        draw,
        flip,
        opening,
        play,
        reveal,
        swap,
        take,
    )
    from skyjo_widgets.table import Replay, Table
    from skyjo_widgets.words import set_language

# Where each word lives. Nothing is imported before it is used: `import skyjo_widgets` is quick.
_ROOMS = {
    "engine": (
        "Game Rules View Move take draw swap reveal flip opening play "
        "SkyjoError IllegalMove StrategyError RecordError"
    ),
    "table": "Table Replay",
    "arena": "check duel tournament",
    "classroom": "submit",
    "words": "set_language",
}
_HOME = {word: room for room, words in _ROOMS.items() for word in words.split()}

__all__ = [  # noqa: RUF022 - in the order in which a learner meets them
    "Table", "Replay", "Game", "Rules", "play", "check", "duel", "tournament", "strategies",
    "take", "draw", "swap", "reveal", "flip", "opening", "View", "Move", "submit", "set_language",
    "SkyjoError", "IllegalMove", "StrategyError", "RecordError", "__version__",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "strategies":
        return import_module("skyjo_widgets.strategies")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"skyjo_widgets.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
