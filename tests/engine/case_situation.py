"""A position of a rule case, on which its steps are played.

A case moves in smaller steps than the project: it takes, then swaps; it discards, then reveals. Here
such a first half is remembered until the second comes, so that "one card in hand, the pile one shorter"
can be asked about in between. Everything else is the engine's own doing and its own answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest import MonkeyPatch  # noqa: PT013 - only this name

from skyjo_widgets.engine import Game, Move, draw, flip, reveal, swap, take

Case = dict[str, Any]


class NotOfferedError(Exception):
    """The case needs an option that this project does not have; its name is the text."""


class UnknownToUsError(AssertionError):
    """The case says something that this reader does not know: teach it here."""


class RefusedError(Exception):
    """The second half of a move that has no first, or the other way round: not a move of the project."""


REFUSALS = (
    ValueError,
    RefusedError,
)  # IllegalMove and RecordError are ValueErrors; so is a seat that is none

# -- Options ---------------------------------------------------------------------------------------------

_NO_LIMIT = {"none", "null", "off", "unlimited", ""}
_ENDER = {"ender", "previous_ender", "previous_round_ender", "round_ender", "last_ender", "closer"}
_HIGHEST = {"highest", "highest_sum", "highest_open_sum", "sum", "max_sum", "highest_open"}


def option(name: str, value: Any) -> dict[str, Any]:  # noqa: C901 - a line for each option
    """Return the option as a keyword of `Rules`; nothing for an option left at what we do anyway."""
    key = name.lower()
    if key == "clear_rows" or "row" in key or "diagonal" in key:
        if value:
            raise NotOfferedError(name)
        return {}
    if "tiebreak" in key or "tie_break" in key:
        if value not in (None, "highest_card_then_seat"):
            raise NotOfferedError(name)
        return {}
    if "penalty" in key or "multiplier" in key or "doubl" in key:
        return {"penalty": (2 if value else 1) if isinstance(value, bool) else value}
    if "turn" in key and ("limit" in key or "max" in key or "cap" in key):
        return {"turn_limit": None if str(value).lower() in _NO_LIMIT else value}
    if any(word in key for word in ("limit", "target", "threshold", "end_score", "game_end", "end_at")):
        return {"score_limit": value}
    if "clear" in key or "final" in key:
        return {"final_clearing": value not in (False, None, "off", "none", "no")}
    if "start" in key or "first" in key:
        rule = str(value).lower()
        if rule in _ENDER | _HIGHEST:
            return {"next_start": "ender" if rule in _ENDER else "highest"}
    raise UnknownToUsError(f"the case has an unknown option: {name} = {value!r}")


def options(setup: Case) -> dict[str, Any]:
    """Return the options of a case as keywords of `Rules`."""
    merged: dict[str, Any] = {}
    for name, value in (setup.get("options") or setup.get("rules") or {}).items():
        merged |= option(name, value)
    return merged


# -- The state between two steps of a case -----------------------------------------------------------------

PHASES = {
    "flip": "initial_flip",
    "opening": "initial_flip",
    "playing": "turn",
    "drawn": "turn",
    "last_turns": "final_turns",
    "final_turn": "final_turns",
    "end_of_round": "round_over",
    "round_end": "round_over",
    "game_end": "game_over",
    "finished": "game_over",
}
_STEPS = {
    "draw_card": "draw",
    "take": "take_discard",
    "take_from_discard": "take_discard",
    "replace": "swap",
    "discard_drawn": "discard",
    "turn_over": "reveal",
    "score": "score_round",
}
_NO_SLOT = 12  # what no card lies in: the move itself must refuse it


class Situation:
    """A position of a case, on which its steps are played."""

    def __init__(self, setup: Case, *, any_deck: bool = False) -> None:
        position = dict(setup)
        position["options"] = options(setup)
        position["phase"] = phase = PHASES.get(setup.get("phase", "turn"), setup.get("phase", "turn"))
        position.setdefault("draw_top_to_bottom", [])
        position.setdefault("discard_bottom_to_top", [])
        self.half = ""
        if position.pop("must_reveal", False):  # the drawn card lies on the discard pile already
            position["discard_bottom_to_top"] = [*position["discard_bottom_to_top"]]
            position["in_hand"] = position["discard_bottom_to_top"].pop()
            self.half = "discarded"
        origin = [
            position.pop(name, None) for name in ("in_hand_from", "hand_from", "hand_source", "drawn_from")
        ]
        if any("discard" in str(source) for source in origin):
            position["discard_bottom_to_top"] = [*position["discard_bottom_to_top"], position.pop("in_hand")]
            self.half = "took"
        if phase == "final_turns" and position.get("pending"):
            pending, seats = position["pending"], len(position["players"])
            position["current"] = pending[0] if position.get("current") is None else position["current"]
            position["ender"] = (
                (pending[-1] + 1) % seats if position.get("ender") is None else position["ender"]
            )
        self.given = position
        with MonkeyPatch.context() as patch:
            if any_deck:
                patch.setattr("skyjo_widgets.engine.position._check_counts", lambda _: None)
            self.game = Game.from_position(position)
        self.unscored = phase == "scoring"  # the engine has scored already; the case will ask for it

    # -- Playing

    def step(self, action: Case) -> None:
        """Do what one action of the case says; a refusal is one of `REFUSALS`."""
        what = _STEPS.get(action["do"], action["do"])
        if what == "score_round":
            if not self.unscored:
                raise RefusedError(
                    "score_round: the engine scores by itself, after the last turn and only then"
                )
            self.unscored = False
            return
        if self.unscored:
            raise RefusedError(f"{what}: all turns are done")
        seat = action.get("p", action.get("player"))
        seat = self.game.seat if seat is None else seat
        steps: dict[str, Callable[[int | None, Any], None]] = {
            "flip": self._flip,
            "draw": self._draw,
            "take_discard": self._take,
            "swap": self._swap,
            "discard": self._discard,
            "reveal": self._reveal,
        }
        if what not in steps:
            raise UnknownToUsError(f"the case has an unknown action: {what}")
        if self.half and seat != self.game.seat:
            self._play(draw(), seat)  # whatever it is, the engine refuses the seat
        steps[what](seat, _slot(action.get("at")))

    def _play(self, move: Move, seat: int | None) -> None:
        self.game.play(move, seat)

    def _flip(self, seat: int | None, slot: Any) -> None:
        self._only_after("", "flip")
        self._play(flip(slot), seat)

    def _draw(self, seat: int | None, _: Any) -> None:
        self._only_after("", "draw")
        self._play(draw(), seat)

    def _take(self, seat: int | None, _: Any) -> None:
        self._only_after("", "take_discard")
        self._first_half("took", "take", take, seat)

    def _discard(self, seat: int | None, _: Any) -> None:
        self._only_after("", "discard")
        self._first_half("discarded", "reveal", reveal, seat)

    def _first_half(self, half: str, kind: str, make: Callable[[int], Move], seat: int | None) -> None:
        """Remember the first half of a move if the engine would accept a second one."""
        if not any(move.kind == kind for move in self.game.legal_moves(seat)):
            refusal = self.game.why_not(make(0), seat)
            assert refusal is not None
            raise refusal
        self.half = half

    def _swap(self, seat: int | None, slot: Any) -> None:
        if self.half == "discarded":
            raise RefusedError("swap: the drawn card is discarded")
        self._play(take(slot) if self.half == "took" else swap(slot), seat)
        self.half = ""

    def _reveal(self, seat: int | None, slot: Any) -> None:
        if self.half == "took" or (not self.half and self.game.drawn is not None):
            raise RefusedError("reveal: only after discarding the drawn card")
        self._play(reveal(slot), seat)
        self.half = ""

    def _only_after(self, half: str, what: str) -> None:
        if self.half != half:
            raise RefusedError(f"{what}: the move that has begun comes first")

    # -- Asking

    def position(self) -> Case:
        """Return the position now, in the format of the case, half-done moves included."""
        if self.unscored:
            return self.given
        position = self.game.position()
        if position["phase"] == "initial_flip":
            position["current"] = self.given.get("current")  # nobody is on turn: as the case says
        if self.half == "took":
            position["in_hand"] = position["discard_bottom_to_top"].pop()
        elif self.half == "discarded":
            position["discard_bottom_to_top"].append(position.pop("in_hand"))
        return position

    def legal(self) -> list[Any]:
        """Return what the case may do next, in its own words."""
        if self.unscored:
            return [["score_round"]]
        kinds: dict[str, str] = {"took": "take", "discarded": "reveal"}
        seats = range(self.game.players) if self.game.phase == "opening" else [self.game.seat]
        moves = [move for seat in seats if seat is not None for move in self.game.legal_moves(seat)]
        if self.half:
            word = "swap" if self.half == "took" else "reveal"
            return [[word, _at(move)] for move in moves if move.kind == kinds[self.half]]
        steps: list[Any] = []
        for move in moves:
            plain = {"draw": ["draw"], "take": ["take_discard"], "reveal": ["discard"]}
            steps.append(plain.get(move.kind) or [move.kind, _at(move)])
        return steps

    def scored(self) -> bool:
        """Tell whether a round has been scored in this case."""
        return not self.unscored and bool(self.game.scores)

    def events(self, kind: str) -> list[Any]:
        """Return the events of one kind so far."""
        return [] if self.unscored else [event for event in self.game.history if event.kind == kind]


def _slot(at: Any) -> Any:
    """Return the slot of ``[row, column]``; a place outside the grid as one that every move refuses."""
    if at is None:
        return _NO_SLOT
    if isinstance(at, list) and len(at) == 2 and all(type(place) is int for place in at):
        row, column = at
        return 4 * row + column if row in range(3) and column in range(4) else _NO_SLOT
    return at if not isinstance(at, int) else _NO_SLOT


def _at(move: Move) -> list[int]:
    assert move.slot is not None
    return [move.slot // 4, move.slot % 4]
