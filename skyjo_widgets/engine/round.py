"""One round by the rules. Each rule is one short function, named after what it does (R: number of the rule).

`Round` holds the cards, the face-down ones included, so it stays inside the engine: players get a
`View`, pictures a `Board`.
"""

from __future__ import annotations

from sys import maxsize
from typing import TYPE_CHECKING

from skyjo_widgets.engine.deck import DECK_SIZE
from skyjo_widgets.engine.legality import refusal
from skyjo_widgets.engine.moves import DRAW, SLOTS, Move
from skyjo_widgets.engine.view import ALL_UNSEEN, View

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from skyjo_widgets.engine.dice import Dice
    from skyjo_widgets.engine.rules import Rules

__all__ = ["COLUMNS", "OPENING_CARDS", "Round"]

OPENING_CARDS = 2  # R4
COLUMNS = tuple((column, column + 4, column + 8) for column in range(4))
_CARDS_EACH = len(SLOTS)
_LOWEST = -2  # `unseen[value - _LOWEST]` counts a value
_ALL_SLOTS = tuple(SLOTS)
_NOTHING_OPEN: tuple[int | None, ...] = (None,) * _CARDS_EACH
_new_view = tuple.__new__


class Round:
    """The state of one round, and the rules that change it.

    Attributes
    ----------
    cards : list of list
        By seat the 12 true values, None where cleared. Secret.
    faces : list of list
        By seat what lies open: a value, or None where face-down or cleared.
    grids, hidden : list of tuple
        By seat the faces as they were after the last move, and the face-down slots.
    draw_pile, discard_pile : list of int
        The top is the last.
    drawn : int or None
        The card that `seat` has drawn and not yet placed.
    seat : int or None
        Who is on turn; None in the opening and when the round is over.
    starter, ender : int or None
        Who began and who ended the round.
    pending : list of int
        The seats that still have their last turn, in order.
    turns_taken : list of int
        By seat.
    """

    __slots__ = (
        "capped",
        "cards",
        "dice",
        "discard_pile",
        "draw_pile",
        "drawn",
        "ender",
        "faces",
        "flips_left",
        "following",
        "grids",
        "hidden",
        "number",
        "pending",
        "previous_ender",
        "refill",
        "refills",
        "rules",
        "seat",
        "starter",
        "tell",
        "totals_from",
        "turns_taken",
        "unseen",
    )

    def __init__(
        self,
        deck: list[int],
        players: int,
        rules: Rules,
        *,
        number: int = 1,
        totals: Sequence[int] | None = None,
        previous_ender: int | None = None,
        dice: Sequence[Dice] = (),
        refill: Callable[[int, list[int]], list[int]],
        tell: Callable[..., None] | None = None,
    ) -> None:
        self.rules = rules
        self.number = number
        self.know_totals(tuple(totals) if totals is not None else (0,) * players)
        self.previous_ender = previous_ender
        self.dice = dice
        self.refill = refill  # (number of the refill, cards) -> the new draw pile, top first
        self.tell = tell
        self.drawn: int | None = None
        self.seat: int | None = None
        self.starter: int | None = None
        self.ender: int | None = None
        self.pending: list[int] = []
        self.following = [*range(1, players), 0]  # clockwise (R27)
        self.flips_left = OPENING_CARDS * players  # R4
        self.turns_taken = [0] * players
        self.refills = 0
        self.capped = False
        self.deal(deck, players)

    # -- Setting up ---------------------------------------------------------------------------------

    def deal(self, deck: list[int], players: int) -> None:
        """Give each player 12 face-down cards; one more opens the discard pile (R3)."""
        dealt = _CARDS_EACH * players
        self.cards: list[list[int | None]] = [
            deck[first : first + _CARDS_EACH]  # type: ignore[misc]
            for first in range(0, dealt, _CARDS_EACH)
        ]
        self.faces = [[*_NOTHING_OPEN] for _ in range(players)]
        self.grids = [_NOTHING_OPEN] * players
        self.hidden = [_ALL_SLOTS] * players
        self.unseen = list(ALL_UNSEEN)
        self.discard_pile = [deck[dealt]]
        self.unseen[deck[dealt] - _LOWEST] -= 1
        self.draw_pile = deck[:dealt:-1]

    def flip(self, seat: int, slot: int) -> None:
        """Turn over one card before the first turn (R4); after the last such card somebody starts."""
        self.turn_face_up(seat, slot)
        self.grids[seat] = tuple(self.faces[seat])
        self.flips_left -= 1
        if self.tell is not None:
            self.tell("flip", seat, slot=slot, value=self.faces[seat][slot])
        if not self.flips_left:
            self.choose_starter()

    def choose_starter(self) -> None:
        """Let the player who ended the round before begin; else the highest open sum (R5, R6, R7).

        Equal sums: the higher single card, then the lowest seat. A round that nobody ended, because
        the limit of turns did, leaves the choice to the sum again.
        """
        if self.rules.next_start == "ender" and self.previous_ender is not None:
            self.starter = self.previous_ender
        else:
            opened = [[face for face in faces if face is not None] for faces in self.faces]
            ranks = [(sum(pair), max(pair)) for pair in opened]
            self.starter = ranks.index(max(ranks))  # index() finds the first of equals: the lowest seat
        self.seat = self.starter
        if self.tell is not None:
            self.tell("start", self.starter)

    # -- A turn -------------------------------------------------------------------------------------

    def turns(self) -> Generator[View, Move, None]:
        """Play turn after turn until the round is over: yields a view, is sent a move.

        Raises
        ------
        IllegalMove
            Into the caller of ``send``, if the move is not legal. The round is unchanged, but this
            generator is finished; call `turns` again to go on.
        """
        limit = self.rules.turn_limit or maxsize
        while (seat := self.seat) is not None:
            cards, view = self.cards[seat], self.view(seat)
            if self.drawn is None:
                if self.turns_taken[seat] >= limit and self.ender is None:
                    self.end_by_limit()
                    return
                move = yield view
                if move is DRAW and (self.draw_pile or self.can_draw()):
                    self.draw_card(seat)
                elif move.__class__ is Move and move.kind == "take" and cards[slot := move.slot] is not None:  # type: ignore[index]
                    self.place(seat, slot, self.discard_pile.pop(), "take")  # type: ignore[arg-type]
                    self.end_turn(seat, slot)  # type: ignore[arg-type]
                    continue
                else:
                    raise refusal(self, seat, move)
                # What has changed by drawing is what stands first in a view.
                view = _new_view(View, (self.drawn, len(self.draw_pile), tuple(self.unseen)) + view[3:])  # noqa: RUF005 - twice as quick
            move = yield view
            if move.__class__ is not Move:
                raise refusal(self, seat, move)
            kind, slot = move.kind, move.slot
            if kind == "reveal" and slot in self.hidden[seat]:
                self.discard_drawn(seat, slot)
            elif kind == "swap" and cards[slot] is not None:  # type: ignore[index]
                self.place(seat, slot, self.drawn, "swap")  # type: ignore[arg-type]
            else:
                raise refusal(self, seat, move)
            self.drawn = None
            self.end_turn(seat, slot)  # type: ignore[arg-type]

    def draw_card(self, seat: int) -> None:
        """Take the top of the draw pile in hand and look at it (R9)."""
        if not self.draw_pile:
            self.refill_draw_pile()
        card = self.drawn = self.draw_pile.pop()
        self.unseen[card - _LOWEST] -= 1
        if self.tell is not None:
            self.tell("draw", seat)

    def refill_draw_pile(self) -> None:
        """Shuffle all discards but the top card into a new draw pile, when somebody must draw (R24)."""
        top = self.discard_pile.pop()
        self.refills += 1
        self.draw_pile = self.refill(self.refills, self.discard_pile)[::-1]
        for card in self.draw_pile:
            self.unseen[card - _LOWEST] += 1
        self.discard_pile = [top]
        if self.tell is not None:
            self.tell("refill", None, cards=len(self.draw_pile))

    def place(self, seat: int, slot: int, card: int, kind: str) -> None:
        """Lay `card` face-up in `slot`; the old card goes face-up on the discard pile (R8, R9)."""
        cards, faces = self.cards[seat], self.faces[seat]
        out: int = cards[slot]  # type: ignore[assignment]
        if faces[slot] is None:
            self.turn_face_up(seat, slot)
        cards[slot] = faces[slot] = card
        self.discard_pile.append(out)
        if self.tell is not None:
            self.tell(kind, seat, slot=slot, value=card, out=out)

    def discard_drawn(self, seat: int, slot: int) -> None:
        """Discard the drawn card and turn over a face-down card (R9)."""
        card: int = self.drawn  # type: ignore[assignment]
        self.discard_pile.append(card)
        self.turn_face_up(seat, slot)
        if self.tell is not None:
            self.tell("reveal", seat, slot=slot, value=self.faces[seat][slot], out=card)

    def turn_face_up(self, seat: int, slot: int) -> None:
        """Turn over a face-down card: from now on everybody sees it."""
        card: int = self.cards[seat][slot]  # type: ignore[assignment]
        self.faces[seat][slot] = card
        self.unseen[card - _LOWEST] -= 1
        hidden = self.hidden[seat]
        if hidden[0] == slot:  # what most players choose
            self.hidden[seat] = hidden[1:]
        else:
            place = hidden.index(slot)
            self.hidden[seat] = hidden[:place] + hidden[place + 1 :]

    def clear_column(self, seat: int, column: int) -> None:
        """Remove three equal open cards of a column, always, and lay them on the discard pile (R10-R14)."""
        faces = self.faces[seat]
        value = faces[column]
        if value is not None and faces[column + 4] == value == faces[column + 8]:
            for slot in COLUMNS[column]:
                faces[slot] = self.cards[seat][slot] = None
            self.discard_pile += [value, value, value]
            if self.tell is not None:
                self.tell("clear", seat, column=column, value=value)

    def end_turn(self, seat: int, slot: int) -> None:
        """Clear the column that was touched, see whether the round ends, pass the turn on (R15-R17, R27)."""
        faces, column = self.faces[seat], slot % 4
        if faces[column] == faces[column + 4]:  # seldom: a look saves the call
            self.clear_column(seat, column)
        self.grids[seat] = tuple(faces)
        self.turns_taken[seat] += 1
        if self.ender is not None:
            self.pending.remove(seat)
            self.seat = self.pending[0] if self.pending else None
            return
        if not self.hidden[seat]:
            players = len(self.cards)
            self.ender = seat
            self.pending = [other % players for other in range(seat + 1, seat + players)]
            if self.tell is not None:
                self.tell("end", seat, last_turns=len(self.pending))
        self.seat = self.following[seat]

    # -- The end of the round -----------------------------------------------------------------------

    def end_by_limit(self) -> None:
        """End the round where it lies: nobody is the ender (R28)."""
        self.capped = True
        self.seat = None
        if self.tell is not None:
            self.tell("capped", None, limit=self.rules.turn_limit)

    def final_reveal(self) -> None:
        """Turn over every face-down card, then remove every complete column of every player (R18)."""
        for seat, slots in enumerate(self.hidden):
            if slots:
                faces = self.faces[seat] = self.cards[seat].copy()
                self.hidden[seat] = ()
                values = tuple([faces[slot] for slot in slots])
                for value in values:
                    self.unseen[value - _LOWEST] -= 1  # type: ignore[operator]
                if self.tell is not None:
                    self.tell("final_reveal", seat, slots=slots, values=values)
        if self.rules.final_clearing:
            for seat in range(len(self.cards)):
                for column in range(4):
                    self.clear_column(seat, column)
        self.grids = [tuple(faces) for faces in self.faces]

    def points(self) -> list[int]:
        """Return each player's points: the sum of the cards that are left; 0 with none (R23)."""
        return [sum(filter(None, cards)) for cards in self.cards]  # without the Nones, and zeros add nothing

    def double_the_ender(self, points: Sequence[int]) -> list[int]:
        """Return `points` with the ender's doubled if somebody else is lower or equal, and only if positive.

        R19: judged on the points of this round alone, after the final clearing.
        """
        scores, ender = [*points], self.ender
        if ender is not None and points[ender] > 0:
            others = scores[:ender] + scores[ender + 1 :]
            if min(others) <= points[ender]:
                scores[ender] *= self.rules.penalty
        return scores

    def can_draw(self) -> bool:
        """Tell whether there is a card to draw, now or after a refill (R25)."""
        return bool(self.draw_pile) or len(self.discard_pile) > 1

    def flips_of(self, seat: int) -> int:
        """Return how many cards `seat` must still turn over before the first turn (R4)."""
        return max(0, OPENING_CARDS - sum(face is not None for face in self.faces[seat]))

    # -- What a player knows ------------------------------------------------------------------------

    def know_totals(self, totals: tuple[int, ...]) -> None:
        """Take note of the points of all finished rounds, for every seat mine first."""
        self.totals_from = [totals[seat:] + totals[:seat] for seat in range(len(totals))]

    def view(self, seat: int) -> View:
        """Return what `seat` may know now (R26)."""
        grids, hidden, discards = self.grids, self.hidden, self.discard_pile
        drawn, unseen, ender = self.drawn, self.unseen, self.ender
        if drawn is not None and seat != self.seat:  # only who drew it has seen it
            unseen = unseen.copy()
            unseen[drawn - _LOWEST] += 1
            drawn = None
        # tuple.__new__ skips NamedTuple's Python-level constructor: a view is made at every decision.
        return _new_view(
            View,
            (
                drawn,
                len(self.draw_pile),
                tuple(unseen),
                discards[-1] if discards else None,  # None: a position after the round, made by hand
                grids[seat],
                hidden[seat],
                seat,
                tuple(grids),
                tuple(hidden),
                self.totals_from[seat],
                self.turns_taken[seat] + 1,
                self.number,
                ender is not None,
                ender if ender is None else (ender - seat) % len(grids),
                self.rules,
                self.dice[seat],
            ),
        )

    def copy(self) -> Round:
        """Return a round of its own in the same state."""
        twin = object.__new__(Round)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.cards = [cards.copy() for cards in self.cards]
        twin.faces = [faces.copy() for faces in self.faces]
        for name in ("grids", "hidden", "draw_pile", "discard_pile", "pending", "turns_taken", "unseen"):
            setattr(twin, name, getattr(self, name).copy())
        return twin


assert DECK_SIZE > 8 * _CARDS_EACH  # noqa: S101 - R1 and R2: even eight players leave a draw pile
