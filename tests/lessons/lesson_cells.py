"""The cells of a lesson, run one after another, without the games that only show something."""

from __future__ import annotations

import ast
import functools
from typing import NamedTuple

import nbformat

from skyjo_widgets import words

# These play hundreds of games; what the lessons do with them is run by the notebooks' own tests.
LONG = {"duel", "tournament"}


class Handed(NamedTuple):
    """What a cell handed to an exercise, and what it was told."""

    exercise: str
    tag: str
    right: bool
    said: str


class Lesson(NamedTuple):
    """A lesson after its cells were run: the names they made, and what its exercises said.

    `before` holds the names as they were when each exercise was asked.
    """

    scope: dict[str, object]
    before: dict[str, dict[str, object]]
    handed: list[Handed]


def code_cells(path):
    """Return the code cells of a notebook."""
    return [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def tags(cell):
    """Return the tags of a cell."""
    return set(cell.metadata.get("tags", []))


@functools.cache
def lesson(path, answers=True):
    """Run a lesson's cells: all that makes a name, the exercises, their starters and their answers."""
    scope, before, handed, dropped = {}, {}, [], set()
    setting = dict(words._setting)
    try:
        for cell in code_cells(path):
            if "answer" in tags(cell) and not answers:
                continue
            whole = bool(tags(cell) & {"setup", "exercise", "starter", "answer"})
            exec(_code(cell.source, scope, dropped, whole=whole), scope)  # noqa: S102 - the lessons' own cells
            if "exercise" in tags(cell):
                before[scope["exercise"].name] = dict(scope)
            for tag in tags(cell) & {"starter", "answer"}:
                reply = scope["exercise"]._said
                handed.append(Handed(scope["exercise"].name, tag, reply.right, str(reply)))
    finally:
        words._setting.clear()
        words._setting.update(setting)
    return Lesson(scope, before, handed)


def _code(source, scope, dropped, *, whole):
    """Return what is to be run of a cell: everything, or what makes names without many games."""
    kept = []
    for statement in ast.parse(source).body:
        makes_names = isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.Assign)
        used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        if whole or (makes_names and not used & (LONG | dropped)) or isinstance(statement, ast.FunctionDef):
            kept.append(statement)
        elif isinstance(statement, ast.Assign):
            dropped |= {target.id for target in statement.targets if isinstance(target, ast.Name)} - set(
                scope
            )
    return compile(ast.Module(kept, []), "<lesson>", "exec")


def unknown_names(path):
    """Return the names that the cells use although no cell but an answer has made them."""
    known = set(dir(__builtins__)) | set(__builtins__ if isinstance(__builtins__, dict) else ())
    missing = []
    for cell in code_cells(path):
        if "answer" in tags(cell):
            continue
        tree = ast.parse(cell.source)
        made = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        made |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        made |= {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        made |= {
            (name.asname or name.name).split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in node.names
        }
        known |= made
        missing += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in known]
    return missing
