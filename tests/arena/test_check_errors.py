"""What `check` says of Python's own errors."""

import pytest

from skyjo_widgets import draw, strategies, swap, take
from skyjo_widgets.arena import check


def said(strategy):
    """Return the kind of mistake and the report on one line."""
    report = check(strategy)
    assert not report.ok
    return report.kind, " ".join(str(report).split())


# -- None ------------------------------------------------------------------------------------------


def compares(view):
    return take(5) if view.grid[5] <= 3 else draw()


def adds(view):
    return take(0) if view.grid[0] + view.grid[7] > 4 else draw()


def by_variable(view):
    slot = 3
    cards = view.grid
    return take(slot) if cards[slot] > 4 else draw()


def loops(view):
    total = 0
    for card in view.grid:
        total += card
    return draw()


def loops_with_numbers(view):
    for slot, card in enumerate(view.grid):
        if card > 50:
            return take(slot)
    return draw()


def highest(view):
    return take(view.grid.index(max(view.grid)))


def adds_up(view):
    return draw() if sum(view.grid) > 5 else take(0)


def sorts(view):
    return take(sorted(view.grid)[0])


def comprehends(view):
    return take(min(card + 1 for card in view.grid))


def column(view):
    return draw() if sum(view.column(6)) else take(0)


def negates(view):
    return draw() if -view.grid[8] > 0 else draw()


def drawn_first(view):
    return swap(0) if view.drawn < 4 else draw()


def ender(view):
    return draw() if view.ender > 0 else take(0)


def starts_with_none(view):
    best = None
    for slot in view.shown:
        if view.grid[slot] > best:
            best = slot
    return take(best)


def none_given(view):
    slot = find(view)
    return take(slot + 1)


def find(view):
    return view.grid[0] if view.round > 100 else None


def theirs(view):
    return draw() if view.opponents[0][6] > 3 else take(0)


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (compares, "view.grid[5] is None: nothing to read there, the card in slot 5 is face-down"),
        (adds, "view.grid[7] is None: nothing to read there, the card in slot 7 is face-down"),
        (
            by_variable,
            "cards[slot] (slot = 3) is None: nothing to read there, the card in slot 3 is face-down",
        ),
        (loops, "card is None: in view.grid, a card that is face-down or cleared is None"),
        (loops_with_numbers, "card is None: in view.grid, a card"),
        (highest, "there is None in view.grid (the first at place 2)"),
        (adds_up, "there is None in view.grid"),
        (sorts, "there is None in view.grid"),
        (comprehends, "card is None: in view.grid, a card"),
        (column, "there is None in view.column(6)"),
        (negates, "view.grid[8] is None"),
        (drawn_first, "view.drawn is None: no card is drawn yet"),
        (ender, "view.ender is None: nobody has ended the round yet"),
        (starts_with_none, "best is still None, as it was set at the start"),
        (none_given, "slot is None: that is what find(view) gave"),
        (theirs, "that player's card in slot 6 is face-down"),
    ],
)
def test_none_in_a_calculation_is_named_and_explained(strategy, words):
    kind, text = said(strategy)
    assert kind == "none"
    assert words in text
    assert "Python says TypeError:" in text


def test_a_cleared_slot_is_told_apart_from_a_face_down_card():
    def mine(view):
        return take(0) if view.cleared and view.grid[view.cleared[0]] > 2 else strategies.greedy(view)

    kind, text = said(mine)
    assert kind == "none"
    assert "is cleared" in text


def test_none_given_to_a_move_is_explained():
    def mine(view):
        return take(view.grid[5])

    kind, text = said(mine)
    assert kind == "bad_slot"
    assert "view.grid[5] is None" in text


# -- Names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "kind", "words"),
    [
        (lambda view: take(view.hiden[0]), "field", "view has no hiden; did you mean hidden?"),
        (lambda view: take(view.wurst()), "field", "did you mean worst?"),
        (lambda view: view.cards, "field", "did you mean cards_left?"),
        (lambda v: v.Discard, "field", "v has no Discard; did you mean discard?"),
        (
            lambda view: view.xyzzy,
            "field_unknown",
            "view has no xyzzy; it has all_grids, all_hidden, cards_left",
        ),
        (lambda view: drow(), "name", "there is no drow; did you mean draw?"),  # noqa: F821
        (lambda view: hidden[0], "field_without_view", "Try view.hidden"),  # noqa: F821
        (lambda view: reveal(3), "not_imported", "from skyjo_widgets import reveal"),  # noqa: F821
        (lambda view: random.random(), "random_not_imported", "Try view.random(), view.randrange(12)"),  # noqa: F821
        (lambda view: math.floor(2.5), "module_not_imported", "import math"),  # noqa: F821
        (lambda view: np.mean([1]), "module_not_imported", "import numpy as np"),  # noqa: F821
        (lambda view: draw() if true else 0, "constant", "Python writes True with a capital letter"),  # noqa: F821
        (lambda view: qqqqqq, "name_unknown", "there is no qqqqqq"),  # noqa: F821
        (lambda view: [].apend(3), "attribute", "did you mean append?"),
        (lambda view: draw().card, "move_field", "a move has kind and slot"),
        (lambda view: view.worst.slot, "brackets_missing", "view.worst()"),
        (lambda view: (5).qqqqqq, "attribute_unknown", "is a int and has no qqqqqq"),
        (lambda view: view.drawn.real, "none", "view.drawn is None"),
        (lambda view: take(strategies.gredy(view)), "attribute", "did you mean greedy?"),
    ],
)
def test_a_misspelt_name_gets_the_nearest_one(strategy, kind, words):
    assert said(strategy)[0] == kind
    assert words in said(strategy)[1]


