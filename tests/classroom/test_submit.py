"""`submit` writes what a strategy needs and nothing else, once the file alone plays the same."""

from __future__ import annotations

import functools
import math
import random
import subprocess
import sys
import textwrap
import threading

import nbclient
import nbformat
import numpy as np
import pytest

from skyjo_widgets import draw, opening, reveal, strategies, submit, swap, take
from skyjo_widgets.classroom import submission
from skyjo_widgets.classroom.collecting import collect

LIMIT = 2
KEEP = {"low": 4, "high": [5, 6]}
WEIGHTS = np.linspace(0, 1, 3)
HANDLE = threading.Lock()
UNUSED = "this is not used by anything"
seen: list[int] = []


def low_enough(card):
    return card <= LIMIT and WEIGHTS[2] == math.floor(1.5)


def careful(view):
    # A comment of the learner, żółw.
    if view.drawn is None:
        return take(view.worst()) if low_enough(view.discard) else draw()
    if view.drawn <= KEEP["low"]:
        return swap(view.worst())
    return reveal(view.hidden[0])


@functools.lru_cache
def doubled(number):
    return 2 * number


@opening(0, 4)
def opens(view):
    if view.drawn is None:
        return draw()
    return swap(view.worst()) if view.drawn < doubled(2) else reveal(view.choice(view.hidden))


def with_threshold(threshold):
    def closing(view):
        if view.drawn is None:
            return draw()
        return swap(view.worst()) if view.drawn <= threshold else reveal(view.hidden[0])

    return closing


class Bot:
    """A strategy with a state that does not change."""

    def __init__(self, threshold):
        self.threshold = threshold

    def __call__(self, view):
        return with_threshold(self.threshold)(view)


def two_arguments(view, threshold):
    return with_threshold(threshold)(view)


shortest = lambda view: draw() if view.drawn is None else swap(view.worst())  # noqa: E731


def at_random(view):
    return (
        draw() if view.drawn is None else swap(random.choice([s for s in range(12) if s not in view.cleared]))
    )


def holds_a_lock(view):
    with HANDLE:
        return careful(view)


def broken(view):
    return view.discrad


def fills_a_list(view):
    seen.append(1)
    if view.drawn is None:
        return draw()
    return swap(view.worst()) if len(seen) < 3 else reveal(view.hidden[0])


@pytest.fixture
def saved(tmp_path):
    """Submit, and return the file's text."""

    def write(strategy, name="team-3"):
        receipt = submit(strategy, name, tmp_path, lang="en")
        assert receipt.ok, receipt
        assert receipt.path.parent == tmp_path
        return receipt.path.read_text(encoding="utf-8")

    return write


def test_the_file_holds_function_helpers_constants_and_imports_and_nothing_else(saved) -> None:
    text = saved(careful)
    for part in (
        "def careful(view):",
        "żółw",
        "def low_enough",
        "LIMIT = 2",
        "KEEP = ",
        "import math",
        "WEIGHTS = numpy",
    ):
        assert part in text
    assert "from skyjo_widgets import draw, reveal, swap, take" in text
    for part in ("UNUSED", "Bot", "pytest", "random", "HANDLE"):
        assert part not in text
    assert text.startswith("# Skyjo strategy by team-3\n")


@pytest.mark.parametrize(
    "strategy",
    [
        careful,
        opens,
        with_threshold(3),
        Bot(3),
        Bot(3).__call__,
        functools.partial(two_arguments, threshold=3),
        shortest,
        strategies.greedy,
    ],
    ids=["plain", "opening", "closure", "object", "method", "partial", "lambda", "of the ladder"],
)
def test_everything_that_can_play_can_be_submitted(saved, tmp_path, strategy) -> None:
    saved(strategy)
    (one,) = collect(tmp_path)
    assert (one.author, one.problem) == ("team-3", None)


def test_the_opening_travels_with_or_without_its_decorator(saved) -> None:
    assert "@opening(0, 4)" in saved(opens)
    by_hand = with_threshold(2)
    by_hand.opening = (3, 7)
    assert "closing.opening = (3, 7)" in saved(by_hand, "by hand")


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        (at_random, "view.choice()"),
        (holds_a_lock, "HANDLE"),
        (broken, "discrad"),
        (careful(strategies.greedy) if False else "text", "check found"),
    ],
    ids=["chance", "what cannot travel", "a mistake", "not a function"],
)
def test_what_would_not_play_elsewhere_is_not_saved_and_the_learner_is_told_why(
    tmp_path, strategy, told
) -> None:
    receipt = submit(strategy, "team-3", tmp_path, lang="en")
    assert not receipt
    assert receipt.path is None
    assert told in repr(receipt)
    assert not list(tmp_path.iterdir())


