"""What a puzzle may ask for: named conditions that are read from the game, never a list of moves.

A goal looks at an attempt and answers None where it is reached, else why not: the name of a text
under ``lessons.goal.<name>`` and what that text tells. It sees only what the public sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from skyjo_widgets.picture import FACE_DOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skyjo_widgets.engine import Game
    from skyjo_widgets.picture import Board, Face

__all__ = ["GOALS", "Attempt", "Goal", "Reason", "unmet"]

TRIPLET = 3


class Attempt(NamedTuple):
    """What was tried: the game as it is now, and what there was before.

    Attributes
    ----------
    game : Game
        The game after the moves of this attempt.
    seat : int
        Whose puzzle it is.
    before : Board
        The position in which the puzzle begins, as the public sees it.
    refusals : tuple of str
        Why moves were refused in this attempt, in order: the reasons of `IllegalMove`.
    """

    game: Game
    seat: int
    before: Board
    refusals: tuple[str, ...] = ()

    @property
    def now(self) -> Board:
        """The position as the public sees it now."""
        return self.game.board()

    @property
    def mine(self) -> tuple[Face, ...]:
        """The 12 cards of the puzzle's player, as everybody sees them."""
        return self.now.faces[self.seat]

    @property
    def open_cards(self) -> list[int]:
        """The values of the player's face-up cards, in reading order."""
        return [face for face in self.mine if isinstance(face, int)]


class Reason(NamedTuple):
    """Why a goal is not reached: the name of a text and the values that it tells."""

    name: str
    values: dict[str, object]


Answer: TypeAlias = Reason | None
Rule: TypeAlias = "Callable[..., Answer]"


class Goal(NamedTuple):
    """A goal with its settings: ``Goal("points", {"at_most": 20})``."""

    name: str
    settings: dict[str, object]


GOALS: dict[str, Rule] = {}


def unmet(goals: tuple[Goal, ...], attempt: Attempt) -> tuple[Goal, Reason] | None:
    """Return the first of `goals` that `attempt` does not reach and why, or None if all are reached."""
    for goal in goals:
        reason = GOALS[goal.name](attempt, **goal.settings)
        if reason is not None:
            return goal, reason
    return None


def _goal(rule: Rule) -> Rule:
    GOALS[rule.__name__] = rule
    return rule


def _no(name: str, **values: object) -> Reason:
    return Reason(name, values)


