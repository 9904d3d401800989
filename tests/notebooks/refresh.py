"""Run notebooks afresh and store them the way the tests want them.

    python tests/notebooks/refresh.py                       # all of them
    python tests/notebooks/refresh.py notebooks/01_*.ipynb  # some
    python tests/notebooks/refresh.py --no-run …            # tidy only, run nothing

Every cell is run in a new kernel of this Python, in the notebook's own folder. What differs from run to run
or from editor to editor is taken out: widget state and views (the picture and the text of the widget stay),
timings, random cell ids. An id, once given, stays when the cell is edited. What is still wrong is printed,
and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from guards import CELL_METADATA, NOTEBOOK_METADATA, WIDGET_VIEW, faults, is_random_id
from nbclient import NotebookClient
from same_everywhere import settle

if TYPE_CHECKING:
    from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]


def run(notebook: NotebookNode, folder: Path) -> None:
    """Run every cell of `notebook` in a new kernel that stands in `folder`."""
    settle()
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=False,
        record_timing=False,
    ).execute()


def tidy(notebook: NotebookNode) -> None:
    """Take out of `notebook` what is not the author's and not the same every time."""
    kept = {"skyjo": notebook.metadata["skyjo"]} if "skyjo" in notebook.metadata else {}
    notebook.metadata = nbformat.from_dict({**NOTEBOOK_METADATA, **kept})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        for name in cell.metadata.keys() - CELL_METADATA:
            del cell.metadata[name]
        if "answer" in cell.metadata.get("tags", []):
            cell.metadata.setdefault("jupyter", nbformat.from_dict({}))["source_hidden"] = True
        if cell.cell_type == "code":
            cell.outputs = _joined_streams(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET_VIEW, None)
                if "metadata" in output:
                    output.metadata = nbformat.from_dict({})
    _name_cells(notebook)


def _joined_streams(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Make one output of texts that the kernel happened to send in several pieces."""
    joined: list[NotebookNode] = []
    for output in outputs:
        if joined and output.output_type == "stream" and output.name == joined[-1].get("name"):
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def _name_cells(notebook: NotebookNode) -> None:
    """Give an id made of its text to every cell that has none, or one that an editor drew."""
    taken: set[str] = set()
    for cell in notebook.cells:
        cell_id = cell.get("id") or ""
        if not cell_id or is_random_id(cell_id) or cell_id in taken:
            kind = "code" if cell.cell_type == "code" else "text"
            first = cell_id = f"{kind}-{hashlib.sha256(cell.source.encode()).hexdigest()[:8]}"
            again = 1
            while cell_id in taken:
                again += 1
                cell_id = f"{first}-{again}"
        taken.add(cell_id)
        cell["id"] = cell_id


def refresh(path: Path, *, execute: bool = True) -> list[str]:
    """Run and tidy the notebook at `path` in place; return what is still wrong with it."""
    notebook = nbformat.from_dict(nbformat.reader.reads(path.read_text(encoding="utf-8")))
    tidy(notebook)  # ids first: nbclient wants a valid notebook
    if execute:
        run(notebook, path.parent)
        tidy(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    return faults(notebook)


def main(arguments: list[str] | None = None) -> int:
    """Refresh the notebooks that the command line names, or all."""
    parser = argparse.ArgumentParser(description="Run notebooks afresh; store them as the tests want.")
    parser.add_argument("notebooks", nargs="*", type=Path, help="default: all under notebooks/")
    parser.add_argument("--no-run", action="store_true", help="tidy only")
    chosen = parser.parse_args(arguments)
    wrong = False
    for path in chosen.notebooks or sorted((ROOT / "notebooks").rglob("*.ipynb")):
        found = refresh(path, execute=not chosen.no_run)
        wrong = wrong or bool(found)
        print(path, *(found or ["is as it should be"]), sep="\n    ")  # noqa: T201 - a command speaks
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
