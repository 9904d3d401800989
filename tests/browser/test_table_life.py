"""What a table lives through: reloads, restarts, two views, impatient clicks, broken strategies."""

from __future__ import annotations

import json

from browser_notebook import ready

TABLE = """
from skyjo_widgets import Table, strategies
table = Table("Ola", strategies.greedy, seed=4, pace="{pace}")
table
"""
# What the page shows of each table: faces by seat, and the top of the discard pile.
SHOWN = """tables => tables.map(table => ({
    faces: [...table.querySelectorAll('[role=grid]')].map(
        grid => [...grid.querySelectorAll('[data-seat]')].map(card => card.dataset.face)),
    discard: table.querySelector('[data-pile="discard"]').dataset.face,
}))"""
# The same as the kernel has it.
KNOWN = """
import json
board = table.game.board()
print(json.dumps({
    "faces": [[{None: "cleared", "?": "down"}.get(face, str(face)) for face in seat] for seat in board.faces],
    "discard": str(board.discard)}))
"""


def shown(notebook):
    return notebook.page.locator(".skyjo").evaluate_all(SHOWN)


def known(notebook):
    return json.loads(notebook.python(KNOWN))


def agrees(notebook, views=1):
    """Whether each view of the table comes to show what the kernel has."""
    for _ in range(150):
        ready(notebook.page)
        if shown(notebook) == [known(notebook)] * views:
            return True
        notebook.page.wait_for_timeout(200)
    return False


def click(page, place):
    page.locator(place).first.click()
    ready(page)


def test_two_views_of_one_table_show_the_same_and_a_cell_run_again_makes_a_new_one(open_notebook):
    notebook = open_notebook([TABLE.format(pace="off"), "table"])
    notebook.run_all()
    page = notebook.page
    page.locator(".skyjo").nth(1).wait_for()
    ready(page)
    page.locator('.skyjo >> nth=1 >> [data-slot="3"] >> nth=0').click()
    ready(page)
    click(page, '[data-seat="0"][data-slot="4"]')
    assert agrees(notebook, views=2)
    assert shown(notebook)[0]["faces"][0].count("down") == 10
    notebook.run_cell(0)
    page.wait_for_function(
        "document.querySelector('.skyjo [data-seat=\"0\"][data-slot=\"4\"]').dataset.face === 'down'"
    )
    assert shown(notebook)[0] == known(notebook)
    assert page.locator(".skyjo").count() == 2, "the new table in the first cell, the old one in the second"


def test_a_reloaded_page_shows_the_table_as_it_was_and_goes_on(open_notebook):
    notebook = open_notebook([TABLE.format(pace="off")], fresh=True)
    notebook.run_all()
    page = notebook.page
    click(page, '[data-seat="0"][data-slot="3"]')
    before = shown(notebook)
    notebook.save()
    notebook.reload()
    page.locator(".skyjo").wait_for()
    assert shown(notebook) == before
    click(page, '[data-seat="0"][data-slot="4"]')
    assert agrees(notebook)


def test_after_a_restart_of_the_kernel_the_table_says_that_it_is_gone(open_notebook):
    notebook = open_notebook([TABLE.format(pace="off")])
    notebook.run_all()
    page = notebook.page
    click(page, '[data-seat="0"][data-slot="3"]')
    notebook.restart_kernel()
    page.locator('[data-seat="0"][data-slot="4"]').click()
    gone = page.locator("[data-gone]")
    gone.filter(has_text="Run the cell again").wait_for(timeout=6_000)
    assert "kernel" in gone.inner_text()
    notebook.run_all()
    page.locator('.skyjo[data-state="ready"]').wait_for()
    click(page, '[data-seat="0"][data-slot="4"]')
    assert agrees(notebook)


def test_a_busy_kernel_is_waited_for_and_the_click_then_counts(open_notebook):
    notebook = open_notebook([TABLE.format(pace="off")])
    notebook.run_all()
    page = notebook.page
    page.evaluate(
        """window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
            .requestExecute({ code: 'import time; time.sleep(6)' }) && null"""
    )
    page.locator('[data-seat="0"][data-slot="3"]').click()
    page.locator("[data-gone]").filter(has_text="No answer from Python yet").wait_for(timeout=6_000)
    ready(page)
    assert page.locator("[data-gone]").inner_text() == ""
    assert shown(notebook) == [known(notebook)]
    assert shown(notebook)[0]["faces"][0][3] != "down"


HAMMER = """async times => {
    const places = [...document.querySelectorAll('.skyjo button.skyjo-card')];
    for (let i = 0; i < times; i++) {
        places[(i * 7) % places.length].click();
        if (i % 2) await new Promise(resolve => setTimeout(resolve, 4));
    }
}"""


def test_a_thousand_fast_clicks_leave_the_table_as_the_kernel_has_it(open_notebook):
    notebook = open_notebook([TABLE.format(pace="off")])
    notebook.run_all()
    page = notebook.page
    ready(page)
    page.evaluate(HAMMER, 1_000)
    ready(page)
    assert agrees(notebook)
    assert notebook.python("print(table.trouble, len(table.game.moves) > 2)").split() == ["None", "True"]
    # The same from behind the mouse: a thousand messages at once.
    flood = (
        "for i in range(1000):\n"
        "    place = {'slot': i * 7 % 12, 'rev': i} if i % 3 else {'pile': 'draw'}\n"
        "    table.receive({'do': 'click', **place})"
    )
    notebook.python(flood)
    assert agrees(notebook)


