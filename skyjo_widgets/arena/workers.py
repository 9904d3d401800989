"""Plays many deals: here, or spread over worker processes. The result is the same.

Worker processes come from joblib: its own on this machine, or whatever cluster its configuration names
(``with joblib.parallel_config(backend="dask"): duel(mine, other)``). Nothing of ours stands in between.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.arena.match import Deal, Job, Terms, play_job
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from skyjo_widgets.engine import Strategy

__all__ = ["CHUNK", "WorkerDied", "check_workers", "play_all", "stop_workers"]

CHUNK = 32
"""Deals in a portion of work: at two players 64 games, a few hundredths of a second."""

_TRIAL = 1.0  # seconds that are played here before it is decided whether workers are worth it
_WORTH_IT = 4.0  # seconds of work from which starting processes pays
_PORTION = 2.0  # seconds that a portion of slow games takes at most, about

Part = tuple[Job, tuple[Deal, ...]]
"""A job, or a part of it, with its deals."""


class WorkerDied(Exception):  # noqa: N818 - it tells what happened
    """A worker process ended while it was playing."""


def check_workers(workers: object) -> int | None:
    """Return the number of workers, or None where the arena shall decide; refuse anything else."""
    if workers is None:
        return None
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise ValueError(say("arena.refused.workers", got=repr(workers)))
    if workers > 1 and importlib.util.find_spec("joblib") is None:
        raise ImportError(say("arena.refused.no_joblib", got=repr(workers)))
    return workers


def play_all(
    strategies: Sequence[Strategy], terms: Terms, jobs: Iterable[Job], deals: int, workers: int | None
) -> Iterator[Part]:
    """Play all jobs, in their order, and yield what was played, in the same order.

    Parameters
    ----------
    strategies : sequence of callables
        All that take part.
    terms : Terms
        Seed, rules, patience.
    jobs : iterable of Job
        Taken one at a time, and no more once it ends: so the play stops early.
    deals : int
        How many deals all jobs will have together, at most.
    workers : int or None
        1 plays here. None decides by the pace of the first second.

    Yields
    ------
    tuple of (Job, sequence of Deal)
        A job, or a part of it, with its deals. A job may come back short: see `play_job`.

    Raises
    ------
    WorkerDied
        If a worker process ended.
    TypeError
        If a strategy cannot be sent to another process.
    """
    waiting = iter(jobs)
    if workers is None and not _elsewhere():
        pace = yield from _try_here(strategies, terms, waiting, deals)
        if pace is None:
            return
        payload = _pack(strategies) if _cores() > 1 else None
        if payload is None:
            workers = 1
        else:
            portion = min(CHUNK, max(1, round(_PORTION / pace.seconds)))
            waiting = _split(itertools.chain(pace.rest, waiting), portion)
            yield from _play_there(payload, terms, waiting, _cores())
            return
        waiting = itertools.chain(pace.rest, waiting)
    if workers == 1:
        with Watch(terms.patience) as watch:
            for job in waiting:
                for deal in play_job(strategies, terms, job, watch):
                    yield job, (deal,)
    else:
        yield from _play_there(_pack(strategies, strictly=True), terms, waiting, workers)


class _Pace(NamedTuple):
    seconds: float  # for a deal
    rest: tuple[Job, ...]  # of the job that was begun


def _try_here(
    strategies: Sequence[Strategy], terms: Terms, jobs: Iterator[Job], deals: int
) -> Generator[Part, None, _Pace | None]:
    """Play here, deal by deal, until it is clear that more processes would pay; None: all is played."""
    start = time.perf_counter()
    played = 0
    with Watch(terms.patience) as watch:
        for job in jobs:
            end = job.first + job.deals
            for deal in play_job(strategies, terms, job, watch):
                yield job, (deal,)
                played += 1
                spent = time.perf_counter() - start
                if spent >= _TRIAL and spent / played * (deals - played) >= _WORTH_IT:
                    following = deal[0].deal + 1
                    rest = (job._replace(first=following, deals=end - following),) if following < end else ()
                    return _Pace(spent / played, rest)
    return None


def _split(jobs: Iterable[Job], portion: int) -> Iterator[Job]:
    for job in jobs:
        for first in range(job.first, job.first + job.deals, portion):
            yield job._replace(first=first, deals=min(portion, job.first + job.deals - first))


def _play_there(
    payload: bytes | None, terms: Terms, jobs: Iterator[Job], workers: int | None
) -> Iterator[Part]:
    import joblib  # noqa: PLC0415 - an extra
    from joblib.externals.loky.process_executor import BrokenProcessPool  # noqa: PLC0415

    # The first job is taken here: without any, no process need be started.
    first = next(jobs, None)
    if first is None:
        return
    parallel = joblib.Parallel(n_jobs=workers or -1, return_as="generator")
    work = joblib.delayed(_work)
    try:
        yield from parallel(work(payload, terms, job) for job in itertools.chain([first], jobs))
    except BrokenProcessPool as error:
        raise WorkerDied from error


def stop_workers() -> None:
    """End the worker processes of this machine, working or not."""
    if importlib.util.find_spec("joblib") is None:
        return
    from joblib.externals.loky import reusable_executor  # noqa: PLC0415 - an extra

    if reusable_executor._executor is not None:  # noqa: SLF001 - asking for it would start one
        reusable_executor._executor.shutdown(wait=True, kill_workers=True)  # noqa: SLF001


def _work(payload: bytes, terms: Terms, job: Job) -> Part:
    """Play a job in a worker process."""
    with Watch(terms.patience) as watch:
        return job, tuple(play_job(_unpack(payload), terms, job, watch))


def _pack(strategies: Sequence[Strategy], *, strictly: bool = False) -> bytes | None:
    """Return the functions as bytes; where one cannot travel, None or an error that names it."""
    try:
        import cloudpickle  # type: ignore[import-untyped]  # noqa: PLC0415 - comes with joblib
    except ImportError:  # before joblib 1.6 it was inside
        from joblib.externals import cloudpickle  # noqa: PLC0415

    for strategy in strategies:
        try:
            cloudpickle.dumps(strategy)
        except Exception as error:
            if not strictly:
                return None
            why = f"{type(error).__name__}: {error}"
            name = getattr(strategy, "__name__", type(strategy).__name__)
            raise TypeError(say("arena.refused.not_portable", name=name, why=why)) from error
    packed: bytes = cloudpickle.dumps(tuple(strategies))
    return packed


@functools.lru_cache(maxsize=2)
def _unpack(payload: bytes) -> tuple[Strategy, ...]:
    import pickle  # noqa: PLC0415

    strategies: tuple[Strategy, ...] = pickle.loads(payload)  # noqa: S301 - packed by ourselves, above
    return strategies


def _cores() -> int:
    if importlib.util.find_spec("joblib") is None:
        return 1
    import joblib  # noqa: PLC0415 - an extra

    cores: int = joblib.cpu_count()
    return cores


def _elsewhere() -> bool:
    """Tell whether joblib was told to use a cluster or another backend of the user's choice."""
    if "joblib" not in sys.modules:
        return False
    from joblib.parallel import get_active_backend  # noqa: PLC0415

    backend: Any = get_active_backend()[0]
    return type(backend).__name__ not in ("LokyBackend", "ThreadingBackend", "SequentialBackend")
