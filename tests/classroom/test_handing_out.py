"""Lessons are copied, and nobody's work is ever overwritten."""

from __future__ import annotations

import io
import json
import shutil

import nbformat
import pytest

from skyjo_widgets.classroom import handing_out
from skyjo_widgets.classroom.handing_out import ALL_COPIED, SOME_BESIDE, hand_out, lessons_in, without_answers


def book(*cells: tuple[str, list[str]]) -> bytes:
    made = nbformat.v4.new_notebook()
    for number, (code, tags) in enumerate(cells):
        cell = nbformat.v4.new_code_cell(code, metadata={"tags": tags} if tags else {})
        cell["id"] = f"cell-{number}"
        made.cells.append(cell)
    return nbformat.writes(made).encode()


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    """An installation with two lessons and a guide, in two languages."""
    top = tmp_path / "installed"
    (top / "pl" / "images").mkdir(parents=True)
    (top / "01_welcome.ipynb").write_bytes(book(("1 + 1", []), ("42", ["answer"])))
    (top / "02_cards.ipynb").write_bytes(book(("2", [])))
    (top / "TEACHERS.md").write_text("for teachers", encoding="utf-8")
    (top / "pl" / "01_witaj.ipynb").write_bytes(book(("'ż'", [])))
    (top / "pl" / "images" / "table.svg").write_text("<svg/>", encoding="utf-8")
    monkeypatch.setattr(handing_out, "_top", lambda: top)
    return top


def given(folder) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {
        ".skyjo-lessons.json"
    }


def told(folder, lang="en", **options) -> tuple[int, str]:
    out = io.StringIO()
    return hand_out(folder, lang, told=out, **options), out.getvalue()


def test_the_lessons_of_a_language_are_copied_with_what_belongs_to_them(lessons, tmp_path) -> None:
    assert hand_out(tmp_path / "en", "en", told=io.StringIO()) == ALL_COPIED
    assert given(tmp_path / "en") == {"01_welcome.ipynb", "02_cards.ipynb", "TEACHERS.md"}
    assert (tmp_path / "en" / "02_cards.ipynb").read_bytes() == (lessons / "02_cards.ipynb").read_bytes()
    hand_out(tmp_path / "pl", "pl", told=io.StringIO())
    assert given(tmp_path / "pl") == {"01_witaj.ipynb", "images/table.svg"}


def test_a_file_that_somebody_has_changed_stays_and_the_new_one_lies_beside_it(lessons, tmp_path) -> None:
    folder = tmp_path / "out"
    told(folder)
    (folder / "02_cards.ipynb").write_text("my work", encoding="utf-8")
    code, said = told(folder)
    assert code == SOME_BESIDE
    assert (folder / "02_cards.ipynb").read_text(encoding="utf-8") == "my work"
    (beside,) = folder.glob("02_cards.*.ipynb")
    assert beside.read_bytes() == (lessons / "02_cards.ipynb").read_bytes()
    assert "02_cards.ipynb" in said
    assert beside.name in said


def test_what_lies_beside_is_not_overwritten_either(lessons, tmp_path) -> None:
    folder = tmp_path / "out"
    told(folder)
    (folder / "02_cards.ipynb").write_text("my work", encoding="utf-8")
    told(folder)
    (beside,) = folder.glob("02_cards.*.ipynb")
    beside.write_text("more of my work", encoding="utf-8")
    told(folder)
    told(folder)
    assert beside.read_text(encoding="utf-8") == "more of my work"
    assert len(list(folder.glob("02_cards*.ipynb"))) == 3


def test_a_file_that_nobody_has_touched_is_renewed_with_a_newer_version(lessons, tmp_path) -> None:
    folder = tmp_path / "out"
    told(folder)
    (lessons / "02_cards.ipynb").write_bytes(book(("3", [])))
    assert told(folder)[0] == ALL_COPIED
    assert given(folder) == {"01_welcome.ipynb", "02_cards.ipynb", "TEACHERS.md"}
    assert json.loads((folder / "02_cards.ipynb").read_bytes())["cells"][0]["source"] == ["3"]


def test_a_file_of_that_name_that_was_never_handed_out_is_somebodys_work(lessons, tmp_path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "01_welcome.ipynb").write_text("mine", encoding="utf-8")
    assert told(folder)[0] == SOME_BESIDE
    assert (folder / "01_welcome.ipynb").read_text(encoding="utf-8") == "mine"


def test_without_answers_the_answer_cells_and_the_guide_are_gone(lessons, tmp_path) -> None:
    folder = tmp_path / "out"
    told(folder, answers=False)
    assert given(folder) == {"01_welcome.ipynb", "02_cards.ipynb"}
    kept = nbformat.reads((folder / "01_welcome.ipynb").read_text(encoding="utf-8"), as_version=4)
    assert [cell.source for cell in kept.cells] == ["1 + 1"]
    nbformat.validate(kept)


def test_a_language_without_lessons_is_said_so(lessons) -> None:
    shutil.rmtree(lessons / "pl")
    with pytest.raises(FileNotFoundError, match="nie ma lekcji"):
        list(lessons_in("pl"))


def test_the_lessons_of_this_checkout_can_be_handed_out(tmp_path) -> None:
    folder = tmp_path / "out"
    told(folder, answers=False)
    names = [name for name in given(folder) if name.endswith(".ipynb")]
    assert len(names) >= 4
    for name in names:
        kept = nbformat.reads((folder / name).read_text(encoding="utf-8"), as_version=4)
        nbformat.validate(kept)
        assert not [cell for cell in kept.cells if "answer" in cell.metadata.get("tags", [])]


def test_taking_answers_out_changes_nothing_else() -> None:
    content = book(("1", []), ("'żółw'", ["exercise"]))
    assert json.loads(without_answers(content)) == json.loads(content)
