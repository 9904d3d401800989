"""`skyjo-widgets class run`: from a folder of submissions to a page, once or again whenever one changes."""

from __future__ import annotations

import secrets
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from skyjo_widgets.classroom.collecting import RESULTS, collect
from skyjo_widgets.classroom.contest import Contest
from skyjo_widgets.classroom.jail import Jail
from skyjo_widgets.classroom.mistakes import sentence
from skyjo_widgets.classroom.page import page
from skyjo_widgets.classroom.promises import promises
from skyjo_widgets.classroom.results import summary, write_csv, write_json
from skyjo_widgets.classroom.schedule import EqualDeals, OpenOrder
from skyjo_widgets.classroom.umpire import Umpire
from skyjo_widgets.engine import ARENA_RULES
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from skyjo_widgets.classroom.collecting import Submission

__all__ = ["ALL_PLAY", "NO_RANKING", "SOME_OUT", "STOPPED", "ClassRun"]

ALL_PLAY, SOME_OUT, NO_RANKING, STOPPED = 0, 1, 3, 130
"""Exit codes: everybody plays; some do not; fewer than two do; stopped early, with what was played."""

_PRACTICE = 0.25  # of the time, at most, for the feedback by `check`
_FOR_THE_PAGE = 6.0  # seconds kept for writing the results, but no more than a tenth of the time
_LOOK_AGAIN = 1.0  # seconds between two looks at the folder
_PAGE_AGAIN = 15.0  # seconds between two pages while the games go on and somebody watches


class _FolderChanged(Exception):  # noqa: N818 - it is what has happened
    """Somebody has handed in, or taken back, while the games went on."""


def _content(found: Sequence[Submission]) -> list[tuple[str, str]]:
    return [(one.path, one.key) for one in found]


@dataclass(frozen=True, slots=True)
class ClassRun:
    """One class tournament as the teacher wants it.

    Attributes
    ----------
    folder : Path
        Where the submissions are.
    results : Path
        Where page, CSV and JSON go.
    deals : int
        For each pair, where no time is set.
    minutes : float or None
        How much time there is.
    seed : int
        All cards follow from it.
    lang : str
        The language of page and messages.
    bubblewrap : bool or None
        Whether to use bubblewrap; None where it works.
    """

    folder: Path
    results: Path
    deals: int
    minutes: float | None
    seed: int
    lang: str
    bubblewrap: bool | None = None

    @classmethod
    def planned(
        cls,
        folder: Path,
        lang: str,
        *,
        results: Path | None = None,
        deals: int = 50,
        minutes: float | None = None,
        seed: int | None = None,
    ) -> ClassRun:
        """Return a run with what is not said filled in.

        A seed that nobody can guess is drawn: who knows it knows the cards.
        """
        return cls(
            folder,
            results or folder / RESULTS,
            deals,
            minutes,
            secrets.randbits(64) if seed is None else seed,
            lang,
        )

    def once(self, told: TextIO | None = None) -> int:
        """Run the tournament and write the results.

        Returns
        -------
        int
            An exit code.
        """
        told = told or sys.stderr
        return self._report(self._play(collect(self.folder), None, told), told)

    def watch(self, told: TextIO | None = None) -> int:
        """Run it, and again whenever something in the folder changes, until it is interrupted."""
        told = told or sys.stderr
        known: Contest | None = None
        seen: list[tuple[str, str]] | None = None
        code = NO_RANKING
        try:
            while True:
                found = collect(self.folder)
                if _content(found) != seen:
                    seen = _content(found)
                    known = self._play(found, known, told, follow=True)
                    code = self._report(known, told)
                    if known.stopped:
                        return code
                else:
                    time.sleep(_LOOK_AGAIN)
        except KeyboardInterrupt:
            return code

    def _play(
        self, found: Sequence[Submission], known: Contest | None, told: TextIO, *, follow: bool = False
    ) -> Contest:
        begun = time.monotonic()
        end = float("inf") if self.minutes is None else begun + 60 * self.minutes
        contest = Contest(found, self.seed, known)
        plan: EqualDeals | OpenOrder = EqualDeals(self.deals) if self.minutes is None else OpenOrder()
        self.results.mkdir(parents=True, exist_ok=True)
        jail = Jail([self.folder, self.results], bubblewrap=self.bubblewrap)
        kept, wall = promises(jail, self.results)
        written = begun

        def write() -> None:
            run = {
                "when": time.strftime("%Y-%m-%d %H:%M"),
                "seconds": round(time.monotonic() - begun, 1),
                "minutes": self.minutes,
                "deals": self.deals,
                "stopped": contest.stopped,
                "settled": isinstance(plan, OpenOrder) and plan.settled,
                "turn_limit": ARENA_RULES.turn_limit,
                "promises": kept,
                "wall": wall,
            }
            self._write(contest, run, follow=follow)

        def hear(games: int) -> None:
            nonlocal written
            self._say(told, "played", games=games)
            if follow and time.monotonic() - written > _PAGE_AGAIN:
                write()
                written = time.monotonic()
            if follow and _content(collect(self.folder)) != _content(found):
                raise _FolderChanged

        self._say(told, "begin", authors=len(contest.entrants))
        with Umpire(jail, self.lang) as umpire:
            try:
                contest.try_all(umpire, end)
                self._say(told, "tried", playing=len(contest.playing))
                contest.practise(umpire, begun + _PRACTICE * (end - begun) if self.minutes else end)
                self._say(told, "practised")
                contest.play(umpire, plan, end - min(_FOR_THE_PAGE, 6 * (self.minutes or 0)), hear)
            except KeyboardInterrupt:
                contest.stopped = True
            except _FolderChanged:
                pass  # what was played is kept, and the next run goes on from there
        write()
        return contest

    def _write(self, contest: Contest, run: dict[str, object], *, follow: bool) -> None:
        data = summary(contest, run, self.lang, ARENA_RULES)
        mark = secrets.token_hex(8) if follow else ""
        write_csv(data, self.results / "ranking.csv")
        write_json(data, self.seed, self.results / "result.json")
        # Whoever looks at the page must never see half of it.
        half = self.results / "index.html.part"
        half.write_text(page(data, follow=mark), encoding="utf-8")
        half.replace(self.results / "index.html")
        if follow:
            (self.results / "news.js").write_text(f'window.skyjoNews = "{mark}";\n', encoding="utf-8")

    def _report(self, contest: Contest, told: TextIO) -> int:
        for one in contest.entrants:
            if one.problem is not None:
                print(f"{one.author}: {sentence(one.problem, self.lang)}", file=told)
        self._say(told, "page", path=self.results / "index.html")
        if contest.stopped:
            return STOPPED
        if len(contest.playing) < 2:  # noqa: PLR2004 - nobody to meet
            return NO_RANKING
        return SOME_OUT if any(one.problem for one in contest.entrants) else ALL_PLAY

    def _say(self, told: TextIO, key: str, **values: object) -> None:
        print(say(f"classroom.run.{key}", self.lang, **values), file=told, flush=True)
