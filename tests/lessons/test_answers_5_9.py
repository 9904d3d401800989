"""The right answers of lessons 5 to 9 are what the engine does, and what the lessons themselves print."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from skyjo_widgets import Game, draw, duel, flip, play, reveal, strategies
from skyjo_widgets.engine import COUNTS
from skyjo_widgets.lessons import Question, shelf

STORED = Path(__file__).parents[2] / "notebooks"


def printed(lesson, code):
    """Return what the cell that holds `code` has printed or shown as text in a stored lesson."""
    (path,) = STORED.glob(f"{lesson}_*.ipynb")
    cell = next(cell for cell in nbformat.read(path, 4).cells if code in cell.source and "outputs" in cell)
    return "".join(output.get("text") or output.data["text/plain"] for output in cell.outputs)


def first_view():
    """Return the view of lesson 5: a 0 in place 0, a 1 in place 5."""
    game = Game(seed=5)
    for seat in (0, 1):
        game.play(flip(0), seat)
        game.play(flip(5), seat)
    return game.view(0)


def dull(view):
    return draw() if view.drawn is None else reveal(view.hidden[0])


def dull_moves():
    """Return the kinds of moves that dull makes in a whole game."""
    return {move.kind for seat, move in play(dull, strategies.greedy, seed=3).moves if seat == 0}


def interval_of_ten_deals():
    """Return the share and the interval that lesson 6 asks about."""
    return re.search(r"careful +(\d+) % +(\d+)\u2013(\d+) %", printed("06", "deals=10")).groups()


def shares_of_thresholds():
    """Return the pair of thresholds in lesson 7 that won most, among those that are to choose from."""
    shares = {}
    for line in printed("07", "thresholds(low, high), strategies.greedy").splitlines():
        low, high, share = line.split()
        shares[int(low), int(high)] = float(share)
    return max([(-2, 0), (2, 4), (6, 8)], key=shares.get)


def first_of_the_tournament():
    return re.search(r"^(\w+) +1 +1 ", printed("09", "tournament(players, deals"), re.MULTILINE)[1]


def columns_against_greedy():
    """Return the number that lesson 9 asks about, from the matrix that it shows."""
    shown = printed("09", "tournament(players, deals")
    matrix = shown[shown.index("How often") :].splitlines()
    names, row = matrix[1].split(), next(line.split() for line in matrix if line.startswith("columns"))
    return row[1 + names.index("greedy")]


def false_winners():
    """Return what lesson 6 prints: false winners with one look and with many, of 1,000."""
    return [int(line) for line in printed("06", "false_winner(number, [200])").split()]


def saved_by_drawing(worst, unseen):
    return sum(max(worst - value, 0) for value in unseen) / len(unseen)


PROOFS = {
    "view_none": lambda: "b" if first_view().grid[3] is None else "a",
    "view_worst": lambda: (
        "b" if first_view().worst() in first_view().hidden and first_view().grid[5] == 1 else "c"
    ),
    "dull_does": lambda: "c" if dull_moves() == {"flip", "draw", "reveal"} else "a",
    "random_guess": lambda: (
        "c" if duel(strategies.greedy, strategies.random_player, deals=50, seed=3).share > 0.95 else "b"
    ),
    "five_games": lambda: 100 / 2**5,
    "interval_meaning": lambda: "b" if interval_of_ten_deals() == ("65", "43", "82") else "a",
    "four_times": lambda: 2**2,
    "peeking": lambda: "b" if false_winners()[1] > 4 * false_winners()[0] else "a",
    "thresholds_guess": lambda: {(-2, 0): "a", (2, 4): "b", (6, 8): "c"}[shares_of_thresholds()],
    "column_worth": lambda: 3 * 9,
    "unseen_zero": lambda: "b" if COUNTS[0] - 12 == 3 else "a",
    "unseen_sum": lambda: (
        "c" if len(set(printed("08", "unseen.sum())\nprint(view.cards_left").split())) == 1 else "a"
    ),
    "chance_three": lambda: {32.0: "a", 40.0: "b", 80.0: "c"}[100 * 32 / 80],
    "draw_value": lambda: {2: "a", 3: "b", 6: "c"}[saved_by_drawing(10, [4, 12])],
    "tournament_guess": lambda: {"greedy": "a", "columns": "b", "finisher": "c"}[first_of_the_tournament()],
    "matrix_reading": lambda: (
        "a" if f"stands {columns_against_greedy()}." in repr(Question("matrix_reading", lang="en")) else "c"
    ),
    "four_at_table": lambda: "a" if printed("09", "in four.ranking").startswith("finisher") else "b",
}


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_the_right_answer_is_what_comes_out(name):
    card, found = shelf.question_card(name), PROOFS[name]()
    if "choices" in card:
        assert card["right"] == found
    else:
        assert found == pytest.approx(card["right"], abs=card.get("within", 0.001))


def test_what_lesson_6_tells_of_its_games_is_so():
    lost = [line.split("(")[1].strip(")").split(", ") for line in printed("06", "range(2, 6)").splitlines()]
    lost.append(printed("06", "print(game.names, game.totals)").rsplit("(", 1)[1].strip(")\n").split(", "))
    assert len(lost) == 5
    assert all(int(careful) > int(greedy) for careful, greedy in lost)
    assert 20 * int(interval_of_ten_deals()[0]) // 100 == 13
    assert "That may be luck" in printed("06", "deals=200, seed=1")
    once, always = false_winners()
    assert 30 <= once <= 70
    assert always > 4 * once


def test_four_times_the_deals_give_half_the_interval():
    limits = [line.split() for line in printed("06", "(25, 100, 400)").splitlines()]
    widths = [float(high) - float(low) for _, low, high in limits]
    assert widths[0] / widths[1] == pytest.approx(2, abs=0.5)
    assert widths[1] / widths[2] == pytest.approx(2, abs=0.6)


def test_what_lesson_7_tells_of_its_ideas_is_so():
    collector, patient = printed("07", "duel(collector, careful"), printed("07", "duel(patient, collector")
    shares = [int(re.search(r"wins (\d+) %", text)[1]) for text in (collector, patient)]
    assert all("That is a real difference" in text for text in (collector, patient))
    assert 50 < shares[0] < shares[1]


def test_what_lesson_8_tells_of_counting_is_so():
    counting, counter = (
        printed("08", "duel(counting,"),
        printed("08", "strategies.counter, strategies.greedy"),
    )
    shares = [int(re.search(r"wins (\d+) %", text)[1]) for text in (counting, counter)]
    assert 50 < shares[0] < 60 < shares[1]
    mean = [float(line) for line in printed("08", "print(round(average, 2))").split()]
    assert mean[0] == mean[1]


def test_what_lesson_9_tells_of_its_tournament_is_so():
    shown = printed("09", "tournament(players, deals")
    assert shown.count("3\u20134") == 2
    assert first_of_the_tournament() == "finisher"
