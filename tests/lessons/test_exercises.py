"""Exercises, and puzzles that learners make: what is handed in is judged, whatever it is."""

from __future__ import annotations

import nbformat
import pytest
from lesson_material import EXERCISES, LANGUAGES, LESSONS

from skyjo_widgets import Game, flip, reveal, strategies, take, words
from skyjo_widgets.lessons import Exercise, Puzzle, shelf
from skyjo_widgets.lessons.judges import JUDGES, Verdict, verdict_of

COLUMN = [[3, 9, 0, 4], [3, 2, "?8", 6], [12, "?7", -1, 2]]


def cells(tag):
    """All code cells of lessons 1 to 4 with this tag, with the cell that made their exercise."""
    for path in LESSONS:
        code = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        setup = "\n".join(
            cell.source for cell in code if {"setup", "exercise"} & set(cell.metadata.get("tags", []))
        )
        for cell in code:
            if tag in cell.metadata.get("tags", []):
                yield pytest.param(setup, cell.source, id=f"{path.stem}: {cell.source.splitlines()[0]}")


def exercise_after(setup, source):
    """Run the cells, and return the exercise as they leave it."""
    scope = {}
    exec(setup, scope)  # noqa: S102 - the lessons' own cells
    exec(source, scope)  # noqa: S102
    return scope["exercise"]


@pytest.fixture(autouse=True)
def _own_language(monkeypatch):
    """Forget afterwards which language a lesson's first cell has chosen."""
    monkeypatch.setattr(words, "_setting", {})


# -- The exercises of the lessons -----------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "source"), list(cells("starter")))
def test_a_starter_runs_and_is_not_yet_an_answer(setup, source):
    exercise = exercise_after(setup, source)
    assert not exercise.solved
    assert exercise._said.right is False
    assert len(exercise._said) > 20


@pytest.mark.parametrize(("setup", "source"), list(cells("answer")))
def test_an_answer_is_right(setup, source):
    assert exercise_after(setup, source).solved


def test_every_exercise_of_the_lessons_has_a_starter_and_an_answer():
    assert len(list(cells("starter"))) == len(list(cells("answer"))) == len(list(cells("exercise"))) >= 2


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_exercise_has_a_task_and_hints_in_steps(name, lang):
    exercise = Exercise(name, lang=lang)
    assert repr(exercise).endswith(exercise.task)
    hints = exercise.hints
    assert 2 <= len(hints) == len(set(hints))
    said = [exercise.hint() for _ in hints]
    assert all(hint in reply for hint, reply in zip(hints, said, strict=True))
    assert exercise.hint() == said[-1]


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_names_a_judge_that_there_is(name):
    assert shelf.exercise_card(name)["judge"] in JUDGES


# -- A puzzle of one's own ------------------------------------------------------------------------------


def test_a_homemade_puzzle_knows_its_answer():
    puzzle = Puzzle.of(COLUMN, discard=3, lang="en")
    assert puzzle.solution == (take(8),)
    assert "`take(8)`" in puzzle.answer()
    assert puzzle.play(take(8)).right is True
    assert "no hints" in puzzle.hint()


def test_a_homemade_puzzle_without_an_answer_says_so():
    puzzle = Puzzle.of(COLUMN, discard=7, lang="en")
    assert puzzle.solution == ()
    assert "No move" in puzzle.answer()


def test_a_homemade_puzzle_may_be_twelve_cards_in_a_row():
    flat = [card for row in COLUMN for card in row]
    assert Puzzle.of(flat, discard=3).board == Puzzle.of(COLUMN, discard=3).board


def test_the_search_for_an_answer_never_looks_under_a_card():
    hidden_third = [[3, 9, 0, 4], [3, 2, "?8", 6], ["?3", "?7", -1, 2]]
    assert Puzzle.of(hidden_third, discard=5).solution == ()
    assert Puzzle.of(hidden_third, discard=3).solution == (take(8),)


