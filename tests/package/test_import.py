"""`import skyjo_widgets` is quick, because it loads nothing that is not used yet."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import skyjo_widgets

HEAVY = {
    "IPython", "anywidget", "asyncio", "distributed", "gettext", "html", "ipywidgets", "joblib", "matplotlib",
    "multiprocessing", "numpy", "psygnal", "scipy", "tomllib", "tqdm", "traitlets", "zmq",
}  # fmt: skip


def modules_loaded_by(code: str) -> set[str]:
    """Names of the modules that `code` loads in a new process, those of Python's own start aside."""
    program = (
        f"import json, sys\nbefore = set(sys.modules)\n{code}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8", env=environment
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing_but_its_front_door() -> None:
    loaded = modules_loaded_by("import skyjo_widgets")
    assert {name for name in loaded if name.startswith("skyjo_widgets")} == {
        "skyjo_widgets",
        "skyjo_widgets._version",
    }
    assert not loaded & HEAVY


def test_playing_a_game_loads_no_widgets_and_no_plots() -> None:
    loaded = modules_loaded_by(
        "from skyjo_widgets import Game, play, strategies\nplay(strategies.greedy, strategies.greedy, seed=1)"
    )
    assert not loaded & {"IPython", "anywidget", "ipywidgets", "joblib", "matplotlib", "tqdm", "traitlets"}


def test_every_word_of_the_front_door_opens() -> None:
    for word in skyjo_widgets.__all__:
        assert getattr(skyjo_widgets, word) is not None
    assert set(skyjo_widgets.__all__) <= set(dir(skyjo_widgets))


def test_a_word_that_is_not_there_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        _ = skyjo_widgets.Tabel
