"""Games played in waves are the games of the engine, whoever sits beside them."""

from __future__ import annotations

from skyjo_widgets.classroom.match import Block, Wave
from skyjo_widgets.classroom.played import seed_of_pair
from skyjo_widgets.classroom.wire import CODES, FAILED, MOVES
from skyjo_widgets.engine import ARENA_RULES, Decks, View, draw, play_game, reveal, swap
from skyjo_widgets.strategies import columns, greedy, random_player

PLAYERS = {"a": greedy, "b": columns, "c": random_player}
OPENINGS = dict.fromkeys(PLAYERS, (0, 1))


def stalling(view):
    return draw() if view.drawn is None else swap(view.hidden[0] if len(view.hidden) > 1 else view.shown[0])


def seeds(*pairs: tuple[str, str]) -> dict[tuple[str, str], int]:
    return {pair: seed_of_pair(5, pair) for pair in pairs}


def played_out(wave: Wave, players=PLAYERS) -> dict[tuple[str, str], list]:
    while not wave.over:
        for key, strategy in players.items():
            wave.play_here(key, strategy)
    return {block.pair: deals for block, deals in wave.results()}


def test_a_wave_plays_exactly_the_games_of_the_engine() -> None:
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    wave = Wave([Block(pair, 3, 4) for pair in pairs], seeds(*pairs), OPENINGS)
    for pair, deals in played_out(wave).items():
        decks = Decks(seed_of_pair(5, pair))
        assert [one.deal for one, _ in deals] == [3, 4, 5, 6]
        for one, other in deals:
            first, second = (PLAYERS[key] for key in pair)
            assert one.outcome == play_game([first, second], decks, one.deal)
            assert other.outcome == play_game([second, first], decks, other.deal)


def test_a_pair_plays_the_same_games_whoever_else_is_there() -> None:
    alone = played_out(Wave([Block(("a", "b"), 0, 3)], seeds(("a", "b")), OPENINGS))
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    together = played_out(Wave([Block(pair, 0, 3) for pair in pairs], seeds(*pairs), OPENINGS))
    assert together["a", "b"] == alone["a", "b"]


def test_every_pair_has_decks_of_its_own() -> None:
    decks = [Decks(seed_of_pair(5, pair)).deck(0, 1) for pair in (("a", "b"), ("a", "c"), ("b", "c"))]
    assert decks[0] != decks[1] != decks[2] != decks[0]


def test_who_makes_a_mistake_loses_that_game_and_no_other() -> None:
    wave = Wave([Block(("a", "b"), 0, 2)], seeds(("a", "b")), OPENINGS)
    chair = ("a", 0)
    while chair not in wave.waiting:
        wave.play_here("b", greedy)
    _, questions = wave.questions(chair)
    codes = bytes([FAILED, *[CODES[draw()]] * (len(questions) - 1)])
    wave.answer(chair, codes, {"mistakes": [{"place": 0, "raised": "TypeError", "says": "no"}]})
    ((one, other), *rest) = played_out(wave)["a", "b"]
    lost = next(game for deal in [(one, other), *rest] for game in deal if game.loser is not None)
    assert (lost.loser, lost.share(0), lost.share(1)) == (0, 0.0, 1.0)
    assert lost.mistake.words["raised"] == "TypeError"
    assert sum(game.loser is not None for deal in [(one, other), *rest] for game in deal) == 1


def test_an_illegal_move_is_a_mistake_that_the_umpire_finds() -> None:
    wave = Wave([Block(("a", "b"), 0, 1)], seeds(("a", "b")), OPENINGS)
    chair = next(iter(wave.waiting))
    _, questions = wave.questions(chair)
    wave.answer(chair, bytes([CODES[reveal(5)]] * len(questions)), {})
    deals = played_out(wave)["a", "b"]
    mistakes = [game.mistake for deal in deals for game in deal if game.mistake]
    assert {mistake.refusal.reason for mistake in mistakes} == {"draw_first"}


def test_whoever_goes_takes_only_their_own_games_along() -> None:
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    wave = Wave([Block(pair, 0, 2) for pair in pairs], seeds(*pairs), OPENINGS)
    wave.play_here("b", columns)
    wave.drop("a")
    deals = played_out(wave)
    assert (deals["a", "b"], deals["a", "c"]) == ([], [])
    assert len(deals["b", "c"]) == 2


def test_an_answer_that_comes_after_the_opponent_has_gone_changes_nothing() -> None:
    wave = Wave([Block(("a", "b"), 0, 2)], seeds(("a", "b")), OPENINGS)
    chair = next(iter(wave.waiting))
    _, questions = wave.questions(chair)
    wave.drop("b" if chair[0] == "a" else "a")
    wave.answer(chair, bytes([CODES[draw()]] * len(questions)), {})
    assert wave.over


def test_a_question_holds_no_face_down_card_and_no_way_to_the_seed() -> None:
    wave = Wave([Block(("a", "b"), 0, 1)], seeds(("a", "b")), OPENINGS, ARENA_RULES)
    chair = next(iter(wave.waiting))
    keys, ((_, fields),) = wave.questions(chair)
    view = tuple.__new__(View, (*fields, ARENA_RULES, None))
    assert len(view.hidden) == 10
    assert all(view.grid[slot] is None for slot in view.hidden)
    for grid, hidden in zip(view.opponents, view.opponents_hidden, strict=True):
        assert all(grid[slot] is None for slot in hidden)
    known = [card for grid in (view.grid, *view.opponents) for card in grid if card is not None]
    assert sum(view.unseen) == 150 - len(known) - 1 - (view.drawn is not None)
    # Whatever else is in it is a number, a truth value, or None.
    flat = [fields]
    while flat:
        thing = flat.pop()
        assert type(thing) in (tuple, int, bool, type(None))
        flat += thing if type(thing) is tuple else ()
    assert all(len(key) == 32 for key in keys)
    assert len(MOVES) == len(CODES) == 37


def test_what_a_process_says_in_the_wrong_form_is_not_believed() -> None:
    wave = Wave([Block(("a", "b"), 0, 1)], seeds(("a", "b")), OPENINGS)
    chair = next(iter(wave.waiting))
    count = len(wave.questions(chair)[1])
    for words in (
        {"mistakes": 3},
        {"mistakes": [3]},
        {"mistakes": [{"place": [1]}]},
        {"mistakes": [{"place": {}}]},
    ):
        wave.answer(chair, bytes([FAILED] * count), words)
        assert not wave.over or wave.over
        wave = Wave([Block(("a", "b"), 0, 1)], seeds(("a", "b")), OPENINGS)
        chair = next(iter(wave.waiting))
        wave.questions(chair)


def test_a_game_that_nobody_ends_is_cut_off() -> None:
    players = {"a": stalling, "b": stalling}
    wave = Wave([Block(("a", "b"), 0, 1)], seeds(("a", "b")), OPENINGS)
    ((one, other),) = played_out(wave, players)["a", "b"]
    assert one.outcome.capped > 0
    assert other.outcome.capped > 0
