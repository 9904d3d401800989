"""Before the games: is it a strategy at all? And what `check` says about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.classroom.collecting import Problem
from skyjo_widgets.classroom.match import Block, Wave
from skyjo_widgets.classroom.mistakes import gone_problem, load_problem, mistake_problem
from skyjo_widgets.classroom.played import seed_of_pair
from skyjo_widgets.classroom.player import Answer, Gone
from skyjo_widgets.classroom.umpire import Ask, Pace
from skyjo_widgets.engine import SLOTS
from skyjo_widgets.strategies import greedy

if TYPE_CHECKING:
    from collections.abc import Generator

    from skyjo_widgets.classroom.entrants import Entrant
    from skyjo_widgets.classroom.player import Player
    from skyjo_widgets.classroom.umpire import Conversation, Umpire

__all__ = ["practice", "trial"]

_DEALS = 2
_HOUSE = "house"  # who plays against everybody in the trial: a strategy of our own
_PRACTICE_SECONDS = 40.0
_LONGEST_REPORT = 6000  # characters


def trial(umpire: Umpire, one: Entrant, seed: int) -> Conversation:
    """Load a submission and let it play a few games; `one` knows afterwards whether it plays.

    The cards of the trial are those of no other game, so its process stays for them.
    """
    player, loading = umpire.seat(one.submission, 0)
    try:
        (answer,) = yield [loading]
        if isinstance(answer, Gone):
            one.problem = gone_problem(answer, "loading", umpire.limits)
        elif (problem := load_problem(answer.words)) is not None:
            one.problem = problem
        else:
            _take_in(one, answer.words)
            one.problem = yield from _games(umpire, one, player, seed)
        one.tried = one.problem is None
    finally:
        if not one.tried:
            umpire.dismiss(one.submission, 0)


def _games(
    umpire: Umpire, one: Entrant, player: Player, seed: int
) -> Generator[list[Ask], list[Answer | Gone], Problem | None]:
    key = one.submission.key
    pair = (key, _HOUSE)
    openings = {key: one.opening, _HOUSE: (0, 1)}
    wave = Wave([Block(pair, 0, _DEALS)], {pair: seed_of_pair(seed, pair)}, openings, umpire.rules)
    pace = Pace(umpire.limits.move)
    wave.play_here(_HOUSE, greedy)
    while not wave.over:
        chair = next(iter(wave.waiting))
        questions = wave.questions(chair)
        count = len(questions[1])
        (answer,) = yield [Ask(player, "views", questions, umpire.limits.patience(count), count)]
        verdict = answer if isinstance(answer, Gone) else pace.add(answer)
        if verdict is not None or isinstance(answer, Gone):
            return gone_problem(verdict or answer, "playing", umpire.limits)  # type: ignore[arg-type]
        one.spent, one.decided = pace.thought, pace.decided
        wave.answer(chair, answer.codes, answer.words)
        wave.play_here(_HOUSE, greedy)
    games = [game for _, deals in wave.results() for deal in deals for game in deal]
    wrong = [mistake_problem(game.mistake, umpire.lang) for game in games if game.mistake is not None]
    return wrong[0] if len(wrong) == len(games) else None


def practice(umpire: Umpire, one: Entrant) -> Conversation:
    """Let `check` look at a submission, in a process of its own: there it holds whole practice games."""
    place = "practice"
    player, loading = umpire.seat(one.submission, place)
    (answer,) = yield [loading]
    if isinstance(answer, Answer) and "problem" not in answer.words:
        (answer,) = yield [Ask(player, "check", {"lang": umpire.lang}, _PRACTICE_SECONDS)]
    words = answer.words if isinstance(answer, Answer) else {}
    if isinstance(words.get("text"), str):
        one.feedback = {"ok": words.get("ok") is True, "text": words["text"][:_LONGEST_REPORT]}
    umpire.dismiss(one.submission, place)


def _take_in(one: Entrant, words: dict[str, Any]) -> None:
    """Note what a loaded submission says of itself, as far as it is what it should be."""
    one.name = str(words.get("name", ""))[:80]
    wish = words.get("opening")
    if isinstance(wish, list) and all(type(slot) is int and slot in SLOTS for slot in wish):
        match wish:
            case [first, second] if first != second:
                one.opening = (first, second)
    if words.get("notes"):
        one.notes.append(Problem("classroom.note.notebook"))
