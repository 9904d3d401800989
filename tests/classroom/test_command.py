"""`skyjo-widgets` on the command line: what it says, what it leaves, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from skyjo_widgets import __version__, set_language
from skyjo_widgets.__main__ import main

COMMAND = [sys.executable, "-m", "skyjo_widgets"]


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    set_language("en")


def test_the_version_is_told(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == f"skyjo-widgets {__version__}"


@pytest.mark.parametrize(("lang", "word"), [("en", "Exit codes"), ("pl", "Kody wyjścia")])
def test_help_speaks_the_language_that_is_asked_for(capsys, lang, word) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["class", "run", "--lang", lang, "--help"])
    assert ended.value.code == 0
    assert word in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [[], ["nonsense"], ["class"], ["class", "run"], ["class", "run", ".", "--deals", "0"],
     ["class", "run", ".", "--minutes", "-1"], ["class", "run", "no such folder"],
     ["class", "run", ".", "--seed", "x"], ["lessons", "x", "--lang", "xx"]],
)  # fmt: skip
def test_wrong_use_ends_with_2_and_leaves_nothing(words, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert not list(tmp_path.iterdir())
    assert "Traceback" not in "".join(capsys.readouterr())


def test_a_class_in_which_everybody_plays_ends_with_0(folder, good) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1")})
    assert main(["class", "run", str(place), "--deals", "2", "--seed", "5"]) == 0
    results = place / "skyjo-results"
    assert {path.name for path in results.iterdir()} == {"index.html", "ranking.csv", "result.json"}
    kept = json.loads((results / "result.json").read_text(encoding="utf-8"))
    assert (kept["seed"], kept["games"]) == ("5", 4)
    assert all("careful() " in author["feedback"] for author in kept["authors"])


def test_the_same_seed_repeats_the_whole_result(folder, good) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1")})
    kept = []
    for out in ("one", "two"):
        main(["class", "run", str(place), "--deals", "2", "--seed", "5", "--out", str(place.parent / out)])
        result = json.loads((place.parent / out / "result.json").read_text(encoding="utf-8"))
        kept.append((result["ranking"], result["matrix"], result["sentence"]))
    assert kept[0] == kept[1]


def test_a_class_in_which_some_do_not_play_ends_with_1_and_says_why(folder, good, capsys) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1"), "Jan.py": "x = 1\n"})
    assert main(["class", "run", str(place), "--deals", "1", "--lang", "pl"]) == 1
    assert "Jan: Nie ma tu strategii" in capsys.readouterr().err
    assert "Jeszcze nie grają" in (place / "skyjo-results" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("files", [{}, {"Ola.py": "x = 1"}])
def test_a_class_in_which_nobody_can_play_ends_with_3(folder, files) -> None:
    place = folder(**files)
    assert main(["class", "run", str(place)]) == 3
    assert (place / "skyjo-results" / "index.html").exists()


def start(*words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True, env=environment)


def until(condition, seconds: float = 60.0) -> None:
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, "it did not happen"
        time.sleep(0.1)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_stopping_early_keeps_what_was_played_and_ends_with_130(folder, good) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1")})
    process = start("class", "run", str(place), "--deals", "100000")
    lines = iter(process.stderr.readline, "")
    next(line for line in lines if "games played" in line)
    process.send_signal(signal.SIGINT)
    process.stderr.read()
    assert process.wait(30) == 130
    kept = json.loads((place / "skyjo-results" / "result.json").read_text(encoding="utf-8"))
    assert kept["run"]["stopped"] is True
    assert kept["games"] >= 10
    assert kept["sentence"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_watching_plays_again_when_a_file_changes_and_the_page_follows(folder, good) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1")})
    page = place / "skyjo-results" / "index.html"
    news = place / "skyjo-results" / "news.js"
    process = start("class", "run", str(place), "--deals", "2", "--watch")
    try:
        until(news.exists)
        before = news.read_text(encoding="utf-8")
        assert before.split('"')[1] in page.read_text(encoding="utf-8")
        (place / "Jan.py").write_text(good.replace("2", "0"), encoding="utf-8")
        until(lambda: news.read_text(encoding="utf-8") != before)
        assert "Jan" in page.read_text(encoding="utf-8")
        assert news.read_text(encoding="utf-8").split('"')[1] in page.read_text(encoding="utf-8")
    finally:
        process.send_signal(signal.SIGINT)
        process.stderr.read()
    assert process.wait(30) == 0


@pytest.mark.browser
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_an_open_page_loads_itself_again_when_there_is_news(chromium, folder, good) -> None:
    place = folder(**{"Ola.py": good, "Kuba.py": good.replace("2", "1")})
    page = place / "skyjo-results" / "index.html"
    process = start("class", "run", str(place), "--deals", "1", "--watch")
    tab = chromium.new_page()
    try:
        until((place / "skyjo-results" / "news.js").exists)
        tab.goto(page.as_uri())
        assert tab.locator(".ranking tbody tr").count() == 2
        (place / "Jan.py").write_text(good.replace("2", "0"), encoding="utf-8")
        tab.wait_for_function("document.querySelectorAll('.ranking tbody tr').length === 3", timeout=60_000)
    finally:
        tab.close()
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        process.wait(30)
