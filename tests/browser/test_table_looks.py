"""What eyes, assistive technology and the curious find on the page: enough, and no hidden card."""

from __future__ import annotations

import json
import re
from pathlib import Path

import axe_playwright_python
from browser_notebook import ready

from skyjo_widgets import Game

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme }).then(() => 1)"
EVERYTHING = """
from skyjo_widgets import Game, Replay, Table, strategies, play
g = strategies.greedy
table = Table("Ola", "Kuba", g, seed=4, pace="off", numbers=True)
for slot in (0, 1, 0, 1):
    table.click(slot)
"""
REFUSED = (
    "table.click(11); table.click('draw'); table.tell('Look at column 2', 'good'); table.click('draw'); table"
)
REPLAY = 'game = play(g, g, seed=4)\nReplay(game, lang="pl").go(round=1, turn=9)'
OVER = "Table.from_game(play(g, g, seed=5), actions={'Hint': print})"


def test_axe_finds_nothing_to_object_to_by_day_and_by_night(open_notebook):
    notebook = open_notebook([EVERYTHING, REFUSED, REPLAY, OVER])
    page = notebook.page
    notebook.run_all()
    page.wait_for_function("document.querySelectorAll('.skyjo').length === 3")
    for summary in page.locator(".skyjo summary").all():
        summary.click()
    ready(page)
    page.evaluate(AXE)
    assert objections(page, ".skyjo") == []
    page.evaluate(THEME, "JupyterLab Dark")
    by_night = objections(page, ".skyjo-say, .skyjo-buttons, .skyjo-more")
    page.evaluate(THEME, "JupyterLab Light")
    assert by_night == []


def objections(page, selector):
    """What axe objects to in the elements that `selector` finds."""
    found = page.evaluate(
        "where => axe.run(where, { resultTypes: ['violations'], preload: false, iframes: false })", selector
    )
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found["violations"]]


def test_every_card_has_its_name_and_place(open_notebook):
    notebook = open_notebook([EVERYTHING, "table"])
    notebook.run_all()
    page = notebook.page
    value = notebook.python("print(table.game.grids[0][1])").strip()
    page.get_by_role("button", name=f"Ola, row 1, column 2: {value}").wait_for()
    page.get_by_role("button", name="Kuba, row 3, column 4: face-down").wait_for()
    assert page.locator('[role="grid"]').count() == 3
    assert page.locator('[role="grid"] [role="row"] [role="gridcell"] button[data-slot]').count() == 36
    for seat in range(3):
        tabs = page.locator(f'[data-seat="{seat}"]').evaluate_all("cards => cards.map(card => card.tabIndex)")
        assert sorted(tabs) == [-1] * 11 + [0], "one stop of the Tab key for each player"


def test_eight_players_fit_into_360_pixels(open_notebook):
    code = """
from skyjo_widgets import Replay, Table, strategies
def crowded(lang):
    table = Table("Maksymilian Konstantynowicz", *[strategies.greedy] * 7, seed=4, lang=lang, pace="off")
    table.click(0), table.click(1), table.click("draw"), table.click("draw")
    return table
"""
    cells = [code, 'crowded("en")', 'Replay(crowded("pl"), lang="pl")', 'crowded("pl")']
    notebook = open_notebook(cells, "notebook", width=360, height=800)
    notebook.run_all()
    notebook.page.wait_for_function("document.querySelectorAll('.skyjo').length === 3")
    too_wide = notebook.page.locator(".skyjo").evaluate_all(
        """tables => tables.flatMap(table => {
            const edge = table.getBoundingClientRect().right;
            const outside = node => node.getBoundingClientRect().right > edge + 1;
            return [...table.querySelectorAll('*')]
                .filter(node => outside(node) && !node.closest('.skyjo-scroll'))
                .map(node => node.outerHTML.slice(0, 80));
        })"""
    )
    assert too_wide == []
    assert notebook.page.locator(".skyjo").first.evaluate(
        "table => table.getBoundingClientRect().right <= innerWidth"
    )


def two_worlds():
    """Two positions that look the same to everybody, with other face-down cards and another draw pile."""
    game = Game(2, seed=4)
    for seat in (0, 1):
        for slot in (0, 1):
            game.play(game.legal_moves(seat)[slot], seat)
    one, other = game.position(), game.position()
    for player in other["players"]:
        for row in player["grid"]:
            row[:] = [f"?{hidden}" if isinstance(card, str) else card
                      for card, hidden in zip(row, swapped(row), strict=True)]  # fmt: skip
    other["draw_top_to_bottom"] = other["draw_top_to_bottom"][::-1]
    assert one != other
    return one, other


def swapped(row):
    """The values of a row, those of its face-down cards in reverse."""
    hidden = [card[1:] for card in row if isinstance(card, str)]
    return [hidden.pop() if isinstance(card, str) else card for card in row]


def table_messages(traffic):
    """What was said about widgets over the page's web sockets, without what differs from run to run."""
    said = []
    for text in traffic:
        parts, at = [], text.find("{")
        while at >= 0 and len(parts) < 4:  # the header, its parent's, metadata, content
            try:
                part, at = json.JSONDecoder().raw_decode(text, at)
            except ValueError:
                break
            parts.append(part)
            at = text.find("{", at)
        if len(parts) == 4 and parts[0].get("msg_type") in KINDS:
            said.append(
                (parts[0]["msg_type"], re.sub(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f-]{12,}", "", str(parts[3])))
            )
    return said


KINDS = ("comm_open", "comm_msg", "display_data", "execute_result")


def test_no_face_down_card_is_in_the_page_in_a_message_or_in_the_saved_file(open_notebook):
    looks = []
    for position in two_worlds():
        code = (
            "import json\nfrom skyjo_widgets import Game, Table, Replay\n"
            "game = Game.from_position(json.loads(open('position.json').read()))\n"
            "table = Table.from_game(game, names=['Ola', 'Kuba'])"
        )
        notebook = open_notebook([code, "table", "Replay(table)", "table.game.view(0)", "print(table.game)"])
        (notebook.path.parent / "position.json").write_text(json.dumps(position), encoding="utf-8")
        notebook.run_all()
        page = notebook.page
        page.wait_for_function("document.querySelectorAll('.skyjo').length === 2")
        for place in (
            '[data-pile="discard"]',
            '[data-seat="0"][data-slot="0"]',
            '[data-seat="0"][data-slot="1"]',
        ):
            page.locator(place).first.click()
            ready(page)
        page.locator(".skyjo summary").last.click()
        ready(page)
        html = page.locator(".skyjo").evaluate_all("tables => tables.map(table => table.outerHTML)")
        saved = json.loads(notebook.save())
        assert "widgets" not in saved["metadata"], "no state of a widget is kept"
        outputs = [output.get("data", output) for cell in saved["cells"] for output in cell["outputs"]]
        for data in outputs:
            data.pop("application/vnd.jupyter.widget-view+json", None)
        looks.append((html, table_messages(notebook.traffic), outputs))
        assert len(looks[-1][1]) > 8
        notebook.close()
    assert looks[0][0] == looks[1][0]
    assert looks[0][2] == looks[1][2]
    assert looks[0][1] == looks[1][1]