@pytest.mark.parametrize(
    ("grid", "discard"),
    [
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1),
        ([[1, 2, 3, 4]], 1),
        ([], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 13]], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, "x"]], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 1.5]], 1),
        ([[-2, -2, -2, -2], [-2, -2, 7, 8], [9, 10, 11, 12]], 1),
        (COLUMN, 13),
        (COLUMN, "3"),
        (COLUMN, None),
        (12, 3),
        ("abc", 3),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_position_is_told_why(grid, discard, lang):
    exercise = Exercise("own_column", lang=lang)
    reply = exercise.judge(grid, discard=discard)
    assert reply.right is False
    assert len(reply) > 30


def test_a_goal_that_is_not_there_is_refused_with_the_names_that_are():
    with pytest.raises(ValueError, match="untouched"):
        Puzzle.of(COLUMN, discard=3, goal="colum")


# -- Judges ---------------------------------------------------------------------------------------------


def deal(seed):
    game = Game(players=3, seed=seed)
    for seat in range(3):
        game.play(flip(0), seat)
        game.play(flip(1), seat)
    return game


def test_the_exercise_on_seeds_says_who_starts_instead():
    exercise = Exercise("third_starts", lang="en")
    assert "player 1 starts, not player 3" in exercise.judge(deal(1))
    assert "two cards first" in exercise.judge(Game(players=3, seed=1))
    assert exercise.judge(None).right is False
    assert exercise.judge(deal(10)).right is True
    assert exercise.solved


def test_a_right_answer_stays_solved_after_a_worse_attempt():
    exercise = Exercise("own_column")
    exercise.judge(COLUMN, discard=3)
    assert exercise.judge(COLUMN, discard=7).right is False
    assert exercise.solved


def test_a_judge_of_ones_own_may_say_true_or_false():
    exercise = Exercise("own_column", judge=lambda answer: answer == 42)
    assert exercise.judge(41).right is False
    assert exercise.judge(42).right is True


class ReportOfTests:
    """What `check` returns, as far as an exercise looks at it."""

    ok = False

    def __str__(self):
        return "it returned a number"


def test_a_report_is_read_by_its_ok_and_its_text():
    exercise = Exercise("own_column", judge=lambda _: ReportOfTests())
    reply = exercise.judge(None)
    assert reply.right is False
    assert reply.startswith("it returned a number")
    assert isinstance(exercise.report, ReportOfTests)


def test_a_verdict_is_taken_as_it_is():
    verdict = Verdict(ok=True)
    assert verdict_of(verdict) is verdict
    assert verdict_of(None).ok is False


def takes_for_the_worst(view):
    return take(max(view.shown, key=lambda slot: view.grid[slot])) if view.shown else take(view.hidden[0])


def reveals_first(_):
    return reveal(0)


def exercise_with(judge, **settings):
    return Exercise("own_column", judge=lambda made: JUDGES[judge](made, **settings), lang="en")


def test_the_check_is_a_judge():
    assert exercise_with("check").judge(strategies.greedy).right is True
    refused = exercise_with("check").judge(reveals_first)
    assert refused.right is False
    assert "reveal(0)" in refused


def test_a_duel_is_a_judge():
    exercise = exercise_with("beats", opponent="random_player", share=0.9, deals=20, seed=1)
    reply = exercise.judge(strategies.greedy)
    assert reply.right is True
    assert "random_player" in reply
    weak = exercise_with("beats", opponent="greedy", share=0.5, deals=20, seed=1)
    assert weak.judge(strategies.random_player).right is False
    assert weak.judge(reveals_first).right is False


def test_puzzles_are_judges_of_strategies():
    exercise = exercise_with("solves", puzzles=["welcome_swap", "minus_twos"])
    assert exercise.judge(takes_for_the_worst).right is True
    exercise = exercise_with("solves", puzzles=["welcome_swap", "first_column", "sour_card"])
    reply = exercise.judge(takes_for_the_worst)
    assert (reply.right, "sour_card" in reply) == (True, False)
    exercise = exercise_with("solves", puzzles=["draw_high", "not_doubled"])
    assert exercise.judge(strategies.random_player).right is False
