"""What holds in every state of every game."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from played import EVERY_MOVE, FULL_DECK, Player, cards_of, everything, games

from skyjo_widgets.engine import Game, IllegalMove

# The same files are written anew by every example, so one folder does for all.
a_few = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
SEEDS = st.integers(0, 2**32)


@given(games(most_steps=0), SEEDS, st.sampled_from(["any", "closer", "staller"]))
@a_few
def test_the_150_cards_are_there_after_every_step(game: Game, seed: int, leaning: str) -> None:
    player = Player(random.Random(seed), leaning)
    for _ in range(250):
        assert cards_of(game) == FULL_DECK
        if not player.step(game):
            break


@given(games())
@a_few
def test_legal_moves_are_exactly_the_moves_that_are_accepted(game: Game) -> None:
    for seat in range(game.players):
        accepted = []
        for move in EVERY_MOVE:
            if game.why_not(move, seat) is None:
                game.play(move, seat)
                game.undo()
                accepted.append(move)
            else:
                with pytest.raises(IllegalMove):
                    game.play(move, seat)
        assert sorted(map(str, game.legal_moves(seat))) == sorted(map(str, accepted))


@given(games())
@a_few
def test_the_turns_of_a_round_accept_exactly_the_legal_moves(game: Game) -> None:
    position = game._round
    if position.seat is None:
        return
    for move in EVERY_MOVE:
        decisions = position.copy().turns()
        next(decisions)
        try:
            decisions.send(move)
        except StopIteration:
            accepted = True
        except IllegalMove:
            accepted = False
        else:
            accepted = True
        assert accepted == (move in game.legal_moves())


@given(games())
@a_few
def test_a_refused_move_changes_nothing(game: Game) -> None:
    before = everything(game)
    for seat in range(game.players):
        for move in (*EVERY_MOVE, None, 5, "draw()", draw_itself, float("nan"), [], object()):
            if game.why_not(move, seat) is not None:
                with pytest.raises(IllegalMove):
                    game.play(move, seat)  # type: ignore[arg-type]
    assert everything(game) == before


def draw_itself() -> None:
    """Stand for a function that somebody forgot to call."""


@given(games(), SEEDS)
@a_few
def test_undo_restores_everything(game: Game, seed: int) -> None:
    before = everything(game)
    for leaning in ("any", "closer", "staller"):
        player = Player(random.Random(seed), leaning)
        steps = 0
        while steps < 40 and player.step(game):
            steps += 1
        for _ in range(steps):
            game.undo()
        assert everything(game) == before


@given(games(), SEEDS)
@a_few
def test_what_is_undone_can_be_done_again_with_the_same_cards(game: Game, seed: int) -> None:
    Player(random.Random(seed), "staller").step(game)
    if not game.steps:
        return
    after = everything(game)
    step = game.step(game.steps - 1)
    game.undo()
    if step is None:
        game.next_round()
    else:
        game.play(step[1], step[0])
    assert everything(game) == after


@given(games(most_steps=60))
@a_few
def test_everything_can_be_undone_back_to_the_deal(game: Game) -> None:
    fresh = Game(game.players, seed=game.seed, rules=game.rules)
    while game.steps:
        game.undo()
    assert everything(game) == everything(fresh)


@given(games(), SEEDS)
@a_few
def test_a_game_goes_on_from_its_position_with_the_same_cards(game: Game, seed: int) -> None:
    again = Game.from_position(game.position(), seed=game.seed)
    assert again.position() == game.position()
    assert again.board() == game.board()
    assert [again.view(seat) for seat in range(game.players)] == [
        game.view(seat) for seat in range(game.players)
    ]
    go_on_alike(game, again, seed)


@given(game=games(), seed=SEEDS)
@a_few
def test_a_game_goes_on_from_its_file_with_the_same_cards(tmp_path: Path, game: Game, seed: int) -> None:
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert everything(again) == everything(game)
    go_on_alike(game, again, seed)
    if game.steps:
        assert game.undo() == again.undo()
    assert everything(again) == everything(game)


@given(game=games(most_steps=150), seed=SEEDS)
@a_few
def test_a_game_from_a_position_can_be_kept_in_a_file_too(tmp_path: Path, game: Game, seed: int) -> None:
    game = Game.from_position(game.position(), seed=game.seed)
    player = Player(random.Random(seed), "staller")
    for _ in range(40):
        player.step(game)
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert everything(again) == everything(game)
    go_on_alike(game, again, seed)


@given(game=games(), seed=SEEDS)
@a_few
def test_undo_leaves_no_trace_in_the_file(tmp_path: Path, game: Game, seed: int) -> None:
    game.save(tmp_path / "before.json")
    player = Player(random.Random(seed), "closer")
    steps = 0
    while steps < 60 and player.step(game):
        steps += 1
    for _ in range(steps):
        game.undo()
    game.save(tmp_path / "after.json")
    assert (tmp_path / "after.json").read_text("utf-8") == (tmp_path / "before.json").read_text("utf-8")


@given(games(), SEEDS)
@a_few
def test_copies_and_pickles_go_their_own_way(game: Game, seed: int) -> None:
    before = everything(game)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301 - our own
        assert everything(twin) == before
        go_on_alike(game, twin, seed)
        assert everything(twin) == everything(game)
        while twin.steps:
            twin.undo()
        while game.steps > before["steps"]:
            game.undo()
        assert everything(game) == before


@given(games())
@a_few
def test_every_step_can_be_looked_at_as_it_was(game: Game) -> None:
    steps = range(0, game.steps + 1, max(1, game.steps // 7))
    boards = {step: game.board(step) for step in steps}
    views = {step: [game.view(seat, step) for seat in range(game.players)] for step in steps}
    for step in reversed(steps):
        while game.steps > step:
            game.undo()
        assert boards[step] == game.board()
        assert views[step] == [game.view(seat) for seat in range(game.players)]


def go_on_alike(game: Game, again: Game, seed: int) -> None:
    """Play both on in the same way, and hold them equal."""
    for leaning in ("staller", "closer"):
        one, two = Player(random.Random(seed), leaning), Player(random.Random(seed), leaning)
        for _ in range(60):
            assert one.step(game) == two.step(again)
            assert again.position() == game.position()
            assert again.seat is None or again.view() == game.view()
