"""Lessons 5 and 9 in a real JupyterLab: a strategy is written, mended, watched and measured."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

LESSONS = {path.name[:2]: path for path in (Path(__file__).parents[2] / "notebooks").glob("0[5-9]*.ipynb")}

FORGETFUL = """def mine(view):
    if view.drawn is None:
        draw()
    elif view.drawn <= 4:
        return swap(view.worst())
    else:
        return reveal(view.hidden[0])
check(mine)"""
MENDED = FORGETFUL.replace("        draw()\n    elif", "        return draw()\n    elif")


class Lesson:
    """A real lesson in the browser, whose cells are found by their ids."""

    def __init__(self, notebook, path):
        self.notebook = notebook
        self.page = notebook.page
        self.ids = [cell.id for cell in nbformat.read(path, 4).cells]

    def cell(self, name):
        """Return the cell with this id."""
        return self.page.locator(f'.jp-Cell[data-windowed-list-index="{self.ids.index(name)}"]')

    def run(self, name):
        """Run the cell with this id, and return it."""
        self.notebook.run_cell(self.ids.index(name))
        return self.cell(name)

    def write(self, name, code):
        """Type `code` into the cell with this id, in place of what stands there, and run it by keyboard."""
        place = self.ids.index(name)
        self.page.evaluate(f"window.jupyterapp.shell.currentWidget.content.activeCellIndex = {place}")
        cell = self.cell(name)
        self.notebook.command("notebook:enter-edit-mode")
        cell.locator(".cm-content").focus()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(code)
        assert self.notebook.cells[place] == code
        self.notebook.command("notebook:run-cell")
        return cell


@pytest.fixture
def lesson(open_notebook):
    """Return a function that opens a lesson by its number and fetches what it needs."""

    def open_one(number):
        opened = Lesson(open_notebook(LESSONS[number]), LESSONS[number])
        opened.run("code-setup")
        return opened

    return open_one


def prints(cell, words):
    cell.locator(".jp-OutputArea-output").filter(has_text=words).first.wait_for()


def test_in_lesson_5_a_strategy_is_written_mended_watched_and_measured(lesson):
    fifth = lesson("05")
    cell = fifth.write("code-starter", FORGETFUL)
    prints(cell, "mine() returned nothing in round 1, on its turn 1.")
    prints(cell, "line 3 makes the move draw() and then drops it: only return hands it over")
    prints(cell, "return draw()")

    cell = fifth.write("code-starter", MENDED)
    prints(cell, "mine() plays by the rules")
    assert "returned nothing" not in cell.inner_text()

    cell = fifth.write("code-starter", "Replay(play(mine, strategies.greedy, seed=3))")
    slider = cell.get_by_role("slider")
    slider.wait_for()
    start = slider.input_value()
    assert cell.locator('[data-slot]:not([data-face="down"])').count() == 0
    for _ in range(2):
        cell.get_by_role("button", name="One turn on").click()
    cell.locator('[data-slot]:not([data-face="down"])').nth(1).wait_for()
    assert slider.input_value() != start
    slider.focus()
    fifth.page.keyboard.press("End")
    fifth.page.wait_for_function("element => element.value === element.max", arg=slider.element_handle())

    cell = fifth.write(
        "code-starter",
        "from skyjo_widgets import duel\nduel(mine, strategies.random_player, deals=30, seed=1)",
    )
    prints(cell, "That is a real difference.")
    picture = cell.locator('.jp-OutputArea-output img[alt*="mine"]')
    assert picture.evaluate("image => image.naturalWidth") > 200
    assert "mine wins 100 % of games" in cell.inner_text()
    assert fifth.notebook.complaints == []


def test_in_lesson_5_an_exercise_gives_its_hints_from_the_keyboard_and_judges(lesson):
    fifth = lesson("05")
    panel = fifth.run("code-exercise").locator('[data-panel="keeps_low"]')
    panel.locator('[data-action="hint"]').focus()
    fifth.page.keyboard.press("Enter")
    panel.locator('[data-said]:has-text("Hint 1 of 3")').wait_for()
    fifth.page.keyboard.press("Space")
    panel.locator('[data-said]:has-text("if view.discard <= 2:")').wait_for()
    assert fifth.cell("code-answer").locator(".jp-InputPlaceholder").count() == 1

    prints(fifth.run("code-starter"), "Not yet: in the puzzle take_low")
    panel.locator('[data-said][data-tone="wrong"]').wait_for()
    fifth.run("code-answer")
    panel.locator('[data-said][data-tone="right"]:has-text("All 3 puzzles are solved.")').wait_for()


def test_the_tournament_of_lesson_9_runs_and_its_games_can_be_watched(lesson):
    ninth = lesson("09")
    for name in ("code-mine", "code-players"):
        ninth.run(name)
    guess = ninth.run("code-guess").locator('[data-panel="tournament_guess"]')
    guess.locator('[data-choice="c"]').click()
    guess.locator('[data-said]:has-text("Noted: c")').wait_for()
    table = ninth.run("code-tournament")
    prints(table, "finisher is the best of them: that is sure.")
    assert table.locator("table").count() >= 1
    guess.locator('[data-action="compare"]').click()
    guess.locator('[data-said][data-tone="right"]').wait_for()
    ninth.run("code-replay").get_by_role("slider").wait_for()
    outputs = [
        output
        for cell in json.loads(ninth.notebook.save())["cells"]
        for output in cell.get("outputs", [])
        if output["output_type"] == "error"
    ]
    assert outputs + ninth.notebook.complaints == []
