"""Positions as plain data: the format that the project's rule cases use.

A position is a dict:

- ``players``: by seat ``{"grid": 3 rows of 4, "total": points}``. A card is a value when face-up, ``"?5"``
  for a face-down 5, None for a cleared slot.
- ``phase``: ``"initial_flip"``, ``"turn"``, ``"final_turns"``, ``"scoring"`` (all turns done: it is scored as
  it is read), ``"round_over"`` or ``"game_over"``; ``current``: whose turn it is.
- ``draw_top_to_bottom`` and ``discard_bottom_to_top``: the piles.
- Where they are known: ``in_hand`` (the drawn card), ``ender``, ``pending``, ``starter``, ``round``,
  ``previous_round_ender``, ``turns_taken``, ``refills``, ``capped``, ``scores`` and ``raw_scores`` of
  finished rounds, ``options``, and ``reshuffle_result_top_to_bottom``, which fixes what a refill gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast

from skyjo_widgets.engine.deck import COUNTS, DECK, VALUES, Decks
from skyjo_widgets.engine.errors import RecordError
from skyjo_widgets.engine.moves import SLOTS, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import Rules, check_players
from skyjo_widgets.engine.view import ALL_UNSEEN
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skyjo_widgets.engine.game import Game

__all__ = ["read_position", "write_position"]

_PHASES = ("initial_flip", "turn", "final_turns", "scoring", "round_over", "game_over")
_OPTIONS = {field.name: field.name for field in fields(Rules)} | {"penalty_multiplier": "penalty"}
_ROWS, _COLUMNS = 3, 4


class _FixedRefill:
    """Shuffles of a seed, but for the first refill, whose result is given."""

    def __init__(self, decks: Decks, result: Sequence[int]) -> None:
        self._decks = decks
        self._result = list(result)
        self.seed = decks.seed

    def deck(self, deal: int, round_number: int) -> list[int]:
        return self._decks.deck(deal, round_number)

    def refill(self, deal: int, round_number: int, number: int, cards: Sequence[int]) -> list[int]:
        if Counter(cards) == Counter(self._result):
            return self._result.copy()
        return self._decks.refill(deal, round_number, number, cards)


def read_position(kind: type[Game], position: Mapping[str, Any], seed: int, names: Sequence[str]) -> Game:
    """Return a `kind` of game that goes on from `position`.

    Raises
    ------
    RecordError
        If a field is missing, of the wrong shape or impossible; the message names it.
    """
    if not isinstance(position, dict):
        raise RecordError(say("engine.record.not_a_dict", got=short(position)))
    hands = _field(
        position, "players", lambda value: isinstance(value, list), "a list with a dict for each seat"
    )
    try:
        players = check_players(len(hands))
    except ValueError as error:
        raise RecordError(str(error)) from error
    phase = _field(position, "phase", lambda value: value in _PHASES, " | ".join(_PHASES))
    seats = range(players)
    held = _field(position, "in_hand", _is_value, "a value from -2 to 12", None)
    _field(position, "starter", seats.__contains__, f"a seat from 0 to {players - 1}", None)
    running = phase in ("turn", "final_turns")

    game = object.__new__(kind)
    game._set_up(players, seed, _rules(position), names)
    result = _field(position, "reshuffle_result_top_to_bottom", _are_values, "a list of values", None)
    if result is not None:
        game._decks = _FixedRefill(cast("Decks", game._decks), result)
    game._start = dict(position)
    totals, scores = _totals(position, hands)
    game._scores, game._start_totals = (
        scores,
        tuple(total - sum(score[seat] for score in scores) for seat, total in enumerate(totals)),
    )
    game._raw_scores = _table(position, "raw_scores", players) or scores

    state = game._round = Round(
        DECK,
        players,
        game._rules,
        number=_field(position, "round", lambda value: _is_count(value) and value >= 1, "1 or more", 1),
        totals=totals,
        previous_ender=_seat(position, "previous_round_ender", players),
        dice=game._dice,
        refill=game._refill,
        tell=game._tell,
    )
    state.cards, state.faces, hidden = _read_grids(hands)
    state.hidden = hidden
    state.grids = [tuple(faces) for faces in state.faces]
    state.draw_pile = _field(position, "draw_top_to_bottom", _are_values, "a list of values")[::-1]
    least = "a list of values, one at least"
    state.discard_pile = [
        *_field(
            position,
            "discard_bottom_to_top",
            lambda value: _are_values(value) and (value or not running),
            least,
        )
    ]
    state.drawn = held
    _check_counts(state)
    _count_unseen(state)
    state.starter = _seat(position, "starter", players)
    state.ender = _seat(position, "ender", players)
    state.capped = _field(position, "capped", lambda value: isinstance(value, bool), "true or false", False)
    state.refills = _field(position, "refills", _is_count, "0 or more", 0)
    state.turns_taken = [
        *_field(
            position,
            "turns_taken",
            lambda value: isinstance(value, list) and len(value) == players and all(map(_is_count, value)),
            f"a list of {players} counts",
            [0] * players,
        )
    ]
    state.flips_left = sum(map(state.flips_of, seats)) if phase == "initial_flip" else 0
    if phase == "initial_flip" and not state.flips_left:
        state.choose_starter()
    if running:
        state.seat = _field(position, "current", _is_seat(players), f"a seat from 0 to {players - 1}")
        state.pending = _pending(position, state, players)
    if state.seat is not None:
        game._begin()
    elif phase == "scoring":
        game._score_round()
    return game


def write_position(game: Game) -> dict[str, Any]:
    """Return the position of `game` as plain data, face-down cards included."""
    state = game._round
    phase = {"opening": "initial_flip", "round over": "round_over", "game over": "game_over"}.get(
        game.phase, "turn" if state.ender is None else "final_turns"
    )
    position: dict[str, Any] = {
        "players": [
            {"grid": _write_grid(cards, state.hidden[seat]), "total": game.totals[seat]}
            for seat, cards in enumerate(state.cards)
        ],
        "phase": phase,
        "current": state.seat,
        "round": state.number,
        "draw_top_to_bottom": state.draw_pile[::-1],
        "discard_bottom_to_top": state.discard_pile.copy(),
        "starter": state.starter,
        "ender": state.ender,
        "pending": state.pending.copy(),
        "previous_round_ender": state.previous_ender,
        "turns_taken": state.turns_taken.copy(),
        "refills": state.refills,
        "scores": [list(scores) for scores in game.scores],
        "raw_scores": [list(scores) for scores in game.raw_scores],
        "options": {
            field.name: getattr(game.rules, field.name)
            for field in fields(Rules)
            if getattr(game.rules, field.name) != field.default
        },
    }
    if state.drawn is not None:
        position["in_hand"] = state.drawn
    if state.capped:
        position["capped"] = True
    return position


# -- Reading the parts ------------------------------------------------------------------------------

_REQUIRED = object()


def _field(
    position: Mapping[str, Any],
    name: str,
    fits: Any,  # noqa: ANN401 - a test of any value
    wanted: str,
    default: Any = _REQUIRED,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Return the field `name` if it `fits`; a missing or null one gives `default`, where there is one."""
    value = position.get(name)
    if value is None:
        if default is _REQUIRED:
            raise RecordError(say("engine.record.missing", field=name))
        return default
    try:
        good = bool(fits(value))
    except TypeError:  # an unhashable value can't be looked up
        good = False
    if not good:
        raise RecordError(say("engine.record.wrong", field=name, got=short(value), wanted=wanted))
    return value


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_value(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in VALUES


def _are_values(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_value, value))


