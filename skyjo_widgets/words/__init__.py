"""Every text that people read, by language.

A language is a folder beside this file (``en``, ``pl``) of TOML files, one for each room of the
package. Adding a language means adding a folder: no Python changes. `counts.toml` holds the plural
rule, in gettext's notation, and the words that are counted.
"""

from __future__ import annotations

import functools
import gettext
import os
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["language", "languages", "say", "set_language"]

_FALLBACK = "en"
_setting: dict[str, str] = {}


@functools.cache
def languages() -> tuple[str, ...]:
    """Codes of all languages that have a catalogue, sorted: ``("en", "pl")``.

    Examples
    --------
    >>> "en" in languages() and "pl" in languages()
    True
    """
    rooms = resources.files(__package__).iterdir()
    return tuple(sorted(room.name for room in rooms if (room / "counts.toml").is_file()))


def language() -> str:
    """Code of the language that is used where none is named.

    It is the one chosen by `set_language`, else the environment variable ``SKYJO_LANG``, else English.
    """
    chosen = _setting.get("lang") or os.environ.get("SKYJO_LANG", "")
    return chosen if chosen in languages() else _FALLBACK


def set_language(lang: str) -> None:
    """Choose the language of every text from now on.

    Parameters
    ----------
    lang : str
        One of `languages`.

    Raises
    ------
    ValueError
        If there is no catalogue for `lang`; the message lists those there are.
    """
    _setting["lang"] = _known(lang)


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return the text `key` in `lang`, with `values` filled in.

    Parameters
    ----------
    key : str
        The file, the tables and the name, joined by dots: ``"engine.refusal.cleared"``.
    lang : str, optional
        One of `languages`; by default the one setting for all.
    **values
        What the placeholders of the text stand for. A whole number formatted with the name of a
        plural group, as in ``{score:points}``, becomes the number and the right form of the word.

    Raises
    ------
    KeyError
        If no catalogue has such a text.
    """
    code = language() if lang is None else _known(lang)
    texts = _catalogue(code)
    text = texts[key] if key in texts else _catalogue(_FALLBACK)[key]
    return text.format(**{name: _counted(value, code) for name, value in values.items()})


def _known(lang: str) -> str:
    if lang not in languages():
        listed = ", ".join(repr(code) for code in languages())
        raise ValueError(f"there is no language {lang!r} here; there are {listed}")
    return lang


def _counted(value: object, lang: str) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return _Count(value, lang)
    return value


class _Count(int):
    """A whole number that knows the plural forms of its language."""

    lang: str

    def __new__(cls, value: int, lang: str) -> Self:
        number = super().__new__(cls, value)
        number.lang = lang
        return number

    def __format__(self, group: str) -> str:
        if not group.isalpha() or group in "bcdeEfFgGnosxX":
            return format(int(self), group)
        rule, groups = _plurals(self.lang)
        return groups[group][rule(abs(int(self)))].format(n=int(self))


@functools.cache
def _catalogue(lang: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for file in (resources.files(__package__) / lang).iterdir():
        if file.name.endswith(".toml") and file.name != "counts.toml":
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            texts.update(_flat(table, file.name.removesuffix(".toml")))
    return texts


def _flat(table: dict[str, Any], prefix: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for name, value in table.items():
        key = f"{prefix}.{name}"
        texts.update(_flat(value, key) if isinstance(value, dict) else {key: value})
    return texts


@functools.cache
def _plurals(lang: str) -> tuple[Callable[[int], int], dict[str, list[str]]]:
    file = resources.files(__package__) / lang / "counts.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    # gettext's own compiler of plural rules: the notation that every translator's tool knows.
    rule: Callable[[int], int] = gettext.c2py(table["plural"])
    return rule, table["words"]
