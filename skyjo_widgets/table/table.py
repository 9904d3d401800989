"""The table at which people and bots play: `Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import Game, Rules, name_of
from skyjo_widgets.table.dealer import Dealer
from skyjo_widgets.table.seats import Seat, seats_of
from skyjo_widgets.table.situation import what_now
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self, TypeAlias

    from skyjo_widgets.engine import Event, Move, Strategy

    OnMove: TypeAlias = Callable[["Table", Move, tuple[Event, ...]], object]
    OnClick: TypeAlias = Callable[["Table", int | None, int | str], bool | None]

__all__ = ["Table"]

_SEEDS = 2**64  # after the last seed comes the first again


class Table(Dealer):
    """A card table in the notebook.

    Parameters
    ----------
    *players : str or callable
        Two to eight players by seat: a name is a person at this screen, a function (a strategy) is a bot.
        ``Table()`` is you against ``strategies.greedy``, ``Table(mine)`` you against your own strategy;
        where all are bots, one watches, step by step.
    seed : int, optional
        Which cards are dealt; the next games at this table use the seeds after it. By default they differ
        every time.
    rules : Rules, optional
        The options of the game.
    lang : str, optional
        Language of this table; by default the one setting for all.
    pace : str
        How quickly bots move before one's eyes: ``"slow"``, ``"normal"``, ``"fast"`` or ``"off"``.
    numbers : bool
        Whether every card shows its slot number.

    Raises
    ------
    TypeError
        If a player is neither a name nor a function.
    ValueError
        If there are more than eight players, or an option is out of range.

    Examples
    --------
    >>> table = Table("Ola", "Kuba", seed=1)
    >>> table.click(0)
    >>> table.click(0)
    'slot 0 is already face-up: flip turns over a face-down card'
    >>> table.undo()
    >>> print(table.instruction)
    Ola: click a card to turn it over, then another one.
    """

    def __init__(
        self,
        *players: str | Strategy,
        seed: int | None = None,
        rules: Rules | None = None,
        lang: str | None = None,
        pace: str = "normal",
        numbers: bool = False,
    ) -> None:
        seats = seats_of(players, lang)
        self._seed, self._games = seed, 1
        game = Game(len(seats), seed=seed, rules=rules, names=[seat.name for seat in seats])
        super().__init__(game, seats, lang=lang, pace=pace, numbers=numbers)

    @classmethod
    def from_game(
        cls,
        game: Game,
        *,
        humans: Sequence[int] | None = None,
        bots: Mapping[int, Strategy] | None = None,
        names: Sequence[str] | None = None,
        on_move: OnMove | None = None,
        on_click: OnClick | None = None,
        actions: Mapping[str, Callable[[Table], object]] | None = None,
        title: str = "",
        controls: bool = True,
        lang: str | None = None,
        pace: str = "normal",
        numbers: bool = False,
    ) -> Self:
        """Return a table around a game that exists already; moves made here are moves of that game.

        Parameters
        ----------
        game : Game
            In any phase. ``table.game is game`` until another one is put on the table.
        humans : sequence of int, optional
            Seats played at this screen; by default all that have no bot. A seat that is neither waits.
        bots : dict of int to strategy, optional
            Who plays the other seats.
        names : sequence of str, optional
            The players by seat; by default those of the game.
        on_move : callable, optional
            Called as ``on_move(table, move, events)`` after every move made here, a bot's included, before
            the browser sees it: what it does to the table (`tell`, `locked`, `title`, `game`) arrives in
            the same message. An error that it raises is shown on the table.
        on_click : callable, optional
            Called as ``on_click(table, seat, place)`` before a click is played: `place` is a slot, or
            ``"draw"`` or ``"discard"`` with seat None. If it returns True the click is used up.
        actions : dict of str to callable, optional
            More buttons: what is written on each, and what is called with the table when it is pressed;
            from Python `press` does the same.
        title : str
            A line above the cards: a task, a question. ``table.title`` can be set later.
        controls : bool
            Whether there are the buttons for undo, new game and the like, the log and the points.
        lang, pace, numbers
            As for `Table`.

        Examples
        --------
        >>> from skyjo_widgets.engine import Game
        >>> game = Game(2, seed=1)
        >>> table = Table.from_game(game, title="Turn over any card", controls=False)
        >>> table.click(3)
        >>> game.hidden[0]
        (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)
        """
        strategies = dict(bots or {})
        called = [*(names or game.names), *[""] * game.players]
        seats = [
            Seat(called[seat] or _unnamed(strategies.get(seat), seat, lang), strategies.get(seat))
            for seat in range(game.players)
        ]
        # A second way to make a table: everything but the dealing of a new game.
        table = cls.__new__(cls)
        table._seed, table._games = None, 1  # noqa: SLF001 - its own
        Dealer.__init__(
            table,
            game,
            seats,
            humans=humans,
            on_move=on_move,
            on_click=on_click,
            actions=actions,
            title=title,
            controls=controls,
            lang=lang,
            pace=pace,
            numbers=numbers,
        )
        return table

    @property
    def game(self) -> Game:
        """The game that is played here; setting it puts another one on the table, for the same players."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        if game.players != len(self._seats):
            raise ValueError(say("table.player.seats", self._lang, seats=len(self._seats), got=game.players))
        with self._showing():
            self._put_on(game)
            self._let_bots_play()

    def click(self, place: int | str, seat: int | None = None) -> str | None:
        """Do what a click does.

        Parameters
        ----------
        place : int or str
            A slot, 0 to 11, or a pile, ``"draw"`` or ``"discard"``.
        seat : int, optional
            Whose card; by default that of the player who decides.

        Returns
        -------
        str or None
            Why not, in words that the table shows too; None if it was done.
        """
        if isinstance(place, str):
            return self.receive({"do": "click", "pile": place})
        return self.receive({"do": "click", "slot": place, "seat": seat})

    def play(self, move: Move | str) -> str | None:
        """Make a move for the person whose turn it is: ``table.play(take(5))``. Returns as `click` does."""
        return self.receive({"do": "play", "move": move})

    def undo(self) -> str | None:
        """Take back the last decision of a person, and what bots did after it. Returns as `click` does."""
        return self.receive({"do": "undo"})

    def new_game(self, seed: int | None = None) -> str | None:
        """Put a new game on the table; `undo` right after it brings the old one back."""
        return self.receive({"do": "new", "seed": seed})

    def next_round(self) -> str | None:
        """Deal the next round when one is over. Returns as `click` does."""
        return self.receive({"do": "next"})

    def step(self) -> str | None:
        """Where only bots play: let one of them make its next decision. Returns as `click` does."""
        return self.receive({"do": "step"})

    def play_round(self) -> str | None:
        """Where only bots play: let them play to the end of the round. Returns as `click` does."""
        return self.receive({"do": "whole"})

    def press(self, action: str) -> str | None:
        """Press the button `action` that `from_game` was given. Returns as `click` does."""
        return self.receive({"do": "action", "name": action})

    @property
    def log(self) -> tuple[str, ...]:
        """Everything that happened in this game, as sentences."""
        names = self._player_names()
        return tuple(event.say(self._lang, names) for event in self._game.history)

    @property
    def instruction(self) -> str:
        """What the table asks for now, as a sentence."""
        names, bots = self._player_names(), self._bot_decides()
        return what_now(self._game, names, bot=bots, picked=self._picked, lang=self._lang)

    @property
    def title(self) -> str:
        """The line above the cards; can be set."""
        return self._title

    @title.setter
    def title(self, text: str) -> None:
        with self._showing():
            self._title = text

    @property
    def message(self) -> str:
        """What `tell` has put on the table."""
        return self._note[1]

    def tell(self, text: str, kind: str = "") -> None:
        """Show `text` on the table until something else is told; `kind` is "", "good" or "bad"."""
        with self._showing():
            self._note = (kind, text)

    @property
    def locked(self) -> bool:
        """Whether clicks on cards and piles are refused because the position is finished; can be set."""
        return self._locked

    @locked.setter
    def locked(self, locked: bool) -> None:
        with self._showing():
            self._locked = bool(locked)

    def _new_game(self, message: dict[str, Any]) -> None:
        if message.get("seed") is None and self._seed is not None:
            message = {**message, "seed": (self._seed + self._games) % _SEEDS}
        super()._new_game(message)
        self._games += 1


def _unnamed(strategy: Strategy | None, seat: int, lang: str | None) -> str:
    return name_of(strategy) if strategy else say("table.person", lang, n=seat + 1)
