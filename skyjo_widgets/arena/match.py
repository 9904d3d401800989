"""Plays deals: the same cards in every seating, and a strategy that fails loses that game.

The rule for failures, stated wherever results are shown: a strategy that raises an error, returns what is
not a legal move, or does not answer within the patience of the arena, loses the game in which it happens;
nobody's points of that game count. After the third answer that did not come, or the first time that it ends
the process it plays in, its other games are lost without being played.
"""

from __future__ import annotations

import functools
import os
import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import skyjo_widgets
from skyjo_widgets.arena.games import Fault, Played
from skyjo_widgets.arena.watch import OutOfTime, Watch
from skyjo_widgets.engine import Decks, IllegalMove, play_game, play_round, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skyjo_widgets.engine import Rules, Strategy

__all__ = ["PATIENCE", "STRIKES", "Deal", "Job", "Terms", "forfeit", "play_job"]

PATIENCE = 5.0
"""Seconds that one decision may take, if nothing else is said."""

STRIKES = 3
"""After so many unanswered decisions a strategy's other games are not played."""

_PACKAGE = str(Path(skyjo_widgets.__file__).parent) + os.sep
_ENGINE = _PACKAGE + "engine" + os.sep
_LONGEST_TEXT = 300
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # differs from process to process

Deal = tuple[Played, ...]
"""The games of one deal: one for each rotation of the seats."""


class Terms(NamedTuple):
    """What all games of a measurement have in common."""

    seed: int
    rules: Rules
    patience: float


class Job(NamedTuple):
    """A portion of work: who plays, and which deals.

    Parameters
    ----------
    players : tuple of int
        Who sits at the table, as places in the list of all strategies.
    first, deals : int
        The deals ``first``, ``first + 1``, … of the seed.
    """

    players: tuple[int, ...]
    first: int
    deals: int


def play_job(strategies: Sequence[Strategy], terms: Terms, job: Job, watch: Watch) -> Iterator[Deal]:
    """Play the deals of a job, one after another.

    Fewer come back than were asked for if a strategy did not answer `STRIKES` times.
    """
    at_table = [strategies[player] for player in job.players]
    decks = _decks(terms.seed)
    strikes = [0] * len(at_table)
    for deal in range(job.first, job.first + job.deals):
        if max(strikes) >= STRIKES:
            return
        games = tuple(
            _play(at_table, terms, decks, deal, rotation, watch) for rotation in range(len(at_table))
        )
        for game in games:
            if game.fault is not None and game.fault.kind == "time":
                strikes[game.fault.player] += 1
        yield games


def forfeit(player: int, players: int, deal: int) -> Deal:
    """Return a deal that `player` has lost without playing."""
    fault = Fault(player, "withdrawn", {})
    return tuple(Played(deal, rotation, (), (), 0, False, fault) for rotation in range(players))


@functools.lru_cache(maxsize=4)
def _decks(seed: int) -> Decks:
    # Decks are shuffled in blocks of deals: whoever plays the same deals later finds them ready.
    return Decks(seed)


def _play(
    strategies: Sequence[Strategy], terms: Terms, decks: Decks, deal: int, rotation: int, watch: Watch
) -> Played:
    seated = [*strategies[rotation:], *strategies[:rotation]]
    try:
        outcome = watch.play(play_game, seated, decks, deal, terms.rules)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - exit() and the like lose the game, too
        fault = _fault(error, rotation, len(seated), terms.patience)
        return Played(deal, rotation, (), (), 0, False, fault)
    endless = max(outcome.totals) < terms.rules.score_limit
    return Played(deal, rotation, outcome.totals, outcome.scores, outcome.capped, endless, None)


def _fault(error: BaseException, rotation: int, players: int, patience: float) -> Fault:
    """Find out whose fault an exception is, and what to tell about it; if nobody's, raise it again."""
    round_frame = next(
        (frame for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code is play_round.__code__),
        None,
    )
    if round_frame is None:
        raise error
    position = round_frame.f_locals["position"]
    seat = position.seat
    where = {"round": position.number, "turn": position.turns_taken[seat] + 1}
    player = (seat + rotation) % players
    if isinstance(error, OutOfTime):
        return Fault(player, "time", {"seconds": patience}, **where)
    if isinstance(error, IllegalMove) and _says_the_engine(error):
        return Fault(player, "move", {"reason": error.reason, "values": error.values}, **where)
    return Fault(player, "error", _told(error), **where)


def _says_the_engine(error: BaseException) -> bool:
    """Tell whether the engine itself has raised an error, not a strategy one that looks like it."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code.co_filename.startswith(_ENGINE)


def _told(error: BaseException) -> dict[str, object]:
    """Return the kind and text of an error, and where its last line lies that is not this package's own.

    The line itself is looked up by whoever tells it: another process does not know a notebook's cells.
    """
    text = _ADDRESS.sub("", text_of(error)).strip()[:_LONGEST_TEXT]
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        file = frame.f_code.co_filename
        if not file.startswith(_PACKAGE):
            return {"kind": type(error).__name__, "text": text, "file": file, "line": line}
    return {"kind": type(error).__name__, "text": text}
