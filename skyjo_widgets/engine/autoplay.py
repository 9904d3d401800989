"""Strategies play: one game with its history, or many games quickly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from skyjo_widgets.engine.deck import Decks, check_seed, new_seed
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.errors import IllegalMove, SkyjoError, StrategyError
from skyjo_widgets.engine.game import Game
from skyjo_widgets.engine.moves import MOVES, SLOTS, Move, flip, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import Rules, check_players
from skyjo_widgets.engine.score import add_up, is_game_over
from skyjo_widgets.engine.view import View
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ARENA_RULES",
    "ROUND_LIMIT",
    "Outcome",
    "Strategy",
    "name_of",
    "opening",
    "opening_of",
    "play",
    "play_decision",
    "play_game",
    "play_round",
]

Strategy: TypeAlias = Callable[[View], Move]
"""A plain function of one view that returns one move."""

F = TypeVar("F", bound=Strategy)

ARENA_RULES = Rules(turn_limit=100)
"""Between strategies a round may never end (R28), so it is cut off after 100 turns each."""

ROUND_LIMIT = 100
"""Rounds after which a game between strategies ends as it stands: two who never end a round and keep low
cards lose no points, so nobody would ever reach the score limit. Other games have about ten."""

_DEFAULT_OPENING = (0, 1)


class Outcome(NamedTuple):
    """How a game between strategies ended.

    Attributes
    ----------
    totals : tuple of int
        Points by seat; the lowest wins.
    scores : tuple of tuple of int
        Points of each round by seat, after doubling.
    raw_scores : tuple of tuple of int
        The same before doubling.
    enders : tuple
        Who ended each round; None where the limit of turns did.
    turns : int
        Turns of all players in all rounds.
    """

    totals: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    raw_scores: tuple[tuple[int, ...], ...]
    enders: tuple[int | None, ...]
    turns: int

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.scores)

    @property
    def capped(self) -> int:
        """How many rounds the limit of turns ended."""
        return self.enders.count(None)


def opening(first: int, second: int) -> Callable[[F], F]:
    """Attach to a strategy the two slots that it turns over before the first turn.

    Parameters
    ----------
    first, second : int
        Two different slots, 0 to 11.

    Examples
    --------
    >>> from skyjo_widgets import draw, opening, swap
    >>> @opening(0, 4)
    ... def mine(view):
    ...     return draw() if view.drawn is None else swap(view.worst())
    >>> mine.opening
    (0, 4)
    """
    slots = (flip(first).slot, flip(second).slot)
    if slots[0] == slots[1]:
        raise IllegalMove("not_face_down", slot=slots[1], kind="flip")

    def attach(strategy: F) -> F:
        strategy.opening = slots  # type: ignore[attr-defined]
        return strategy

    return attach


def name_of(strategy: object) -> str:
    """Return what people call a strategy: its function's name, else its class's."""
    inner = getattr(strategy, "func", strategy)  # functools.partial
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(strategy).__name__


def opening_of(strategy: object) -> tuple[int, int]:
    """Return the two slots that `strategy` turns over first: its `opening`, else 0 and 1.

    Raises
    ------
    StrategyError
        If it has an `opening` that is not two different slots.
    """
    slots = getattr(strategy, "opening", _DEFAULT_OPENING)
    try:
        first, second = slots
        if type(first) is type(second) is int and first != second and first in SLOTS and second in SLOTS:
            return first, second
    except (TypeError, ValueError):
        pass
    raise StrategyError(say("engine.strategy.bad_opening", name=name_of(strategy), got=short(slots)))


def play_round(position: Round, strategies: Sequence[Strategy]) -> None:
    """Let `strategies`, by seat, play a round to its last turn; it is not scored yet.

    Raises
    ------
    Exception
        Whatever a strategy raises, and `IllegalMove` for a move that is not legal; `position.seat`
        then says whose fault it is.
    """
    decisions = position.turns()
    view, decide = next(decisions, None), decisions.send
    while view is not None:
        move = strategies[position.seat](view)  # type: ignore[index]
        # Only here: a StopIteration that a strategy raises is an error of its own.
        try:
            view = decide(move)
        except StopIteration:
            return


def play_game(
    strategies: Sequence[Strategy],
    decks: Decks,
    deal: int = 0,
    rules: Rules = ARENA_RULES,
) -> Outcome:
    """Let `strategies` play one whole game, as quickly as can be: no history, no events.

    It ends early, with all totals below the score limit, after `ROUND_LIMIT` rounds.

    Parameters
    ----------
    strategies : sequence of callables
        By seat, 2 to 8. What one raises passes through.
    decks : Decks
        The shuffles.
    deal : int
        Which game of the seed of `decks`.
    rules : Rules
        The options.

    Raises
    ------
    Exception
        Whatever a strategy raises, and `IllegalMove` for a move that is not legal.
    """
    players = check_players(len(strategies))
    openings = [opening_of(strategy) for strategy in strategies]
    dice = [Dice(decks.seed, deal, seat) for seat in range(players)]
    totals: tuple[int, ...] = (0,) * players
    scores: list[tuple[int, ...]] = []
    raw_scores: list[tuple[int, ...]] = []
    enders: list[int | None] = []
    turns = 0
    while not is_game_over(totals, rules.score_limit) and len(scores) < ROUND_LIMIT:
        number = len(scores) + 1
        position = Round(
            decks.deck(deal, number),
            players,
            rules,
            number=number,
            totals=totals,
            previous_ender=enders[-1] if enders else None,
            dice=dice,
            refill=lambda refill, cards, number=number: decks.refill(deal, number, refill, cards),  # type: ignore[misc]
        )
        for seat, slots in enumerate(openings):
            for slot in slots:
                position.flip(seat, slot)
        play_round(position, strategies)
        position.final_reveal()
        raw = position.points()
        raw_scores.append(tuple(raw))
        scores.append(tuple(position.double_the_ender(raw)))
        enders.append(position.ender)
        turns += sum(position.turns_taken)
        totals = add_up(scores[-1:], totals)
    return Outcome(totals, tuple(scores), tuple(raw_scores), tuple(enders), turns)


def play(
    *strategies: Strategy,
    seed: int | None = None,
    rules: Rules | None = None,
    deal: int = 0,
    until_error: bool = False,
) -> Game:
    """Let strategies play one game, and return the finished game to look at.

    Parameters
    ----------
    *strategies : callables
        By seat, 2 to 8: functions of one `View` that return one move.
    seed : int, optional
        The same seed gives the same cards; by default a fresh one.
    rules : Rules, optional
        The options; by default the printed rules, with at most 100 turns for each player and round.
    deal : int
        Which game of the seed: the number that a duel names.
    until_error : bool
        Whether to return the unfinished game when a strategy fails, instead of raising.

    Returns
    -------
    Game
        Finished, with its history; or not finished after `ROUND_LIMIT` rounds.

    Raises
    ------
    StrategyError
        If a strategy raises or returns something that is not a legal move: says which, where and why.
        Its `game` is the game up to there.

    Examples
    --------
    >>> from skyjo_widgets import play, strategies
    >>> game = play(strategies.greedy, strategies.greedy, seed=4)
    >>> game.phase
    'game over'
    """
    check_players(len(strategies))
    for strategy in strategies:
        if not callable(strategy):
            raise StrategyError(say("engine.strategy.not_callable", got=short(strategy)))
    names = _different([name_of(strategy) for strategy in strategies])
    game = Game._between(names, new_seed() if seed is None else check_seed(seed), rules or ARENA_RULES, deal)
    openings = [opening_of(strategy) for strategy in strategies]
    while game.phase != "game over":
        if game.phase == "round over":
            if game.round >= ROUND_LIMIT:
                break
            game.next_round()
        if game.phase == "opening":
            _open(game, openings)
        elif game.seat is not None:
            try:
                play_decision(game, strategies[game.seat])
            except StrategyError:
                if until_error:
                    break
                raise
    return game


def _open(game: Game, openings: Sequence[tuple[int, int]]) -> None:
    """Turn over every player's first two cards."""
    for seat, slots in enumerate(openings):
        for slot in slots:
            game.play(MOVES["flip"][slot], seat)


def play_decision(game: Game, strategy: Strategy) -> None:
    """Let `strategy` make the decision that is due in `game`.

    Raises
    ------
    StrategyError
        If it raises or returns something that is not a legal move; the game is as it was before.
    """
    seat: int = game.seat  # type: ignore[assignment]
    view = game.view(seat)
    where = {"name": name_of(strategy), "round": view.round, "turn": view.turn}
    try:
        move = strategy(view)
    except Exception as error:
        if isinstance(error, SkyjoError) and not isinstance(error, IllegalMove):
            raise
        shown = f"{type(error).__name__}: {error}"
        raise StrategyError(
            say("engine.strategy.raised", None, error=shown, **where), game=game, seat=seat
        ) from error
    refusal = game.why_not(move, seat)
    if refusal is not None:
        text = say("engine.strategy.returned", None, got=short(move), why=refusal, **where)
        raise StrategyError(text, game=game, seat=seat) from refusal
    game.play(move, seat)


def _different(names: Sequence[str]) -> list[str]:
    """Return `names`, equal ones numbered: greedy 1, greedy 2."""
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
