"""Goals: each is reached where it should be, and says why where it is not, in every language."""

from __future__ import annotations

import pytest
from lesson_material import LANGUAGES

from skyjo_widgets import Game, draw, reveal, swap, take
from skyjo_widgets.lessons import Puzzle, shelf
from skyjo_widgets.lessons.goals import GOALS, Attempt, Goal, unmet
from skyjo_widgets.words import say


def attempt(name, *moves, refusals=()):
    """Play `moves` in the position of a puzzle, and look at it as a goal does."""
    position = shelf.position(name)
    game = position.start()
    before = game.board()
    for move in moves:
        game.play(move)
    return Attempt(game, position.seat, before, refusals)


# Goal, settings, puzzle, moves that reach it, moves that don't, and the text that says so.
CASES = [
    ("opened", {"cards": 3}, "welcome_swap", [], None, None),
    ("opened", {"cards": 4}, "welcome_swap", None, [], "few"),
    ("looked", {}, "welcome_look", [draw(), reveal(2)], [take(0)], "few"),
    ("points", {"at_most": 5}, "welcome_swap", [take(0)], [take(1)], "many"),
    ("holds", {"value": -2, "cards": 3}, "minus_twos", [take(0)], [take(9)], "few"),
    ("column", {}, "first_column", [take(8)], [take(3)], "one_short"),
    ("column", {}, "column_reveal", [reveal(8)], [reveal(6)], "face_down"),
    ("column", {}, "take_low", None, [take(0)], "none"),
    ("untouched", {}, "minus_twos", [take(0)], [take(9)], "gone"),
    ("on_top", {"value": 11}, "draw_high", [reveal(2)], [swap(0)], "other"),
    ("on_top", {"at_least": 10}, "sour_card", [take(3)], [take(8)], "low"),
    ("ends", {}, "end_round", [take(6)], [take(5)], "face_down"),
    ("not_doubled", {}, "not_doubled", [take(6), draw(), reveal(7)], [take(6)], "goes_on"),
    ("not_doubled", {}, "not_doubled", None, [take(4)], "face_down"),
    ("not_doubled", {}, "not_doubled", None, [draw(), reveal(6), draw(), reveal(7)], "doubled"),
    ("doubles_the_ender", {}, "double_kuba", [take(6)], [take(2)], "safe"),
    ("doubles_the_ender", {}, "double_kuba", None, [draw()], "goes_on"),
    ("doubles_the_ender", {}, "not_doubled", None, [take(6), draw(), reveal(7)], "nobody"),
    ("scores", {"at_most": 10}, "double_kuba", [take(6)], [take(2)], "many"),
    ("scores", {"at_most": 10}, "double_kuba", None, [], "goes_on"),
    ("ends_with", {"points": [10, 20]}, "double_kuba", [take(6)], [take(2)], "others"),
    ("ends_with", {"points": [10, 20]}, "double_kuba", None, [], "goes_on"),
    ("wins", {}, "win_the_game", [take(6)], [take(2)], "lost"),
    ("wins", {}, "double_kuba", None, [take(6)], "goes_on"),
]


@pytest.mark.parametrize(("goal", "settings", "puzzle", "good", "bad", "reason"), CASES)
def test_a_goal_is_reached_or_says_why_not(goal, settings, puzzle, good, bad, reason):
    goals = (Goal(goal, settings),)
    if good is not None:
        assert unmet(goals, attempt(puzzle, *good)) is None
    if bad is not None:
        missing = unmet(goals, attempt(puzzle, *bad))
        assert missing is not None
        assert missing[1].name == reason
        for lang in LANGUAGES:
            words = say(f"lessons.goal.{goal}.{reason}", lang, **missing[1].values)
            assert "{" not in words


def test_a_refusal_is_a_goal_too():
    none, one = attempt("refusal"), attempt("refusal", refusals=("not_face_down",))
    assert unmet((Goal("refused", {}),), none)[1].name == "accepted"
    assert unmet((Goal("refused", {}),), one) is None
    assert unmet((Goal("refused", {"reason": "not_face_down"}),), one) is None
    assert unmet((Goal("refused", {"reason": "cleared"}),), one)[1].name == "other"


def test_of_several_goals_the_first_that_is_missing_is_told():
    goals = shelf.position("minus_twos").goals
    assert [goal.name for goal in goals] == ["untouched", "points"]
    assert unmet(goals, attempt("minus_twos", take(9)))[0].name == "untouched"
    assert unmet(goals, attempt("minus_twos", take(2)))[0].name == "points"


def test_every_goal_is_proved_here():
    assert {case[0] for case in CASES} | {"refused"} == set(GOALS)


def test_every_puzzle_asks_for_goals_that_there_are():
    asked = {goal.name for name in shelf.names("puzzle") for goal in shelf.position(name).goals}
    assert asked <= set(GOALS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("goal", sorted(GOALS))
def test_every_goal_can_be_asked_for_in_a_puzzle_of_ones_own(goal, lang):
    settings = {
        "opened": {"cards": 2},
        "points": {"at_most": 9},
        "holds": {"value": 5, "cards": 2},
        "scores": {"at_most": 9},
        "ends_with": {"points": [1, 2]},
    }
    puzzle = Puzzle.of([5, 5, 0, 1] * 3, discard=2, goal=goal, lang=lang, **settings.get(goal, {}))
    assert "{" not in puzzle.task


def test_a_goal_sees_only_what_everybody_sees():
    """The face-down cards of two games differ, what the goals say does not."""
    for face in ("?1", "?12"):
        setup = {**shelf.position("first_column").setup}
        ola, kuba = setup["players"]
        grid = [list(row) for row in ola["grid"]]
        grid[1][2] = face
        game = Game.from_position({**setup, "players": [{**ola, "grid": grid}, kuba]})
        before = game.board()
        game.play(take(3))
        missing = unmet((Goal("column", {}),), Attempt(game, 0, before))
        assert missing[1] == ("one_short", {"column": 1, "value": 5, "other": 12})
