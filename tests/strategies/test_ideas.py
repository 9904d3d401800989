"""Each rung does what its idea says, in situations that show it."""

from __future__ import annotations

import pytest
from situation import view_of

from skyjo_widgets.engine import Decks, draw, reveal, swap, take
from skyjo_widgets.strategies import columns, counter, finisher, greedy, random_player, thinker
from skyjo_widgets.strategies.counter import expected_points

FRESH = ("5 4 ? ?", "? ? ? ?", "? ? ? ?")


@pytest.mark.parametrize(("discard", "move"), [(-2, take(2)), (3, take(2)), (4, draw()), (12, draw())])
def test_greedy_takes_a_card_up_to_3(discard, move):
    assert greedy(view_of(FRESH, FRESH, discard=discard)) is move


@pytest.mark.parametrize(("drawn", "move"), [(4, swap(2)), (5, reveal(2))])
def test_greedy_keeps_a_drawn_card_up_to_4(drawn, move):
    assert greedy(view_of(FRESH, FRESH, discard=9, drawn=drawn)) is move


def test_greedy_replaces_an_open_card_above_the_average_first():
    mine = ("5 9 ? ?", "? ? ? ?", "? ? ? ?")
    assert greedy(view_of(mine, FRESH, discard=0)) is take(1)


def test_random_players_use_every_kind_of_move():
    views = [
        view_of(FRESH, FRESH, discard=5, drawn=drawn, seed=seed) for drawn in (None, 7) for seed in range(60)
    ]
    assert {random_player(view).kind for view in views} == {"draw", "take", "swap", "reveal"}


@pytest.mark.parametrize("rung", [columns, finisher, counter, thinker])
def test_an_11_is_welcome_where_two_more_lie_in_the_column(rung):
    mine = ("11 4 ? ?", "11 ? ? ?", "? ? ? ?")
    assert rung(view_of(mine, FRESH, discard=11)) is take(8)
    assert greedy(view_of(mine, FRESH, discard=11)) is draw()


@pytest.mark.parametrize("rung", [finisher, counter, thinker])
def test_the_last_card_stays_face_down_while_somebody_else_is_lower(rung):
    mine = ("6 7 5 8", "4 3 2 9", "1 0 7 ?")
    other = ("0 0 1 -1", "1 -2 0 0", "? ? 2 1")
    for drawn in (12, 6, 3):
        view = view_of(mine, other, discard=9, drawn=drawn)
        assert rung(view).slot in view.shown
    assert columns(view_of(mine, other, discard=9, drawn=3)).slot in view.shown
    assert columns(view_of(mine, other, discard=9, drawn=12)) is reveal(11)  # and pays double


@pytest.mark.parametrize("rung", [columns, finisher, counter, thinker])
def test_the_round_is_ended_by_who_is_far_ahead(rung):
    mine = ("0 1 -1 0", "1 -2 0 0", "2 0 2 ?")
    other = ("9 12 ? ?", "? ? 10 ?", "? ? ? ?")
    assert rung(view_of(mine, other, discard=9, drawn=1)) is swap(11)


def test_the_counter_does_not_leave_the_next_player_the_third_of_a_pair():
    mine = ("10 9 ? ?", "? ? ? ?", "? ? ? ?")
    waits_for_10 = ("10 3 ? ?", "10 ? ? ?", "? ? ? ?")
    # To put the 2 on the 10 saves most, but may give the next player 20 points; the 9 gives them little.
    alone, watched = (expected_points(view_of(mine, other, discard=2)) for other in (FRESH, waits_for_10))
    assert alone[take(0)] < alone[take(1)]
    assert watched[take(0)] > watched[take(1)]


def test_the_counter_does_not_mind_what_it_leaves_to_a_player_who_has_ended_the_round():
    mine = ("10 9 ? 0", "1 ? ? 2", "0 ? ? 1")
    ended = ("10 3 1 0", "10 4 5 1", "2 2 3 1")
    assert counter(view_of(mine, ended, discard=2, ender=1)) is take(0)


def test_it_costs_the_counter_less_to_break_a_pair_whose_third_card_is_gone():
    mine = ("8 5 ? ?", "8 ? ? ?", "1 ? ? ?")
    eights = [("8 8 8 8", "? ? ? ?", "? ? ? ?")] * 2  # all ten are in sight, and no pair for my discard
    gone, to_come = (
        expected_points(view_of(mine, *others, discard=9, drawn=0)) for others in (eights, (FRESH, FRESH))
    )
    breaking, elsewhere = swap(0), swap(2)
    assert gone[breaking] - gone[elsewhere] < to_come[breaking] - to_come[elsewhere] - 1


def test_in_the_last_turn_only_points_count():
    mine = ("7 3 2 4", "0 ? 1 3", "5 6 0 4")
    ended = ("0 0 1 0", "1 4 5 1", "2 2 3 1")
    assert counter(view_of(mine, ended, discard=5, drawn=-1, ender=1)) is swap(0)


def test_nobody_passes_by_taking_a_card_for_an_equal_one():
    mine = ("2 3 1 0", "0 1 2 0", "1 0 -1 ?")
    costs = expected_points(view_of(mine, mine, discard=2))
    assert take(0) not in costs
    assert take(6) not in costs
    assert take(1) in costs


def test_moves_that_bring_the_same_cost_the_same():
    mine = ("5 ? ? ?", "? ? ? ?", "? ? ? 6")
    costs = expected_points(view_of(mine, FRESH, discard=4, drawn=8))
    assert costs[reveal(1)] == pytest.approx(costs[reveal(2)])  # two columns with nothing open
    assert reveal(5) not in costs  # and of one column only the first card is a choice


def test_decks_do_not_matter_for_a_view():
    assert Decks(1).deck(0, 1) != Decks(2).deck(0, 1)
    assert counter(view_of(FRESH, FRESH, discard=4, seed=1)) is counter(
        view_of(FRESH, FRESH, discard=4, seed=2)
    )
