"""Letting a bot decide, and saying in words what went wrong when it can't."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_widgets.engine import IllegalMove, flip, opening_of, text_of
from skyjo_widgets.engine.moves import short
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.engine import Event, Game, Move
    from skyjo_widgets.table.seats import Seat

__all__ = ["BotStuckError", "bot_plays", "error_in_words"]

_PACKAGE = str(Path(__file__).parent.parent)


class BotStuckError(Exception):
    """A bot raised an error or returned no legal move. Its text is meant for the table."""


def bot_plays(game: Game, seat: Seat, lang: str | None) -> tuple[Move, tuple[Event, ...]]:
    """Let the bot whose turn it is make one decision; return its move and what that caused.

    Raises
    ------
    BotStuckError
        If the strategy raised, was interrupted, or returned what is not a legal move. The game is as
        it was before.
    """
    move = _decision(game, seat, lang)
    try:
        return move, game.play(move)
    except IllegalMove as refusal:
        raise BotStuckError(
            say("table.trouble.refused", lang, name=seat.name, move=short(move), why=refusal.say(lang))
        ) from refusal


def error_in_words(error: BaseException, lang: str | None) -> str:
    """Return the kind and text of `error`, and the line of the reader's own code that raised it."""
    text = f"{type(error).__name__}: {text_of(error)}"
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_PACKAGE) and frame.line
    ]
    if not own:
        return text
    return say(
        "table.trouble.line",
        lang,
        error=text,
        line=str(own[-1].lineno),
        function=own[-1].name,
        code=own[-1].line,
    )


def _decision(game: Game, seat: Seat, lang: str | None) -> Move:
    strategy = seat.strategy
    if strategy is None or game.seat is None:
        raise ValueError("there is no bot to ask")
    try:
        if game.phase == "opening":
            first, second = opening_of(strategy)
            return flip(first if first in game.hidden[game.seat] else second)
        return strategy(game.view(game.seat))
    except KeyboardInterrupt as stop:
        raise BotStuckError(say("table.trouble.stopped", lang, name=seat.name)) from stop
    except BaseException as error:  # a learner's sys.exit() or CancelledError must not end the kernel
        raise BotStuckError(
            say("table.trouble.raised", lang, name=seat.name, error=error_in_words(error, lang))
        ) from error