def test_a_variable_without_a_value_yet_is_explained():
    def mine(view):
        if view.drawn is not None:
            slot = 3
        return take(slot)

    assert said(mine)[0] == "unbound_local"


# -- Changing the view -----------------------------------------------------------------------------


def sets_a_card(view):
    view.grid[0] = 3
    return draw()


def sets_a_field(view):
    view.drawn = 3
    return draw()


def deletes(view):
    del view.grid[0]
    return draw()


def appends(view):
    view.hidden.append(3)
    return draw()


def renamed(view):
    grid = view.grid
    grid[0] = 3
    return draw()


def adds_to(view):
    view.totals += (1,)
    return draw()


def sets_a_rule(view):
    view.rules.score_limit = 1
    return draw()


@pytest.mark.parametrize(
    "strategy", [sets_a_card, sets_a_field, deletes, appends, renamed, adds_to, sets_a_rule]
)
def test_a_view_cannot_be_changed(strategy):
    kind, text = said(strategy)
    assert kind == "view_changed"
    assert "a view can't be changed" in text
    assert "list(view.grid)" in text


def test_other_tuples_are_told_apart():
    def mine(view):
        mine_only = (1, 2)
        mine_only[0] = 3
        return draw()

    assert said(mine)[0] == "tuple_changed"


# -- Brackets, indices, arguments ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "kind", "words"),
    [
        (lambda view: view.discard(), "field_called", "view.discard is a value (10), not a function"),
        (lambda view: view.grid(5), "round_for_square", "Try view.grid[5]"),
        (lambda view: take[5], "square_for_round", "Try take(5)"),
        (lambda view: view.column[2], "square_for_round", "Try view.column(2)"),
        (lambda view: view.discard[0], "not_a_list", "view.discard is 10, not a list"),
        (lambda view: view.estimate > 5, "brackets_missing", "view.estimate without brackets"),
        (lambda view: take(view.worst), "brackets_missing", "view.worst without brackets"),
        (lambda view: draw(3), "draw_arguments", "draw() takes nothing between its brackets"),
        (lambda view: take(), "move_arguments", "take() takes exactly one slot"),
        (lambda view: take(1, 2), "move_arguments", "take() takes exactly one slot"),
        (lambda view: view.worst(3), "tool_arguments", "help(view.worst)"),
        (lambda view: view.grid[1, 2], "two_indices", "slot = 4 * row + column"),
        (lambda view: view.grid[1][2], "two_indices", "slot = 4 * row + column"),
        (lambda view: view[30], "view_index", "Try view.grid[30]"),
        (lambda view: view[4] > 3, "view_index", "the cards are in its grid"),
        (lambda view: view.grid[1.5], "index_type", "a whole number, not a float"),
        (lambda view: range(12 / 2), "float_index", "7 // 2"),
        (lambda view: [card for card in view.discard], "not_iterable", "range(12)"),
        (lambda view: "3" < 4, "compared", "a str can't be compared with a int"),
        (lambda view: "3" + 4, "error", "TypeError"),
        (lambda view: [] + 4, "error", "TypeError"),
        (lambda view: {} + 4, "calculated", "does not work between a dict and a int"),
        (lambda view: 5(3), "not_callable", "5 is not a function"),
        (lambda view: takes_two(view), "arguments", "takes_two() is called with too many or too few"),
        (lambda view: take(12), "bad_slot", "take(12): slots are whole numbers from 0 to 11"),
        (lambda view: take(-1), "bad_slot", "take(-1): slots are whole numbers"),
        (lambda view: take(6.0), "bad_slot", "7 // 2"),
        (lambda view: take("3"), "bad_slot", "without quotes: take(3)"),
        (lambda view: take(True), "bad_slot", "take(True): slots are whole numbers"),
        (lambda view: take(view.discard + 50), "bad_slot", "a slot is the place of a card, not its value"),
        (lambda view: take(view.cleared[0]), "empty", "view.cleared is empty here"),
        (lambda view: view.grid[12], "index", "view.grid has 12 places, 0 to 11; there is no place 12"),
        (lambda view: view.opponents[1], "index_one", "view.opponents has only one place, 0"),
        (lambda view: [].pop(), "empty_call", "the list is empty"),
        (lambda view: view.choice(view.cleared), "empty_call", "the list is empty"),
        (lambda view: {"a": 1}[view.discard], "key", "there is no 10 in {'a': 1}"),
        (lambda view: {"a": 1}.pop(5), "key_unknown", "no such key"),
        (lambda view: 5 / len(view.cleared), "zero_division", "len(view.cleared) is 0 here"),
        (lambda view: divmod(3, 0), "zero_division_unknown", "nothing can be divided by 0"),
        (lambda view: max(view.cleared), "empty_best", "what max(view.cleared) looks through is empty"),
        (lambda view: take(view.grid.index(99)), "not_in", "99 is not in view.grid"),
    ],
)
def test_a_beginners_slip_is_explained(strategy, kind, words):
    assert said(strategy)[0] == kind
    assert words in said(strategy)[1]


