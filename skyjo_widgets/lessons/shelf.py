"""Where the lessons' material lies: files beside this module, without a word in them.

``puzzles/<name>.json``: a position in the format of the rule cases, the goal, and moves that the tests
try. ``questions.toml`` and ``exercises.toml``: the choices and which is right, the judges. The words
are in the catalogue, so that a translator never meets a position and an author never a language.
"""

from __future__ import annotations

import functools
import json
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine import Game, parse_move
from skyjo_widgets.lessons.goals import Goal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

    from skyjo_widgets.engine import Move

__all__ = ["Position", "exercise_card", "names", "position", "question_card"]


@dataclass(frozen=True, kw_only=True)
class Position:
    """What a puzzle is made of.

    Attributes
    ----------
    name : str
        The puzzle's name: of its file, and of its texts in the catalogue.
    setup : dict
        The position, as `Game.from_position` reads it.
    goals : tuple of Goal
        What is asked for; all of them.
    seat : int
        Whose puzzle it is.
    turns : int
        How many turns the player has.
    before : tuple of Move
        Moves that are played before the player begins, for example a first `draw`.
    others : bool
        Whether the others play on after the player's turn: they draw, discard and reveal.
    solution : tuple of Move
        Moves that reach the goal.
    wrong : tuple of tuple of Move
        Typical attempts that do not.
    chance : bool
        True where the outcome hangs on a card that nobody can know: a demonstration, not a puzzle.
    """

    name: str
    setup: dict[str, Any]
    goals: tuple[Goal, ...]
    seat: int = 0
    turns: int = 1
    before: tuple[Move, ...] = ()
    others: bool = False
    solution: tuple[Move, ...] = ()
    wrong: tuple[tuple[Move, ...], ...] = field(default=())
    chance: bool = False

    def start(self, after: Iterable[Move] = ()) -> Game:
        """Return the game in which the puzzle begins, or what it is `after` a few more moves."""
        game = Game.from_position(self.setup)
        for move in (*self.before, *after):
            game.play(move)
        return game


@functools.cache
def position(name: str) -> Position:
    """Return the position of the puzzle `name`."""
    content = _files().joinpath("puzzles", f"{_known(name, 'puzzle')}.json").read_text(encoding="utf-8")
    card = json.loads(content)
    for moves in ("before", "solution"):
        card[moves] = _moves(card.get(moves, []))
    card["wrong"] = tuple(_moves(attempt) for attempt in card.get("wrong", []))
    card["goals"] = tuple(Goal(goal, settings) for goal, settings in card["goals"].items())
    return Position(name=name, **card)


def question_card(name: str) -> dict[str, Any]:
    """Return what the question `name` is made of: its kind, its choices and which is right."""
    return dict(_cards("question")[_known(name, "question")])


def exercise_card(name: str) -> dict[str, Any]:
    """Return what the exercise `name` is made of: its judge and the judge's settings."""
    return dict(_cards("exercise")[_known(name, "exercise")])


def names(kind: str) -> tuple[str, ...]:
    """Return the names of all that lies on the shelf, sorted.

    Parameters
    ----------
    kind : str
        ``"puzzle"``, ``"question"`` or ``"exercise"``.
    """
    if kind != "puzzle":
        return tuple(sorted(_cards(kind)))
    files = _files().joinpath("puzzles").iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


def _known(name: str, kind: str) -> str:
    if name not in names(kind):
        raise ValueError(f"there is no {kind} {name!r}; there are {', '.join(names(kind))}")
    return name


@functools.cache
def _cards(kind: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(_files().joinpath(f"{kind}s.toml").read_text(encoding="utf-8"))


def _files() -> Traversable:
    return resources.files(__package__)


def _moves(texts: list[str]) -> tuple[Move, ...]:
    return tuple(parse_move(text) for text in texts)
