"""Clicks at the table, written as transcripts of a game."""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widgets import Game, Rules, Table, draw, reveal, swap, take


def quick(view):
    """Take the discard while it is low, else draw and keep what comes; quick to end a round."""
    slots = view.hidden or tuple(slot for slot in range(12) if slot not in view.cleared)
    if view.drawn is None:
        return take(slots[0]) if view.discard <= 4 else draw()
    return swap(slots[0])


def opened(*players, **options):
    """A table with all opening cards turned over, slots 0 and 1."""
    table = Table(*players or ("Ola", "Kuba"), seed=4, **options)
    while table.game.phase == "opening":
        table.click(0)
        table.click(1)
    return table


def test_two_cards_are_turned_over_and_then_the_piles_are_open():
    table = Table("Ola", "Kuba", seed=4)
    assert table.instruction == "Ola: click a card to turn it over, then another one."
    assert table.state["can"] == [list(range(12)), []]
    assert table.click(3) is None
    assert table.instruction == "Ola: turn over one more card."
    assert table.click(7) is None
    assert table.instruction.startswith("Kuba:")
    table.click(0)
    table.click(11)
    assert table.game.phase == "turn"
    assert table.state["can"] == [[], ["draw", "discard"]]


def test_a_drawn_card_replaces_the_card_that_is_clicked():
    table = opened()
    me = table.game.seat
    assert table.click("draw") is None
    drawn = table.game.drawn
    assert table.state["drawn"] == drawn
    assert table.click(5) is None
    assert table.game.grids[me][5] == drawn
    assert table.game.seat != me


def test_a_drawn_card_is_thrown_away_by_clicking_the_discard_pile_and_then_a_face_down_card():
    table = opened()
    me, _ = table.game.seat, table.click("draw")
    drawn = table.game.drawn
    assert table.click("discard") is None
    assert table.state["can"][0] == list(table.game.hidden[me])
    assert table.click(5) is None
    assert table.game.discard == drawn
    assert 5 not in table.game.hidden[me]


def test_the_discard_is_taken_by_clicking_it_and_then_a_card():
    table = opened()
    me, top = table.game.seat, table.game.discard
    table.click("discard")
    assert table.state["picked"]
    table.click("discard")
    assert not table.state["picked"], "a second click on the pile is a change of mind"
    table.click("discard")
    table.click(4)
    assert table.game.grids[me][4] == top


REFUSALS = [
    ("opening", lambda table: table.click("draw"), "first Ola turns over two cards"),
    ("opening", lambda table: table.click("discard"), "first Ola turns over two cards"),
    ("opening", lambda table: table.click(0, seat=1), "That card belongs to Kuba"),
    ("opening", lambda table: table.play(draw()), "first every player turns over two cards"),
    ("opening", lambda table: table.next_round(), "The round is not over yet"),
    ("opening", lambda table: table.undo(), "nothing to undo"),
    ("opening", lambda table: table.step(), "no bot whose turn it is"),
    ("opening", lambda table: table.press("Hint"), "does not know what this is: 'Hint'"),
    ("turn", lambda table: table.click(3), "First choose a pile"),
    ("turn", lambda table: table.play(reveal(4)), "comes after draw()"),
    ("turn", lambda table: table.play("reveal(12)"), "is not a move"),
    ("turn", lambda table: table.play(None), "is not a move"),
    ("drawn", lambda table: table.click("draw"), "has already drawn"),
    ("drawn", lambda table: table.click(12), "slots are whole numbers from 0 to 11"),
    ("drawn", lambda table: table.click(-1), "slots are whole numbers from 0 to 11"),
    ("drawn", lambda table: table.click(3.0), "slots are whole numbers from 0 to 11"),
    ("drawn", lambda table: table.click(True), "slots are whole numbers from 0 to 11"),
    ("drawn", lambda table: table.click("hand"), "There is no such place on the table: 'hand'"),
    ("drawn", lambda table: table.click(3, seat=2), "There is no such place on the table: 2"),
    ("drawn", lambda table: table.play(take(3)), "a card is drawn already"),
]


