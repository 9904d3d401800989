"""A replay shows every moment of a game, and what could be known in it."""

from __future__ import annotations

import pytest

from skyjo_widgets import Game, Replay, StrategyError, Table, draw, play, reveal, swap, take


def quick(view):
    """Take the discard while it is low, else draw and keep what comes."""
    slots = view.hidden or tuple(slot for slot in range(12) if slot not in view.cleared)
    if view.drawn is None:
        return take(slots[0]) if view.discard <= 4 else draw()
    return swap(slots[0]) if view.drawn < 8 or not view.hidden else reveal(view.hidden[-1])


@pytest.fixture(scope="module")
def game():
    return play(quick, quick, seed=4)


def test_it_begins_with_the_deal_and_goes_to_the_end(game):
    replay = Replay(game)
    assert replay.step == 0
    assert replay.state["live"] == "The cards are dealt."
    assert all(face == "?" for faces in replay.state["faces"] for face in faces)
    replay.go(step=game.steps)
    assert replay.state["winners"] == game.winners
    assert replay.state["phase"] == "game over"


def test_every_step_shows_the_board_of_that_moment(game):
    replay = Replay(game)
    for step in range(game.steps + 1):
        replay.go(step=step)
        board = game.board(step)
        assert replay.state["faces"] == [list(faces) for faces in board.faces]
        assert replay.state["drawn"] == board.drawn


def test_one_goes_to_a_turn_of_a_round(game):
    replay = Replay(game)
    for number in range(1, game.round + 1):
        assert replay.go(round=number, turn=5) is replay
        board = game.board(replay.step)
        assert (board.round, board.turn, board.phase) == (number, 5, "turn")
        assert f"Round {number}, turn 5" in replay.state["ask"]
    assert game.board(replay.go(round=1).step).phase == "opening"


def test_the_player_who_decides_knows_the_drawn_card(game):
    replay = Replay(game)
    step = next(step for step in range(game.steps) if game.board(step).drawn is not None)
    replay.go(step=step)
    note = replay.state["note"][1]
    assert f"has drawn {game.board(step).drawn}" in note
    assert f"Then: {game.step(step)[1]!r}" in note


@pytest.mark.parametrize("where", ["first", "turn_back", "back", "forth", "turn_forth", "last"])
def test_the_buttons_never_leave_the_game(game, where):
    replay = Replay(game)
    for step in (0, 1, game.steps // 2, game.steps):
        replay.go(step=step)
        assert replay.receive({"do": "go", "where": where}) is None
        assert 0 <= replay.step <= game.steps
        assert (replay.step - step) * (-1 if where in ("first", "turn_back", "back") else 1) >= 0


def test_turn_by_turn_visits_every_turn(game):
    replay, seen = Replay(game), []
    while replay.step < game.steps:
        replay.receive({"do": "go", "where": "turn_forth"})
        board = game.board(replay.step)
        if board.phase == "turn":
            seen.append((board.round, board.turn))
    expected = {(game.board(step).round, game.board(step).turn) for step in range(game.steps)}
    assert set(seen) == {(number, turn) for number, turn in expected if turn}


def test_one_step_forth_is_shown_as_a_film(game):
    replay = Replay(game)
    replay.receive({"do": "go", "where": "forth"})
    assert [frame["kind"] for frame in replay.state["frames"]] == ["flip"]
    replay.go(step=30)
    assert replay.state["frames"] == []


def test_a_place_that_the_game_has_not_is_refused_with_its_limits(game):
    replay = Replay(game)
    with pytest.raises(ValueError, match=r"Round 99 is not in this game; it has rounds 1 to"):
        replay.go(round=99)
    with pytest.raises(ValueError, match=r"Turn 999 is not in round 1"):
        replay.go(round=1, turn=999)
    with pytest.raises(ValueError, match=r"Move -1 is not in this game"):
        replay.go(step=-1)
    assert replay.step == 0


def test_a_click_on_a_card_of_a_replay_is_answered():
    replay = Replay(Game(2, seed=4))
    assert "This is a replay" in replay.receive({"do": "click", "slot": 1, "seat": 0})


def test_it_follows_a_running_game_and_takes_a_table_or_an_error():
    table = Table("Ola", "Kuba", seed=4)
    replay = Replay(table)
    table.click(3)
    replay.receive({"do": "go", "where": "last"})
    assert replay.step == 1
    with pytest.raises(StrategyError) as caught:
        play(quick, lambda view: None, seed=4)
    assert Replay(caught.value).game.seat == 1
    with pytest.raises(TypeError, match="7 is neither"):
        Replay(7)


def test_looking_at_a_replay_says_who_where_and_what(game):
    lines = repr(Replay(game).go(round=1, turn=3)).splitlines()
    assert lines[0] == "Replay: quick 1 and quick 2"
    assert lines[1].startswith("Round 1, turn 3")
    assert Replay(game, lang="pl").state["live"] == "Karty są rozdane."
