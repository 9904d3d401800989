"""Questions: one right answer each, and an answer to every answer."""

from __future__ import annotations

import pytest
from lesson_material import LANGUAGES, QUESTIONS

from skyjo_widgets import Game, draw, flip, reveal, take
from skyjo_widgets.engine import COUNTS, DECK_SIZE, Rules, winners
from skyjo_widgets.engine.score import is_game_over
from skyjo_widgets.lessons import Puzzle, Question, shelf
from skyjo_widgets.words import say

every_question = pytest.mark.parametrize("name", QUESTIONS)
every_language = pytest.mark.parametrize("lang", LANGUAGES)
CHOICES = tuple(name for name in QUESTIONS if "choices" in shelf.question_card(name))
NUMBERS = tuple(name for name in QUESTIONS if "choices" not in shelf.question_card(name))
PREDICTIONS = tuple(name for name in QUESTIONS if shelf.question_card(name).get("prediction"))


def judged(question, given):
    """Answer, and look at what it was worth; a prediction is judged only when it is compared."""
    reply = question.answer(given)
    return question.compare() if question.prediction else reply


# -- Every question on the shelf ------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHOICES)
@every_language
def test_a_choice_has_exactly_one_right_answer_and_says_something_to_each(name, lang):
    question = Question(name, lang=lang)
    replies = [judged(question, letter) for letter in question.choices]
    assert [reply.right for reply in replies].count(True) == 1
    assert [reply.right for reply in replies].count(None) == 0
    assert len(set(replies)) == len(replies)
    assert all(len(reply) > 10 for reply in replies)


@pytest.mark.parametrize("name", CHOICES)
@every_language
def test_the_choices_differ(name, lang):
    texts = [choice["text"] for choice in Question(name, lang=lang)._state()["choices"]]
    assert 2 <= len(texts) == len(set(texts))


@pytest.mark.parametrize("name", NUMBERS)
@every_language
def test_a_number_is_right_too_high_or_too_low_and_hears_which(name, lang):
    question = Question(name, lang=lang)
    right = shelf.question_card(name)["right"]
    replies = [judged(question, number) for number in (right - 1000, right, right + 1000)]
    assert [reply.right for reply in replies] == [False, True, False]
    assert len(set(replies)) == 3


@pytest.mark.parametrize("name", NUMBERS)
def test_a_typical_wrong_number_is_wrong_and_hears_why(name):
    question = Question(name, lang="en")
    low, right, high = (question._own(f"why.{key}") for key in ("low", "right", "high"))
    for number in shelf.question_card(name).get("typical", ()):
        reply = judged(question, number)
        assert reply.right is False
        assert reply not in {low, right, high}


@every_question
@every_language
def test_a_question_shows_the_same_text_every_time(name, lang):
    first, second = Question(name, lang=lang), Question(name, lang=lang)
    assert repr(first) == repr(second)
    assert first._repr_html_() == second._repr_html_()
    assert "{" not in repr(first)


@pytest.mark.parametrize("name", PREDICTIONS)
@every_language
def test_a_prediction_gives_nothing_away_before_it_is_compared(name, lang):
    question = Question(name, lang=lang)
    given = [*question.choices] or [1, 5]
    for one in given:
        reply = question.answer(one)
        assert reply == say("lessons.question_says.noted", lang, given=one)
        assert reply.right is None
    assert not question.solved


# -- Right answers, by the engine -----------------------------------------------------------------------


def after(puzzle, *moves):
    trial = Puzzle(puzzle, lang="en")
    trial.play(*moves)
    return trial


def open_points(trial):
    return sum(face for face in trial.board.faces[0] if isinstance(face, int))


def pile_size(players):
    return Game(players=players, seed=1).draw_count


def needed_to_start():
    """Deal Ola every second card there is, and see from which value on she starts."""
    for value in sorted(COUNTS):
        setup = {**shelf.position("who_starts").setup}
        ola, *others = setup["players"]
        grid = [list(row) for row in ola["grid"]]
        grid[0][1] = f"?{value}"
        game = Game.from_position({**setup, "players": [{**ola, "grid": grid}, *others]})
        game.play(flip(1), 0)
        if game.starter == 0:
            return value
    return None


def booklet(zosia):
    """End the booklet's round, with `zosia` points for the third player, and return Ola's points."""
    setup = {**shelf.position("booklet").setup}
    *others, third = setup["players"]
    grid = [list(row) for row in third["grid"]]
    grid[2][3] += zosia - 10
    game = Game.from_position({**setup, "players": [*others, {**third, "grid": grid}]})
    for _ in range(3):
        game.play(draw())
        game.play(reveal(game.hidden[game.seat][0]))
    assert game.raw_scores[0][2] == zosia
    return game.scores[0][0]


