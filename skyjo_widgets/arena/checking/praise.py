"""What there is to say of a strategy that makes no mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.arena.checking.phrase import Phrase
from skyjo_widgets.arena.checking.report import Row

if TYPE_CHECKING:
    from skyjo_widgets.arena.checking.noticed import Noticed

__all__ = ["praise"]

# The words follow the lines that a decision executes, which are the same on every machine; only a strategy
# that spends its time elsewhere (in NumPy, say) is judged by the clock.
_QUICK, _THOUGHTFUL = 3_000, 60_000
_SLOW_SECONDS = 0.05


def praise(noticed: Noticed, speed: float | None, lines: float) -> tuple[Row, ...]:
    """Return what was noticed, as rows of a report.

    Parameters
    ----------
    noticed : Noticed
        The counts.
    speed : float or None
        Decisions a second.
    lines : float
        Lines of Python that a decision executes, on average.
    """
    rows = [
        _row(
            "choice",
            took=_percent(noticed.took, noticed.turns),
            drew=_percent(noticed.drew, noticed.turns),
            turns=noticed.turns,
        ),
    ]
    drawn = noticed.swapped + noticed.revealed
    if drawn:
        rows.append(
            _row(
                "after_drawing",
                swapped=_percent(noticed.swapped, drawn),
                revealed=_percent(noticed.revealed, drawn),
            )
        )
    rows.append(_row("columns", columns=noticed.columns))
    if noticed.doubled:
        counts = {"ended": noticed.ended, "rounds": noticed.rounds, "doubled": noticed.doubled}
        rows.append(_row("rounds_doubled", **counts))
    elif noticed.rounds:
        rows.append(_row("rounds", ended=noticed.ended, rounds=noticed.rounds))
    if noticed.capped:
        rows.append(_row("stalls", capped=noticed.capped))
    elif noticed.rounds:
        rows.append(_row("never_stalls"))
    rows.append(_row(_band(speed, lines)))
    if noticed.printed:
        rows.append(_row("printed", lines=noticed.printed, first=noticed.first_printed[:60]))
    return tuple(rows)


def _row(name: str, **values: object) -> Row:
    return Row(Phrase.of(f"noticed.label.{name}"), (Phrase(f"noticed.{name}", values),))


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _band(speed: float | None, lines: float) -> str:
    slow = speed is not None and speed < 1 / _SLOW_SECONDS
    if slow or lines > _THOUGHTFUL:
        return "slow"
    return "quick" if lines <= _QUICK else "thoughtful"
