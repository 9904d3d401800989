"""Plays many deals: here, or spread over worker processes. The result is the same.

Worker processes come from joblib: its own on this machine, or whatever cluster its configuration names
(``with joblib.parallel_config(backend="dask"): duel(mine, other)``). Nothing of ours stands in between.
"""

from __future__ import annotations

import collections
import importlib.util
import itertools
import sys
import time
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.autopsy import play_alone
from skyjo_widgets.arena.match import Deal, Job, Terms, play_job
from skyjo_widgets.arena.parcel import pack, unpack
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from skyjo_widgets.engine import Strategy

__all__ = ["CHUNK", "Queue", "check_workers", "play_all", "stop_workers"]

CHUNK = 32
"""Deals in a portion of work: at two players 64 games, a few hundredths of a second."""

_TRIAL = 1.0  # seconds that are played here before it is decided whether workers are worth it
_WORTH_IT = 4.0  # seconds of work from which starting processes pays
_PORTION = 2.0  # seconds that a portion of slow games takes at most, about

_DASK_LOST_A_WORKER = "KilledWorker"  # by name: Dask need not be installed

Part = tuple[Job, tuple[Deal, ...]]
"""A job, or a part of it, with its deals."""


def check_workers(workers: object) -> int | None:
    """Return the number of workers, or None where the arena shall decide; refuse anything else."""
    if workers is None:
        return None
    number = whole_number(workers)
    if number is None or number < 1:
        raise ValueError(say("arena.refused.workers", got=short(workers)))
    if number > 1 and importlib.util.find_spec("joblib") is None:
        raise ImportError(say("arena.refused.no_joblib", got=number))
    return number


class Queue:
    """The jobs that are still to be played, handed out in portions of any size, in order.

    Parameters
    ----------
    jobs : iterable of Job
        In the order in which their results count.
    wanted : callable
        Tells of a job whether it still matters, when its turn comes.
    """

    def __init__(self, jobs: Sequence[Job], wanted: Callable[[Job], bool]) -> None:
        self._jobs = iter(jobs)
        self.wants = wanted
        self._begun: Job | None = None
        self.deals = sum(job.deals for job in jobs)

    def take(self, most: int) -> Job | None:
        """Return the next job that matters, with at most so many deals; None if none is left."""
        while True:
            job = self._begun or next(self._jobs, None)
            if job is None:
                return None
            portion = job._replace(deals=min(most, job.deals))
            rest = job.deals - portion.deals
            self._begun = job._replace(first=job.first + portion.deals, deals=rest) if rest else None
            self.deals -= portion.deals
            if self.wants(portion):
                return portion


def play_all(
    strategies: Sequence[Strategy], terms: Terms, queue: Queue, workers: int | None
) -> Generator[Part, None, None]:
    """Play all jobs of a queue, and yield what was played in the order of the queue.

    Parameters
    ----------
    strategies : sequence of callables
        All that take part.
    terms : Terms
        Seed, rules, patience.
    queue : Queue
        What is to be played.
    workers : int or None
        1 plays here. None decides by the pace of the first second.

    Yields
    ------
    tuple of (Job, tuple of Deal)
        A job, or a part of it, with its deals. It may come back short: see `play_job`.

    Raises
    ------
    WorkerDied
        If a worker process ended, and it cannot be found out whose fault that was.
    TypeError
        If a strategy cannot be sent to another process.
    """
    portion = CHUNK
    if workers is None and not _elsewhere():
        pace = yield from _play_here(strategies, terms, queue, to_the_end=_cores() == 1)
        if pace is None:
            return
        portion = min(CHUNK, max(1, round(_PORTION / pace)))
        workers = _cores()
        try:
            parcel = pack(strategies)
        except TypeError:  # one cannot travel, so all stay
            workers = 1
    elif workers != 1:
        parcel = pack(strategies)
    if workers == 1:
        yield from _play_here(strategies, terms, queue, to_the_end=True)
    else:
        yield from _play_there(parcel, terms, queue, portion, workers or -1)


def _play_here(
    strategies: Sequence[Strategy], terms: Terms, queue: Queue, *, to_the_end: bool
) -> Generator[Part, None, float | None]:
    """Play deal by deal in this process.

    If not `to_the_end`, stop as soon as more processes would pay, and return the seconds for a deal.
    """
    start = time.perf_counter()
    with Watch(terms.patience) as watch:
        for played in itertools.count(1):
            job = queue.take(1)
            if job is None:
                return None
            yield job, tuple(play_job(strategies, terms, job, watch))
            spent = time.perf_counter() - start
            if not to_the_end and spent >= _TRIAL and spent / played * queue.deals >= _WORTH_IT:
                return spent / played
    return None


def _play_there(parcel: bytes, terms: Terms, queue: Queue, portion: int, workers: int) -> Iterator[Part]:
    """Play in other processes; whoever ends one of them is found, and the others play on."""
    import joblib  # noqa: PLC0415 - an extra
    from joblib.externals.loky.process_executor import BrokenProcessPool  # noqa: PLC0415

    parallel = joblib.Parallel(n_jobs=workers, return_as="generator")
    work = joblib.delayed(_work)
    # The first job is taken here: without any, no process need be started.
    while (first := queue.take(portion)) is not None:
        handed_out = collections.deque([first])
        jobs = itertools.chain([first], _noted(queue, portion, handed_out))
        try:
            for part in parallel(work(parcel, terms, job) for job in jobs):
                handed_out.popleft()
                yield part
        except Exception as error:
            if not isinstance(error, BrokenProcessPool) and type(error).__name__ != _DASK_LOST_A_WORKER:
                raise
        for job in handed_out:
            if queue.wants(job):
                yield job, tuple(play_alone(parcel, terms, job))


def _noted(queue: Queue, portion: int, handed_out: collections.deque[Job]) -> Iterator[Job]:
    while (job := queue.take(portion)) is not None:
        handed_out.append(job)
        yield job


def stop_workers() -> None:
    """End the worker processes of this machine, working or not."""
    if importlib.util.find_spec("joblib") is None:
        return
    from joblib.externals.loky import reusable_executor  # noqa: PLC0415 - an extra

    if reusable_executor._executor is not None:  # noqa: SLF001 - asking for it would start one
        reusable_executor._executor.shutdown(wait=True, kill_workers=True)  # noqa: SLF001


def _work(parcel: bytes, terms: Terms, job: Job) -> Part:
    """Play a job in a worker process."""
    with Watch(terms.patience) as watch:
        return job, tuple(play_job(unpack(parcel), terms, job, watch))


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
