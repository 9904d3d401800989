"""Exercises, and puzzles that learners make: what is handed in is judged, whatever it is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from lesson_cells import lesson
from lesson_material import EXERCISES, LANGUAGES, TWINS

from skyjo_widgets import Game, duel, flip, reveal, strategies, take, words
from skyjo_widgets.engine import VALUES
from skyjo_widgets.lessons import Exercise, Puzzle, shelf
from skyjo_widgets.lessons.judges import JUDGES, Verdict, verdict_of

COLUMN = [[3, 9, 0, 4], [3, 2, "?8", 6], [12, "?7", -1, 2]]


every_lesson = pytest.mark.parametrize(
    ("lang", "path"), TWINS, ids=[f"{lang}-{path.stem}" for lang, path in TWINS]
)
STARTERS = {
    "third_starts": "player 1 starts, not player 3",
    "own_column": "completes no column",
    "keeps_low": "You drew instead of taking the 1",
    "beats_random": "against random_player; more than 90 % are asked for",
    "enough_deals": "That may be luck",
    "beats_greedy": "against greedy; more than 60 % are asked for",
    "chance_at_most": "gave 0.5. Of 145 unseen cards 5 are at most -2: that is 0.034",
    "counts_and_waits": "against greedy; more than 65 % are asked for",
    "champion": "against columns; more than 55 % are asked for",
}
ANSWERS = {
    "third_starts": "With seed 10, player 3 starts.",
    "own_column": "`take(8)` completes a column",
    "keeps_low": "All 3 puzzles are solved.",
    "beats_random": "It wins 100 % of the games against random_player",
    "enough_deals": "That is a real difference, shown with 300 deals.",
    "beats_greedy": "more than 60 % were asked for",
    "chance_at_most": "Right for every number",
    "counts_and_waits": "more than 65 % were asked for",
    "champion": "more than 55 % were asked for",
}


# -- The exercises of the lessons -----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _own_language(monkeypatch):
    """Forget afterwards which language was set."""
    monkeypatch.setattr(words, "_setting", {})


@every_lesson
def test_a_starter_runs_and_is_not_yet_an_answer(lang, path):
    for handed in lesson(path).handed:
        if handed.tag == "starter":
            assert handed.right is False
            assert len(handed.said) > 20
            assert (STARTERS[handed.exercise] in handed.said) is (lang == "en")


@every_lesson
def test_an_answer_is_right(lang, path):
    for handed in lesson(path).handed:
        if handed.tag == "answer":
            assert handed.right is True
            assert (ANSWERS[handed.exercise] in handed.said) is (lang == "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_exercise_has_its_place_with_a_starter_and_an_answer(lang):
    handed = [handed for other, path in TWINS if other == lang for handed in lesson(path).handed]
    for tag in ("starter", "answer"):
        assert sorted(one.exercise for one in handed if one.tag == tag) == sorted(EXERCISES)


# -- Typical wrong answers ------------------------------------------------------------------------------


def unseen_cards(view, wanted):
    return sum(count for value, count in zip(VALUES, view.unseen, strict=True) if wanted(value))


# Exercise, what somebody writes, and what they are told.
WRONG = [
    ("third_starts", "exercise.judge(Game(players=3, seed=10))", "two cards first"),
    (
        "own_column",
        "exercise.judge([[5, 5, 5, 1], [2, 3, 4, 6], [7, 8, 9, 10]], discard=5)",
        "completes no column",
    ),
    ("keeps_low", "exercise.judge(None)", "you gave None"),
    ("keeps_low", "exercise.judge(lambda view: view.worst())", "is a number, not a move"),
    ("keeps_low", "exercise.judge(lambda view: take(view.worst()))", "Not yet: in the puzzle `draw_high`"),
    ("keeps_low", "exercise.judge(lambda view: view.gird)", "did you mean grid"),
    (
        "keeps_low",  # keeps whatever it draws
        """def mine(view):
    if view.drawn is None:
        return take(view.worst()) if view.discard <= 2 else draw()
    return swap(view.worst())
exercise.judge(mine)""",
        "in the puzzle `draw_high` your player chose `swap(2)`. The 11 went into",
    ),
    (
        "keeps_low",  # the comparison is the wrong way round
        """def mine(view):
    if view.drawn is None:
        return take(view.worst()) if view.discard >= 2 else draw()
    return swap(view.worst()) if view.drawn <= 4 else reveal(view.hidden[0])
