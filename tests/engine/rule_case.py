"""Plays one case of a rule-case file on our engine, and answers what the case may ask about.

Spellings are taken leniently (a case file is written by people), fields never: one that is not known
here stops the case with its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from case_questions import answer, board_rows
from case_situation import PHASES, REFUSALS, Case, Situation, UnknownToUsError

from skyjo_widgets.engine import COUNTS, RecordError

# -- What a case may expect ----------------------------------------------------------------------------------


def _pick(name: str) -> Callable[[Situation], Any]:
    return lambda now: now.position().get(name)


def _scores(now: Situation) -> list[int] | None:
    return list(now.game.scores[-1]) if now.scored() else None


def _raw(now: Situation) -> list[int] | None:
    return list(now.game.raw_scores[-1]) if now.scored() else None


def _doubled(now: Situation) -> bool:
    return _scores(now) != _raw(now)


def _cleared(now: Situation) -> list[list[Any]]:
    return sorted([event.seat, "column", event.values["column"]] for event in now.events("clear"))


def _grids(now: Situation) -> list[Any]:
    return [player["grid"] for player in now.position()["players"]]


def _count_hidden(now: Situation) -> list[int]:
    return [sum(isinstance(card, str) for row in grid for card in row) for grid in _grids(now)]


def _top(now: Situation) -> int | None:
    pile = now.position()["discard_bottom_to_top"]
    return pile[-1] if pile else None


def _game_over(now: Situation) -> bool:
    return now.position()["phase"] == "game_over"


def _winners(now: Situation) -> list[int]:
    return [] if now.unscored else list(now.game.winners)


def _totals(now: Situation) -> list[int]:
    return [player.get("total", 0) for player in now.position()["players"]]


def _all_cards(now: Situation) -> int:
    position = now.position()
    lying = [card for grid in _grids(now) for row in grid for card in row if card is not None]
    held = position.get("in_hand") is not None
    return len(lying) + len(position["draw_top_to_bottom"]) + len(position["discard_bottom_to_top"]) + held


FIELDS: dict[str, Callable[[Situation], Any]] = {
    "phase": _pick("phase"),
    "current": _pick("current"),
    "starter": _pick("starter"),
    "ender": _pick("ender"),
    "pending": lambda now: list(now.position().get("pending") or []),
    "round": _pick("round"),
    "previous_round_ender": _pick("previous_round_ender"),
    "in_hand": _pick("in_hand"),
    "grids": _grids,
    "draw_top_to_bottom": _pick("draw_top_to_bottom"),
    "discard_bottom_to_top": _pick("discard_bottom_to_top"),
    "draw_count": lambda now: len(now.position()["draw_top_to_bottom"]),
    "draw_top": lambda now: next(iter(now.position()["draw_top_to_bottom"]), None),
    "view": lambda now: board_rows(now.game),
    "discard_count": lambda now: len(now.position()["discard_bottom_to_top"]),
    "discard_top": _top,
    "card_count": _all_cards,
    "hidden_counts": _count_hidden,
    "totals": _totals,
    "round_scores": _scores,
    "raw_scores": _raw,
    "doubled": _doubled,
    "game_over": _game_over,
    "winners": _winners,
    "reshuffled": lambda now: bool(now.events("refill")),
    "cleared": _cleared,
    "legal": Situation.legal,
    "turns": lambda now: now.position().get("turns_taken"),
    "capped": lambda now: now.position().get("capped", False),
}
_SYNONYMS = {
    "scores": "round_scores",
    "hand": "in_hand",
    "drawn": "in_hand",
    "turn": "current",
    "discard_pile": "discard_bottom_to_top",
    "draw_pile": "draw_top_to_bottom",
    "discard_size": "discard_count",
    "draw_size": "draw_count",
    "total_cards": "card_count",
    "cards_total": "card_count",
    "legal_actions": "legal",
    "legal_moves": "legal",
    "previous_ender": "previous_round_ender",
    "turns_taken": "turns",
    "cleared_columns": "cleared",
    "refilled": "reshuffled",
    "winner": "winners",
    "hidden_count": "hidden_counts",
}
_AS_SETS = {"legal", "cleared"}


def compare(found: Callable[[str], Any], expected: Case) -> None:
    """Hold what was found against every field that is expected, by name."""
    for name, value in expected.items():
        if name in ("error", "failed_action"):
            continue
        key = _SYNONYMS.get(name, name)
        got, wanted = _alike(key, found(name)), _alike(key, value)
        assert got == wanted, f"{name} is {got}, but the case expects {wanted}"


def _alike(key: str, value: Any) -> Any:
    """Return `value` in the one form in which both sides are compared."""
    if key == "winners":  # nobody: null or an empty list; one: a seat or a list
        return value if isinstance(value, list) else [] if value is None else [value]
    if key == "pending" and value is None:
        return []
    if key in _AS_SETS and isinstance(value, list):
        return sorted({str(list(entry) if isinstance(entry, list) else [entry]) for entry in value})
    if key == "phase":
        return PHASES.get(value, value)
    return value


# -- Cases ----------------------------------------------------------------------------------------------


def play_case(case: Case) -> None:
    """Play a case and compare everything that it expects.

    Raises
    ------
    AssertionError
        If the engine does something else, or the case has a field that is not known here.
    NotOfferedError
        If the case needs an option that this project does not have.
    """
    if case.get("kind", "play") == "static":
        _answer(case["setup"], case["expected"])
        return
    expected = case["expected"]
    refused, place = expected.get("error"), expected.get("failed_action")
    try:
        now = Situation(case["setup"])
    except RecordError as error:
        if refused and place is None:
            compare(_nothing, expected)
            return
        _hold(_too_full(case["setup"]), f"the engine refuses the set-up: {error}")
        now = Situation(case["setup"], any_deck=True)
    for number, action in enumerate(case["actions"]):
        try:
            now.step(action)
        except REFUSALS as refusal:
            _hold(refused, f"action {number} was refused: {refusal}")
            _hold(place in (None, number), f"action {number} was refused, not action {place}: {refusal}")
            break
        _hold(not refused or place != number, f"action {number} was not refused")
    else:
        _hold(not refused, f"nothing was refused, not even the set-up, but {refused} is expected")
    compare(lambda name: _look(now, name), expected)


def _too_full(setup: Case) -> bool:
    """Tell whether the case asks about a rule with more cards of a value than the deck has."""
    grids = [
        card for player in setup["players"] for row in player["grid"] for card in row if card is not None
    ]
    piles = setup.get("draw_top_to_bottom", []) + setup.get("discard_bottom_to_top", [])
    lying = Counter(int(str(card).removeprefix("?")) for card in grids + piles)
    return any(count > COUNTS.get(value, 0) for value, count in lying.items())


def _look(now: Situation, name: str) -> Any:
    key = _SYNONYMS.get(name, name)
    if key not in FIELDS:
        raise UnknownToUsError(f"the case expects an unknown field: {name}")
    return FIELDS[key](now)


def _nothing(name: str) -> Any:
    raise UnknownToUsError(f"the set-up is refused, so there is no {name} to compare")


def _answer(setup: Case, expected: Case) -> None:
    """Ask the question of a static case."""
    refused = expected.get("error")
    try:
        answers = answer(setup)
    except ValueError as refusal:  # RecordError is one too
        _hold(refused, f"the engine refuses the set-up: {refusal}")
        return
    _hold(not refused, "the engine accepts what should be refused")

    def found(name: str) -> Any:
        key = name if name in answers else _SYNONYMS.get(name, name)
        if key not in answers:
            raise UnknownToUsError(f"the case expects an unknown field: {name}")
        return answers[key]

    compare(found, expected)


def _hold(condition: object, otherwise: str) -> None:
    if not condition:
        raise AssertionError(otherwise)
