"""Nothing in the project speaks of one person's machine, so it works on any."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PRIVATE = {
    "a path of somebody's machine": re.compile(
        r"(?<![\w.:/~$}*)-])/(?:home|root|work|Users|mnt|media|shared)/(?!\W)"
    ),
    "a drive of somebody's machine": re.compile(r"\b[C-Z]:\\(?!\W)(?:Users|work)"),
    "a registry's host": re.compile(r"https?://[^\s/]*(?:pypi|pythonhosted|npmjs|unpkg)"),
    "a network that may not be there": re.compile(r"\b(?:10|192\.168)(?:\.\d{1,3}){2,3}\b(?!\.)"),
}
SAMPLES = {"test_guards.py", "test_no_machine.py"}  # they show what must be caught


def tracked() -> list[Path]:
    """The files that belong to the project, as git knows them, or all where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
        ).stdout.split("\0")
        return [ROOT / name for name in listed if name and (ROOT / name).is_file()]
    folders = ["skyjo_widgets", "tests", "notebooks", "binder", ".ci"]
    return [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # a picture


def test_no_file_names_a_machine() -> None:
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {what}": match.group()
        for path in tracked()
        if path.name not in SAMPLES
        for what, pattern in PRIVATE.items()
        if (match := pattern.search(text_of(path)))
    }
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "open('/home/ola/x')",
        "/work/lessons/x",
        "C:\\Users\\ola",
        "https://pypi.org/simple",
        "http://192.168.0.7:8888",
    ],
)
def test_what_names_a_machine_is_caught(text: str) -> None:
    assert any(pattern.search(text) for pattern in PRIVATE.values())


@pytest.mark.parametrize("text", ["notebooks/01.ipynb", "~/work/", "${HOME}/root/", "127.0.0.1", "1/work/2"])
def test_what_names_none_is_let_be(text: str) -> None:
    assert not any(pattern.search(text) for pattern in PRIVATE.values())
