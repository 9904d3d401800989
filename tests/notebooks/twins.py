"""Notebooks in other languages: the same code as in English, every paragraph in that language.

    python tests/notebooks/twins.py pl           # bring notebooks/pl up to date with notebooks/
    python tests/notebooks/twins.py pl --done    # say that every paragraph there has been translated

The first way copies the code cells from the English notebooks and keeps every paragraph that is already
translated. A paragraph whose English twin has changed, or is new, is listed, and stands there in English
below the old translation, to be rewritten; `--done` then notes which English text each paragraph belongs to
(its mark: cell metadata `skyjo.english`). Run `refresh.py notebooks/pl/*.ipynb` afterwards.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat

if TYPE_CHECKING:
    from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
_OLD = "\n\n---\n\n"


def mark(text: str) -> str:
    """Return the mark of an English paragraph: it changes when the text does."""
    return hashlib.sha256(text.strip().encode("utf-8")).hexdigest()[:12]


def code_of(source: str) -> str:
    """Return what a code cell does, without what may differ: comments, texts, and the language."""
    code = re.sub(r"#[^\n]*", "", source)
    code = re.sub(r"""(set_language\(|lang=)(["'])[a-z]{2}\2""", r"\1LANGUAGE", code)
    return "\n".join(line.rstrip() for line in code.splitlines() if line.strip())


def in_language(source: str, lang: str) -> str:
    """Return an English code cell for another language."""
    return re.sub(r"""(set_language\(|lang=)(["'])en\2""", rf"\1\2{lang}\2", source)


def twin(english: NotebookNode, other: NotebookNode | None, lang: str) -> tuple[NotebookNode, list[str]]:
    """Return the notebook in `lang`, and the ids of the paragraphs that are still to be translated."""
    known = {cell.id: cell for cell in other.cells} if other is not None else {}
    result = copy.deepcopy(english)
    waiting = []
    for cell in result.cells:
        if cell.cell_type == "code":
            cell.source = in_language(cell.source, lang)
            continue
        before, now = known.get(cell.id), mark(cell.source)
        if before is not None and before.metadata.get("skyjo", {}).get("english") == now:
            cell.source, cell.metadata = before.source, before.metadata
            continue
        waiting.append(cell.id)
        if before is not None:
            cell.source = before.source + _OLD + cell.source
            cell.metadata = before.metadata
    return result, waiting


def stamp(english: NotebookNode, other: NotebookNode) -> None:
    """Note in every paragraph of `other` which English text it belongs to."""
    texts = {cell.id: cell.source for cell in english.cells}
    for cell in other.cells:
        if cell.cell_type == "markdown" and cell.id in texts:
            cell.metadata["skyjo"] = {"english": mark(texts[cell.id])}


def differences(english: NotebookNode, other: NotebookNode) -> list[str]:
    """Say in sentences where `other` is not the twin of `english`."""
    ids = [[cell.id for cell in notebook.cells] for notebook in (english, other)]
    if ids[0] != ids[1]:
        odd = sorted(set(ids[0]) ^ set(ids[1])) or ["their order"]
        return [f"the cells are not the same: {', '.join(odd)}"]
    found = []
    for one, two in zip(english.cells, other.cells, strict=True):
        if one.cell_type == "code":
            if code_of(one.source) != code_of(two.source):
                found.append(f"the code of {one.id} differs")
            if one.metadata != two.metadata:
                found.append(f"the tags of {one.id} differ")
        elif two.metadata.get("skyjo", {}).get("english") != mark(one.source):
            found.append(f"{two.id} is older than its English twin")
        elif one.source == two.source and len(one.source.split()) > 1:
            found.append(f"{two.id} is still in English")
    return found


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lang", help="the language: a folder below notebooks/")
    parser.add_argument("--done", action="store_true", help="every paragraph has been translated")
    chosen = parser.parse_args()
    folder = NOTEBOOKS / chosen.lang
    folder.mkdir(exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        english, place = nbformat.read(path, 4), folder / path.name
        other = nbformat.read(place, 4) if place.exists() else None
        if chosen.done:
            if other is not None:
                stamp(english, other)
                nbformat.write(other, place)
            continue
        made, waiting = twin(english, other, chosen.lang)
        nbformat.write(made, place)
        print(f"{chosen.lang}/{path.name}: {', '.join(waiting) or 'up to date'}")  # noqa: T201 - a command speaks
    return 0


if __name__ == "__main__":
    sys.exit(main())
