"""Whoever is given something may do with it what they like: nobody else's game changes."""

from __future__ import annotations

import copy
import pickle

import pytest

from skyjo_widgets import Game, flip
from skyjo_widgets.engine import Decks, Event


def test_a_deck_that_is_changed_in_place_is_still_the_same_when_it_is_asked_for_again() -> None:
    decks = Decks(7)
    taken = decks.deck(0, 1)
    taken.reverse()
    assert decks.deck(0, 1) == Decks(7).deck(0, 1)


@pytest.mark.parametrize("deal", [-1, 2**32, 2**70, 1.5, True])
def test_there_is_no_deck_for_what_is_not_the_number_of_a_deal(deal: object) -> None:
    with pytest.raises(ValueError, match="a deal is a whole number from 0 to 4294967295"):
        Decks(7).deck(deal, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a deal is a whole number from 0 to 4294967295"):
        Decks(7).refill(deal, 1, 1, [1, 2])  # type: ignore[arg-type]


def turned_over() -> tuple[Game, Event]:
    game = Game(seed=7)
    game.play(flip(0))
    return game, game.history[-1]


def test_what_happened_cannot_be_changed_afterwards() -> None:
    game, event = turned_over()
    with pytest.raises(TypeError):
        event.values["value"] = 99  # type: ignore[index]
    assert str(game.history[-1]) == str(event)


def test_an_event_can_be_copied_and_sent_and_reads_as_what_it_holds() -> None:
    _, event = turned_over()
    assert pickle.loads(pickle.dumps(event)) == copy.deepcopy(event) == event  # noqa: S301 - our own
    assert repr(event) == "Event(kind='flip', seat=0, values={'slot': 0, 'value': 4})"
    with pytest.raises(TypeError):
        copy.deepcopy(event).values["value"] = 99  # type: ignore[index]


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    game, _ = turned_over()
    before = game.position(), game.history, game.moves
    twin = copy.copy(game)
    twin.play(flip(1))
    assert (game.position(), game.history, game.moves) == before
    assert len(twin.history) == len(game.history) + 1
