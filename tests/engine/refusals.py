"""Holds a mistake to the error that people get, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from played import everything

from skyjo_widgets.engine import Game, IllegalMove, flip
from skyjo_widgets.words import language, set_language


def opened(seed: int = 7, players: int = 2) -> Game:
    """Return a game in which every player has turned over the slots 0 and 1."""
    game = Game(players, seed=seed)
    for seat in range(players):
        game.play(flip(0), seat)
        game.play(flip(1), seat)
    return game


def in_polish(error: Exception, again: Callable[[], object]) -> str:
    """Return what the same mistake says in Polish."""
    if isinstance(error, IllegalMove):
        return error.say("pl")
    before = language()
    set_language("pl")
    try:
        with pytest.raises(type(error)) as polish:
            again()
        return str(polish.value)
    finally:
        set_language(before)


def refused(mistake: Callable[[], object], kind: type[Exception], english: str, polish: str) -> None:
    """Hold a mistake to its error and to what the error says in two languages."""
    with pytest.raises(kind) as error:
        mistake()
    assert english in str(error.value)
    assert polish in in_polish(error.value, mistake)


def unchanged(game: Game, mistake: Callable[[Game], object], english: str, polish: str) -> None:
    """Hold a mistake in a game to its error, and the game to what it was."""
    before = everything(game)
    refused(lambda: mistake(game), (ValueError, IndexError), english, polish)  # type: ignore[arg-type]
    assert everything(game) == before