def test_a_strategy_that_leans_on_what_it_has_filled_is_compared_with_what_is_in_the_file(tmp_path) -> None:
    seen.clear()
    receipt = submit(fills_a_list, "team-3", tmp_path, lang="en")
    # By now the list is long, here and in the file: it plays the same, or it is refused.
    assert receipt.ok or "Not saved" in repr(receipt)
    if receipt.ok:
        assert f"seen = {seen[:3]}"[:-1] in receipt.path.read_text(encoding="utf-8")


def test_a_file_that_plays_another_move_is_never_called_saved(tmp_path, monkeypatch) -> None:
    pack = submission.pack
    monkeypatch.setattr(
        submission, "pack", lambda strategy, name: pack(strategy, name).replace("LIMIT = 2", "LIMIT = 9")
    )
    receipt = submit(careful, "team-3", tmp_path, lang="en")
    assert not receipt
    assert "the file alone plays" in repr(receipt)
    monkeypatch.setattr(
        submission, "pack", lambda strategy, name: pack(strategy, name).replace("LIMIT = 2", "")
    )
    assert "'LIMIT' is not defined" in repr(submit(careful, "team-3", tmp_path, lang="en"))
    assert not list(tmp_path.iterdir())


def test_two_learners_of_one_name_do_not_overwrite_each_other(saved, tmp_path, monkeypatch) -> None:
    first = saved(careful)
    monkeypatch.setattr(submission, "_SESSION", "somebody else")
    receipt = submit(shortest, "team-3", tmp_path, lang="en")
    assert receipt.path.name == "team-3-2.py"
    assert "team-3.py" in repr(receipt)
    assert (tmp_path / "team-3.py").read_text(encoding="utf-8") == first


def test_a_better_version_takes_the_place_of_ones_own(saved, tmp_path) -> None:
    saved(careful)
    assert "lambda" in saved(shortest)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Łódź 龍", "Łódź 龍.py"),
        ("../../etc/x", "etc-x.py"),
        ("a<b>:c", "a-b--c.py"),
        ("con", "con-.py"),
        ("a\nb", "a b.py"),
    ],
)
def test_any_name_becomes_a_file_name_that_every_system_can_store(saved, tmp_path, name, file) -> None:
    saved(shortest, name)
    assert [path.name for path in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("name", ["", "  ", "//", 3])
def test_a_name_without_a_letter_is_refused_in_words(tmp_path, name) -> None:
    assert "name=" in repr(submit(careful, name, tmp_path, lang="en"))


def test_what_is_said_is_said_in_polish_too(tmp_path) -> None:
    assert repr(submit(careful, "grupa-3", tmp_path, lang="pl")).startswith("Zapisano:")
    assert "LOCK" in repr(submit(holds_a_lock, "x", tmp_path, lang="pl")).upper()


def test_a_function_of_the_learners_own_module_travels_with_its_text(tmp_path) -> None:
    (tmp_path / "my_helpers.py").write_text(
        "STEP = 3\n\ndef enough(card):\n    return card <= STEP\n", encoding="utf-8"
    )
    program = textwrap.dedent("""
        from skyjo_widgets import draw, reveal, submit, swap
        from my_helpers import enough

        def mine(view):
            if view.drawn is None:
                return draw()
            return swap(view.worst()) if enough(view.drawn) else reveal(view.hidden[0])

        receipt = submit(mine, "team-3", "out", lang="en")
        print(receipt)
        print(receipt.path.read_text(encoding="utf-8"))
    """)
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "def enough(card)" in done.stdout, done.stderr
    assert "STEP = 3" in done.stdout


def test_it_works_in_a_notebook_with_classes_and_helpers_of_its_cells(tmp_path) -> None:
    rule = "    return swap(view.worst()) if judge.likes(view.drawn) else reveal(view.hidden[0])"
    cells = [
        "from skyjo_widgets import *\nimport numpy as np\nTABLE = np.arange(15)",
        "class Judge:\n    def likes(self, card):\n        return card <= TABLE[4]\n\njudge = Judge()",
        f"def mine(view):\n    if view.drawn is None:\n        return draw()\n{rule}",
        "submit(mine, name='team-3', lang='en')",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells])
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    (said,) = book.cells[-1].outputs
    assert said["data"]["text/plain"].startswith("Saved:")
    text = (tmp_path / "submissions" / "team-3.py").read_text(encoding="utf-8")
    for part in ("class Judge:", "TABLE = numpy.array", "def mine(view):"):
        assert part in text
