"""Lessons in other languages are the lessons in English: the same code, and no paragraph left behind."""

from __future__ import annotations

import copy
from pathlib import Path

import nbformat
import pytest
from twins import NOTEBOOKS, code_of, differences, in_language, mark, stamp, twin

LANGUAGES = sorted(folder.name for folder in NOTEBOOKS.iterdir() if (folder / "01_welcome.ipynb").exists())
LESSONS = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))


def notebook(*cells):
    made = nbformat.v4.new_notebook()
    for number, (kind, source) in enumerate(cells):
        made.cells.append(getattr(nbformat.v4, f"new_{kind}_cell")(source, id=f"{kind}-{number}"))
    return made


ENGLISH = notebook(("markdown", "# A title"), ("code", 'set_language("en")\nTable(seed=1)'))


def translated():
    other, _ = twin(ENGLISH, None, "pl")
    other.cells[0].source = "# Tytuł"
    stamp(ENGLISH, other)
    return other


def test_there_is_polish():
    assert "pl" in LANGUAGES


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_in_another_language_is_the_twin_of_the_english_one(lang, name):
    place = Path(NOTEBOOKS, lang, name)
    assert place.exists(), f"python tests/notebooks/twins.py {lang} makes it"
    assert differences(nbformat.read(NOTEBOOKS / name, 4), nbformat.read(place, 4)) == []


def test_no_lesson_is_in_another_language_only():
    for lang in LANGUAGES:
        assert {path.name for path in (NOTEBOOKS / lang).glob("*.ipynb")} == set(LESSONS)


def test_a_translation_that_is_up_to_date_has_no_differences():
    assert differences(ENGLISH, translated()) == []


def test_a_paragraph_that_changed_in_english_is_older_than_its_twin():
    changed = copy.deepcopy(ENGLISH)
    changed.cells[0].source = "# Another title"
    assert differences(changed, translated()) == ["markdown-0 is older than its English twin"]
    made, waiting = twin(changed, translated(), "pl")
    assert waiting == ["markdown-0"]
    assert made.cells[0].source.startswith("# Tytuł")
    assert "Another title" in made.cells[0].source


def test_code_that_differs_is_found_and_mended():
    other = translated()
    other.cells[1].source = 'set_language("pl")\nTable(seed=2)'
    assert differences(ENGLISH, other) == ["the code of code-1 differs"]
    made, waiting = twin(ENGLISH, other, "pl")
    assert (waiting, differences(ENGLISH, made)) == ([], [])


def test_a_paragraph_left_in_english_is_found():
    other = translated()
    other.cells[0].source = ENGLISH.cells[0].source
    assert differences(ENGLISH, other) == ["markdown-0 is still in English"]


def test_a_cell_too_many_is_found():
    other = translated()
    other.cells.append(nbformat.v4.new_markdown_cell("more", id="odd"))
    assert differences(ENGLISH, other) == ["the cells are not the same: odd"]


def test_comments_and_the_language_may_differ_and_nothing_else():
    assert in_language('set_language("en")', "pl") == 'set_language("pl")'
    assert code_of('Table(lang="en")  # a table') == code_of('Table(lang="pl")  # stół')
    assert code_of("draw()") != code_of("take(1)")
    assert mark("one") != mark("two")
