"""Judges what a strategy returned: why it is no move, or no move here."""

from __future__ import annotations

import ast
import types
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.phrase import Phrase, class_name
from skyjo_widgets.arena.checking.source import definition_of
from skyjo_widgets.engine import Game, Move, View, draw, flip, reveal, swap, take

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MOVE_MAKERS", "judge", "legal_text"]

MOVE_MAKERS = {"take": take, "draw": draw, "swap": swap, "reveal": reveal, "flip": flip}

# Reasons of the rules for which there is an advice in the catalogue.
_ADVISED = frozenset(
    ("draw_first", "already_drew", "opening_over", "cleared", "not_face_down", "nothing_to_draw")
)


def judge(value: object, game: Game, strategy: object, shown: Callable[[object], str]) -> Finding | None:
    """Return what is wrong with `value` as the move that is due in `game`, or None if it is legal.

    Parameters
    ----------
    value : object
        Anything that a learner's function may return.
    game : Game
        The game, in which the strategy is to decide.
    strategy : callable
        Who returned it.
    shown : callable
        Gives the repr of anything, safely.
    """
    if type(value) is Move:
        why = game.why_not(value)
        if why is None:
            return None
        if game.drawn == 0 and why.reason == "already_drew" and _asks_whether_drawn(strategy):
            return found(why.reason, because=why, tries="zero_drawn")
        return found(why.reason, because=why, tries=why.reason if why.reason in _ADVISED else "")
    return _no_move(value, game, strategy, shown)


def _no_move(value: object, game: Game, strategy: object, shown: Callable[[object], str]) -> Finding:
    """Return why `value` is not even a move."""
    here = "take" if game.drawn is None else "swap"
    if value is None:
        return _nothing(strategy, game)
    if value is ... or value is NotImplemented:
        return found("unwritten", got="..." if value is ... else "NotImplemented")
    if value is strategy:
        return found("itself")
    maker = next((name for name, function in MOVE_MAKERS.items() if value is function), None)
    if maker is not None:
        called = "draw()" if maker == "draw" else f"{maker}({_some_slot(maker, game)})"
        return found("not_called", name=maker, called=called)
    kind = type(value)
    for is_it, judged in _BY_CLASS:
        if is_it(kind):
            return judged(value, here, shown)
    return found("other_value", name=class_name(value), here=here)


def _asks_whether_drawn(strategy: object) -> bool:
    """Whether the source asks ``if view.drawn:``, to which a drawn 0 is a no."""
    definition = definition_of(strategy)
    for node in ast.walk(definition) if definition is not None else ():
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.UnaryOp(op=ast.Not(), operand=test):
                tests = [test]
            case ast.BoolOp(values=tests):
                pass
            case _:
                continue
        if any(isinstance(test, ast.Attribute) and test.attr == "drawn" for test in tests):
            return True
    return False


def _some_slot(maker: str, game: Game) -> int:
    moves = [move.slot for move in game.legal_moves() if move.kind == maker and move.slot is not None]
    return moves[0] if moves else 0


