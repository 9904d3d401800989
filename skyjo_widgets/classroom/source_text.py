"""The source of a function or class, wherever it was typed, and the names that it takes from outside."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import symtable
import textwrap
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CannotTravel", "class_source", "closed_over", "source_of", "used_names"]


class CannotTravel(Exception):  # noqa: N818 - it says what is the matter
    """Something that a strategy uses cannot be written into a file.

    Parameters
    ----------
    key : str
        The name of a text under ``classroom.travel``.
    **values
        What the text tells.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


def source_of(name: str, function: types.FunctionType) -> str:
    """Return the text of a function: a definition with its decorators, or a lambda alone.

    Raises
    ------
    CannotTravel
        If the text is not known, or a lambda cannot be told from others.
    """
    try:
        lines = textwrap.dedent(inspect.getsource(function)).strip("\n")
    except (OSError, TypeError):
        raise CannotTravel("no_source", name=name) from None
    if function.__name__ != "<lambda>":
        return lines
    found = _lambdas(lines, function)
    if len(set(found)) != 1:
        raise CannotTravel("lambda", name=name)
    return found[0]


def _lambdas(lines: str, function: types.FunctionType) -> list[str]:
    """Return the lambda expressions in `lines` that do what `function` does."""
    tree = _parsed(lines)
    same = []
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Lambda):
            written = ast.unparse(node)
            code = eval(compile(written, "<lambda>", "eval"), {}).__code__  # noqa: S307 - only made, not called
            if (code.co_code, code.co_names) == (function.__code__.co_code, function.__code__.co_names):
                same.append(written)
    return same


def _parsed(lines: str) -> ast.Module | None:
    # The line may be the middle of something: try it as it is, then without what follows a bracket.
    for text in (lines, lines.rstrip(",)"), f"({lines}", f"({lines})"):
        try:
            return ast.parse(text)
        except SyntaxError:
            continue
    return None


def class_source(name: str, kind: type) -> str:
    """Return the text of a class.

    Raises
    ------
    CannotTravel
        If it is not known.
    """
    try:
        return textwrap.dedent(inspect.getsource(kind)).strip("\n")
    except (OSError, TypeError):
        pass
    # In a notebook a class has no file of its own; its methods know the cell.
    for text in _texts_around(kind):
        tree = _parsed(text)
        for node in reversed(tree.body if tree else []):
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise CannotTravel("no_source", name=name)


def _texts_around(kind: type) -> Iterator[str]:
    for member in vars(kind).values():
        if isinstance(member, types.FunctionType):
            yield "".join(linecache.getlines(member.__code__.co_filename))
    notebook = getattr(builtins, "get_ipython", None)
    if notebook is not None:
        yield from reversed([str(cell) for cell in notebook().user_ns.get("In", [])])


def used_names(source: str) -> list[str]:
    """Return the names that a definition takes from outside, in alphabetical order."""
    names: set[str] = set()

    def look(table: symtable.SymbolTable, *, top: bool) -> None:
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (top or symbol.is_global()):
                names.add(symbol.get_name())
            if not top and symbol.is_global() and symbol.is_assigned():
                names.add(symbol.get_name())
        for child in table.get_children():
            look(child, top=False)

    look(symtable.symtable(source, "<definition>", "exec"), top=True)
    return sorted(name for name in names if not hasattr(builtins, name))


def closed_over(name: str, function: types.FunctionType) -> dict[str, object]:
    """Return the variables of the function around it; in the file they become constants."""
    values: dict[str, object] = {}
    for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            values[variable] = cell.cell_contents
        except ValueError:
            raise CannotTravel("unset", name=name, variable=variable) from None
    if values and "nonlocal " in source_of(name, function):
        raise CannotTravel("nonlocal", name=name)
    return values
