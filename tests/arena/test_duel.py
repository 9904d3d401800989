"""A duel is fair, says what it shows, and one strategy's failure costs that strategy alone."""

from __future__ import annotations

import csv
import io
import json
import math
import threading
import time
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widgets import (
    IllegalMove,
    Rules,
    StrategyError,
    draw,
    duel,
    opening,
    play,
    reveal,
    strategies,
    swap,
    take,
)
from skyjo_widgets.arena.games import seat_of
from skyjo_widgets.engine import Decks, play_game


def by_thresholds(takes, keeps):
    """A strategy that takes cards up to one value and keeps drawn ones up to another."""

    def threshold(view):
        if view.drawn is None:
            return take(view.worst()) if view.discard <= takes else draw()
        return swap(view.worst()) if view.drawn <= keeps else reveal(view.hidden[0])

    return threshold


careful = by_thresholds(2, 4)


def never_ends(view):
    """Keeps one card face-down and swaps the others for ever."""
    if view.drawn is None:
        return draw()
    if len(view.hidden) > 1:
        return swap(view.hidden[0])
    return swap(max(view.shown, key=lambda slot: view.grid[slot]))


def fair_dice(view):
    """Draws and then decides by chance: it depends on nothing but the seed."""
    if view.drawn is None:
        return draw()
    return swap(view.worst()) if view.random() < 0.5 else reveal(view.hidden[0])


# Fairness.


def test_both_play_every_deal_from_both_seats():
    result = duel(careful, strategies.greedy, deals=10, seed=3)
    assert [(game.deal, game.rotation) for game in result.games.played] == [
        (deal, rotation) for deal in range(10) for rotation in (0, 1)
    ]


def test_a_game_of_a_duel_is_the_game_that_play_plays():
    result = duel(careful, strategies.greedy, deals=3, seed=3)
    games = {(game.deal, game.rotation): game for game in result.games.played}
    assert play(careful, strategies.greedy, seed=3, deal=2).totals == games[2, 0].totals
    assert play(strategies.greedy, careful, seed=3, deal=2).totals == games[2, 1].totals


@settings(max_examples=8, deadline=None)
@given(st.integers(-1, 5), st.integers(1, 7), st.integers(0, 2**32))
def test_exchanging_the_two_mirrors_the_result_exactly(takes, keeps, seed):
    other = by_thresholds(takes, keeps)
    one, mirrored = duel(careful, other, deals=12, seed=seed), duel(other, careful, deals=12, seed=seed)
    assert one.verdict.points == -mirrored.verdict.points
    assert (one.games.ahead(0, 1) == -mirrored.games.ahead(0, 1)).all()
    assert one.share == pytest.approx(1 - mirrored.share, abs=1e-15)
    assert one.wins.low == pytest.approx(1 - mirrored.wins.high, abs=1e-15)
    assert one.capped == mirrored.capped


@pytest.mark.parametrize("same", [careful, fair_dice], ids=["thresholds", "dice"])
def test_a_strategy_against_itself_is_found_to_play_alike(same):
    result = duel(same, same, deals=25, seed=9)
    assert result.verdict.kind == "alike"
    assert (result.wins.low, result.wins.high) == (0.5, 0.5)
    assert result.points.width == 0


def test_a_tie_counts_half_for_each():
    result = duel(careful, strategies.greedy, deals=200, seed=1)
    ties = [game for game in result.games.played if game.totals[0] == game.totals[1]]
    assert ties
    won = sum(
        game.totals[seat_of(0, game.rotation, 2)] < game.totals[seat_of(1, game.rotation, 2)]
        for game in result.games.played
    )
    assert result.share == pytest.approx((won + len(ties) / 2) / 400)


def test_points_are_those_of_the_games():
    result = duel(careful, strategies.columns, deals=30, seed=1)
    difference = rounds = 0
    for game in result.games.played:
        difference += game.totals[seat_of(0, game.rotation, 2)] - game.totals[seat_of(1, game.rotation, 2)]
        rounds += len(game.scores)
    assert result.points.mean == pytest.approx(difference / rounds)
    assert result.games.round_scores(0).sum() + result.games.round_scores(1).sum() == sum(
        sum(game.totals) for game in result.games.played
    )


def test_openings_are_played():
    @opening(0, 4)
    def together(view):
        return careful(view)

    assert duel(together, careful, deals=10, seed=1).game(0).board(2).faces[0][4] != "?"


# Sentences.


