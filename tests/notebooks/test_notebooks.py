"""Every notebook that ships is held to the guards; what its cells do is nbval's part."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from guards import faults

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

of_every_notebook = pytest.mark.parametrize(
    "path",
    # JupyterLab keeps copies of what somebody has opened; they are not the project's.
    sorted(path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts),
    ids=lambda path: path.relative_to(NOTEBOOKS).as_posix(),
)


@of_every_notebook
def test_a_notebook_is_stored_as_every_notebook_must_be(path: Path) -> None:
    stored = nbformat.reader.reads(path.read_text(encoding="utf-8"))
    found = faults(nbformat.from_dict(stored))
    assert not found, "\n".join(["", *found, f"mend it with: python tests/notebooks/refresh.py {path.name}"])


@of_every_notebook
def test_a_notebook_is_valid_by_jupyters_own_schema(path: Path) -> None:
    nbformat.validate(nbformat.read(path, as_version=4))
