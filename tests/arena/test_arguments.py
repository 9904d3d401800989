"""What a duel and a tournament are told may be NumPy's numbers; what can't be meant is refused in words."""

from __future__ import annotations

import math

import numpy as np
import pytest

from skyjo_widgets import duel, strategies, tournament

TWO = (strategies.greedy, strategies.random_player)


def test_numbers_of_numpy_are_numbers() -> None:
    plain = duel(*TWO, 2, seed=1, workers=1, patience=2)
    numpys = duel(*TWO, np.int64(2), seed=np.uint64(1), workers=np.int8(1), patience=np.float32(2))
    assert str(numpys) == str(plain)
    assert numpys.to_json() == plain.to_json()
    many = tournament(TWO, np.int16(2), seats=np.int64(2), seed=1, workers=1)
    assert many.to_json() == tournament(TWO, 2, seed=1, workers=1).to_json()


@pytest.mark.parametrize("patience", [0, -1, math.nan, math.inf, 1e300, True, "5", None, 2j])
def test_a_patience_that_no_clock_can_measure_is_refused(patience) -> None:
    with pytest.raises(ValueError, match=r"patience=.*: the seconds .* more than 0 and at most 86400"):
        duel(*TWO, deals=1, patience=patience)


def test_a_tournament_without_brackets_is_told_to_use_them() -> None:
    with pytest.raises(TypeError, match=r"is not a list of strategies: write tournament\(\[mine, other\]\)"):
        tournament(*TWO)


@pytest.mark.parametrize("play", [duel, lambda *two, **more: tournament(two, **more)])
def test_rules_that_were_not_made_by_Rules_are_refused(play) -> None:  # noqa: N802 - the word itself
    with pytest.raises(TypeError, match=r"rules='fast': .* as in rules=Rules\(score_limit=50\)"):
        play(*TWO, deals=1, rules="fast")


def test_a_result_stays_what_it_is_whatever_is_done_with_its_parts() -> None:
    result = tournament([*TWO, strategies.columns], 2, seed=1, workers=1)
    before = str(result)
    result.ranking.reverse()
    result.points.clear()
    result.tables.clear()
    for array in (
        result.matrix,
        *(part for games in result.tables.values() for part in (games.points, games.shares)),
    ):
        with pytest.raises(ValueError, match="read-only"):
            array *= 100  # noqa: PLW2901 - in place, as a learner writes it
    assert str(result) == before
    with pytest.raises(ValueError, match="read-only"):
        duel(*TWO, 1, seed=1, workers=1).games.rounds[0] = 7
