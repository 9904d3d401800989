"""One game of a class tournament: how it is played in steps, and what is kept of it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.engine import ROUND_LIMIT, Decks, Dice, IllegalMove, Move, Outcome, Round, Rules
from skyjo_widgets.engine.score import add_up, is_game_over

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from skyjo_widgets.engine import View

__all__ = ["Mistake", "Played", "game_in_steps", "seed_of_pair"]


class Mistake(NamedTuple):
    """Why a submission lost a game by the rules of the class.

    Attributes
    ----------
    round, turn : int
        Where: the round, and the number of its own turn in it.
    refusal : IllegalMove or None
        If its move was not legal.
    words : dict
        What its process told about an error or a wrong answer.
    """

    round: int
    turn: int
    refusal: IllegalMove | None
    words: dict[str, Any]


class Played(NamedTuple):
    """One finished game.

    Attributes
    ----------
    deal : int
        Its deal.
    outcome : Outcome or None
        None if a mistake ended it.
    loser : int or None
        The seat that made the mistake.
    mistake : Mistake or None
        What it was.
    moves : bytes
        All decisions in order, as places in `MOVES`.
    openings : tuple
        By seat the two slots turned over first.
    """

    deal: int
    outcome: Outcome | None
    loser: int | None
    mistake: Mistake | None
    moves: bytes
    openings: tuple[tuple[int, int], tuple[int, int]]

    def share(self, seat: int) -> float:
        """Return the part of the victory that `seat` has: 1, 0, or one half of a shared one."""
        if self.outcome is None:
            return float(self.loser != seat)
        mine, other = self.outcome.totals[seat], self.outcome.totals[1 - seat]
        return 0.5 if mine == other else float(mine < other)


def seed_of_pair(seed: int, pair: tuple[str, str]) -> int:
    """Return the seed of all decks of a pair: every pair has its own, whoever else is in the class."""
    text = f"{seed}/{pair[0]}/{pair[1]}".encode()
    return int.from_bytes(blake2b(text, digest_size=8, person=b"skyjo class").digest(), "big")


def game_in_steps(
    openings: Sequence[tuple[int, int]], decks: Decks, deal: int, rules: Rules
) -> Generator[tuple[int, View], Move, Outcome]:
    """Play one whole game: yields who decides and what they know, is sent a move, returns the outcome.

    Raises
    ------
    IllegalMove
        Into the caller of ``send``; the game is over then.
    """
    players = len(openings)
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
        decisions = position.turns()
        try:
            view = next(decisions)
            while True:
                move = yield position.seat, view  # type: ignore[misc]
                view = decisions.send(move)
        except StopIteration:
            pass
        position.final_reveal()
        raw = position.points()
        raw_scores.append(tuple(raw))
        scores.append(tuple(position.double_the_ender(raw)))
        enders.append(position.ender)
        turns += sum(position.turns_taken)
        totals = add_up(scores[-1:], totals)
    return Outcome(totals, tuple(scores), tuple(raw_scores), tuple(enders), turns)
