"""What a strategy needs to play elsewhere: its own source, and the helpers, constants, imports it uses."""

from __future__ import annotations

import functools
import inspect
import sys
import sysconfig
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skyjo_widgets
from skyjo_widgets.classroom.expression import expression
from skyjo_widgets.classroom.source_text import (
    CannotTravel,
    class_source,
    closed_over,
    source_of,
    used_names,
)
from skyjo_widgets.engine import opening_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CannotTravel", "Luggage", "pack"]

_LONGEST = 200_000  # characters of one constant


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
        elif _is_own(type(value)):
            self._write_object(name, value)
        else:
            raise CannotTravel("value", name=name, kind=type(value).__name__)

    # -- Functions and classes ----------------------------------------------------------------------

    def _write_function(self, name: str, function: types.FunctionType, value: object) -> None:
        source = source_of(name, function)
        there = {**function.__globals__, **closed_over(name, function)}
        for used in used_names(source):
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
        source = class_source(name, kind)
        there = vars(sys.modules.get(kind.__module__, types.ModuleType("")))
        for used in used_names(source):
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


def _is_own(kind: type) -> bool:
    """Tell whether a class is the learner's: of the notebook, or of a file beside it."""
    module = sys.modules.get(kind.__module__)
    return kind.__module__ != "builtins" and (module is None or not _is_installed(module))


def _is_installed(module: types.ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if file is None:
        return module.__name__ in sys.builtin_module_names or module.__name__ in sys.stdlib_module_names
    top = module.__name__.split(".", 1)[0]
    if top == "skyjo_widgets" or top in sys.stdlib_module_names:
        return True
    homes = {Path(sysconfig.get_paths()[which]).resolve() for which in ("stdlib", "purelib", "platlib")}
    return any(Path(file).resolve().is_relative_to(home) for home in homes) or "site-packages" in file
