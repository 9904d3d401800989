"""Functions as bytes, for other processes: those of a notebook travel by value."""

from __future__ import annotations

import functools
import pickle
from typing import TYPE_CHECKING

from skyjo_widgets.engine import name_of
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.engine import Strategy

__all__ = ["pack", "unpack"]


def pack(strategies: Sequence[Strategy]) -> bytes:
    """Return the functions as bytes.

    Raises
    ------
    TypeError
        If one cannot travel, for example because it holds an open lock; the message names it.
    """
    try:
        import cloudpickle  # type: ignore[import-untyped]  # noqa: PLC0415 - comes with joblib, an extra
    except ImportError:  # before joblib 1.6 it was inside
        from joblib.externals import cloudpickle  # noqa: PLC0415

    for strategy in strategies:
        try:
            cloudpickle.dumps(strategy)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise TypeError(say("arena.refused.not_portable", name=name_of(strategy), why=why)) from error
    packed: bytes = cloudpickle.dumps(tuple(strategies))
    return packed


@functools.lru_cache(maxsize=2)
def unpack(parcel: bytes) -> tuple[Strategy, ...]:
    """Return the functions that `pack` has packed: once for each process, however many jobs it gets."""
    strategies: tuple[Strategy, ...] = pickle.loads(parcel)  # noqa: S301 - packed by ourselves, above
    return strategies