def test_a_clear_difference_is_called_real():
    result = duel(strategies.greedy, strategies.random_player, deals=40, seed=1)
    assert result.verdict.kind == "better"
    assert "That is a real difference." in str(result)
    assert "points fewer a round" in result.sentence()


def test_the_loser_is_told_who_is_better():
    result = duel(strategies.random_player, strategies.greedy, deals=40, seed=1)
    assert result.sentence("en").endswith("That is a real difference: greedy is the better one.")
    assert result.sentence("pl").endswith("To prawdziwa różnica: lepsza jest greedy.")


def test_what_may_be_luck_is_called_luck_and_says_how_much_would_settle_it():
    result = duel(by_thresholds(2, 4), by_thresholds(3, 4), deals=30, seed=2)
    assert result.verdict.kind == "open"
    assert "That may be luck" in result.sentence()
    needed = result.verdict.deals_needed
    assert needed is None or needed > 30


def test_a_duel_until_decided_stops_when_it_is():
    result = duel(strategies.columns, strategies.greedy, until="decided", seed=5, workers=1)
    assert result.verdict.kind == "better"
    assert 32 <= result.deals < 1000
    assert result.deals % 32 == 0
    assert f"Settled after {result.deals} deals" in result.sentence()


def test_a_duel_until_decided_says_so_when_it_is_too_close_to_call():
    result = duel(by_thresholds(2, 4), by_thresholds(3, 4), deals=64, until="decided", seed=2, workers=1)
    assert result.verdict.kind == "open"
    assert "Too close to call: after 64 deals, the limit, it is still open." in result.sentence()


def test_a_duel_of_twins_until_decided_finds_that_they_hardly_differ():
    result = duel(careful, careful, until="decided", seed=2, workers=1)
    assert result.ending == "enough"
    assert result.wins.low >= 0.49


def test_looking_all_the_time_makes_the_interval_wider():
    looked = duel(careful, strategies.greedy, deals=96, until="decided", seed=1, workers=1)
    once = duel(careful, strategies.greedy, deals=looked.deals, seed=1)
    assert looked.share == once.share
    assert looked.wins.width > once.wins.width
    assert looked.points.width > once.points.width


def test_capped_rounds_are_counted_openly():
    result = duel(never_ends, never_ends, deals=2, seed=1)
    assert result.capped == int(result.games.rounds.sum())
    assert f"{result.capped} of {result.capped} rounds reached the limit of 100 turns" in str(result)


def test_rules_without_a_limit_of_turns_get_one():
    assert duel(never_ends, never_ends, deals=1, seed=1, rules=Rules(score_limit=20)).rules.turn_limit == 100


def test_a_game_in_which_nobody_ever_loses_points_ends_all_the_same():
    def hoards(view):
        if view.drawn is None:
            worst = max(view.shown, key=lambda slot: view.grid[slot])
            return take(worst) if view.discard < view.grid[worst] else draw()
        return never_ends(view)

    result = duel(hoards, hoards, deals=1, seed=1, rules=Rules(turn_limit=200, score_limit=10_000))
    assert result.games.endless == 2
    assert "2 games reached the limit of 100 rounds" in str(result)


# Failures.


def fails_on_turn(turn, fail):
    def fragile(view):
        return fail(view) if view.turn == turn and view.round == 1 else careful(view)

    return fragile


FAILURES = {
    "an illegal move": (lambda _: reveal(0), "move"),
    "nothing returned": (lambda _: None, "move"),
    "a slot that does not exist": (lambda _: take(12), "move"),
    "None compared": (lambda view: view.grid[view.hidden[0]] < 3, "error"),
    "a misspelt field": (lambda view: view.disard, "error"),
    "an empty list": (lambda _: next(iter(())), "error"),
    "endless recursion": (lambda view: careful(FAILURES["endless recursion"][0](view)), "error"),
    "exit": (lambda _: exit(), "error"),  # noqa: PLR1722
}


@pytest.mark.parametrize("name", FAILURES)
def test_who_fails_loses_that_game_and_is_named_with_reason_and_replay(name):
    fail, kind = FAILURES[name]
    result = duel(fails_on_turn(4, fail), careful, deals=3, seed=1)
    assert [game.fault.kind for game in result.faults] == [kind] * 6
    assert {game.fault.player for game in result.faults} == {0}
    assert {(game.fault.round, game.fault.turn) for game in result.faults} == {(1, 4)}
    assert result.share == 0
    assert "fragile lost 6 games this way" in str(result)
    assert "See it again: Replay(result.game(0, 0))" in str(result)
    unfinished = result.game(0, 0)
    assert unfinished.phase in ("turn", "drawn")
    assert unfinished.view(0).turn == 4


