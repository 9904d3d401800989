"""What a result says besides its numbers: what was cut off, who failed and why, what is worth watching."""

from __future__ import annotations

import linecache
import traceback
from typing import TYPE_CHECKING

from skyjo_widgets.arena.games import Fault, Games, Played, seat_of
from skyjo_widgets.arena.match import STRIKES, Terms
from skyjo_widgets.arena.watch import Watch
from skyjo_widgets.arena.wording import decimal, replay_code
from skyjo_widgets.engine import ROUND_LIMIT, IllegalMove, play
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from skyjo_widgets.engine import Game, Strategy

__all__ = ["fault_notes", "fault_text", "limit_notes", "replay_game", "replay_line"]


def limit_notes(all_games: Sequence[Games], terms: Terms, lang: str | None) -> list[str]:
    """Tell openly how many rounds and games were cut off by a limit."""
    capped = sum(games.capped for games in all_games)
    rounds = sum(int(games.rounds.sum()) for games in all_games)
    endless = sum(games.endless for games in all_games)
    limit = terms.rules.turn_limit
    if capped:
        notes = [say("arena.note.capped", lang, capped=capped, rounds=rounds, limit=limit)]
    else:
        notes = [say("arena.note.no_capped", lang, limit=limit)]
    if endless:
        notes.append(say("arena.note.endless", lang, games=endless, limit=ROUND_LIMIT))
    return notes


def fault_text(fault: Fault, lang: str | None = None) -> str:
    """Tell in words why a game was lost without being finished."""
    details = dict(fault.details)
    if fault.kind == "move":
        refusal = IllegalMove(str(details["reason"]), **details["values"])  # type: ignore[arg-type]
        return say("arena.fault.move", lang, why=refusal.say(lang))
    if fault.kind == "error" and "line" in details:
        code = linecache.getline(str(details["file"]), int(str(details["line"]))).strip()
        if code:
            return say("arena.fault.error_at", lang, **{**details, "code": code})
    if fault.kind == "time":
        details["seconds"] = _seconds(float(str(details["seconds"])), lang)
    return say(f"arena.fault.{fault.kind}", lang, **details)


def fault_notes(
    tables: Iterable[tuple[Sequence[str], Games]],
    terms: Terms,
    code: Callable[[Sequence[str], Played], str],
    lang: str | None,
) -> list[str]:
    """Name each strategy that failed, each reason with how often, and the line that shows the first again.

    Parameters
    ----------
    tables : iterable of (names, Games)
        Names in the order of the players of these games.
    terms : Terms
        Seed, rules, patience.
    code : callable
        Returns for the names of a table and one of its games the line that shows it again.
    lang : str or None
        Language of the notes.
    """
    found: dict[tuple[object, ...], list[tuple[Sequence[str], Played, Fault]]] = {}
    for names, games in tables:
        for game in games.faults:
            if game.fault is not None:
                # Texts of errors may differ from game to game; their kind and their line do not.
                details = game.fault.details
                kind = details.get("reason") or details.get("kind")
                key = names[game.fault.player], game.fault.kind, kind, details.get("line")
                found.setdefault(key, []).append((names, game, game.fault))
    notes = []
    for (name, *_), cases in found.items():
        names, game, fault = cases[0]
        what = fault_text(fault, lang).rstrip(".") + "."
        told = [say("arena.fault.lost", lang, name=name, games=len(cases), what=what)]
        if fault.round:
            where = {"deal": game.deal, "round": fault.round, "turn": fault.turn}
            told.append(say("arena.fault.where", lang, **where))
            told.append(say("arena.fault.again", lang, code=code(names, game)))
        notes.append("\n  ".join(told))
    if notes:
        seconds = _seconds(terms.patience, lang)
        notes.append(say("arena.note.rule", lang, strikes=STRIKES, seconds=seconds))
    return notes


def replay_line(strategies: Sequence[Strategy], terms: Terms, game: Played) -> str | None:
    """Return the line that plays a finished game again and shows it."""
    return replay_code(_seated(strategies, game.rotation), terms.seed, game.deal, terms.rules)


def replay_game(strategies: Sequence[Strategy], terms: Terms, game: Played) -> Game:
    """Play a game again, and return it to look at: finished, or up to where a strategy failed."""
    seated = _seated(strategies, game.rotation)
    try:
        with Watch(terms.patience) as watch:
            return watch.play(play, *seated, seed=terms.seed, deal=game.deal, rules=terms.rules)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        for frame, _ in traceback.walk_tb(error.__traceback__):
            if frame.f_code is play.__code__:
                unfinished: Game = frame.f_locals["game"]
                return unfinished
        raise


def _seated(strategies: Sequence[Strategy], rotation: int) -> list[Strategy]:
    players = len(strategies)
    by_seat = {seat_of(player, rotation, players): strategy for player, strategy in enumerate(strategies)}
    return [by_seat[seat] for seat in range(players)]


def _seconds(seconds: float, lang: str | None) -> str:
    return decimal(seconds, 0 if seconds.is_integer() else 1, lang)
