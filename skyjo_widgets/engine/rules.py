"""The options of a game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from skyjo_widgets.engine.moves import short, whole_number
from skyjo_widgets.words import say

__all__ = [
    "ARENA_RULES",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "Rules",
    "check_players",
    "check_rules",
    "with_turn_limit",
]

MIN_PLAYERS, MAX_PLAYERS = 2, 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a game; the defaults are the printed rules. Cannot be changed once made.

    Parameters
    ----------
    score_limit : int
        The game ends after a round in which any total is this or more; 1 to 10,000. Rule R21.
    penalty : int
        What the points of the player who ended the round are multiplied by when somebody is lower or
        equal; 1 (no penalty) to 10. Rule R19.
    next_start : str
        Who starts later rounds: ``"ender"``, the player who ended the round before, or
        ``"highest"``, the highest sum of the two open cards again. Rule R7.
    final_clearing : bool
        Whether complete columns are removed after the final reveal. Rule R18.
    turn_limit : int or None
        How many turns each player has in a round at most; 1 to 10,000, or None for no limit. A round
        that reaches it is scored as it lies: it has no ender and nothing is doubled. Rule R28.

    Raises
    ------
    ValueError
        If a value is outside its range; the message names the option and the range.

    Examples
    --------
    >>> Rules(score_limit=50).penalty
    2
    >>> Rules(penalty=0)
    Traceback (most recent call last):
    ...
    ValueError: Rules(penalty=0): penalty is a whole number from 1 to 10
    """

    score_limit: int = 100
    penalty: int = 2
    next_start: str = "ender"
    final_clearing: bool = True
    turn_limit: int | None = None

    def __post_init__(self) -> None:
        self._settle("score_limit", 1, 10_000)
        self._settle("penalty", 1, 10)
        if self.next_start not in ("ender", "highest") or not isinstance(self.next_start, str):
            raise _refused("next_start", self.next_start, "choice")
        if not isinstance(self.final_clearing, bool):
            raise _refused("final_clearing", self.final_clearing, "truth")
        if self.turn_limit is not None:
            self._settle("turn_limit", 1, 10_000)

    def _settle(self, option: str, least: int, most: int) -> None:
        """Keep a number within its range, NumPy's as a plain int: options are written to files."""
        value = getattr(self, option)
        number = whole_number(value)
        if number is None or not least <= number <= most:
            kind = "limit" if option == "turn_limit" else "whole"
            raise _refused(option, value, kind, least=least, most=most)
        object.__setattr__(self, option, number)

    def __repr__(self) -> str:
        changed = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Rules({', '.join(changed)})"


def check_players(players: object) -> int:
    """Return the number of `players` if the game allows it (R1: 2 to 8), else raise ValueError."""
    number = whole_number(players)
    if number is None or not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise ValueError(say("engine.players", got=short(players), least=MIN_PLAYERS, most=MAX_PLAYERS))
    return number


def check_rules(rules: object) -> Rules:
    """Return `rules` if they are such, the printed ones for None; else raise TypeError."""
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise TypeError(say("engine.rules", got=short(rules)))
    return rules


def with_turn_limit(rules: Rules | None) -> Rules:
    """Return the rules that strategies play by: as given, and no round without a limit of turns (R28).

    Raises
    ------
    TypeError
        If `rules` were not made by `Rules`.
    """
    given = check_rules(rules)
    return given if given.turn_limit is not None else replace(given, turn_limit=ARENA_RULES.turn_limit)


def _refused(option: str, value: object, kind: str, **values: int) -> ValueError:
    return ValueError(say(f"engine.option.{kind}", None, option=option, got=short(value), **values))


ARENA_RULES = Rules(turn_limit=100)
"""Between strategies a round may never end (R28), so it is cut off after 100 turns each."""
