"""What every notebook of the project must be, as sentences about what is wrong with one.

nbval compares the outputs of a notebook with what its cells do today. It is silent about a cell that was
never run, and about an output that is right today only; these guards speak up instead.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nbformat import NotebookNode

__all__ = ["CELL_METADATA", "MAX_LINES", "NOTEBOOK_METADATA", "WIDGET_VIEW", "faults", "is_random_id"]

# No longer than fits on a projector.
MAX_LINES = 12

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

# The same for every notebook: whoever runs one has some Python 3, and which one is not the notebook's matter.
NOTEBOOK_METADATA: dict[str, Any] = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}

# "skyjo" is the project's own; the rest is Jupyter's. Editors leave much else behind.
CELL_METADATA = frozenset({"tags", "jupyter", "skyjo"})

# nbval compares neither picture, so nothing in them can go stale.
_NOT_COMPARED = frozenset({"image/png", "image/jpeg"})

_PASSING: dict[str, re.Pattern[str]] = {
    "a memory address": re.compile(r"\b0x[0-9a-fA-F]{6,}\b"),
    "a time": re.compile(
        r"\b\d{4}-\d{2}-\d{2}\b"  # a date
        r"|\b\d{1,2}:\d{2}:\d{2}\b|\b\d{2}:\d{2}<"  # a clock, a progress bar
        r"|\b\d+(?:[.,]\d+)?\s?(?:ns|µs|ms|s|sec|seconds?|sekund[ay]?|it/s)\b(?!/)"  # a duration
    ),
    "a path": re.compile(
        r"(?<![\w/.:-])/(?:home|root|tmp|usr|opt|var|work|mnt|Users|private|srv)/"
        r"|\b[A-Za-z]:\\"
        r"|site-packages|dist-packages|ipykernel_\d|<ipython-input"
    ),
}

_RANDOM_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?")


def is_random_id(cell_id: str) -> bool:
    """Tell whether an editor drew `cell_id` at random: such an id changes whenever a notebook is rebuilt."""
    return _RANDOM_ID.fullmatch(cell_id) is not None


def faults(notebook: NotebookNode) -> list[str]:
    """Say in sentences what is wrong with `notebook`; the list is empty if nothing is."""
    return [
        *_faults_of_the_whole(notebook),
        *(
            f"cell {number}{fault}"
            for number, cell in enumerate(notebook.cells)
            for fault in (*_faults_of_any(cell), *(_faults_of_code(cell) if _is_code(cell) else ()))
        ),
    ]


def _is_code(cell: NotebookNode) -> bool:
    return bool(cell.cell_type == "code")


def _faults_of_the_whole(notebook: NotebookNode) -> Iterator[str]:
    if "widgets" in notebook.metadata:
        yield "widget state is stored in the notebook's metadata"
    for name, wanted in NOTEBOOK_METADATA.items():
        if notebook.metadata.get(name) != wanted:
            yield f"the metadata {name!r} is not that of the other notebooks"
    for name in notebook.metadata.keys() - NOTEBOOK_METADATA.keys() - {"skyjo", "widgets"}:
        yield f"the metadata {name!r} belongs to an editor, not to the notebook"
    for cell_id, times in Counter(cell.get("id") for cell in notebook.cells).items():
        if cell_id is not None and times > 1:
            yield f"{times} cells have the id {cell_id!r}"
    ran = [cell.execution_count for cell in notebook.cells if _is_code(cell)]
    if None not in ran and ran != list(range(1, len(ran) + 1)):
        yield "the code cells were not run once each, from top to bottom"


def _faults_of_any(cell: NotebookNode) -> Iterator[str]:
    if not cell.get("id"):
        yield " has no id"
    elif is_random_id(cell.id):
        yield f" has an id that an editor drew at random: {cell.id}"
    for name in cell.metadata.keys() - CELL_METADATA:
        yield f" carries the metadata {name!r} of an editor"


def _faults_of_code(cell: NotebookNode) -> Iterator[str]:
    if not cell.source.strip():
        yield " is empty"
    elif cell.execution_count is None:
        yield " was never run, so that nbval would not compare it"
    lines = cell.source.count("\n") + 1
    if lines > MAX_LINES:
        yield f" has {lines} lines; {MAX_LINES} fit on a projector"
    collapsed = cell.metadata.get("jupyter", {}).get("source_hidden", False)
    if "answer" in cell.metadata.get("tags", []) and not collapsed:
        yield " is tagged as an answer, but is not collapsed"
    for output in cell.outputs:
        yield from _faults_of_output(output)


def _faults_of_output(output: NotebookNode) -> Iterator[str]:
    if output.get("name") == "stderr":
        yield " wrote to stderr"
    if WIDGET_VIEW in output.get("data", {}):
        yield " stores the view of a widget whose model is gone"
    for text in _texts(output):
        for what, pattern in _PASSING.items():
            found = pattern.search(text)
            if found:
                yield f" shows {what}: {found.group().strip()!r}"


def _texts(output: NotebookNode) -> Iterator[str]:
    yield output.get("text", "")
    yield output.get("evalue", "")
    yield "\n".join(output.get("traceback", []))
    for mime, content in output.get("data", {}).items():
        if mime not in _NOT_COMPARED and isinstance(content, str):
            yield content
