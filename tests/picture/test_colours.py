"""Everything that is written or drawn can be seen on what it stands on."""

import pytest

from skyjo_widgets.picture.colours import COLOURS, WRITTEN_ON, contrast, css_variables


@pytest.mark.parametrize(("colour", "ground", "least"), WRITTEN_ON)
def test_every_colour_has_its_contrast_on_what_it_stands_on(colour: str, ground: str, least: float) -> None:
    assert contrast(COLOURS[colour], COLOURS[ground]) >= least


def test_every_colour_but_the_grounds_is_measured_on_one() -> None:
    assert {colour for colour, _, _ in WRITTEN_ON} | {"felt", "back"} == set(COLOURS)


def test_the_style_sheet_gets_every_colour_once() -> None:
    lines = css_variables().splitlines()
    assert len(set(lines)) == len(COLOURS)
    assert "--skyjo-turn: #ffcb6b;" in lines
