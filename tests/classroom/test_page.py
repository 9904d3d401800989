"""The page of a class: one file, safe with any name, with everything on it that a class wants to know."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from skyjo_widgets.classroom.page import page
from skyjo_widgets.classroom.probe import PROMISES
from skyjo_widgets.classroom.results import write_csv, write_json
from skyjo_widgets.classroom.watching import steps_of
from skyjo_widgets.engine import play
from skyjo_widgets.strategies import greedy, random_player

EVIL = '<script>alert("1")</script>&amp;'


RUN = {
    "when": "2026-01-01 10:00",
    "seconds": 3.0,
    "minutes": None,
    "deals": 10,
    "stopped": False,
    "settled": False,
    "turn_limit": 100,
    "promises": dict.fromkeys(PROMISES, True),
    "wall": "bubblewrap",
}
LINE = {"function": "careful", "low": 0.4, "high": 0.9, "games": 20, "points": 21.5, "faults": 0}
AUTHOR = {
    "path": "a/b.py",
    "function": "careful",
    "plays": True,
    "problem": "",
    "notes": [],
    "mistakes": [],
    "ok": True,
    "feedback": "careful() plays by the rules",
    "milliseconds": 0.012,
}


def data(lang: str = "en", **changed: object) -> dict[str, object]:
    game = play(greedy, random_player, seed=4)
    replay = {
        "reason": "closest",
        "of": "",
        "names": ["Ola", EVIL],
        "totals": list(game.totals),
        "rounds": 2,
        "steps": steps_of(game, lang),
    }
    return {
        "version": "1",
        "lang": lang,
        "run": RUN,
        "games": 20,
        "capped": 0,
        "sentence": "Ola is the best.",
        "ranking": [
            {**LINE, "author": "Ola", "place": 1, "best": 1, "worst": 1, "share": 0.7},
            {**LINE, "author": EVIL, "place": 2, "best": 2, "worst": 2, "share": 0.3, "low": 0.1},
        ],
        "matrix": {"authors": ["Ola", EVIL], "shares": [[None, 0.7], [0.3, None]]},
        "authors": [
            {**AUTHOR, "author": "Ola"},
            {
                **AUTHOR,
                "author": EVIL,
                "path": f"{EVIL}.py",
                "feedback": EVIL,
                "mistakes": [EVIL],
                "ok": False,
            },
            {**AUTHOR, "author": "Jan", "plays": False, "problem": "The file is empty.", "feedback": ""},
        ],
        "replays": [replay],
        **changed,
    }


class Outline(HTMLParser):
    """Collects the elements of a page and the text outside of scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "br", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.text += data


def outline(text: str) -> Outline:
    parser = Outline()
    parser.feed(text)
    parser.close()
    assert not parser.open
    return parser


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_name_is_never_markup_nor_script(lang) -> None:
    seen = outline(page(data(lang)))
    assert [tag for tag, _ in seen.elements].count("script") == 3
    assert seen.text.count(EVIL) >= 6
    assert not [name for _, attributes in seen.elements for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("wall", ["bubblewrap", "linux"])
def test_an_apostrophe_of_the_page_itself_is_shown_as_one(wall) -> None:
    assert "&amp;#" not in page(data(run={**RUN, "wall": wall}))


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    text = page(data())
    assert not re.search(
        r"(src|href)\s*=|url\(|@import|https?://(?!www\.w3\.org)", text.replace("news.src", "")
    )
    assert "default-src 'none'" in text


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Ranking", "Not playing yet", "Who beats whom", "How this was judged", "bubblewrap"]),
        ("pl", ["Ranking", "Jeszcze nie grają", "Kto z kim wygrywa", "Jak to oceniono", "bubblewrap"]),
    ],
)
def test_everything_that_a_class_wants_to_know_is_on_it(lang, words) -> None:
    text = outline(page(data(lang))).text
    for word in [*words, "Ola is the best.", "Jan: The file is empty.", "careful() plays by the rules"]:
        assert word in text


def test_a_promise_that_is_not_kept_is_said_loudly() -> None:
    run = {
        **data()["run"],
        "promises": {**dict.fromkeys(PROMISES, True), "network": False},
        "wall": "nothing",
    }
    text = outline(page(data(run=run))).text
    assert "no way into the network, and none to other programs of this computer: NO" in text
    assert "let only files in that you would run yourself" in text


def test_a_page_without_games_says_what_is_missing() -> None:
    nothing = {"authors": [], "shares": [], "games": []}
    text = outline(page(data(ranking=[], matrix=nothing, replays=[], sentence="", games=0))).text
    assert "A ranking needs at least two" in text


def test_a_run_that_was_stopped_before_the_first_game_gives_nobody_a_place() -> None:
    text = outline(page(data(replays=[], sentence="", games=0))).text
    assert "No game has been played yet" in text
    assert "Ranking" not in text
    assert "Who beats whom" not in text


def test_the_seed_is_in_the_file_for_the_teacher_and_not_on_the_page(tmp_path) -> None:
    write_json(data(), 1234567890123, tmp_path / "result.json")
    assert json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))["seed"] == "1234567890123"
    assert "1234567890123" not in page(data())


def test_the_table_for_a_spreadsheet_has_a_line_for_everybody(tmp_path) -> None:
    write_csv(data(), tmp_path / "ranking.csv")
    lines = (tmp_path / "ranking.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 1 + 2 + 1
    assert lines[3].endswith("The file is empty.")


def test_a_replay_shows_what_everybody_could_see_and_nothing_else() -> None:
    game = play(greedy, random_player, seed=4)
    steps = steps_of(game, "en")
    assert len(steps) == game.steps + 1
    assert steps[0][:2] == ["?" * 12, "?" * 12]
    for number, (one, other, _seat, drawn, _discard, _left, totals, words) in enumerate(steps):
        board = game.board(number)
        for faces, grid in zip((one, other), board.faces, strict=True):
            assert faces.count("?") == grid.count("?")
            assert faces.count(".") == grid.count(None)
        assert drawn == board.drawn
        assert tuple(totals) == board.totals
        assert words or number == 0
    assert "wins" in steps[-1][-1]


@pytest.mark.browser
def test_in_a_browser_a_game_can_be_watched_step_by_step(chromium, tmp_path) -> None:
    file = tmp_path / "index.html"
    file.write_text(page(data()), encoding="utf-8")
    tab = chromium.new_page()
    errors: list[str] = []
    asked: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("dialog", lambda dialog: errors.append(dialog.message))
    tab.on("request", lambda request: asked.append(request.url))
    try:
        tab.goto(file.as_uri())
        assert tab.locator(".card.down").count() == 25
        tab.click("#forward")
        assert tab.locator(".card.down").count() == 24
        assert "turns over slot 0" in tab.inner_text("#told")
        tab.click("#back")
        assert tab.locator(".card.down").count() == 25
        tab.locator("#slider").press("End")
        assert "wins" in tab.inner_text("#told")
        tab.click("#play")
        tab.click("#play")
        tab.emulate_media(media="print")
        assert not tab.locator("#board").is_visible()
        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert tab.locator("details[open]").count() == 3
        tab.set_viewport_size({"width": 360, "height": 700})
        tab.emulate_media(media="screen")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        tab.close()
    assert errors == []
    assert [url for url in asked if not url.startswith("file:")] == []
