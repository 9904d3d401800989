"""One sentence for an author about what went wrong, from what the umpire saw and what the process said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.classroom.collecting import Problem
from skyjo_widgets.classroom.jail import MEGABYTES
from skyjo_widgets.classroom.umpire import Limits, Slow
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.classroom.played import Mistake
    from skyjo_widgets.classroom.player import Gone

__all__ = ["gone_problem", "load_problem", "mistake_problem", "sentence"]

_LONGEST = 200
_OUTSIDE = {"PermissionError", "FileNotFoundError", "FileExistsError", "OSError", "ConnectionRefusedError",
            "ProcessLookupError", "BlockingIOError", "gaierror", "URLError"}  # fmt: skip


def sentence(problem: Problem, lang: str | None = None) -> str:
    """Return a problem in words: one line."""
    values = {
        name: value.say(lang) if hasattr(value, "say") else value for name, value in problem.values.items()
    }
    return _line(say(problem.key, lang, **values), 3 * _LONGEST)


def gone_problem(what: Gone | Slow, when: str, limits: Limits = Limits()) -> Problem:  # noqa: B008
    """Return what to tell about a process that has gone, or is too slow.

    Parameters
    ----------
    what : Gone or Slow
        What happened.
    when : str
        ``"loading"`` or ``"playing"``.
    limits : Limits
        How long it might have taken.
    """
    if isinstance(what, Slow):
        values: dict[str, object] = {"took": round(1000 * what.seconds), "most": round(1000 * limits.move)}
        return Problem("classroom.gone.slow", values)
    key = f"classroom.gone.{what.reason}"
    if what.reason == "time":
        seconds = limits.loading if when == "loading" else limits.answer
        return Problem(f"{key}_{when}", {"seconds": round(seconds)})
    return Problem(key, {"code": what.code})


def load_problem(words: dict[str, Any]) -> Problem | None:
    """Return what is wrong with a file that could not be loaded, or None."""
    problem = words.get("problem")
    if problem is None:
        return None
    told = problem if isinstance(problem, dict) else {}
    kind = _text(told.get("raised"))
    if kind == "NoStrategy":
        return Problem("classroom.problem.no_strategy")
    return Problem(f"classroom.problem.{_kind(told)}", _raised(told))


def mistake_problem(mistake: Mistake, lang: str | None) -> Problem:
    """Return what a submission did wrong in a game."""
    where: dict[str, object] = {"round": mistake.round, "turn": mistake.turn}
    if mistake.refusal is not None:
        values = {"got": mistake.words.get("got", ""), "why": mistake.refusal.say(lang), **where}
        return Problem("classroom.mistake.illegal", values)
    if "raised" in mistake.words:
        return Problem(f"classroom.mistake.{_kind(mistake.words)}", {**_raised(mistake.words), **where})
    if _text(mistake.words.get("got")) == "None":
        return Problem("classroom.mistake.nothing", where)
    return Problem("classroom.mistake.no_move", {"got": _text(mistake.words.get("got")), **where})


def _kind(told: dict[str, Any]) -> str:
    """Return which sentence tells of an error."""
    name = _text(told.get("raised"))
    if name == "SystemExit":
        return "exits"
    if name == "MemoryError":
        return "memory"
    if name in _OUTSIDE:
        return "outside"
    return "raised_at" if isinstance(told.get("line"), int) else "raised"


def _raised(told: dict[str, Any]) -> dict[str, object]:
    return {
        "kind": _text(told.get("raised")),
        "says": _text(told.get("says")) or "…",
        "line": told.get("line"),
        "source": _text(told.get("source")) or "…",
        "megabytes": MEGABYTES,
    }


def _text(value: object) -> str:
    return _line(value, _LONGEST) if isinstance(value, str) else ""


def _line(text: str, most: int) -> str:
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
