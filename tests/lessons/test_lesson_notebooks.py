"""The notebooks as a way to learn: predict, try, be asked, change, make."""

from __future__ import annotations

import ast

import nbformat
import pytest
from lesson_cells import code_cells, lesson, unknown_names
from lesson_material import EXERCISES, LESSONS, PUZZLES, QUESTIONS

from skyjo_widgets.lessons import Question

of_every_lesson = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
# What may stand in quotation marks in a code cell: it is the same in every language.
NO_LANGUAGE = {"en", "3", "Ola", "Kuba", "Zosia", "■", "/", "?8", "?7", "decided", "greedy", "collector"}
RULES, STRATEGIES = LESSONS[:4], LESSONS[4:]


def cells(path):
    return nbformat.read(path, 4).cells


def named(path):
    """Kind and name of all puzzles, questions and exercises of a lesson, in order."""
    return [
        (call.func.id, call.args[0].value)
        for cell in code_cells(path)
        for call in ast.walk(ast.parse(cell.source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Puzzle", "Question", "Exercise")
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


def test_there_are_nine_lessons():
    assert [path.name[:2] for path in LESSONS] == [f"0{number}" for number in range(1, 10)]


@pytest.mark.parametrize(
    ("kind", "shelf"), [("Puzzle", PUZZLES), ("Question", QUESTIONS), ("Exercise", EXERCISES)]
)
def test_what_the_lessons_name_lies_on_the_shelf(kind, shelf):
    used = [name for path in LESSONS for what, name in named(path) if what == kind]
    assert set(used) <= set(shelf)
    if kind == "Question":
        assert len(used) == len(set(used))


@pytest.mark.parametrize("path", RULES, ids=[path.stem for path in RULES])
def test_a_lesson_on_the_rules_shows_a_table_or_a_grid_and_asks(path):
    kinds = [kind for kind, _ in named(path)]
    assert kinds.count("Puzzle") >= 2
    assert kinds.count("Question") >= 5


@pytest.mark.parametrize("path", STRATEGIES, ids=[path.stem for path in STRATEGIES])
def test_a_lesson_on_strategies_asks_and_has_something_to_write(path):
    kinds = [kind for kind, _ in named(path)]
    assert kinds.count("Exercise") >= 1
    assert kinds.count("Question") >= 4


@of_every_lesson
def test_after_every_prediction_comes_an_action_and_then_a_question(path):
    steps = [_step(cell.source) for cell in code_cells(path)]
    for place, step in enumerate(steps):
        if step == "prediction":
            following = steps[place + 1 :]
            assert following[0] == "action", code_cells(path)[place].source
            assert (
                "question" in following[: following.index("prediction")]
                if "prediction" in following
                else following
            )


def _step(source):
    if not source.startswith("Question("):
        return "action"
    return "prediction" if Question(ast.literal_eval(source[9:-1])).prediction else "question"


@of_every_lesson
def test_a_learner_does_something_at_least_every_third_cell(path):
    kinds = [cell.cell_type for cell in cells(path)]
    assert all("code" in kinds[place : place + 3] for place in range(len(kinds) - 3))


@of_every_lesson
def test_code_cells_are_short_and_text_is_brief(path):
    assert all(cell.source.count("\n") < (7 if path in RULES else 12) for cell in code_cells(path))
    assert all(len(cell.source.split()) <= 120 for cell in cells(path) if cell.cell_type == "markdown")


@of_every_lesson
def test_a_lesson_ends_with_something_to_change_and_something_to_make(path):
    tags = {tag for cell in code_cells(path) for tag in cell.metadata.get("tags", [])}
    assert tags & {"change"}
    assert tags & {"make", "starter"}


@of_every_lesson
def test_a_code_cell_holds_no_words_of_a_language(path):
    names = {name for _, name in named(path)}
    for cell in code_cells(path):
        said = {node.value for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Constant)}
        assert {text for text in said if isinstance(text, str)} - names <= NO_LANGUAGE
        assert "#" not in cell.source


@of_every_lesson
def test_a_printed_result_is_folded_until_it_is_run(path):
    """A notebook is stored with its outputs, and what one shall predict must not lie open below."""
    for cell in code_cells(path):
        printed = any(output.output_type == "stream" for output in cell.outputs)
        if (
            printed
            and not {"starter", "setup"} & set(cell.metadata.get("tags", []))
            and "print(puzzle)" not in cell.source
        ):
            assert cell.metadata.get("jupyter", {}).get("outputs_hidden"), cell.source


@of_every_lesson
def test_what_answers_a_prediction_is_folded_until_it_is_run(path):
    waiting = False
    for cell in code_cells(path):
        step = _step(cell.source)
        if step == "prediction":
            waiting = True
        elif waiting and cell.outputs:
            waiting = False
            shown = cell.outputs[0].get("data", {}).get("text/plain", "")
            begins = ("Table:", "Replay:", "Puzzle:", "Question:", "Exercise:")
            assert shown.startswith(begins) or cell.metadata["jupyter"]["outputs_hidden"], cell.source


def test_the_first_cell_of_the_first_lesson_is_one_line_that_shows_a_table():
    first = code_cells(LESSONS[0])[0]
    assert "\n" not in first.source
    assert first.outputs[0].data["text/plain"].startswith("Table:")


@of_every_lesson
def test_a_lesson_runs_without_its_answers_too(path):
    assert unknown_names(path) == []
    without = lesson(path, answers=False)
    assert {handed.tag for handed in without.handed} <= {"starter"}


@of_every_lesson
def test_an_answer_is_folded_and_nothing_but_an_answer_stands_on_it(path):
    for cell in code_cells(path):
        if "answer" in cell.metadata.get("tags", []):
            assert cell.metadata["jupyter"] == {"outputs_hidden": True, "source_hidden": True}
