"""Every language says everything: the same texts, filled in alike, and no text that nobody says."""

from __future__ import annotations

import ast
import functools
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skyjo_widgets import words
from skyjo_widgets.words import languages

PACKAGE = Path(words.__file__).parents[1]
FALLBACK = "en"
OTHERS = [lang for lang in languages() if lang != FALLBACK]
of_every_language = pytest.mark.parametrize("lang", languages())
of_every_other_language = pytest.mark.parametrize("lang", OTHERS)


@functools.cache
def texts(lang: str) -> dict[str, str]:
    return words._catalogue(lang)


@functools.cache
def counts(lang: str) -> dict[str, object]:
    return tomllib.loads((PACKAGE / "words" / lang / "counts.toml").read_text(encoding="utf-8"))


def placeholders(text: str) -> set[tuple[str, str]]:
    """Name and format of everything that is filled into `text`."""
    return {
        (re.split(r"[.\[]", field)[0], form or "")
        for _, field, form, _ in string.Formatter().parse(text)
        if field is not None
    }


def names(text: str) -> set[str]:
    return {name for name, _ in placeholders(text)}


def plural_groups(text: str) -> set[str]:
    return {form for _, form in placeholders(text) if form.isalpha() and len(form) > 1}


# The catalogues by themselves.


@of_every_other_language
def test_a_language_has_the_same_texts_as_english(lang: str) -> None:
    missing = texts(FALLBACK).keys() - texts(lang).keys()
    left_over = texts(lang).keys() - texts(FALLBACK).keys()
    assert (sorted(missing), sorted(left_over)) == ([], [])


@of_every_other_language
def test_a_text_fills_in_the_same_things_as_in_english(lang: str) -> None:
    unlike = {
        key: (names(text), names(texts(FALLBACK)[key]))
        for key, text in texts(lang).items()
        if key in texts(FALLBACK) and names(text) != names(texts(FALLBACK)[key])
    }
    assert not unlike


@of_every_language
def test_a_text_counts_only_what_its_language_can_count(lang: str) -> None:
    known = set(counts(lang)["words"])
    unknown = {
        key: groups - known for key, text in texts(lang).items() if (groups := plural_groups(text)) - known
    }
    assert not unknown


@of_every_language
def test_every_counted_word_has_as_many_forms_as_its_language_asks_for(lang: str) -> None:
    rule, groups = words._plurals(lang)
    forms = {rule(number) for number in range(1000)}
    assert forms == set(range(len(forms)))
    for group, written in groups.items():
        assert len(written) == len(forms), group
        assert all("{n}" in form for form in written), group


@of_every_language
def test_no_text_is_empty_or_frayed(lang: str) -> None:
    frayed = {key for key, text in texts(lang).items() if not text.strip() or text != text.strip()}
    assert not frayed


@of_every_other_language
def test_no_text_was_left_in_english(lang: str) -> None:
    """A word or two may be the same by chance; a sentence is not."""
    same = {
        key
        for key, text in texts(lang).items()
        if text == texts(FALLBACK).get(key)
        and len(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^}]*\}", "", text))) > 2
    }
    assert not same


# The catalogues and the code that says them.


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def calls_of_say(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "say":
                yield node


def key_of(call: ast.Call) -> str | None:
    """The key that `say` is given as a literal."""
    first = call.args[0]
    return (
        first.value
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and "." in first.value
        else None
    )


def test_every_text_that_the_code_says_exists_and_gets_what_it_fills_in() -> None:
    wrong = []
    for path in modules():
        for call in calls_of_say(path):
            key, given = key_of(call), {keyword.arg for keyword in call.keywords}
            place = f"{path.relative_to(PACKAGE).as_posix()}, line {call.lineno}"
            if key is not None and key not in texts(FALLBACK):
                wrong.append(f"{place}: there is no text {key!r}")
            elif key is not None and None not in given and (missing := names(texts(FALLBACK)[key]) - given):
                wrong.append(f"{place}: {key} is not given {sorted(missing)}")
    assert wrong == []


def patterns_of(path: Path) -> Iterator[str]:
    """Regular expressions of the keys that the file puts together or writes out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) else r"[\w.]+" for part in node.values
            ]
            if isinstance(node.values[0], ast.Constant) and "." in str(node.values[0].value):
                yield "".join(parts)


def parts_of(name: str) -> set[str]:
    """The words of a name, numbers aside: ``draw_swap7`` is made of ``draw`` and ``swap``."""
    return set(re.findall(r"[^\W\d_]+", name))


@functools.cache
def all_parts_of_the_code() -> set[str]:
    """Everything in the package's code that could be a part of a key."""
    sources = [path for suffix in ("py", "js") for path in PACKAGE.rglob(f"*.{suffix}")]
    sources += [path for path in PACKAGE.rglob("*.toml") if "words" not in path.parts]
    return parts_of("\n".join(path.read_text(encoding="utf-8") for path in sources))


def unsaid(keys: Iterator[str], written: set[str], parts: set[str]) -> set[str]:
    """Keys that no pattern of the code matches, or that end in a word which the code never writes."""
    pattern = re.compile("|".join(sorted(written)) or "(?!)")
    return {key for key in keys if not pattern.fullmatch(key) or parts_of(key.rpartition(".")[2]) - parts}


def test_there_is_no_text_that_nobody_says() -> None:
    written = {pattern for path in modules() for pattern in patterns_of(path)}
    assert sorted(unsaid(iter(texts(FALLBACK)), written, all_parts_of_the_code())) == []


def test_a_text_that_nobody_says_is_found() -> None:
    keys = iter(["table.front.draw", "table.front.gone", "table.left_over"])
    assert unsaid(keys, {r"table\.front\.[\w.]+"}, {"draw", "left_over"}) == {
        "table.front.gone",
        "table.left_over",
    }


def test_the_placeholders_of_a_text_are_understood() -> None:
    text = "{name} has {score:points} in {row[0]} {{not this}} {share:.1f}"
    assert names(text) == {"name", "score", "row", "share"}
    assert plural_groups(text) == {"points"}
