"""Puzzles: the game is the judge, and every answer is an answer in words."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from lesson_material import (
    FAIR,
    LANGUAGES,
    PUZZLES,
    click_through,
    puzzle_of,
    with_other_unknown_cards,
)

from skyjo_widgets import draw, reveal, swap, take
from skyjo_widgets.lessons import Puzzle, Reply, shelf
from skyjo_widgets.lessons.goals import Goal

every_puzzle = pytest.mark.parametrize("name", PUZZLES)
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_wrong_attempt = pytest.mark.parametrize(
    ("name", "attempt"), [(name, attempt) for name in PUZZLES for attempt in shelf.position(name).wrong]
)


# -- Every puzzle on the shelf --------------------------------------------------------------------------


@every_puzzle
@every_language
def test_the_stored_solution_reaches_the_goal(name, lang):
    puzzle = Puzzle(name, lang=lang)
    reply = puzzle.play(*puzzle.solution)
    assert reply.right is True
    assert puzzle.solved


@every_wrong_attempt
@every_language
def test_a_typical_wrong_attempt_fails_and_is_told_why(name, attempt, lang):
    puzzle = Puzzle(name, lang=lang)
    reply = puzzle.play(*attempt)
    assert reply.right is not True
    assert not puzzle.solved
    assert len(reply) > 20


@every_wrong_attempt
def test_after_a_wrong_attempt_the_solution_still_works(name, attempt):
    puzzle = Puzzle(name)
    puzzle.play(*attempt)
    puzzle.reset()
    assert puzzle.play(*puzzle.solution).right is True


@every_puzzle
def test_every_puzzle_knows_a_wrong_attempt(name):
    assert shelf.position(name).wrong


@every_puzzle
@every_language
def test_hints_lead_step_by_step_to_an_answer(name, lang):
    puzzle = Puzzle(name, lang=lang)
    hints = puzzle.hints
    assert 2 <= len(hints) == len(set(hints))
    said = [puzzle.hint() for _ in hints]
    assert all(hint in reply for hint, reply in zip(hints, said, strict=True))
    assert puzzle.hint() == said[-1]
    assert all(repr(move) in puzzle.answer() for move in puzzle.solution)


@every_puzzle
@every_language
def test_a_puzzle_has_a_task_and_praise_of_its_own(name, lang):
    puzzle = Puzzle(name, lang=lang)
    assert len(puzzle.task) > 10
    assert len(puzzle.play(*puzzle.solution)) > 20
    assert "{" not in puzzle.task


@every_puzzle
def test_hints_and_answers_play_nothing(name):
    puzzle = Puzzle(name)
    before = puzzle.board
    puzzle.hint()
    puzzle.answer()
    assert puzzle.board == before
    assert not puzzle.moves


def test_an_answer_in_the_middle_of_an_attempt_says_to_start_again_first():
    puzzle = Puzzle("welcome_swap", lang="en")
    assert puzzle.answer().startswith("Answer: `take(0)`")
    puzzle.play(draw())
    assert puzzle.answer().startswith("First press Start again.")
    puzzle.reset()
    assert puzzle.answer().startswith("Answer:")


def test_the_table_of_a_puzzle_shows_no_backticks():
    puzzle = Puzzle("welcome_swap", lang="en")
    puzzle._repr_mimebundle_()
    puzzle.answer()
    assert puzzle._table.widget.state["note"][1].startswith("Answer: take(0).")


@pytest.mark.parametrize("name", FAIR)
@pytest.mark.parametrize("seed", range(8))
def test_a_solution_hangs_on_no_card_that_nobody_can_see(name, seed):
    position = with_other_unknown_cards(shelf.position(name), seed)
    assert puzzle_of(position).play(*position.solution).right is True


@every_puzzle
@pytest.mark.parametrize("seed", range(4))
def test_face_down_cards_show_nowhere(name, seed):
    position = shelf.position(name)
    one, other = puzzle_of(position), puzzle_of(with_other_unknown_cards(position, seed))
    for puzzle in (one, other):
        puzzle._repr_mimebundle_()
    assert repr(one) == repr(other)
    assert one._repr_html_() == other._repr_html_()
    assert one.board == other.board
    assert one._table.widget.state == other._table.widget.state
    assert [one.hint(), one.answer()] == [other.hint(), other.answer()]


@every_puzzle
def test_the_table_solves_it_by_clicks_alone(name):
    puzzle = Puzzle(name, lang="en")
    puzzle._repr_mimebundle_()
    table = puzzle._table.widget
    click_through(table, puzzle.solution)
    assert puzzle.solved
    assert table.message == puzzle._said
    assert table.trouble is None
    assert table.locked


@every_puzzle
def test_python_and_the_mouse_come_to_the_same(name):
    by_python, by_mouse = Puzzle(name, lang="en"), Puzzle(name, lang="en")
    by_mouse._repr_mimebundle_()
    by_python.play(*by_python.solution)
    click_through(by_mouse._table.widget, by_mouse.solution)
    assert by_python.board == by_mouse.board
    assert by_python.moves == by_mouse.moves


def whole_turns(puzzle):
    """All legal ways to play one turn from where `puzzle` stands."""
    for move in puzzle._game.legal_moves(puzzle._seat):
        puzzle.play(move)
        if puzzle._mid_turn():
            yield from ((move, *rest) for rest in list(whole_turns(puzzle)))
        else:
            yield (move,)
        puzzle.undo()


@every_puzzle
@every_language
def test_every_legal_way_to_play_the_turn_is_judged_in_words(name, lang):
    puzzle = Puzzle(name, lang=lang)
    judged = {}
    for moves in list(whole_turns(puzzle)):
        puzzle.reset()
        reply = puzzle.play(*moves)
        assert reply.right is not None
        assert "{" not in reply
        judged[moves] = reply.right
    assert judged.get(puzzle.solution, True)
    if not any(goal.name in ("refused", "opened") for goal in shelf.position(name).goals):
        assert set(judged.values()) == {True, False}


# -- One attempt, step by step ------------------------------------------------------------------------


def test_a_puzzle_is_a_task_and_a_board_in_text():
    puzzle = Puzzle("first_column", lang="en")
    assert repr(puzzle).splitlines()[:4] == [
        "Puzzle: Complete a column: three equal open cards, one above the other.",
        "",
        "Round 1 · Ola takes the discard or draws",
        "discard pile: 5   draw pile: 4 cards",
    ]
    puzzle.play(take(8))
    assert repr(puzzle).splitlines()[-1].startswith("> Three fives in a column")


def test_an_illegal_move_is_refused_in_words_and_changes_nothing():
    puzzle = Puzzle("first_column", lang="en")
    before = puzzle.board
    reply = puzzle.play(reveal(9))
    assert reply.right is False
    assert "after draw()" in reply
    assert puzzle.board == before
    assert not puzzle.over


def test_a_refused_move_ends_a_row_of_moves():
    puzzle = Puzzle("first_column", lang="en")
    puzzle.play(draw(), reveal(0), swap(8))
    assert puzzle.moves == (draw(),)


def test_half_a_turn_is_neither_right_nor_wrong():
    puzzle = Puzzle("first_column", lang="en")
    reply = puzzle.play(draw())
    assert reply.right is None
    assert "3" in reply
    assert not puzzle.over


def test_undo_takes_back_one_move_at_a_time():
    puzzle = Puzzle("first_column", lang="en")
    start = puzzle.board
    puzzle.play(draw())
    drawn = puzzle.board
    puzzle.play(swap(8))
    assert puzzle.over
    puzzle.undo()
    assert puzzle.board == drawn
    puzzle.undo()
    assert puzzle.board == start
    assert "nothing" in puzzle.undo()
    assert puzzle.play(take(8)).right is True


def test_undo_takes_back_what_the_others_did_as_well():
    puzzle = Puzzle("last_turns", lang="en")
    start = puzzle.board
    puzzle.play(take(11))
    assert puzzle.board.phase == "round over"
    puzzle.undo()
    assert puzzle.board == start


def test_reset_forgets_the_attempt_but_not_the_first_moves_of_the_position():
    puzzle = Puzzle("draw_high", lang="en")
    start = puzzle.board
    puzzle.play(swap(0))
    puzzle.reset()
    assert puzzle.board == start
    assert puzzle.board.drawn == 11
    assert not puzzle.over


def test_when_the_attempt_is_over_no_more_moves_are_played():
    puzzle = Puzzle("first_column", lang="en")
    puzzle.play(take(3))
    moves = puzzle.moves
    assert "over" in puzzle.play(take(8))
    assert puzzle.moves == moves
    assert not puzzle.solved


def test_any_way_that_does_it_counts():
    for moves in [(take(6),), (draw(), reveal(6)), (draw(), swap(6))]:
        assert Puzzle("end_round").play(*moves).right is True


def test_a_wrong_move_is_told_what_is_missing_by_the_game_itself():
    reply = Puzzle("first_column", lang="en").play(draw(), swap(8))
    assert "column 1 has two cards showing 5, but the third shows 3" in reply
    reply = Puzzle("not_doubled", lang="en").play(draw(), reveal(6))
    assert "doubled: 36" in reply


def test_a_puzzle_speaks_the_language_it_is_asked_to():
    assert Puzzle("first_column", lang="pl").play(take(8)).startswith("Trzy 5")


def test_a_puzzle_may_give_several_turns():
    position = shelf.position("welcome_swap")
    goals = (Goal("points", {"at_most": 2}),)
    puzzle = puzzle_of(replace(position, goals=goals, turns=2, others=True))
    first = puzzle.play(take(0))
    assert (first.right, puzzle.over, puzzle.board.seat) == (None, False, 0)
    assert puzzle.play(take(1)).right is False
    assert puzzle.over
    puzzle.undo()
    assert puzzle.play(draw(), swap(1)).right is not None


def test_a_strategy_can_solve_a_puzzle():
    def takes_the_best_place(view):
        return take(max(view.shown, key=lambda slot: view.grid[slot]))

    assert Puzzle("welcome_swap").solve_with(takes_the_best_place).right is True
    assert Puzzle("minus_twos").solve_with(takes_the_best_place).right is True
    assert Puzzle("draw_low").solve_with(lambda view: swap(view.worst())).right is True


def test_a_strategy_that_breaks_the_rules_does_not_go_on_for_ever():
    assert Puzzle("first_column").solve_with(lambda _: reveal(0)).right is False


def test_a_name_that_is_not_there_is_refused_with_the_names_that_are():
    with pytest.raises(ValueError, match="first_column"):
        Puzzle("first_colum")


def test_a_reply_reads_as_words_and_survives_pickling():
    reply = Reply("Yes.", right=True)
    assert repr(reply) == "Yes."
    copy = pickle.loads(pickle.dumps(reply))  # noqa: S301 - written one line above
    assert (copy, copy.right) == (reply, True)


# -- On the table -----------------------------------------------------------------------------------------


def test_the_table_says_what_the_puzzle_says():
    puzzle = Puzzle("first_column", lang="en")
    puzzle._repr_mimebundle_()
    table = puzzle._table.widget
    table.click("discard")
    table.click(3)
    assert "column 1 has two cards showing 5" in table.message
    table.receive({"do": "action", "name": "Take back"})
    assert table.message.startswith("Taken back")
    assert not table.locked
    table.receive({"do": "action", "name": "Hint"})
    assert table.message.startswith("Hint 1 of 3")
    table.receive({"do": "action", "name": "Answer"})
    assert "Answer: take(8)." in table.message
    click_through(table, [take(8)])
    assert puzzle.solved
    table.receive({"do": "action", "name": "Start again"})
    assert not puzzle.solved
    assert table.game.discard == 5


def test_moves_from_python_are_seen_on_the_table():
    puzzle = Puzzle("first_column", lang="en")
    puzzle._repr_mimebundle_()
    puzzle.play(take(8))
    state = puzzle._table.widget.state
    assert state["faces"][0][8] is None
    assert state["note"][0] == "good"


def test_a_click_that_the_table_refuses_solves_the_puzzle_that_asks_for_one():
    puzzle = Puzzle("refusal", lang="en")
    puzzle._repr_mimebundle_()
    table = puzzle._table.widget
    table.click("draw")
    assert puzzle.solved
    assert "That is a refusal" in table.message


def test_a_click_that_the_table_refuses_leaves_another_puzzle_as_it_is():
    puzzle = Puzzle("first_column", lang="en")
    puzzle._repr_mimebundle_()
    refusal = puzzle._table.widget.click(4)
    assert "choose a pile" in refusal
    assert not puzzle.over
    assert repr(puzzle).endswith(refusal)


def test_the_others_play_before_ones_eyes():
    puzzle = Puzzle("last_turns", lang="en")
    puzzle._repr_mimebundle_()
    table = puzzle._table.widget
    click_through(table, [take(11)])
    assert [frame["by"] for frame in table.state["frames"]] == [0, 1, 1, 2, 2]
    assert len(table.state["sheet"]) == 1


def test_what_a_notebook_stores_is_text_and_html_without_a_kernel():
    bundle = Puzzle("first_column", lang="en")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert "Complete a column" in bundle["text/html"]
    assert "data:image/svg+xml;base64," in bundle["text/html"]