def test_only_the_games_in_which_it_fails_are_lost():
    def fails_sometimes(view):
        return None if view.round == 4 else careful(view)

    result = duel(fails_sometimes, careful, deals=40, seed=1)
    assert 0 < len(result.faults) < 80
    fair = [game for game in result.games.played if game.fault is None]
    assert all(len(game.scores) <= 3 for game in fair)
    assert math.isfinite(result.points.mean)


def test_the_line_of_the_mistake_is_told():
    def sums_up(view):
        return sum(view.grid)

    assert "line" in str(duel(sums_up, careful, deals=1, seed=1))
    assert "return sum(view.grid)" in str(duel(sums_up, careful, deals=1, seed=1))


def test_an_endless_loop_loses_its_games_and_the_duel_goes_on():
    def loops(view):
        while view.turn == 3:
            pass
        return careful(view)

    result = duel(loops, careful, deals=20, seed=1, patience=0.3)
    kinds = [game.fault.kind for game in result.faults]
    assert kinds[:4] == ["time"] * 4  # the third is in a deal whose other game is played
    assert set(kinds[4:]) == {"withdrawn"}
    assert len(result.games) == 40
    assert result.share == 0
    assert "no answer within 0.3 seconds" in str(result)
    assert result.game(0, 0).view(0).turn == 3


def test_an_endless_loop_that_catches_errors_is_stopped_too():
    def stubborn(_):
        while True:
            try:
                count_up = 0
                while True:
                    count_up += 1
            except Exception:  # noqa: BLE001, S110
                pass

    result = duel(careful, stubborn, deals=2, seed=1, patience=0.3)
    assert {game.fault.player for game in result.faults} == {1}
    assert result.share == 1


def test_waiting_for_nothing_is_stopped_in_the_main_thread():
    def sleeps(view):
        time.sleep(60)
        return careful(view)

    start = time.monotonic()
    result = duel(sleeps, careful, deals=1, seed=1, patience=0.2)
    assert time.monotonic() - start < 50
    assert [game.fault.kind for game in result.faults] == ["time", "time"]


def test_a_slow_strategy_is_not_taken_for_an_endless_loop():
    def slow(view):
        time.sleep(0.004)
        return careful(view)

    result = duel(slow, careful, deals=1, seed=1, patience=0.25)
    assert not result.faults


def test_no_thread_is_left_behind():
    before = threading.active_count()
    duel(careful, careful, deals=2, seed=1)
    for _ in range(50):
        if threading.active_count() <= before:
            break
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_an_interrupted_duel_keeps_what_was_played():
    games = count()

    def interrupts(view):
        if view.turn == 1 and view.round == 1 and view.drawn is None and next(games) == 20:
            raise KeyboardInterrupt
        return careful(view)

    result = duel(interrupts, careful, deals=50, seed=1, workers=1)
    assert result.ending == "stopped"
    assert result.deals == 10
    assert "Stopped early: 10 deals of 50 were played." in str(result)
    assert result.games.played == duel(careful, careful, deals=10, seed=1).games.played


