"""Which games of a class are worth watching, and each of them step by step as plain data for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widgets.classroom.wire import MOVES
from skyjo_widgets.engine import Game, Move, StrategyError, View, play
from skyjo_widgets.picture import FACE_DOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from skyjo_widgets.classroom.contest import Contest
    from skyjo_widgets.classroom.entrants import Meeting
    from skyjo_widgets.classroom.played import Played
    from skyjo_widgets.engine import Rules

__all__ = ["Found", "again", "own_losses", "steps_of", "worth_watching"]

_STEP_KINDS = {"flip", "draw", "take", "swap", "reveal"}
_LETTERS = "abcdefghijklmno"  # -2 to 12


class Found(NamedTuple):
    """A game and why it is worth watching.

    Attributes
    ----------
    reason : str
        The name of a text under ``classroom.watch``.
    seats : tuple of str
        The keys of the two who play, by seat.
    seed : int
        Of their decks.
    game : Played
        What was played.
    """

    reason: str
    seats: tuple[str, str]
    seed: int
    game: Played

    @property
    def margin(self) -> int:
        """Points between the two."""
        totals = self.game.outcome.totals if self.game.outcome else (0, 0)
        return abs(totals[0] - totals[1])

    @property
    def winner(self) -> str | None:
        """The key of who won; None if both did."""
        share = self.game.share(0)
        return None if share not in (0.0, 1.0) else self.seats[int(share == 0.0)]


def worth_watching(contest: Contest, order: Sequence[str]) -> list[Found]:
    """Return the closest game of good players, the biggest surprise, the longest game, the biggest win.

    Parameters
    ----------
    contest : Contest
        The tournament.
    order : sequence of str
        The keys of its ranking, the best first.
    """
    place = {key: number for number, key in enumerate(order)}
    games = [found for found in _finished(contest) if set(found.seats) <= set(place)]
    if not games:
        return []
    half = max(2, len(order) // 2)
    good = [found for found in games if max(place[key] for key in found.seats) < half] or games

    def surprise(found: Found) -> tuple[int, int]:
        if found.winner is None:
            return 0, 0
        loser = found.seats[1 - found.seats.index(found.winner)]
        return place[found.winner] - place[loser], found.margin

    chosen = {
        "closest": min(good, key=lambda found: (found.margin, -_rounds(found))),
        "surprise": max(games, key=surprise),
        "longest": max(games, key=_rounds),
        "clearest": max(games, key=lambda found: found.margin),
    }
    seen: set[tuple[int, int, tuple[str, str]]] = set()
    kept = []
    for reason, found in chosen.items():
        identity = (found.seed, found.game.deal, found.seats)
        if identity not in seen:
            seen.add(identity)
            kept.append(found._replace(reason=reason))
    return kept


def own_losses(contest: Contest) -> dict[str, Found]:
    """Return for each key the game that it lost most clearly, if it lost one."""
    worst: dict[str, Found] = {}
    for found in _finished(contest):
        winner = found.winner
        if winner is not None:
            loser = found.seats[1 - found.seats.index(winner)]
            if loser not in worst or found.margin > worst[loser].margin:
                worst[loser] = found._replace(reason="own")
    return worst


def again(found: Found, names: Sequence[str], rules: Rules) -> Game:
    """Play the recorded moves of a game again, and return it with its history."""
    codes = iter(found.game.moves)
    players = [_player(codes, name, opening) for name, opening in zip(names, _openings(found), strict=True)]
    try:
        return play(*players, seed=found.seed, deal=found.game.deal, rules=rules)
    except StrategyError as error:  # a game that a mistake has ended
        game: Game = error.game  # type: ignore[assignment]
        return game


def steps_of(game: Game, lang: str | None) -> list[list[Any]]:
    """Return what can be seen at each step: faces by seat, seat, drawn, discard, cards left, totals, words.

    A face is one letter, ``a`` for -2 to ``o`` for 12; ``?`` is face-down and ``.`` cleared.
    """
    told: list[str] = [""] * (game.steps + 1)
    step = 0
    begun = ""  # what happens before the move that caused it is told, such as a refill
    for event in game.history:
        text = event.say(lang, game.names)
        if event.kind == "refill":
            begun = text + " "
            continue
        if event.kind in _STEP_KINDS or (event.kind == "deal" and event.values.get("round", 1) > 1):
            step = min(step + 1, game.steps)
        told[step] = f"{told[step]} {begun}{text}".strip()
        begun = ""
    steps = []
    for number, words in enumerate(told):
        board = game.board(number)
        faces = ["".join(map(_letter, grid)) for grid in board.faces]
        steps.append(
            [*faces, board.seat, board.drawn, board.discard, board.draw_count, list(board.totals), words]
        )
    return steps


def _finished(contest: Contest) -> Iterator[Found]:
    for meeting in contest.meetings.values():
        yield from _of_meeting(meeting)


def _of_meeting(meeting: Meeting) -> Iterator[Found]:
    for deal in meeting.deals:
        for seats, game in zip((meeting.pair, meeting.pair[::-1]), deal, strict=True):
            if game.outcome is not None:
                yield Found("", seats, meeting.seed, game)


def _rounds(found: Found) -> int:
    return found.game.outcome.rounds if found.game.outcome else 0


def _openings(found: Found) -> tuple[tuple[int, int], tuple[int, int]]:
    return found.game.openings


def _player(codes: Iterator[int], name: str, opening: tuple[int, int]) -> Callable[[View], Move]:
    def replayed(_view: View) -> Move:
        return MOVES[next(codes)]

    replayed.__name__ = name
    replayed.opening = opening  # type: ignore[attr-defined]
    return replayed


def _letter(face: object) -> str:
    if isinstance(face, int):
        return _LETTERS[face + 2]
    return "?" if face == FACE_DOWN else "."
