"""A tournament ranks by what was played, and says which places are sure."""

from __future__ import annotations

import json
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widgets import StrategyError, draw, duel, reveal, strategies, swap, take, tournament
from skyjo_widgets.arena.games import seat_of


def by_thresholds(takes, keeps):
    def threshold(view):
        if view.drawn is None:
            return take(view.worst()) if view.discard <= takes else draw()
        return swap(view.worst()) if view.drawn <= keeps else reveal(view.hidden[0])

    return threshold


def by_chance(view):
    if view.drawn is None:
        return draw()
    return swap(view.worst()) if view.random() < 0.5 else reveal(view.hidden[0])


FIELD = {
    "random": strategies.random_player,
    "greedy": strategies.greedy,
    "columns": strategies.columns,
    "chance": by_chance,
    "hasty": by_thresholds(4, 7),
}


def test_every_two_play_the_duel_that_they_would_play_alone():
    result = tournament(FIELD, deals=10, seed=4)
    assert len(result.tables) == 10
    alone = duel(FIELD["columns"], FIELD["greedy"], deals=10, seed=4)
    there = result.tables[result.names.index("columns"), result.names.index("greedy")]
    assert there.played == alone.games.played
    assert result.matrix[result.names.index("columns"), result.names.index("greedy")] == alone.share


def test_the_ladder_comes_out_in_its_order():
    result = tournament(list(strategies.LADDER[:4]), deals=60, seed=1)
    ladder = [strategy.__name__ for strategy in strategies.LADDER[:4]]
    assert [standing.name for standing in result.ranking] == ladder[::-1]
    assert f"{ladder[3]} is the best of them: that is sure." in str(result)


@settings(max_examples=6, deadline=None)
@given(st.permutations(list(FIELD)), st.sampled_from([2, 3, 4]))
def test_the_order_in_which_strategies_are_given_cannot_show(order, seats):
    usual = tournament(FIELD, deals=4, seats=seats, seed=2)
    shuffled = tournament({name: FIELD[name] for name in order}, deals=4, seats=seats, seed=2)
    assert str(shuffled) == str(usual)
    assert shuffled.to_json() == usual.to_json()


def test_the_matrix_says_the_same_from_both_sides():
    matrix = tournament(FIELD, deals=8, seed=3).matrix
    off_diagonal = ~np.eye(len(FIELD), dtype=bool)
    assert np.isnan(matrix[~off_diagonal]).all()
    assert (matrix + matrix.T)[off_diagonal] == pytest.approx(1)


@pytest.mark.parametrize("seats", range(3, 9))
def test_at_a_table_everybody_sits_everywhere(seats):
    field = {f"player {number}": by_thresholds(number % 4, 4) for number in range(seats + 1)}
    result = tournament(field, deals=seats + 1, seats=seats, seed=1)
    sat = np.zeros((seats + 1, seats), dtype=int)
    for players, games in result.tables.items():
        assert len(set(players)) == seats
        for game in games.played:
            for place, player in enumerate(players):
                sat[player, seat_of(place, game.rotation, seats)] += 1
    # One of them sits out each deal, in turns; who plays, plays from every seat.
    assert (sat == seats).all()


def test_shares_of_tables_add_up_to_one():
    result = tournament(FIELD, deals=10, seats=5, seed=1)
    assert sum(standing.share.mean for standing in result.ranking) == pytest.approx(1)


def test_a_name_that_is_given_twice_is_numbered():
    assert tournament([by_chance, by_chance, strategies.greedy], deals=1, seed=1).names == (
        "by_chance 1",
        "by_chance 2",
        "greedy",
    )


def test_twins_share_a_place():
    result = tournament({"one": FIELD["greedy"], "two": FIELD["greedy"]}, deals=20, seed=1)
    assert [standing.place for standing in result.ranking] == [1, 1]
    assert "do not show that any of them is better" in result.sentence()
    assert "nie pokazują" in result.sentence("pl")


def test_who_fails_does_not_change_what_the_others_play():
    def broken(view):
        return view.nothing

    alone = tournament({name: FIELD[name] for name in ("greedy", "columns")}, deals=10, seed=1)
    result = tournament(
        {"greedy": FIELD["greedy"], "columns": FIELD["columns"], "broken": broken}, deals=10, seed=1
    )
    greedy, columns = result.names.index("greedy"), result.names.index("columns")
    assert result.tables[columns, greedy].played == alone.tables[0, 1].played
    assert result.ranking[-1].name == "broken"
    assert result.ranking[-1].share.mean == 0
    assert "broken lost 40 games this way: AttributeError" in str(result)
    assert "See it again: Replay(result.game('broken', 'columns', deal=0))" in str(result)
    assert result.game("broken", "columns", deal=0).phase == "turn"


