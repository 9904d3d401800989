"""The rule cases: exact situations, played on the engine through `Game.from_position`.

``SKYJO_RULE_CASES=path pytest tests/engine/test_rule_cases.py`` plays the cases of another file.
"""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from case_situation import Case, NotOfferedError, UnknownToUsError
from rule_case import play_case

HERE = Path(__file__).parent
OFFICIAL = HERE / "rule_cases.json"
OURS = HERE / "more_rule_cases.json"  # in the same format: what the official ones leave out


def cases_of(path: Path) -> list[Case]:
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def as_parameters(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=f"{case['id']} {case['title']}") for case in cases]


NAMED = os.environ.get("SKYJO_RULE_CASES")
CASES = cases_of(Path(NAMED)) if NAMED else cases_of(OFFICIAL) + cases_of(OURS)


@pytest.mark.parametrize("case", as_parameters(CASES))
def test_the_engine_does_what_the_rules_say(case: Case) -> None:
    try:
        play_case(case)
    except NotOfferedError as option:
        pytest.skip(f"{case['id']} needs the option {option}, which is not offered")


# A reader of cases that lets everything pass would prove nothing.


def spoiled(value: Any) -> Any:
    """Return something else than `value`, as near to it as can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value} not"
    if isinstance(value, list) and value:
        return [*value[:-1], spoiled(value[-1])]
    if isinstance(value, dict):
        return {key: spoiled(entry) for key, entry in value.items()}
    return [99]


FIELDS = [
    pytest.param(case, field, id=f"{case['id']} {field}")
    for case in cases_of(OFFICIAL)
    for field in case["expected"]
    if field != "error"
]


@pytest.mark.parametrize(("case", "field"), FIELDS)
def test_a_case_fails_if_it_expects_anything_else(case: Case, field: str) -> None:
    wrong = copy.deepcopy(case)
    wrong["expected"][field] = spoiled(case["expected"][field])
    with pytest.raises(AssertionError):
        play_case(wrong)


REFUSED = as_parameters([case for case in cases_of(OFFICIAL) if "error" in case["expected"]])
ACCEPTED = as_parameters(
    [case for case in cases_of(OFFICIAL) if case["actions"] and "error" not in case["expected"]]
)


@pytest.mark.parametrize("case", REFUSED)
def test_a_case_fails_if_it_expects_no_refusal_where_there_is_one(case: Case) -> None:
    wrong = copy.deepcopy(case)
    del wrong["expected"]["error"]
    with pytest.raises(AssertionError):
        play_case(wrong)


@pytest.mark.parametrize("case", ACCEPTED)
def test_a_case_fails_if_it_expects_a_refusal_where_there_is_none(case: Case) -> None:
    wrong = copy.deepcopy(case)
    wrong["expected"] |= {"error": "any", "failed_action": len(case["actions"]) - 1}
    with pytest.raises(AssertionError):
        play_case(wrong)


def test_an_unknown_field_stops_a_case_with_its_name() -> None:
    case = copy.deepcopy(next(case for case in cases_of(OFFICIAL) if case["id"] == "SKJ-031"))
    case["expected"]["weather"] = "fine"
    with pytest.raises(UnknownToUsError, match="weather"):
        play_case(case)


def test_an_unknown_option_stops_a_case_with_its_name() -> None:
    case = copy.deepcopy(next(case for case in cases_of(OFFICIAL) if case["id"] == "SKJ-031"))
    case["setup"]["options"] = {"jokers": True}
    with pytest.raises(UnknownToUsError, match="jokers"):
        play_case(case)


@pytest.mark.parametrize(("name", "value"), [("clear_rows", True), ("start_tiebreak", "flip_again")])
def test_an_option_that_is_not_offered_is_named(name: str, value: object) -> None:
    case = copy.deepcopy(next(case for case in cases_of(OFFICIAL) if case["id"] == "SKJ-031"))
    case["setup"]["options"] = {name: value}
    with pytest.raises(NotOfferedError, match=name):
        play_case(case)
