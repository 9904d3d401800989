"""The guards catch what they are there for, and the refreshing tool mends it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from guards import NOTEBOOK_METADATA, WIDGET_VIEW, faults
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from refresh import main, refresh


def good() -> NotebookNode:
    shown = new_output("execute_result", {"text/plain": "42"}, execution_count=1)
    return new_notebook(
        metadata=NOTEBOOK_METADATA,
        cells=[
            new_markdown_cell("What is six times seven?", id="question"),
            new_code_cell("6 * 7", id="product", execution_count=1, outputs=[shown]),
        ],
    )


def change(**fields: object) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[1].update(fields)


def show(text: str, mime: str = "text/plain") -> Callable[[NotebookNode], None]:
    return change(outputs=[new_output("display_data", {mime: text})])


def test_a_good_notebook_has_no_faults() -> None:
    assert faults(good()) == []


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (change(execution_count=None), "never run"),
        (change(execution_count=7), "from top to bottom"),
        (change(source=""), "is empty"),
        (change(source="\n".join(["6 * 7"] * 13)), "13 lines"),
        (change(id="question"), "2 cells have the id 'question'"),
        (change(id=""), "no id"),
        (change(id="1f9a0b3c"), "at random"),
        (change(id="1f9a0b3c-1234-4abc-8def-0123456789ab"), "at random"),
        (change(metadata={"tags": ["answer"]}), "not collapsed"),
        (change(metadata={"collapsed": True}), "'collapsed' of an editor"),
        (show("<Table object at 0x7f3a5c0d1e20>"), "a memory address"),
        (show("<b>0x7f3a5c0d1e20</b>", "text/html"), "a memory address"),
        (show("it took 3.2 s"), "a time"),
        (show("it took 12 ms"), "a time"),
        (show("on 2026-11-30"), "a time"),
        (show("at 12:30:59"), "a time"),
        (show("100%|###| 64/64 [00:01<00:00]"), "a time"),
        (show("saved /home/ola/lesson.json"), "a path"),
        (show(r"saved C:\Users\ola\lesson.json"), "a path"),
        (show("lib/python3.11/site-packages/numpy"), "a path"),
        (show("{}", WIDGET_VIEW), "view of a widget"),
        (change(outputs=[new_output("stream", name="stderr", text="careful!")]), "stderr"),
        (
            change(outputs=[new_output("error", ename="E", evalue="e", traceback=["File /usr/lib/x.py"])]),
            "a path",
        ),
        (lambda notebook: notebook.metadata.update(widgets={}), "widget state"),
        (lambda notebook: notebook.metadata.update(vscode={}), "'vscode' belongs to an editor"),
        (lambda notebook: notebook.metadata.pop("kernelspec"), "'kernelspec'"),
    ],
)
def test_a_bad_notebook_is_caught(spoil: Callable[[NotebookNode], None], fault: str) -> None:
    notebook = good()
    spoil(notebook)
    assert fault in "\n".join(faults(notebook))


@pytest.mark.parametrize(
    "text",
    ["5 points, 3 cards", "58 % of games", "team-3.py", "rows 0/1", "games/s", "12 cards", "5 sekretów"],
)
def test_plain_results_are_no_faults(text: str) -> None:
    notebook = good()
    show(text)(notebook)
    assert faults(notebook) == []


def test_refreshing_runs_a_notebook_and_leaves_the_same_bytes_every_time(tmp_path: Path) -> None:
    path = tmp_path / "made_in_an_editor.ipynb"
    cells = [
        new_markdown_cell("Look:"),
        new_code_cell("print('a')\nprint('b', flush=True)\nprint('c')", metadata={"scrolled": True}),
        new_code_cell("6 * 7", metadata={"tags": ["answer"]}),
        new_code_cell("6 * 7"),
        new_code_cell("from ipywidgets import IntSlider\nIntSlider()"),
        new_code_cell("1 / 0", metadata={"tags": ["raises-exception"]}),
    ]
    made = new_notebook(cells=cells, metadata={"widgets": {}, "vscode": {}, "skyjo": {"lang": "en"}})
    path.write_text(nbformat.writes(made), encoding="utf-8")

    assert refresh(path) == []
    once = path.read_text(encoding="utf-8")
    assert refresh(path) == []
    assert path.read_text(encoding="utf-8") == once

    stored = nbformat.read(path, as_version=4)
    assert [cell.get("execution_count") for cell in stored.cells] == [None, 1, 2, 3, 4, 5]
    assert [output.text for output in stored.cells[1].outputs] == ["a\nb\nc\n"]
    assert stored.cells[2].metadata.jupyter.source_hidden
    assert stored.cells[4].outputs[0].data.keys() == {"text/plain"}
    assert stored.metadata.skyjo == {"lang": "en"}


def test_an_id_once_given_stays_when_the_cell_is_edited(tmp_path: Path) -> None:
    path = tmp_path / "edited.ipynb"
    path.write_text(nbformat.writes(new_notebook(cells=[new_markdown_cell("first words")])), encoding="utf-8")
    refresh(path, execute=False)
    notebook = nbformat.read(path, as_version=4)
    given = notebook.cells[0].id
    notebook.cells[0].source = "better words"
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    refresh(path, execute=False)
    assert nbformat.read(path, as_version=4).cells[0].id == given


def test_the_command_names_what_is_wrong_and_says_so_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "never_run.ipynb"
    path.write_text(nbformat.writes(new_notebook(cells=[new_code_cell("6 * 7")])), encoding="utf-8")
    assert main(["--no-run", str(path)]) == 1
    assert "cell 0 was never run" in capsys.readouterr().out
    assert main([str(path)]) == 0
