"""One game, move by move: rounds, totals, history, undo."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine.deck import Decks, check_deal, check_seed, new_seed
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.errors import IllegalMove
from skyjo_widgets.engine.event import Event
from skyjo_widgets.engine.legality import legal_moves, refusal
from skyjo_widgets.engine.moves import Move, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import check_players, check_rules
from skyjo_widgets.engine.score import winners
from skyjo_widgets.engine.state import GameState, Moment
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Mapping, Sequence

    from skyjo_widgets.engine.record import Shuffles
    from skyjo_widgets.engine.rules import Rules
    from skyjo_widgets.engine.view import View

__all__ = ["Game"]


class Game(GameState):
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
        The players by seat, for texts and pictures. Who has none, or an empty one, is called by the
        number of the seat; names without a player are left out.

    Raises
    ------
    ValueError
        If there are fewer than 2 or more than 8 players, or the seed is not one.
    TypeError
        If `rules` were not made by `Rules`, or `names` is no list of names.

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
        self._deal_number = deal = check_deal(deal)
        self._players = players
        self._rules = check_rules(rules)
        self._names = _listed(names)[:players]
        self._start_totals = (0,) * players
        self._start: dict[str, Any] | None = None  # the position that the game was made from
        self._dice = tuple(Dice(self._seed, deal, seat) for seat in range(players))
        self._past = []
        self._history = []
        self._scores = ()
        self._raw_scores = ()
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
        self._history.append(Event.of(kind, seat, values))

    # -- Playing ------------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """Return all moves that `play` would accept from `seat` (by default the seat that decides)."""
        deciding = self.seat if seat is None else self._known(seat)
        return () if deciding is None else legal_moves(self._round, deciding)

    def why_not(self, move: object, seat: int | None = None) -> IllegalMove | None:
        """Return the error that ``play(move, seat)`` would raise, or None if the move is legal."""
        named = None if seat is None else self._known(seat)
        if self.seat is None:
            return IllegalMove(self.phase.replace(" ", "_"))
        deciding = self.seat if named is None else named
        if any(move is legal for legal in legal_moves(self._round, deciding)):
            return None
        return refusal(self._round, deciding, move)

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
        why = self.why_not(move, seat)
        if why is not None:
            raise why
        deciding: int = self.seat if seat is None else self._known(seat)  # type: ignore[assignment]
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
        self._advance(None)

    def _send(self, move: Move) -> None:
        if self._decisions is None:
            self._begin()
        self._advance(move)

    def _advance(self, move: Move | None) -> None:
        """Let the round go on to its next decision; score it when there is none."""
        try:
            self._decisions.send(move)  # type: ignore[union-attr, arg-type]
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
        played.know_totals(totals)
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
        here = (self._round.number, self._round.refills)
        self._dealt = {number: deck for number, deck in self._dealt.items() if number <= here[0]}
        self._refills = {which: cards for which, cards in self._refills.items() if which <= here}
        self._decisions = None
        return None if moment.step is None else moment.step[1]

    def _remember(self, step: tuple[int, Move] | None) -> None:
        told = len(self._history)
        self._past.append(Moment(self._round.copy(), self._scores, self._raw_scores, told, step))

    def __copy__(self) -> Game:
        return deepcopy(self)  # a copy that shared the round would play its moves in both games

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


def _listed(names: object) -> tuple[str, ...]:
    # A single string is a sequence, too: its letters would become the names.
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(say("engine.names", got=short(names)))
    return tuple("" if name is None else str(name) for name in names)