def _is_seat(players: int) -> Any:  # noqa: ANN401
    return lambda value: _is_count(value) and value < players


def _seat(position: Mapping[str, Any], name: str, players: int) -> int | None:
    seat: int | None = _field(position, name, _is_seat(players), f"a seat from 0 to {players - 1}", None)
    return seat


def _rules(position: Mapping[str, Any]) -> Rules:
    options = _field(position, "options", lambda value: isinstance(value, dict), "a dict of options", {})
    for name in options:
        if name not in _OPTIONS:
            raise RecordError(say("engine.record.option", option=name))
    try:
        return Rules(**{_OPTIONS[name]: value for name, value in options.items()})
    except ValueError as error:
        raise RecordError(str(error)) from error


def _totals(position: Mapping[str, Any], hands: list[Any]) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    totals = []
    for seat, hand in enumerate(hands):
        if not isinstance(hand, dict):
            wanted = "a dict with grid and total"
            raise RecordError(
                say("engine.record.wrong", field=f"players[{seat}]", got=short(hand), wanted=wanted)
            )
        total = hand.get("total", 0)
        if isinstance(total, bool) or not isinstance(total, int):
            wanted = "a whole number"
            raise RecordError(
                say("engine.record.wrong", field=f"players[{seat}].total", got=short(total), wanted=wanted)
            )
        totals.append(total)
    return totals, _table(position, "scores", len(hands))


