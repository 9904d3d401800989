"""Imports run downwards only, from what people touch to the rules; a module is read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import skyjo_widgets

PACKAGE = Path(__file__).parents[2] / "skyjo_widgets"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
LONGEST = 400

# What each room may import besides itself and libraries. The rooms on the ground are `words` and `picture`,
# which know no game; `picture` is given a public position only, so it cannot show what is hidden.
MAY_IMPORT = {
    "words": set(),
    "picture": {"words"},
    "engine": {"words", "picture"},
    "strategies": {"words", "picture", "engine"},
    "arena": {"words", "picture", "engine", "strategies"},
    "table": {"words", "picture", "engine", "strategies"},
    "lessons": {"words", "picture", "engine", "strategies", "arena", "table"},
    "classroom": {"words", "picture", "engine", "strategies", "arena", "table"},
    "__main__": {"words", "classroom"},
}

# Loaded by nobody before it is needed; the engine, and what lies below it, never needs any of it.
NOTEBOOK_LIBRARIES = {"anywidget", "ipywidgets", "IPython", "matplotlib", "joblib", "tqdm", "traitlets"}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(path: Path) -> set[str]:
    """Full names of all modules that the file imports, wherever in it, those for type checkers too."""
    package = path.relative_to(PACKAGE.parent).with_suffix("").parts[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) + "." if node.level else ""
            origin = (base + (node.module or "")).rstrip(".")
            # `from skyjo_widgets import words` names a room too.
            names |= (
                {f"{origin}.{alias.name}" for alias in node.names} if origin == PACKAGE.name else {origin}
            )
    return names


def rooms_imported_by(path: Path) -> set[str]:
    parts = [name.split(".") for name in imported_modules(path)]
    named = {name[1] for name in parts if name[0] == PACKAGE.name and len(name) > 1}
    # A word of the front door stands for the room in which it lives.
    return {skyjo_widgets._HOME.get(name, name) for name in named} - {"_version", "__version__"}


def shown(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_a_module_imports_only_from_the_floors_below() -> None:
    upwards = {
        shown(path): found
        for path in MODULES
        # The front door names every room, and opens one when it is asked for.
        if (room := room_of(path)) not in {"__init__", "_version"}
        and (found := rooms_imported_by(path) - {room} - MAY_IMPORT[room])
    }
    assert not upwards


def test_a_module_of_the_ground_floor_knows_no_notebook() -> None:
    ground = [path for path in MODULES if room_of(path) in {"words", "picture", "engine", "strategies"}]
    knowing = {
        shown(path): found
        for path in ground
        if (found := {name.split(".")[0] for name in imported_modules(path)} & NOTEBOOK_LIBRARIES)
    }
    assert not knowing


def test_a_module_can_be_read_in_one_sitting() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST}


def test_a_module_says_in_its_first_line_what_it_is_for() -> None:
    texts = {shown(path): path.read_text(encoding="utf-8") for path in MODULES}
    assert not [
        name for name, text in texts.items() if text.strip() and not ast.get_docstring(ast.parse(text))
    ]


def test_every_room_has_a_floor() -> None:
    rooms = {room_of(path) for path in MODULES} - {"__init__", "_version"}
    assert rooms <= MAY_IMPORT.keys()


def test_the_floors_have_no_circle() -> None:
    for room, below in MAY_IMPORT.items():
        assert all(room not in MAY_IMPORT[other] for other in below)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import skyjo_widgets.arena.duel", {"arena"}),
        ("from skyjo_widgets.arena import duel", {"arena"}),
        ("from skyjo_widgets import arena", {"arena"}),
        ("from skyjo_widgets import duel", {"arena"}),
        ("from ..arena import duel", {"arena"}),
        ("def late():\n    from skyjo_widgets.table import Table", {"table"}),
        ("from skyjo_widgets._version import __version__", set()),
        ("import numpy", set()),
    ],
)
def test_an_import_is_seen_in_whatever_form_it_is_written(
    line: str, found: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "skyjo_widgets"
    (package / "engine").mkdir(parents=True)
    (package / "engine" / "rules.py").write_text(line, encoding="utf-8")
    monkeypatch.setitem(globals(), "PACKAGE", package)
    assert rooms_imported_by(package / "engine" / "rules.py") == found
