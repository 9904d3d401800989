"""What a strategy needs to play elsewhere: its own source, and the helpers, constants, imports it uses."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import linecache
import symtable
import sys
import sysconfig
import textwrap
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skyjo_widgets
from skyjo_widgets.classroom.expression import expression
from skyjo_widgets.engine import opening_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["CannotTravel", "Luggage", "pack"]

_LONGEST = 200_000  # characters of one constant


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


class Luggage:
    """The parts of a file, each once, in the order in which they can be run."""

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self.parts: list[str] = []
        self._names: dict[str, int] = {}  # name in the file: identity of the value
        self._kept: list[object] = []  # so that no identity is used twice

    def text(self) -> str:
        """Return imports, then constants and definitions."""
        return "\n\n".join(["\n".join(_merged(self.imports)), *self.parts]).strip("\n") + "\n"

    def add(self, name: str, value: object) -> None:
        """Put the value into the file under a name, with all that it uses.

        Raises
        ------
        CannotTravel
            If it cannot be written down.
        """
        known = self._names.get(name)
        if known == id(value):
            return
        if known is not None:
            raise CannotTravel("two", name=name)
        self._names[name] = id(value)
        self._kept.append(value)
        if isinstance(value, types.ModuleType):
            self._import_module(name, value)
        elif not self._import_by_name(name, value):
            self._write(name, value)

    def _write(self, name: str, value: object) -> None:
        inner = inspect.unwrap(value) if callable(value) else value
        if isinstance(inner, types.FunctionType):
            self._write_function(name, inner, value)
        elif isinstance(value, type):
            self._write_class(name, value)
        elif isinstance(value, types.MethodType):
            self.add("_" + name, value.__self__)
            self.parts.append(f"{name} = _{name}.{value.__name__}")
        elif isinstance(value, functools.partial):
            self._write_partial(name, value)
        elif (written := expression(value, self.imports)) is not None:
            if len(written) > _LONGEST:
                raise CannotTravel("large", name=name)
            self.parts.append(f"{name} = {written}")
        elif callable(value):
            self._write_object(name, value)
        else:
            raise CannotTravel("value", name=name, kind=type(value).__name__)

    # -- Functions and classes ----------------------------------------------------------------------

    def _write_function(self, name: str, function: types.FunctionType, value: object) -> None:
        source = _source(name, function)
        there = {**function.__globals__, **_closed_over(name, function)}
        for used in _used_names(source):
            if used in there and there[used] is not value and there[used] is not function:
                self.add(used, there[used])
        if function.__name__ == "<lambda>":
            self.parts.append(f"{name} = {source}")
            return
        self.parts.append(source)
        if function.__name__ != name:
            self._claim(function.__name__, value)
            self.parts.append(f"{name} = {function.__name__}")

    def _claim(self, name: str, value: object) -> None:
        known = self._names.setdefault(name, id(value))
        if known != id(value):
            raise CannotTravel("two", name=name)

    def _write_class(self, name: str, kind: type) -> None:
        source = _class_source(name, kind)
        there = vars(sys.modules.get(kind.__module__, types.ModuleType("")))
        for used in _used_names(source):
            if used in there and used != kind.__name__:
                self.add(used, there[used])
        self.parts.append(source)
        if kind.__name__ != name:
            self._claim(kind.__name__, kind)
            self.parts.append(f"{name} = {kind.__name__}")

    def _write_partial(self, name: str, value: functools.partial[Any]) -> None:
        self.imports.add("import functools")
        self.add("_" + name, value.func)
        given = [expression(argument, self.imports) for argument in value.args]
        named = {key: expression(argument, self.imports) for key, argument in value.keywords.items()}
        if None in given or None in named.values():
            raise CannotTravel("value", name=name, kind="partial")
        words = [
            f"_{name}",
            *(str(part) for part in given),
            *(f"{key}={part}" for key, part in named.items()),
        ]
        self.parts.append(f"{name} = functools.partial({', '.join(words)})")

    def _write_object(self, name: str, value: object) -> None:
        """Write an object of a class of the learner's own, with the state that it has now."""
        state = expression(dict(getattr(value, "__dict__", {})), self.imports)
        if state is None or not hasattr(value, "__dict__"):
            raise CannotTravel("value", name=name, kind=type(value).__name__)
        self.add(type(value).__name__, type(value))
        self.parts.append(f"{name} = object.__new__({type(value).__name__})\n{name}.__dict__.update({state})")

    # -- Imports ------------------------------------------------------------------------------------

    def _import_module(self, name: str, module: types.ModuleType) -> None:
        full = module.__name__
        if not _is_installed(module):
            raise CannotTravel("own_module", name=name, module=full)
        if "." not in full or name == full.split(".", 1)[0]:
            self.imports.add(f"import {full}" if name == full else f"import {full} as {name}")
        else:
            package, last = full.rsplit(".", 1)
            self.imports.add(f"from {package} import {last}" + ("" if last == name else f" as {name}"))

    def _import_by_name(self, name: str, value: object) -> bool:
        """Import what belongs to an installed module, if that module has it under its name."""
        known = getattr(value, "__name__", None) or getattr(value, "__qualname__", None)
        if name in skyjo_widgets.__all__ and getattr(skyjo_widgets, name, None) is value:
            self.imports.add(f"from skyjo_widgets import {name}")
            return True
        home = getattr(value, "__module__", None)
        module = sys.modules.get(home) if isinstance(home, str) else None
        if module is None or home in ("__main__", "builtins") or not isinstance(known, str):
            return False
        if getattr(module, known, None) is not value:
            return False
        if not _is_installed(module):
            if inspect.isfunction(inspect.unwrap(value)) or isinstance(value, type):  # type: ignore[arg-type]
                return False  # a learner's own file: its source travels
            raise CannotTravel("own_module", name=name, module=home)
        self.imports.add(f"from {home} import {known}" + ("" if known == name else f" as {name}"))
        return True


