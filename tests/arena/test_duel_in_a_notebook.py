"""In a notebook: its own functions travel to workers, the stop button keeps what was played."""

from __future__ import annotations

import time

import pytest

manager = pytest.importorskip("jupyter_client.manager")

CELL = """
from skyjo_widgets import draw, duel, reveal, strategies, swap, take

KEEPS = 4

def sees(view):
    return view.worst()

def mine(view):
    if view.drawn is None:
        return take(sees(view)) if view.discard <= 2 else draw()
    return swap(sees(view)) if view.drawn <= KEEPS else reveal(view.hidden[0])
"""


@pytest.fixture(scope="module")
def kernel():
    running, client = manager.start_new_kernel(kernel_name="python3")
    run(client, CELL)
    yield running, client
    client.stop_channels()
    running.shutdown_kernel(now=True)


def run(client, code, meanwhile=None):
    """Run a cell; return what it printed and what it showed."""
    printed, shown = [], {}
    asked = client.execute(code)
    if meanwhile is not None:
        meanwhile()
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != asked:
            continue
        content = message["content"]
        if message["msg_type"] == "stream" and content["name"] == "stdout":
            printed.append(content["text"])
        elif message["msg_type"] in ("execute_result", "display_data"):
            shown |= content["data"]
        elif message["msg_type"] == "error":
            pytest.fail("\n".join(content["traceback"]))
        elif message["msg_type"] == "status" and content["execution_state"] == "idle":
            return "".join(printed), shown


def test_functions_of_the_notebook_play_in_other_processes(kernel):
    _, client = kernel
    alone, _ = run(client, "print(duel(mine, strategies.greedy, deals=80, seed=2, workers=1))")
    together, _ = run(client, "print(duel(mine, strategies.greedy, deals=80, seed=2, workers=2))")
    assert together == alone
    assert "mine against greedy" in alone


def test_a_result_shows_as_a_table_and_a_plot_as_a_picture(kernel):
    _, client = kernel
    _, table = run(client, "duel(mine, strategies.greedy, deals=5, seed=2)")
    assert "<table>" in table["text/html"]
    assert "mine against greedy" in table["text/plain"]
    _, picture = run(client, "duel(mine, strategies.greedy, deals=5, seed=2).plot()")
    assert picture["image/png"]
    assert " at 0x" not in picture["text/plain"]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_stop_button_keeps_what_was_played(kernel, workers):
    running, client = kernel

    def press_stop():
        time.sleep(4)
        running.interrupt_kernel()

    code = (
        f"result = duel(mine, strategies.greedy, deals=500_000, seed=2, workers={workers})\n"
        "print(result.ending, result.deals > 0)"
    )
    printed, _ = run(client, code, press_stop)
    assert printed == "stopped True\n"
    printed, _ = run(client, "print(duel(mine, strategies.greedy, deals=2, seed=2).ending)")
    assert printed == "all\n"
