"""Whole games at the table, in real notebooks, with the mouse and with the keyboard alone."""

from __future__ import annotations

import pytest
from browser_notebook import ready

TABLE = """
from skyjo_widgets import Table, Rules, strategies
table = Table("Ola", strategies.greedy, seed=4, pace="off", rules=Rules(score_limit={limit}))
table
"""


def faces(page, seat=0):
    """The faces of a player's 12 cards as the page shows them."""
    return page.locator(f'.skyjo [data-seat="{seat}"]').evaluate_all(
        "cards => cards.map(card => card.dataset.face)"
    )


def next_face_down(page):
    """The first of Ola's face-down slots, else the first that is not cleared."""
    shown = faces(page)
    return (
        shown.index("down")
        if "down" in shown
        else next(i for i, face in enumerate(shown) if face != "cleared")
    )


@pytest.mark.parametrize("server", ["lab", "notebook"])
def test_a_whole_game_against_a_bot_is_played_with_the_mouse(open_notebook, server):
    notebook = open_notebook([TABLE.format(limit=60 if server == "lab" else 1)], server)
    notebook.run_all()
    page = notebook.page
    page.locator('[data-seat="0"][data-slot="0"]').click()
    page.locator('[data-seat="0"][data-slot="7"]').click()
    rounds = 1
    while not page.locator(".skyjo-won").count():
        ready(page)
        if (next_round := page.get_by_role("button", name="Next round")).is_visible():
            next_round.click()
            rounds += 1
            for slot in (0, 7):
                page.locator(f'[data-seat="0"][data-slot="{slot}"]').click()
            ready(page)
        page.locator('[data-pile="draw"]').click()
        ready(page)
        page.locator(f'[data-seat="0"][data-slot="{next_face_down(page)}"]').click()
        ready(page)
    assert notebook.python("print(table.game.phase, table.game.round)").split() == [
        "game",
        "over",
        str(rounds),
    ]
    assert "The game is over" in page.locator(".skyjo-why").inner_text()
    for summary in page.locator(".skyjo summary").all():
        summary.click()
    ready(page)
    assert page.locator(".skyjo-sheet tbody tr").count() == rounds
    told = page.locator(".skyjo-lines li").all_inner_texts()
    assert told == notebook.python("print(*table.log, sep='\\n')").splitlines()


def test_a_whole_round_is_played_with_the_keyboard_alone(open_notebook):
    notebook = open_notebook([TABLE.format(limit=1)])
    notebook.run_all()
    page, press = notebook.page, notebook.page.keyboard.press
    page.locator('[data-seat="0"][data-slot="0"]').focus()
    press("Enter")
    press("ArrowRight")
    press("Space")

    def walk(slot):
        """Go to a slot of the grid that has the focus, with the arrows only."""
        at = int(page.evaluate("document.activeElement.dataset.slot"))
        for key, steps in (("ArrowDown", slot // 4 - at // 4), ("ArrowRight", slot % 4 - at % 4)):
            opposite = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
            for _ in range(abs(steps)):
                press(key if steps > 0 else opposite)

    for _ in range(30):
        ready(page)
        if page.locator(".skyjo-won").count():
            break
        press("Shift+Tab")
        press("Shift+Tab")
        assert page.evaluate("document.activeElement.dataset.pile") == "draw"
        press("Enter")
        ready(page)
        press("Tab")
        press("Tab")
        walk(next_face_down(page))
        press("Enter")
    assert notebook.python("print(table.game.phase)") == "game over\n"
    assert len(notebook.cells) == 1


KEYS = ["x", "d", "d", "j", "k", "a", "b", "m", "z", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight",
        "Home", "End", "Space", "Shift+Enter", "Control+Enter", "Alt+Enter", "Shift+ArrowDown"]  # fmt: skip


UNGUARDED = """tables => tables.flatMap(
    table => [...table.querySelectorAll('button, input, select, summary, a, [tabindex]')])
    .filter(node => !node.hasAttribute('data-lm-suppress-shortcuts')).map(node => node.outerHTML)"""


@pytest.mark.parametrize("server", ["lab", "notebook"])
def test_no_key_on_the_table_reaches_the_notebook(open_notebook, server):
    cells = ["1", TABLE.format(limit=100), "from skyjo_widgets import Replay\nReplay(table)", "2"]
    notebook = open_notebook(cells, server)
    notebook.run_all()
    page = notebook.page
    page.locator('.skyjo[data-kind="replay"]').wait_for()
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
    places = ['[data-seat="0"][data-slot="5"]', '[data-pile="draw"]', '[data-do="numbers"]', "summary",
              "select", '[data-do="forth"]', "input[type=range]"]  # fmt: skip
    counts = notebook.counts
    for place in places:
        page.locator(f".skyjo {place}").first.focus()
        assert page.evaluate("document.activeElement.closest('.skyjo') !== null"), place
        before = (notebook.cells, notebook.mode, notebook.active_cell)  # focus makes its cell the active one
        for key in KEYS:
            page.keyboard.press(key)
        assert (notebook.cells, notebook.mode, notebook.active_cell) == before, place
    assert notebook.counts == counts
    assert page.locator(".skyjo").evaluate_all(UNGUARDED) == [], "every focusable element keeps its keys"


def test_a_wrong_click_is_answered_on_the_table(open_notebook):
    notebook = open_notebook([TABLE.format(limit=100)])
    notebook.run_all()
    page = notebook.page
    for slot in (4, 4):
        page.locator(f'[data-seat="0"][data-slot="{slot}"]').click()
        ready(page)
    assert "slot 4 is already face-up" in page.locator("[data-refusal]").inner_text()
    page.locator('[data-seat="0"][data-slot="5"]').click()
    ready(page)
    page.locator('[data-seat="1"][data-slot="2"]').click()
    ready(page)
    assert "belongs to greedy" in page.locator("[data-refusal]").inner_text()
    page.locator('[data-pile="draw"]').click()
    ready(page)
    assert page.locator("[data-refusal]").inner_text() == ""