def takes_two(view, other):
    return draw()


def test_a_move_whose_name_was_given_away_is_explained():
    def mine(view):
        take = 3
        return take(5)

    kind, text = said(mine)
    assert kind == "word_overwritten"
    assert "take is 3 here" in text


def unpacks(view):
    one, two = view.grid
    return draw()


def stops(view):
    return next(iter([]))


def asserts(view):
    assert view.discard > 99
    return draw()


def unwritten(view):
    raise NotImplementedError


def imports(view):
    import no_such_module_anywhere  # noqa: F401

    return draw()


def imports_a_name(view):
    from math import no_such_name  # noqa: F401

    return draw()


def opens(view):
    with open("no/such/file", encoding="utf-8"):
        return draw()


def fills_the_memory(view):
    return [0] * 10**15


def overflows(view):
    return 10.0**999


def calls_itself(view):
    return calls_itself(view)


def one_another(view):
    return other_one(view)


def other_one(view):
    return one_another(view)


def raises(view):
    raise RuntimeError("my own\nmessage")


@pytest.mark.parametrize(
    ("strategy", "kind"),
    [
        (unpacks, "unpack"),
        (stops, "stop_iteration"),
        (asserts, "assertion"),
        (unwritten, "unwritten_raised"),
        (imports, "no_module"),
        (imports_a_name, "no_import"),
        (opens, "files"),
        (fills_the_memory, "memory"),
        (overflows, "overflow"),
        (calls_itself, "recursion"),
        (one_another, "recursion"),
        (raises, "error"),
    ],
)
def test_other_errors_keep_the_line_and_get_an_advice(strategy, kind):
    report = check(strategy)
    assert report.kind == kind
    assert "stopped with an error in round 1, on its turn 1." in str(report)
    assert f"In line {report.mistake.line} " in str(report)
    assert "Try " in str(report)
    assert "Traceback" in report.traceback


def test_only_the_learners_lines_are_shown_and_the_rest_on_request():
    def mine(view):
        return pick(view)

    def pick(view):
        return sorted([3, 1], key=lambda card: card / 0)

    report = check(mine)
    text = str(report)
    first = mine.__code__.co_firstlineno + 1
    assert f"In line {first}" in text
    assert "return pick(view)" in text
    assert "return sorted([3, 1], key=lambda card: card / 0)\n" in text
    assert "^^^^^^^^" in text
    assert "skyjo_widgets" not in text.replace("from skyjo_widgets", "")
    assert __file__ in report.traceback
    assert "budget.py" not in report.traceback
    assert "ZeroDivisionError" in report.traceback


def test_the_part_of_the_line_that_failed_is_underlined():
    def mine(view):
        return take(0) if view.discard > 100 or view.grid[5] > 3 else draw()

    lines = str(check(mine)).splitlines()
    marked = next(number for number, line in enumerate(lines) if "^" in line)
    start, stop = lines[marked].index("^"), lines[marked].rindex("^") + 1
    assert lines[marked - 1][start:stop] == "view.grid[5] > 3"


def test_an_error_that_the_function_swallowed_is_told():
    def mine(view):
        try:
            return take(view.grid[13])
        except:  # noqa: E722 - that is what is tried
            pass

    kind, text = said(mine)
    assert kind == "nothing_returned"
    assert "Before that IndexError: tuple index out of range in line" in text


def test_a_function_without_source_is_explained_too():
    namespace = {"draw": draw}
    exec("def mine(view):\n    return draw() if view.grid[5] > 3 else draw()", namespace)  # noqa: S102
    kind, text = said(namespace["mine"])
    assert kind == "none"
    assert "there is nothing to read" in text
