"""Other ways to look at a table: forced colours, on paper, much enlarged; and a puzzle that is solved."""

from __future__ import annotations

from browser_notebook import ready

TABLE = """
from skyjo_widgets import Table
table = Table("Ola", "Kuba", seed=4, pace="off")
table
"""
PUZZLE = """
from skyjo_widgets.lessons import Puzzle
puzzle = Puzzle("double_kuba", lang="en")
puzzle
"""
MARK = """(card, property) => getComputedStyle(card, '::after')[property]"""


def test_face_down_cards_can_be_told_in_forced_colours_on_paper_and_at_twice_the_size(open_notebook):
    notebook = open_notebook([TABLE])
    notebook.run_all()
    page = notebook.page
    card, number = (page.locator(f'[data-seat="0"][data-slot="{slot}"]') for slot in (0, 1))
    number.click()
    ready(page)
    page.emulate_media(forced_colors="active")
    try:
        assert card.evaluate(MARK, "content") == '"?"', "without backgrounds it would look like a blank"
        assert card.evaluate(MARK, "display") != "none"
        assert number.evaluate(MARK, "content") == '""'
    finally:
        page.emulate_media(forced_colors="none")
    assert card.evaluate(MARK, "display") == "none"
    assert card.evaluate("card => getComputedStyle(card).printColorAdjust") == "exact"
    page.set_viewport_size({"width": 640, "height": 450})
    try:
        width = page.locator(".skyjo").evaluate("table => [table.scrollWidth, table.clientWidth]")
        assert width[1] < 300, "the side bar takes the rest"
        assert width[0] <= width[1]
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})
    assert not notebook.complaints


def test_a_solved_puzzle_offers_no_next_round(open_notebook):
    notebook = open_notebook([PUZZLE])
    notebook.run_all()
    page = notebook.page
    page.locator(".skyjo").wait_for()
    notebook.python("puzzle.play(*puzzle.solution)")
    page.locator('[data-note="good"]').wait_for()
    assert page.get_by_role("button", name="Next round").count() == 0
    page.get_by_role("button", name="Start again").click()
    ready(page)
    assert notebook.python("print(puzzle._game.round, puzzle.solved)") == "1 False\n"
