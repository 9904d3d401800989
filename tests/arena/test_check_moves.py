"""What `check` says of answers that are no move, or no move here."""

import functools

import numpy as np
import pytest

from skyjo_widgets import Game, View, draw, flip, reveal, strategies, swap, take
from skyjo_widgets.arena import check


def told(value):
    """The report on a strategy that always returns `value`."""
    return check(lambda view: value)


def after_drawing(value):
    """The report on a strategy that draws and then returns `value`."""

    def mine(view):
        return draw() if view.drawn is None else value

    return check(mine)


def test_a_legal_strategy_is_ok():
    report = check(strategies.greedy)
    assert report.ok
    assert report
    assert report.kind == "ok"
    assert report.mistake is None


def test_nothing_returned_is_explained():
    def mine(view):
        view.worst()

    report = check(mine)
    assert not report.ok
    assert report.kind == "nothing_returned"
    assert "mine() returned nothing in round 1, on its turn 1." in str(report)
    assert "there is no return in it" in str(report)
    assert "return draw()" in str(report)


def test_a_move_that_is_made_and_dropped_is_found():
    def mine(view):
        if view.drawn is None:
            take(view.worst())
        else:
            swap(3)

    assert "makes the move take(view.worst()) and then drops it" in str(check(mine))
    assert "return take(view.worst())" in str(check(mine))


def test_a_move_that_is_printed_instead_of_returned_is_found():
    def mine(view):
        print(take(view.worst()))

    assert "return take(view.worst())" in str(check(mine))


def test_a_case_that_was_forgotten_is_named():
    def mine(view):
        if view.drawn is None:
            return draw()
        if view.drawn > 100:
            return swap(0)

    report = check(mine)
    assert "none of its cases fits here, with a 0 drawn" in str(report)
    assert "It could play     swap(0) … swap(11), reveal(2) … reveal(11)" in str(report)


def test_a_return_without_a_value_is_nothing():
    def mine(view):
        return

    assert check(mine).kind == "nothing_returned"


@pytest.mark.parametrize(("function", "called"), [(draw, "draw()"), (take, "take(0)")])
def test_a_function_that_is_not_called_is_named(function, called):
    report = told(function)
    assert report.kind == "not_called"
    assert f"return {called}" in str(report)


def test_after_drawing_a_function_that_is_not_called_gets_a_legal_example():
    assert "return reveal(2)" in str(after_drawing(reveal))


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (5, "number", "5 is a number, not a move"),
        (5.5, "number", "5.5 is a number"),
        (np.int64(5), "number", "is a number"),
        (True, "truth_value", "yes-or-no question"),
        ("draw", "move_as_text", "return draw()"),
        ("draw()", "move_as_text", "return draw()"),
        ("take(3)", "move_as_text", "return take(3)"),
        ("Take 3", "text", "text is not a move"),
        ("hello", "text", "text is not a move"),
        ("", "text", "text is not a move"),
        (("take", 3), "move_in_parts", "return take(3)"),
        (["swap", 3], "move_in_parts", "return swap(3)"),
        ((take, 3), "move_in_parts", "return take(3)"),
        ([take(3)], "move_in_list", "return take(3)"),
        ((take(3),), "move_in_list", "return take(3)"),
        ((draw(), swap(3)), "several_moves", "return draw() now"),
        ([], "list", "a list or tuple is not a move"),
        ((1, 2), "list", "a list or tuple is not a move"),
        ({"take": 3}, "other_value", "this is a dict, not a move"),
        (..., "unwritten", "... only holds the place"),
        (NotImplemented, "unwritten", "still to be written"),
        (len, "function", "call it with brackets, len(…)"),
        (View, "class_returned", "View is a class"),
        (ValueError("no"), "error_returned", "ValueError"),
        (object(), "other_value", "this is a object"),
    ],
)
def test_a_value_that_is_no_move_is_told_apart(value, kind, words):
    report = told(value)
    assert report.kind == kind
    assert "returned something that is not a move in round 1, on its turn 1." in str(report)
    assert "It could play     draw(), take(0) … take(11)" in str(report)
    assert words in " ".join(str(report).split())


def test_the_view_is_no_move():
    assert check(lambda view: view).kind == "view"