@pytest.mark.parametrize(("phase", "deed", "words"), REFUSALS)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(phase, deed, words):
    table = Table("Ola", "Kuba", seed=4) if phase == "opening" else opened()
    if phase == "drawn":
        table.click("draw")
    before = table.game.position()
    refusal = deed(table)
    assert words in refusal
    assert table.refusal == table.state["refusal"] == refusal
    assert table.game.position() == before
    assert table.trouble is None


def test_a_refusal_disappears_with_the_next_click_that_is_one():
    table = opened()
    table.click(3)
    assert table.refusal
    table.click("draw")
    assert table.refusal is None
    assert table.state["refusal"] == ""


def test_throwing_a_card_away_and_clicking_an_open_one_is_refused_in_words():
    table = opened()
    table.click("draw")
    table.click("discard")
    assert table.click(0) == "slot 0 is already face-up: reveal turns over a face-down card"
    assert table.state["picked"], "the choice stays"


def test_numpy_numbers_are_slots():
    table = Table("Ola", "Kuba", seed=4)
    assert table.click(np.int64(3)) is None
    assert 3 not in table.game.hidden[0]


def test_bots_play_until_it_is_a_persons_turn_in_one_message():
    table = opened("Ola", quick, quick)
    rev = table.state["rev"]
    table.click("draw")
    table.click(6)
    assert table.state["rev"] == rev + 2
    assert table.game.seat == 0
    assert {frame["by"] for frame in table.state["frames"]} == {0, 1, 2}


def test_the_film_of_a_message_leads_from_the_board_before_to_the_board_after():
    table = opened("Ola", quick, quick, quick)
    shown = {
        name: table.state[name] for name in ("faces", "discard", "drawn", "left", "piled", "seat", "phase")
    }
    shown["faces"] = [list(faces) for faces in shown["faces"]]
    table.click("draw")
    for move in (swap(6), None):
        for frame in table.state["frames"]:
            for seat, slot, face in frame["cards"]:
                shown["faces"][seat][slot] = face
            shown |= {name: frame[name] for name in shown if name in frame}
        assert shown == {name: table.state[name] for name in shown}
        if move:
            table.play(move)


def test_a_whole_game_ends_with_its_reasons_in_words():
    table = Table("Ola", quick, seed=4, rules=Rules(score_limit=40))
    while table.game.phase != "game over":
        if table.game.phase == "round over":
            why = " ".join(table.state["why"])
            assert f"Round {table.game.round} is over" in why
            assert table.state["buttons"]["next"]
            assert "round is over" in table.click(0)
            assert table.next_round() is None
        else:
            table.play(table.game.legal_moves()[-1])
    why = " ".join(table.state["why"])
    assert "The game is over" in why
    winner = table.state["names"][table.game.winners[0]]
    assert f"{winner} wins with" in why
    assert [list(row) for row in table.state["sheet"]] == [list(row) for row in table.game.scores]
    assert "game is over" in table.click("draw")


def test_undo_takes_back_ones_own_decision_and_what_bots_did_after_it():
    table = opened("Ola", quick)
    before = table.game.position()
    table.click("draw")
    drawn = table.game.position()
    table.click(5)
    table.undo()
    assert table.game.position() == drawn
    table.undo()
    assert table.game.position() == before


def test_undo_after_a_new_game_brings_the_old_one_back():
    table = opened("Ola", quick)
    old, board = table.game, table.game.board()
    table.new_game()
    assert table.game is not old
    assert table.state["phase"] == "opening"
    assert table.undo() is None
    assert table.game is old
    assert table.game.board() == board


def test_a_table_with_a_seed_deals_the_next_seeds_to_its_next_games():
    first, second = Table("Ola", "Kuba", seed=4), Table("Ola", "Kuba", seed=5)
    first.new_game()
    assert first.game.position() == second.game.position()


