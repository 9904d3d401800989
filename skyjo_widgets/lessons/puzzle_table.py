"""A puzzle on the card table: what is clicked there is the puzzle's, what it answers stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.lessons.neighbours import dull, player_names
from skyjo_widgets.lessons.reply import text
from skyjo_widgets.table import Table

if TYPE_CHECKING:
    from skyjo_widgets.engine import Game
    from skyjo_widgets.lessons.puzzle import Puzzle
    from skyjo_widgets.lessons.reply import Reply

__all__ = ["PuzzleTable"]

_TONE = {True: "good", False: "bad", None: ""}


class PuzzleTable:
    """The table of one puzzle, with buttons for hint, answer, taking back and starting again.

    Attributes
    ----------
    widget : Table
        What the notebook shows.
    """

    def __init__(self, puzzle: Puzzle, game: Game, seat: int, *, others: bool) -> None:
        self._puzzle = puzzle
        self._game = game
        self._moving = False
        lang = puzzle.lang
        deeds = {"hint": puzzle.hint, "answer": puzzle.answer, "undo": puzzle.undo, "reset": puzzle.reset}
        self.widget = Table.from_game(
            game,
            humans=(seat,),
            bots={other: dull for other in range(game.players) if others and other != seat},
            names=player_names(game.players, lang),
            on_move=self._moved,
            actions={text(f"action.{name}", lang): _deed(deed) for name, deed in deeds.items()},
            title=puzzle.task,
            controls=False,
            lang=lang,
        )
        self.widget.observe(self._refused, "state")

    def show(self, reply: Reply, *, over: bool) -> None:
        """Show the position as it is now, and what the puzzle says to it."""
        if not self._moving:
            self.widget.game = self._game  # the moves were made elsewhere: the table looks again
        self.widget.locked = over
        self.widget.tell(reply.replace("`", ""), _TONE[reply.right])  # a table has no letters for code

    def _moved(self, *_: object) -> None:
        self._moving = True
        try:
            self._puzzle._moved(self._game.moves[-1][0])  # noqa: SLF001 - the puzzle's own table
        finally:
            self._moving = False

    def _refused(self, change: Any) -> None:  # noqa: ANN401 - ipywidgets publishes no types
        refusal = change["new"].get("refusal")
        if refusal and not self._puzzle.over:
            self._puzzle._seen_refused(refusal)  # noqa: SLF001 - the puzzle's own table


def _deed(deed: Any) -> Any:  # noqa: ANN401 - two callables
    return lambda _table: deed()
