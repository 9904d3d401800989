"""What several tests of the lessons ask for: every puzzle by name, variations of a position, clicks."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from skyjo_widgets.lessons import Puzzle, shelf
from skyjo_widgets.words import languages

LANGUAGES = languages()
PUZZLES = shelf.names("puzzle")
QUESTIONS = shelf.names("question")
EXERCISES = shelf.names("exercise")
FAIR = tuple(name for name in PUZZLES if not shelf.position(name).chance)
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("0*.ipynb"))
TWINS = [
    (lang, NOTEBOOKS / ("" if lang == "en" else lang) / lesson.name)
    for lang in LANGUAGES
    for lesson in LESSONS
]


def puzzle_of(position, lang="en"):
    """Return the puzzle that a `Position` makes."""
    puzzle = Puzzle.__new__(Puzzle)
    puzzle._begin(position, lang)
    return puzzle


def with_other_unknown_cards(position, seed):
    """Return `position` with the same open cards: what nobody can see is dealt anew."""
    setup = json.loads(json.dumps(position.setup))
    seen = sum(move.kind == "draw" for move in position.before)
    pile = setup["draw_top_to_bottom"]
    unknown = [int(face[1:]) for face in _faces(setup) if isinstance(face, str)] + pile[seen:]
    random.Random(seed).shuffle(unknown)
    setup["draw_top_to_bottom"] = pile[:seen] + [unknown.pop() for _ in pile[seen:]]
    for player in setup["players"]:
        player["grid"] = [
            [f"?{unknown.pop()}" if isinstance(face, str) else face for face in row] for row in player["grid"]
        ]
    assert not unknown
    return replace(position, setup=setup)


def click_through(table, moves):
    """Make `moves` on a table as a hand with a mouse does; return the last refusal."""
    refusal = None
    for move in moves:
        if move.kind == "draw":
            refusal = table.click("draw")
        else:
            if move.kind in ("take", "reveal"):
                table.click("discard")
            refusal = table.click(move.slot)
    return refusal


def _faces(setup):
    return [face for player in setup["players"] for row in player["grid"] for face in row]