def _table(position: Mapping[str, Any], name: str, players: int) -> tuple[tuple[int, ...], ...]:
    def fits(value: object) -> bool:
        return isinstance(value, list) and all(
            isinstance(row, list) and len(row) == players and all(type(points) is int for points in row)
            for row in value
        )

    return tuple(
        tuple(row) for row in _field(position, name, fits, f"a list of rows of {players} numbers", [])
    )


def _read_grids(
    hands: list[Any],
) -> tuple[list[list[int | None]], list[list[int | None]], list[tuple[int, ...]]]:
    """Return by seat the true cards, the faces that lie open, and the face-down slots."""
    all_cards: list[list[int | None]] = []
    all_faces: list[list[int | None]] = []
    all_hidden: list[tuple[int, ...]] = []
    for seat, hand in enumerate(hands):
        if "grid" not in hand:
            raise RecordError(say("engine.record.missing", field=f"players[{seat}].grid"))
        rows = hand["grid"]
        shape = (
            isinstance(rows, list)
            and [len(row) if isinstance(row, list) else 0 for row in rows] == [_COLUMNS] * _ROWS
        )
        if not shape:
            raise RecordError(say("engine.record.grid", seat=seat, got=short(rows)))
        cards: list[int | None] = []
        faces: list[int | None] = []
        for entry in (entry for row in rows for entry in row):
            known = {f"?{value}": value for value in VALUES}.get(entry) if isinstance(entry, str) else entry
            if (known is None and entry is not None) or not (known is None or _is_value(known)):
                raise RecordError(say("engine.record.grid", seat=seat, got=short(entry)))
            cards.append(known)
            faces.append(None if isinstance(entry, str) else known)
        all_cards.append(cards)
        all_faces.append(faces)
        all_hidden.append(tuple(s for s in SLOTS if cards[s] is not None and faces[s] is None))
    return all_cards, all_faces, all_hidden


def _write_grid(cards: list[int | None], hidden: tuple[int, ...]) -> list[list[int | str | None]]:
    entries = [f"?{card}" if slot in hidden else card for slot, card in enumerate(cards)]
    return [entries[row : row + _COLUMNS] for row in range(0, len(entries), _COLUMNS)]


def _check_counts(state: Round) -> None:
    lying = Counter(card for cards in state.cards for card in cards if card is not None)
    lying.update(state.draw_pile + state.discard_pile + [card for card in [state.drawn] if card is not None])
    for value, count in lying.items():
        if count > COUNTS[value]:
            raise RecordError(say("engine.record.too_many", count=count, value=value, most=COUNTS[value]))


def _count_unseen(state: Round) -> None:
    seen = [face for faces in state.faces for face in faces] + state.discard_pile + [state.drawn]
    counts = Counter(card for card in seen if card is not None)
    state.unseen = [count - counts[value] for value, count in zip(VALUES, ALL_UNSEEN, strict=True)]


def _pending(position: Mapping[str, Any], state: Round, players: int) -> list[int]:
    """Return who still has a last turn; where the position does not say: all from the current seat on."""
    if state.ender is None:
        return []
    rest = [seat % players for seat in range(state.ender + 1, state.ender + players)]
    if state.seat not in rest:
        raise RecordError(
            say("engine.record.wrong", field="current", got=short(state.seat), wanted=f"one of {rest}")
        )
    rest = rest[rest.index(state.seat) :]
    return [*_field(position, "pending", lambda value: value == rest, f"{rest}", rest)]