def _columns(faces: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    return (faces[column::4] for column in range(4))


@_goal
def opened(attempt: Attempt, cards: int) -> Answer:
    """Ask for at least `cards` face-up cards."""
    shown = len(attempt.open_cards)
    return None if shown >= cards else _no("few", shown=shown, cards=cards)


@_goal
def looked(attempt: Attempt, cards: int = 1) -> Answer:
    """Ask for at least `cards` fewer face-down cards than at first."""
    before = attempt.before.faces[attempt.seat].count(FACE_DOWN)
    turned = before - attempt.mine.count(FACE_DOWN)
    return None if turned >= cards else _no("few", turned=turned, cards=cards)


@_goal
def points(attempt: Attempt, at_most: int) -> Answer:
    """Ask for face-up cards that are worth `at_most` points or fewer."""
    worth = sum(attempt.open_cards)
    return None if worth <= at_most else _no("many", points=worth, at_most=at_most)


@_goal
def holds(attempt: Attempt, value: int, cards: int) -> Answer:
    """Ask for at least `cards` face-up cards that show `value`."""
    count = attempt.open_cards.count(value)
    return None if count >= cards else _no("few", value=value, count=count, cards=cards)


@_goal
def column(attempt: Attempt, columns: int = 1) -> Answer:
    """Ask for at least `columns` columns that went away since the puzzle began."""
    gone = attempt.mine.count(None) - attempt.before.faces[attempt.seat].count(None)
    if gone >= TRIPLET * columns:
        return None
    for number, cards in enumerate(_columns(attempt.mine), start=1):
        shown = [face for face in cards if isinstance(face, int)]
        for value in shown:
            if shown.count(value) == TRIPLET - 1:
                last = next((face for face in cards if face != value), FACE_DOWN)
                if last == FACE_DOWN:
                    return _no("face_down", column=number, value=value)
                return _no("one_short", column=number, value=value, other=last)
    return _no("none", columns=columns)


@_goal
def untouched(attempt: Attempt) -> Answer:
    """Ask that no column goes away."""
    gone = attempt.mine.count(None) > attempt.before.faces[attempt.seat].count(None)
    return _no("gone", points=sum(attempt.open_cards)) if gone else None


@_goal
def on_top(attempt: Attempt, value: int | None = None, at_least: int | None = None) -> Answer:
    """Ask for `value`, or a card of `at_least` that much, on top of the discard pile."""
    top = attempt.now.discard
    if value is not None and top != value:
        return _no("other", top=top, value=value)
    if at_least is not None and (top is None or top < at_least):
        return _no("low", top=top, at_least=at_least)
    return None


@_goal
def ends(attempt: Attempt) -> Answer:
    """Ask that the player ends the round."""
    if attempt.now.ender == attempt.seat:
        return None
    return _no("face_down", cards=attempt.mine.count(FACE_DOWN))


@_goal
def not_doubled(attempt: Attempt) -> Answer:
    """Ask that the player has ended the round and is not doubled."""
    early = ends(attempt) or _scored(attempt)
    if early is not None:
        return early
    score, seat = attempt.now.scores[-1], attempt.seat
    if score[seat] == attempt.game.raw_scores[-1][seat]:
        return None
    lowest = min(points for other, points in enumerate(score) if other != seat)
    return _no("doubled", mine=attempt.game.raw_scores[-1][seat], other=lowest, score=score[seat])


@_goal
def doubles_the_ender(attempt: Attempt) -> Answer:
    """Ask that the other player, who ended the round, gets double points."""
    early = _scored(attempt)
    if early is not None:
        return early
    score, raw, ender = attempt.now.scores[-1], attempt.game.raw_scores[-1], attempt.now.ender
    if ender is None or ender == attempt.seat:
        return _no("nobody")
    if score[ender] != raw[ender]:
        return None
    return _no("safe", mine=raw[attempt.seat], other=raw[ender])


@_goal
def scores(attempt: Attempt, at_most: int) -> Answer:
    """Ask for `at_most` points in the round that is over, doubling included."""
    early = _scored(attempt)
    if early is not None:
        return early
    score = attempt.now.scores[-1][attempt.seat]
    return None if score <= at_most else _no("many", score=score, at_most=at_most)


@_goal
def ends_with(attempt: Attempt, points: list[int]) -> Answer:
    """Ask that the round is over with exactly these `points` by seat, doubling included."""
    early = _scored(attempt)
    if early is not None:
        return early
    score = list(attempt.now.scores[-1])
    return None if score == points else _no("others", score=_listed(score), points=_listed(points))


@_goal
def wins(attempt: Attempt) -> Answer:
    """Ask that the player has won the game, alone or with others."""
    if attempt.game.phase != "game over":
        return _no("goes_on", most=max(attempt.now.totals))
    if attempt.seat in attempt.now.winners:
        return None
    return _no("lost", total=attempt.now.totals[attempt.seat], lowest=min(attempt.now.totals))


@_goal
def refused(attempt: Attempt, reason: str | None = None) -> Answer:
    """Ask for a move that the game refuses, for `reason` if one is named."""
    if reason in attempt.refusals or (reason is None and attempt.refusals):
        return None
    return _no("other") if attempt.refusals else _no("accepted")


def _scored(attempt: Attempt) -> Answer:
    return None if attempt.game.phase in ("round over", "game over") else _no("goes_on")


def _listed(points: list[int]) -> str:
    return ", ".join(map(str, points))
