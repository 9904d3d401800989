"""Explains None in a calculation: which expression it is, and why there is nothing to read."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.lines import Place, UnknownValueError, value_of
from skyjo_widgets.arena.checking.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["about_nothing", "found_nothing"]

# By whether the card is face-down, and whether it is mine.
_CARDS = {
    (True, True): "none_face_down",
    (True, False): "none_face_down_theirs",
    (False, True): "none_cleared",
    (False, False): "none_cleared_theirs",
}


_ADVICE = {
    "because.none_drawn": "none_drawn",
    "because.none_ender": "none_ender",
    "because.none_given": "none_given",
    "because.none_start": "none_start",
}


def found_nothing(place: Place | None) -> Finding:
    """Return what is wrong with a line in which None was calculated with."""
    because = Phrase.of("because.none") if place is None else about_nothing(place)
    return found("none", because=because, tries=_ADVICE.get(because.key, "none"), **because.values)


def about_nothing(place: Place) -> Phrase:
    """Return which part of the line that failed is None, and why; in general words if that is not known."""
    node = place.node
    if node is not None:
        for part in _operands(node):
            phrase = _why(part, place)
            if phrase is not None:
                return phrase
    return Phrase.of("because.none")


def _operands(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what an operation works with, in the order of the line."""
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.AugAssign(target=target, value=value):
            yield from (target, value)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            yield from arguments
            yield from (named.value for named in keywords)
            yield function
        case ast.Subscript(value=value, slice=index):
            yield from (value, index)
        case ast.Attribute(value=value):
            yield value
        case ast.For(iter=items) | ast.comprehension(iter=items):
            yield items
        case ast.expr():
            yield node


def _why(node: ast.expr, place: Place) -> Phrase | None:
    """Return why `node` is None or has None in it; None if it does not, or if that can't be known."""
    text = ast.unparse(node)
    if isinstance(node, ast.Starred):
        return _why(node.value, place)
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return _among(node.generators[0].iter, place)
    try:
        value = value_of(node, place)
    except UnknownValueError:
        return None
    if value is None:
        return _source_of_none(node, place) or Phrase.of("because.none_here", what=text)
    if type(value) in (tuple, list):
        return _among(node, place)
    return None


def _among(node: ast.expr, place: Place) -> Phrase | None:
    """Return that there is None among the items of `node`, if so."""
    try:
        items: Any = value_of(node, place)
    except UnknownValueError:
        return None
    if type(items) in (tuple, list) and any(item is None for item in items):
        first = next(index for index, item in enumerate(items) if item is None)
        return Phrase.of("because.none_among", what=ast.unparse(node), index=first)
    return None


def _source_of_none(node: ast.expr, place: Place) -> Phrase | None:
    """Return what it means that this expression is None, where that is known."""
    text = ast.unparse(node)
    match node:
        case ast.Subscript(value=grid, slice=index):
            return _card(text, grid, index, place)
        case ast.Attribute(attr="drawn"):
            return Phrase.of("because.none_drawn", what=text)
        case ast.Attribute(attr="ender"):
            return Phrase.of("because.none_ender", what=text)
        case ast.Name(id=name):
            return _variable(name, place)
    return None


def _card(text: str, grid: ast.expr, index: ast.expr, place: Place) -> Phrase | None:
    """Return whether the card that was looked for is face-down or cleared."""
    try:
        cards, slot = value_of(grid, place), value_of(index, place)
    except UnknownValueError:
        return None
    view = place.view
    if view is None or type(slot) is not int or type(cards) not in (tuple, list):
        return None
    if not isinstance(index, ast.Constant):
        text = f"{text} ({ast.unparse(index)} = {slot})"
    slot %= len(cards)  # type: ignore[arg-type]
    for seat, faces in enumerate(view.all_grids):
        if cards is faces or (cards == list(faces) and seat == view.seat):
            key = _CARDS[slot in view.all_hidden[seat], seat == view.seat]
            return Phrase.of(f"because.{key}", what=text, slot=slot)
    return None


def _variable(name: str, place: Place) -> Phrase | None:
    """Return where a variable that is None took that from: a loop over cards, or an assignment."""
    for node in reversed(place.statements):
        for inside in ast.walk(node):
            if isinstance(inside, ast.For | ast.comprehension) and name in _names(inside.target):
                among = _among(_looped(inside.iter), place)
                if among is not None:
                    return Phrase.of(
                        "because.none_variable_loop", what=name, items=ast.unparse(_looped(inside.iter))
                    )
    given = [
        node.value
        for around in place.statements[:1]
        for node in ast.walk(around)
        if isinstance(node, ast.Assign) and node.lineno < place.number and name in _names(*node.targets)
    ]
    if given and isinstance(given[-1], ast.Constant):
        return Phrase.of("because.none_start", what=name)
    if given:
        return Phrase.of("because.none_given", what=name, value=ast.unparse(given[-1]))
    return None


def _looped(items: ast.expr) -> ast.expr:
    """Return what is looped over: the argument of enumerate(...), else the expression itself."""
    if (
        isinstance(items, ast.Call)
        and isinstance(items.func, ast.Name)
        and items.func.id == "enumerate"
        and items.args
    ):
        return items.args[0]
    return items


def _names(*targets: ast.expr) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
