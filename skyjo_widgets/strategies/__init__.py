"""The ladder: opponents from random to strong, each a short file that is meant to be read.

Each rung adds one idea to the one below:

1. `random_player`: none. It plays by chance.
2. `greedy`: low cards are good. It is the opponent that you get if you name none.
3. `columns`: three equal cards in a column cost nothing.
4. `finisher`: who ends the round without being the lowest pays double.
5. `counter`: the cards that I have not seen say what each move costs on average.
6. `thinker`: near the end the best moves are played on in imagined rounds.

How strong each is stands in its docstring, and ``python tests/benchmarks/ladder.py`` measures it again.
What two rungs need stands in files of its own: `outlook` and `closing` are the arithmetic of `counter`,
`imagined` deals the rounds of `thinker`.

Examples
--------
>>> from skyjo_widgets import play, strategies
>>> play(strategies.finisher, strategies.greedy, seed=2).phase
'game over'
>>> [strategy.__name__ for strategy in LADDER]
['random_player', 'greedy', 'columns', 'finisher', 'counter', 'thinker']
"""

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
