"""Lessons 1 to 4 in a real JupyterLab: puzzles by mouse and by keyboard, questions, what stays hidden."""

from __future__ import annotations

import json
from pathlib import Path

import axe_playwright_python
import nbformat
import pytest

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme }).then(() => 1)"
LESSONS = {path.name[:2]: path for path in (Path(__file__).parents[2] / "notebooks").glob("0[1-4]*.ipynb")}


class Lesson:
    """A real lesson in the browser, whose cells are found by what stands in them."""

    def __init__(self, notebook, path):
        self.notebook = notebook
        self.page = notebook.page
        self.sources = [cell.source for cell in nbformat.read(path, 4).cells]

    def cell(self, code):
        """Return the cell that holds `code`."""
        return self.page.locator(f'.jp-Cell[data-windowed-list-index="{self._place(code)}"]')

    def run(self, code):
        """Run the cell that holds `code`, and return it."""
        self.notebook.run_cell(self._place(code))
        return self.cell(code)

    def _place(self, code):
        return next(place for place, source in enumerate(self.sources) if code in source)

    def puzzle(self, name):
        cell = self.run(f'Puzzle("{name}")')
        cell.locator('[data-state="ready"]').wait_for()
        return cell

    def question(self, name):
        self.run(f'Question("{name}")')
        return self.page.locator(f'[data-panel="{name}"]')

    def errors(self):
        """Run everything, and return what went wrong anywhere."""
        self.notebook.run_all()
        outputs = [
            output for cell in json.loads(self.notebook.save())["cells"] for output in cell.get("outputs", [])
        ]
        return [output for output in outputs if output["output_type"] == "error"] + self.notebook.complaints


@pytest.fixture
def lesson(open_notebook):
    """Return a function that opens a lesson by its number and fetches what it needs."""

    def open_one(number):
        opened = Lesson(open_notebook(LESSONS[number]), LESSONS[number])
        opened.run("set_language")
        return opened

    return open_one


def card(table, slot, seat=0):
    return table.locator(f'[data-seat="{seat}"][data-slot="{slot}"]')


def pick_up(table):
    """Click the discard pile, and wait until its card is in hand."""
    table.locator('[data-pile="discard"]').click()
    table.locator('[data-pile="discard"].skyjo-picked').wait_for()


def says(table, words):
    table.locator("[data-note]").filter(has_text=words).wait_for()


def test_lesson_1_begins_at_a_table_and_compares_a_prediction(lesson):
    first = lesson("01")
    table = first.run("Table(seed=7")
    card(table, 5).click()
    card(table, 6).click()
    card(table, 6).and_(table.locator(':not([data-face="down"])')).wait_for()
    twelve = first.question("welcome_twelve")
    compare = twelve.locator('[data-action="compare"]')
    assert compare.get_attribute("aria-disabled") == "true"
    twelve.locator('[data-choice="a"]').click()
    twelve.locator('[data-said]:has-text("Noted: a")').wait_for()
    compare.click()
    twelve.locator('[data-said][data-tone="wrong"]').wait_for()
    twelve.locator('[data-choice="b"]').click()
    twelve.locator('[data-said]:has-text("Noted: b")').wait_for()
    compare.click()
    twelve.locator('[data-said][data-tone="right"]:has-text("fewest points win")').wait_for()
    assert first.errors() == []


def test_lesson_2_unfolds_a_result_when_it_is_run_and_takes_a_typed_number(lesson):
    second = lesson("02")
    fifteen = "■" * 15
    bars = second.cell("COUNTS.items()")
    assert fifteen not in bars.inner_text()
    second.run("COUNTS.items()")
    bars.locator(f"text={fifteen}").wait_for()
    eight = second.question("pile_eight")
    for number, answer in (("54", "one card more is gone"), ("53", "It is enough for a round")):
        eight.locator("[data-number]").fill(number)
        second.page.keyboard.press("Enter")
        eight.locator(f'[data-said]:has-text("{answer}")').wait_for()
    assert second.errors() == []


def test_lesson_3_answers_wrong_clicks_and_right_ones(lesson):
    third = lesson("03")
    table = third.puzzle("first_column")
    pick_up(table)
    card(table, 3).click()
    says(table, "column 1 has two cards showing 5")
    table.get_by_role("button", name="Take back").click()
    says(table, "Taken back")
    table.get_by_role("button", name="Hint").click()
    says(table, "Hint 1 of 3")
    pick_up(table)
    card(table, 8).click()
    says(table, "Three fives in a column")
    card(table, 8).and_(table.locator('[data-face="cleared"]')).wait_for()

    table = third.puzzle("refusal")
    pick_up(table)
    card(table, 0).click()
    says(table, "already face-up")
    says(table, "That is a refusal")
    assert third.errors() == []


