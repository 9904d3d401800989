"""What a strategy is: a function, the two slots that it opens with, and a name to call it by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from skyjo_widgets.engine.errors import IllegalMove, StrategyError
from skyjo_widgets.engine.moves import SLOTS, Move, flip, short, whole_number
from skyjo_widgets.engine.view import View
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Strategy", "different_names", "name_of", "opening", "opening_of"]

Strategy: TypeAlias = Callable[[View], Move]
"""A plain function of one view that returns one move."""

F = TypeVar("F", bound=Strategy)

_DEFAULT_OPENING = (0, 1)


def opening(first: int, second: int) -> Callable[[F], F]:
    """Attach to a strategy the two slots that it turns over before the first turn.

    Parameters
    ----------
    first, second : int
        Two different slots, 0 to 11.

    Examples
    --------
    >>> from skyjo_widgets import draw, opening, swap
    >>> @opening(0, 4)
    ... def mine(view):
    ...     return draw() if view.drawn is None else swap(view.worst())
    >>> mine.opening
    (0, 4)
    """
    slots = (flip(first).slot, flip(second).slot)
    if slots[0] == slots[1]:
        raise IllegalMove("not_face_down", slot=slots[1], kind="flip")

    def attach(strategy: F) -> F:
        strategy.opening = slots  # type: ignore[attr-defined]
        return strategy

    return attach


def name_of(strategy: object) -> str:
    """Return what people call a strategy: its function's name, else its class's."""
    inner = getattr(strategy, "func", strategy)  # functools.partial
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(strategy).__name__


def opening_of(strategy: object) -> tuple[int, int]:
    """Return the two slots that `strategy` turns over first: its `opening`, else 0 and 1.

    Raises
    ------
    StrategyError
        If it has an `opening` that is not two different slots.
    """
    slots = getattr(strategy, "opening", _DEFAULT_OPENING)
    try:
        first, second = map(whole_number, slots)
    except (TypeError, ValueError):
        first = second = None
    if first is not None and second is not None and first != second and first in SLOTS and second in SLOTS:
        return first, second
    raise StrategyError(say("engine.strategy.bad_opening", name=name_of(strategy), got=short(slots)))


def different_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names`, equal ones numbered.

    Examples
    --------
    >>> different_names(["greedy", "mine", "greedy"])
    ('greedy 1', 'mine', 'greedy 2')
    """
    numbered = tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )
    # "greedy 1" may also be what somebody called theirs.
    return numbered if len(set(numbered)) == len(numbered) else different_names(numbered)
