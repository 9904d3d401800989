"""Finds out who ended a worker process, so that the others can play on.

A strategy can end its process (``os._exit``, a crash in a compiled library, too much memory), and nothing is
left to say whose fault it was. So the deals in question are played again in a process of their own, in
which every strategy signs before it thinks: the last signature is the answer.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from skyjo_widgets.arena.games import Fault, Played
from skyjo_widgets.arena.match import Deal, Job, Terms, play_job
from skyjo_widgets.arena.parcel import unpack
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.engine import opening_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyjo_widgets.engine import Move, Strategy, View

__all__ = ["WorkerDied", "play_alone"]


class WorkerDied(Exception):  # noqa: N818 - it tells what happened
    """A worker process ended while it was playing, and no strategy can be named."""


def play_alone(parcel: bytes, terms: Terms, job: Job) -> Iterator[Deal]:
    """Play a job deal by deal in a process of its own.

    A deal in which the process ends is lost by the strategy that was deciding, and is the last.

    Raises
    ------
    WorkerDied
        If the process ended while none was.
    """
    from joblib.externals.loky import ProcessPoolExecutor  # noqa: PLC0415 - an extra
    from joblib.externals.loky.process_executor import BrokenProcessPool  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="skyjo-") as folder:
        signature = Path(folder) / "deciding"
        process = ProcessPoolExecutor(max_workers=1)
        try:
            for number in range(job.first, job.first + job.deals):
                one = job._replace(first=number, deals=1)
                yield from process.submit(_play_signed, parcel, terms, one, str(signature)).result()
        except BrokenProcessPool as error:
            signed = signature.read_bytes() if signature.exists() else b""
            if not signed:
                raise WorkerDied from error
            fault = Fault(signed[0], "died", {})
            yield tuple(Played(number, seat, (), (), 0, False, fault) for seat in range(len(job.players)))
        finally:
            process.shutdown(wait=True, kill_workers=True)


def _play_signed(parcel: bytes, terms: Terms, job: Job, signature: str) -> list[Deal]:
    strategies = list(unpack(parcel))
    # Unbuffered: what is written is there, whatever happens next.
    with Path(signature).open("wb", buffering=0) as file, Watch(terms.patience) as watch:
        for place, player in enumerate(job.players):
            strategies[player] = _signing(strategies[player], place, file)
        deals = list(play_job(strategies, terms, job, watch))
        file.truncate(0)
    return deals


def _signing(strategy: Strategy, place: int, file: BinaryIO) -> Strategy:
    signature = bytes([place])

    def signed(view: View) -> Move:
        file.seek(0)
        file.write(signature)
        return strategy(view)

    signed.opening = opening_of(strategy)  # type: ignore[attr-defined]
    return signed
