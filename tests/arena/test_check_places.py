"""`check` works the same in a notebook, in a script and in pytest."""

import subprocess
import sys
import textwrap

import nbformat
import pytest
from nbclient import NotebookClient

MINE = """\
from skyjo_widgets import Replay, check, draw, play, strategies, take

def mine(view):
    return take(5) if view.grid[5] > 3 else draw()

def leaves(view):
    exit()

def asks(view):
    return take(int(input("slot? ")))

def shows(view):
    display(view)
    return strategies.greedy(view)
"""
SAID = "view.grid[5] is None: nothing to read there, the card in slot 5 is face-down"


@pytest.fixture(scope="module")
def cells():
    """What a real kernel shows for each cell."""
    sources = [
        MINE,
        "report = check(mine)\nreport",
        "print(report)",
        "print(report.traceback)",
        "check(leaves)",
        "check(asks)",
        "check(shows).noticed.printed > 100",
        "check(lambda view: view.grid[5] + 1)",
        "eval(report.replay).step",
        "'still here'",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return {cell.source: cell.outputs for cell in notebook.cells}


def shown(outputs, kind="text/plain"):
    assert [output.output_type for output in outputs] == ["execute_result"]
    return outputs[0].data[kind]


def test_a_report_is_the_result_of_a_cell(cells):
    text = shown(cells["report = check(mine)\nreport"])
    assert SAID in text
    assert "In line 4 " in text
    page = shown(cells["report = check(mine)\nreport"], "text/html")
    assert SAID in page
    assert "data:image/svg+xml;base64," in page


def test_a_report_can_be_printed(cells):
    (output,) = cells["print(report)"]
    assert SAID in output.text


def test_the_traceback_has_the_lines_of_the_cell_only(cells):
    (output,) = cells["print(report.traceback)"]
    assert "line 4, in mine" in output.text
    assert "skyjo_widgets" not in output.text


def test_the_kernel_survives_exit(cells):
    assert "tried to end the whole program" in shown(cells["check(leaves)"])
    assert shown(cells["'still here'"]) == "'still here'"


def test_nobody_is_asked_for_input(cells):
    assert "waited for somebody to type" in shown(cells["check(asks)"])


def test_nothing_is_displayed_by_the_strategy(cells):
    assert shown(cells["check(shows).noticed.printed > 100"]) == "True"


def test_a_lambda_in_a_cell_is_explained(cells):
    assert SAID in shown(cells["check(lambda view: view.grid[5] + 1)"])


def test_the_line_that_shows_it_again_works_in_the_notebook(cells):
    assert int(shown(cells["eval(report.replay).step"])) > 0


def test_a_script_prints_the_same(cells, tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(MINE + "\nprint(check(mine))\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", script], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert ran.stdout == cells["print(report)"][0].text
    assert ran.stderr == ""


def test_pytest_shows_what_is_wrong(tmp_path):
    test = tmp_path / "test_mine.py"
    test.write_text(MINE + "\n\ndef test_mine():\n    assert check(mine).ok\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "pytest", "-q", "-p", "no:cacheprovider",
         "--rootdir", tmp_path, test],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "mine() stopped with an error in round 1, on its turn 1." in ran.stdout


def test_a_coverage_measurement_goes_on(tmp_path):
    """Its tracer is put back after each call."""
    script = tmp_path / "traced.py"
    script.write_text(
        MINE
        + textwrap.dedent("""
            import sys
            seen = []
            def tracer(frame, event, _):
                if frame.f_code.co_name == "after":
                    seen.append(event)
                return tracer
            def after():
                return 3
            sys.settrace(tracer)
            check(mine)
            check(leaves)
            after()
            sys.settrace(None)
            print(seen)
        """),
        encoding="utf-8",
    )
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, encoding="utf-8", check=True, timeout=120
    )
    assert ran.stdout.strip() == "['call', 'line', 'return']"
