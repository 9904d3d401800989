"""What the table costs in a real JupyterLab: ``python tests/benchmarks/table_in_browser.py``.

Prints the messages and bytes that create a table for four, how soon it is painted after its cell is run, and
the time from a click to the changed page (the median of 50). Nothing is asserted: the figures depend on the
machine and on what else it does. About 40 ms of a click are the server's socket, for any widget.
"""

# ruff: noqa: E402 - the browser tests' own tools are not a package, and a benchmark prints

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "browser")]

from browser_notebook import OpenNotebook, ready
from browser_server import JupyterServer

from conftest import FLAGS, _chromium

SETTING = "from skyjo_widgets import Table, strategies\ng = strategies.greedy"
TABLE = "table = Table('Ola', g, g, g, seed=4, pace='off')\ntable"

SIZES = """
import json
all = table.get_state()
parts = {"program and style": [all.pop("_esm"), all.pop("_css")]}
parts |= {"words": all["words"], "state": all["state"], "all but program and style": all}
print(json.dumps({name: len(json.dumps(part, ensure_ascii=False).encode()) for name, part in parts.items()}))
"""

# From the command that runs the cell to the frame in which the table is on the page.
PAINT = """async () => {
    const app = window.jupyterapp;
    app.shell.currentWidget.content.activeCellIndex = 1;
    const start = performance.now();
    const painted = new Promise(resolve => {
        const old = document.querySelector('.skyjo');
        const look = () => {
            const table = document.querySelector('.skyjo');
            if (table && table !== old) resolve(performance.now() - start);
            else requestAnimationFrame(look);
        };
        look();
    });
    app.commands.execute('notebook:run-cell');
    return painted;
}"""

# From a click on the discard pile, which is chosen and let go in turn, to the changed class of the pile.
CLICK = """async () => {
    const pile = document.querySelector('.skyjo [data-pile="discard"]');
    const start = performance.now();
    const changed = new Promise(resolve => {
        const observer = new MutationObserver(() => resolve(performance.now() - start));
        observer.observe(pile, { attributes: true, attributeFilter: ['class'] });
    });
    pile.click();
    return changed;
}"""


def main():
    """Measure, and print one line for each figure."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
        server = JupyterServer("lab", Path(folder))
        try:
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            notebook = OpenNotebook(server, context, [SETTING, TABLE, "import json"])
            page = notebook.page
            notebook.run_cell(0)
            before = len(notebook.traffic)
            paint = page.evaluate(PAINT)
            again = [page.evaluate(PAINT) for _ in range(5)]
            ready(page)
            said = notebook.traffic[before:]
            opened = sum(text.find('"msg_type": "comm_open"') in range(200) for text in said)
            print(f"messages to create a table for four   {opened / 6:g}")
            synced = notebook.python(SIZES)
            for name, number in json.loads(synced).items():
                print(f"{name + ', bytes':37} {number}")
            print(f"cell run to table painted, first, ms  {paint:.0f}")
            print(f"the same, median of the next 5, ms    {statistics.median(again):.0f}")
            for place in ("0", "1"):
                page.locator(f'[data-seat="0"][data-slot="{place}"]').click()
                ready(page)
            times = []
            for _ in range(50):
                times.append(page.evaluate(CLICK))
                ready(page)
            print(f"click to page, median of 50, ms       {statistics.median(times):.1f}")
            notebook.close()
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
