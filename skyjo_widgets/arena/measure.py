"""Runs a plan of games to its end, or as far as it gets, and keeps every complete deal."""

from __future__ import annotations

import contextlib
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skyjo_widgets.arena.autopsy import WorkerDied
from skyjo_widgets.arena.match import STRIKES, Deal, Job, Terms, forfeit
from skyjo_widgets.arena.progress import open_bar
from skyjo_widgets.arena.workers import Queue, play_all, stop_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from skyjo_widgets.engine import Strategy

__all__ = ["Measured", "Plan", "measure"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Parameters
    ----------
    strategies : tuple of callables
        All that take part.
    terms : Terms
        Seed, rules, patience.
    jobs : tuple of Job
        In the order in which results count: an interrupted plan keeps a beginning of it.
    label : str
        What the bar says is being played.
    """

    strategies: tuple[Strategy, ...]
    terms: Terms
    jobs: tuple[Job, ...]
    label: str

    @property
    def games(self) -> int:
        """How many games it has."""
        return sum(job.deals * len(job.players) for job in self.jobs)


@dataclass(frozen=True, slots=True)
class Measured:
    """What was played of a plan.

    Parameters
    ----------
    tables : dict of tuple of int to list of Deal
        For the players of each table their deals, in order.
    ending : str
        ``"all"``, ``"enough"`` (as asked for), ``"stopped"`` (interrupted) or ``"died"`` (a worker did).
    """

    tables: dict[tuple[int, ...], list[Deal]]
    ending: str


def measure(
    plan: Plan,
    workers: int | None = None,
    enough: Callable[[Deal], bool] | None = None,
    *,
    progress: bool = True,
) -> Measured:
    """Play a plan.

    Parameters
    ----------
    plan : Plan
        What to play.
    workers : int or None
        As in `play_all`; the result is the same.
    enough : callable, optional
        Is told of every deal, in order; once it returns True no more are asked for.
    progress : bool
        Whether a bar may appear.

    Raises
    ------
    KeyboardInterrupt
        If it was interrupted before the first deal was complete.
    """
    run = _Run(plan, enough)
    ending = "all"
    parts = play_all(plan.strategies, plan.terms, Queue(plan.jobs, run.wants), workers)
    with open_bar(plan.games, plan.label, shown=progress) as bar:
        try:
            for job, deals in parts:
                for deal in deals:
                    run.take(job, deal)
                bar.update(len(deals) * len(job.players))
        except KeyboardInterrupt:
            _leave(parts)
            if not run.played:
                raise
            ending = "stopped"
        except WorkerDied:
            _leave(parts)
            ending = "died"
    return Measured(run.tables(), "enough" if run.is_enough else ending)


class _Run:
    """Keeps what comes in, and knows what need not be played any more."""

    def __init__(self, plan: Plan, enough: Callable[[Deal], bool] | None) -> None:
        self.plan = plan
        self.enough = enough
        self.is_enough = False
        self.strikes = [0] * len(plan.strategies)
        self.played: dict[tuple[tuple[int, ...], int], Deal] = {}

    def wants(self, job: Job) -> bool:
        """Tell whether a job still matters."""
        return not self.is_enough and not self.out(job.players)

    def out(self, players: Sequence[int]) -> list[int]:
        """Return which of the players, by their place at the table, have used up their strikes."""
        return [place for place, player in enumerate(players) if self.strikes[player] >= STRIKES]

    def take(self, job: Job, deal: Deal) -> None:
        """Take in a deal, in the order of the plan."""
        self.played[job.players, deal[0].deal] = deal
        self.count_strikes(job.players, deal)
        if self.enough is not None and not self.is_enough:
            self.is_enough = self.enough(deal)

    def count_strikes(self, players: Sequence[int], deal: Deal) -> None:
        """Remember who did not answer, or took the process away."""
        for game in deal:
            if game.fault is not None and game.fault.kind in ("time", "died"):
                # To end the process costs as much as all the answers that may be missing.
                self.strikes[players[game.fault.player]] += 1 if game.fault.kind == "time" else STRIKES

    def tables(self) -> dict[tuple[int, ...], list[Deal]]:
        """Put the deals together in the order of the plan, as far as it was played without a gap.

        Who has used up the strikes loses every later deal, whether a worker has played it meanwhile or not.
        """
        self.strikes = [0] * len(self.strikes)
        tables: dict[tuple[int, ...], list[Deal]] = {}
        for job in self.plan.jobs:
            kept = tables.setdefault(job.players, [])
            for number in range(job.first, job.first + job.deals):
                out = self.out(job.players)
                deal = self.played.get((job.players, number))
                if len(out) == 1:
                    kept.append(forfeit(out[0], len(job.players), number))
                elif not out and deal is not None:
                    self.count_strikes(job.players, deal)
                    kept.append(deal)
                elif not out:
                    return tables
        return tables


def _leave(parts: Generator[object, None, None]) -> None:
    """Leave no worker behind that still plays what nobody waits for."""
    with warnings.catch_warnings(), contextlib.suppress(BaseException):
        warnings.simplefilter("ignore")  # joblib warns of unread results, and that is the point
        parts.close()
    stop_workers()
