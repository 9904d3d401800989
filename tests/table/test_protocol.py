"""What goes to the browser and what comes back: few messages, small ones, and nothing that is hidden."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skyjo_widgets.table
from skyjo_widgets import Game, Replay, Table, draw, reveal, swap, take
from skyjo_widgets.picture.colours import css_variables

ROOM = Path(skyjo_widgets.table.__file__).parent
SCRIPT = (ROOM / "table.js").read_text(encoding="utf-8")
STYLE = (ROOM / "table.css").read_text(encoding="utf-8")


def quick(view):
    """Take the discard while it is low, else draw and keep what comes."""
    slots = view.hidden or tuple(slot for slot in range(12) if slot not in view.cleared)
    if view.drawn is None:
        return take(slots[0]) if view.discard <= 4 else draw()
    return swap(slots[0]) if view.drawn < 8 or not view.hidden else reveal(view.hidden[-1])


def size(data):
    """How many bytes `data` is on the wire."""
    return len(json.dumps(data, ensure_ascii=False).encode())


def shared(table):
    """Everything that is synchronised, but for the program and the style."""
    return {name: value for name, value in table.get_state().items() if name not in ("_esm", "_css")}


def test_a_table_for_four_is_created_with_two_messages(messages):
    Table("Ola", quick, quick, quick, seed=4)
    assert [kind for kind, _ in messages] == ["comm_open", "comm_open"]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_state_for_four_players_stays_under_four_kilobytes_all_game_long(lang):
    table = Table("Ola Kowalska", quick, quick, quick, seed=4, lang=lang)
    largest = size(shared(table))
    assert largest < 4_000, "state, words and all else at the beginning"
    while table.game.phase != "game over":
        if table.next_round():
            table.play(table.game.legal_moves()[-1])
        largest = max(largest, size(table.state))
    assert largest < 4_000


def test_program_and_style_stay_under_forty_kilobytes():
    assert len(SCRIPT.encode()) + len(STYLE.encode()) < 40_000


def test_every_deed_is_answered_by_one_message(messages):
    table = Table("Ola", quick, quick, quick, seed=4)
    for deed in (
        lambda: table.click(0),
        lambda: table.click(0),
        lambda: table.click(1),
        lambda: table.click("draw"),
        lambda: table.click(5),
        table.undo,
        table.new_game,
        lambda: setattr(table, "numbers", True),
        lambda: setattr(table, "pace", "fast"),
        lambda: table.tell("Well done"),
        lambda: table.receive({"do": "hello"}),
        lambda: table.receive("what?"),
    ):
        messages.clear()
        deed()
        assert [(kind, data["method"]) for kind, data in messages] == [("comm_msg", "update")]
        assert set(messages[0][1]["state"]) == {"state"}


def test_what_the_browser_sends_arrives(messages):
    table = Table("Ola", "Kuba", seed=4)
    click = {"method": "custom", "content": {"do": "click", "slot": 3, "seat": 0, "rev": 0}}
    table._handle_msg({"content": {"data": click}, "buffers": []})
    assert table.game.hidden[0] == (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)
    assert messages[-1][1]["state"]["state"]["faces"][0][3] == table.game.grids[0][3]


def test_an_unfolded_log_is_told_from_the_beginning(messages):
    table = Table("Ola", quick, seed=4)
    table.click(0)
    table.click(1)
    messages.clear()
    table.receive({"do": "log"})
    told = next(data["content"]["log"] for _, data in messages if data["method"] == "custom")
    assert tuple(told) == table.log


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 20) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
WORDS = [
    "click",
    "play",
    "undo",
    "new",
    "next",
    "retry",
    "step",
    "whole",
    "action",
    "set",
    "hello",
    "go",
    "log",
]
MESSAGES = GARBAGE | st.fixed_dictionaries(
    {"do": st.sampled_from(WORDS) | GARBAGE},
    optional={
        "slot": st.integers(-1, 12) | GARBAGE,
        "seat": st.integers(-1, 2) | GARBAGE,
        "pile": st.sampled_from(["draw", "discard"]) | GARBAGE,
        "move": st.sampled_from(["draw()", "take(3)", "swap(4)", "flip(2)"]) | GARBAGE,
        "rev": st.integers(-1, 40) | GARBAGE,
        "numbers": GARBAGE,
        "pace": st.sampled_from(["slow", "off"]) | GARBAGE,
        "name": GARBAGE,
        "step": st.integers(-5, 50) | GARBAGE,
        "where": st.sampled_from(["first", "last", "back", "forth", "turn_back", "turn_forth"]) | GARBAGE,
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(MESSAGES, max_size=12))
def test_whatever_arrives_the_table_goes_on_and_shows_the_games_board(received):
    table = Table("Ola", quick, seed=4)
    replay = Replay(table)
    for message in received:
        table.receive(message)
        replay.receive(message)
        assert table.trouble is None
        assert replay.trouble is None
        assert table.state["faces"] == [list(faces) for faces in table.game.board().faces]
        assert table.state["drawn"] == table.game.drawn
        json.dumps(table.state)
        json.dumps(replay.state)


def test_a_click_on_what_has_changed_meanwhile_is_not_used():
    table = Table("Ola", "Kuba", seed=4)
    for slot in (0, 1, 0, 1):
        table.click(slot)
    seen = table.state["rev"]
    table.receive({"do": "click", "pile": "draw", "rev": seen})
    assert table.game.phase == "drawn"
    assert "not used" in table.receive({"do": "click", "slot": 3, "seat": table.game.seat, "rev": seen})
    assert table.game.phase == "drawn"
    assert (
        table.receive({"do": "click", "slot": 3, "seat": table.game.seat, "rev": table.state["rev"]}) is None
    )


def other_world(game, dice):
    """The same game as everybody sees it, with other face-down cards and another draw pile."""
    position = game.position()
    places = [
        (row, column)
        for player in position["players"]
        for row in player["grid"]
        for column, card in enumerate(row)
        if isinstance(card, str)
    ]
    pile = position["draw_top_to_bottom"]
    unseen = [int(row[column][1:]) for row, column in places] + list(pile)
    dice.shuffle(unseen)
    for (row, column), value in zip(places, unseen, strict=False):
        row[column] = f"?{value}"
    position["draw_top_to_bottom"] = unseen[len(places) :]
    return Game.from_position(position)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 8), st.integers(0, 60), st.booleans())
def test_tables_that_differ_only_in_hidden_cards_show_the_same(seed, players, moves, picked):
    game, dice = Game(players, seed=seed), random.Random(seed)
    for _ in range(moves):
        if game.phase in ("round over", "game over"):
            break
        game.play(dice.choice(game.legal_moves()))
    tables = []
    for world in (game, other_world(game, dice)):
        table = Table.from_game(Game.from_position(world.position()), names=["Ola"])
        if picked:
            table.click("discard")
        replay = Replay(table)
        bundle = table._repr_mimebundle_()[0]
        tables.append((table.state, repr(table), bundle["image/svg+xml"], replay.state, repr(replay)))
    assert tables[0] == tables[1]


def test_the_seed_which_would_tell_every_card_is_not_told():
    table = Table("Ola", quick, seed=987654321)
    assert "987654321" not in json.dumps(shared(table)) + repr(table)


def test_every_word_that_the_program_says_is_sent_to_it():
    used = set(re.findall(r"\bwords\.(\w+)", SCRIPT))
    table, replay = Table("Ola", "Kuba", seed=4), Replay(Game(2, seed=4))
    assert used <= {*table.words, *replay.words}
    assert table.words.keys() < replay.words.keys()


def test_the_colours_are_those_of_the_pictures():
    ours = set(re.findall(r"--skyjo-[\w-]+: #\w+;", STYLE))
    assert set(css_variables().splitlines()) <= ours