PROOFS = {
    "welcome_sum": lambda: open_points(after("welcome_swap", take(0))),
    "deck_zero": lambda: 100 * COUNTS[0] / DECK_SIZE,
    "pile_three": lambda: pile_size(3),
    "pile_eight": lambda: pile_size(8),
    "start_need": needed_to_start,
    "doubling": lambda: booklet(10),
    "doubling_eleven": lambda: booklet(11),
    "column_saves": lambda: 3 * max(COUNTS),
    "last_count": lambda: 4 - 1,
    "slot_number": lambda: next(slot for slot in range(12) if (slot // 4, slot % 4) == (1, 2)),
    "deck_size": lambda: {52: "a", 150: "b", 180: "c"}[DECK_SIZE],
    "deck_most": lambda: {12: "a", 0: "b"}[max(COUNTS, key=COUNTS.get)],
    "deck_minus_two": lambda: {15: "a", 30: "b", 150: "c"}[DECK_SIZE // COUNTS[-2]],
    "mean_card": lambda: {2: "a", 5: "b", 8: "c"}[round(sum(v * n for v, n in COUNTS.items()) / DECK_SIZE)],
    "start_tie": lambda: {0: "a", 1: "b"}[starter_of([(4, 9), (3, 10)])],
    "order_top": lambda: {1: "a", 8: "b", 5: "c"}[after("order_on_pile", take(10)).discard_pile[-1]],
    "order_below": lambda: {1: "a", 5: "b"}[after("order_on_pile", take(10)).discard_pile[-4]],
    "end_hundred": lambda: "c" if is_game_over((100, 64), 100) and not is_game_over((99, 64), 100) else "b",
    "end_shared": lambda: "b" if winners((104, 71, 71)) == (1, 2) else "a",
    "doubling_negative": lambda: "b" if scored(ola=-3, kuba=-5) == -3 else "a",
    "doubling_total": lambda: "b" if scored(ola=8, kuba=12, totals=(62, 8)) == 8 else "a",
}


def starter_of(opened):
    rows = [[f"?{value}" for value in values] for values in ((1, 2, 3, 5), (6, 7, 8, 11))]
    players = [{"grid": [[first, f"?{second}", "?0", "?0"], *rows], "total": 0} for first, second in opened]
    game = Game.from_position(
        {
            "players": players,
            "phase": "initial_flip",
            "current": None,
            "draw_top_to_bottom": [5],
            "discard_bottom_to_top": [12],
        }
    )
    for seat in range(len(opened)):
        game.play(flip(1), seat)
    return game.starter


def scored(ola, kuba, totals=(0, 0)):
    """End a round in which Ola is the ender with so many points, and return what she gets."""

    def grid(points, *, last):
        """Make three cards worth `points`, the others nothing, and no column complete."""
        first = max(-2, min(12, points))
        second = max(-2, min(12, points - first))
        third = points - first - second
        return [[0, 1, -1, first], [1, -1, 0, second], [-1, 0, 1, f"?{third}" if last else third]]

    game = Game.from_position(
        {
            "players": [
                {"grid": grid(ola, last=False), "total": totals[0]},
                {"grid": grid(kuba, last=True), "total": totals[1]},
            ],
            "phase": "final_turns",
            "ender": 0,
            "current": 1,
            "pending": [1],
            "draw_top_to_bottom": [9],
            "discard_bottom_to_top": [9],
        }
    )
    game.play(draw())
    game.play(reveal(11))
    assert game.raw_scores[0] == (ola, kuba)
    return game.scores[0][0]


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_the_right_answer_is_what_the_engine_does(name):
    right = PROOFS[name]()
    assert judged(Question(name), right).right is True


def test_the_limit_that_the_lessons_teach_is_the_engine_s():
    assert Rules().score_limit == 100
    assert Rules().penalty == 2


# -- Answering ------------------------------------------------------------------------------------------


def test_a_question_is_a_few_lines_of_text():
    question = Question("deck_size", lang="en")
    question.answer("b")
    assert repr(question).splitlines() == [
        "Question: How many cards are in the deck?",
        "  a) 52",
        "  b) 150",
        "  c) 180",
        "  > b) Yes: 5 + 10 + 15, and twelve times 10.",
    ]


@pytest.mark.parametrize("given", ["b", "B", " b ", "b)"])
def test_a_letter_may_be_written_in_several_ways(given):
    assert Question("deck_size").answer(given).right is True


@pytest.mark.parametrize("given", ["d", "", None, 1, "150", "bb"])
def test_what_is_no_choice_is_not_an_answer(given):
    question = Question("deck_size")
    assert question.answer(given).right is None
    assert question.given is None


@pytest.mark.parametrize("given", [113, "113", " 113 ", "113,0", 113.0])
def test_a_number_may_be_written_in_several_ways(given):
    question = Question("pile_three")
    question.answer(given)
    assert question.compare().right is True


@pytest.mark.parametrize("given", ["many", "", None, "inf", "nan", "1 1", [113]])
def test_what_is_no_number_is_not_an_answer(given):
    question = Question("pile_eight")
    assert question.answer(given).right is None
    assert question.given is None


def test_a_percentage_may_be_a_little_off():
    assert Question("deck_zero").answer(10.3).right is True
    assert Question("deck_zero").answer(11).right is False


def test_a_wrong_answer_can_be_mended():
    question = Question("deck_size")
    assert question.answer("a").right is False
    assert not question.solved
    assert question.answer("b").right is True
    assert question.solved


def test_a_prediction_must_be_made_before_it_is_compared():
    question = Question("welcome_twelve", lang="en")
    assert "First say what you expect" in question.compare()
    question.answer("a")
    assert question.compare().right is False
    question.answer("b")
    assert question.compare().right is True


def test_a_question_about_a_position_shows_it():
    question = Question("welcome_sum", lang="en")
    assert "Kuba" in repr(question)
    assert "data:image/svg+xml;base64," in question._repr_html_()
    assert question.board.faces[0][0] == 0
    assert Question("deck_size").board is None


def test_a_name_that_is_not_there_is_refused_with_the_names_that_are():
    with pytest.raises(ValueError, match="deck_size"):
        Question("deck_sise")
