"""A position that is none is refused by the field that is wrong, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from played import everything
from refusals import refused

from skyjo_widgets.engine import Game, RecordError


def position(**changed: Any) -> dict[str, Any]:
    """Return a position in the middle of a round, with some fields changed."""
    grid = [[3, "?1", "?2", "?4"], ["?5", 6, "?7", "?8"], ["?9", "?10", "?11", "?12"]]
    return {
        "players": [{"grid": grid, "total": 0}, {"grid": grid, "total": 0}],
        "phase": "turn",
        "current": 0,
        "draw_top_to_bottom": [4, 5],
        "discard_bottom_to_top": [9, 7],
    } | changed


def grids(*first_rows: Any) -> list[dict[str, Any]]:
    """Return two players whose grids begin with this row."""
    rest = [["?5", 6, "?7", "?8"], ["?9", "?10", "?11", "?12"]]
    return [{"grid": [[*row], *rest]} for row in (first_rows * 2)[:2]]


def test_the_position_that_is_spoiled_below_is_a_good_one() -> None:
    assert Game.from_position(position()).phase == "turn"


WRONG_POSITIONS = {
    "not a dict": ([1, 2], "a position is a dict", "pozycja to słownik"),
    "one player": (position(players=grids([1, 2, 3, 4])[:1]), "2 to 8 players", "od 2 do 8 graczy"),
    "no list of players": (
        position(players="Ola"),
        "'players' of the position: 'Ola' is not a list",
        "to nie lista",
    ),
    "a player as a list": (
        position(players=[[], []]),
        "'players[0]' of the position",
        "'players[0]' pozycji",
    ),
    "a phase that does not exist": (position(phase="lunch"), "is not one of initial_flip, turn", "jedno z:"),
    "a seat that does not exist": (
        position(current=2),
        "'current' of the position: 2 is not a seat from 0 to 1",
        "miejsce od 0 do 1",
    ),
    "a seat as a truth": (position(current=True), "True is not a seat", "True to nie miejsce"),
    "a grid of two rows": (
        position(players=[{"grid": [[1] * 4] * 2}] * 2),
        "not 3 rows of 4",
        "to nie 3 rzędy po 4",
    ),
    "a grid of five columns": (
        position(players=[{"grid": [[1] * 5] * 3}] * 2),
        "not 3 rows of 4",
        "to nie 3 rzędy",
    ),
    "a flat grid": (position(players=[{"grid": [1] * 12}] * 2), "not 3 rows of 4", "to nie 3 rzędy po 4"),
    "a card of 13": (position(players=grids([13, 1, 2, 3])), "slot 0: 13 is not a card", "13 to nie karta"),
    "a face-down 13": (
        position(players=grids([1, "?13", 2, 3])),
        "slot 1: '?13' is not a card",
        "'?13' to nie karta",
    ),
    "a card as a fraction": (
        position(players=grids([1, 2.0, 2, 3])),
        "slot 1: 2.0 is not a card",
        "2.0 to nie",
    ),
    "a card as a truth": (
        position(players=grids([1, True, 2, 3])),
        "slot 1: True is not a card",
        "True to nie",
    ),
    "a card as a list": (
        position(players=grids([1, [2], 2, 3])),
        "slot 1: [2] is not a card",
        "[2] to nie karta",
    ),
    "a total in words": (
        position(players=[{**grids([1, 2, 3, 4])[0], "total": "ten"}] * 2),
        "'players[0].total'",
        "'players[0].total'",
    ),
    "a pile with a 13": (
        position(draw_top_to_bottom=[13]),
        "is not a list of values from -2 to 12",
        "lista wartości",
    ),
    "a pile in words": (
        position(draw_top_to_bottom="4 5"),
        "is not a list of values",
        "lista wartości od -2 do 12",
    ),
    "no discards": (position(discard_bottom_to_top=[]), "at least one", "co najmniej jedna"),
    "six of -2": (
        position(draw_top_to_bottom=[-2] * 6),
        "6 cards of value -2; a deck has 5",
        "-2: 6; w talii jest ich 5",
    ),
    "sixteen of 0": (position(draw_top_to_bottom=[0] * 16), "16 cards of value 0; a deck has 15", "0: 16"),
    "too many with the card in hand": (
        position(in_hand=9, draw_top_to_bottom=[9] * 7),
        "11 cards of value 9",
        "9: 11",
    ),
    "a card in hand of 13": (position(in_hand=13), "13 is not a value from -2 to 12", "13 to nie wartość"),
    "a card in hand after the round": (
        position(phase="round_over", in_hand=5),
        "only in phase turn",
        "tylko w fazie turn",
    ),
    "last turns without an ender": (
        position(phase="final_turns"),
        "has no field 'ender'",
        "brakuje pola 'ender'",
    ),
    "the ender on turn": (position(phase="final_turns", ender=0), "0 is not one of 1", "0 to nie jedno z: 1"),
    "somebody pending twice": (
        position(phase="final_turns", ender=1, pending=[0, 0]),
        "[0, 0] is not one of [0]",
        "[0]",
    ),
    "a round before the first": (position(round=0), "0 is not a whole number from 1 up", "co najmniej 1"),
    "turns of one player": (
        position(turns_taken=[3]),
        "[3] is not a list of 2 whole numbers",
        "lista z 2 liczbami",
    ),
    "scores of one player": (
        position(scores=[[3]]),
        "is not a list of rows of 2 whole numbers",
        "lista wierszy",
    ),
    "raw scores of another round": (
        position(raw_scores=[[3, 4]]),
        "as many as there are in scores",
        "tyle, ile jest",
    ),
    "an option that is none": (
        position(options={"clear_rows": True}),
        "the option 'clear_rows'",
        "opcji 'clear_rows'",
    ),
    "an option out of range": (
        position(options={"penalty": 0}),
        "penalty is a whole number",
        "penalty to liczba",
    ),
    "options as a list": (position(options=[1]), "is not a dict", "to nie słownik"),
    "capped by the word": (position(capped="yes"), "'yes' is not true or false", "true albo false"),
}


@pytest.mark.parametrize("name", WRONG_POSITIONS)
def test_a_wrong_position_is_refused_by_the_field(name: str) -> None:
    wrong, english, polish = WRONG_POSITIONS[name]
    before = json.dumps(wrong)
    refused(lambda: Game.from_position(wrong), RecordError, english, polish)  # type: ignore[arg-type]
    assert json.dumps(wrong) == before


@pytest.mark.parametrize(
    "field", ["players", "phase", "current", "draw_top_to_bottom", "discard_bottom_to_top"]
)
def test_a_missing_field_of_a_position_is_named(field: str) -> None:
    without = {name: value for name, value in position().items() if name != field}
    refused(
        lambda: Game.from_position(without),
        RecordError,
        f"the position has no field '{field}'",
        f"w pozycji brakuje pola '{field}'",
    )


def test_a_missing_grid_is_named_with_its_seat() -> None:
    wrong = position(players=[position()["players"][0], {"total": 5}])
    refused(
        lambda: Game.from_position(wrong), RecordError, "no field 'players[1].grid'", "pola 'players[1].grid'"
    )


def test_changing_a_position_afterwards_changes_no_game(tmp_path: Path) -> None:
    given = position()
    game = Game.from_position(given)
    before = everything(game)
    given["players"][0]["grid"][0][0] = 12
    given["draw_top_to_bottom"].append(3)
    game.position()["discard_bottom_to_top"].append(3)
    assert everything(game) == before
    game.save(tmp_path / "game.json")
    assert everything(Game.load(tmp_path / "game.json")) == before
