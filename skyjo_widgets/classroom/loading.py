"""From the text of a submission to the function that plays. Runs in the submission's own process."""

from __future__ import annotations

import ast
import contextlib
import inspect
import json
import linecache
import types
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skyjo_widgets.engine import Move, View

__all__ = ["Loaded", "NoStrategy", "code_of_notebook", "load"]

CHOSEN = "strategy"
"""A file may say which function plays by giving it this name."""

_MEASURES = {"submit", "check", "duel", "play", "tournament", "Table"}


class Loaded(NamedTuple):
    """A strategy that can be asked.

    Attributes
    ----------
    name : str
        What its author called it.
    strategy : callable
        The function of one view.
    opening : tuple of int
        The two slots it turns over first.
    notes : list of str
        Keys of texts for its author: what was left out of a notebook, for example.
    """

    name: str
    strategy: Callable[[View], Move]
    opening: tuple[int, int]
    notes: list[str]


class NoStrategy(Exception):  # noqa: N818 - it is what is missing
    """The file has no function that could play."""


def load(source: str, file: str, *, notebook: bool) -> Loaded:
    """Run the file's text and find its strategy.

    Parameters
    ----------
    source : str
        Python, or the JSON of a notebook.
    file : str
        Its name, for error messages.
    notebook : bool
        Whether it is a notebook: then only its imports, functions, classes and constants are run, not
        the cells that play.

    Raises
    ------
    NoStrategy
        If there is no function of one argument.
    Exception
        Whatever the file raises.
    """
    notes: list[str] = []
    wanted = ""
    tree: ast.Module
    if notebook:
        source, wanted = code_of_notebook(source)
        tree = ast.Module([step for step in ast.parse(source).body if _defines(step)], [])
        notes.append("classroom.note.notebook")
    else:
        tree = ast.parse(source)
    module = types.ModuleType("submission")
    shown = f"<{file}>"
    linecache.cache[shown] = (len(source), None, source.splitlines(keepends=True), shown)
    if notebook:
        for step in tree.body:
            # A cell that leans on one that was left out must not take the others with it.
            with contextlib.suppress(Exception) if not _is_function(step) else contextlib.nullcontext():
                exec(compile(ast.Module([step], []), shown, "exec"), module.__dict__)  # noqa: S102
    else:
        exec(compile(tree, shown, "exec"), module.__dict__)  # noqa: S102 - that is what this process is for
    name, strategy = _chosen(module, tree, wanted)
    return Loaded(name, strategy, _opening(strategy), notes)


def code_of_notebook(text: str) -> tuple[str, str]:
    """Return the Python of all code cells, and the function that was measured or submitted last.

    A cell that is not Python by itself (a magic, half a function) is left out, except for its lines of
    magics, which are dropped.
    """
    notebook = json.loads(text)
    parts = []
    wanted = ""
    for cell in notebook["cells"]:
        if cell.get("cell_type") != "code":
            continue
        code = "".join(cell.get("source", ""))
        lines = [line for line in code.splitlines() if not line.lstrip().startswith(("%", "!", "?"))]
        code = "\n".join(lines)
        try:
            tree = ast.parse(code)
        except SyntaxError:
            continue
        parts.append(code)
        wanted = _measured(tree) or wanted
    return "\n\n".join(parts), wanted


def _defines(step: ast.stmt) -> bool:
    """Tell whether a statement of a notebook belongs to a strategy rather than to playing with it."""
    if isinstance(step, ast.Assign | ast.AnnAssign):
        return not any(_calls(step))
    return _is_function(step) or isinstance(step, ast.ClassDef | ast.Import | ast.ImportFrom)


def _is_function(step: ast.stmt) -> bool:
    return isinstance(step, ast.FunctionDef)


def _calls(step: ast.AST) -> Iterator[str]:
    for node in ast.walk(step):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in _MEASURES:
                yield name


def _measured(tree: ast.Module) -> str:
    names = {"": ""}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and node.func.id in ("submit", "check"):
                names[node.func.id] = first.id
    return names.get("submit") or names.get("check") or ""


def _chosen(module: types.ModuleType, tree: ast.Module, wanted: str) -> tuple[str, Callable[[View], Move]]:
    there: dict[str, Any] = vars(module)
    chosen = there.get(CHOSEN)
    if callable(chosen) and not isinstance(chosen, types.ModuleType):
        return str(getattr(chosen, "__name__", CHOSEN)), chosen
    if callable(there.get(wanted)):
        return wanted, there[wanted]
    defined = [step.name for step in tree.body if isinstance(step, ast.FunctionDef)]
    named = [
        target.id
        for step in tree.body
        if isinstance(step, ast.Assign)
        for target in step.targets
        if isinstance(target, ast.Name)
    ]
    players = [name for name in [*named, *defined] if _takes_one_view(there.get(name))]
    if not players:
        raise NoStrategy
    name = players[-1]
    return name, there[name]


def _takes_one_view(function: object) -> bool:
    if not callable(function) or isinstance(function, type):
        return False
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    must = [
        p
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    return len(must) == 1


def _opening(strategy: object) -> tuple[int, int]:
    wish = getattr(strategy, "opening", (0, 1))
    try:
        one, other = (int(slot) for slot in wish)
    except Exception:  # noqa: BLE001 - anything may be attached
        return 0, 1
    return (one, other) if one != other and {one, other} <= set(range(12)) else (0, 1)
