"""Nobody learns a face-down card or the draw pile from anything but playing (R26)."""

from __future__ import annotations

import gc
import json
import pickle
import random
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from played import Player, everything_public, games

from skyjo_widgets.engine import Decks, Dice, Game, Rules, View, draw, play_game, swap, take

SEEDS = st.integers(0, 2**32)
a_few = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def shuffled_secrets(game: Game, chance: random.Random) -> dict[str, Any]:
    """Return the position of `game` with the face-down cards and the draw pile mixed up among themselves."""
    position = game.position()
    places = [
        (row, column)
        for player in position["players"]
        for row in player["grid"]
        for column, card in enumerate(row)
        if isinstance(card, str)
    ]
    secrets = [int(row[column][1:]) for row, column in places] + position["draw_top_to_bottom"]
    chance.shuffle(secrets)
    for (row, column), card in zip(places, secrets, strict=False):
        row[column] = f"?{card}"
    position["draw_top_to_bottom"] = secrets[len(places) :]
    return position


def test_a_twin_differs_in_secrets() -> None:
    game = Game(4, seed=1)
    twin = shuffled_secrets(game, random.Random(1))
    assert twin != game.position()
    assert twin["discard_bottom_to_top"] == game.position()["discard_bottom_to_top"]


@given(games(), SEEDS)
@a_few
def test_positions_that_differ_in_secrets_look_alike(game: Game, seed: int) -> None:
    twin = Game.from_position(shuffled_secrets(game, random.Random(seed)), seed=game.seed)
    game = Game.from_position(game.position(), seed=game.seed)
    assert everything_public(twin) == everything_public(game)
    assert pickles(twin) == pickles(game)
    assert steps_that_open_nothing(twin) == steps_that_open_nothing(game)


def pickles(game: Game) -> list[bytes]:
    """Return what another process would be sent."""
    return [pickle.dumps(game.view(seat)) for seat in range(game.players)] + [pickle.dumps(game.board())]


def steps_that_open_nothing(game: Game) -> list[Any]:
    """Return what is to be seen after each move that turns no face-down card over and ends no round."""
    seen = []
    for move in game.legal_moves():
        if move.kind == "take" and move.slot not in game.hidden[game.seat]:  # type: ignore[index]
            events = game.play(move)
            if game.seat is not None and "refill" not in {event.kind for event in events}:
                seen.append((events, everything_public(game)))
            game.undo()
    if draw() in game.legal_moves():
        events = game.play(draw())
        seen.append((events, [game.view(seat) for seat in range(game.players) if seat != game.seat]))
        game.undo()
    return seen


@given(game=games(), seed=SEEDS)
@a_few
def test_whole_games_that_differ_in_secrets_look_alike(tmp_path: Path, game: Game, seed: int) -> None:
    """The twin has other cards from the deal on; its whole history and every step look the same."""
    assume(game.seat is not None)
    path = tmp_path / "game.json"
    game.save(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    chance = random.Random(seed)
    deck = record["decks"][str(game.round)].split(" ")
    face_down = [12 * seat + slot for seat, slots in enumerate(game.hidden) for slot in slots]
    last_refill = max((key for key in record["refills"] if key.split()[0] == str(game.round)), default=None)
    if last_refill is None:
        mix(deck, face_down + list(range(150 - game.draw_count, 150)), chance)
    else:  # what the refilled pile holds is known; only its order is not
        mix(deck, face_down, chance)
        pile = record["refills"][last_refill].split(" ")
        mix(pile, list(range(len(pile) - game.draw_count, len(pile))), chance)
        record["refills"][last_refill] = " ".join(pile)
    record["decks"][str(game.round)] = " ".join(deck)
    path.write_text(json.dumps(record), encoding="utf-8")
    twin = Game.load(path)
    assert everything_public(twin) == everything_public(game)
    for step in range(0, game.steps + 1, max(1, game.steps // 9)):
        assert twin.board(step) == game.board(step)
        assert [twin.view(seat, step) for seat in range(game.players)] == [
            game.view(seat, step) for seat in range(game.players)
        ]
    assert pickles(twin) == pickles(game)


def mix(cards: list[str], places: list[int], chance: random.Random) -> None:
    """Shuffle the cards at these places among themselves."""
    mixed = [cards[place] for place in places]
    chance.shuffle(mixed)
    for place, card in zip(places, mixed, strict=True):
        cards[place] = card


def reachable(start: object) -> list[object]:
    """Return all objects that `start` leads to; code is not followed, it is the same for everybody."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | FunctionType | BuiltinFunctionType | ModuleType):
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return list(found.values())


@given(games(), SEEDS)
@a_few
def test_nothing_that_a_view_leads_to_holds_the_cards(game: Game, seed: int) -> None:
    Player(random.Random(seed), "any").step(game)
    for seat in range(game.players):
        view = game.view(seat)
        view.random()
        kinds = {type(thing) for thing in reachable(view)}
        assert kinds <= {View, tuple, int, type(None), Rules, bool, str, Dice, bytes, list}
        lists = [thing for thing in reachable(view) if isinstance(thing, list)]
        assert lists == [thing for thing in gc.get_referents(view.dice) if isinstance(thing, list)]


def test_the_views_of_the_quick_loop_lead_to_no_cards_either() -> None:
    def nosy(view: View) -> Any:
        kinds = {type(thing) for thing in reachable(view)}
        assert kinds <= {View, tuple, int, type(None), Rules, bool, str, Dice, bytes, list}
        return draw() if view.drawn is None else swap(view.hidden[0])

    assert play_game([nosy, nosy], Decks(5)).rounds


def test_dice_do_not_tell_the_seed_that_the_cards_follow() -> None:
    seed = 123456789012345678
    view = Game(seed=seed).view(0)
    assert seed not in [thing for thing in reachable(view) if isinstance(thing, int)]
    assert str(seed).encode() not in pickle.dumps(view)
    assert seed.to_bytes(8, "little") not in pickle.dumps(view)


def test_a_refusal_tells_nothing_about_a_face_down_card() -> None:
    position = Game(2, seed=3).position()
    game = Game.from_position(position | {"phase": "turn", "current": 0})
    assert str(game.why_not(swap(5))) == str(
        Game.from_position(shuffled_secrets(game, random.Random(1))).why_not(swap(5))
    )
    assert game.why_not(take(5)) is None
