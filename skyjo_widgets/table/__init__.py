"""The card grid in the notebook: `Table` to play at, `Replay` to look back."""

from skyjo_widgets.table.replay import Replay
from skyjo_widgets.table.table import Table

__all__ = ["Replay", "Table"]
