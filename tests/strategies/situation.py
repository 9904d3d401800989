"""Views of situations that a test writes down, and views that play can reach, for hypothesis."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import strategies as st

from skyjo_widgets.engine import COUNTS, VALUES, Dice, Game, Rules, View

HIDDEN = "?"
CLEARED = "-"


def view_of(mine, *others, discard, drawn=None, ender=None, turn=5, totals=None, seed=1):
    """Return the view of a player; a grid is three rows as text: ``"5 ? ? -", "0 1 2 -", "3 4 5 -"``."""
    grids, hidden = [], []
    for rows in (mine, *others):
        cells = " ".join(rows).split()
        assert len(cells) == 12
        grids.append(tuple(None if cell in {HIDDEN, CLEARED} else int(cell) for cell in cells))
        hidden.append(tuple(slot for slot, cell in enumerate(cells) if cell == HIDDEN))
    seen = Counter(face for grid in grids for face in grid if face is not None)
    seen.update([discard] if drawn is None else [discard, drawn])
    unseen = tuple(COUNTS[value] - seen[value] for value in VALUES)
    assert min(unseen) >= 0
    return View(
        drawn=drawn,
        cards_left=sum(unseen) - sum(map(len, hidden)),
        unseen=unseen,
        discard=discard,
        grid=grids[0],
        hidden=hidden[0],
        seat=0,
        all_grids=tuple(grids),
        all_hidden=tuple(hidden),
        totals=totals or (0,) * len(grids),
        turn=turn,
        round=1,
        ending=ender is not None,
        ender=ender,
        rules=Rules(),
        dice=Dice(seed, 0, 0),
    )


@st.composite
def reached(draw):
    """Return a game of 2 to 8 players at a decision, after some legal moves made by chance."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    leaning = draw(st.sampled_from(["any", "open", "keep closed"]))
    game = Game(players=draw(st.integers(2, 8)), seed=draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 200))):
        step(game, chance, leaning)
    while game.phase not in {"turn", "drawn"}:
        step(game, chance, leaning)
    return game


def step(game, chance, leaning):
    """Go one step on in `game` by chance; start again when it is over."""
    if game.phase in {"turn", "drawn"}:
        legal = game.legal_moves()
        hidden = game.hidden[game.seat]
        liked = {
            "any": legal,
            "open": [move for move in legal if move.kind in {"draw", "reveal"}],
            "keep closed": [move for move in legal if move.kind == "draw" or move.slot not in hidden],
        }[leaning]
        game.play(chance.choice(liked or legal))
    elif game.phase == "opening":
        seat = next(seat for seat in range(game.players) if game.legal_moves(seat))
        game.play(chance.choice(game.legal_moves(seat)), seat)
    elif game.phase == "round over":
        game.next_round()
    else:
        game.undo()
