"""What can go wrong, in few classes. Each error tells in words who did what, where and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widgets.words import say

if TYPE_CHECKING:
    from skyjo_widgets.engine.game import Game

__all__ = ["IllegalMove", "RecordError", "SkyjoError", "StrategyError", "text_of"]


class SkyjoError(Exception):
    """The base of every error that this package raises on purpose."""


class IllegalMove(SkyjoError, ValueError):  # noqa: N818 - a player says "an illegal move"
    """A move that the rules do not allow here. The game is as it was before.

    Parameters
    ----------
    reason : str
        Which rule stands against it, for programs: the name of a text under ``engine.refusal``.
    **values
        What the text tells: the slot, the seat, the move.
    """

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values

    def say(self, lang: str | None = None) -> str:
        """Return the refusal in words of `lang` (by default the one language of all texts).

        One that somebody has made by hand may have no such text: then the bare reason is all there is.
        """
        try:
            return say(f"engine.refusal.{self.reason}", lang, **self.values)
        except KeyError:
            return str(self.reason)

    def __str__(self) -> str:
        return self.say()

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (self.reason, self.values)


def _illegal_move(reason: str, values: dict[str, object]) -> IllegalMove:
    return IllegalMove(reason, **values)


class StrategyError(SkyjoError):
    """A strategy raised an error or returned something that is not a legal move; wraps the cause.

    Parameters
    ----------
    message : str
        Who did what, where, and why it is wrong there.
    game : Game, optional
        The game as it was when the strategy was asked.
    seat : int, optional
        The seat of the strategy.
    """

    def __init__(self, message: str, *, game: Game | None = None, seat: int | None = None) -> None:
        super().__init__(message)
        self.game = game
        self.seat = seat


class RecordError(SkyjoError, ValueError):
    """A saved game or a position that is not one; says which field is wrong and what belongs there."""


def text_of(error: BaseException) -> str:
    """Return what `error` says; nothing where that fails: one of a learner's own making may do anything."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - see above
        return ""
