"""Strategies play: one game with its history, or many games quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skyjo_widgets.engine.deck import check_seed, new_seed
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.errors import StrategyError, text_of
from skyjo_widgets.engine.game import Game
from skyjo_widgets.engine.moves import MOVES, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import ARENA_RULES, check_players, with_turn_limit
from skyjo_widgets.engine.score import add_up, is_game_over
from skyjo_widgets.engine.strategy import different_names, name_of, opening_of
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.engine.deck import Decks
    from skyjo_widgets.engine.rules import Rules
    from skyjo_widgets.engine.strategy import Strategy

__all__ = ["ROUND_LIMIT", "Outcome", "play", "play_decision", "play_game", "play_round"]

ROUND_LIMIT = 100
"""Rounds after which a game between strategies ends as it stands: two who never end a round and keep low
cards lose no points, so nobody would ever reach the score limit. Other games have about ten."""


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
        The options; by default the printed rules. Where they name no limit of turns, it is 100 for each
        player and round: two strategies may never end one.
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
    ValueError
        If there are fewer than 2 or more than 8 strategies, or the seed or the deal is not one.
    TypeError
        If `rules` were not made by `Rules`.

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
    names = different_names([name_of(strategy) for strategy in strategies])
    limited = with_turn_limit(rules)
    game = Game._between(names, new_seed() if seed is None else check_seed(seed), limited, deal)
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
        shown = f"{type(error).__name__}: {text_of(error)}"
        raise StrategyError(
            say("engine.strategy.raised", None, error=shown, **where), game=game, seat=seat
        ) from error
    refusal = game.why_not(move, seat)
    if refusal is not None:
        text = say("engine.strategy.returned", None, got=short(move), why=refusal, **where)
        raise StrategyError(text, game=game, seat=seat) from refusal
    game.play(move, seat)
