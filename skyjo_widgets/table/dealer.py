"""What happens at a table: who may do what now, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import Game, IllegalMove, Move, draw, flip, parse_move, reveal, swap, take
from skyjo_widgets.engine.moves import short
from skyjo_widgets.table.board_widget import BoardWidget, Refused
from skyjo_widgets.table.bots import BotStuckError, bot_plays, error_in_words
from skyjo_widgets.table.frames import board_state, change
from skyjo_widgets.table.situation import doubled_seats, listed, places, what_now, why_it_ends
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from skyjo_widgets.engine import Event
    from skyjo_widgets.picture import Board
    from skyjo_widgets.table.seats import Seat

__all__ = ["Dealer"]

_LINES = 12  # of the log that every message carries; the browser asks for older ones
_CONTROLS = ("undo", "new")  # a table without these buttons does not do it by a stray message either
_AT_MOST = 2_000  # decisions of bots in a row: two over-careful bots would never end a round


class Dealer(BoardWidget):
    """A board widget at which a game is played: carries out messages, lets bots decide.

    Parameters
    ----------
    game : Game
        In any phase.
    seats : sequence of Seat
        Who sits where.
    humans : sequence of int, optional
        Seats played at this screen; by default all without a bot.
    on_move, on_click : callable, optional
        See `Table.from_game`.
    actions : dict of str to callable, optional
        More buttons.
    title : str
        A line above the cards.
    controls : bool
        Whether there are buttons, log and points.
    lang, pace, numbers
        See `Table`.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        *,
        lang: str | None,
        pace: str,
        numbers: bool,
        humans: Sequence[int] | None = None,
        on_move: Callable[..., object] | None = None,
        on_click: Callable[..., object] | None = None,
        actions: Mapping[str, Callable[..., object]] | None = None,
        title: str = "",
        controls: bool = True,
    ) -> None:
        self._game = game
        self._earlier: Game | None = None
        self._seats = tuple(seats)
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
        self._news = len(game.history)
        self._lang = lang
        self._depth = 1  # bots that come before the first person have played when the table appears
        self._let_bots_play()
        self._depth, self._frames = 0, []
        super().__init__(lang=lang, numbers=numbers, pace=pace)

    # The messages.

    def _do(self, what: str, message: dict[str, Any]) -> None:
        if what == "log":
            names = self._player_names()
            self.send({"log": [event.say(self._lang, names) for event in self._game.history]})
            return
        rev = message.get("rev")
        if isinstance(rev, int) and rev < self._fresh:
            if what in ("step", "whole"):
                return  # two views that both play on: one of them is enough
            raise Refused(say("table.refusal.stale", self._lang))
        deeds: dict[str, Callable[[dict[str, Any]], None]] = {
            "click": self._click,
            "play": lambda message: self._play(message.get("move")),
            "undo": self._undo,
            "new": self._new_game,
            "next": self._next_round,
            "retry": self._retry,
            "step": lambda _: self._watch(1),
            "whole": lambda _: self._watch(_AT_MOST),
            "action": self._act,
        }
        if what not in deeds or (what in _CONTROLS and not self._controls):
            raise Refused(say("table.refusal.unknown", self._lang, got=short(what)))
        deeds[what](message)

    def _click(self, message: dict[str, Any]) -> None:
        pile, slot, seat = message.get("pile"), message.get("slot"), message.get("seat")
        for place, known in ((pile, ("draw", "discard")), (seat, range(self._game.players))):
            # 1.0 is in a range, but it is no seat.
            if place is not None and (type(place) not in (str, int) or place not in known):
                raise Refused(say("table.refusal.place", self._lang, got=short(place)))
        if self._on_click and not self._locked:
            whose = None if pile else (self._game.seat if seat is None else seat)
            if self._call(self._on_click, self, whose, pile or slot) is True:
                return
        me = self._me()
        if pile == "draw":
            self._click_draw_pile(self._seats[me].name)
        elif pile == "discard":
            self._click_discard_pile(self._seats[me].name)
        elif seat in (None, me):
            self._click_card(slot)
        else:
            names = self._player_names()
            raise Refused(say("table.refusal.other_seat", self._lang, name=names[seat], mine=names[me]))

    def _click_draw_pile(self, name: str) -> None:
        if self._game.phase == "opening":
            raise Refused(say("table.refusal.flip_first", self._lang, name=name))
        if self._game.phase == "drawn":
            raise Refused(say("table.refusal.already_drawn", self._lang, name=name, card=self._game.drawn))
        self._play(draw())

    def _click_discard_pile(self, name: str) -> None:
        """Choose the pile, or change one's mind: nothing has been seen yet that was not open before."""
        kinds = {move.kind for move in self._game.legal_moves()}
        if "flip" in kinds:
            raise Refused(say("table.refusal.flip_first", self._lang, name=name))
        if self._game.phase == "drawn" and "reveal" not in kinds:
            raise Refused(say("table.refusal.no_reveal", self._lang, card=self._game.drawn))
        if self._game.phase == "turn" and "take" not in kinds:
            raise Refused(say("table.refusal.choose_draw", self._lang))
        self._picked = not self._picked
        self._touched()

    def _click_card(self, slot: Any) -> None:  # noqa: ANN401 - a message may carry anything
        phase, picked = self._game.phase, self._picked
        if phase == "turn" and not picked:
            top = self._game.discard
            key = "choose_draw" if top is None else "choose_pile"
            raise Refused(say(f"table.refusal.{key}", self._lang, card=top))
        make = {
            ("opening", False): flip,
            ("turn", True): take,
            ("drawn", False): swap,
            ("drawn", True): reveal,
        }[phase, picked]
        try:
            move = make(slot)
        except IllegalMove as refusal:
            raise Refused(refusal.say(self._lang)) from None
        self._play(move)

    def _play(self, move: object) -> None:
        self._me()
        before = self._game.board()
        self._start_news()
        try:
            chosen = move if isinstance(move, Move) else parse_move(move)  # type: ignore[arg-type]
            events = self._game.play(chosen)
        except IllegalMove as refusal:
            raise Refused(refusal.say(self._lang)) from None
        self._played(before, chosen, events)
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
        old = self._game
        try:
            game = Game(
                len(self._seats), seed=message.get("seed"), rules=old.rules, names=self._player_names()
            )
        except ValueError as error:
            raise Refused(str(error)) from None
        self._put_on(game)
        self._earlier = old
        self._announce("new_game")
        self._let_bots_play()

    def _next_round(self, _: dict[str, Any]) -> None:
        if self._locked:
            raise Refused(say("table.refusal.locked", self._lang))
        if self._game.phase != "round over":
            over = self._game.phase == "game over"
            raise Refused(say(f"table.refusal.{'game_over' if over else 'round_not_over'}", self._lang))
        self._game.next_round()
        self._announce("next_round")
        self._let_bots_play()

    def _watch(self, decisions: int) -> None:
        if not self._bot_decides():
            raise Refused(say("table.refusal.no_bots", self._lang))
        self._start_news()
        self._let_bots_play(decisions)
        if decisions > 1:
            self._frames = []  # nobody watches a film of a whole round
            self._news = max(self._news, len(self._game.history) - _LINES)

    def _retry(self, _: dict[str, Any]) -> None:
        self._start_news()
        self._let_bots_play(None if self._humans else 1)

    def _act(self, message: dict[str, Any]) -> None:
        name = message.get("name")
        if not isinstance(name, str) or name not in self._actions:
            raise Refused(say("table.refusal.unknown", self._lang, got=short(name)))
        self._touched()
        self._call(self._actions[name], self)

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
        left = decisions if decisions is not None else (_AT_MOST if self._humans else 0)
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
            self._played(before, move, events)
            left -= 1

    def _played(self, before: Board, move: Move, events: tuple[Event, ...]) -> None:
        self._picked = False
        self._touched()
        self._frames.append(change(before, self._game.board(), move.kind, len(self._game.history)))
        if self._on_move:
            self._call(self._on_move, self, move, events)

    def _call(self, code: Callable[..., object], *values: object) -> object:
        """Call somebody's code; an error in it is shown on the table, and the game goes on."""
        try:
            return code(*values)
        except KeyboardInterrupt:
            raise  # that one is the person's, who wants to stop
        except BaseException as error:  # noqa: BLE001 - shown, not swallowed; the kernel must live on
            inside = error_in_words(error, self._lang)
            self._trouble = say("table.trouble.callback", self._lang, error=inside)
            return None

    def _put_on(self, game: Game) -> None:
        self._game, self._earlier = game, None
        self._locked = False
        self._said, self._refusal = "", None
        self._start_news()
        self._picked = False
        self._touched()

    def _announce(self, what: str) -> None:
        self._start_news()
        self._picked = False
        self._touched()
        ask = what_now(self._game, self._player_names(), bot=self._bot_decides(), lang=self._lang)
        self._said = say(f"table.did.{what}", self._lang, ask=ask, round=self._game.round)

    def _start_news(self) -> None:
        self._frames, self._said, self._trouble = [], "", None
        self._news = len(self._game.history)

    def _touched(self) -> None:
        # Clicks that were made before the browser has seen the next message are too old.
        self._fresh = self._rev + 1

    # What the browser is told.

    def _player_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._seats)

    def _board(self) -> Board:
        return self._game.board()._replace(names=self._player_names())

    def _heading(self) -> str:
        line = say("table.repr.table", self._lang, names=listed(self._player_names(), self._lang))
        return f"{line}\n{self._title}" if self._title else line

    def _situation(self) -> dict[str, Any]:
        game, board, lang, names = self._game, self._game.board(), self._lang, self._player_names()
        bots, picked = self._bot_decides(), self._picked
        first = max(0, min(self._news, len(game.history) - _LINES))
        return {
            **board_state(board),
            "names": names,
            "humans": self._humans,
            "winners": board.winners,
            "can": [[], []] if bots or self._locked else places(game, picked=picked),
            "picked": picked,
            "title": self._title,
            "ask": "" if self._locked else what_now(game, names, bot=bots, picked=picked, lang=lang),
            "why": why_it_ends(game, names, lang),
            "note": self._note,
            "sheet": board.scores,
            "doubled": doubled_seats(game),
            "log": [first, [event.say(lang, names) for event in game.history[first:]]],
            "news": self._news,
            "bare": not self._controls,
            "actions": list(self._actions),
            "buttons": {
                "next": game.phase == "round over" and not self._locked,
                "retry": bots and bool(self._trouble),
                "step": bots and not self._humans,
                "undo": self._earlier is not None or self._last_decision() is not None,
            },
            "frames": self._frames,
        }
