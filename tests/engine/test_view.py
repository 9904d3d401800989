"""What a player is told is right, complete, and cannot be changed."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from played import games

from skyjo_widgets.engine import COUNTS, SLOTS, VALUES, Game, View, draw, flip

a_few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(games())
@a_few
def test_unseen_counts_what_lies_face_down_or_in_the_draw_pile(game: Game) -> None:
    position = game.position()
    face_down = [
        int(card[1:])
        for player in position["players"]
        for row in player["grid"]
        for card in row
        if isinstance(card, str)
    ]
    for seat in range(game.players):
        held = [game.drawn] if game.drawn is not None and seat != game.seat else []
        unseen = Counter(face_down + position["draw_top_to_bottom"] + held)
        view = game.view(seat)
        assert dict(zip(VALUES, view.unseen, strict=True)) == {value: unseen[value] for value in VALUES}
        if sum(unseen.values()):
            assert view.mean_unseen == pytest.approx(sum(unseen.elements()) / unseen.total())


@given(games())
@a_few
def test_a_view_is_the_public_position_mine_first(game: Game) -> None:
    players = game.players
    for seat in range(players):
        view = game.view(seat)
        others = [(seat + step) % players for step in range(1, players)]
        assert view.seat == seat
        assert view.grid == game.grids[seat]
        assert view.hidden == game.hidden[seat]
        assert view.opponents == tuple(game.grids[other] for other in others)
        assert view.opponents_hidden == tuple(game.hidden[other] for other in others)
        assert view.totals == (game.totals[seat], *(game.totals[other] for other in others))
        assert view.discard == game.discard
        assert view.cards_left == game.draw_count
        assert view.round == game.round
        assert view.ending == (game.ender is not None)
        assert view.ender == (None if game.ender is None else (game.ender - seat) % players)
        assert view.drawn == (game.drawn if seat == game.seat else None)
        assert view.rules == game.rules
        assert sorted(view.shown + view.hidden + view.cleared) == list(SLOTS)


@given(games())
@a_few
def test_the_tools_of_a_view_count_as_a_person_would(game: Game) -> None:
    for seat in range(game.players):
        view = game.view(seat)
        open_cards = [view.grid[slot] for slot in view.shown]
        assert view.points == sum(card for card in open_cards if card is not None)
        for slot in SLOTS:
            top = slot % 4
            assert view.column(slot) == (view.grid[top], view.grid[top + 4], view.grid[top + 8])
        for player in range(game.players):
            grid = view.grid if player == 0 else view.opponents[player - 1]
            hidden = view.hidden if player == 0 else view.opponents_hidden[player - 1]
            shown = sum(card for card in grid if card is not None)
            assert view.estimate(player) == pytest.approx(shown + len(hidden) * view.mean_unseen)
        if view.shown or view.hidden:
            worth = dict.fromkeys(view.hidden, 5.07) | {slot: view.grid[slot] for slot in view.shown}
            highest = max(worth.values())
            assert view.worst() == min(slot for slot, value in worth.items() if value == highest)


def test_a_view_says_which_turn_it_is() -> None:
    game = Game(2, seed=7)
    for seat in (0, 1):
        game.play(flip(0), seat)
        game.play(flip(1), seat)
    first = game.seat
    turns = []
    for _ in range(6):
        turns.append((game.seat, game.view().turn))
        game.play(draw())
        assert game.view().turn == turns[-1][1]
        game.play(game.legal_moves()[0])
    assert turns == [(first, 1), (1 - first, 1), (first, 2), (1 - first, 2), (first, 3), (1 - first, 3)]  # type: ignore[operator]


def test_a_view_cannot_be_changed() -> None:
    view = Game(2, seed=1).view(0)
    for name in ("drawn", "grid", "turn", "mine"):
        with pytest.raises(AttributeError, match=f"a view can't be changed \\({name} = …\\)"):
            setattr(view, name, 5)
    with pytest.raises(TypeError):
        view.grid[0] = 5  # type: ignore[index]
    with pytest.raises(AttributeError):
        view.no_such_thing  # type: ignore[attr-defined]  # noqa: B018 - the look-up is the test


def test_a_view_can_be_copied_and_sent_with_its_numbers() -> None:
    view = Game(3, seed=1).view(1)
    number = view.random()
    for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):  # noqa: S301 - our own
        assert twin == view
        assert isinstance(twin, View)
    assert Game(3, seed=1).view(1).random() == number
    assert Game(3, seed=2).view(1).random() != number


def test_a_view_prints_as_one_line_without_secrets() -> None:
    game = Game(2, seed=7)
    game.play(flip(0))
    row = "__ __ __ __"
    grid = f"{game.grids[0][0]} __ __ __ / {row} / {row}"
    assert repr(game.view(0)) == f"<View round 1, turn 1: discard={game.discard} grid={grid}>"


def test_choosing_from_nothing_is_explained() -> None:
    view = Game(2, seed=1).view(0)
    with pytest.raises(IndexError, match="can't choose from an empty list"):
        view.choice([])
    for stop in (0, -1):
        with pytest.raises(ValueError, match="needs a whole number n of at least 1"):
            view.randrange(stop)


def test_before_the_deal_everything_is_unseen_but_the_open_card() -> None:
    view = Game(2, seed=1).view(0)
    expected = dict(COUNTS)
    expected[view.discard] -= 1
    assert view.unseen == tuple(expected.values())
