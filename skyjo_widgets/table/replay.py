"""Looking back at a game, move by move: `Replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import Game
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.picture import FACE_DOWN
from skyjo_widgets.table.board_widget import BoardWidget, Refused
from skyjo_widgets.table.frames import board_state, change
from skyjo_widgets.table.situation import listed
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from skyjo_widgets.picture import Board

__all__ = ["Replay"]

_BUTTONS = ("first", "turn_back", "back", "forth", "turn_forth", "last")


class Replay(BoardWidget):
    """A game to look back at, with a slider: at every move what the player who decided could know.

    Parameters
    ----------
    game : Game
        Finished or running, or anything that has one as its ``game``: a table, a strategy's error.
    lang : str, optional
        Language; by default the one setting for all.
    pace : str
        How quickly it plays by itself: ``"slow"``, ``"normal"``, ``"fast"`` or ``"off"``.
    numbers : bool
        Whether every card shows its slot number.

    Raises
    ------
    TypeError
        If `game` is no game and has none.

    Examples
    --------
    >>> from skyjo_widgets import play, strategies
    >>> replay = Replay(play(strategies.greedy, strategies.greedy, seed=4))
    >>> replay.go(round=1, turn=1).step  # four cards have been turned over
    4
    """

    def __init__(
        self, game: object, *, lang: str | None = None, pace: str = "normal", numbers: bool = False
    ) -> None:
        found = game if isinstance(game, Game) else getattr(game, "game", None)
        if not isinstance(found, Game):
            raise TypeError(say("table.replay.type", lang, got=short(game)))
        self._game = found
        self._reached = 0
        self._frames: list[dict[str, Any]] = []
        called = [*found.names, *[""] * found.players]
        self._player_names = tuple(
            called[seat] or say("table.person", lang, n=seat + 1) for seat in range(found.players)
        )
        super().__init__(lang=lang, numbers=numbers, pace=pace)

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return self._game

    @property
    def step(self) -> int:
        """How many steps (moves, and deals of a next round) have been made in what is shown."""
        return self._step

    @property
    def _step(self) -> int:
        # Of a running game moves may have been taken back since.
        return min(self._reached, self._game.steps)

    def go(self, *, round: int | None = None, turn: int = 0, step: int | None = None) -> Self:  # noqa: A002 - the game's word
        """Show another place of the game, and return the replay, so that a cell ends with it.

        Parameters
        ----------
        round : int, optional
            Which round, from 1; by default the one that is shown.
        turn : int
            Which turn of that round, every player's counted, from 1: the place where it begins. 0 is the
            dealing of the round.
        step : int, optional
            Instead of both: how many steps of the game have been made.

        Raises
        ------
        ValueError
            If the game has no such place; the message says how far it goes.
        """
        if step is None:
            step = self._find(self._game.board(self._step).round if round is None else round, turn)
        elif (number := whole_number(step)) is None or not 0 <= number <= self._game.steps:
            raise ValueError(say("table.replay.no_step", self._lang, step=step, last=self._game.steps))
        self.receive({"do": "go", "step": int(step)})
        return self

    def _find(self, number: int, turn: int) -> int:
        turns = -1
        for step in range(self._game.steps + 1):
            board = self._game.board(step)
            if board.round != number:
                continue
            turns = max(turns, board.turn)
            if board.turn == turn and board.phase != "drawn":
                return step
        if turns < 0:
            raise ValueError(say("table.replay.no_round", self._lang, round=number, last=self._game.round))
        raise ValueError(say("table.replay.no_turn", self._lang, round=number, turn=turn, last=turns))

    def _more_words(self) -> tuple[str, ...]:
        return ("slider", *_BUTTONS)

    def _do(self, what: str, message: dict[str, Any]) -> None:
        self._frames = []
        if what == "click":
            raise Refused(say("table.refusal.replay", self._lang))
        if what != "go":
            raise Refused(say("table.refusal.unknown", self._lang, got=short(what)))
        before = self._step
        self._reached = self._wanted(message)
        if self._step == before + 1 and (done := self._game.step(before)) is not None:
            old, new = self._game.board(before), self._game.board(self._step)
            self._frames = [change(old, new, done[1].kind, self._step)]

    def _wanted(self, message: dict[str, Any]) -> int:
        step, last, where = self._step, self._game.steps, message.get("where")
        places: dict[str, Callable[[], int]] = {
            "first": lambda: 0,
            "turn_back": lambda: next((n for n in range(step - 1, 0, -1) if self._begins_turn(n)), 0),
            "back": lambda: max(0, step - 1),
            "forth": lambda: min(last, step + 1),
            "turn_forth": lambda: next((n for n in range(step + 1, last) if self._begins_turn(n)), last),
            "last": lambda: last,
        }
        if isinstance(where, str) and where in places:
            return places[where]()
        wanted = message.get("step")
        if isinstance(wanted, bool) or not isinstance(wanted, int):
            raise Refused(say("table.refusal.unknown", self._lang, got=short(wanted)))
        return min(last, max(0, wanted))

    def _begins_turn(self, step: int) -> bool:
        return self._game.board(step).phase in ("turn", "round over")

    def _board(self) -> Board:
        return self._game.board(self._step)._replace(names=self._player_names)

    def _heading(self) -> str:
        names = say("table.repr.replay", self._lang, names=listed(self._player_names, self._lang))
        return f"{names}\n{self._where(self._board())}"

    def _where(self, board: Board) -> str:
        key = "where" if board.turn else "where_opening"
        return say(
            f"table.replay.{key}",
            self._lang,
            round=board.round,
            turn=board.turn,
            step=self._step,
            last=self._game.steps,
        )

    def _knows(self, board: Board) -> str:
        """Say what the player who decides could know, and what was done then."""
        if board.seat is None:
            return ""
        faces = board.faces[board.seat]
        text = say(
            "table.replay.knows" if board.drawn is None else "table.replay.knows_drawn",
            self._lang,
            name=self._player_names[board.seat],
            card=board.drawn,
            open=sum(face for face in faces if isinstance(face, int)),
            hidden=faces.count(FACE_DOWN),
            left=board.draw_count,
            discard="-" if board.discard is None else board.discard,
        )
        if self._step == self._game.steps or (done := self._game.step(self._step)) is None:
            return text
        return f"{text} {say('table.replay.next', self._lang, move=done[1])}"

    def _happened(self) -> str:
        if not self._step:
            return say("table.replay.start", self._lang)
        events = self._game.events(self._step - 1)
        return " ".join(event.say(self._lang, self._player_names) for event in events)

    def _situation(self) -> dict[str, Any]:
        board = self._board()
        self._said = self._happened()
        return {
            **board_state(board),
            "names": self._player_names,
            "winners": board.winners,
            "step": self._step,
            "last": self._game.steps,
            "ask": self._where(board),
            "note": ("", self._knows(board)),
            "buttons": {"play": self._step < self._game.steps},
            "frames": self._frames,
        }
