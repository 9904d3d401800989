"""Results as CSV and JSON, for a spreadsheet or another program."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.games import seat_of
from skyjo_widgets.arena.statistics import Interval
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from skyjo_widgets.arena.games import Games

__all__ = ["as_csv", "as_json", "game_rows", "needs_matplotlib"]

_FORMULA = ("=", "+", "-", "@")


def game_rows(names: Sequence[str], games: Games) -> list[dict[str, object]]:
    """Return one dict a game.

    Its keys are ``deal``, ``seating``, ``seats`` (names by seat), ``totals`` (by seat; empty after a
    fault), ``rounds``, ``capped_rounds``, ``winners`` (names), ``failed`` (a name or None) and ``reason``
    (a code or None).
    """
    rows: list[dict[str, object]] = []
    n = games.players
    shares = games.shares.reshape(-1, n)
    for game, share in zip(games.played, shares, strict=True):
        seats = [""] * n
        for player, name in enumerate(names):
            seats[seat_of(player, game.rotation, n)] = name
        rows.append(
            {
                "deal": game.deal,
                "seating": game.rotation,
                "seats": seats,
                "totals": list(game.totals),
                "rounds": len(game.scores),
                "capped_rounds": game.capped,
                "winners": [name for name, part in zip(names, share, strict=True) if part],
                "failed": names[game.fault.player] if game.fault else None,
                "reason": game.fault.kind if game.fault else None,
            }
        )
    return rows


def as_csv(rows: Sequence[dict[str, object]], path: str | os.PathLike[str] | None) -> str:
    """Return dicts with the same keys as CSV (RFC 4180, lists joined by semicolons), and keep it in `path`.

    A name that a spreadsheet would run as a formula gets a quote in front.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    text = file.getvalue()
    if path is not None:
        with Path(path).open("w", encoding="utf-8-sig", newline="") as kept:
            kept.write(text)
    return text


def as_json(summary: dict[str, object], path: str | os.PathLike[str] | None) -> str:
    """Return a summary as JSON, and keep it in `path`; what is not known is null."""
    text = json.dumps(_plain(summary), ensure_ascii=False, indent=1, allow_nan=False)
    if path is not None:
        Path(path).write_text(text + "\n", encoding="utf-8")
    return text


def needs_matplotlib() -> None:
    """Say how to get matplotlib where it is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise ImportError(say("arena.refused.no_matplotlib"))


def _cell(value: object) -> object:
    if isinstance(value, list):
        value = ";".join(str(part) for part in value)
    if isinstance(value, str) and value.startswith(_FORMULA) and not _is_numbers(value):
        return "'" + value
    return "" if value is None else value


def _is_numbers(text: str) -> bool:
    return all(part.lstrip("-").isdigit() for part in text.split(";"))


def _plain(value: Any) -> Any:  # noqa: ANN401 - it goes through whatever JSON can hold
    if isinstance(value, Interval):
        return {"mean": _plain(value.mean), "low": _plain(value.low), "high": _plain(value.high)}
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
