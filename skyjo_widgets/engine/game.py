"""One game, move by move: rounds, totals, history, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.engine.deck import Decks, check_seed, new_seed
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.errors import IllegalMove
from skyjo_widgets.engine.event import Event
from skyjo_widgets.engine.moves import Move, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import Rules, check_players
from skyjo_widgets.engine.score import add_up, is_game_over, winners
from skyjo_widgets.picture import FACE_DOWN, Board
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Mapping, Sequence

    from skyjo_widgets.engine.record import Shuffles
    from skyjo_widgets.engine.view import View

__all__ = ["Game"]


class _Moment(NamedTuple):
    """All that a step changes, as it was before the step."""

    round: Round
    scores: tuple[tuple[int, ...], ...]
    raw_scores: tuple[tuple[int, ...], ...]
    told: int
    step: tuple[int, Move] | None  # None: the next round was dealt


class Game:
    """A game of Skyjo by the exact rules, played move by move.

    Parameters
    ----------
    players : int
        2 to 8.
    seed : int, optional
        0 to 2**64 - 1; the same seed gives the same cards. By default a fresh one.
    rules : Rules, optional
        The options; by default the printed rules.
    names : sequence of str, optional
        The players by seat, for texts and pictures.

    Raises
    ------
    ValueError
        If there are fewer than 2 or more than 8 players, or the seed is not one.

    Examples
    --------
    >>> from skyjo_widgets import Game, draw, flip, swap
    >>> game = Game(players=2, seed=7)
    >>> for seat in (0, 1):
    ...     for slot in (0, 1):
    ...         events = game.play(flip(slot), seat=seat)
    >>> game.phase
    'turn'
    """

    def __init__(
        self,
        players: int = 2,
        seed: int | None = None,
        rules: Rules | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self._set_up(check_players(players), seed, rules, names)
        self._deal(1, None)

    @classmethod
    def _between(cls, names: Sequence[str], seed: int, rules: Rules, deal: int) -> Game:
        """Return the game number `deal` of `seed`, for `play`."""
        game = object.__new__(cls)
        game._set_up(len(names), seed, rules, names, deal=deal)
        game._deal(1, None)
        return game

    def _set_up(
        self,
        players: int,
        seed: int | None,
        rules: Rules | None,
        names: Sequence[str],
        decks: Shuffles | None = None,
        deal: int = 0,
    ) -> None:
        self._seed = new_seed() if seed is None else check_seed(seed)
        self._decks: Shuffles = Decks(self._seed) if decks is None else decks
        self._deal_number = deal
        self._players = players
        self._rules = Rules() if rules is None else rules
        self._names = tuple(str(name) for name in names)[:players]
        self._start_totals: tuple[int, ...] = (0,) * players
        self._start: dict[str, Any] | None = None  # the position that the game was made from
        self._dice = tuple(Dice(self._seed, deal, seat) for seat in range(players))
        self._past: list[_Moment] = []
        self._history: list[Event] = []
        self._scores: tuple[tuple[int, ...], ...] = ()
        self._raw_scores: tuple[tuple[int, ...], ...] = ()
        self._dealt: dict[int, list[int]] = {}
        self._refills: dict[tuple[int, int], list[int]] = {}
        self._decisions: Generator[View, Move, None] | None = None

    def _deal(self, number: int, previous_ender: int | None) -> None:
        deck = self._dealt[number] = self._decks.deck(self._deal_number, number)
        self._tell("deal", None, round=number)
        self._round = Round(
            deck,
            self._players,
            self._rules,
            number=number,
            totals=self.totals,
            previous_ender=previous_ender,
            dice=self._dice,
            refill=self._refill,
            tell=self._tell,
        )
        self._decisions = None

    def _refill(self, number: int, cards: list[int]) -> list[int]:
        pile = self._decks.refill(self._deal_number, self._round.number, number, cards)
        self._refills[self._round.number, number] = pile
        return pile

    def _tell(self, kind: str, seat: int | None, **values: object) -> None:
        self._history.append(Event(kind, seat, values))

    # -- What there is to know ----------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; empty where none were given."""
        return self._names

    @property
    def seed(self) -> int:
        """The seed that all shuffles follow. Who knows it knows the cards."""
        return self._seed

    @property
    def rules(self) -> Rules:
        """The options of this game."""
        return self._rules

    @property
    def phase(self) -> str:
        """``"opening"``, ``"turn"``, ``"drawn"``, ``"round over"`` or ``"game over"``."""
        return self._phase(self._round, self.totals)

    def _phase(self, position: Round, totals: Sequence[int]) -> str:
        if position.flips_left:
            return "opening"
        if position.seat is not None:
            return "turn" if position.drawn is None else "drawn"
        return "game over" if is_game_over(totals, self._rules.score_limit) else "round over"

    @property
    def seat(self) -> int | None:
        """Who decides now; in the opening the first seat that has cards to turn; None after a round."""
        return _deciding(self._round)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._round.number

    @property
    def turn(self) -> int:
        """How many turns have begun in this round, by all players together; 0 in the opening."""
        return _turn(self._round)

    @property
    def grids(self) -> tuple[tuple[int | None, ...], ...]:
        """By seat 12 open values; None where there is nothing to read (face-down or cleared)."""
        return tuple(self._round.grids)

    @property
    def hidden(self) -> tuple[tuple[int, ...], ...]:
        """By seat the face-down slots, ascending."""
        return tuple(self._round.hidden)

    @property
    def drawn(self) -> int | None:
        """The card that the player on turn has drawn and not yet placed."""
        return self._round.drawn

    @property
    def discard(self) -> int | None:
        """The top of the discard pile."""
        pile = self._round.discard_pile
        return pile[-1] if pile else None

    @property
    def discard_pile(self) -> tuple[int, ...]:
        """The discard pile from the bottom up; all of it was seen by everybody."""
        return tuple(self._round.discard_pile)

    @property
    def draw_count(self) -> int:
        """How many cards are on the draw pile."""
        return len(self._round.draw_pile)

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Points of each finished round by seat, after doubling."""
        return self._scores

    @property
    def raw_scores(self) -> tuple[tuple[int, ...], ...]:
        """Points of each finished round by seat, before doubling."""
        return self._raw_scores

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of all finished rounds by seat."""
        return add_up(self._scores, self._start_totals)

    @property
    def starter(self) -> int | None:
        """Who began this round, once it is settled."""
        return self._round.starter

    @property
    def ender(self) -> int | None:
        """Who ended this round, if anybody has."""
        return self._round.ender

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that still have their last turn, in order."""
        return tuple(self._round.pending)

    @property
    def capped(self) -> bool:
        """True if the limit of turns ended this round, not a player."""
        return self._round.capped

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest total once the game is over; empty before."""
        return winners(self.totals) if self.phase == "game over" else ()

    @property
    def moves(self) -> tuple[tuple[int, Move], ...]:
        """All moves so far, each with the seat that made it."""
        return tuple(moment.step for moment in self._past if moment.step is not None)

    @property
    def history(self) -> tuple[Event, ...]:
        """All that happened, as everybody saw it; ``str(event)`` says it in words."""
        return tuple(self._history)

    # -- Playing ------------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """Return all moves that `play` would accept from `seat` (by default the seat that decides)."""
        deciding = self.seat if seat is None else self._known(seat)
        return () if deciding is None else self._round.legal_moves(deciding)

    def why_not(self, move: object, seat: int | None = None) -> IllegalMove | None:
        """Return the error that ``play(move, seat)`` would raise, or None if the move is legal."""
        if seat is not None:
            self._known(seat)
        if self.seat is None:
            return IllegalMove(self.phase.replace(" ", "_"))
        deciding = self.seat if seat is None else seat
        if isinstance(move, Move) and move in self._round.legal_moves(deciding):
            return None
        return self._round.refusal(deciding, move)

    def play(self, move: Move, seat: int | None = None) -> tuple[Event, ...]:
        """Play a move, and return what happened.

        Parameters
        ----------
        move : Move
            Made by `flip`, `take`, `draw`, `swap` or `reveal`.
        seat : int, optional
            Whose move it is; by default the seat that decides. In the opening any seat may go first.

        Raises
        ------
        IllegalMove
            If the rules do not allow the move here; the game is as it was before.
        """
        refusal = self.why_not(move, seat)
        if refusal is not None:
            raise refusal
        deciding: int = self.seat if seat is None else seat  # type: ignore[assignment]
        self._remember((deciding, move))
        told = len(self._history)
        if self._round.flips_left:
            self._round.flip(deciding, move.slot)  # type: ignore[arg-type]
        else:
            self._send(move)
        if self._decisions is None and self._round.seat is not None:
            self._begin()
        return tuple(self._history[told:])

    def _begin(self) -> None:
        self._decisions = self._round.turns()
        self._step(lambda: next(self._decisions))  # type: ignore[arg-type]

    def _send(self, move: Move) -> None:
        if self._decisions is None:
            self._begin()
        self._step(lambda: self._decisions.send(move))  # type: ignore[union-attr]

    def _step(self, step: Any) -> None:  # noqa: ANN401 - what the step returns is not used
        try:
            step()
        except StopIteration:
            self._decisions = None
            self._score_round()

    def _score_round(self) -> None:
        """Reveal everything, clear, count, double, add up; see whether the game is over."""
        played = self._round
        played.final_reveal()
        raw = played.points()
        scores = played.double_the_ender(raw)
        self._raw_scores += (tuple(raw),)
        self._scores += (tuple(scores),)
        for seat, (points, score) in enumerate(zip(raw, scores, strict=True)):
            if points != score:
                self._tell("double", seat, points=points, factor=self._rules.penalty, doubled=score)
        totals = self.totals
        for seat, score in enumerate(scores):
            self._tell("score", seat, points=score, total=totals[seat])
        if self.phase == "game over":
            self._tell("game_over", None, seats=winners(totals))

    def next_round(self) -> tuple[Event, ...]:
        """Deal the next round, and return what happened.

        Raises
        ------
        IllegalMove
            If the round is still running or the game is over.
        """
        if self.phase != "round over":
            raise IllegalMove("game_over" if self.phase == "game over" else "round_running")
        self._remember(None)
        told = len(self._history)
        self._deal(self._round.number + 1, self._round.ender)
        return tuple(self._history[told:])

    def undo(self) -> Move | None:
        """Take back the last step, and return the move taken back (None: it was the deal of a round).

        Raises
        ------
        IllegalMove
            If nothing has been done yet.
        """
        if not self._past:
            raise IllegalMove("nothing_to_undo")
        moment = self._past.pop()
        self._round, self._scores, self._raw_scores = moment.round, moment.scores, moment.raw_scores
        del self._history[moment.told :]
        self._decisions = None
        return None if moment.step is None else moment.step[1]

    def _remember(self, step: tuple[int, Move] | None) -> None:
        told = len(self._history)
        self._past.append(_Moment(self._round.copy(), self._scores, self._raw_scores, told, step))

    # -- Looking ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps there have been: moves, and deals of a next round."""
        return len(self._past)

    def step(self, number: int) -> tuple[int, Move] | None:
        """Return what was done in step `number` (from 0): (seat, move), or None for the deal of a round."""
        return self._past[self._known_step(number, self.steps - 1)].step

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what happened in step `number` (from 0)."""
        past = self._past
        first = past[self._known_step(number, self.steps - 1)].told
        last = past[number + 1].told if number + 1 < self.steps else len(self._history)
        return tuple(self._history[first:last])

    def view(self, seat: int | None = None, step: int | None = None) -> View:
        """Return what `seat` may know, now or as it was before step `step`.

        Parameters
        ----------
        seat : int, optional
            By default the seat that decides, or 0 if nobody does.
        step : int, optional
            0 to `steps`; by default now.
        """
        position = self._at(step).round
        if seat is None:
            deciding = _deciding(position)
            seat = 0 if deciding is None else deciding
        seen = position.view(self._known(seat))
        return seen._replace(dice=Dice.from_key(seen.dice.key))  # dice that nobody else has thrown

    def board(self, step: int | None = None) -> Board:
        """Return what everybody may see, now or as it was before step `step` (0 to `steps`)."""
        moment = self._at(step)
        position = moment.round
        totals = add_up(moment.scores, self._start_totals)
        phase = self._phase(position, totals)
        return Board(
            names=self._names,
            faces=tuple(
                tuple(FACE_DOWN if slot in hidden else face for slot, face in enumerate(grid))
                for grid, hidden in zip(position.grids, position.hidden, strict=True)
            ),
            phase=phase,
            seat=_deciding(position),
            drawn=position.drawn,
            discard=position.discard_pile[-1] if position.discard_pile else None,
            draw_count=len(position.draw_pile),
            discard_count=len(position.discard_pile),
            totals=totals,
            scores=moment.scores,
            round=position.number,
            turn=_turn(position),
            starter=position.starter,
            ender=position.ender,
            pending=tuple(position.pending),
            winners=winners(totals) if phase == "game over" else (),
            capped=position.capped,
        )

    def _at(self, step: int | None) -> _Moment:
        if step is None or self._known_step(step, self.steps) == self.steps:
            return _Moment(self._round, self._scores, self._raw_scores, len(self._history), None)
        return self._past[step]

    def _known_step(self, step: int, last: int) -> int:
        if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= last:
            raise IndexError(say("engine.step", got=short(step), last=last))
        return step

    def _known(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self._players:
            raise ValueError(say("engine.seat", got=short(seat), last=self._players - 1))
        return seat

    def __str__(self) -> str:
        from skyjo_widgets.picture import text_board  # noqa: PLC0415 - drawn only when looked at

        return text_board(self.board())

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        from skyjo_widgets.picture import svg_board  # noqa: PLC0415 - drawn only when looked at

        return svg_board(self.board())

    def __getstate__(self) -> dict[str, Any]:
        # A suspended generator can't be copied; it is made anew from the round when the next move comes.
        return {**self.__dict__, "_decisions": None}

    # -- Keeping ------------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int = 0, names: Sequence[str] = ()) -> Game:
        """Return a game that goes on from a position; see `skyjo_widgets.engine.position` for the format.

        Parameters
        ----------
        position : dict
            Grids of 3 rows of 4, piles, phase; as `position` gives it.
        seed : int
            What later shuffles follow.
        names : sequence of str, optional
            The players by seat.

        Raises
        ------
        RecordError
            If the position is not one; the message names the field.
        """
        from skyjo_widgets.engine.position import read_position  # noqa: PLC0415 - it builds on Game

        return read_position(cls, position, seed, names)

    def position(self) -> dict[str, Any]:
        """Return the position as plain data, face-down cards included: `from_position` goes on from it."""
        from skyjo_widgets.engine.position import write_position  # noqa: PLC0415 - it builds on Game

        return write_position(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Keep the whole game as a JSON file that a person can read."""
        from skyjo_widgets.engine.record import save_game  # noqa: PLC0415 - it builds on Game

        save_game(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Return the game that `save` has kept, ready to go on.

        Raises
        ------
        RecordError
            If the file is no saved game, is damaged, or comes from a newer version.
        """
        from skyjo_widgets.engine.record import load_game  # noqa: PLC0415 - it builds on Game

        return load_game(cls, path)


def _deciding(position: Round) -> int | None:
    if position.flips_left:
        return next(seat for seat in range(len(position.cards)) if position.flips_of(seat))
    return position.seat


def _turn(position: Round) -> int:
    return 0 if position.flips_left else sum(position.turns_taken) + (position.seat is not None)
