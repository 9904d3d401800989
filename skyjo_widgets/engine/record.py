"""Whole games as JSON files: version, rules, decks, moves. A person can read them."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from skyjo_widgets.engine.deck import COUNTS, DECK_SIZE
from skyjo_widgets.engine.errors import RecordError, SkyjoError
from skyjo_widgets.engine.moves import parse_move, short
from skyjo_widgets.engine.rules import Rules, check_players
from skyjo_widgets.words import say

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from skyjo_widgets.engine.game import Game

__all__ = ["FORMAT", "VERSION", "Shuffles", "load_game", "save_game"]

FORMAT = "skyjo-widgets game"
VERSION = 1
_NEXT_ROUND = "next round"


class Shuffles(Protocol):
    """Where decks come from: a seed, a position or a file."""

    def deck(self, deal: int, round_number: int) -> list[int]:
        """Return the 150 values of one round, the card dealt first at index 0."""

    def refill(self, deal: int, round_number: int, number: int, cards: Sequence[int]) -> list[int]:
        """Return `cards` in the order of the new draw pile, top first."""


class _Recorded:
    """The shuffles that a file tells; where it ends, those that the game would have had."""

    def __init__(
        self, later: Shuffles, decks: dict[int, list[int]], refills: dict[tuple[int, int], list[int]]
    ) -> None:
        self.later = later
        self._decks = decks
        self._refills = refills

    def deck(self, deal: int, round_number: int) -> list[int]:
        return self._decks.get(round_number) or self.later.deck(deal, round_number)

    def refill(self, deal: int, round_number: int, number: int, cards: Sequence[int]) -> list[int]:
        told = self._refills.get((round_number, number), [])
        if Counter(told) == Counter(cards):
            return told.copy()
        return self.later.refill(deal, round_number, number, cards)


def save_game(game: Game, path: str | os.PathLike[str]) -> None:
    """Write `game` to `path`; an old file there is replaced only once the new one is complete."""
    steps = [moment.step for moment in game._past]
    record = {
        "format": FORMAT,
        "version": VERSION,
        "rules": asdict(game.rules),
        "players": game.players,
        "names": list(game.names),
        "seed": game.seed,
        "deal": game._deal_number,
        "position": game._start,
        "decks": {str(number): _in_words(deck) for number, deck in game._dealt.items()},
        "refills": {
            f"{number} {count}": _in_words(cards) for (number, count), cards in game._refills.items()
        },
        "steps": [_NEXT_ROUND if step is None else f"{step[0]} {step[1]}" for step in steps],
    }
    target = Path(path)
    draft = target.with_name(f"{target.name}.part")
    try:
        draft.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def load_game(kind: type[Game], path: str | os.PathLike[str]) -> Game:
    """Return the game kept in `path`, played again from its decks and moves.

    Raises
    ------
    RecordError
        If the file cannot be read, is no saved game, is damaged, or comes from a newer version.
    """
    name = Path(path).name
    try:
        # An editor may have put a byte order mark before it: utf-8-sig reads both.
        record = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(say("engine.record.unreadable", path=name, why=error)) from error
    version = record.get("version") if isinstance(record, dict) else None
    if not isinstance(record, dict) or record.get("format") != FORMAT or type(version) is not int:
        raise RecordError(say("engine.record.foreign", path=name))
    if version > VERSION:
        raise RecordError(say("engine.record.newer", path=name, got=version, known=VERSION))
    try:
        return _replay(kind, record)
    except (ValueError, SkyjoError) as error:
        raise RecordError(say("engine.record.broken", path=name, why=error)) from error
    except (TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
        # A part of the file is missing or of another kind; Python's words alone would not say so.
        why = f"{type(error).__name__}: {error}"
        raise RecordError(say("engine.record.broken", path=name, why=why)) from error


def _replay(kind: type[Game], record: dict[str, Any]) -> Game:
    decks = {int(number): _deck(text) for number, text in record["decks"].items()}
    refills = {_numbers(key): _cards(text) for key, text in record["refills"].items()}
    game: Game
    if record["position"] is not None:
        game = kind.from_position(record["position"], record["seed"], record["names"])
        game._decks = _Recorded(game._decks, decks, refills)
    else:
        game = object.__new__(kind)
        players, rules = check_players(record["players"]), Rules(**record["rules"])
        game._set_up(players, record["seed"], rules, record["names"], deal=record["deal"])
        game._decks = _Recorded(game._decks, decks, refills)
        game._deal(1, None)
    for step in record["steps"]:
        if step == _NEXT_ROUND:
            game.next_round()
        else:
            seat, _, move = step.partition(" ")
            game.play(parse_move(move), int(seat))
    return game


def _numbers(key: str) -> tuple[int, int]:
    round_number, number = map(int, key.split())
    return round_number, number


def _in_words(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


def _cards(text: str) -> list[int]:
    if not re.fullmatch(r"-?\d+( -?\d+)*", text):
        raise ValueError(say("engine.record.cards", got=short(text)))
    return [int(card) for card in text.split(" ")]


def _deck(text: str) -> list[int]:
    cards = _cards(text)
    if Counter(cards) != Counter(COUNTS):
        raise ValueError(say("engine.record.deck", got=short(text), size=DECK_SIZE))
    return cards
