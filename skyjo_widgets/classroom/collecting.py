"""From a folder as a teacher has it to one submission for each author: files, notebooks, zips, folders."""

from __future__ import annotations

import hashlib
import io
import re
import tokenize
import unicodedata
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["RESULTS", "Problem", "Submission", "collect"]

RESULTS = "skyjo-results"
"""The folder that the class run writes beside the submissions, and never reads as one."""

MARK = "# Skyjo strategy by "
"""How a file that `submit` has written begins; the author's name follows."""

_MOST_PYTHON = 500_000  # bytes
_MOST_NOTEBOOK = 20_000_000
_MOST_MEMBERS = 3_000
_DEEPEST = 3  # zips in zips
_LONGEST_NAME = 40
_SKIPPED = re.compile(r"^(\.[^.]|__pycache__$|__MACOSX$)")
_WRONG_KIND = {".txt", ".docx", ".doc", ".odt", ".pdf", ".rtf", ".pyc", ".rar", ".7z", ".gz", ".pages"}
# Moodle: "Anna Nowak_12345_assignsubmission_file_"; Canvas: "nowakanna_LATE_123_456_strategy.py".
_PLATFORM = (re.compile(r"^(.+?)_\d+_assignsubmission_\w+"), re.compile(r"^([^_]+)_(?:LATE_)?\d+_\d+_"))
_SAYS_NOTHING = re.compile(
    r"^(strategy|strategia|submission|main|mine|my|untitled|solution|player|bot|game|skyjo|lesson|lekcja"
    r"|new|copy|0?\d+[_-].*)?[ _-]*(\(?\d+\)?)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a submission, as the name of a text and what it tells."""

    key: str
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submission:
    """One file that somebody handed in.

    Attributes
    ----------
    author : str
        Who: one line of printable text, unique in its class.
    path : str
        Where it lies in the teacher's folder, with zips as folders.
    source : str
        Its text.
    notebook : bool
        Whether that is a notebook.
    key : str
        Follows from the content alone: equal files have equal keys.
    problem : Problem or None
        Why it cannot even be tried.
    """

    author: str
    path: str
    source: str = ""
    notebook: bool = False
    key: str = ""
    problem: Problem | None = None


def collect(folder: Path) -> list[Submission]:
    """Return everything that was handed in, in the order of the paths.

    Equal files of one author count once. Equal files of different authors are all listed; all but the
    first carry a problem that says so. Two different files of one author both play.

    Parameters
    ----------
    folder : Path
        Read only; links in it are not followed.
    """
    found = sorted(_in_folder(folder, folder), key=lambda one: (one.path.casefold(), one.path))
    once: dict[tuple[str, str], Submission] = {}
    for one in found:
        once.setdefault((one.author, one.key or one.path), one)
    return _same_content(_different_authors(list(once.values())))


def _in_folder(folder: Path, top: Path) -> Iterator[Submission]:
    for path in sorted(folder.iterdir()):
        shown = path.relative_to(top).as_posix()
        if _SKIPPED.match(path.name) or (folder == top and path.name == RESULTS):
            continue
        if path.is_symlink():
            yield _wrong(shown, "link")
        elif path.is_dir():
            yield from _in_folder(path, top)
        elif path.is_file():
            try:
                with path.open("rb") as file:
                    yield from _in_file(shown, file.read(_MOST_NOTEBOOK * 5 + 1), 0)
            except OSError:
                yield _wrong(shown, "unreadable")


def _in_file(shown: str, content: bytes, depth: int) -> Iterator[Submission]:
    kind = PurePosixPath(shown).suffix.lower()
    if kind == ".zip":
        yield from _in_zip(shown, content, depth)
    elif kind == ".py":
        yield _python(shown, content)
    elif kind == ".ipynb":
        yield _notebook(shown, content)
    elif kind in _WRONG_KIND:
        yield _wrong(shown, "kind")


def _in_zip(shown: str, content: bytes, depth: int) -> Iterator[Submission]:
    if depth >= _DEEPEST:
        yield _wrong(shown, "deep")
        return
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError):
        yield _wrong(shown, "zip")
        return
    if len(members) > _MOST_MEMBERS:
        yield _wrong(shown, "many", most=_MOST_MEMBERS)
        return
    with archive:
        for member in members:
            name = member.filename.replace("\\", "/")
            if member.is_dir() or any(_SKIPPED.match(part) for part in PurePosixPath(name).parts):
                continue
            inside = f"{shown}/{name.lstrip('/')}"
            try:
                with archive.open(member) as file:
                    # What a member says of its size may be a lie: read no more than is wanted.
                    yield from _in_file(inside, file.read(_MOST_NOTEBOOK + 1), depth + 1)
            except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, ValueError):
                yield _wrong(inside, "zip")


