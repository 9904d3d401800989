"""What `check` says about a submission. Runs in the submission's process, on games that count nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena import check

if TYPE_CHECKING:
    from skyjo_widgets.classroom.loading import Loaded

__all__ = ["practice"]


def practice(loaded: Loaded, lang: str) -> dict[str, Any]:
    """Return whether a strategy is right, and the whole report as text.

    Parameters
    ----------
    loaded : Loaded
        The strategy.
    lang : str
        The language of the report.
    """
    report = check(loaded.strategy)
    return {"ok": report.ok, "text": report.text(lang)}
