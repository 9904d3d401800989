"""Finds where a function can keep something from one call to the next."""

from __future__ import annotations

import dis

from skyjo_widgets.arena.checking.source import code_of, function_of

__all__ = ["kept_in"]


def kept_in(strategy: object) -> tuple[str, ...]:
    """Return the names of variables outside a strategy that it changes, or that can be changed.

    A list, dict or set outside the function, a global or outer variable that it sets, a list as a default
    value, and the attributes of an object that is called.
    """
    function, code = function_of(strategy), code_of(strategy)
    if function is None or code is None:
        return ()
    names: list[str] = []
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if (
            instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
            or (instruction.opname == "STORE_DEREF" and name in code.co_freevars)
            or (
                instruction.opname == "LOAD_GLOBAL"
                and type(function.__globals__.get(name))
                in (
                    list,
                    dict,
                    set,
                )
            )
            or instruction.opname == "STORE_ATTR"
        ):
            names.append(name)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        if type(_content(cell)) in (list, dict, set):
            names.append(name)
    defaults = function.__defaults__ or ()
    parameters = code.co_varnames[: code.co_argcount][code.co_argcount - len(defaults) :]
    names += [
        name for name, default in zip(parameters, defaults, strict=True) if type(default) in (list, dict, set)
    ]
    return tuple(dict.fromkeys(names))


def _content(cell: object) -> object:
    try:
        return cell.cell_contents  # type: ignore[attr-defined]
    except ValueError:  # not filled yet
        return None
