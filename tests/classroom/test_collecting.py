"""A teacher's folder, whatever lies in it, becomes one submission for each author."""

from __future__ import annotations

import io
import json
import os
import zipfile
from typing import TYPE_CHECKING

import pytest

from skyjo_widgets.classroom.collecting import MARK, RESULTS, collect
from skyjo_widgets.classroom.mistakes import sentence

if TYPE_CHECKING:
    from pathlib import Path


def zipped(**files: str | bytes) -> bytes:
    store = io.BytesIO()
    with zipfile.ZipFile(store, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return store.getvalue()


def found(place: Path) -> dict[str, str]:
    """Return by author the problem's short name, or an empty text."""
    return {one.author: one.problem.key.rsplit(".", 1)[-1] if one.problem else "" for one in collect(place)}


def test_files_notebooks_zips_and_folders_are_read(folder, good) -> None:
    place = folder(
        **{
            "Ola.py": good,
            "Kuba.ipynb": json.dumps({"cells": []}),
            "group 2/Zosia.py": good + "#1",
            "export.zip": zipped(**{"Jan.py": good + "#2", "inner.zip": zipped(**{"Ewa.py": good + "#3"})}),
            "notes.md": "not a submission",
        }
    )
    assert found(place) == dict.fromkeys(["Ola", "Kuba", "Zosia", "Jan", "Ewa"], "")


def test_what_a_learning_platform_puts_around_a_name_is_taken_off(folder, good) -> None:
    place = folder(
        **{
            "moodle.zip": zipped(**{"Łucja Żak_12345_assignsubmission_file_/strategy.py": good}),
            "nowakjan_LATE_777_888_bot.py": good + "#1",
            "team 7/main.py": good + "#2",
        }
    )
    assert set(found(place)) == {"Łucja Żak", "nowakjan", "team 7"}


def test_a_file_may_say_whose_it_is(folder, good) -> None:
    assert set(found(folder(**{"whatever.py": f"{MARK}team-3\n{good}"}))) == {"team-3"}


def test_names_in_any_script_stay_and_nothing_unprintable_does(folder, good) -> None:
    names = ["Łódź", "Ελένη", "田中さくら", "محمد", "<script>alert(1)<", "a\u202eb\x07c"]
    place = folder(**{f"{name}.py": f"{good}#{name!r}" for name in names})
    assert set(found(place)) == {*names[:-1], "a b c"}


def test_equal_files_of_one_author_count_once(folder, good) -> None:
    place = folder(**{"a/Ola.py": good, "b/Ola.py": good})
    assert found(place) == {"Ola": ""}


def test_two_different_files_of_one_author_both_play(folder, good) -> None:
    place = folder(**{"a/Ola.py": good, "b/Ola.py": good + "#"})
    assert found(place) == {"Ola": "", "Ola (2)": ""}


def test_the_same_file_from_two_authors_plays_once_and_both_are_told(folder, good) -> None:
    one, other = collect(folder(**{"Ola.py": good, "Kuba.py": good}))
    assert (one.author, one.problem) == ("Kuba", None)
    assert "Kuba.py" in sentence(other.problem, "en")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.py", b"", "empty"),
        ("a.py", b"  \n\n", "empty"),
        ("a.ipynb", b"", "empty"),
        ("a.py", b"\xff\x00\xfe\x00\x01", "encoding"),
        ("a.py", "ż = 1".encode("cp1250"), "encoding"),
        ("a.py", b"x = '\x00'", "encoding"),
        ("a.py", b"#" * 600_000, "large"),
        ("a.zip", b"this is no zip", "zip"),
        ("a.docx", b"PK", "kind"),
        ("a.txt", b"def mine(view): ...", "kind"),
    ],
)
def test_every_file_that_cannot_be_tried_becomes_one_sentence(folder, name, content, problem) -> None:
    (only,) = collect(folder(**{name: content}))
    assert only.author == "a"
    assert only.problem.key == f"classroom.problem.{problem}"
    for lang in ("en", "pl"):
        assert sentence(only.problem, lang).endswith((".", ":", ")"))


def test_a_file_of_windows_notepad_is_read(folder, good) -> None:
    place = folder(**{"one.py": b"\xef\xbb\xbf" + good.encode(), "two.py": good.encode("utf-16")})
    assert all(item.problem is None or item.problem.key.endswith("same") for item in collect(place))
    assert {item.source for item in collect(place)} == {good}


def test_a_damaged_member_of_a_zip_spoils_only_itself(folder, good) -> None:
    archive = zipped(**{"Ola.py": good, "Kuba.py": good + "#marker"})
    place = folder(**{"export.zip": archive.replace(b"#marker", b"#MARKER")})
    assert found(place) == {"Ola": "", "Kuba": "zip"}


def test_a_zip_that_would_fill_the_memory_is_not_unpacked(folder) -> None:
    store = io.BytesIO()
    with zipfile.ZipFile(store, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.py", b"#" * 100_000_000)
    assert found(folder(**{"bomb.zip": store.getvalue()})) == {"bomb": "large"}


def test_a_member_that_points_out_of_its_zip_goes_nowhere(folder, good, tmp_path) -> None:
    place = folder(**{"export.zip": zipped(**{"../../escaped.py": good})})
    assert found(place) == {"escaped": ""}
    assert not list(tmp_path.glob("*escaped*"))


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_links_are_not_followed(folder, good, tmp_path) -> None:
    place = folder(**{"Ola.py": good})
    (tmp_path / "secret.py").write_text("the teacher's", encoding="utf-8")
    (place / "spy.py").symlink_to(tmp_path / "secret.py")
    assert found(place) == {"Ola": "", "spy": "link"}


def test_results_hidden_files_and_caches_are_not_submissions(folder, good) -> None:
    place = folder(
        **{
            "Ola.py": good,
            f"{RESULTS}/old.py": good + "#1",
            ".hidden.py": good + "#2",
            "__pycache__/x.py": good + "#3",
            ".ipynb_checkpoints/y.ipynb": good,
        }
    )
    assert set(found(place)) == {"Ola"}
