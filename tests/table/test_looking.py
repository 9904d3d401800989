"""What a table shows where there is no kernel: in a saved, converted or untrusted notebook."""

from __future__ import annotations

from base64 import b64encode
from xml.dom import minidom

from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from skyjo_widgets import Game, Replay, Table


def bundle(widget):
    data, metadata = widget._repr_mimebundle_()
    assert metadata == {}
    return data


def test_the_same_table_always_looks_the_same():
    one, other = Table("Ola", "Kuba", seed=4), Table("Ola", "Kuba", seed=4)
    assert repr(one) == repr(other)
    assert bundle(one)["text/plain"] == bundle(other)["text/plain"] == repr(one)
    assert bundle(one)["image/svg+xml"] == bundle(other)["image/svg+xml"]


def test_the_text_is_the_whole_board():
    table = Table("Ola", "Kuba", seed=4)
    table.click(0)
    text = repr(table)
    assert text.splitlines()[0] == "Table: Ola and Kuba"
    assert str(table.game.grids[0][0]) in text
    assert text.count("▒▒") == 23


def test_text_follows_the_language_of_the_table():
    assert repr(Table("Ola", "Kuba", seed=4, lang="pl")).splitlines()[0] == "Stół: Ola i Kuba"


def test_the_bundle_has_the_widget_a_text_and_a_picture():
    for widget in (Table("Ola", "Kuba", seed=4), Replay(Game(2, seed=4))):
        data = bundle(widget)
        assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "image/svg+xml"}
        assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
        minidom.parseString(data["image/svg+xml"])  # noqa: S318 - it is our own


def test_a_converted_notebook_shows_the_picture_and_fetches_no_widget():
    table = Table("Ola", "Kuba", seed=4)
    output = new_output("execute_result", bundle(table), execution_count=1)
    notebook = new_notebook(cells=[new_code_cell("Table()", outputs=[output], execution_count=1)])
    html, _ = HTMLExporter().from_notebook_node(notebook)
    picture = b64encode(bundle(table)["image/svg+xml"].encode()).decode()
    assert picture in html
    assert "html-manager" not in html
    assert "widget-view" not in html
