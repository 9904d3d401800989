"""What nobody should do to a table: it is answered in words, and the table lives on."""

from __future__ import annotations

import asyncio
import gc

import pytest
from ipywidgets.widgets import widget as registry

from skyjo_widgets import Game, Replay, Table, play, strategies

GRID = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, "?0"]]


def after_the_round(**told):
    """A game that goes on from a round of which only this much is known."""
    return Game.from_position(
        {
            "players": [{"grid": GRID}] * 2,
            "phase": "round_over",
            "draw_top_to_bottom": [],
            "discard_bottom_to_top": [0],
        }
        | told
    )


class OwnSignal(BaseException):
    """What somebody may raise who does not want it to be caught."""


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError


SIGNALS = [SystemExit(1), GeneratorExit(), asyncio.CancelledError(), OwnSignal(), SpeechlessError()]


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: type(signal).__name__)
def test_whatever_a_bot_or_a_watcher_raises_stays_at_the_table(signal):
    def rude(*_):
        raise signal

    table = Table("Ola", rude, seed=1)
    for slot in (0, 1):
        table.click(slot)
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert f"rude raised an error, so the game waits.\n{type(signal).__name__}" in table.trouble

    table = Table.from_game(Game(2, seed=1), on_move=rude)
    table.click(0)
    assert type(signal).__name__ in table.trouble
    assert len(table.game.moves) == 1


def test_a_watcher_can_be_stopped_by_the_person():
    def endless(*_):
        raise KeyboardInterrupt

    table = Table.from_game(Game(2, seed=1), on_move=endless)
    with pytest.raises(KeyboardInterrupt):
        table.click(0)


def test_a_fraction_is_no_seat():
    table = Table("Ola", "Kuba", seed=1)
    for seat in (0.0, 1.0, True):
        assert "There is no such place" in table.receive({"do": "click", "slot": 0, "seat": seat})
    assert table.trouble is None
    assert not table.game.moves


def test_a_seed_that_is_none_is_refused_and_the_game_stays():
    table = Table("Ola", "Kuba", seed=1)
    assert "a seed is a whole number" in table.new_game("seven")
    assert table.trouble is None
    assert table.game.seed == 1
    table.new_game()
    assert table.game.seed == 2, "the game that was refused does not count"


def test_after_the_last_seed_comes_the_first():
    table = Table("Ola", "Kuba", seed=2**64 - 1)
    assert table.new_game() is None
    assert table.game.seed == 0


@pytest.mark.parametrize("told", [{}, {"ender": 1}, {"capped": True}])
def test_a_round_of_which_little_is_known_can_be_put_on_the_table(told):
    over, *reasons = Table.from_game(after_the_round(**told)).state["why"]
    assert over == "Round 1 is over. All cards were turned over and complete columns removed."
    assert bool(reasons) == bool(told.get("capped")), "only what is known is told"


def test_a_finished_position_has_no_next_round():
    table = Table.from_game(after_the_round(ender=1, scores=[[5, 20]]))
    assert table.state["buttons"]["next"]
    table.locked = True
    assert not table.state["buttons"]["next"]
    assert table.next_round() == "This position is finished."
    assert table.game.round == 1


@pytest.mark.parametrize("deed", ["undo", "new"])
def test_a_table_without_these_buttons_does_not_do_it_by_a_stray_message_either(deed):
    game = Game(2, seed=1)
    table = Table.from_game(game, controls=False)
    table.click(0)
    assert "does not know what this is" in table.receive({"do": deed})
    assert table.game is game
    assert len(game.moves) == 1


def test_a_replay_of_a_game_in_which_moves_are_taken_back_shows_what_is_left():
    table = Table("Ola", "Kuba", seed=1)
    table.click(0)
    table.click(1)
    replay = Replay(table).go(step=2)
    table.undo()
    table.undo()
    assert replay.step == 0
    assert "Ola turns over two cards" in repr(replay)
    assert replay.receive({"do": "hello"}) is None
    assert replay.state["step"] == replay.state["last"] == 0


@pytest.mark.parametrize("step", [1.5, "2", True, -1, 10**9])
def test_a_step_that_is_none_is_refused_with_the_limits(step):
    replay = Replay(play(strategies.greedy, strategies.greedy, seed=4))
    with pytest.raises(ValueError, match="it has moves 0 to"):
        replay.go(step=step)
    assert replay.step == 0


def test_a_closed_table_leaves_nothing_behind():
    gc.collect()
    before = len(registry._instances)
    for _ in range(5):
        table = Table("Ola", "Kuba", seed=1)
        table._repr_mimebundle_()
        table.close()
        assert table.click(0) is None, "Python can go on with it"
    assert len(registry._instances) == before