def test_an_interrupt_before_the_first_deal_is_an_interrupt():
    def interrupts(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        duel(interrupts, careful, deals=2, seed=1)


# Refusals.


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"deals": 0}, "deals=0"),
        ({"deals": 2.5}, "deals=2.5"),
        ({"deals": True}, "deals=True"),
        ({"until": "tired"}, "until='tired'"),
        ({"workers": 0}, "workers=0"),
        ({"patience": 0}, "patience=0"),
        ({"seed": -1}, "seed"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_right(options, told):
    with pytest.raises(ValueError, match=told):
        duel(careful, careful, **options)


def test_a_result_passed_instead_of_the_function_is_refused():
    with pytest.raises(StrategyError, match="give the function itself"):
        duel(draw(), careful)


def test_a_wrong_opening_is_refused_before_anything_is_played():
    def odd(view):
        return careful(view)

    odd.opening = (3, 3)
    with pytest.raises((StrategyError, IllegalMove)):
        duel(odd, careful)


# Looking at results.


def test_a_result_reads_the_same_whenever_it_is_printed():
    one, again = (duel(careful, strategies.greedy, deals=5, seed=1) for _ in range(2))
    assert str(one) == repr(one) == str(again)
    assert one._repr_html_() == again._repr_html_()


def test_a_hostile_name_is_only_text_in_the_table():
    def strange(view):
        return careful(view)

    strange.__name__ = "<script>alert(1)</script>"
    shown = duel(strange, careful, deals=1, seed=1)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


def test_equal_names_are_numbered():
    assert duel(careful, careful, deals=1, seed=1).names == ("threshold 1", "threshold 2")


def test_games_export_as_dicts_csv_and_json(tmp_path):
    result = duel(careful, fails_on_turn(2, lambda _: None), deals=3, seed=1)
    rows = result.to_dicts()
    assert len(rows) == 6
    assert rows[0]["seats"] == ["threshold", "fragile"]
    assert rows[1]["seats"] == ["fragile", "threshold"]
    assert rows[0]["failed"] == "fragile"
    assert rows[0]["winners"] == ["threshold"]
    text = result.to_csv(tmp_path / "games.csv")
    assert len(list(csv.DictReader(io.StringIO(text)))) == 6
    assert (tmp_path / "games.csv").read_text(encoding="utf-8-sig").splitlines() == text.splitlines()
    told = json.loads(result.to_json(tmp_path / "games.json"))
    assert told["wins"]["mean"] == 1
    assert told["points"]["mean"] is None
    assert json.loads((tmp_path / "games.json").read_text(encoding="utf-8")) == told


def test_a_name_cannot_become_a_formula_in_a_spreadsheet():
    def formula(view):
        return careful(view)

    formula.__name__ = "=1+2"
    assert "'=1+2;threshold" in duel(formula, careful, deals=1, seed=1).to_csv()


def test_the_closest_game_and_the_worst_loss_can_be_watched():
    result = duel(careful, strategies.greedy, deals=20, seed=1)
    margins = [abs(game.totals[0] - game.totals[1]) for game in result.games.played]
    closest = result.closest()
    assert closest.phase == "game over"
    assert abs(closest.totals[0] - closest.totals[1]) == min(margins)
    worst = result.worst_loss()
    losses = [
        game.totals[seat_of(0, game.rotation, 2)] - game.totals[seat_of(1, game.rotation, 2)]
        for game in result.games.played
    ]
    mine = worst.names.index("threshold")
    assert worst.totals[mine] - worst.totals[1 - mine] == max(losses)


def test_the_line_for_the_closest_game_shows_that_game():
    line = next(
        row
        for row in str(duel(fair_dice, strategies.greedy, deals=5, seed=1)).splitlines()
        if "Replay" in row
    )
    code = line.partition("Replay(")[2][:-1]
    names = {"play": play, "strategies": strategies, "fair_dice": fair_dice}
    assert eval(code, names).totals == duel(fair_dice, strategies.greedy, deals=5, seed=1).closest().totals  # noqa: S307


def test_a_game_that_was_not_played_is_refused():
    with pytest.raises(ValueError, match="deal 7, seating 0"):
        duel(careful, careful, deals=2, seed=1).game(7)


def test_a_plot_is_a_picture():
    figure = duel(careful, strategies.greedy, deals=5, seed=1).plot()
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert [axes.get_title() for axes in figure.axes] == [
        "Share of games won (95 % interval)",
        "Points in a round",
    ]


def test_a_plot_of_nothing_but_failures_is_a_picture_too():
    assert duel(careful, lambda _: None, deals=2, seed=1).plot("pl")._repr_png_()


def test_the_loop_of_a_duel_plays_what_the_bare_loop_plays():
    outcome = play_game([careful, strategies.greedy], Decks(4), 1)
    game = duel(careful, strategies.greedy, deals=2, seed=4).games.played[2]
    assert (game.totals, game.scores) == (outcome.totals, outcome.scores)


@pytest.mark.parametrize(
    "error",
    [IllegalMove("nonsense"), IllegalMove("cleared"), IllegalMove("bad_slot", got=print, kind=lambda: 0)],
)
def test_an_illegal_move_that_a_strategy_raises_itself_is_an_error_of_its_own(error):
    def mine(view):
        raise error

    result = duel(mine, strategies.greedy, deals=1, seed=1, workers=1)
    assert [game.fault.kind for game in result.faults] == ["error", "error"]
    assert result.faults[0].fault.details["kind"] == "IllegalMove"
    assert "raise error" in str(result)