def pack(strategy: Callable[..., object], name: str) -> str:
    """Return the source of a file that plays as `strategy` does.

    Parameters
    ----------
    strategy : callable
        A strategy.
    name : str
        What it is called in the file.

    Raises
    ------
    CannotTravel
        If it leans on something that cannot be written into a file.
    """
    luggage = Luggage()
    luggage.add(name, strategy)
    one, other = opening_of(strategy)
    if hasattr(strategy, "opening") and "opening(" not in "".join(luggage.parts) and (one, other) != (0, 1):
        luggage.parts.append(f"{name}.opening = ({one}, {other})")
    if name != "strategy":
        luggage.parts.append(f"strategy = {name}")
    return luggage.text()


def _merged(imports: set[str]) -> list[str]:
    """Put what comes from one module on one line, in alphabetical order, modules first."""
    plain = sorted(line for line in imports if line.startswith("import "))
    homes: dict[str, list[str]] = {}
    for line in sorted(imports - set(plain)):
        home, word = line.removeprefix("from ").split(" import ", 1)
        homes.setdefault(home, []).append(word)
    return [*plain, *(f"from {home} import {', '.join(words)}" for home, words in sorted(homes.items()))]


# -- Source ----------------------------------------------------------------------------------------------


def _source(name: str, function: types.FunctionType) -> str:
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


def _class_source(name: str, kind: type) -> str:
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


def _used_names(source: str) -> list[str]:
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


def _closed_over(name: str, function: types.FunctionType) -> dict[str, object]:
    """Return the variables of the function around it; in the file they become constants."""
    values: dict[str, object] = {}
    for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            values[variable] = cell.cell_contents
        except ValueError:
            raise CannotTravel("unset", name=name, variable=variable) from None
    if values and "nonlocal " in _source(name, function):
        raise CannotTravel("nonlocal", name=name)
    return values


def _is_installed(module: types.ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if file is None:
        return module.__name__ in sys.builtin_module_names or module.__name__ in sys.stdlib_module_names
    top = module.__name__.split(".", 1)[0]
    if top == "skyjo_widgets" or top in sys.stdlib_module_names:
        return True
    homes = {Path(sysconfig.get_paths()[which]).resolve() for which in ("stdlib", "purelib", "platlib")}
    return any(Path(file).resolve().is_relative_to(home) for home in homes) or "site-packages" in file
