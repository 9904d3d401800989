"""What `check` says of things that are no strategy at all."""

import math

import pytest

from skyjo_widgets import Game, draw, opening, strategies, swap, take
from skyjo_widgets.arena import check


class Careful:
    def __call__(self, view):
        return strategies.greedy(view)

    def choose(self, view):
        return strategies.greedy(view)


async def waits(view):
    return draw()


def yields(view):
    yield draw()


def nothing_wanted():
    return draw()


def two_wanted(view, hand):
    return draw()


def named_only(*, view):
    return draw()


@pytest.mark.parametrize(
    ("thing", "kind", "words"),
    [
        (None, "handed_none", "check(mine), not check(mine(view))"),
        (take(3), "handed_move", "take(3) is a move"),
        ("mine", "handed_text", "without quotes: check(mine)"),
        ("two words", "handed_text", "without quotes: check(mine)"),
        (5, "handed_other", "you gave 5"),
        (math, "handed_module", "math is a module"),
        (strategies, "handed_module", "check(skyjo_widgets.strategies.mine)"),
        (Careful, "handed_class", "check(Careful())"),
        ([strategies.greedy], "handed_several", "one strategy is checked at a time"),
        ((), "handed_several", "one strategy is checked at a time"),
        (Game(seed=1), "handed_result", "you gave a Game"),
        (Game(seed=1).view(0), "handed_result", "you gave a View"),
        (take, "handed_maker", "take makes a move"),
        (draw, "handed_maker", "draw makes a move"),
        (waits, "coroutine", "write def without async"),
        (yields, "generator", "write return instead of yield"),
        (nothing_wanted, "no_parameter", "def nothing_wanted(view):"),
        (two_wanted, "many_parameters", "two_wanted() wants 2 things (view, hand)"),
        (named_only, "no_parameter", "def named_only(view):"),
        (Careful.choose, "unbound_method", "check(Careful().choose)"),
        (object(), "handed_other", "<object object>"),
    ],
)
def test_what_is_no_strategy_is_told_apart(thing, kind, words):
    report = check(thing)
    assert not report.ok
    assert report.kind == kind
    assert words in " ".join(str(report).split())
    assert report.mistake.board is None
    assert report.replay == ""


def test_a_coroutine_that_was_called_is_closed():
    assert check(waits(None)).kind == "handed_result"
    assert check(yields(None)).kind == "handed_result"


@pytest.mark.parametrize("slots", [(0, 0), (0, 12), (0,), (0, 1, 2), 5, None, "ab", (0, True), (-1, 3)])
def test_an_opening_that_is_none_is_named(slots):
    def mine(view):
        return strategies.greedy(view)

    mine.opening = slots
    report = check(mine)
    assert report.kind == "bad_opening"
    assert "two different slots from 0 to 11" in " ".join(str(report).split())


def test_an_opening_is_used():
    seen = []

    @opening(5, 9)
    def mine(view):
        seen.append(view.shown)
        return strategies.greedy(view)

    assert check(mine).ok
    assert seen[0] == (5, 9)


def test_functions_of_python_itself_are_tried():
    assert check(len).kind == "number"
    assert check(print).kind == "nothing_returned"


def test_a_variable_names_what_has_no_name():
    mine = lambda view: None  # noqa: E731 - that is what is tried
    assert check(mine).name == "mine"
    player = Careful()
    assert check(player).name == "player"


def test_two_players_in_one_are_no_strategy():
    assert check({"a": swap(0)}).kind == "handed_several"