def _python(shown: str, content: bytes) -> Submission:
    if len(content) > _MOST_PYTHON:
        return _wrong(shown, "large", most=_MOST_PYTHON // 1000)
    try:
        text = _decoded(content)
    except (UnicodeDecodeError, SyntaxError, LookupError):
        return _wrong(shown, "encoding")
    if "\x00" in text:
        return _wrong(shown, "encoding")
    if not text.strip():
        return _wrong(shown, "empty")
    return Submission(_author(shown, text), shown, text, notebook=False, key=_key(text, notebook=False))


def _notebook(shown: str, content: bytes) -> Submission:
    if len(content) > _MOST_NOTEBOOK:
        return _wrong(shown, "large", most=_MOST_NOTEBOOK // 1000)
    if not content.strip():
        return _wrong(shown, "empty")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _wrong(shown, "encoding")
    return Submission(_author(shown, ""), shown, text, notebook=True, key=_key(text, notebook=True))


def _decoded(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):  # Notepad's "Unicode"
        return content.decode("utf-16")
    encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    return content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")


def _key(text: str, *, notebook: bool) -> str:
    return hashlib.blake2b(f"{notebook:d}{text}".encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def _wrong(shown: str, key: str, **values: object) -> Submission:
    return Submission(_author(shown, ""), shown, problem=Problem(f"classroom.problem.{key}", values))


def _author(shown: str, text: str) -> str:
    """Return who handed a file in: what it says itself, else what the platform or a folder says."""
    first = text.split("\n", 1)[0]
    if first.startswith(MARK) and (name := _printable(first.removeprefix(MARK))):
        return name
    parts = [part.removesuffix(".zip") for part in PurePosixPath(shown).parts]
    for part in reversed(parts):
        for platform in _PLATFORM:
            if (found := platform.match(part)) and (name := _printable(found[1])):
                return name
    stem = PurePosixPath(shown).stem
    if _SAYS_NOTHING.match(stem) and len(parts) > 1:
        return _printable(parts[-2]) or _printable(stem) or "?"
    return _printable(stem) or "?"


def _printable(name: str) -> str:
    plain = unicodedata.normalize("NFC", name)
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - 1] + "…"


def _different_authors(found: Iterable[Submission]) -> list[Submission]:
    """Give equal authors numbers, so that every line of the ranking has a name of its own."""
    seen: dict[str, int] = {}
    names: set[str] = set()
    different = []
    for one in found:
        name = one.author
        while name in names:
            seen[one.author] = seen.get(one.author, 1) + 1
            name = f"{one.author} ({seen[one.author]})"
        names.add(name)
        different.append(replace(one, author=name))
    return different


def _same_content(found: Iterable[Submission]) -> list[Submission]:
    first: dict[str, Submission] = {}
    listed = []
    for one in found:
        twin = first.setdefault(one.key, one) if one.key else one
        if twin is not one:
            told = Problem("classroom.problem.same", {"author": twin.author, "path": twin.path})
            listed.append(replace(one, problem=told))
        else:
            listed.append(one)
    return listed
