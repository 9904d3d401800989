"""Puzzles: a position, a task, and the game itself as the judge."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from skyjo_widgets.lessons import shelf
from skyjo_widgets.lessons.goals import Attempt, Goal, unmet
from skyjo_widgets.lessons.homemade import homemade
from skyjo_widgets.lessons.neighbours import dull_move, player_names
from skyjo_widgets.lessons.reply import Reply, has_text, hint_texts, text
from skyjo_widgets.picture import board_image, text_board
from skyjo_widgets.words import language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skyjo_widgets.engine import Move, View
    from skyjo_widgets.lessons.puzzle_table import PuzzleTable
    from skyjo_widgets.lessons.shelf import Position
    from skyjo_widgets.picture import Board

__all__ = ["Puzzle"]


class Puzzle:
    """A position with a task. As the last word of a cell it is a table to click on.

    Whether the task is done is read from the game after the moves, so any way that does it counts.
    `play`, `undo`, `reset`, `hint` and `answer` do from Python what the table and its buttons do.

    Parameters
    ----------
    name : str
        The puzzle's name on the shelf.
    lang : str, optional
        Language of the texts; by default the one setting for all.

    Attributes
    ----------
    solved : bool
        Whether the task is done in this attempt.

    Raises
    ------
    ValueError
        If there is no such puzzle.

    Examples
    --------
    >>> from skyjo_widgets import take
    >>> puzzle = Puzzle("first_column", lang="en")
    >>> puzzle.play(take(3)).right
    False
    >>> puzzle.undo().right is None
    True
    >>> puzzle.play(take(8)).right, puzzle.solved
    (True, True)
    """

    def __init__(self, name: str, *, lang: str | None = None) -> None:
        self._begin(shelf.position(name), lang)

    @classmethod
    def of(
        cls,
        grid: Sequence[Any],
        *,
        discard: int,
        goal: str = "column",
        lang: str | None = None,
        **settings: object,
    ) -> Puzzle:
        """Make a puzzle of one's own.

        Parameters
        ----------
        grid : sequence
            3 rows of 4 cards, or 12 cards in reading order; ``5`` lies face-up, ``"?5"`` is a
            face-down 5, None a gap.
        discard : int
            The top of the discard pile.
        goal : str
            One of `skyjo_widgets.lessons.goals.GOALS`.
        lang : str, optional
            Language of the texts.
        **settings
            What the goal needs, for example ``at_most=10`` for ``"points"``.

        Raises
        ------
        RecordError
            If these are not cards of one deck.
        ValueError
            If there is no such goal.

        Examples
        --------
        >>> mine = [[1, 2, 3, 4], [1, 5, 6, 7], [8, "?9", 10, 11]]
        >>> Puzzle.of(mine, discard=1).solution
        (take(8),)
        """
        puzzle = cls.__new__(cls)
        puzzle._begin(homemade(grid, discard, Goal(goal, settings)), lang)  # noqa: SLF001 - its own class
        return puzzle

    def _begin(self, position: Position, lang: str | None) -> None:
        self.name = position.name
        self.lang = lang or language()
        self.solved = False
        self._position = position
        self._seat = position.seat
        self._game = position.start()
        self._before = self._game.board()
        self._first = len(self._game.moves)
        self._marks: list[int] = []
        self._refusals: tuple[str, ...] = ()
        self._hints = 0
        self._said = Reply("")
        self._table: PuzzleTable | None = None

    # -- What one can do ----------------------------------------------------------------------------

    def play(self, *moves: Move) -> Reply:
        """Play one move or several, one after another; a refused move ends the row.

        Returns
        -------
        Reply
            `right` is True if the task is done, False if this was not the way, None if there is more
            to do in this turn. A move against the rules is refused in words and changes nothing.
        """
        for move in moves:
            if self.over:
                return self._says(Reply(self._text("over")))
            refusal = self._game.why_not(move, self._seat)
            if refusal is not None:
                return self._refused(refusal.reason, refusal.say(self.lang))
            self._game.play(move, self._seat)
            self._moved(self._seat)
            while self._others_turn():
                other: int = self._game.seat  # type: ignore[assignment]
                self._game.play(dull_move(self._game, other), other)
                self._moved(other)
        return self._said

    def undo(self) -> Reply:
        """Take the last move back."""
        if not self._marks:
            return self._says(Reply(self._text("nothing_to_undo")))
        self._back_to(self._marks.pop())
        return self._says(Reply(self._text("undone")))

    def reset(self) -> Reply:
        """Start again from the first position."""
        self._back_to(self._first)
        self._marks.clear()
        self._refusals = ()
        return self._says(Reply(self._text("reset")))

    def hint(self) -> Reply:
        """Return the next hint; each says a little more. After the last one, the last one again."""
        hints = self.hints
        if not hints:
            return self._says(Reply(self._text("no_hint")))
        self._hints = min(self._hints + 1, len(hints))
        shown = hints[self._hints - 1]
        return self._says(Reply(self._text("hint", number=self._hints, of=len(hints), hint=shown)))

    def answer(self) -> Reply:
        """Return an answer: the moves, and why they do it. Nothing is played."""
        if not self.solution:
            return self._says(Reply(self._text("no_answer")))
        moves = ", ".join(f"`{move!r}`" for move in self.solution)
        own = f"puzzle.{self.name}.answer"
        clicks = text(own, self.lang) if has_text(own, self.lang) else ""
        found = "answer_anew" if self.moves else "answer"  # it holds from the first position on
        return self._says(Reply(self._text(found, moves=moves, clicks=clicks).strip()))

    def solve_with(self, strategy: Callable[[View], Move]) -> Reply:
        """Let a strategy decide, from the first position on, until the attempt is over."""
        reply = self.reset()
        while not self.over and reply.right is not False:
            reply = self.play(strategy(self._game.view(self._seat)))
        return reply

    # -- What one can see ---------------------------------------------------------------------------

    @property
    def task(self) -> str:
        """What is asked for, in words."""
        own = f"puzzle.{self.name}.task"
        if has_text(own, self.lang):
            return text(own, self.lang)
        goals = self._position.goals
        return " ".join(text(f"goal.{goal.name}.task", self.lang, **goal.settings) for goal in goals)

    @property
    def hints(self) -> tuple[str, ...]:
        """All hints, from the first nudge to the last."""
        return hint_texts(f"puzzle.{self.name}", self.lang)

    @property
    def board(self) -> Board:
        """The position now, as everybody sees it."""
        return self._game.board()._replace(names=player_names(self._game.players, self.lang))

    @property
    def discard_pile(self) -> tuple[int, ...]:
        """The discard pile from the bottom up, as everybody has seen it grow."""
        return self._game.discard_pile

    @property
    def moves(self) -> tuple[Move, ...]:
        """The player's moves in this attempt."""
        return tuple(move for seat, move in self._game.moves[self._first :] if seat == self._seat)

    @property
    def solution(self) -> tuple[Move, ...]:
        """Moves that do it; empty if none are known. `answer` says them in words."""
        return self._position.solution

    @property
    def over(self) -> bool:
        """Whether this attempt is at its end: solved, or no turn left."""
        return self.solved or (self._turns >= self._position.turns and not self._mid_turn())

    def __repr__(self) -> str:
        lines = [f"{self._text('puzzle')}: {self.task}", "", text_board(self.board, self.lang)]
        return "\n".join([*lines, "", f"> {self._said}"] if self._said else lines)

    def _repr_html_(self) -> str:
        head = f"<p><strong>{escape(self._text('puzzle'))}</strong> {escape(self.task)}</p>"
        return head + board_image(self.board, self.lang)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        from skyjo_widgets.lessons.panel import bundle  # noqa: PLC0415 - widgets load when first shown
        from skyjo_widgets.lessons.puzzle_table import PuzzleTable  # noqa: PLC0415 - the same

        if self._table is None or self._table.widget.comm is None:  # None: it was closed
            self._table = PuzzleTable(self, self._game, self._seat, others=self._position.others)
        return bundle(self._table.widget, repr(self), self._repr_html_())

    # -- Judging ------------------------------------------------------------------------------------

    def _moved(self, seat: int) -> None:
        """Judge what the game has just played, as soon as there is something to judge."""
        if seat == self._seat:
            self._marks.append(len(self._game.moves) - 1)
        if self._mid_turn():
            self._says(Reply(self._half_way()))
        elif not self._others_turn():
            self._judge()

    def _judge(self) -> None:
        missing = self._unmet()
        if missing is None:
            self._reached()
        elif self._turns < self._position.turns:
            self._says(Reply(self._text("go_on")))
        else:
            self._says(Reply(" ".join([*self._own_words(), missing, self._text("try_again")]), right=False))

    def _refused(self, reason: str, words: str) -> Reply:
        self._refusals += (reason,)
        if any(goal.name == "refused" for goal in self._position.goals) and self._unmet() is None:
            return self._reached(words)
        return self._says(Reply(words, right=False))

    def _seen_refused(self, words: str) -> None:
        """Take note of what the table has refused by itself, in its own words."""
        if any(goal.name == "refused" for goal in self._position.goals):
            self._refused("click", words)
        else:
            self._said = Reply(words, right=False)

    def _reached(self, words: str = "") -> Reply:
        self.solved = True
        own, board = f"puzzle.{self.name}.right", self.board
        starter = "" if board.starter is None else board.names[board.starter]
        praise = text(own, self.lang, starter=starter) if has_text(own, self.lang) else self._text("right")
        return self._says(Reply(f"{words}\n{praise}".strip(), right=True))

    def _unmet(self) -> str | None:
        """Return why the first goal that is not reached is not, in words; None if all are reached."""
        attempt = Attempt(self._game, self._seat, self._before, self._refusals)
        missing = unmet(self._position.goals, attempt)
        if missing is None:
            return None
        goal, reason = missing
        return text(f"goal.{goal.name}.{reason.name}", self.lang, **reason.values)

    def _own_words(self) -> list[str]:
        """Return what this puzzle itself has to say: to the last move, to its kind, to how it began."""
        first, last = self.moves[0], self.moves[-1]
        for move in (f"{last.kind}.{last.slot}", f"{last.kind}.any", f"{first.kind}.any"):
            own = f"puzzle.{self.name}.wrong.{move}"
            if has_text(own, self.lang):
                return [text(own, self.lang)]
        return []

    @property
    def _turns(self) -> int:
        """How many turns the player has finished; the two cards of the opening are one."""
        moves = self.moves
        turns = sum(move.kind in ("take", "swap", "reveal") for move in moves)
        return turns or int(any(move.kind == "flip" for move in moves))

    def _mid_turn(self) -> bool:
        if self._game.phase == "opening":
            return bool(self._game.legal_moves(self._seat))
        return self._game.phase == "drawn" and self._game.seat == self._seat

    def _others_turn(self) -> bool:
        if self._before.phase == "opening" != self._game.phase:
            return False  # two cards each, and the puzzle is over
        return self._position.others and self._game.seat not in (None, self._seat)

    def _half_way(self) -> str:
        if self._game.phase == "opening":
            return self._text("one_more")
        return self._text("drew", card=self._game.drawn)

    def _back_to(self, mark: int) -> None:
        while len(self._game.moves) > mark:
            self._game.undo()
        self.solved = False

    def _text(self, key: str, **values: object) -> str:
        return text(f"puzzle_says.{key}", self.lang, **values)

    def _says(self, reply: Reply) -> Reply:
        self._said = reply
        if self._table is not None:
            self._table.show(reply, over=self.over)
        return reply
