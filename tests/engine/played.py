"""Games in all states that play can reach, for hypothesis, and all that can be known about one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from skyjo_widgets.engine import COUNTS, SLOTS, Game, Move, Rules, draw, flip, reveal, swap, take

EVERY_MOVE = (draw(), *(make(slot) for make in (take, swap, reveal, flip) for slot in SLOTS))

RULES = st.builds(
    Rules,
    score_limit=st.sampled_from([30, 100, 300]),
    penalty=st.integers(1, 3),
    next_start=st.sampled_from(["ender", "highest"]),
    final_clearing=st.booleans(),
    turn_limit=st.sampled_from([None, None, 3, 12]),
)
"""Options, with limits low enough to be reached."""


class Player:
    """Plays legal moves by chance, with a leaning that leads somewhere.

    "any" plays all moves alike; "closer" opens its cards and ends rounds; "staller" only draws and
    swaps open cards, so that the draw pile runs out and is refilled.
    """

    def __init__(self, chance: random.Random, leaning: str) -> None:
        self.chance = chance
        self.leaning = leaning

    def move(self, game: Game, seat: int) -> Move:
        """Return a legal move of `seat`."""
        legal = game.legal_moves(seat)
        hidden = game.hidden[seat]
        liked = {
            "any": legal,
            "closer": [move for move in legal if move.kind in ("draw", "reveal")],
            "staller": [move for move in legal if move.kind == "draw" or move.slot not in hidden],
        }[self.leaning]
        return self.chance.choice(liked or legal)

    def step(self, game: Game) -> bool:
        """Go one step on in `game`; False when the game is over."""
        if game.phase == "game over":
            return False
        if game.phase == "round over":
            game.next_round()
            return True
        seat = game.seat
        if game.phase == "opening":  # no order there
            seat = self.chance.choice([seat for seat in range(game.players) if game.legal_moves(seat)])
        assert seat is not None
        game.play(self.move(game, seat), seat)
        return True


@st.composite
def games(draw: st.DrawFn, most_steps: int = 300, rules: st.SearchStrategy[Rules] = RULES) -> Game:
    """Return a game after some legal steps, and with it the player who has made them."""
    game = Game(draw(st.integers(2, 8)), seed=draw(st.integers(0, 2**64 - 1)), rules=draw(rules))
    player = Player(
        random.Random(draw(st.integers(0, 2**32))), draw(st.sampled_from(["any", "closer", "staller"]))
    )
    for _ in range(draw(st.integers(0, most_steps))):
        if not player.step(game):
            break
    return game


def everything_public(game: Game) -> dict[str, Any]:
    """Return all that can be learnt of a game without its secrets."""
    return {
        "views": [game.view(seat) for seat in range(game.players)],
        "views in words": [repr(game.view(seat)) for seat in range(game.players)],
        "board": game.board(),
        "text": str(game),
        "repr": repr(game),
        "picture": game._repr_svg_(),
        "history": game.history,
        "history in words": [event.say(lang) for event in game.history for lang in ("en", "pl")],
        "moves": game.moves,
        "legal": [game.legal_moves(seat) for seat in range(game.players)],
        "refusals": [[str(game.why_not(move, seat)) for move in EVERY_MOVE] for seat in range(game.players)],
        "counts": (game.draw_count, game.discard_pile, game.discard, game.drawn),
        "where": (game.phase, game.round, game.turn, game.seat, game.starter, game.ender, game.pending),
        "points": (game.totals, game.scores, game.raw_scores, game.winners, game.capped),
        "grids": (game.grids, game.hidden),
        "steps": game.steps,
    }


def everything(game: Game) -> dict[str, Any]:
    """Return all that there is to know of a game, secrets included."""
    return {**everything_public(game), "position": game.position()}


def cards_of(game: Game) -> Counter[int]:
    """Return how many cards of each value lie anywhere."""
    position = game.position()
    lying = [card for player in position["players"] for row in player["grid"] for card in row]
    held = [position["in_hand"]] if position.get("in_hand") is not None else []
    return Counter(
        [int(str(card).removeprefix("?")) for card in lying if card is not None]
        + position["draw_top_to_bottom"]
        + position["discard_bottom_to_top"]
        + held
    )


FULL_DECK = Counter(COUNTS)