exercise.judge(mine)""",
        "in the puzzle `take_low` your player chose `draw()`",
    ),
    (
        "beats_random",
        "exercise.judge(strategies.random_player)",
        "It wins 50 % of the games against random_player",
    ),
    ("beats_random", "exercise.judge(lambda view: draw)", "without brackets is the function"),
    (
        "beats_random",  # swaps everything into the same place
        "exercise.judge(lambda view: draw() if view.drawn is None else swap(0))",
        "slot 0 is cleared",
    ),
    ("enough_deals", "exercise.judge(careful)", "Hand over the result of a duel"),
    ("enough_deals", "exercise.judge(careful, picky)", "Hand over the result of a duel"),
    (
        "enough_deals",
        "exercise.judge(duel(careful, picky, deals=5, seed=8).sentence())",
        "Hand over the result",
    ),
    (
        "enough_deals",
        "exercise.judge(duel(careful, strategies.random_player, deals=20, seed=1))",
        "This duel was between careful, random_player. A duel of careful against picky is asked for.",
    ),
    ("enough_deals", "exercise.judge(duel(careful, careful, deals=5, seed=8))", "This duel was between"),
    ("beats_greedy", "exercise.judge(strategies.greedy)", "It wins 50 % of the games against greedy"),
    ("beats_greedy", "exercise.judge(thresholds(8, 10))", "more than 60 % are asked for"),
    ("beats_greedy", "exercise.judge(thresholds)", "2 things (low, high)"),
    ("beats_greedy", "exercise.judge(collector(Game(seed=1).view(0)))", "is a move"),
    ("chance_at_most", "exercise.judge(0.5)", "Hand over your function"),
    ("chance_at_most", "exercise.judge(lambda view: 0.5)", "def chance(view, number):"),
    (
        "chance_at_most",
        "exercise.judge(lambda view, number: None)",
        "gave nothing. What stands after `return`?",
    ),
    ("chance_at_most", "exercise.judge(lambda view, number: view.gird)", "has no attribute 'gird'"),
    ("chance_at_most", "exercise.judge(lambda view, number: float('nan'))", "gave nan. Of 145 unseen cards"),
    (
        "chance_at_most",  # the number as an index
        "exercise.judge(lambda view, number: sum(view.unseen[:number]) / sum(view.unseen))",
        "`chance(view, -2)` gave 0.8621. Of 145 unseen cards 5 are at most -2: that is 0.034.",
    ),
    (
        "chance_at_most",  # below instead of at most
        "exercise.judge(lambda view, n: unseen_cards(view, lambda v: v < n) / sum(view.unseen))",
        "leaves out the cards which are exactly -2",
    ),
    (
        "chance_at_most",
        "exercise.judge(lambda view, n: unseen_cards(view, lambda v: v <= n))",
        "so many unseen cards are at most -2. Divide by all 145 unseen cards",
    ),
    (
        "chance_at_most",
        "exercise.judge(lambda view, n: 100 * unseen_cards(view, lambda v: v <= n) / sum(view.unseen))",
        "in percent. A share from 0 to 1 is asked for: 0.034",
    ),
    (
        "chance_at_most",  # a share of the whole deck
        "exercise.judge(lambda view, n: unseen_cards(view, lambda v: v <= n) / 150)",
        "unseen cards",
    ),
    ("counts_and_waits", "exercise.judge(counting)", "It wins 53 % of the games against greedy"),
    ("counts_and_waits", "exercise.judge(lambda view: view.unseen.sum())", "has no sum"),
    (
        "counts_and_waits",  # waits for ever, and so swaps the last card again and again
        """def mine(view):
    if len(view.hidden) > 1: return counting(view)
    return draw() if view.drawn is None else swap((view.shown + view.hidden)[0])
