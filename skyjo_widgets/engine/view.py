"""What one player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from skyjo_widgets.engine.deck import COUNTS, MEAN_VALUE, VALUES
from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.engine.dice import Dice
    from skyjo_widgets.engine.rules import Rules

__all__ = ["View"]

T = TypeVar("T")

_BELOW_ALL = min(VALUES) - 1
_BITS = 53  # what a float holds exactly
_UNIT = 2.0**-_BITS


class View(NamedTuple):
    """What one player may know when it is their turn: read-only, and mine first.

    A strategy is a function of a view that returns a move. The view is made of what is public; there
    is no way from it to a face-down card (R26).

    Attributes
    ----------
    drawn : int or None
        The card I have drawn and must now `swap` in or discard (`reveal`); None before I chose a pile.
    discard : int
        The top card of the discard pile: what `take` would give me.
    grid : tuple
        My 12 cards in reading order: a value from -2 to 12, or None where there is nothing to read
        (face-down or cleared).
    hidden : tuple of int
        My face-down slots, ascending.
    seat : int
        Where I sit, from 0.
    all_grids : tuple of tuple
        Every player's grid by seat; `opponents` has the others' in turn order.
    all_hidden : tuple of tuple of int
        Every player's face-down slots by seat; `opponents_hidden` has the others' in turn order.
    totals : tuple of int
        Points of the finished rounds: mine, then the others' in turn order.
    cards_left : int
        How many cards are left on the draw pile.
    turn : int
        The number of my turn in this round, from 1.
    round : int
        The number of the round, from 1.
    ending : bool
        True if somebody has ended the round and this is my last turn.
    ender : int or None
        Who ended the round, in turn order (1 is the next player); None if nobody has.
    unseen : tuple of int
        How many cards of each value from -2 to 12 I have not seen: 15 counts. They lie face-down
        before the players or in the draw pile.
    rules : Rules
        The options of this game.
    dice : Dice
        Where `random`, `randrange` and `choice` take their numbers from.
    """

    # The three that change when a card is drawn stand first: the engine reuses the rest.
    drawn: int | None
    cards_left: int
    unseen: tuple[int, ...]
    discard: int
    grid: tuple[int | None, ...]
    hidden: tuple[int, ...]
    seat: int
    all_grids: tuple[tuple[int | None, ...], ...]
    all_hidden: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    turn: int
    round: int
    ending: bool
    ender: int | None
    rules: Rules
    dice: Dice

    @property
    def opponents(self) -> tuple[tuple[int | None, ...], ...]:
        """The other players' grids in turn order, the next player first; each like `grid`.

        Examples
        --------
        >>> from skyjo_widgets import Game
        >>> len(Game(players=4, seed=1).view(0).opponents)
        3
        """
        return self.all_grids[self.seat + 1 :] + self.all_grids[: self.seat]

    @property
    def opponents_hidden(self) -> tuple[tuple[int, ...], ...]:
        """The other players' face-down slots in turn order."""
        return self.all_hidden[self.seat + 1 :] + self.all_hidden[: self.seat]

    @property
    def shown(self) -> tuple[int, ...]:
        """My face-up slots, ascending.

        Examples
        --------
        >>> from skyjo_widgets import Game
        >>> Game(seed=1).view(0).shown
        ()
        """
        return tuple([slot for slot, face in enumerate(self.grid) if face is not None])

    @property
    def cleared(self) -> tuple[int, ...]:
        """My slots that a complete column left empty, ascending."""
        hidden = self.hidden
        return tuple([slot for slot, face in enumerate(self.grid) if face is None and slot not in hidden])

    @property
    def points(self) -> int:
        """The sum of my face-up cards."""
        return sum(filter(None, self.grid))  # without the Nones, and zeros add nothing

    @property
    def mean_unseen(self) -> float:
        """The mean value of the cards I have not seen: what an unknown card is worth on average.

        Examples
        --------
        >>> from skyjo_widgets import Game
        >>> 4 < Game(seed=1).view(0).mean_unseen < 6
        True
        """
        unseen = self.unseen
        return sum(map(int.__mul__, VALUES, unseen)) / (sum(unseen) or 1)

    def column(self, slot: int) -> tuple[int | None, ...]:
        """Return the three cards of the column that `slot` is in, from the top; None is not readable.

        Examples
        --------
        >>> from skyjo_widgets import Game, flip
        >>> game = Game(seed=7)
        >>> events = game.play(flip(5))
        >>> game.view(0).column(9)
        (None, 4, None)
        """
        return self.grid[slot % 4 :: 4]

    def worst(self) -> int:
        """Return the slot of my worst card, a face-down card counted as the deck's mean, 5.07.

        So it is my highest face-up card if that is 6 or more, else the first face-down one, else the
        highest that I have. Equal cards: the first.
        """
        grid, hidden = self.grid, self.hidden
        highest = _BELOW_ALL
        for face in grid:  # a plain loop: three times as quick as max() of a list made for it
            if face is not None and face > highest:
                highest = face
        return hidden[0] if hidden and highest < MEAN_VALUE else grid.index(highest)

    def estimate(self, player: int = 0) -> float:
        """Return the points that a player can expect if the round ended now.

        Parameters
        ----------
        player : int
            0 for me, 1 for the next player, and so on.

        Returns
        -------
        float
            The face-up cards, and for each face-down card the mean of the unseen ones.

        Raises
        ------
        IndexError
            If there is no such player.
        """
        grids = self.all_grids
        if not 0 <= player < len(grids):
            raise IndexError(say("engine.estimate", got=short(player), last=len(grids) - 1))
        seat = (self.seat + player) % len(grids)
        return sum(filter(None, grids[seat])) + len(self.all_hidden[seat]) * self.mean_unseen

    @property
    def _decision(self) -> int:
        """A number for this decision that no other decision of mine in this game has."""
        return (self.round << 32) + 2 * self.turn + (self.drawn is not None)

    def random(self) -> float:
        """Return a random number from 0 (included) to 1 (excluded) that follows the seed of the game.

        The same decision of the same game gets the same numbers each time it is played.
        """
        return (self.dice.bits(self._decision) >> (64 - _BITS)) * _UNIT

    def randrange(self, stop: int) -> int:
        """Return a random whole number from 0 to ``stop - 1``, each equally likely.

        Raises
        ------
        ValueError
            If `stop` is not a whole number of at least 1.
        """
        if stop.__class__ is not int or stop < 1:  # the quick way first: most numbers are plain
            stop = self._below(stop)
        # Multiply and shift (Lemire 2019): the bias is below stop / 2**64, far from measurable.
        return (self.dice.bits(self._decision) * stop) >> 64

    @staticmethod
    def _below(stop: object) -> int:
        number = whole_number(stop)
        if number is None or number < 1:
            raise ValueError(say("engine.randrange", got=short(stop)))
        return number

    def choice(self, options: Sequence[T]) -> T:
        """Return one of `options`, each equally likely: ``view.choice(view.hidden)``.

        Raises
        ------
        IndexError
            If there are none.
        """
        if not len(options):
            raise IndexError(say("engine.choice"))
        return options[self.randrange(len(options))]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(say("engine.view_fixed", name=name))

    def __repr__(self) -> str:
        shown = [
            "__" if slot in self.hidden else "--" if face is None else f"{face:2}"
            for slot, face in enumerate(self.grid)
        ]
        rows = " / ".join(" ".join(shown[row : row + 4]).strip() for row in (0, 4, 8))
        drawn = "" if self.drawn is None else f" drawn={self.drawn}"
        return f"<View round {self.round}, turn {self.turn}:{drawn} discard={self.discard} grid={rows}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple.__new__, (View, tuple(self))


ALL_UNSEEN = tuple(COUNTS.values())
"""What a player has not seen before the deal: everything."""
