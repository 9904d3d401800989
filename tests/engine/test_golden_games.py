"""Whole games, move by move, as they were when somebody last read them through."""

from __future__ import annotations

import difflib

import pytest
from golden_games import GAMES, GOLDEN, playing, transcript


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_ever(name: str) -> None:
    """If a change is meant: ``python tests/engine/golden_games.py``, then read the diff."""
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    played = transcript(GAMES[name])
    difference = "\n".join(
        difflib.unified_diff(golden.splitlines(), played.splitlines(), "golden", "played", n=2)
    )
    assert not difference, f"\n{difference}"


def test_every_golden_file_has_its_game() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(GAMES)


def test_the_golden_games_show_what_they_are_kept_for() -> None:
    games = {name: playing(golden) for name, golden in GAMES.items()}
    kinds = {name: [event.kind for event in game.history] for name, game in games.items()}

    at_the_end = games["2-players-two-columns-at-the-end"].history
    place = max(number for number, event in enumerate(at_the_end) if event.kind == "final_reveal")
    assert [event.seat for event in at_the_end[place:] if event.kind == "clear"][:2] in ([0, 0], [1, 1])

    three = games["2-players-three-rounds"]
    ends = [event.seat for event in three.history if event.kind == "end"]
    starts = [event.seat for event in three.history if event.kind == "start"]
    assert three.round == 3
    assert starts[1:] == ends[:-1]
    assert starts == [1, 1, 0]

    assert "capped" in kinds["2-players-limit-of-turns"]
    assert "double" not in kinds["2-players-limit-of-turns"]
    assert len(games["3-players-shared-victory"].winners) == 2
    assert "double" in kinds["4-players-doubled"]
    assert "refill" in kinds["8-players-refill"]
    assert {game.players for game in games.values()} == {2, 3, 4, 8}
