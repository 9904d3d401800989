"""Looks at what was handed to `check`, before it is called: is it a function of one view at all."""

from __future__ import annotations

import inspect
import keyword
import sys
import types
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.checking.answers import MOVE_MAKERS
from skyjo_widgets.arena.checking.finding import Finding, found
from skyjo_widgets.arena.checking.own_code import is_own_code
from skyjo_widgets.arena.checking.phrase import class_name
from skyjo_widgets.arena.checking.source import function_of
from skyjo_widgets.engine import Game, Move, StrategyError, View, name_of, opening_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["called_name", "first_look", "written_name"]

_LADDER = "skyjo_widgets.strategies"


def first_look(strategy: object, shown: Callable[[object], str]) -> Finding | None:
    """Return why `strategy` is none, or None if it looks like one.

    Parameters
    ----------
    strategy : object
        Anything.
    shown : callable
        Gives the repr of anything, safely.
    """
    handed = _handed(strategy, shown)
    if handed is not None:
        return handed
    return _parameters(strategy) or _opening(strategy, shown)


def _handed(strategy: Any, shown: Callable[[object], str]) -> Finding | None:  # noqa: ANN401 - anything
    kind = type(strategy)
    if kind is Move:
        return found("handed_move", got=repr(strategy))
    if strategy is None:
        return found("handed_none")
    if issubclass(kind, str):
        return found(
            "handed_text", got=shown(strategy), name=strategy if str.isidentifier(strategy) else "mine"
        )
    if issubclass(kind, types.ModuleType):
        module: Any = types.ModuleType
        namespace = module.__dict__["__dict__"].__get__(strategy)
        return found("handed_module", name=namespace.get("__name__", "?"))
    if issubclass(kind, type):
        return found("handed_class", name=type.__dict__["__name__"].__get__(strategy))
    if issubclass(kind, types.CoroutineType | types.GeneratorType):
        strategy.close()
        return found("handed_result", got=class_name(strategy))
    if issubclass(kind, tuple | list | set | dict) and kind is not View:
        return found("handed_several", got=shown(strategy))
    if kind is View or kind is Game:
        return found("handed_result", got=class_name(strategy))
    maker = next((name for name, function in MOVE_MAKERS.items() if strategy is function), None)
    if maker is not None:
        return found("handed_maker", name=maker)
    return None if callable(strategy) else found("handed_other", got=shown(strategy))


def _parameters(strategy: Any) -> Finding | None:  # noqa: ANN401 - any callable
    """Return what is wrong with the parameters, or with the kind of function."""
    name = called_name(strategy)
    if inspect.iscoroutinefunction(strategy):
        return found("coroutine")
    if inspect.isgeneratorfunction(strategy) or inspect.isasyncgenfunction(strategy):
        return found("generator")
    try:
        signature = inspect.signature(strategy)
    except (TypeError, ValueError):
        return None  # compiled functions need not tell; calling them will show it
    try:
        signature.bind(None)
    except TypeError:
        return _does_not_fit(name, strategy, signature)
    return None


def _does_not_fit(name: str, strategy: object, signature: inspect.Signature) -> Finding:
    parameters = list(signature.parameters.values())
    in_order = [
        parameter.name
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    needed = [
        parameter.name
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if not in_order:
        return found("no_parameter", name=name)
    if in_order[0] == "self":
        qualified = getattr(strategy, "__qualname__", "")
        owner = qualified.rpartition(".")[0].rpartition(".")[2] or "…"
        return found("unbound_method", name=name, owner=owner)
    return found("many_parameters", name=name, count=len(needed), names=", ".join(needed))


def _opening(strategy: Any, shown: Callable[[object], str]) -> Finding | None:  # noqa: ANN401 - any callable
    try:
        opening_of(strategy)
    except StrategyError:
        return found("bad_opening", got=shown(strategy.opening))
    return None


# -- Names ------------------------------------------------------------------------------------------


def called_name(strategy: object) -> str:
    """Return what to call a strategy in a sentence: ``careful``; empty if it has no name."""
    try:
        name = name_of(strategy)
    except Exception:  # noqa: BLE001 - an object may answer anything when asked for its name
        name = class_name(strategy)
    if name.isidentifier() and isinstance(
        strategy, types.FunctionType | types.BuiltinFunctionType | types.MethodType
    ):
        return name
    return next(_variables(strategy), name if name.isidentifier() else "")


def written_name(strategy: object) -> str | None:
    """Return how to write `strategy` in a line of code where `check` was called; None if it has no name."""
    if type(strategy) is types.MethodType:
        owner = next(_variables(strategy.__self__), None)
        if owner is not None:
            return f"{owner}.{strategy.__name__}"
    if getattr(strategy, "__module__", None).__class__ is str and strategy.__module__.startswith(_LADDER):
        return f"strategies.{called_name(strategy)}"
    return next(_variables(strategy), None)


def _variables(strategy: object) -> Iterator[str]:
    """Yield the variables that hold `strategy` where the learner's code called; its own name first."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - only to read names
    scopes: list[dict[str, object]] = []
    while frame is not None:
        if is_own_code(frame.f_code.co_filename):
            scopes += [frame.f_globals, dict(frame.f_locals)]
        frame = frame.f_back
    function = function_of(strategy)
    if function is not None:
        scopes.append(function.__globals__)
    holding = [
        name
        for scope in scopes
        for name, value in list(scope.items())
        if value is strategy
        and type(name) is str
        and name.isidentifier()
        and not keyword.iskeyword(name)
        # A notebook keeps its results under names such as _ and _12.
        and not name.startswith("_")
    ]
    own = getattr(strategy, "__name__", None)
    yield from sorted(dict.fromkeys(holding), key=lambda name: name != own)
