"""`skyjo-widgets lessons`: copies the lessons of the installed version, and never over somebody's work."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skyjo_widgets
from skyjo_widgets._version import __version__
from skyjo_widgets.words import languages, say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

__all__ = ["ALL_COPIED", "SOME_BESIDE", "hand_out", "lessons_in", "without_answers"]

ALL_COPIED, SOME_BESIDE = 0, 1
"""Exit codes: every file is there now; some new ones lie beside files that somebody has changed."""

_MEMORY = ".skyjo-lessons.json"  # what has been handed out, so that an untouched file can be renewed
_FOR_TEACHERS = "TEACHERS"
_FIRST_LANGUAGE = "en"  # its lessons lie at the top, those of the others in folders of their own
_ANSWER = "answer"


def hand_out(folder: Path, lang: str, *, answers: bool = True, told: TextIO | None = None) -> int:
    """Copy the lessons into `folder`.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    lang : str
        The language of lessons and messages.
    answers : bool
        Whether the answers to the exercises, and the guide for teachers, go with them.
    told : text file, optional
        Where the messages go; by default to the standard output.

    Returns
    -------
    int
        An exit code.
    """
    told = told or sys.stdout
    folder.mkdir(parents=True, exist_ok=True)
    memory = _remembered(folder)
    beside = copied = 0
    for name, content in lessons_in(lang, answers=answers):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and place.read_bytes() == content:
            memory[name] = _mark(content)
            continue
        if place.exists() and memory.get(name) != _mark(place.read_bytes()):
            other = _beside(place, content)
            beside += 1
            _tell(told, "beside", lang, name=name, other=other.name)
            place = other
        else:
            copied += 1
            memory[name] = _mark(content)
        place.write_bytes(content)
    (folder / _MEMORY).write_text(json.dumps(memory, indent=1), encoding="utf-8")
    _tell(told, "copied", lang, files=copied, folder=folder)
    return SOME_BESIDE if beside else ALL_COPIED


def lessons_in(lang: str, *, answers: bool = True) -> Iterator[tuple[str, bytes]]:
    """Return the files of the lessons in a language: names relative to their folder, and contents.

    Raises
    ------
    FileNotFoundError
        If this installation has no lessons in that language.
    """
    top = _top()
    source = top if lang == _FIRST_LANGUAGE else top / lang
    if not source.is_dir():
        raise FileNotFoundError(say("classroom.lessons.none", lang))
    others = {top / code for code in languages()} - {source}
    for path in sorted(source.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(source).parts)
        if hidden or not path.is_file() or others & set(path.parents):
            continue
        content = path.read_bytes()
        if not answers:
            if path.name.startswith(_FOR_TEACHERS):
                continue
            if path.suffix == ".ipynb":
                content = without_answers(content)
        yield path.relative_to(source).as_posix(), content


def without_answers(notebook: bytes) -> bytes:
    """Return a notebook without the cells that are tagged as answers."""
    book: dict[str, Any] = json.loads(notebook)
    book["cells"] = [
        cell for cell in book["cells"] if _ANSWER not in cell.get("metadata", {}).get("tags", ())
    ]
    return (json.dumps(book, indent=1, ensure_ascii=False) + "\n").encode()


def _top() -> Path:
    package = Path(skyjo_widgets.__file__).resolve().parent
    installed = package / "_notebooks"
    return installed if installed.is_dir() else package.parent / "notebooks"


def _beside(place: Path, content: bytes) -> Path:
    """Return a free name beside `place`, or one that has this content already."""
    number = 1
    while True:
        end = f".{__version__}" if number == 1 else f".{__version__}-{number}"
        other = place.with_name(f"{place.stem}{end}{place.suffix}")
        if not other.exists() or other.read_bytes() == content:
            return other
        number += 1


def _remembered(folder: Path) -> dict[str, str]:
    try:
        known = json.loads((folder / _MEMORY).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _tell(told: TextIO, key: str, lang: str, **values: object) -> None:
    print(say(f"classroom.lessons.{key}", lang, **values), file=told)
