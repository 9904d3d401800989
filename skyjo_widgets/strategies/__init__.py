"""The ladder: opponents from random to strong, each a short file that is meant to be read."""

from __future__ import annotations

from skyjo_widgets.strategies.columns import columns
from skyjo_widgets.strategies.counter import counter
from skyjo_widgets.strategies.finisher import finisher
from skyjo_widgets.strategies.greedy import greedy
from skyjo_widgets.strategies.random_player import random_player
from skyjo_widgets.strategies.thinker import thinker

__all__ = ["LADDER", "columns", "counter", "finisher", "greedy", "random_player", "thinker"]

LADDER = (random_player, greedy, columns, finisher, counter, thinker)
"""All of them, the weakest first."""
