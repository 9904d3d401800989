"""The report of `check`: text, HTML, data, languages, and the line that shows it again."""

import json
import pickle
import re
import textwrap
import xml.etree.ElementTree as ET

import pytest

from skyjo_widgets import Replay, draw, flip, play, reveal, strategies, swap, take
from skyjo_widgets.arena import Report, check
from skyjo_widgets.words import set_language


def careful(view):
    if view.drawn is None:
        return take(view.worst()) if view.discard <= 2 else draw()
    if view.drawn <= 4:
        return swap(view.worst())
    return reveal(view.hidden[0])


def reveals_open_cards(view):
    if view.drawn is None:
        return draw()
    return reveal(5)


def test_a_mistake_reads_like_this():
    assert (
        str(check(reveals_open_cards))
        == textwrap.dedent("""\
        reveals_open_cards() broke the rules in round 1, on its turn 2.
          It returned       reveal(5)
          but               slot 5 is already face-up: reveal turns over a face-down card
          It could play     swap(0) … swap(11), reveal(2), reveal(3), reveal(4), reveal(6) … reveal(11)
          Try               choose among the face-down cards: reveal(view.hidden[0])

            Round 1 · reveals_open_cards has drawn 12: swap it, or reveal a card
            discard pile: 6   draw pile: 123 cards   drawn: 12

            > reveals_open_ca…    greedy
               5   1  ▒▒  ▒▒      -2  -1   0  ▒▒
              ▒▒  -1  ▒▒  ▒▒      ▒▒  ▒▒  ▒▒  ▒▒
              ▒▒  ▒▒  ▒▒  ▒▒      ▒▒  ▒▒  ▒▒  ▒▒
              open 5              open -3
              total 0             total 0

          See it again      Replay(play(reveals_open_cards, strategies.greedy, seed=4, until_error=True)).go(round=1, turn=4)""")  # noqa: E501
    )


def test_what_is_good_is_said_first_and_then_what_was_noticed():
    report = check(careful)
    lines = str(report).splitlines()
    assert re.match(
        r"careful\(\) plays by the rules: \d+ decisions in 5 games and 14 chosen situations, "
        r"not one of them wrong\.",
        lines[0],
    )
    labels = [line[2:18].strip() for line in lines[1:] if line[2:18].strip()]
    assert labels == ["Choice of pile", "After drawing", "Columns", "Rounds", "Stalls", "Speed"]


def test_what_was_noticed_is_counted():
    counts = check(careful).noticed
    assert counts.games == 5
    assert counts.took + counts.drew == counts.turns
    assert counts.swapped + counts.revealed == counts.drew
    assert 0 < counts.ended < counts.rounds
    assert 0 < counts.doubled <= counts.ended
    assert counts.capped == 0


def test_the_counts_are_those_of_the_games():
    """The first two games are against greedy, so greedy's counts can be had from its games."""
    report = check(strategies.greedy)
    game = play(strategies.greedy, strategies.greedy, seed=4)
    first = [move for seat, move in report.game.moves if seat == 0]
    assert first == [move for seat, move in game.moves if seat == 0]
    ended = sum(event.kind == "end" and event.seat == 0 for event in game.history)
    assert report.noticed.ended >= ended


def test_columns_and_stalling_are_noticed():
    assert check(strategies.columns).noticed.columns > 0

    def never_ends(view):
        return take((*view.shown, *view.hidden)[0])

    report = check(never_ends)
    assert report.ok
    assert report.noticed.capped > 0
    assert "reached the limit of 100 turns" in " ".join(str(report).split())


def test_the_same_strategy_gets_the_same_report():
    assert str(check(careful)) == str(check(careful))
    assert check(careful)._repr_html_() == check(careful)._repr_html_()


def test_another_seed_plays_other_games():
    assert check(careful, seed=9).game.seed == 9


def test_the_speed_is_measured_and_said_in_words():
    report = check(careful)
    assert report.speed > 1000
    assert "Speed             quick: thousands of decisions a second" in str(report)
    assert str(round(report.speed)) not in str(report)


# -- See it again ----------------------------------------------------------------------------------


def forgets(view):
    return strategies.greedy(view) if view.round == 1 else None


def breaks(view):
    return strategies.greedy(view) if view.turn < 4 else 1 / 0


def loops(view):
    while view.turn == 2:
        pass
    return strategies.greedy(view)


def asks(view):
    return input()


def leaves(view):
    return strategies.greedy(view) if view.drawn is None else exit()  # noqa: PLR1722


def four_only(view):
    return draw() if len(view.opponents) == 3 else strategies.greedy(view)


def second_seat(view):
    return strategies.greedy(view) if view.seat == 0 else swap(0)