def test_bots_alone_are_watched_step_by_step():
    table = Table(quick, quick, seed=4)
    assert table.state["buttons"]["step"]
    assert not table.game.moves
    table.step()
    assert len(table.game.moves) == 1
    table.play_round()
    assert table.game.phase in ("round over", "game over")
    assert table.state["frames"] == []
    table.undo()
    assert table.game.phase not in ("round over", "game over")
    assert "it is the turn of quick" in table.click(0)


def test_two_over_careful_bots_do_not_hang_the_table():
    def careful(view):
        return take(0)

    table = Table(careful, careful, seed=4)
    table.play_round()
    assert table.game.phase == "turn"


def test_a_table_of_one_player_gets_company():
    assert Table(quick, seed=4).state["names"] == ("Player", "quick")
    assert Table(seed=4).state["names"] == ("Player", "greedy")
    assert Table("Ola", seed=4).state["names"] == ("Ola", "greedy")
    assert Table(seed=4, lang="pl").state["names"][0] == "Gracz"


def test_players_of_one_name_are_told_apart():
    assert Table("Ola", "Ola", quick, quick, seed=4).state["names"] == ("Ola", "Ola 2", "quick", "quick 2")


def test_what_is_no_player_is_refused_by_its_place():
    with pytest.raises(TypeError, match="player 2 of the table is 3"):
        Table("Ola", 3)
    with pytest.raises(TypeError, match="without brackets behind its name"):
        Table("Ola", draw())
    with pytest.raises(ValueError, match="2 to 8"):
        Table(*"abcdefghi")
    with pytest.raises(ValueError, match="pace='quick'"):
        Table("Ola", "Kuba", pace="quick")


def test_a_table_around_a_game_plays_that_game():
    game = Game(2, seed=4)
    heard = []
    table = Table.from_game(
        game,
        humans=[0],
        title="Turn over two cards",
        controls=False,
        on_move=lambda table, move, events: heard.append((table, move, [event.kind for event in events])),
    )
    table.click(0)
    table.click(1)
    assert table.game is game
    assert [(str(move), kinds) for _, move, kinds in heard] == [("flip(0)", ["flip"]), ("flip(1)", ["flip"])]
    assert heard[0][0] is table
    assert "Player 2" in table.click(0), "a seat without person and bot waits"
    assert table.state["bare"]
    assert repr(table).splitlines()[1] == "Turn over two cards"


def test_what_a_watcher_does_to_the_table_arrives_in_the_same_message():
    def judge(table, move, events):
        table.tell("Well done!", "good")
        table.locked = True

    table = Table.from_game(Game(2, seed=4), on_move=judge)
    rev = table.state["rev"]
    table.click(0)
    assert table.state["rev"] == rev + 1
    assert table.state["note"] == ("good", "Well done!")
    assert table.click(1) == "This position is finished."
    table.game = Game(2, seed=5)
    assert not table.locked


def test_a_watcher_can_use_up_a_click():
    seen = []

    def guess(table, seat, place):
        seen.append((seat, place))
        return place != 3

    table = Table.from_game(Game(2, seed=4), on_click=guess)
    table.click(0)
    table.click("draw")
    assert not table.game.moves
    table.click(3, seat=0)
    assert len(table.game.moves) == 1
    assert seen == [(0, 0), (None, "draw"), (0, 3)]


def test_more_buttons_call_what_they_were_given():
    table = Table.from_game(Game(2, seed=4), actions={"Hint": lambda table: table.tell("Look at column 2")})
    assert table.state["actions"] == ["Hint"]
    assert table.press("Hint") is None
    assert table.message == "Look at column 2"


def test_a_game_for_another_number_of_players_does_not_fit():
    table = Table("Ola", "Kuba", seed=4)
    with pytest.raises(ValueError, match="this table has 2 players, the game 3"):
        table.game = Game(3, seed=4)
