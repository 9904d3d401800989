"""The package is a good guest: it reads and writes UTF-8 and changes nothing that belongs to others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "skyjo_widgets"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")])

# Names that say nothing about what is inside.
EMPTY_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common|stuff|info|data)(_|$)")

# Whose state a library must leave alone: the calls that change it.
OF_OTHERS = {
    "os.chdir", "os.putenv", "random.seed", "random.setstate", "np.random.seed", "numpy.random.seed",
    "locale.setlocale", "matplotlib.use", "sys.setrecursionlimit",
}  # fmt: skip

# What runs in a process of its own may change that process.
OWN_PROCESS = {"classroom/guest.py", "classroom/player.py", "__main__.py"}


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """All calls, each with its name as written: `open`, `path.read_text`, `os.chdir`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def mode_of(call: ast.Call) -> str | None:
    """The mode that an `open` is given; None if it opens something else than a file, an archive's member."""
    is_function = ast.unparse(call.func) == "open"
    positional = call.args[1:2] if is_function else call.args[:1]
    given = [*positional, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    if not given:
        return "r"
    mode = given[0].value if isinstance(given[0], ast.Constant) else None
    return mode if isinstance(mode, str) and re.fullmatch("[rwax+tb]{1,3}", mode) else None


def without_encoding(source: str) -> list[int]:
    """Lines that read or write text and leave it to the machine how."""
    lines = []
    for name, call in calls(ast.parse(source)):
        last = name.rpartition(".")[2]
        opens_text = last == "open" and "b" not in (mode_of(call) or "b")
        before = {"read_text": 0, "write_text": 1}.get(last)  # arguments that stand before the encoding
        named = any(keyword.arg in {"encoding", None} for keyword in call.keywords)
        named = named or (before is not None and len(call.args) > before)
        if (opens_text or before is not None) and not named:
            lines.append(call.lineno)
    return lines


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_text_is_read_and_written_as_utf8_on_every_system() -> None:
    texts = {shown(path): path.read_text(encoding="utf-8") for path in SOURCES}
    assert not {name: lines for name, text in texts.items() if (lines := without_encoding(text))}


def test_a_module_changes_nothing_that_belongs_to_others() -> None:
    meddling = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {name for name, _ in calls(tree)} & OF_OTHERS
        found |= {
            "random, the generator that everybody shares"
            for node in ast.walk(tree)
            if isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names)
        }
        if found and path.relative_to(PACKAGE).as_posix() not in OWN_PROCESS:
            meddling[shown(path)] = found
    assert not meddling


def test_a_name_says_what_is_inside() -> None:
    assert not [shown(path) for path in SOURCES if EMPTY_NAMES.search(path.stem)]


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("open('x')", True),
        ("open('x', 'w')", True),
        ("path.read_text()", True),
        ("path.write_text(text)", True),
        ("path.open('w')", True),
        ("path.open()", True),
        ("open(path)", True),
        ("archive.open(member)", False),
        ("os.open(path, flags)", False),
        ("open('x', encoding='utf-8')", False),
        ("open('x', 'rb')", False),
        ("path.open('wb')", False),
        ("path.write_text(text, encoding='utf-8')", False),
        ("path.read_text('utf-8')", False),
        ("path.read_bytes()", False),
    ],
)
def test_a_text_whose_encoding_is_left_to_the_machine_is_caught(line: str, caught: bool) -> None:
    assert bool(without_encoding(line)) is caught
