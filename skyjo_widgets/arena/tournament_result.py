"""What a tournament has shown: ranking, matrix, plots, export, and games worth watching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.arena.crosstable import Crosstable
from skyjo_widgets.arena.export import as_csv, as_json, game_rows, needs_matplotlib
from skyjo_widgets.arena.games import Games, Played, seat_of
from skyjo_widgets.arena.notes import fault_notes, limit_notes, replay_game, replay_line
from skyjo_widgets.arena.strip import strip
from skyjo_widgets.arena.wording import decimal, html_lines, html_table, percent, percent_range, text_table
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from skyjo_widgets.arena.match import Terms
    from skyjo_widgets.arena.ranking import Standing
    from skyjo_widgets.engine import Game, Strategy

__all__ = ["TournamentResult", "ranking_sentence"]

_PAIR = 2
_WIDEST_TEXT = 12  # strategies whose matrix still fits on a page of text


def ranking_sentence(standings: Sequence[Standing], lang: str | None = None) -> str:
    """Return what a ranking allows to conclude, and what it does not."""
    leaders = [standing.name for standing in standings if standing.best == 1]
    if len(leaders) == len(standings):
        return say("arena.tournament.all_open", lang)
    if len(leaders) == 1:
        told = [say("arena.tournament.first", lang, name=leaders[0])]
    else:
        told = [say("arena.tournament.shared_first", lang, names=", ".join(leaders))]
    every = all(standing.sure for standing in standings)
    told.append(say(f"arena.tournament.{'sure' if every else 'some_open'}", lang))
    return " ".join(told)


class TournamentResult:
    """The result of `tournament`.

    Attributes
    ----------
    planned : int
        How many deals were asked for.
    ending : str
        ``"all"``, ``"stopped"`` (interrupted) or ``"died"`` (a worker process did).
    """

    def __init__(
        self,
        names: Sequence[str],
        strategies: Sequence[Strategy],
        terms: Terms,
        tables: Mapping[tuple[int, ...], Games],
        planned: int,
        seats: int,
        ending: str,
    ) -> None:
        self._cross = Crosstable(names, tables, seats)
        self.planned = planned
        self.ending = ending
        self._strategies = tuple(strategies)
        self._terms = terms

    # -- Numbers ------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """All strategies, in alphabetical order."""
        return self._cross.names

    @property
    def tables(self) -> dict[tuple[int, ...], Games]:
        """For the players of each table, as places in `names`, their games."""
        return self._cross.tables.copy()

    @property
    def seats(self) -> int:
        """Players of a table."""
        return self._cross.seats

    @property
    def seed(self) -> int:
        """The seed of all deals."""
        return self._terms.seed

    @property
    def deals(self) -> int:
        """How many deals were played, by at least one table."""
        return self._cross.deals

    @property
    def ranking(self) -> list[Standing]:
        """The strategies, best first, with their shares of games won and how sure each place is."""
        return self._cross.ranking.copy()

    @property
    def matrix(self) -> NDArray[np.float64]:
        """How often row finishes ahead of column, 0 to 1, a tie counting half; in the order of `names`.

        Not-a-number on the diagonal and where two have not met. Read-only; ``matrix.copy()`` may be changed.
        """
        return self._cross.matrix

    @property
    def points(self) -> dict[str, float]:
        """Mean points in a round of each strategy, by name."""
        return self._cross.points.copy()

    @property
    def capped(self) -> int:
        """How many rounds were cut off by the limit of turns."""
        return self._cross.capped

    @property
    def faults(self) -> list[Played]:
        """The games that were lost by a strategy that failed."""
        return [game for _, game in self._cross.games() if game.fault is not None]

    # -- Words --------------------------------------------------------------------------------------

    def sentence(self, lang: str | None = None) -> str:
        """Return what can and what cannot be concluded."""
        return ranking_sentence(self.ranking, lang)

    def text(self, lang: str | None = None) -> str:
        """Return the whole result as text, in any of the languages."""
        parts = [
            f"{self._title(lang)}\n{self._played(lang)}",
            text_table(*self._table(lang)),
            self.sentence(lang),
            "\n".join(self._notes(lang)),
        ]
        if len(self.names) <= _WIDEST_TEXT:
            parts.insert(3, say("arena.heading.ahead", lang) + "\n" + text_table(*self._matrix_table(lang)))
        return "\n\n".join(part for part in parts if part)

    def _title(self, lang: str | None) -> str:
        return say("arena.tournament.title", lang, players=len(self.names))

    def _played(self, lang: str | None) -> str:
        games = sum(len(table) for table in self.tables.values())
        kind = "pairs" if self.seats == _PAIR else "tables"
        values = {"games": games, "deals": self.deals, "seed": self.seed, "seats": self.seats}
        return say(f"arena.tournament.{kind}", lang, **values)

    def _table(self, lang: str | None) -> tuple[list[str], list[list[str]]]:
        heads = ["strategy", "place", "places", "wins", "interval", "points"]
        rows = [
            [
                standing.name,
                str(standing.place),
                str(standing.best) if standing.sure else f"{standing.best}\N{EN DASH}{standing.worst}",
                say("arena.percent", lang, number=percent(standing.share, lang)[0]),
                percent_range(standing.share, lang),
                decimal(self.points[standing.name], 1, lang),
            ]
            for standing in self.ranking
        ]
        return [say(f"arena.heading.{head}", lang) for head in heads], rows

    def _matrix_table(self, lang: str | None) -> tuple[list[str], list[list[str]]]:
        order = [self.names.index(standing.name) for standing in self.ranking]
        rows = [
            [self.names[one], *(decimal(100 * self.matrix[one, other], 0, lang) for other in order)]
            for one in order
        ]
        return ["", *(self.names[other] for other in order)], rows

    def _notes(self, lang: str | None) -> list[str]:
        notes = []
        if self.ending in ("stopped", "died"):
            notes.append(say(f"arena.note.{self.ending}", lang, deals=self.deals, planned=self.planned))
        notes += limit_notes(list(self.tables.values()), self._terms, lang)
        tables = [
            ([self.names[player] for player in players], games) for players, games in self.tables.items()
        ]
        notes += fault_notes(tables, self._terms, _code, lang)
        closest = self._cross.closest()
        if closest is not None:
            players, game = closest
            at_table = [self._strategies[player] for player in players]
            code = replay_line(at_table, self._terms, game) or "Replay(result.closest())"
            notes.append(say("arena.note.watch", lang, code=code))
        return notes

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        standings = self.ranking
        shares = [standing.share for standing in standings]
        return "".join(
            [
                html_lines([f"{self._title(None)}\n{self._played(None)}"]),
                strip([standing.name for standing in standings], shares, 1 / self.seats),
                html_lines([self.sentence()]),
                html_table(*self._table(None)),
                html_lines(self._notes(None)),
                html_table(*self._matrix_table(None), caption=say("arena.heading.ahead")),
            ]
        )

    # -- Pictures, files, games ---------------------------------------------------------------------

    def plot(self, lang: str | None = None) -> Figure:
        """Draw the ranking with its intervals, and the matrix.

        Returns
        -------
        matplotlib.figure.Figure
            Shows itself as the last line of a cell; ``.savefig("class.png")`` keeps it.
        """
        needs_matplotlib()
        from skyjo_widgets.arena.plots import plot_tournament  # noqa: PLC0415 - heavy, and an extra

        return plot_tournament(self, lang)

    def to_dicts(self, *, games: bool = False) -> list[dict[str, object]]:
        """Return the ranking as one dict a strategy, or with ``games=True`` one dict for every game."""
        if games:
            return [
                row
                for players, table in self.tables.items()
                for row in game_rows([self.names[player] for player in players], table)
            ]
        return [
            {
                "place": standing.place,
                "best_place": standing.best,
                "worst_place": standing.worst,
                "strategy": standing.name,
                "wins": standing.share.mean,
                "wins_low": standing.share.low,
                "wins_high": standing.share.high,
                "points_per_round": self.points[standing.name],
                "lost_by_failing": self._cross.failures(standing.name),
            }
            for standing in self.ranking
        ]

    def to_csv(self, path: str | os.PathLike[str] | None = None, *, games: bool = False) -> str:
        """Return the ranking (or every game) as CSV, and write it to `path` if one is given."""
        return as_csv(self.to_dicts(games=games), path)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return ranking, matrix and every game as JSON, and write it to `path` if one is given."""
        summary = {
            "seed": self.seed,
            "seats": self.seats,
            "deals": self.deals,
            "planned": self.planned,
            "ending": self.ending,
            "ranking": self.to_dicts(),
            "names": list(self.names),
            "matrix": self.matrix.tolist(),
            "capped_rounds": self.capped,
            "games": self.to_dicts(games=True),
        }
        return as_json(summary, path)

    def game(self, *names: str, deal: int) -> Game:
        """Play one of the games again, and return it: ``Replay(result.game("a", "b", deal=3))`` shows it.

        Parameters
        ----------
        *names : str
            Who sat at the table, by seat.
        deal : int
            Which deal, from 0.
        """
        for players, game in self._cross.games():
            if game.deal == deal and self._cross.by_seat(players, game) == list(names):
                return self._again((players, game))
        raise ValueError(say("arena.refused.no_game", deal=deal, seating=", ".join(names)))

    def closest(self) -> Game:
        """Return the closest game, played again: ``Replay(result.closest())`` shows it."""
        return self._again(self._cross.closest())

    def worst_loss(self, name: str | None = None) -> Game:
        """Return the game that a strategy (by default the winner) lost by most points, played again."""
        name = self.ranking[0].name if name is None else name
        if name not in self.names:
            raise ValueError(say("arena.refused.who", got=repr(name), names=", ".join(self.names)))
        return self._again(self._cross.worst_loss(name))

    def _again(self, found: tuple[tuple[int, ...], Played] | None) -> Game:
        if found is None:
            raise ValueError(say("arena.refused.no_fair_game"))
        players, game = found
        return replay_game([self._strategies[player] for player in players], self._terms, game)


def _code(names: Sequence[str], game: Played) -> str:
    n = len(names)
    by_seat = sorted(range(n), key=lambda place: seat_of(place, game.rotation, n))
    listed = ", ".join(repr(names[place]) for place in by_seat)
    return f"Replay(result.game({listed}, deal={game.deal}))"
