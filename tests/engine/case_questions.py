"""The questions of a static case: about the deck, the deal, what is public, ranks and the score sheet."""

from __future__ import annotations

from typing import Any

from case_situation import Case, Situation, UnknownToUsError

from skyjo_widgets.engine import COUNTS, DECK, DECK_SIZE, MEAN_VALUE, Game, Rules, ranking


def answer(setup: Case) -> Case:
    """Return all that a case may expect of its question, by field."""
    queries = {
        "deck": _deck,
        "deal": _deal,
        "public_view": _public_view,
        "ranking": _ranking,
        "score_table": _score_table,
    }
    if setup["query"] not in queries:
        raise UnknownToUsError(f"the case asks an unknown question: {setup['query']}")
    return queries[setup["query"]](setup)


def board_rows(game: Game) -> list[list[list[Any]]]:
    """Return what everybody sees of each grid, in rows: a value, ``"?"`` or None."""
    return [[list(faces[row : row + 4]) for row in (0, 4, 8)] for faces in game.board().faces]


def _deck(_: Case) -> Case:
    return {
        "deck_counts": {str(value): count for value, count in COUNTS.items()},
        "deck_size": DECK_SIZE,
        "deck_sum": sum(DECK),
        "sum": sum(DECK),
        "mean": MEAN_VALUE,
        "deck_mean": MEAN_VALUE,
    }


def _deal(setup: Case) -> Case:
    players = setup["players"]
    game = Game(players if isinstance(players, int) else len(players), seed=setup.get("seed", 1))
    sizes = [len(hidden) for hidden in game.hidden]
    on_table = sum(sizes) + game.draw_count + len(game.discard_pile)
    assert len(set(sizes)) == 1
    return {
        "hands": sizes,
        "hidden_per_player": sizes[0],
        "hidden_counts": sizes,
        "discard_count": len(game.discard_pile),
        "draw_count": game.draw_count,
        "card_count": on_table,
        "phase": game.position()["phase"],
        "totals": list(game.totals),
    }


def _public_view(setup: Case) -> Case:
    setup = {"phase": "turn", "current": setup.get("viewer", 0), "discard_bottom_to_top": [0], **setup}
    game = Situation(setup).game
    board = game.board()
    seen = game.view(setup.get("viewer", 0))
    mine = [None if face == "?" else face for face in board.faces[seen.seat]]
    assert mine == list(seen.grid), "the board and the view must show the same"
    return {
        "view": board_rows(game),
        "discard_top": board.discard,
        "draw_count": board.draw_count,
        "discard_count": board.discard_count,
        "in_hand": seen.drawn,
        "totals": list(board.totals),
        "current": board.seat,
    }


def _ranking(setup: Case) -> Case:
    order, ranks = ranking(setup["totals"])
    lowest = min(setup["totals"])
    return {
        "order": list(order),
        "ranks": list(ranks),
        "winners": [seat for seat, total in enumerate(setup["totals"]) if total == lowest],
    }


def _score_table(setup: Case) -> Case:
    rounds = setup["rounds"]
    players = len(rounds[0]) if rounds else setup.get("players", 2)
    gone: list[Any] = [[None] * 4] * 3
    limit = Rules().score_limit
    totals = [sum(scores[seat] for scores in rounds) for seat in range(players)]
    game = Game.from_position(
        {
            "players": [{"grid": gone, "total": total} for total in totals],
            "phase": "game_over" if max(totals) >= limit else "round_over",
            "draw_top_to_bottom": [],
            "discard_bottom_to_top": [],
            "round": max(1, len(rounds)),
            "scores": rounds,
        }
    )
    return {
        "rows": [[str(number), *scores] for number, scores in enumerate(game.scores, 1)],
        "totals": list(game.totals),
        "rounds_played": len(game.scores),
        "winners": list(game.winners),
        "game_over": game.phase == "game over",
    }
