"""Whole games as transcripts that a person can follow with the cards in hand.

``python tests/engine/golden_games.py`` writes `golden/*.txt` anew; then read what `git diff` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from skyjo_widgets.engine import Event, Game, Move, Rules, View, draw, flip, reveal, swap, take

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ola", "Kuba", "Zosia", "Jan", "Ewa", "Tomek", "Maja", "Igor")

# The players are written here, so that no change of a strategy of the package changes a golden game.


def thrifty(view: View) -> Move:
    """Keep low cards where the worst one lies."""
    place = view.worst()
    if view.drawn is None:
        return take(place) if view.discard <= 3 else draw()
    return swap(place) if view.drawn <= 4 else reveal(view.hidden[0])


def collector(view: View) -> Move:
    """Put a card below or above its like; else play like `thrifty`."""
    card = view.discard if view.drawn is None else view.drawn
    for slot in view.hidden + view.shown:
        if card in view.column(slot) and view.grid[slot] != card:
            return take(slot) if view.drawn is None else swap(slot)
    return thrifty(view)


def hasty(view: View) -> Move:
    """Open everything as soon as can be."""
    return draw() if view.drawn is None else reveal(view.hidden[0])


def patient(view: View) -> Move:
    """Never open a card: swap the first open one for ever."""
    return draw() if view.drawn is None else swap((view.shown or view.hidden)[0])


class GoldenGame(NamedTuple):
    """A game and the sentence that it is kept for."""

    players: tuple[Callable[[View], Move], ...]
    seed: int
    rules: Rules
    proves: str


def playing(golden: GoldenGame) -> Game:
    """Return the finished game."""
    players = golden.players
    game = Game(len(players), seed=golden.seed, rules=golden.rules, names=NAMES[: len(players)])
    while game.phase != "game over":
        if game.phase == "round over":
            game.next_round()
        elif game.phase == "opening":
            for seat in range(game.players):
                game.play(flip(seat), seat)
                game.play(flip(11 - seat), seat)
        else:
            game.play(players[game.seat](game.view()))  # type: ignore[index]
    return game


def transcript(golden: GoldenGame) -> str:
    """Return the game as text: a line for each turn, the cards at the end of each round."""
    game = playing(golden)
    head = f"{len(golden.players)} players, seed {golden.seed}, {golden.rules}: {golden.proves}"
    return "\n".join([head, *_lines(game)]) + "\n"


def _lines(game: Game) -> Iterator[str]:
    turn = 0
    for step in range(game.steps):
        done = game.step(step)
        if step == 0 or done is None:
            before = game.board(step + (done is None))
            yield f"\nRound {before.round}, the discard pile opens with {before.discard}"
            turn = 0
        if done is None:
            continue
        events = game.events(step)
        if done[1].kind not in ("draw", "flip"):
            turn += 1
        number = f"{turn:4}" if done[1].kind in ("take", "swap", "reveal") else "    "
        for event in events:
            if event.kind not in ("draw", "score"):
                yield f"{number}  {_line(event)}".rstrip()
                number = "    "
        after = game.board(step + 1)
        if after.phase in ("round over", "game over"):
            yield from _result(game, step + 1, after.totals)
    yield f"Winners: {', '.join(NAMES[seat] for seat in game.winners)}"


def _line(event: Event) -> str:
    who = " " * 6 if event.seat is None else f"{NAMES[event.seat]:6}"
    told = event.values
    if event.kind == "take":
        return f"{who} take({told['slot']}): {told['value']} in, {told['out']} out"
    if event.kind == "swap":
        return f"{who} draw(), swap({told['slot']}): {told['value']} in, {told['out']} out"
    if event.kind == "reveal":
        return f"{who} draw(), reveal({told['slot']}): {told['out']} away, {told['value']} found"
    if event.kind == "flip":
        return f"{who} flip({told['slot']}): {told['value']}"
    facts = ", ".join(f"{name} {value}" for name, value in told.items())
    return f"{who} {event.kind.replace('_', ' ')}: {facts}" if facts else f"{who} {event.kind}"


def _result(game: Game, step: int, totals: tuple[int, ...]) -> Iterator[str]:
    board = game.board(step)
    for row in (0, 4, 8):
        grids = (
            "".join("   ." if face is None else f"{face:4}" for face in faces[row : row + 4])
            for faces in board.faces
        )
        yield "".join(f"{grid}   " for grid in grids).rstrip()
    yield f"Scores {board.scores[-1]}, totals {totals}"


_EIGHT = (collector, patient, thrifty, collector, thrifty, patient, collector, hasty)

GAMES = {
    "2-players-two-columns-at-the-end": GoldenGame(
        (collector, hasty), 108, Rules(), "the final reveal clears two columns of one player"
    ),
    "2-players-three-rounds": GoldenGame(
        (thrifty, collector), 242, Rules(score_limit=60), "whoever ended a round starts the next one"
    ),
    "2-players-limit-of-turns": GoldenGame(
        (patient, thrifty),
        169,
        Rules(score_limit=60, turn_limit=8),
        "a round that nobody ends is not doubled",
    ),
    "3-players-shared-victory": GoldenGame(
        (collector, thrifty, hasty), 361, Rules(), "the lowest totals are equal, so the victory is shared"
    ),
    "4-players-doubled": GoldenGame(
        (collector, hasty, thrifty, hasty),
        377,
        Rules(score_limit=50),
        "the ender is not the lowest and doubled",
    ),
    "8-players-refill": GoldenGame(
        _EIGHT, 1377, Rules(score_limit=50), "the draw pile runs out and is refilled"
    ),
}


if __name__ == "__main__":
    for name, golden in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(transcript(golden), encoding="utf-8")