def test_lesson_3_can_be_done_from_the_keyboard_alone(lesson):
    third = lesson("03")
    table, press = third.puzzle("first_column"), third.page.keyboard.press
    table.locator('[data-pile="discard"]').focus()
    press("Enter")
    table.locator('[data-pile="discard"].skyjo-picked').wait_for()
    card(table, 0).focus()
    for key in ("ArrowDown", "ArrowDown", "Space"):
        press(key)
    says(table, "Three fives in a column")

    row = third.question("column_saves").page.locator('[data-panel="column_saves"]')
    row.locator("[data-number]").press_sequentially("36")
    press("Tab")
    press("Enter")
    row.locator('[data-said][data-tone="right"]').wait_for()

    where = third.question("take_where")
    where.locator('[data-choice="a"]').focus()
    press("ArrowUp")
    assert third.page.evaluate("document.activeElement.dataset.choice") == "c"
    press("Enter")
    where.locator('[data-said][data-tone="right"]').wait_for()
    assert third.page.evaluate("document.activeElement.dataset.choice") == "c"


def test_lesson_4_plays_the_last_turns_of_the_others(lesson):
    fourth = lesson("04")
    table = fourth.puzzle("last_turns")
    pick_up(table)
    card(table, 11).click()
    says(table, "Zosia had one more turn")
    table.locator('[data-state="ready"]').wait_for()
    assert table.locator('[data-face="down"][data-slot]').count() == 0
    assert fourth.errors() == []


QUESTIONS = ["from skyjo_widgets.lessons import Question", "Question('deck_size')", "Question('pile_eight')"]


@pytest.mark.parametrize("server", ["lab", "notebook"])
def test_no_key_on_a_panel_reaches_the_notebook(open_notebook, server):
    notebook = open_notebook(QUESTIONS, server=server)
    notebook.run_all()
    before, page = notebook.cells, notebook.page
    for target in ('[data-choice="a"]', "[data-number]"):
        for key in ("x", "d", "d", "j", "k", "b", "a", "ArrowDown", "ArrowUp", "Shift+Enter"):
            page.locator(target).focus()
            page.keyboard.press(key)
    assert notebook.cells == before
    assert notebook.mode == "command"


def test_a_question_can_be_asked_again_after_a_reload(open_notebook):
    notebook = open_notebook(QUESTIONS)
    notebook.run_all()
    size = notebook.page.locator('[data-panel="deck_size"]')
    size.locator('[data-choice="b"]').click()
    size.locator('[data-said][data-tone="right"]').wait_for()
    notebook.save()
    notebook.reload()
    notebook.run_all()
    size.locator('[data-choice="a"]').click()
    size.locator('[data-said][data-tone="wrong"]').wait_for()


def test_no_face_down_card_of_a_puzzle_is_in_the_page_the_messages_or_the_file(open_notebook):
    """The puzzle's face-down cards have a value that no open card has; it is looked for everywhere."""
    made = "Puzzle.of([[1, 2, 3, 4], [1, 5, 6, 7], ['?-2', '?-2', '?-2', '?-2']], discard=8)"
    notebook = open_notebook(["from skyjo_widgets.lessons import Puzzle", f"puzzle = {made}", "puzzle"])
    notebook.run_cell(0)
    notebook.run_cell(1)
    notebook.traffic.clear()
    notebook.run_cell(2)
    table = notebook.page.locator(".jp-CodeCell").nth(2)
    pick_up(table)
    card(table, 0).click()
    says(table, "No column went away")
    output = json.loads(notebook.save())["cells"][2]["outputs"]
    assert notebook.traffic
    for place in (*notebook.traffic, json.dumps(output), table.inner_html()):
        for leak in ('"-2"', "?-2", "[-2", ", -2", ">-2<"):
            assert leak not in place


def test_panels_fit_a_telephone(open_notebook):
    cells = [QUESTIONS[0], "Question('start_need')", "Question('welcome_known')"]
    notebook = open_notebook(cells, server="notebook", width=360, height=800)
    notebook.run_all()
    for name in ("start_need", "welcome_known"):
        panel = notebook.page.locator(f'[data-panel="{name}"]')
        panel.scroll_into_view_if_needed()
        assert panel.evaluate("element => element.scrollWidth <= element.clientWidth")


ANSWERED = """
from skyjo_widgets.lessons import Exercise, Puzzle, Question
wrong, right, noted = Question("deck_size"), Question("pile_eight"), Question("start_need")
wrong.answer("a"), right.answer(53), noted.answer(7)
exercise, puzzle = Exercise("own_column"), Puzzle("first_column")
exercise.hint(), puzzle.hint(); wrong
"""


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_axe_finds_nothing_to_object_to_in_panels_and_puzzles(open_notebook, theme):
    notebook = open_notebook([ANSWERED, "right", "noted", "exercise", "puzzle"])
    page = notebook.page
    page.evaluate(THEME, theme)
    notebook.run_all()
    page.wait_for_function("document.querySelectorAll('[data-panel], .skyjo').length === 5")
    page.evaluate(AXE)
    asked = "axe.run({ include: [['[data-panel]'], ['.skyjo']] }, { resultTypes: ['violations'] })"
    found = page.evaluate(asked)["violations"]
    page.evaluate(THEME, "JupyterLab Light")
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
