"""Positions as plain data: the format that the project's rule cases use.

A position is a dict:

- ``players``: by seat ``{"grid": 3 rows of 4, "total": points so far}``. A card is a value when face-up,
  ``"?5"`` for a face-down 5, None for a cleared slot.
- ``phase``: ``"initial_flip"``, ``"turn"``, ``"final_turns"``, ``"scoring"`` (all turns are done: the round
  is scored as it is read), ``"round_over"`` or ``"game_over"``; ``current``: whose turn it is.
- ``draw_top_to_bottom`` and ``discard_bottom_to_top``: the piles.
- Where they are known: ``in_hand`` (the drawn card), ``ender``, ``pending``, ``starter``, ``round``,
  ``previous_round_ender``, ``turns_taken``, ``refills``, ``capped``, ``deal`` (which game of the seed),
  ``scores`` and ``raw_scores`` of finished rounds, ``options``, and ``reshuffle_result_top_to_bottom``,
  which fixes what the next refill gives.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from skyjo_widgets.engine.deck import COUNTS, DECK, LAST_DEAL, VALUES
from skyjo_widgets.engine.errors import RecordError
from skyjo_widgets.engine.fields import Fields, wrong
from skyjo_widgets.engine.moves import SLOTS, short
from skyjo_widgets.engine.round import Round
from skyjo_widgets.engine.rules import Rules, check_players
from skyjo_widgets.engine.view import ALL_UNSEEN
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skyjo_widgets.engine.game import Game
    from skyjo_widgets.engine.record import Shuffles

__all__ = ["read_position", "write_position"]

_PHASES = ("initial_flip", "turn", "final_turns", "scoring", "round_over", "game_over")
_OPTIONS = {field.name: field.name for field in fields(Rules)} | {"penalty_multiplier": "penalty"}
_ROWS, _COLUMNS = 3, 4
_FACE_DOWN = {f"?{value}": value for value in VALUES}
_CARDS = {*VALUES, *_FACE_DOWN}


class _FixedRefill:
    """Shuffles of a seed, but for the next refill of this round, whose result is given."""

    def __init__(self, later: Shuffles, which: tuple[int, int], result: Sequence[int]) -> None:
        self._later = later
        self.which = which  # round and number of the refill
        self.result = list(result)

    def deck(self, deal: int, round_number: int) -> list[int]:
        return self._later.deck(deal, round_number)

    def refill(self, deal: int, round_number: int, number: int, cards: Sequence[int]) -> list[int]:
        if (round_number, number) == self.which and Counter(cards) == Counter(self.result):
            return self.result.copy()
        return self._later.refill(deal, round_number, number, cards)


# -- Reading ----------------------------------------------------------------------------------------


def read_position(kind: type[Game], position: Mapping[str, Any], seed: int, names: Sequence[str]) -> Game:
    """Return a `kind` of game that goes on from `position`.

    Raises
    ------
    RecordError
        If a field is missing, of the wrong shape or impossible; the message names it.
    """
    if not isinstance(position, dict):
        raise RecordError(say("engine.record.not_a_dict", got=short(position)))
    given = Fields(position)
    hands = _hands(given)
    players = len(hands)
    phase = given.get("phase", "one_of", options=_PHASES)

    game = object.__new__(kind)
    game._set_up(
        players, seed, _rules(given), names, deal=given.get("deal", "count", 0, least=0, most=LAST_DEAL)
    )
    game._start = deepcopy(position)
    _read_points(game, given, hands)
    state = game._round = Round(
        list(DECK),
        players,
        game.rules,
        number=given.get("round", "count", 1, least=1),
        totals=game.totals,
        previous_ender=given.get("previous_round_ender", "seat", None, last=players - 1),
        dice=game._dice,
        refill=game._refill,
        tell=game._tell,
    )
    _read_grids(state, hands)
    _read_piles(state, given, phase)
    _check_counts(state)
    _count_unseen(state)
    _read_turns(state, given, phase)
    result = given.get("reshuffle_result_top_to_bottom", "values", None)
    if result is not None:
        game._decks = _FixedRefill(game._decks, (state.number, state.refills + 1), result)
    if state.seat is not None:
        game._begin()
    elif phase == "scoring":
        game._score_round()
    return game


def _hands(given: Fields) -> list[Fields]:
    hands = given.get("players", "hands")
    try:
        check_players(len(hands))
    except ValueError as error:
        raise RecordError(str(error)) from error
    for seat, hand in enumerate(hands):
        if not isinstance(hand, dict):
            raise wrong(f"players[{seat}]", hand, "hand")
    return [Fields(hand, f"players[{seat}].") for seat, hand in enumerate(hands)]


def _rules(given: Fields) -> Rules:
    options = given.get("options", "dictionary", {})
    for name in options:
        if name not in _OPTIONS:
            raise RecordError(say("engine.record.option", option=name))
    try:
        return Rules(**{_OPTIONS[name]: value for name, value in options.items()})
    except ValueError as error:
        raise RecordError(str(error)) from error


def _read_points(game: Game, given: Fields, hands: Sequence[Fields]) -> None:
    """Read what was scored before; totals may be known without the rounds that they come from."""
    totals = [hand.get("total", "whole", 0) for hand in hands]
    scores = given.get("scores", "rows", [], players=len(hands))
    game._scores = tuple(map(tuple, scores))
    game._raw_scores = tuple(map(tuple, given.get("raw_scores", "rows", scores, players=len(hands))))
    if len(game._raw_scores) != len(game._scores):
        raise wrong("raw_scores", len(game._raw_scores), "as_many", count=len(game._scores))
    game._start_totals = tuple(
        total - sum(scores[seat] for scores in game._scores) for seat, total in enumerate(totals)
    )


def _read_grids(state: Round, hands: Sequence[Fields]) -> None:
    """Read the true cards, the faces that lie open, and the face-down slots of every seat."""
    for seat, hand in enumerate(hands):
        rows = hand.get("grid", "hands")
        if [len(row) if isinstance(row, list) else 0 for row in rows] != [_COLUMNS] * _ROWS:
            raise RecordError(say("engine.record.grid", seat=seat, got=short(rows)))
        entries = [entry for row in rows for entry in row]
        for slot, entry in enumerate(entries):
            if entry is not None and not (type(entry) in (int, str) and entry in _CARDS):
                raise RecordError(say("engine.record.card", seat=seat, slot=slot, got=short(entry)))
        state.cards[seat] = [_FACE_DOWN.get(entry, entry) for entry in entries]
        state.faces[seat] = [None if entry in _FACE_DOWN else entry for entry in entries]
        state.hidden[seat] = tuple(slot for slot in SLOTS if entries[slot] in _FACE_DOWN)
        state.grids[seat] = tuple(state.faces[seat])


def _read_piles(state: Round, given: Fields, phase: str) -> None:
    state.draw_pile = given.get("draw_top_to_bottom", "values")[::-1]
    # Only a round that is over may come without the discard pile, which nobody needs any more.
    kind = "pile" if phase in ("initial_flip", "turn", "final_turns") else "values"
    state.discard_pile = [*given.get("discard_bottom_to_top", kind)]
    state.drawn = given.get("in_hand", "value", None)
    if state.drawn is not None and phase not in ("turn", "final_turns"):
        raise wrong("in_hand", state.drawn, "only_in_turn")


def _read_turns(state: Round, given: Fields, phase: str) -> None:
    """Read who began, who has had how many turns, who is on turn and who ended the round."""
    players = len(state.cards)
    last = players - 1
    state.starter = given.get("starter", "seat", None, last=last)
    state.ender = given.get("ender", "seat", None, last=last)
    state.capped = given.get("capped", "truth", False)
    state.refills = given.get("refills", "count", 0, least=0)
    state.turns_taken = [*given.get("turns_taken", "counts", [0] * players, players=players)]
    state.flips_left = 0
    if phase == "initial_flip":
        _check_opening(state)
        state.flips_left = sum(map(state.flips_of, range(players)))
    if phase == "initial_flip" and not state.flips_left:
        state.choose_starter()
    if phase in ("turn", "final_turns"):
        state.seat = given.get("current", "seat", last=last)
        if not any(card is not None for card in state.cards[state.seat]):
            raise RecordError(say("engine.record.no_cards", seat=state.seat))
        if phase == "final_turns":
            given.get("ender", "seat", last=last)
        if state.ender is not None:
            state.pending = _pending(state.ender, state.seat, players, given)


def _pending(ender: int, current: int, players: int, given: Fields) -> list[int]:
    """Return who still has a last turn: all from the current seat on to the one before the ender."""
    others = [seat % players for seat in range(ender + 1, ender + players)]
    if current not in others:
        raise wrong("current", current, "one_of", options=others)
    rest = others[others.index(current) :]
    if not all(type(seat) is int for seat in given.get("pending", "one_of", rest, options=[rest])):
        raise wrong("pending", given.get("pending", "hands"), "one_of", options=[rest])
    return rest


def _check_opening(state: Round) -> None:
    """Refuse an opening in which somebody has fewer face-down cards than there are to turn over."""
    for seat, hidden in enumerate(state.hidden):
        if state.flips_of(seat) > len(hidden):
            raise RecordError(say("engine.record.no_opening", seat=seat))


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


# -- Writing ----------------------------------------------------------------------------------------


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
    fixed = _fixed_refill(game._decks)
    if fixed is not None and fixed.which == (state.number, state.refills + 1):
        position["reshuffle_result_top_to_bottom"] = fixed.result.copy()
    if game._deal_number:
        position["deal"] = game._deal_number
    if state.drawn is not None:
        position["in_hand"] = state.drawn
    if state.capped:
        position["capped"] = True
    return position


def _fixed_refill(decks: Shuffles | None) -> _FixedRefill | None:
    """Return the refill that a position fixed, also of a game that was saved and loaded since."""
    while decks is not None and not isinstance(decks, _FixedRefill):
        decks = getattr(decks, "later", None)
    return decks


def _write_grid(cards: list[int | None], hidden: tuple[int, ...]) -> list[list[int | str | None]]:
    entries = [f"?{card}" if slot in hidden else card for slot, card in enumerate(cards)]
    return [entries[row : row + _COLUMNS] for row in range(0, len(entries), _COLUMNS)]
