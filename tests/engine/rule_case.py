"""Plays one case of a rule-case file on our engine, and says what the case may ask about.

A case moves in smaller steps than the project: it takes, then swaps; it discards, then reveals. Here
such a first half is remembered until the second comes, so that "one card in hand, the pile one shorter"
can be asked about in between. Everything else is the engine's own doing and its own answer.

Spellings are taken leniently (a case file is written by people), fields never: one that is not known
here stops the case with its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pytest import MonkeyPatch

from skyjo_widgets.engine import (
    COUNTS,
    DECK,
    DECK_SIZE,
    MEAN_VALUE,
    Game,
    Move,
    RecordError,
    Rules,
    draw,
    flip,
    ranking,
    reveal,
    swap,
    take,
)

Case = dict[str, Any]


class NotOfferedError(Exception):
    """The case needs an option that this project does not have; its name is the text."""


class UnknownToUsError(AssertionError):
    """The case says something that this reader does not know: teach it here."""


class RefusedError(Exception):
    """The second half of a move that has no first, or the other way round: not a move of the project."""


REFUSALS = (ValueError, RefusedError)  # IllegalMove and RecordError are ValueErrors; so is a seat that is none

# -- Options ---------------------------------------------------------------------------------------------

_NO_LIMIT = {"none", "null", "off", "unlimited", ""}
_ENDER = {"ender", "previous_ender", "previous_round_ender", "round_ender", "last_ender", "closer"}
_HIGHEST = {"highest", "highest_sum", "highest_open_sum", "sum", "max_sum", "highest_open"}


def option(name: str, value: Any) -> dict[str, Any]:
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

_PHASES = {
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
        position["phase"] = phase = _PHASES.get(setup.get("phase", "turn"), setup.get("phase", "turn"))
        position.setdefault("draw_top_to_bottom", [])
        position.setdefault("discard_bottom_to_top", [])
        self.half = ""
        if position.pop("must_reveal", False):  # the drawn card lies on the discard pile already
            position["discard_bottom_to_top"] = [*position["discard_bottom_to_top"]]
            position["in_hand"] = position["discard_bottom_to_top"].pop()
            self.half = "discarded"
        origin = [position.pop(name, None) for name in ("in_hand_from", "hand_from", "hand_source", "drawn_from")]
        if any("discard" in str(source) for source in origin):
            position["discard_bottom_to_top"] = [*position["discard_bottom_to_top"], position.pop("in_hand")]
            self.half = "took"
        if phase == "final_turns" and position.get("pending"):
            pending, seats = position["pending"], len(position["players"])
            position["current"] = pending[0] if position.get("current") is None else position["current"]
            position["ender"] = (pending[-1] + 1) % seats if position.get("ender") is None else position["ender"]
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
                raise RefusedError("score_round: the engine scores by itself, after the last turn and only then")
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
        assert (key, _alike(key, found(name))) == (key, _alike(key, value))


def _alike(key: str, value: Any) -> Any:
    """Return `value` in the one form in which both sides are compared."""
    if key == "winners":  # nobody yet: null or an empty list; one winner: a seat or a list
        return value if isinstance(value, list) else [] if value is None else [value]
    if key == "pending" and value is None:
        return []
    if key in _AS_SETS and isinstance(value, list):
        return sorted({str(list(entry) if isinstance(entry, list) else [entry]) for entry in value})
    if key == "phase":
        return _PHASES.get(value, value)
    return value


# -- Cases -----------------------------------------------------------------------------------------------------


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
        assert _too_full(case["setup"]), f"the engine refuses the set-up: {error}"
        now = Situation(case["setup"], any_deck=True)
    for number, action in enumerate(case["actions"]):
        try:
            now.step(action)
        except REFUSALS as refusal:
            assert refused, f"action {number} was refused: {refusal}"
            assert place in (None, number), f"action {number} was refused, not action {place}: {refusal}"
            break
        assert not refused or place != number, f"action {number} was not refused"
    else:
        assert not refused, f"nothing was refused, not even the set-up, but {refused} is expected"
    compare(lambda name: _look(now, name), expected)


def _too_full(setup: Case) -> bool:
    """Tell whether the case asks about a rule with more cards of a value than the deck has."""
    grids = [card for player in setup["players"] for row in player["grid"] for card in row if card is not None]
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
    queries = {
        "deck": _deck,
        "deal": _deal,
        "public_view": _public_view,
        "ranking": _ranking,
        "score_table": _score_table,
    }
    if setup["query"] not in queries:
        raise UnknownToUsError(f"the case asks an unknown question: {setup['query']}")
    try:
        answers = queries[setup["query"]](setup)
    except ValueError:  # RecordError is one too
        assert expected.get("error"), "the engine refuses the set-up"
        return
    assert not expected.get("error"), "the engine accepts what should be refused"

    def found(name: str) -> Any:
        key = _SYNONYMS.get(name, name)
        if name not in answers and key not in answers:
            raise UnknownToUsError(f"the case expects an unknown field: {name}")
        return answers[name] if name in answers else answers[key]

    compare(found, expected)


def _deck(_: Case) -> Case:
    return {
        "deck_counts": {str(value): count for value, count in COUNTS.items()},
        "deck_size": DECK_SIZE,
        "deck_sum": sum(DECK),
        "sum": sum(DECK),
        "mean": MEAN_VALUE,
        "deck_mean": MEAN_VALUE,
    }


def _deal(setup: Case) -> Case:
    players = setup["players"]
    game = Game(players if isinstance(players, int) else len(players), seed=setup.get("seed", 1))
    sizes = [len(hidden) for hidden in game.hidden]
    on_table = sum(sizes) + game.draw_count + len(game.discard_pile)
    assert len(set(sizes)) == 1
    return {
        "hands": sizes,
        "hidden_per_player": sizes[0],
        "hidden_counts": sizes,
        "discard_count": len(game.discard_pile),
        "draw_count": game.draw_count,
        "card_count": on_table,
        "phase": game.position()["phase"],
        "totals": list(game.totals),
    }


def _public_view(setup: Case) -> Case:
    setup = {"phase": "turn", "current": setup.get("viewer", 0), "discard_bottom_to_top": [0], **setup}
    game = Situation(setup).game
    board = game.board()
    rows = [[list(faces[row : row + 4]) for row in (0, 4, 8)] for faces in board.faces]
    seen = game.view(setup.get("viewer", 0))
    mine = [None if face == "?" else face for face in board.faces[seen.seat]]
    assert mine == list(seen.grid), "the board and the view must show the same"
    return {
        "view": rows,
        "discard_top": board.discard,
        "draw_count": board.draw_count,
        "discard_count": board.discard_count,
        "in_hand": seen.drawn,
        "totals": list(board.totals),
        "current": board.seat,
    }


def _ranking(setup: Case) -> Case:
    order, ranks = ranking(setup["totals"])
    lowest = min(setup["totals"])
    return {
        "order": list(order),
        "ranks": list(ranks),
        "winners": [seat for seat, total in enumerate(setup["totals"]) if total == lowest],
    }


def _score_table(setup: Case) -> Case:
    rounds = setup["rounds"]
    players = len(rounds[0]) if rounds else setup.get("players", 2)
    gone: list[Any] = [[None] * 4] * 3
    limit = Rules().score_limit
    totals = [sum(scores[seat] for scores in rounds) for seat in range(players)]
    game = Game.from_position(
        {
            "players": [{"grid": gone, "total": total} for total in totals],
            "phase": "game_over" if max(totals) >= limit else "round_over",
            "draw_top_to_bottom": [],
            "discard_bottom_to_top": [],
            "round": max(1, len(rounds)),
            "scores": rounds,
        }
    )
    return {
        "rows": [[str(number), *scores] for number, scores in enumerate(game.scores, 1)],
        "totals": list(game.totals),
        "rounds_played": len(game.scores),
        "winners": list(game.winners),
        "game_over": game.phase == "game over",
    }

