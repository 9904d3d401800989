"""What the lessons need: puzzles on the grid, questions with feedback, exercises with a judge.

All three are made by name: `Puzzle("first_column")` finds its position and its goal in a file beside
this module, its texts in the catalogue of the chosen language (`words/<lang>/lessons.toml`). So a
notebook's code cells are the same in every language.
"""

from __future__ import annotations

from skyjo_widgets.lessons.exercise import Exercise
from skyjo_widgets.lessons.puzzle import Puzzle
from skyjo_widgets.lessons.question import Question
from skyjo_widgets.lessons.reply import Reply

__all__ = ["Exercise", "Puzzle", "Question", "Reply"]