exercise.judge(mine)""",
        "more than 65 % are asked for",
    ),
    ("champion", "exercise.judge(strategies.columns)", "It wins 50 % of the games against columns"),
    ("champion", "exercise.judge(strategies.greedy)", "more than 55 % are asked for"),
    ("champion", "exercise.judge(strategies)", "is a module"),
]


@pytest.mark.parametrize(("name", "source", "told"), WRONG)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_typical_wrong_answer_is_told_why(lang, name, source, told):
    path = next(path for other, path in TWINS if other == "en" and name in lesson(path).before)
    scope = dict(lesson(path).before[name])
    scope["exercise"] = Exercise(name, lang=lang)
    scope |= {"Game": Game, "unseen_cards": unseen_cards}
    words.set_language(lang)  # what `check` says follows the one setting
    exec(source, scope)  # noqa: S102 - what a learner writes into a cell
    said = scope["exercise"]._said
    assert said.right is False
    assert not scope["exercise"].solved
    if lang == "en":
        assert told in said
    else:
        assert not {"the", "that", "and", "your"} & set(said.split())


def test_every_exercise_has_a_typical_wrong_answer():
    assert {name for name, *_ in WRONG} == set(EXERCISES)


class NoPlayer:
    """A class instead of a function."""


def two_things(one, other):
    return one, other


def leaves(*_):
    raise SystemExit


@pytest.mark.parametrize(
    "made",
    [
        None,
        3,
        3.5,
        "mine",
        [],
        {},
        NoPlayer,
        NoPlayer(),
        two_things,
        leaves,
        float("nan"),
        np.float64(2),
        np.array([1, 2]),
        lambda: 1,
        lambda view: view.gird,
        print,
    ],
)
@pytest.mark.parametrize("name", EXERCISES)
def test_whatever_is_handed_over_is_answered_kindly(name, made):
    reply = Exercise(name, lang="en").judge(made)
    assert reply.right is False
    assert len(reply) > 30


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("made", [(), (1, 2, 3)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_or_too_much_is_told_what_to_hand_over(name, made, lang):
    reply = Exercise(name, lang=lang).judge(*made)
    assert reply.right is False
    assert "`exercise.judge(" in reply


def number_of_cards(view, number):
    return np.array(view.unseen)[: number + 3].sum()


@pytest.mark.parametrize(
    "share",
    [float, np.float32, np.array, lambda share: np.array([share]), lambda share: round(share, 2), Fraction],
)
def test_a_chance_may_be_any_kind_of_number_and_rounded(share):
    exercise = Exercise("chance_at_most")
    assert exercise.judge(lambda view, number: share(number_of_cards(view, number) / sum(view.unseen))).right


def test_an_error_in_ones_own_function_names_the_line_and_what_python_says():
    def chance(view, number):
        low = sum(view.unseen[: number + 3])
        return low / (number + 2)

    reply = Exercise("chance_at_most", lang="en").judge(chance)
    assert "in line" in reply
    assert "`return low / (number + 2)`" in reply
    assert "ZeroDivisionError" in reply
    assert "judges.py" not in reply


def test_one_card_too_many_is_no_rounding():
    exercise = Exercise("chance_at_most")
    off = exercise.judge(lambda view, number: (number_of_cards(view, number) + 1) / sum(view.unseen))
    assert off.right is False


def test_a_duel_counts_in_either_order():
    def careful(view):
        return strategies.greedy(view)

    def picky(view):
        return strategies.random_player(view)

    exercise = Exercise("enough_deals")
    assert exercise.judge(duel(picky, careful, deals=20, seed=1)).right is True
    assert Exercise("enough_deals").judge(duel(careful, picky, deals=20, seed=1)).right is True


def test_a_player_that_breaks_in_a_puzzle_is_told_its_line():
    def tired(view):
        if (
            view.totals == Puzzle("draw_low")._game.totals
            and view.discard == Puzzle("draw_low")._game.discard
        ):
            return 1 / 0
        return strategies.greedy(view)

    reply = Exercise("keeps_low", lang="en").judge(tired)
    assert reply.right is False
    assert "ZeroDivisionError" in reply


def test_the_words_follow_the_exercise_and_not_the_setting():
    words.set_language("en")
    greedy_again = duel(strategies.greedy, strategies.greedy, deals=2, seed=1)
    replies = {lang: Exercise("enough_deals", lang=lang).judge(greedy_again) for lang in LANGUAGES}
    assert len(set(replies.values())) == len(LANGUAGES)
    puzzles = {lang: Exercise("keeps_low", lang=lang).judge(strategies.random_player) for lang in LANGUAGES}
    assert "Take it back" not in puzzles["en"]
    assert len(set(puzzles.values())) == len(LANGUAGES)


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_exercise_has_a_task_and_hints_in_steps(name, lang):
    exercise = Exercise(name, lang=lang)
    assert repr(exercise).endswith(exercise.task)
    hints = exercise.hints
    assert 2 <= len(hints) == len(set(hints))
    said = [exercise.hint() for _ in hints]
    assert all(hint in reply for hint, reply in zip(hints, said, strict=True))
    assert exercise.hint() == said[-1]


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_names_a_judge_that_there_is(name):
    assert shelf.exercise_card(name)["judge"] in JUDGES


# -- A puzzle of one's own ------------------------------------------------------------------------------


def test_a_homemade_puzzle_knows_its_answer():
    puzzle = Puzzle.of(COLUMN, discard=3, lang="en")
    assert puzzle.solution == (take(8),)
    assert "`take(8)`" in puzzle.answer()
    assert puzzle.play(take(8)).right is True
    assert "no hints" in puzzle.hint()


def test_a_homemade_puzzle_without_an_answer_says_so():
    puzzle = Puzzle.of(COLUMN, discard=7, lang="en")
    assert puzzle.solution == ()
    assert "No move" in puzzle.answer()


def test_a_homemade_puzzle_may_be_twelve_cards_in_a_row():
    flat = [card for row in COLUMN for card in row]
    assert Puzzle.of(flat, discard=3).board == Puzzle.of(COLUMN, discard=3).board


def test_the_search_for_an_answer_never_looks_under_a_card():
    hidden_third = [[3, 9, 0, 4], [3, 2, "?8", 6], ["?3", "?7", -1, 2]]
    assert Puzzle.of(hidden_third, discard=5).solution == ()
    assert Puzzle.of(hidden_third, discard=3).solution == (take(8),)


@pytest.mark.parametrize(
    ("grid", "discard"),
    [
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1),
        ([[1, 2, 3, 4]], 1),
        ([], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 13]], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, "x"]], 1),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 1.5]], 1),
        ([[-2, -2, -2, -2], [-2, -2, 7, 8], [9, 10, 11, 12]], 1),
        (COLUMN, 13),
        (COLUMN, "3"),
        (COLUMN, None),
        (12, 3),
        ("abc", 3),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_position_is_told_why(grid, discard, lang):
    exercise = Exercise("own_column", lang=lang)
    reply = exercise.judge(grid, discard=discard)
    assert reply.right is False
    assert len(reply) > 30


def test_a_goal_that_is_not_there_is_refused_with_the_names_that_are():
    with pytest.raises(ValueError, match="untouched"):
        Puzzle.of(COLUMN, discard=3, goal="colum")


# -- Judges ---------------------------------------------------------------------------------------------


def deal(seed):
    game = Game(players=3, seed=seed)
    for seat in range(3):
        game.play(flip(0), seat)
        game.play(flip(1), seat)
    return game


def test_the_exercise_on_seeds_says_who_starts_instead():
    exercise = Exercise("third_starts", lang="en")
    assert "player 1 starts, not player 3" in exercise.judge(deal(1))
    assert "two cards first" in exercise.judge(Game(players=3, seed=1))
    assert exercise.judge(None).right is False
    assert exercise.judge(deal(10)).right is True
    assert exercise.solved


def test_a_right_answer_stays_solved_after_a_worse_attempt():
    exercise = Exercise("own_column")
    exercise.judge(COLUMN, discard=3)
    assert exercise.judge(COLUMN, discard=7).right is False
    assert exercise.solved


def test_a_judge_of_ones_own_may_say_true_or_false():
    exercise = Exercise("own_column", judge=lambda answer: answer == 42)
    assert exercise.judge(41).right is False
    assert exercise.judge(42).right is True


class ReportOfTests:
    """What `check` returns, as far as an exercise looks at it."""

    ok = False

    def __str__(self):
        return "it returned a number"


def test_a_report_is_read_by_its_ok_and_its_text():
    exercise = Exercise("own_column", judge=lambda _: ReportOfTests())
    reply = exercise.judge(None)
    assert reply.right is False
    assert reply.startswith("it returned a number")
    assert isinstance(exercise.report, ReportOfTests)


def test_a_verdict_is_taken_as_it_is():
    verdict = Verdict(ok=True)
    assert verdict_of(verdict) is verdict
    assert verdict_of(None).ok is False


def takes_for_the_worst(view):
    return take(max(view.shown, key=lambda slot: view.grid[slot])) if view.shown else take(view.hidden[0])


def reveals_first(_):
    return reveal(0)


def exercise_with(judge, **settings):
    return Exercise("own_column", judge=lambda made: JUDGES[judge](made, **settings), lang="en")


def test_the_check_is_a_judge():
    assert exercise_with("check").judge(strategies.greedy).right is True
    refused = exercise_with("check").judge(reveals_first)
    assert refused.right is False
    assert "reveal(0)" in refused


def test_a_duel_is_a_judge():
    exercise = exercise_with("beats", opponent="random_player", share=0.9, deals=20, seed=1)
    reply = exercise.judge(strategies.greedy)
    assert reply.right is True
    assert "random_player" in reply
    weak = exercise_with("beats", opponent="greedy", share=0.5, deals=20, seed=1)
    assert weak.judge(strategies.random_player).right is False
    assert weak.judge(reveals_first).right is False


def test_puzzles_are_judges_of_strategies():
    exercise = exercise_with("solves", puzzles=["welcome_swap", "minus_twos"])
    assert exercise.judge(takes_for_the_worst).right is True
    exercise = exercise_with("solves", puzzles=["welcome_swap", "first_column", "sour_card"])
    reply = exercise.judge(takes_for_the_worst)
    assert (reply.right, "sour_card" in reply) == (True, False)
    exercise = exercise_with("solves", puzzles=["draw_high", "not_doubled"])
    assert exercise.judge(strategies.random_player).right is False


def test_a_reply_shows_words_as_paragraphs_and_columns_as_they_are():
    from skyjo_widgets.lessons import Reply  # noqa: PLC0415 - only here

    shown = Reply(
        "It returned `draw` <here>.\n  It could play   draw()\n\n  See it again\nMend it."
    )._repr_html_()
    assert shown == (
        "<p>It returned <code>draw</code> &lt;here&gt;.</p>"
        "<pre>  It could play   draw()\n\n  See it again</pre><p>Mend it.</p>"
    )
