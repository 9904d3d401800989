"""What happened is said in words, with the right plurals, and in a save file that a person can read."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest
from golden_games import GAMES, playing

from skyjo_widgets.engine import (
    SLOTS,
    Event,
    Game,
    IllegalMove,
    Move,
    Rules,
    draw,
    flip,
    name_of,
    parse_move,
    play,
    reveal,
    swap,
    take,
)
from skyjo_widgets.strategies import greedy

# -- Events ----------------------------------------------------------------------------------------------

SCORES = {
    1: ("1 point", "1 punkt"),
    2: ("2 points", "2 punkty"),
    5: ("5 points", "5 punktów"),
    12: ("12 points", "12 punktów"),
    22: ("22 points", "22 punkty"),
    0: ("0 points", "0 punktów"),
    -1: ("-1 point", "-1 punkt"),
    -3: ("-3 points", "-3 punkty"),
    101: ("101 points", "101 punktów"),
    112: ("112 points", "112 punktów"),
}


@pytest.mark.parametrize("points", SCORES)
def test_points_are_counted_as_people_count(points: int) -> None:
    event = Event("score", 0, {"points": points, "total": 40})
    english, polish = SCORES[points]
    assert event.say("en") == f"Player 1 scores {english} in this round, 40 in total."
    assert event.say("pl") == f"Gracz 1 dostaje w tej rundzie {polish}, łączny wynik: 40."


@pytest.mark.parametrize(
    ("cards", "polish"), [(1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (22, "22 karty"), (59, "59 kart")]
)
def test_a_refill_counts_its_cards(cards: int, polish: str) -> None:
    assert f"({polish})" in Event("refill", None, {"cards": cards}).say("pl")


@pytest.mark.parametrize(("turns", "polish"), [(1, "1 tura"), (2, "2 tury"), (5, "5 tur"), (7, "7 tur")])
def test_the_end_of_a_round_counts_the_last_turns(turns: int, polish: str) -> None:
    assert f"jeszcze {polish}, " in Event("end", 0, {"last_turns": turns}).say("pl")


def test_players_are_called_by_their_names() -> None:
    event = Event("swap", 1, {"slot": 3, "value": -1, "out": 10})
    assert (
        event.say(names=("Ola", "Kuba"))
        == "Kuba puts the drawn -1 in slot 3; the 10 goes on the discard pile."
    )
    assert event.say(names=("Ola",)).startswith("Player 2 puts")
    assert event.say("pl", names=("Ola", "Kuba")).startswith("Kuba kładzie")
    assert event.say(names=("Ola", "{slot}")).startswith("{slot} puts")


def test_a_column_is_counted_from_one_and_a_slot_as_it_is_typed() -> None:
    assert "clears column 1" in str(Event("clear", 0, {"column": 0, "value": 5}))
    assert "slot 0" in str(Event("flip", 0, {"slot": 0, "value": 5}))


def test_one_winner_wins_and_several_share() -> None:
    assert (
        Event("game_over", None, {"seats": (1,)}).say()
        == "The game is over. Player 2 wins with the lowest total."
    )
    shared = Event("game_over", None, {"seats": (0, 2)})
    assert shared.say(names=("Ola", "Kuba", "Jan")) == (
        "The game is over. Ola, Jan share the victory with the lowest total."
    )
    assert "Ola, Jan" in shared.say("pl", names=("Ola", "Kuba", "Jan"))


def test_the_booklets_example_of_doubling_is_said_in_words() -> None:
    event = Event("double", 0, {"points": 10, "factor": 2, "doubled": 20})
    for lang in ("en", "pl"):
        assert "10 \N{MULTIPLICATION SIGN} 2 = 20" in event.say(lang)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_event_of_a_game_can_be_said_in_every_language(name: str, lang: str) -> None:
    game = playing(GAMES[name])
    for event in game.history:
        told = event.say(lang, game.names)
        assert told.endswith(".")
        assert "{" not in told
        if event.seat is not None:
            assert game.names[event.seat] in told


def test_saying_an_event_does_not_change_it() -> None:
    event = Event("clear", 0, {"column": 2, "value": 5})
    told = event.say()
    assert event == Event("clear", 0, {"column": 2, "value": 5})
    assert event.say() == told


def test_play_names_the_players_by_their_functions() -> None:
    game = play(greedy, greedy, seed=1)
    assert game.names == ("greedy 1", "greedy 2")
    assert name_of(lambda view: view) == "<lambda>"


# -- Moves -------------------------------------------------------------------------------------------------

EVERY_MOVE = [draw(), *(make(slot) for make in (take, swap, reveal, flip) for slot in SLOTS)]


@pytest.mark.parametrize("move", EVERY_MOVE, ids=str)
def test_a_move_stays_itself_whatever_is_done_with_it(move: Move) -> None:
    assert parse_move(repr(move)) is move
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(move, protocol)) is move  # noqa: S301 - our own


def test_a_move_prints_as_what_a_person_types() -> None:
    assert list(map(repr, (take(5), draw(), swap(0), reveal(11), flip(3)))) == [
        "take(5)",
        "draw()",
        "swap(0)",
        "reveal(11)",
        "flip(3)",
    ]
    assert (take(5).kind, take(5).slot, draw().slot) == ("take", 5, None)
    assert len(set(EVERY_MOVE)) == 49


def test_an_illegal_move_can_be_sent_to_another_process() -> None:
    error = IllegalMove("cleared", slot=4)
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (sent.reason, sent.values, str(sent)) == ("cleared", {"slot": 4}, str(error))


# -- Rules -------------------------------------------------------------------------------------------------


def test_rules_show_only_what_is_changed() -> None:
    assert repr(Rules()) == "Rules()"
    assert repr(Rules(score_limit=50, next_start="highest")) == "Rules(score_limit=50, next_start='highest')"
    assert eval(repr(Rules(penalty=3))) == Rules(penalty=3)  # noqa: S307 - a repr that can be typed
    assert len({Rules(), Rules(score_limit=100), Rules(penalty=3)}) == 2


# -- Files -------------------------------------------------------------------------------------------------


def test_a_saved_game_can_be_read_by_a_person(tmp_path: Path) -> None:
    game = Game(2, seed=7, rules=Rules(score_limit=50), names=("Ola", "Żółć"))
    for seat in (0, 1):
        game.play(flip(0), seat)
        game.play(flip(11), seat)
    game.play(draw())
    game.play(swap(3))
    path = tmp_path / "game.json"
    game.save(path)
    text = path.read_text(encoding="utf-8")
    record = json.loads(text)
    assert "Żółć" in text
    assert [record[name] for name in ("format", "version", "players", "names", "seed")] == [
        "skyjo-widgets game",
        1,
        2,
        ["Ola", "Żółć"],
        7,
    ]
    assert record["rules"] == {
        "score_limit": 50,
        "penalty": 2,
        "next_start": "ender",
        "final_clearing": True,
        "turn_limit": None,
    }
    seat = game.starter
    assert record["steps"] == [
        "0 flip(0)",
        "0 flip(11)",
        "1 flip(0)",
        "1 flip(11)",
        f"{seat} draw()",
        f"{seat} swap(3)",
    ]
    assert len(record["decks"]["1"].split()) == 150
    assert max(map(len, text.splitlines())) < 500


def test_saving_again_replaces_the_file_and_gives_the_same_text(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    playing(GAMES["2-players-limit-of-turns"]).save(path)
    first = path.read_text(encoding="utf-8")
    Game.load(path).save(path)
    assert path.read_text(encoding="utf-8") == first
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_loaded_with_its_whole_history(name: str, tmp_path: Path) -> None:
    game = playing(GAMES[name])
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert (again.history, again.scores, again.winners) == (game.history, game.scores, game.winners)
