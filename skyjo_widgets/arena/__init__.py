"""Check a strategy, let two play each other, or many: honest measurement."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skyjo_widgets.arena.checking.examination import check
    from skyjo_widgets.arena.checking.report import Report
    from skyjo_widgets.arena.duel_result import DuelResult
    from skyjo_widgets.arena.duels import duel
    from skyjo_widgets.arena.tournament_result import TournamentResult
    from skyjo_widgets.arena.tournaments import tournament

# Loaded when first used: a learner who checks a strategy need not wait for what a tournament needs.
_HOME = {
    "DuelResult": "duel_result",
    "Report": "checking.report",
    "TournamentResult": "tournament_result",
    "check": "checking.examination",
    "duel": "duels",
    "tournament": "tournaments",
}

__all__ = ["DuelResult", "Report", "TournamentResult", "check", "duel", "tournament"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
