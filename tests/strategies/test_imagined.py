"""Imagined rounds look like the real one, and are made of the cards that can be there."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from situation import reached

from skyjo_widgets.engine import COUNTS
from skyjo_widgets.strategies import finisher
from skyjo_widgets.strategies.imagined import imagined_rounds, scores_after

# What a player does not see, and what an imagined round does not need to repeat.
OWN = {"dice", "rules"}


@given(game=reached())
@settings(max_examples=100, deadline=None)
def test_an_imagined_round_looks_to_me_like_the_real_one(game):
    view = game.view(game.seat)
    for imagined in imagined_rounds(view, 2):
        seen = imagined.view(view.seat)
        assert {field: value for field, value in seen._asdict().items() if field not in OWN} == {
            field: value for field, value in view._asdict().items() if field not in OWN
        }


@given(game=reached())
@settings(max_examples=100, deadline=None)
def test_an_imagined_round_has_the_150_cards(game):
    for imagined in imagined_rounds(game.view(game.seat), 2):
        cards = Counter(imagined.draw_pile + imagined.discard_pile)
        cards.update(card for own in imagined.cards for card in own if card is not None)
        cards.update([] if imagined.drawn is None else [imagined.drawn])
        assert cards == COUNTS


@given(game=reached())
@settings(max_examples=60, deadline=None)
def test_an_imagined_round_can_be_played_to_its_end_after_any_legal_move(game):
    view = game.view(game.seat)
    (imagined,) = imagined_rounds(view, 1)
    for move in game.legal_moves():
        scores = scores_after(imagined.copy(), move, finisher)
        assert len(scores) == game.players
        assert all(-2 * 12 <= score <= 2 * 12 * 12 for score in scores)


@given(game=reached())
@settings(max_examples=30, deadline=None)
def test_imagining_does_not_look_at_the_real_cards(game):
    """The same view gives the same imagined rounds, whatever lies face-down."""
    view = game.view(game.seat)
    fresh = view._replace(dice=type(view.dice).from_key(view.dice.key))
    again = view._replace(dice=type(view.dice).from_key(view.dice.key))
    first, second = ([one.cards for one in imagined_rounds(seen, 3)] for seen in (fresh, again))
    assert first == second
