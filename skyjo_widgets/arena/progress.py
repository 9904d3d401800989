"""A bar for what takes long, and nothing at all for what does not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, Self

from skyjo_widgets.words import say

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Bar", "open_bar"]

_DELAY = 2.0  # seconds before a bar appears: what is over by then leaves no trace in a notebook


class Bar(Protocol):
    """What is told how far the games are."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> object: ...

    def update(self, games: int) -> object:
        """Count `games` more as played."""


class _NoBar:
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def update(self, games: int) -> None: ...


def open_bar(total: int, label: str, *, shown: bool = True) -> Bar:
    """Return a bar that appears on stderr after two seconds and vanishes at the end.

    Where tqdm is not installed, or `shown` is False, it is one that shows nothing.

    Parameters
    ----------
    total : int
        Number of games.
    label : str
        What is being played.
    """
    if not shown:
        return _NoBar()
    try:
        from tqdm import tqdm  # noqa: PLC0415 - an extra, and only wanted here
    except ImportError:
        return _NoBar()

    class Games(tqdm):  # type: ignore[misc,type-arg,unused-ignore]
        monitor_interval = 0  # no thread of its own

    bar: Bar = Games(
        total=total,
        desc=label,
        unit=" " + say("arena.bar.unit"),
        delay=_DELAY,
        leave=False,
        file=sys.stderr,
        dynamic_ncols=True,
    )
    return bar
