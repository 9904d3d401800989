"""Imagined rounds: what may lie face-down, dealt at random, so that a round can be played on in thought.

The imagined round is the engine's own `Round`, so it follows the same rules as the real one; only its
face-down cards and its draw pile are made up, from the cards that a player has not seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from sys import maxsize
from typing import TYPE_CHECKING

from skyjo_widgets.engine import COUNTS, DECK, VALUES, Round, play_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skyjo_widgets.engine import Move, View

__all__ = ["imagined_rounds", "scores_after"]

TURNS_MORE = 15
"""An imagined round is cut off after so many more turns of each player: two who wait may never end it."""


def imagined_rounds(view: View, number: int) -> Iterator[Round]:
    """Yield rounds that look to me just like this one, each with other face-down cards.

    Parameters
    ----------
    view : View
        What I know.
    number : int
        How many rounds.

    Examples
    --------
    >>> from skyjo_widgets import Game, flip
    >>> game = Game(seed=3)
    >>> for seat, slot in (0, 0), (0, 1), (1, 0), (1, 1):
    ...     events = game.play(flip(slot), seat)
    >>> view = game.view(game.seat)
    >>> rounds = list(imagined_rounds(view, 2))
    >>> [imagined.view(view.seat).grid == view.grid for imagined in rounds]
    [True, True]
    """
    # One number of mine starts a generator of its own: that is quicker, and follows the seed all the same.
    chance = Random(view.randrange(2**63))
    unseen = [value for value, count in zip(VALUES, view.unseen, strict=True) for _ in range(count)]
    model = _as_seen(view, chance)
    for _ in range(number):
        # Sorting by random keys is a shuffle that gives the same order on every version of Python.
        cards = sorted(unseen, key=lambda _: chance.random())
        imagined = model.copy()
        for own, hidden in zip(imagined.cards, imagined.hidden, strict=True):
            for slot in hidden:
                own[slot] = cards.pop()
        imagined.draw_pile = cards
        yield imagined


def scores_after(imagined: Round, move: Move, policy: Callable[[View], Move]) -> list[int]:
    """Return the scores of the round if I play `move` and everybody goes on with `policy`: mine first.

    Parameters
    ----------
    imagined : Round
        Where I am on turn. It is used up.
    move : Move
        Any legal move.
    policy : callable
        A strategy that plays on for everybody, me included.

    Returns
    -------
    list of int
        In turn order, after doubling.
    """
    me: int = imagined.seat  # type: ignore[assignment]
    if move.kind == "take":
        # Leave out the card that I would have drawn: so the others draw the same cards after each of my
        # moves, and what differs between the moves is less a matter of luck.
        imagined.draw_pile.insert(0, imagined.draw_pile.pop())
    first = iter([move])
    players = [policy] * len(imagined.cards)
    players[me] = lambda view: next(first, None) or policy(view)
    play_round(imagined, players)
    imagined.final_reveal()
    scores = imagined.double_the_ender(imagined.points())
    return scores[me:] + scores[:me]


def _as_seen(view: View, chance: Random) -> Round:
    """Return a round with all that the view shows, and nothing face-down yet."""

    def refilled(_number: int, cards: list[int]) -> list[int]:
        return sorted(cards, key=lambda _: chance.random())

    players = len(view.all_grids)
    seats = [(view.seat + step) % players for step in range(players)]
    model = Round(
        [*DECK],  # what is dealt is replaced below
        players,
        replace(view.rules, turn_limit=min(view.turn + TURNS_MORE, view.rules.turn_limit or maxsize)),
        number=view.round,
        totals=[total for _, total in sorted(zip(seats, view.totals, strict=True))],
        dice=[view.dice] * players,
        refill=refilled,
    )
    model.flips_left = 0
    model.cards = [[*grid] for grid in view.all_grids]
    model.faces = [[*grid] for grid in view.all_grids]
    model.grids = [*view.all_grids]
    model.hidden = [*view.all_hidden]
    model.unseen = [*view.unseen]
    model.drawn = view.drawn
    model.seat = view.seat
    model.turns_taken = [view.turn - 1] * players
    model.discard_pile = [*_below_the_top(view), view.discard]
    if view.ender is not None:
        model.ender = (view.seat + view.ender) % players
        model.pending = seats[: view.ender]
    return model


def _below_the_top(view: View) -> list[int]:
    """Return the cards under the top of the discard pile: all that are neither unseen nor in sight."""
    elsewhere = Counter([face for grid in view.all_grids for face in grid if face is not None])
    elsewhere.update(dict(zip(VALUES, view.unseen, strict=True)))
    elsewhere.update([view.discard] if view.drawn is None else [view.discard, view.drawn])
    return [value for value in VALUES for _ in range(COUNTS[value] - elsewhere[value])]
