"""Many games side by side: the umpire deals and judges, the submissions' processes only choose moves.

A *block* is some deals of two submissions, each deal played once for either seating with the same decks.
Every submission has two processes, one for each seat, and every pair has decks of its own: the cards of a
deal that a process has seen never come back to it. All views that wait for a process travel in one
message, from all of its games, so that the games cost little more than the thinking.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.classroom.played import Mistake, Played, game_in_steps
from skyjo_widgets.classroom.wire import CODES, FAILED, MOVES, plain
from skyjo_widgets.engine import (
    ARENA_RULES,
    Decks,
    Dice,
    IllegalMove,
    Move,
    Outcome,
    Rules,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from skyjo_widgets.classroom.wire import Question
    from skyjo_widgets.engine import View

__all__ = ["Block", "Chair", "Wave"]

Chair = tuple[str, int]
"""A submission's key and a seat, 0 or 1: each has a process of its own."""


class Block(NamedTuple):
    """Some deals of a pair of submissions, given by their keys in ascending order."""

    pair: tuple[str, str]
    first: int
    deals: int


@dataclass(slots=True)
class _Table:
    """One game that is being played.

    Attributes
    ----------
    seats : tuple of Chair
        Who sits where.
    numbers : tuple of int
        By seat, which of the games of that process this is.
    """

    block: int
    deal: int
    seats: tuple[Chair, Chair]
    numbers: tuple[int, int]
    openings: tuple[tuple[int, int], tuple[int, int]]
    steps: Generator[tuple[int, View], Move, Outcome]
    seat: int = 0
    view: View | None = None
    moves: bytearray = field(default_factory=bytearray)


