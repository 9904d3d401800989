"""When somebody's code goes wrong, the table says so, and the game is as it was."""

from __future__ import annotations

from skyjo_widgets import Game, Table, draw, opening, reveal, swap


def misspelt(view):
    return view.wurst()


def after(table):
    """The table after the opening of a game of Ola against a bot."""
    table.click(0)
    table.click(1)
    return table


def test_an_error_in_a_strategy_is_shown_with_its_line():
    table = after(Table("Ola", misspelt, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert "misspelt raised an error, so the game waits." in table.trouble
    assert "AttributeError" in table.trouble
    assert "of misspelt: return view.wurst()" in table.trouble
    assert table.state["trouble"] == table.trouble
    assert table.state["buttons"]["retry"]
    assert "it is the turn of misspelt" in table.click(0)


def test_a_strategy_that_returns_no_legal_move_is_told_why():
    def hasty(view):
        return reveal(5)

    table = after(Table("Ola", hasty, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert "hasty returned reveal(5), and that is not allowed" in table.trouble
    assert "comes after draw()" in table.trouble


def test_a_wrong_opening_is_shown():
    def odd(view):
        return draw()

    odd.opening = (3, 3)
    table = after(Table("Ola", odd, seed=1))
    assert "an opening is two different slots" in table.trouble


def test_an_opening_of_ones_own_is_used():
    @opening(4, 8)
    def mine(view):
        return draw() if view.drawn is None else swap(0)

    table = Table("Ola", mine, seed=1)
    table.click(0)
    table.click(1)
    assert [repr(move) for seat, move in table.game.moves if seat == 1][:2] == ["flip(4)", "flip(8)"]


def test_an_interrupted_strategy_leaves_the_table_alive():
    def endless(view):
        raise KeyboardInterrupt

    table = after(Table("Ola", endless, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert "endless was interrupted" in table.trouble


def test_a_strategy_that_exits_does_not_end_the_kernel():
    def quitter(view):
        raise SystemExit(1)

    table = after(Table("Ola", quitter, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert "SystemExit: 1" in table.trouble


def test_trying_again_goes_on_where_the_game_waits():
    broken = [True]

    def moody(view):
        if broken[0]:
            raise RuntimeError("not in the mood")
        return draw() if view.drawn is None else swap(0)

    table = after(Table("Ola", moody, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    assert "not in the mood" in table.trouble
    table.receive({"do": "retry"})
    assert "not in the mood" in table.trouble, "it raised again"
    broken.clear()
    broken.append(False)
    table.receive({"do": "retry"})
    assert table.trouble is None
    assert table.game.seat == 0


def test_undo_leads_out_of_trouble():
    table = after(Table("Ola", misspelt, seed=1))
    while table.game.seat == 0:
        table.play(table.game.legal_moves()[0])
    table.undo()
    assert table.trouble is None
    assert table.game.seat == 0


def test_an_error_in_a_watcher_is_shown_and_the_game_goes_on():
    def watcher(table, move, events):
        raise ZeroDivisionError("oh")

    table = Table.from_game(Game(2, seed=1), on_move=watcher)
    assert table.click(0) is None
    assert "ZeroDivisionError: oh" in table.trouble
    assert 0 not in table.game.hidden[0]
    assert Table.from_game(Game(2, seed=1), actions={"Bad": lambda _: 1 / 0}).press("Bad") is None


def test_a_bot_in_trouble_before_the_first_person_moves_is_shown_at_once():
    def odd(view):
        return draw()

    odd.opening = "ab"
    table = Table(odd, "Ola", seed=1)
    assert "opening" in table.state["trouble"]
