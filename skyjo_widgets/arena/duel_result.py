"""What a duel has shown: text, table, plot, export, and games worth watching."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from skyjo_widgets.arena.conclusion import Conclusion, judge
from skyjo_widgets.arena.export import as_csv, as_json, game_rows, needs_matplotlib
from skyjo_widgets.arena.notes import fault_notes, limit_notes, replay_game, replay_line
from skyjo_widgets.arena.strip import strip
from skyjo_widgets.arena.wording import (
    decimal,
    html_lines,
    html_table,
    percent,
    percent_range,
    points_range,
    text_table,
)
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from skyjo_widgets.arena.games import Games, Played
    from skyjo_widgets.arena.match import Terms
    from skyjo_widgets.arena.statistics import Interval
    from skyjo_widgets.engine import Game, Rules, Strategy

__all__ = ["DuelResult"]


class DuelResult:
    """The result of `duel`.

    Attributes
    ----------
    names : tuple of str
        What the two are called.
    games : Games
        Every game, as played and as arrays.
    planned : int
        How many deals were asked for.
    ending : str
        ``"all"`` (of them were played), ``"enough"`` (it was decided), ``"stopped"`` (interrupted) or
        ``"died"`` (a worker process did).
    """

    def __init__(
        self,
        names: Sequence[str],
        strategies: Sequence[Strategy],
        terms: Terms,
        games: Games,
        planned: int,
        ending: str,
        *,
        peeking: bool,
    ) -> None:
        self.names = tuple(names)
        self.games = games
        self.planned = planned
        self.ending = ending
        self._strategies = tuple(strategies)
        self._terms = terms
        self._peeking = peeking

    # -- Numbers ------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed of all deals."""
        return self._terms.seed

    @property
    def rules(self) -> Rules:
        """The rules that were played by."""
        return self._terms.rules

    @property
    def deals(self) -> int:
        """How many deals were played, each from both seats."""
        return self.games.deals

    @functools.cached_property
    def verdict(self) -> Conclusion:
        """What may be concluded: the kind, and both intervals."""
        differences, rounds = self.games.differences(0, 1)
        return judge(self.games.ahead(0, 1), differences, rounds, peeking=self._peeking)

    @property
    def share(self) -> float:
        """The first player's share of the games, 0 to 1."""
        return self.wins.mean

    @property
    def wins(self) -> Interval:
        """The first player's share of the games, a shared victory counting half, with its 95 % interval."""
        return self.verdict.wins

    @property
    def shares(self) -> tuple[Interval, Interval]:
        """The shares of both."""
        return self.wins, self.wins.complement()

    @property
    def points(self) -> Interval:
        """Points a round of the first player less those of the second: negative is better."""
        return self.verdict.points

    @property
    def capped(self) -> int:
        """How many rounds were cut off by the limit of turns."""
        return self.games.capped

    @property
    def faults(self) -> list[Played]:
        """The games that were lost by a strategy that failed."""
        return self.games.faults

    # -- Words --------------------------------------------------------------------------------------

    def sentence(self, lang: str | None = None) -> str:
        """Return what can and what cannot be concluded."""
        told = [self.verdict.sentence(self.names[0], self.names[1], lang)]
        if self._peeking and self.ending == "enough":
            told.append(say("arena.duel.settled", lang, deals=self.deals))
        elif self._peeking and self.ending == "all":
            told.append(say("arena.duel.limit", lang, deals=self.deals))
        return " ".join(told)

    def text(self, lang: str | None = None) -> str:
        """Return the whole result as text, in any of the languages."""
        parts = [
            f"{self._title(lang)}\n{self._played(lang)}",
            text_table(*self._table(lang)),
            self.sentence(lang),
            "\n".join(self._notes(lang)),
        ]
        return "\n\n".join(part for part in parts if part)

    def _title(self, lang: str | None) -> str:
        return say("arena.duel.title", lang, a=self.names[0], b=self.names[1])

    def _played(self, lang: str | None) -> str:
        return say("arena.duel.played", lang, games=len(self.games), deals=self.deals, seed=self.seed)

    def _table(self, lang: str | None) -> tuple[list[str], list[list[str]]]:
        heads = ["", *(say(f"arena.heading.{name}", lang) for name in ("wins", "interval", "points"))]
        rows = [
            [
                name,
                say("arena.percent", lang, number=percent(share, lang)[0]),
                percent_range(share, lang),
                decimal(self.games.points_per_round(player), 1, lang),
            ]
            for player, (name, share) in enumerate(zip(self.names, self.shares, strict=True))
        ]
        difference = decimal(self.points.mean, 1, lang, signed=True)
        label = say("arena.heading.difference", lang)
        rows.append([label, "", points_range(self.points, lang), difference])
        return heads, rows

    def _notes(self, lang: str | None) -> list[str]:
        notes = []
        if self.ending in ("stopped", "died"):
            notes.append(say(f"arena.note.{self.ending}", lang, deals=self.deals, planned=self.planned))
        if self.games.deals:
            notes += limit_notes([self.games], self._terms, lang)
        notes += fault_notes([(self.names, self.games)], self._terms, _code, lang)
        closest = self.games.closest()
        if closest is not None:
            code = replay_line(self._strategies, self._terms, closest) or "Replay(result.closest())"
            notes.append(say("arena.note.watch", lang, code=code))
        return notes

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        picture = strip(self.names, self.shares, 0.5)
        told = html_lines([self.sentence()])
        title = html_lines([f"{self._title(None)}\n{self._played(None)}"])
        return title + picture + told + html_table(*self._table(None)) + html_lines(self._notes(None))

    # -- Pictures, files, games ---------------------------------------------------------------------

    def plot(self, lang: str | None = None) -> Figure:
        """Draw the shares of games won with their intervals, and how the points of a round are spread.

        Returns
        -------
        matplotlib.figure.Figure
            Shows itself as the last line of a cell; ``.savefig("duel.png")`` keeps it.
        """
        needs_matplotlib()
        from skyjo_widgets.arena.plots import plot_duel  # noqa: PLC0415 - matplotlib is heavy, and an extra

        return plot_duel(self, lang)

    def to_dicts(self) -> list[dict[str, object]]:
        """Return every game as a dict: deal, who sat where, totals, rounds, winners, faults."""
        return game_rows(self.names, self.games)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return every game as a line of a table in CSV, and write it to `path` if one is given."""
        return as_csv(self.to_dicts(), path)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the result and every game as JSON, and write it to `path` if one is given."""
        verdict = self.verdict
        summary = {
            "players": list(self.names),
            "seed": self.seed,
            "deals": self.deals,
            "planned": self.planned,
            "ending": self.ending,
            "verdict": verdict.kind,
            "wins": verdict.wins,
            "points": verdict.points,
            "capped_rounds": self.capped,
            "rounds": int(self.games.rounds.sum()),
            "games": self.to_dicts(),
        }
        return as_json(summary, path)

    def game(self, deal: int, seating: int = 0) -> Game:
        """Play one of the games again, and return it: ``Replay(result.game(17))`` shows it.

        Parameters
        ----------
        deal : int
            Which deal, from 0.
        seating : int
            0: the first player sat on seat 0; 1: the second did.
        """
        for game in self.games.played:
            if (game.deal, game.rotation) == (deal, seating):
                return replay_game(self._strategies, self._terms, game)
        raise ValueError(say("arena.refused.no_game", deal=deal, seating=seating))

    def closest(self) -> Game:
        """Return the closest game, played again: ``Replay(result.closest())`` shows it."""
        return self._again(self.games.closest())

    def worst_loss(self, name: str | None = None) -> Game:
        """Return the game that a strategy (by default the first) lost by most points, played again."""
        name = self.names[0] if name is None else name
        if name not in self.names:
            raise ValueError(say("arena.refused.who", got=repr(name), names=", ".join(self.names)))
        return self._again(self.games.worst_loss(self.names.index(name)))

    def _again(self, game: Played | None) -> Game:
        if game is None:
            raise ValueError(say("arena.refused.no_fair_game"))
        return replay_game(self._strategies, self._terms, game)


def _code(_names: Sequence[str], game: Played) -> str:
    return f"Replay(result.game({game.deal}, {game.rotation}))"