def test_bots_move_before_ones_eyes_and_a_click_meanwhile_shows_the_end_at_once(open_notebook):
    four = """
from skyjo_widgets import Table, strategies
table = Table("Ola", *[strategies.greedy] * 3, seed=4, pace="slow")
table
"""
    notebook = open_notebook([four])
    notebook.run_all()
    page = notebook.page
    click(page, '[data-seat="0"][data-slot="3"]')
    page.locator('[data-seat="0"][data-slot="4"]').click()
    page.locator('.skyjo[data-state="moving"]').wait_for()
    first = shown(notebook)[0]
    assert first["faces"][0][4] != "down", "one's own card turns at once"
    assert first["faces"][1] == ["down"] * 12, "the bots have moved already, but are shown one by one"
    page.wait_for_function(
        "document.querySelector('.skyjo [data-seat=\"1\"][data-slot=\"0\"]').dataset.face !== 'down'"
    )
    assert page.locator('.skyjo[data-state="moving"]').count() == 1
    assert "greedy turns over slot 0" in page.locator("[data-live]").inner_text()
    page.evaluate('document.querySelector(\'.skyjo [data-seat="0"][data-slot="7"]\').click()')
    ready(page)
    assert shown(notebook)[0] == known(notebook)
    assert notebook.python("print(len(table.game.hidden[0]))") == "10\n", "that click was no move"


def test_bots_alone_play_by_themselves_until_they_are_stopped(open_notebook):
    code = """
from skyjo_widgets import Table, strategies
table = Table(strategies.greedy, strategies.greedy, seed=4, pace="off")
table
"""
    notebook = open_notebook([code])
    notebook.run_all()
    page = notebook.page
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator('[data-seat="1"]:not([data-face="down"])').nth(2).wait_for()
    page.get_by_role("button", name="Pause").click()
    ready(page)
    page.wait_for_timeout(200)
    stopped = known(notebook)
    page.wait_for_timeout(300)
    assert known(notebook) == stopped == shown(notebook)[0]
    page.get_by_role("button", name="To the end of the round").click()
    next_round = page.get_by_role("button", name="Next round")
    next_round.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.skyjo-round').textContent === 'Round 2'")
    assert page.evaluate("document.activeElement.closest('.skyjo') !== null"), "the keys stay at the table"


def test_where_motion_is_not_wanted_there_is_none(open_notebook):
    notebook = open_notebook([TABLE.format(pace="slow")])
    page = notebook.page
    page.emulate_media(reduced_motion="reduce")
    notebook.run_all()
    click(page, '[data-seat="0"][data-slot="3"]')
    page.evaluate(
        """() => {
            const table = document.querySelector('.skyjo');
            window.moved = 0;
            const look = () => {
                const flying = table.getAnimations({ subtree: true }).length;
                window.moved += flying + (table.dataset.state === 'moving');
            };
            new MutationObserver(look).observe(table, { attributes: true, childList: true, subtree: true });
        }"""
    )
    click(page, '[data-seat="0"][data-slot="4"]')
    assert agrees(notebook)
    assert shown(notebook)[0]["faces"][1].count("down") == 10, "the bot has turned over its cards too"
    assert page.evaluate("window.moved") == 0


def test_an_error_in_a_strategy_stands_on_the_table(open_notebook):
    code = """
from skyjo_widgets import Table
def mine(view):
    return view.wurst()
Table("Ola", mine, seed=1, pace="off")
"""
    notebook = open_notebook([code])
    notebook.run_all()
    page = notebook.page
    for place in ("0", "1"):
        click(page, f'[data-seat="0"][data-slot="{place}"]')
    if page.locator('.skyjo-turn [data-seat="0"]').count():
        click(page, '[data-pile="draw"]')
        click(page, '[data-seat="0"][data-slot="5"]')
    trouble = page.locator("[data-trouble]").inner_text()
    assert "AttributeError" in trouble
    assert "line 3 of mine: return view.wurst()" in trouble
    assert page.get_by_role("button", name="Try again").is_visible()


def test_a_replay_is_moved_with_buttons_slider_and_keys(open_notebook):
    code = """
from skyjo_widgets import Replay, play, strategies
replay = Replay(play(strategies.greedy, strategies.greedy, seed=4))
table = replay
replay
"""
    notebook = open_notebook([code])
    notebook.run_all()
    page = notebook.page
    for name, step in (("One turn on", 4), ("One move on", 5), ("One move back", 4), ("To the start", 0)):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function("step => document.querySelector('.skyjo-slider').value == step", arg=step)
    page.locator(".skyjo-slider").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.skyjo-ask').textContent.includes('move 12 of')")
    assert notebook.python("print(replay.step)") == "12\n"
    page.keyboard.press("End")
    page.wait_for_function("document.querySelector('.skyjo-won') !== null")
    assert shown(notebook) == [known(notebook)]
