"""The table at which people and bots play: `Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import (
    Game,
    IllegalMove,
    Move,
    Rules,
    draw,
    flip,
    name_of,
    parse_move,
    reveal,
    swap,
    take,
)
from skyjo_widgets.table.board_widget import BoardWidget, Refused
from skyjo_widgets.table.bots import BotStuckError, bot_plays, error_in_words
from skyjo_widgets.table.frames import board_state, change
from skyjo_widgets.table.seats import Seat, seats_of
from skyjo_widgets.table.situation import doubled_seats, listed, places, what_now, why_it_ends
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

    from skyjo_widgets.engine import Event, View
    from skyjo_widgets.picture import Board

    OnMove = Callable[["Table", Move, tuple[Event, ...]], object]
    OnClick = Callable[["Table", int | None, int | str], bool | None]
    Strategy = Callable[[View], Move]

__all__ = ["Table"]

_LINES = 12
_ROUND_OF_BOTS = 2_000


class Table(BoardWidget):
    """A card table in the notebook.

    Parameters
    ----------
    *players : str or callable
        Two to eight players by seat: a name is a person at this screen, a function (a strategy) is a bot.
        ``Table()`` is you against ``strategies.greedy``, ``Table(mine)`` you against your own strategy;
        where all are bots, one watches, step by step.
    seed : int, optional
        Which cards are dealt; the next games of this table use the seeds after it. By default they differ
        every time.
    rules : Rules, optional
        The options of the game.
    lang : str, optional
        Language of this table; by default the one setting for all.
    pace : str
        How quickly bots move before one's eyes: ``"slow"``, ``"normal"``, ``"fast"`` or ``"off"``.
    numbers : bool
        Whether every card shows its slot number.

    Attributes
    ----------
    game : Game
        The game that is played here; setting it puts another game on the table.

    Examples
    --------
    >>> table = Table("Ola", "Kuba", seed=1)
    >>> table.click(0)
    >>> table.click(0)
    'slot 0 is already face-up: turn over a face-down card'
    """

    def __init__(
        self,
        *players: str | Strategy,
        seed: int | None = None,
        rules: Rules | None = None,
        lang: str | None = None,
        pace: str = "normal",
        numbers: bool = False,
    ) -> None:
        seats = seats_of(players, lang)
        self._first_seed = seed
        self._games = 1
        game = Game(len(seats), seed=seed, rules=rules, names=[seat.name for seat in seats])
        self._set_up(game, seats, lang=lang, pace=pace, numbers=numbers)

    @classmethod
    def from_game(
        cls,
        game: Game,
        *,
        humans: Sequence[int] | None = None,
        bots: Mapping[int, Strategy] | None = None,
        names: Sequence[str] | None = None,
        on_move: OnMove | None = None,
        on_click: OnClick | None = None,
        actions: Mapping[str, Callable[[Table], object]] | None = None,
        title: str = "",
        controls: bool = True,
        lang: str | None = None,
        pace: str = "normal",
        numbers: bool = False,
    ) -> Self:
        """Return a table around a game that exists already; moves made here are moves of that game.

        Parameters
        ----------
        game : Game
            In any phase. ``table.game is game`` until another one is set.
        humans : sequence of int, optional
            Seats played at this screen; by default all that have no bot. A seat that is neither waits.
        bots : dict of int to strategy, optional
            Who plays the other seats.
        names : sequence of str, optional
            The players by seat; by default those of the game.
        on_move : callable, optional
            Called as ``on_move(table, move, events)`` after every move made here, a bot's included, before
            the browser sees it: what it does to the table (`tell`, `locked`, `title`, `game`) arrives in
            the same message. An error that it raises is shown on the table.
        on_click : callable, optional
            Called as ``on_click(table, seat, place)`` before a click is played: `place` is a slot, or
            ``"draw"`` or ``"discard"`` with seat None. If it returns True the click is used up.
        actions : dict of str to callable, optional
            More buttons: what is written on each, and what is called with the table when it is pressed.
        title : str
            A line above the cards: a task, a question. ``table.title`` can be set later.
        controls : bool
            Whether there are the buttons for undo, new game and the like, the log and the points.
        lang, pace, numbers
            As for `Table`.

        Examples
        --------
        >>> from skyjo_widgets.engine import Game
        >>> game = Game(2, seed=1)
        >>> table = Table.from_game(game, title="Turn over any card", controls=False)
        >>> table.click(3)
        >>> game.hidden[0]
        (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)
        """
        table = cls.__new__(cls)
        table._first_seed = None  # noqa: SLF001 - a second way to make a table
        table._games = 1  # noqa: SLF001
        strategies = dict(bots or {})
        called = list(names or game.names or ())
        seats = tuple(
            Seat(called[seat] if seat < len(called) and called[seat] else _name(strategies.get(seat), seat, lang),
                 strategies.get(seat))
            for seat in range(game.players)
        )  # fmt: skip
        table._set_up(  # noqa: SLF001
            game, seats, lang=lang, pace=pace, numbers=numbers, humans=humans, on_move=on_move,
            on_click=on_click, actions=actions, title=title, controls=controls,
        )  # fmt: skip
        return table

    def _set_up(
        self,
        game: Game,
        seats: tuple[Seat, ...],
        *,
        lang: str | None,
        pace: str,
        numbers: bool,
        humans: Sequence[int] | None = None,
        on_move: OnMove | None = None,
        on_click: OnClick | None = None,
        actions: Mapping[str, Callable[[Table], object]] | None = None,
        title: str = "",
        controls: bool = True,
    ) -> None:
        self._game = game
        self._earlier: Game | None = None
        self._seats = seats
        people = [seat for seat, player in enumerate(seats) if player.strategy is None]
        self._humans = tuple(people if humans is None else humans)
        self._on_move, self._on_click = on_move, on_click
        self._actions = dict(actions or {})
        self._title = title
        self._controls = controls
        self._note = ("", "")
        self._locked = False
        self._picked = False
        self._fresh = 0
        self._frames: list[dict[str, Any]] = []
        self._happened: list[str] = []
        self._lang = lang
        self._depth = 1  # bots that come before the first person have played when the table appears
        self._let_bots_play()
        self._depth, self._frames = 0, []
        super().__init__(lang=lang, numbers=numbers, pace=pace)

    # What one can do at a table.

    @property
    def game(self) -> Game:
        """The game that is played here; setting it puts another game on the table."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        with self._showing():
            self._put_on(game)
            self._let_bots_play()

    def click(self, place: int | str, seat: int | None = None) -> str | None:
        """Do what a click does.

        Parameters
        ----------
        place : int or str
            A slot, 0 to 11, or a pile, ``"draw"`` or ``"discard"``.
        seat : int, optional
            Whose card; by default that of the player who decides.

        Returns
        -------
        str or None
            Why not, in words that the table shows too; None if it was done.
        """
        if isinstance(place, str):
            return self.receive({"do": "click", "pile": place})
        return self.receive({"do": "click", "slot": place, "seat": seat})

    def play(self, move: Move | str) -> str | None:
        """Make a move for the person whose turn it is: ``table.play(take(5))``. Returns as `click` does."""
        return self.receive({"do": "play", "move": move})

    def undo(self) -> str | None:
        """Take back the last decision of a person, and what bots did after it. Returns as `click` does."""
        return self.receive({"do": "undo"})

    def new_game(self, seed: int | None = None) -> str | None:
        """Put a new game on the table; `undo` right after it brings the old one back."""
        return self.receive({"do": "new", "seed": seed})

    def next_round(self) -> str | None:
        """Deal the next round when one is over. Returns as `click` does."""
        return self.receive({"do": "next"})

    def step(self) -> str | None:
        """Where only bots play: let one of them make its next decision. Returns as `click` does."""
        return self.receive({"do": "step"})

    def play_round(self) -> str | None:
        """Where only bots play: let them play to the end of the round. Returns as `click` does."""
        return self.receive({"do": "whole"})

    @property
    def log(self) -> tuple[str, ...]:
        """Everything that happened in this game, as sentences."""
        names = self._player_names()
        return tuple(event.say(self._lang, names) for event in self._game.history)

    @property
    def instruction(self) -> str:
        """What the table asks for now, as a sentence."""
        return what_now(
            self._game, self._player_names(), bot=self._bot_decides(), picked=self._picked, lang=self._lang
        )

    @property
    def title(self) -> str:
        """The line above the cards; can be set."""
        return self._title

    @title.setter
    def title(self, text: str) -> None:
        with self._showing():
            self._title = text

    @property
    def message(self) -> str:
        """What `tell` has put on the table."""
        return self._note[1]

    def tell(self, text: str, kind: str = "") -> None:
        """Show `text` on the table until something else is told; `kind` is "", "good" or "bad"."""
        with self._showing():
            self._note = (kind, text)

    @property
    def locked(self) -> bool:
        """Whether clicks on cards and piles are refused because the position is finished; can be set."""
        return self._locked

    @locked.setter
    def locked(self, locked: bool) -> None:
        with self._showing():
            self._locked = bool(locked)

    # The messages.

    def _do(self, what: str, message: dict[str, Any]) -> None:
        stale = isinstance(message.get("rev"), int) and message["rev"] < self._fresh
        if what == "log":
            self.send({"log": self.log})
            return
        if stale and what in ("step", "whole"):
            return  # two views that both play on: one of them is enough
        if stale:
            raise Refused(say("table.refusal.stale", self._lang))
        self._frames, self._happened = [], []
        deeds = {
            "click": self._click,
            "play": lambda message: self._play(message.get("move")),
            "undo": self._undo,
            "new": self._new_game,
            "next": self._next_round,
            "retry": lambda _: self._let_bots_play(),
            "step": lambda _: self._watch(1),
            "whole": lambda _: self._watch(_ROUND_OF_BOTS),
            "action": self._act,
        }
        if what not in deeds:
            raise Refused(say("table.refusal.unknown", self._lang, got=what[:20]))
        deeds[what](message)

    def _click(self, message: dict[str, Any]) -> None:
        pile, slot, seat = message.get("pile"), message.get("slot"), message.get("seat")
        if pile is not None and pile not in ("draw", "discard"):
            raise Refused(say("table.refusal.place", self._lang, got=repr(pile)[:20]))
        if seat is not None and (isinstance(seat, bool) or seat not in range(self._game.players)):
            raise Refused(say("table.refusal.place", self._lang, got=repr(seat)[:20]))
        if self._on_click and not self._locked:
            whose = None if pile else (self._game.seat if seat is None else seat)
            if self._watched(self._on_click, self, whose, pile or slot) is True:
                return
        me = self._me()
        if pile:
            self._click_pile(pile, me)
        elif seat not in (None, me):
            names = self._player_names()
            raise Refused(say("table.refusal.other_seat", self._lang, name=names[seat], mine=names[me]))
        else:
            self._click_card(slot, me)

    def _click_pile(self, pile: str, me: int) -> None:
        game, name = self._game, self._seats[me].name
        if game.phase == "opening":
            raise Refused(say("table.refusal.flip_first", self._lang, name=name))
        if pile == "draw":
            if game.phase == "drawn":
                raise Refused(say("table.refusal.already_drawn", self._lang, name=name, card=game.drawn))
            self._play(draw())
            return
        if game.phase == "drawn" and not any(move.kind == "reveal" for move in game.legal_moves()):
            raise Refused(say("table.refusal.no_reveal", self._lang, card=game.drawn))
        if game.phase == "turn" and not any(move.kind == "take" for move in game.legal_moves()):
            raise Refused(say("table.refusal.choose_draw", self._lang))
        self._picked = not self._picked
        self._touched()

    def _click_card(self, slot: Any, me: int) -> None:  # noqa: ANN401 - a message may carry anything
        try:
            slot = flip(slot).slot
        except IllegalMove as refusal:
            raise Refused(refusal.say(self._lang)) from None
        game = self._game
        if game.phase == "opening":
            self._play(flip(slot))
        elif game.phase == "drawn":
            self._play(reveal(slot) if self._picked else swap(slot))
        elif self._picked:
            self._play(take(slot))
        elif game.discard is None:
            raise Refused(say("table.refusal.choose_draw", self._lang, seat=me))
        else:
            raise Refused(say("table.refusal.choose_pile", self._lang, card=game.discard))

    def _play(self, move: object) -> None:
        self._me()
        try:
            chosen = move if isinstance(move, Move) else parse_move(move)  # type: ignore[arg-type]
            before = self._game.board()
            events = self._game.play(chosen)
        except IllegalMove as refusal:
            raise Refused(refusal.say(self._lang)) from None
        self._note_move(before, chosen, events)
        self._let_bots_play()

    def _undo(self, _: dict[str, Any]) -> None:
        wanted = self._last_decision()
        if wanted is not None:
            while self._game.steps > wanted:
                self._game.undo()
            self._announce("undone")
        elif self._earlier is not None:
            self._game, self._earlier = self._earlier, None
            self._announce("back_to_earlier")
        else:
            raise Refused(say("table.refusal.nothing_to_undo", self._lang))

    def _last_decision(self) -> int | None:
        """Return the number of the last step that somebody at this screen chose, or None."""
        game = self._game
        for number in range(game.steps - 1, -1, -1):
            step = game.step(number)
            if step is None or step[0] in self._humans or not self._humans:
                return number
        return None

    def _new_game(self, message: dict[str, Any]) -> None:
        seed = message.get("seed")
        if seed is None and self._first_seed is not None:
            seed = self._first_seed + self._games
        self._games += 1
        old = self._game
        self._put_on(Game(len(self._seats), seed=seed, rules=old.rules, names=self._player_names()))
        self._earlier = old
        self._announce("new_game")
        self._let_bots_play()

    def _next_round(self, _: dict[str, Any]) -> None:
        if self._game.phase != "round over":
            over = self._game.phase == "game over"
            raise Refused(say(f"table.refusal.{'game_over' if over else 'round_not_over'}", self._lang))
        self._game.next_round()
        self._announce("next_round")
        self._let_bots_play()

    def _watch(self, decisions: int) -> None:
        if not self._bot_decides():
            raise Refused(say("table.refusal.no_bots", self._lang))
        self._let_bots_play(decisions)
        if decisions > 1:
            self._frames = []  # nobody watches a film of a whole round

    def _act(self, message: dict[str, Any]) -> None:
        action = self._actions.get(message.get("name", ""))
        if action is None:
            raise Refused(say("table.refusal.unknown", self._lang, got=str(message.get("name"))[:20]))
        self._touched()
        self._watched(action, self)

    # What follows from them.

    def _me(self) -> int:
        """Return the seat of the person whose turn it is; refuse if there is none."""
        seat = self._game.seat
        if self._locked:
            raise Refused(say("table.refusal.locked", self._lang))
        if seat is None:
            over = "game_over" if self._game.phase == "game over" else "round_over"
            raise Refused(say(f"table.refusal.{over}", self._lang))
        if seat not in self._humans:
            raise Refused(say("table.refusal.bots_turn", self._lang, name=self._seats[seat].name))
        return seat

    def _bot_decides(self) -> bool:
        seat = self._game.seat
        return seat is not None and seat not in self._humans

    def _let_bots_play(self, decisions: int | None = None) -> None:
        """Let bots decide until it is a person's turn; where only bots play, `decisions` times."""
        left = decisions if decisions is not None else (_ROUND_OF_BOTS if self._humans else 0)
        self._trouble = None
        while left and self._bot_decides() and not self._locked:
            player = self._seats[self._game.seat or 0]
            if player.strategy is None:
                return
            before = self._game.board()
            try:
                move, events = bot_plays(self._game, player, self._lang)
            except BotStuckError as stuck:
                self._trouble = str(stuck)
                self._touched()
                return
            self._note_move(before, move, events)
            left -= 1

    def _note_move(self, before: Board, move: Move, events: tuple[Event, ...]) -> None:
        self._picked = False
        self._touched()
        names = self._player_names()
        words = " ".join(event.say(self._lang, names) for event in events)
        self._frames.append(change(before, self._game.board(), move.kind, words))
        self._happened.append(words)
        self._said = " ".join(self._happened)
        if self._on_move:
            self._watched(self._on_move, self, move, events)

    def _watched(self, code: Callable[..., object], *values: object) -> object:
        """Call somebody's code; an error in it is shown on the table, and the game goes on."""
        try:
            return code(*values)
        except Exception as error:  # noqa: BLE001 - shown, not swallowed
            inside = error_in_words(error, self._lang)
            self._trouble = say("table.trouble.callback", self._lang, error=inside)
            return None

    def _put_on(self, game: Game) -> None:
        if game.players != len(self._seats):
            raise ValueError(f"this table has {len(self._seats)} seats, the game {game.players} players")
        self._game, self._earlier = game, None
        self._frames, self._happened = [], []
        self._said, self._trouble, self._refusal = "", None, None
        self._locked = self._picked = False
        self._touched()

    def _announce(self, what: str) -> None:
        self._picked, self._trouble, self._frames = False, None, []
        self._touched()
        board = self._game.board()
        said = say(f"table.did.{what}", self._lang, ask=self.instruction, round=board.round)
        self._said = said
        self._happened = [said]

    def _touched(self) -> None:
        # Clicks that were made before the browser sees the message after this one are too old.
        self._fresh = self._rev + 1

    # What the browser is told.

    def _player_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._seats)

    def _board(self) -> Board:
        return self._game.board()._replace(names=self._player_names())

    def _names(self) -> str:
        line = say("table.repr.table", self._lang, names=listed(self._player_names(), self._lang))
        return f"{line}\n{self._title}" if self._title else line

    def _situation(self) -> dict[str, Any]:
        game, board, lang, names = self._game, self._game.board(), self._lang, self._player_names()
        bots = self._bot_decides()
        first = max(0, len(game.history) - _LINES)
        return {
            **board_state(board),
            "names": names,
            "humans": self._humans,
            "ender": board.ender,
            "winners": board.winners,
            "can": places(game, picked=self._picked) if not bots and not self._locked else [[], []],
            "picked": self._picked,
            "title": self._title,
            "ask": "" if self._locked else self.instruction,
            "why": why_it_ends(game, names, lang),
            "note": self._note,
            "sheet": board.scores,
            "doubled": doubled_seats(game),
            "log": [first, [event.say(lang, names) for event in game.history[first:]]],
            "bare": not self._controls,
            "actions": list(self._actions),
            "buttons": {
                "next": game.phase == "round over",
                "retry": bots and bool(self._trouble),
                "step": bots and not self._humans,
                "undo": self._earlier is not None or self._last_decision() is not None,
            },
            "frames": self._frames,
        }


def _name(strategy: Strategy | None, seat: int, lang: str | None) -> str:
    return name_of(strategy) if strategy else say("table.person", lang, n=seat + 1)
