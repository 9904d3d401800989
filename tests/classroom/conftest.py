"""What the tests of the classroom share: strategies as text, and folders of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "from skyjo_widgets import take, draw, swap, reveal\n"


def strategy_text(low: int = 2, keep: int = 4) -> str:
    """Return a strategy with two thresholds, as a learner writes it."""
    return WORDS + (
        "\n"
        "def careful(view):\n"
        "    if view.drawn is None:\n"
        f"        return take(view.worst()) if view.discard <= {low} else draw()\n"
        f"    if view.drawn <= {keep}:\n"
        "        return swap(view.worst())\n"
        "    return reveal(view.hidden[0])\n"
    )


class Folder(Protocol):
    """Writes a folder of submissions."""

    def __call__(self, **files: str | bytes) -> Path: ...


@pytest.fixture
def good() -> str:
    return strategy_text()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    def write(**files: str | bytes) -> Path:
        place = tmp_path / "class"
        place.mkdir(exist_ok=True)
        for name, content in files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return place

    return write
