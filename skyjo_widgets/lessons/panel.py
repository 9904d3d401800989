"""The widget of the lessons: a task, choices or a number, buttons, and a line that answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Panel", "bundle"]

_HERE = Path(__file__).parent


class Panel(anywidget.AnyWidget):
    """Shows one state and tells what was pressed. It decides nothing.

    Parameters
    ----------
    state : dict
        What to show: task, choices, actions and what was said; see `panel.js`.
    pressed : callable
        Called with the name of what was pressed (``"choice"``, ``"number"`` or an action's) and its
        value.
    """

    _esm = _HERE / "panel.js"
    _css = _HERE / "panel.css"
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, state: dict[str, Any], pressed: Callable[[str, str], object]) -> None:
        super().__init__(state=state)
        self._pressed = pressed
        self.on_msg(self._heard)

    def show(self, state: dict[str, Any]) -> None:
        """Show another state, in one message."""
        self.state = state

    def press(self, name: str, value: str = "") -> None:
        """Press what has this `name`, as a click does."""
        self._pressed(name, value)

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and isinstance(content.get("press"), str):
            self.press(content["press"], str(content.get("value", "")))

    def __repr__(self) -> str:
        return f"Panel({self.state.get('name', '')!r})"


def bundle(widget: Any, plain: str, html: str) -> dict[str, Any]:  # noqa: ANN401 - ipywidgets publishes no types
    """Return what a notebook shows: `widget`; `html` where there is no kernel; `plain` without trust."""
    shown = widget._repr_mimebundle_()
    data = dict(shown[0] if isinstance(shown, tuple) else shown or {})
    data.pop("image/svg+xml", None)  # the table's picture knows no task
    return {**data, "text/plain": plain, "text/html": html}