def test_at_a_table_the_others_share_what_somebody_loses_by_failing():
    result = tournament({**FIELD, "broken": lambda _: None}, deals=6, seats=6, seed=1)
    shares = {standing.name: standing.share.mean for standing in result.ranking}
    assert shares.pop("broken") == 0
    assert list(shares.values()) == pytest.approx([0.2] * 5)


def test_who_does_not_answer_three_times_is_withdrawn_and_the_others_play_on():
    def loops(view):
        while view:
            pass

    result = tournament({**FIELD, "loops": loops}, deals=4, seed=1, patience=0.2)
    kinds = [game.fault.kind for game in result.faults]
    assert kinds.count("time") in (3, 4)
    assert len(kinds) == 5 * 8
    assert result.ranking[-1].name == "loops"
    assert "not played, for the reason given before" in str(result)
    without = tournament(FIELD, deals=4, seed=1)
    others = [standing.name for standing in result.ranking if standing.name != "loops"]
    assert others == [standing.name for standing in without.ranking]


def test_two_who_do_not_answer_do_not_play_each_other():
    def loops(view):
        while view:
            pass

    field = {"greedy": FIELD["greedy"], "loop": loops, "circle": loops}
    result = tournament(field, deals=8, seed=1, patience=0.2)
    assert result.ranking[0].name == "greedy"
    assert result.ranking[0].share.mean == 1


def test_an_interrupted_tournament_keeps_an_even_part_of_it():
    turns = count()

    def interrupts(view):
        if view.round == view.turn == 1 and view.drawn is None and next(turns) >= 150:
            raise KeyboardInterrupt
        return FIELD["greedy"](view)

    result = tournament({**FIELD, "zz": interrupts}, deals=96, seed=1, workers=1)
    assert result.ending == "stopped"
    played = {games.deals for games in result.tables.values()}
    assert max(played) - min(played) <= 32
    assert "Stopped early" in str(result)
    assert [standing.name for standing in result.ranking][-1] == "random"


def test_results_export(tmp_path):
    result = tournament(FIELD, deals=4, seed=1)
    assert [row["strategy"] for row in result.to_dicts()] == [standing.name for standing in result.ranking]
    assert len(result.to_dicts(games=True)) == 10 * 8
    assert len(result.to_csv(tmp_path / "ranking.csv").splitlines()) == 6
    assert len(result.to_csv(games=True).splitlines()) == 81
    told = json.loads(result.to_json(tmp_path / "all.json"))
    assert len(told["games"]) == 80
    assert told["matrix"][0][0] is None


def test_games_worth_watching_can_be_watched():
    result = tournament(FIELD, deals=6, seats=3, seed=1)
    assert result.closest().phase == "game over"
    worst = result.worst_loss("greedy")
    seat = worst.names.index("greedy") if "greedy" in worst.names else None
    assert seat is not None
    assert worst.totals[seat] - min(worst.totals) >= 0
    assert result.worst_loss().phase == "game over"
    with pytest.raises(ValueError, match="'nobody' did not take part"):
        result.worst_loss("nobody")


def test_a_plot_is_a_picture_for_few_and_for_many():
    few = tournament(FIELD, deals=2, seed=1).plot()
    assert few._repr_png_().startswith(b"\x89PNG")
    assert len(few.axes[1].texts) == 20
    many = tournament([by_thresholds(number % 4, 2 + number // 4) for number in range(20)], deals=1, seed=1)
    assert many.plot("pl")._repr_png_()


def test_a_result_shows_as_a_table_and_hostile_names_are_only_text():
    shown = tournament({"<b>": FIELD["greedy"], "&": FIELD["columns"]}, deals=1, seed=1)._repr_html_()
    assert shown.count("<table>") == 2
    assert "<b>" not in shown


@pytest.mark.parametrize(
    ("field", "options", "told"),
    [
        ([by_chance], {}, "at least 2 strategies"),
        ([by_chance] * 3, {"seats": 4}, "at least 4 strategies"),
        ([by_chance] * 3, {"seats": 1}, "seats=1"),
        ([by_chance] * 3, {"seats": 9}, "seats=9"),
        ([by_chance] * 3, {"deals": 0}, "deals=0"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_right(field, options, told):
    with pytest.raises(ValueError, match=told):
        tournament(field, **options)


def test_what_is_no_function_is_refused():
    with pytest.raises(StrategyError, match="is not a strategy"):
        tournament([by_chance, "greedy"])
