"""The game by the exact rules. Knows no notebook, no widget."""

from skyjo_widgets.engine.autoplay import ROUND_LIMIT, Outcome, play, play_decision, play_game, play_round
from skyjo_widgets.engine.deck import COUNTS, DECK, DECK_SIZE, MEAN_VALUE, VALUES, Decks, check_seed, new_seed
from skyjo_widgets.engine.dice import Dice
from skyjo_widgets.engine.errors import IllegalMove, RecordError, SkyjoError, StrategyError, text_of
from skyjo_widgets.engine.event import Event, player_name
from skyjo_widgets.engine.game import Game
from skyjo_widgets.engine.moves import SLOTS, Move, draw, flip, parse_move, reveal, swap, take
from skyjo_widgets.engine.round import COLUMNS, Round
from skyjo_widgets.engine.rules import ARENA_RULES, MAX_PLAYERS, MIN_PLAYERS, Rules, with_turn_limit
from skyjo_widgets.engine.score import ranking, winners
from skyjo_widgets.engine.strategy import Strategy, different_names, name_of, opening, opening_of
from skyjo_widgets.engine.view import View

__all__ = [
    "ARENA_RULES",
    "COLUMNS",
    "COUNTS",
    "DECK",
    "DECK_SIZE",
    "MAX_PLAYERS",
    "MEAN_VALUE",
    "MIN_PLAYERS",
    "ROUND_LIMIT",
    "SLOTS",
    "VALUES",
    "Decks",
    "Dice",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "RecordError",
    "Round",
    "Rules",
    "SkyjoError",
    "Strategy",
    "StrategyError",
    "View",
    "check_seed",
    "different_names",
    "draw",
    "flip",
    "name_of",
    "new_seed",
    "opening",
    "opening_of",
    "parse_move",
    "play",
    "play_decision",
    "play_game",
    "play_round",
    "player_name",
    "ranking",
    "reveal",
    "swap",
    "take",
    "text_of",
    "winners",
    "with_turn_limit",
]
