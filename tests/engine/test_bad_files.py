"""A file that is no saved game is refused by what is wrong with it, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from refusals import opened, refused

from skyjo_widgets.engine import (
    Game,
    IllegalMove,
    Move,
    RecordError,
    SkyjoError,
    StrategyError,
    draw,
    play,
    swap,
)


def saved(tmp_path: Path, spoil: Callable[[dict[str, Any]], object] | None = None) -> Path:
    """Return the file of a game of some moves, spoiled."""
    game = opened()
    game.play(draw())
    game.play(swap(0))
    path = tmp_path / "game.json"
    game.save(path)
    if spoil is not None:
        record = json.loads(path.read_text(encoding="utf-8"))
        spoil(record)
        path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_the_file_that_is_spoiled_below_is_a_good_one(tmp_path: Path) -> None:
    assert len(Game.load(saved(tmp_path)).moves) == 6


@pytest.mark.parametrize("deal", [-1, 2**32, "first", 1.0, True, None])
def test_a_deal_is_a_whole_number_from_0_up(deal: Any) -> None:
    def dull(view: Any) -> Move:
        return draw() if view.drawn is None else swap(0)

    refused(
        lambda: play(dull, dull, seed=1, deal=deal),
        ValueError,
        f"a deal is a whole number from 0 to 4294967295; you gave {deal!r}",
        "rozdanie to liczba całkowita od 0 do 4294967295",
    )


@pytest.mark.parametrize("share", [0, 0.3, 0.9, 0.99])
def test_a_truncated_file_is_no_saved_game(tmp_path: Path, share: float) -> None:
    path = saved(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: int(len(text) * share)], encoding="utf-8")
    refused(
        lambda: Game.load(path),
        RecordError,
        "game.json is not a saved game",
        "game.json to nie jest zapisana gra",
    )


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00binary\x80", b"PK\x03\x04", b"[" * 100_000, "hello".encode("utf-16"), b"{'format': 1}"],
    ids=["binary", "zip", "deep", "utf-16", "not json"],
)
def test_any_other_file_is_no_saved_game(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    refused(
        lambda: Game.load(path),
        RecordError,
        "game.json is not a saved game",
        "game.json to nie jest zapisana gra",
    )


@pytest.mark.parametrize("content", ["{}", "[]", "5", "null", '"game"', '{"format": "chess", "version": 1}'])
def test_a_file_of_another_program_is_foreign(tmp_path: Path, content: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="utf-8")
    refused(
        lambda: Game.load(path),
        RecordError,
        "is not a game saved by skyjo-widgets",
        "to nie jest gra zapisana",
    )


def test_a_directory_and_a_missing_file_are_no_saved_games(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json"):
        refused(lambda: Game.load(path), RecordError, "is not a saved game", "to nie jest zapisana gra")  # noqa: B023


@pytest.mark.parametrize("version", [2, 99])
def test_a_file_of_a_newer_version_asks_for_an_update(tmp_path: Path, version: int) -> None:
    path = saved(tmp_path, lambda record: record.update(version=version))
    english = f"was saved by a newer version (file format {version}; this version reads up to 1)"
    refused(lambda: Game.load(path), RecordError, english, "zapisała nowsza wersja")


@pytest.mark.parametrize("version", [None, "1", True, 1.0])
def test_a_file_without_a_version_is_foreign(tmp_path: Path, version: Any) -> None:
    path = saved(tmp_path, lambda record: record.update(version=version))
    refused(lambda: Game.load(path), RecordError, "is not a game saved by", "to nie jest gra zapisana przez")


def _drop(field: str) -> Callable[[dict[str, Any]], object]:
    return lambda record: record.pop(field)


def _set(field: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda record: record.update({field: value})


def _step(number: int, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda record: record["steps"].__setitem__(number, value)


def _first_card_changed(deck: str) -> str:
    first, _, rest = deck.partition(" ")
    return f"{int(first) % 12 + 1} {rest}"


DAMAGE = {
    **{
        f"without {field}": _drop(field)
        for field in ("rules", "players", "names", "seed", "deal", "position", "decks", "refills", "steps")
    },
    "a mangled move": _step(4, "0 darw()"),
    "a slot that is none": _step(5, "0 swap(12)"),
    "a move of the wrong seat": _step(4, "9 draw()"),
    "a move of nobody": _step(4, "draw()"),
    "a move out of order": _step(4, "0 swap(3)"),
    "a move twice": lambda record: record["steps"].insert(5, record["steps"][4]),
    "a move as a number": _step(4, 7),
    "no list of moves": _set("steps", 5),
    "a next round in between": _step(4, "next round"),
    "nine players": _set("players", 9),
    "a wrong rule": lambda record: record["rules"].update(penalty=0),
    "an unknown rule": lambda record: record["rules"].update(jokers=True),
    "no seed": _set("seed", "seven"),
    "a deal in words": _set("deal", "first"),
    "a deal beyond all bounds": lambda record: (record.update(deal=10**40), record["decks"].clear()),
    "a card too many": lambda record: record["decks"].update({"1": record["decks"]["1"] + " 5"}),
    "a card exchanged": lambda record: record["decks"].update(
        {"1": _first_card_changed(record["decks"]["1"])}
    ),
    "a card that is none": lambda record: record["decks"].update({"1": "x" + record["decks"]["1"]}),
    "a deck as a list": lambda record: record["decks"].update({"1": [1, 2]}),
    "a deck of no round": lambda record: record["decks"].update({"first": record["decks"]["1"]}),
    "a refill of no round": lambda record: record["refills"].update({"1": "5 5"}),
    "a position that is none": _set("position", {"players": []}),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_refused_by_what_is_wrong(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, DAMAGE[name])
    refused(lambda: Game.load(path), RecordError, "game.json is damaged: ", "game.json jest uszkodzony: ")


def test_a_game_that_cannot_be_saved_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        opened().save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_all_errors_of_the_engine_are_of_one_family() -> None:
    assert issubclass(IllegalMove, SkyjoError)
    assert issubclass(IllegalMove, ValueError)
    assert issubclass(RecordError, SkyjoError)
    assert issubclass(RecordError, ValueError)
    assert issubclass(StrategyError, SkyjoError)