class Wave:
    """The games of some blocks, played side by side.

    Parameters
    ----------
    blocks : sequence of Block
        Which deals of which pairs.
    seeds : mapping
        For each pair the seed of its decks.
    openings : mapping
        For each key the first two slots.
    rules : Rules
        The options.

    Attributes
    ----------
    waiting : dict
        For each chair (a key, and 0 or 1 for the seat) the games in which it has to decide.
    spent, decided : dict
        For each key the seconds of thinking and the number of decisions.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        seeds: Mapping[tuple[str, str], int],
        openings: Mapping[str, tuple[int, int]],
        rules: Rules = ARENA_RULES,
    ) -> None:
        self.blocks = blocks
        self.waiting: dict[Chair, list[int]] = {}
        self.spent: dict[str, float] = {}
        self.decided: dict[str, int] = {}
        self._asked: dict[Chair, list[int]] = {}
        self._dice: dict[Chair, list[bytes]] = {}
        self._tables: list[_Table | None] = []
        self._played: list[dict[int, list[Played | None]]] = [{} for _ in blocks]
        self._left = 0
        decks = {pair: Decks(seeds[pair]) for pair in dict.fromkeys(block.pair for block in blocks)}
        for number, block in enumerate(blocks):
            for keys in (block.pair, block.pair[::-1]):
                wishes = (openings[keys[0]], openings[keys[1]])
                for deal in range(block.first, block.first + block.deals):
                    steps = game_in_steps(wishes, decks[block.pair], deal, rules)
                    self._sit_down(number, deal, (keys[0], keys[1]), wishes, steps, decks[block.pair].seed)

    def _sit_down(
        self,
        block: int,
        deal: int,
        keys: tuple[str, str],
        wishes: tuple[tuple[int, int], tuple[int, int]],
        steps: Generator[tuple[int, View], Move, Outcome],
        seed: int,
    ) -> None:
        seats = ((keys[0], 0), (keys[1], 1))
        numbers = []
        for seat, chair in enumerate(seats):
            # A process gets the keys of its own random numbers, from which nothing leads to the cards.
            known = self._dice.setdefault(chair, [])
            numbers.append(len(known))
            known.append(Dice(seed, deal, seat).key)
        table = _Table(block, deal, seats, (numbers[0], numbers[1]), wishes, steps)
        self._tables.append(table)
        self._left += 1
        table.seat, table.view = next(steps)
        self._wait(len(self._tables) - 1, table)

    def _wait(self, place: int, table: _Table) -> None:
        self.waiting.setdefault(table.seats[table.seat], []).append(place)

    @property
    def over(self) -> bool:
        """Whether every game is finished."""
        return not self._left

    def questions(self, chair: Chair) -> tuple[list[bytes], list[Question]]:
        """Return what to ask the process of a chair now: its random keys, once, and all that waits."""
        asked = self._asked[chair] = self.waiting.pop(chair)
        keys, self._dice[chair] = self._dice[chair], []
        seat = chair[1]
        tables = self._tables
        return keys, [(tables[place].numbers[seat], plain(tables[place].view)) for place in asked]  # type: ignore[union-attr,arg-type]

    def answer(self, chair: Chair, codes: bytes, words: Mapping[str, Any]) -> None:
        """Play the moves that came back."""
        told = _by_place(words.get("mistakes"))
        for number, (place, code) in enumerate(zip(self._asked.pop(chair), codes, strict=True)):
            table = self._tables[place]
            if table is None:  # the other one has gone meanwhile
                continue
            if code == FAILED:
                self._lost(place, table, None, told.get(number, {}))
            else:
                self._move(place, table, code)

    def _move(self, place: int, table: _Table, code: int) -> None:
        table.moves.append(code)
        try:
            table.seat, table.view = table.steps.send(MOVES[code])
        except StopIteration as finished:
            self._finished(
                place, Played(table.deal, finished.value, None, None, bytes(table.moves), table.openings)
            )
        except IllegalMove as refusal:
            del table.moves[-1]
            self._lost(place, table, refusal, {"got": repr(MOVES[code])})
        else:
            self._wait(place, table)

    def _lost(self, place: int, table: _Table, refusal: IllegalMove | None, words: dict[str, Any]) -> None:
        view: View = table.view  # type: ignore[assignment]
        mistake = Mistake(view.round, view.turn, refusal, words)
        self._finished(
            place, Played(table.deal, None, table.seat, mistake, bytes(table.moves), table.openings)
        )

    def _finished(self, place: int, played: Played) -> None:
        table: _Table = self._tables[place]  # type: ignore[assignment]
        self._tables[place] = None
        self._left -= 1
        seating = int(table.seats[0][0] != self.blocks[table.block].pair[0])
        self._played[table.block].setdefault(table.deal, [None, None])[seating] = played

    def play_here(self, key: str, strategy: Callable[[View], Move]) -> None:
        """Let a trusted strategy of this process decide for `key` until only others have to."""
        for chair in ((key, 0), (key, 1)):
            while places := self.waiting.pop(chair, None):
                for place in places:
                    table: _Table = self._tables[place]  # type: ignore[assignment]
                    self._move(place, table, CODES[strategy(table.view)])  # type: ignore[arg-type]

    def drop(self, key: str) -> None:
        """Break off all games of one who has gone; they count for nobody."""
        gone = [number for number, block in enumerate(self.blocks) if key in block.pair]
        for place, table in enumerate(self._tables):
            if table is not None and table.block in gone:
                self._tables[place] = None
                self._left -= 1
        for number in gone:
            self._played[number] = {}
        self.waiting = {
            chair: left
            for chair, places in self.waiting.items()
            if (left := [place for place in places if self._tables[place] is not None])
        }

    def results(self) -> Iterator[tuple[Block, list[tuple[Played, Played]]]]:
        """Return for each block its complete deals in order, up to the first that is not complete.

        Each is the game in which the first of the pair sat first, and the other one.
        """
        for number, block in enumerate(self.blocks):
            deals: list[tuple[Played, Played]] = []
            for deal in range(block.first, block.first + block.deals):
                one, other = self._played[number].get(deal, (None, None))
                if one is None or other is None:
                    break
                deals.append((one, other))
            yield block, deals


def _by_place(told: object) -> dict[int, dict[str, Any]]:
    """Return what a process says about its mistakes, as far as it says so in the right form."""
    listed = told if isinstance(told, list) else []
    return {one["place"]: one for one in listed if isinstance(one, dict) and type(one.get("place")) is int}
