"""Finds a function's definition in its cell or file."""

from __future__ import annotations

import ast
import functools
import types

from skyjo_widgets.arena.checking.lines import tree_of

__all__ = ["code_of", "definition_of", "function_of"]


def function_of(strategy: object) -> types.FunctionType | None:
    """Return the function that runs when `strategy` is called; None if it is not written in Python."""
    for _ in range(8):  # a partial of a partial of a method …
        if type(strategy) is functools.partial:
            strategy = strategy.func
        elif type(strategy) is types.MethodType:
            strategy = strategy.__func__
        elif type(strategy) is types.FunctionType:
            return strategy
        else:
            strategy = _call_method(type(strategy))
            if type(strategy) is not types.FunctionType:
                return None
    return None


def _call_method(kind: type) -> object:
    """Return what a class says about calling its objects, without running any code of its own."""
    for base in type.__dict__["__mro__"].__get__(kind):
        names = type.__dict__["__dict__"].__get__(base)
        if "__call__" in names:
            return names["__call__"]
    return None


def code_of(strategy: object) -> types.CodeType | None:
    """Return the code of the function that runs when `strategy` is called; None if there is none."""
    function = function_of(strategy)
    return None if function is None else function.__code__


def definition_of(strategy: object) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """Return the definition of a strategy as Python reads it, or None if its source is not known."""
    code = code_of(strategy)
    tree = None if code is None else tree_of(code.co_filename)
    if code is None or tree is None:
        return None
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    for node in ast.walk(tree):
        if isinstance(node, kinds):
            decorators = getattr(node, "decorator_list", [])
            first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
            if first == code.co_firstlineno and name == code.co_name:
                return node
    return None
