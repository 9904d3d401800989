"""What there is to know of a game, now and at every step before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.engine.score import add_up, is_game_over, winners
from skyjo_widgets.picture import FACE_DOWN, Board
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.engine.event import Event
    from skyjo_widgets.engine.moves import Move
    from skyjo_widgets.engine.round import Round
    from skyjo_widgets.engine.rules import Rules
    from skyjo_widgets.engine.view import View

__all__ = ["GameState", "Moment"]


class Moment(NamedTuple):
    """All that a step changes, as it was before the step."""

    round: Round
    scores: tuple[tuple[int, ...], ...]
    raw_scores: tuple[tuple[int, ...], ...]
    told: int
    step: tuple[int, Move] | None  # None: the next round was dealt


class GameState:
    """What there is to know of a game. `Game` adds what one can do."""

    _dice: tuple[Dice, ...]
    _history: list[Event]
    _names: tuple[str, ...]
    _past: list[Moment]
    _players: int
    _raw_scores: tuple[tuple[int, ...], ...]
    _round: Round
    _rules: Rules
    _scores: tuple[tuple[int, ...], ...]
    _seed: int
    _start_totals: tuple[int, ...]

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
        past, known = self._past, self._known_step(number, self.steps - 1)
        first = past[known].told
        last = past[known + 1].told if known + 1 < self.steps else len(self._history)
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

    def _at(self, step: int | None) -> Moment:
        known = self.steps if step is None else self._known_step(step, self.steps)
        if known == self.steps:
            return Moment(self._round, self._scores, self._raw_scores, len(self._history), None)
        return self._past[known]

    def _known_step(self, step: object, last: int) -> int:
        number = whole_number(step)
        if number is None or not 0 <= number <= last:
            raise IndexError(say("engine.step", got=short(step), last=last))
        return number

    def _known(self, seat: object) -> int:
        number = whole_number(seat)
        if number is None or not 0 <= number < self._players:
            raise ValueError(say("engine.seat", got=short(seat), last=self._players - 1))
        return number

    def __str__(self) -> str:
        from skyjo_widgets.picture import text_board  # noqa: PLC0415 - drawn only when looked at

        return text_board(self.board())

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        from skyjo_widgets.picture import svg_board  # noqa: PLC0415 - drawn only when looked at

        return svg_board(self.board())


def _deciding(position: Round) -> int | None:
    if position.flips_left:
        return next(seat for seat in range(len(position.cards)) if position.flips_of(seat))
    return position.seat


def _turn(position: Round) -> int:
    return 0 if position.flips_left else sum(position.turns_taken) + (position.seat is not None)