def test_a_tool_of_the_view_that_is_not_called_is_no_move():
    report = check(lambda view: view.worst)
    assert report.kind == "function"
    assert "worst(…)" in str(report)


def test_a_strategy_that_returns_itself_is_told_so():
    def mine(view):
        return mine

    assert check(mine).kind == "itself"


def test_a_generator_or_coroutine_that_is_returned_is_named_and_closed():
    def inner():
        yield draw()

    async def later():
        return draw()

    assert check(lambda view: inner()).kind == "generator_returned"
    assert check(lambda view: (take(slot) for slot in view.hidden)).kind == "generator_returned"
    assert check(lambda view: later()).kind == "coroutine"


@pytest.mark.parametrize("move", [swap(0), reveal(0), reveal(5)])
def test_the_second_half_of_a_turn_cannot_come_first(move):
    report = told(move)
    assert report.kind == "draw_first"
    assert "broke the rules in round 1, on its turn 1." in str(report)
    assert "if view.drawn is None:" in str(report)


@pytest.mark.parametrize("move", [take(0), draw()])
def test_the_first_half_of_a_turn_cannot_come_twice(move):
    report = after_drawing(move)
    assert report.kind == "already_drew"
    assert "if view.drawn is not None:" in str(report)


def test_a_drawn_zero_that_was_taken_for_no_is_explained():
    def mine(view):
        if not view.drawn:
            return draw()
        return swap(view.worst())

    report = check(mine)
    assert report.kind == "already_drew"
    assert report.game.drawn == 0
    assert "a drawn 0 counts as no" in str(report)


@pytest.mark.parametrize("told_after", [told, after_drawing])
def test_flip_is_for_the_opening(told_after):
    report = told_after(flip(3))
    assert report.kind == "opening_over"
    assert "@opening(first, second)" in str(report)


def test_an_open_card_cannot_be_revealed():
    report = after_drawing(reveal(0))
    assert report.kind == "not_face_down"
    assert "slot 0 is already face-up" in str(report)
    assert "reveal(view.hidden[0])" in str(report)
    assert "reveal(2) … reveal(11)" in str(report)


def test_nothing_can_be_put_on_a_cleared_slot():
    def mine(view):
        return take(view.cleared[0]) if view.cleared else strategies.greedy(view)

    report = check(mine)
    assert report.kind == "cleared"
    assert "is cleared" in str(report)


def test_whatever_may_be_played_is_a_strategy():
    class Careful:
        def __init__(self, limit):
            self.limit = limit

        def __call__(self, view):
            return strategies.greedy(view)

        def choose(self, view, *, more=1):
            return strategies.greedy(view)

    def with_limit(view, limit):
        return strategies.greedy(view)

    def closure(limit):
        def inner(view):
            return strategies.greedy(view) if limit else draw()

        return inner

    for mine in (
        Careful(3),
        Careful(3).choose,
        functools.partial(with_limit, limit=3),
        closure(2),
        lambda view: strategies.greedy(view),
        lambda *anything: strategies.greedy(*anything),
        functools.wraps(strategies.greedy)(lambda view: strategies.greedy(view)),
    ):
        report = check(mine)
        assert report.ok, str(report)


def test_a_mistake_in_a_late_situation_is_found():
    """It goes wrong only in the last turn, when another player has ended the round."""

    def mine(view):
        return swap(99) if view.ending else strategies.greedy(view)

    report = check(mine)
    assert report.kind == "bad_slot"


def test_a_mistake_that_no_game_shows_is_found_in_a_chosen_situation():
    def mine(view):
        if not view.shown:  # a column was cleared, all else is face-down
            return take(min(view.shown))
        return strategies.greedy(view)

    report = check(mine)
    assert report.kind == "empty_best"
    assert report.noticed.games == 5
    assert "Replay(check(" in report.replay


def test_two_and_four_players_are_tried():
    def mine(view):
        return None if len(view.opponents) == 3 else strategies.greedy(view)

    report = check(mine)
    assert report.kind == "nothing_returned"
    assert report.game.players == 4


def test_the_situation_is_drawn():
    report = told(None)
    assert "discard pile: 10" in str(report)
    assert isinstance(report.game, Game)
    assert report.mistake.board == report.game.board()
