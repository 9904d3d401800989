"""What a class tournament has shown, as plain data: for the page, for a spreadsheet, for other programs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from skyjo_widgets._version import __version__
from skyjo_widgets.arena.export import as_csv, as_json
from skyjo_widgets.arena.statistics import LEVEL
from skyjo_widgets.arena.tournament_result import ranking_sentence
from skyjo_widgets.classroom.mistakes import sentence
from skyjo_widgets.classroom.schedule import LEVEL_AFTER_LOOKS, standings
from skyjo_widgets.classroom.watching import again, own_losses, steps_of, worth_watching

if TYPE_CHECKING:
    from pathlib import Path

    from skyjo_widgets.arena.ranking import Standing
    from skyjo_widgets.classroom.contest import Contest
    from skyjo_widgets.classroom.entrants import Entrant
    from skyjo_widgets.engine import Rules

__all__ = ["summary", "write_csv", "write_json"]


def summary(contest: Contest, run: dict[str, Any], lang: str, rules: Rules) -> dict[str, Any]:
    """Return everything that there is to show.

    Parameters
    ----------
    contest : Contest
        The games.
    run : dict
        How it was run: what the command knows (``minutes``, ``deals``, ``seconds``, ``promises`` ...).
    lang : str
        The language of all sentences.
    rules : Rules
        The options of the games.

    Returns
    -------
    dict
        Plain data. The seed is not in it: the page is shown to those whose next submission could use it.
    """
    looked = run.get("minutes") is not None
    places = standings(contest, LEVEL_AFTER_LOOKS if looked else LEVEL)
    shares = {line.name: line.share for line in standings(contest, LEVEL)}
    order = [line.name for line in places]
    by_author = [replace(line, name=contest.by_key[line.name].author) for line in places]
    played = any(meeting.deals for meeting in contest.meetings.values())
    return {
        "version": __version__,
        "lang": lang,
        "run": run,
        "games": sum(2 * len(meeting.deals) for meeting in _counted(contest, order)),
        "sentence": ranking_sentence(by_author, lang) if played and len(order) > 1 else "",
        "ranking": [_line(contest, line, shares[line.name]) for line in places],
        "matrix": _matrix(contest, order),
        "capped": sum(
            game.outcome.capped
            for meeting in _counted(contest, order)
            for deal in meeting.deals
            for game in deal
            if game.outcome
        ),
        "authors": [_author(one, lang) for one in contest.entrants],
        "replays": _replays(contest, order, lang, rules),
    }


def write_csv(data: dict[str, Any], path: Path) -> None:
    """Write the ranking, and under it those who did not play, as CSV."""
    names = {
        "place": "place",
        "best_place": "best",
        "worst_place": "worst",
        "author": "author",
        "function": "function",
        "wins": "share",
        "wins_low": "low",
        "wins_high": "high",
        "games": "games",
        "points_per_round": "points",
        "lost_by_mistakes": "faults",
        "problem": "problem",
    }
    out = [author for author in data["authors"] if author["problem"]]
    rows = [{name: line.get(key, "") for name, key in names.items()} for line in [*data["ranking"], *out]]
    as_csv(rows, path)


def write_json(data: dict[str, Any], seed: int, path: Path) -> None:
    """Write everything but the replays as JSON, with the seed that repeats the games."""
    kept = {key: value for key, value in data.items() if key != "replays"}
    as_json({**kept, "seed": str(seed)}, path)


def _counted(contest: Contest, order: list[str]) -> list[Any]:
    return [meeting for pair, meeting in contest.meetings.items() if set(pair) <= set(order)]


def _line(contest: Contest, line: Standing, share: Any) -> dict[str, Any]:  # noqa: ANN401 - an Interval
    one = contest.by_key[line.name]
    games = [
        (game, seat)
        for pair, meeting in contest.meetings.items()
        if line.name in pair and all(contest.by_key[key].plays for key in pair)
        for deal in meeting.deals
        for game, seat in zip(deal, (pair.index(line.name), 1 - pair.index(line.name)), strict=True)
    ]
    rounds = sum(game.outcome.rounds for game, _ in games if game.outcome)
    points = sum(game.outcome.totals[seat] for game, seat in games if game.outcome)
    return {
        "author": one.author,
        "function": one.name,
        "place": line.place,
        "best": line.best,
        "worst": line.worst,
        "share": share.mean,
        "low": share.low,
        "high": share.high,
        "games": len(games),
        "points": points / rounds if rounds else None,
        "faults": sum(game.loser == seat for game, seat in games),
    }


def _matrix(contest: Contest, order: list[str]) -> dict[str, Any]:
    """How often row beats column, 0 to 1, and in how many games; in the order of the ranking."""
    shares: list[list[float | None]] = [[None] * len(order) for _ in order]
    games = [[0] * len(order) for _ in order]
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            pair = (min(one, other), max(one, other))
            meeting = contest.meetings.get(pair)
            if one == other or meeting is None or not meeting.deals:
                continue
            mean = math.fsum(meeting.advantages) / len(meeting.deals)
            shares[row][column] = 0.5 + (mean if one == pair[0] else -mean) / 2
            games[row][column] = 2 * len(meeting.deals)
    return {"authors": [contest.by_key[key].author for key in order], "shares": shares, "games": games}


def _author(one: Entrant, lang: str) -> dict[str, Any]:
    return {
        "author": one.author,
        "path": one.submission.path,
        "function": one.name,
        "plays": one.plays,
        "problem": sentence(one.problem, lang) if one.problem else "",
        "notes": [sentence(note, lang) for note in one.notes],
        "mistakes": [sentence(mistake, lang) for mistake in one.told],
        "ok": one.feedback.get("ok"),
        "feedback": one.feedback.get("text", ""),
        "milliseconds": round(1000 * one.spent / one.decided, 3) if one.decided else None,
    }


def _replays(contest: Contest, order: list[str], lang: str, rules: Rules) -> list[dict[str, Any]]:
    chosen = worth_watching(contest, order)
    losses = own_losses(contest)
    chosen += [losses[key] for key in order if key in losses]
    replays = []
    for found in chosen:
        names = [contest.by_key[key].author for key in found.seats]
        loser = next((key for key in found.seats if key != found.winner), found.seats[0])
        replays.append(
            {
                "reason": found.reason,
                "of": contest.by_key[loser].author if found.reason == "own" else "",
                "names": names,
                "totals": list(found.game.outcome.totals) if found.game.outcome else [],
                "rounds": found.game.outcome.rounds if found.game.outcome else 0,
                "steps": steps_of(again(found, names, rules), lang),
            }
        )
    return replays
