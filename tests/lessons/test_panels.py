"""The panel: what it shows, what it hears, and what it does not give away."""

from __future__ import annotations

import json

import pytest
from ipywidgets import Widget
from lesson_material import EXERCISES, LANGUAGES, QUESTIONS

from skyjo_widgets.lessons import Exercise, Puzzle, Question, shelf


def panel_of(thing):
    thing._repr_mimebundle_()
    return thing._panel


def message(panel, content):
    """Let `panel` hear a message as a browser sends it."""
    panel._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_state_is_small_and_gives_no_answer_away(name, lang):
    question = Question(name, lang=lang)
    sent = panel_of(question).state
    text = json.dumps({**sent, "board": ""}, ensure_ascii=False)
    assert len(text) < 4_000
    assert sent["said"]["text"] == ""
    for key in ("right", "a", "b", "c"):
        why = question._own(f"why.{key}") if _has(question, key) else None
        assert why is None or why not in text


def _has(question, key):
    return key in (question.choices or ("right",))


def test_a_click_on_a_choice_is_an_answer():
    question = Question("deck_size", lang="en")
    panel = panel_of(question)
    message(panel, {"press": "choice", "value": "a"})
    assert panel.state["said"]["tone"] == "wrong"
    assert [choice["mark"] for choice in panel.state["choices"]] == ["wrong", "", ""]
    message(panel, {"press": "choice", "value": "b"})
    assert panel.state["said"]["tone"] == "right"
    assert [choice["mark"] for choice in panel.state["choices"]] == ["", "right", ""]


def test_an_answer_from_python_is_seen_on_the_panel():
    question = Question("deck_size", lang="en")
    panel = panel_of(question)
    question.answer("b")
    assert panel.state["said"]["text"].startswith("Yes")


def test_a_prediction_can_be_compared_once_it_is_made():
    question = Question("deck_most", lang="en")
    panel = panel_of(question)
    assert panel.state["actions"] == [{"name": "compare", "label": "What happened?", "off": True}]
    panel.press("choice", "a")
    assert panel.state["actions"][0]["off"] is False
    assert panel.state["choices"][0]["mark"] == "chosen"
    panel.press("compare")
    assert panel.state["choices"][0]["mark"] == "wrong"


def test_a_number_is_typed():
    question = Question("pile_eight", lang="en")
    panel = panel_of(question)
    assert panel.state["number"] == {"label": "Your number:", "send": "That is my answer"}
    panel.press("number", "fifty")
    assert "type a number" in panel.state["said"]["text"]
    panel.press("number", "53")
    assert question.solved


@pytest.mark.parametrize("name", EXERCISES)
def test_hints_come_at_the_press_of_a_button(name):
    exercise = Exercise(name, lang="en")
    panel = panel_of(exercise)
    panel.press("hint")
    assert panel.state["said"]["text"].startswith("Hint 1 of")


@pytest.mark.parametrize(
    "content", [None, {}, {"press": 3}, {"press": "choice"}, "choice", {"press": "x", "value": []}]
)
def test_nonsense_from_the_browser_does_no_harm(content):
    question = Question("deck_size", lang="en")
    panel = panel_of(question)
    message(panel, content)
    assert question.given is None
    assert not question.solved


def test_a_question_shown_twice_is_one_panel():
    question = Question("deck_size")
    assert panel_of(question) is panel_of(question)


def test_the_text_of_a_panel_is_the_same_every_time():
    assert repr(panel_of(Question("deck_size"))) == "Panel('deck_size')"


def test_a_bundle_is_a_widget_and_what_stands_in_for_it():
    bundle = Question("deck_size", lang="en")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert "<li>52</li>" in bundle["text/html"]


def test_every_question_and_exercise_has_a_place_of_its_own_on_the_shelf():
    assert len(set(QUESTIONS) | set(EXERCISES) | set(shelf.names("puzzle"))) == len(
        [*QUESTIONS, *EXERCISES, *shelf.names("puzzle")]
    )


@pytest.mark.parametrize("make", [lambda: Puzzle("first_column"), lambda: Question("deck_size")])
def test_what_was_closed_with_all_widgets_is_shown_anew(make):
    shown = make()
    first = shown._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"]
    assert shown._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"] == first
    Widget.close_all()
    again = shown._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"]
    assert again["model_id"] != first["model_id"]
