"""A text comes from its catalogue, in the language asked for; numbers are counted as it counts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from skyjo_widgets import words
from skyjo_widgets.words import language, languages, say, set_language

PACKAGE = Path(words.__file__).parents[1]


@pytest.fixture(autouse=True)
def the_setting_is_as_before() -> Iterator[None]:
    before = words._setting.copy()
    yield
    words._setting.clear()
    words._setting.update(before)


@pytest.mark.parametrize(
    ("count", "english", "polish"),
    [
        (0, "0 points", "0 punktów"),
        (1, "1 point", "1 punkt"),
        (2, "2 points", "2 punkty"),
        (4, "4 points", "4 punkty"),
        (5, "5 points", "5 punktów"),
        (12, "12 points", "12 punktów"),
        (21, "21 points", "21 punktów"),
        (22, "22 points", "22 punkty"),
        (112, "112 points", "112 punktów"),
        (-1, "-1 point", "-1 punkt"),
        (-3, "-3 points", "-3 punkty"),
        (-17, "-17 points", "-17 punktów"),
    ],
)
def test_points_are_counted_as_the_language_counts(count: int, english: str, polish: str) -> None:
    for lang, counted in [("en", english), ("pl", polish)]:
        assert f"{words._counted(count, lang):points}" == counted


def test_a_number_can_still_be_formatted_as_a_number() -> None:
    number = words._counted(7, "pl")
    assert f"{number}, {number:>3}, {number:+d}, {number:03d}" == "7,   7, +7, 007"


def test_english_is_spoken_until_another_language_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    words._setting.clear()
    monkeypatch.delenv("SKYJO_LANG", raising=False)
    assert language() == "en"
    monkeypatch.setenv("SKYJO_LANG", "pl")
    assert language() == "pl"
    set_language("en")
    assert language() == "en"


def test_a_language_of_the_environment_that_is_not_there_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words._setting.clear()
    monkeypatch.setenv("SKYJO_LANG", "tlh")
    assert language() == "en"


@pytest.mark.parametrize("choose", [set_language, lambda lang: say("engine.anything", lang)])
def test_a_language_that_is_not_there_is_refused_with_those_that_are(choose: object) -> None:
    with pytest.raises(ValueError, match=r"no language 'tlh' here; there are 'en', 'pl'"):
        choose("tlh")


def test_a_text_that_is_not_there_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError, match=r"engine\.no\.such\.text"):
        say("engine.no.such.text")


def test_a_folder_is_all_that_another_language_needs(tmp_path: Path) -> None:
    copy = tmp_path / "skyjo_widgets"
    shutil.copytree(PACKAGE / "words", copy / "words", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").touch()
    new = copy / "words" / "de"
    new.mkdir()
    (new / "counts.toml").write_text(
        'name = "Deutsch"\nplural = "n == 1 ? 0 : 1"\n[words]\npoints = ["{n} Punkt", "{n} Punkte"]\n',
        encoding="utf-8",
    )
    (new / "engine.toml").write_text('[test]\nscore = "Du hast {score:points}."\n', encoding="utf-8")
    program = (
        "from skyjo_widgets.words import languages, say, set_language\n"
        "set_language('de')\n"
        "print(languages(), say('engine.test.score', score=1), say('engine.test.score', score=3))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, encoding="utf-8"
    )
    assert done.stdout.strip() == "('de', 'en', 'pl') Du hast 1 Punkt. Du hast 3 Punkte."


def test_the_languages_are_those_that_have_a_folder() -> None:
    assert languages() == ("en", "pl")
