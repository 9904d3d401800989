"""Odd positions: what cannot be played on is refused, and what can be is not forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from test_bad_positions import position

from skyjo_widgets.engine import Game, IllegalMove, Move, RecordError, reveal

GAPS: list[list[Any]] = [[None] * 4] * 3
ONE_CARD = [[None] * 4, [None] * 4, [None, None, None, "?5"]]
LARGE = 10**9 + 1


def first_grid(grid: list[list[Any]], **changed: Any) -> dict[str, Any]:
    """Return a position in which seat 0 has this grid."""
    players = position()["players"]
    return position(players=[{"grid": grid, "total": 0}, players[1]], **changed)


@pytest.mark.parametrize(
    ("wrong", "english", "polish"),
    [
        (position(round=LARGE), "'round' of the position: 1000000001 is not", "najwyżej 1000000000"),
        (position(refills=LARGE), "at most 1000000000", "'refills'"),
        (position(turns_taken=[LARGE, 0]), "at most 1000000000", "'turns_taken'"),
        (position(deal=2**32), "4294967296 is not a whole number from 0 up, at most 4294967295", "'deal'"),
        (position(scores=[[10**5000, 0]]), "1000000000 at most", "'scores'"),
        (
            position(players=[{**position()["players"][0], "total": -LARGE}] * 2),
            "-1000000001 is not a whole number from -1000000000 to 1000000000",
            "'players[0].total'",
        ),
        (position(phase="final_turns", ender=1, pending=[0.0]), "[0.0] is not one of [0]", "'pending'"),
        (position(phase="final_turns", ender=1, pending=[False]), "[False] is not one of [0]", "'pending'"),
    ],
)
def test_a_number_that_no_game_reaches_or_that_is_none_is_refused(
    wrong: dict[str, Any], english: str, polish: str
) -> None:
    refused(lambda: Game.from_position(wrong), RecordError, english, polish)


@pytest.mark.parametrize("grid", [GAPS, ONE_CARD])
def test_an_opening_without_two_cards_to_turn_over_is_refused(grid: list[list[Any]]) -> None:
    refused(
        lambda: Game.from_position(first_grid(grid, phase="initial_flip")),
        RecordError,
        "seat 0 has too few face-down cards",
        "miejsce 0 ma za mało zakrytych kart",
    )


@pytest.mark.parametrize("phase", [{}, {"phase": "final_turns", "ender": 1}])
def test_who_has_no_cards_left_is_not_on_turn(phase: dict[str, Any]) -> None:
    refused(
        lambda: Game.from_position(first_grid(GAPS, **phase)),
        RecordError,
        "seat 0 is on turn in this position but has no cards left",
        "ruch ma miejsce 0",
    )


def test_the_refill_that_a_position_fixes_is_kept_in_a_file(tmp_path: Path) -> None:
    fixed = position(
        draw_top_to_bottom=[], discard_bottom_to_top=[9, 7, 4, 5], reshuffle_result_top_to_bottom=[7, 9, 4]
    )
    game = Game.from_position(fixed)
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").position() == game.position()


def test_a_file_to_which_an_editor_gave_its_own_mark_and_line_ends_is_still_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = Game(seed=7)
    game.save(path)
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert Game.load(path).position() == game.position()


def forged(**parts: Any) -> Any:
    """Return what looks like a move but is none of those that there are."""
    move = object.__new__(Move)
    for name, value in parts.items():
        object.__setattr__(move, name, value)
    return move


class Disguised:
    """Something that says of itself that it is whatever one looks for."""

    kind, slot = "take", 3

    @property
    def __class__(self) -> Any:
        return Move

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    "move",
    [
        forged(),
        forged(kind="draw", slot=None),
        forged(kind="take", slot=3),
        forged(kind="take", slot=99),
        Disguised(),
    ],
)
def test_a_forged_move_is_no_move(move: Any) -> None:
    game = Game.from_position(position())
    before = json.dumps(game.position())
    with pytest.raises(IllegalMove, match="is not a move"):
        game.play(move)
    assert json.dumps(game.position()) == before
    assert game.why_not(reveal(1)) is not None