def _bool(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401 - anything
    del here
    return found("truth_value", got=shown(value))


def _number(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    slot = value if type(value) is int and 0 <= value <= 11 else None  # noqa: PLR2004 - slots
    return found("number", got=shown(value), here=here, example=f"{here}({0 if slot is None else slot})")


def _text(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    text = "".join(str.split(value))
    name = text.partition("(")[0].lower()
    if name in MOVE_MAKERS:
        inside = text.partition("(")[2].rstrip(")")
        called = "draw()" if name == "draw" else f"{name}({inside if inside.isdecimal() else 'slot'})"
        return found("move_as_text", got=shown(value), called=called)
    return found("text", got=shown(value), here=here)


def _several(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    items = list(tuple.__iter__(value) if isinstance(value, tuple) else list.__iter__(value))
    if len(items) == 1 and type(items[0]) is Move:
        return found("move_in_list", got=shown(value), move=repr(items[0]))
    if len(items) > 1 and all(type(item) is Move for item in items):
        return found("several_moves", got=shown(value), first=repr(items[0]), count=len(items))
    name = items[0] if items else None
    if type(name) is str and name in MOVE_MAKERS:
        slot = items[1] if len(items) > 1 and type(items[1]) is int else "slot"
        return found(
            "move_in_parts", got=shown(value), called="draw()" if name == "draw" else f"{name}({slot})"
        )
    if items and any(name is function for function in MOVE_MAKERS.values()):
        slot = items[1] if len(items) > 1 and type(items[1]) is int else "slot"
        maker = next(word for word, function in MOVE_MAKERS.items() if name is function)
        return found(
            "move_in_parts", got=shown(value), called="draw()" if maker == "draw" else f"{maker}({slot})"
        )
    return found("list", got=shown(value), here=here)


def _function(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del shown
    name = getattr(value, "__name__", None)
    name = name if type(name) is str and name.isidentifier() else "…"
    return found("function", name=name, here=here)


def _view(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del value, shown
    return found("view", here=here)


def _coroutine(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del here, shown
    value.close()  # else Python complains later that nobody waited for it
    return found("coroutine")


def _generator(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del value, shown
    return found("generator_returned", here=here)


def _class(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del shown
    return found("class_returned", name=type.__dict__["__name__"].__get__(value), here=here)


def _exception(value: Any, here: str, shown: Callable[[object], str]) -> Finding:  # noqa: ANN401
    del shown
    return found("error_returned", name=class_name(value), here=here)


def _is(*classes: type) -> Callable[[type], bool]:
    return lambda kind: issubclass(kind, classes)


def _is_numpy_number(kind: type) -> bool:
    import numpy as np  # noqa: PLC0415 - only when something odd was returned

    return issubclass(kind, np.number)


_BY_CLASS: tuple[
    tuple[Callable[[type], bool], Callable[[Any, str, Callable[[object], str]], Finding]], ...
] = (
    (_is(bool), _bool),
    (_is(int, float, complex), _number),
    (_is(str), _text),
    (_is(View), _view),
    (_is(tuple, list), _several),
    (_is(types.CoroutineType), _coroutine),
    (_is(types.GeneratorType, types.AsyncGeneratorType), _generator),
    (_is(type), _class),
    (_is(BaseException), _exception),
    (_is(types.FunctionType, types.MethodType, types.BuiltinFunctionType), _function),
    (_is_numpy_number, _number),
)


def _nothing(strategy: object, game: Game) -> Finding:
    """Return why nothing came back, as far as the source tells."""
    example = "draw()" if game.drawn is None else f"swap({_some_slot('swap', game)})"
    definition = definition_of(strategy)
    base: dict[str, Any] = {"example": example}
    if definition is not None and not isinstance(definition, ast.Lambda):
        dropped = _dropped_move(definition, game)
        if dropped is not None:
            line, call = dropped
            return found(
                "nothing_returned",
                because=Phrase.of("because.dropped", call=call, line=line),
                tries="dropped",
                call=call,
            )
        returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
        if not returns:
            return found("nothing_returned", because=Phrase.of("because.no_return"), **base)
        half = "because.fell_through" if game.drawn is None else "because.fell_through_drawn"
        return found("nothing_returned", because=Phrase.of(half, drawn=game.drawn), **base)
    return found("nothing_returned", **base)


def _dropped_move(definition: ast.AST, game: Game) -> tuple[int, str] | None:
    """Return (line, call) of a move that is made and not returned, such as a line ``take(5)``.

    If there are several, it is one for this half of the turn.
    """
    dropped = []
    for node in ast.walk(definition):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            if ast.unparse(call.func) == "print" and call.args and isinstance(call.args[0], ast.Call):
                call = call.args[0]
            if isinstance(call.func, ast.Name) and call.func.id in MOVE_MAKERS:
                dropped.append((node.lineno, ast.unparse(call)))
    kinds = ("draw", "take") if game.drawn is None else ("swap", "reveal")
    return next((each for each in dropped if each[1].startswith(kinds)), dropped[0] if dropped else None)


# -- Legal moves, in few words ----------------------------------------------------------------------

_RUN = 4  # so many neighbours are written as first … last


def legal_text(moves: tuple[Move, ...]) -> str:
    """Return moves as people write them, runs shortened: ``swap(0) … swap(11), reveal(1), reveal(6)``."""
    parts: list[str] = []
    run: list[Move] = []
    for move in (*moves, None):
        if move is not None and run and _follows(run[-1], move):
            run.append(move)
            continue
        parts += [f"{run[0]} … {run[-1]}"] if len(run) >= _RUN else [repr(each) for each in run]
        run = [] if move is None else [move]
    return ", ".join(parts)


def _follows(before: Move, move: Move) -> bool:
    return before.kind == move.kind and before.slot is not None and before.slot + 1 == move.slot