def last_turn(view):
    return flip(0) if view.ending and len(view.hidden) == 1 else strategies.greedy(view)


def nothing_open(view):
    return strategies.greedy(view) if view.shown else None


calls = []


def counts(view):
    calls.append(1)
    return take(view.worst()) if view.drawn is None and len(calls) % 5 == 0 else strategies.greedy(view)


def shorter(view):
    return None


class Player:
    def choose(self, view):
        return None

    def __call__(self, view):
        return 3


player = Player()
short = lambda view: 3  # noqa: E731

EACH = [
    reveals_open_cards, forgets, breaks, loops, asks, leaves, four_only, second_seat, last_turn, nothing_open,
    counts, shorter, player, player.choose, short,
]  # fmt: skip


@pytest.mark.parametrize("strategy", EACH, ids=lambda strategy: getattr(strategy, "__name__", "player"))
def test_the_line_that_shows_it_again_does_so(strategy):
    report = check(strategy)
    assert not report.ok
    assert report.replay in str(report)
    names = {**globals(), "Replay": Replay, "play": play, "check": check, "strategies": strategies}
    replay = eval(report.replay, names)  # noqa: S307 - this is what a learner does with it
    shown = replay.game.board(replay.step)
    wrong = report.mistake.board
    assert (shown.round, shown.turn, shown.faces) == (wrong.round, wrong.turn, wrong.faces)
    assert shown.seat == wrong.seat
    if "check(" not in report.replay:
        assert replay.game.board()._replace(names=()) == wrong._replace(names=())


def test_a_lambda_without_a_name_is_repeated_as_it_stands():
    assert check(lambda view: 3 + 2).replay == "Replay(check(lambda view: 3 + 2)).go(round=1, turn=2)"


def test_a_replay_takes_the_report():
    assert isinstance(Replay(check(forgets)), Replay)
    assert isinstance(Replay(check(careful)), Replay)


# -- Data, HTML, languages -------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [careful, *EACH, None, take], ids=str)
def test_a_report_is_plain_data_too(strategy):
    report = check(strategy)
    data = report.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["ok"] == report.ok
    assert data["text"] == str(report)
    assert data["headline"] == report.headline()
    assert data["kind"] == report.kind
    assert report.playable == data["playable"]
    again = pickle.loads(pickle.dumps(report))  # noqa: S301 - our own
    assert isinstance(again, Report)
    assert str(again) == str(report)


def test_the_html_is_well_formed_and_escapes_what_the_learner_wrote():
    def mine(view):
        return "<script>alert('x')</script> & \"more\""

    page = check(mine)._repr_html_()
    ET.fromstring(page)  # noqa: S314 - our own
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "data:image/svg+xml;base64," in page
    assert " at 0x" not in page.partition("<img")[0]


@pytest.mark.parametrize("strategy", [careful, *EACH, None], ids=str)
def test_the_html_of_every_report_is_well_formed(strategy):
    ET.fromstring(check(strategy)._repr_html_())  # noqa: S314 - our own


def test_a_name_that_is_html_is_escaped():
    def mine(view):
        return None

    mine.__name__ = "<b>bold</b>"
    page = check(mine)._repr_html_()
    ET.fromstring(page)  # noqa: S314 - our own
    assert "<b>" not in page


def test_a_report_is_read_in_the_language_that_is_set_when_it_is_looked_at():
    report = check(shorter)
    assert "returned nothing" in str(report)
    set_language("pl")
    try:
        assert "shorter() nic nie zwraca: runda 1, tura własna nr 1." in str(report)
        assert "Zwraca            None" in str(report)
        assert "Można zagrać      draw(), take(0) … take(11)" in str(report)
        assert "nic nie zwraca" in report._repr_html_()
    finally:
        set_language("en")
    assert "nic nie zwraca" in report.text("pl")
    assert report.to_dict("pl")["headline"].startswith("shorter() nic nie zwraca")


@pytest.mark.parametrize("strategy", [careful, *EACH, None, take, Player, "mine"], ids=str)
def test_every_report_reads_in_polish(strategy):
    report = check(strategy)
    english, polish = report.text("en"), report.text("pl")
    assert english != polish
    assert "{" not in polish
    for word in (" its turn ", " returned ", " Why ", " Try "):
        assert word not in polish


def test_addresses_are_not_shown():
    assert "0x" not in str(check(lambda view: object()))
    assert "0x" not in str(check(lambda view: [lambda: 3, object()]))


def test_an_assertion_that_fails_shows_what_is_wrong():
    """`assert check(mine).ok` in pytest: the report's repr is what pytest shows."""
    assert repr(check(shorter)).startswith("shorter() returned nothing in round 1, on its turn 1.")
