"""Explains why a call had to be ended: which loop does not end, or what it waited for."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from skyjo_widgets.arena.checking.budget import LINES, Answer
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.lines import Place, loops_around
from skyjo_widgets.arena.checking.phrase import Phrase
from skyjo_widgets.arena.checking.shield import PRINTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType

__all__ = ["about_end"]

_MILLION = 1_000_000


def about_end(answer: Answer, counts: Mapping[tuple[CodeType, int], int]) -> Finding:
    """Return why the call was ended, and what to try.

    Parameters
    ----------
    answer : Answer
        What came of the call.
    counts : mapping
        How often each line (code, number) was executed at the end.
    """
    if answer.stopped not in ("lines", "seconds"):
        return found(str(answer.stopped), culprit=answer.culprit, limit=PRINTED)
    places = answer.places
    loop = _endless(places, counts)
    if loop is not None:
        place, node = loop
        number = getattr(node, "lineno", place.number)
        kind = "loop" if isinstance(node, ast.While) else "long_loop"
        what = kind if answer.stopped == "lines" else "slow_loop"
        because = Phrase.of(f"because.{what}", million=LINES // _MILLION)
        return found(kind, because=because)._replace(line=(number, place.line(number)))
    codes = [place.code for place in places]
    if len(set(codes)) < len(codes):
        again = next(place for place in places if codes.count(place.code) > 1)
        return found("calls_itself", name=again.function, million=LINES // _MILLION)
    return found("too_slow" if answer.stopped == "seconds" else "many_lines", million=LINES // _MILLION)


def _endless(
    places: Sequence[Place], counts: Mapping[tuple[CodeType, int], int]
) -> tuple[Place, ast.AST] | None:
    """Return the outermost loop that went round again while the last lines were counted."""
    for place in places:
        for loop in loops_around(place):
            if any(counts.get((place.code, line), 0) > 1 for line in _lines_of_a_pass(loop)):
                return place, loop
    # Too slow to have used up its lines: the loop that it was in, if it was in one.
    around = [(place, loop) for place in places for loop in loops_around(place)]
    return around[-1] if around and not counts else None


def _lines_of_a_pass(loop: ast.AST) -> list[int]:
    """Return lines that are executed once in each pass of a loop."""
    head = [loop.lineno]  # type: ignore[attr-defined]
    if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
        return head + [statement.lineno for statement in loop.body]
    return head
