"""The game by the exact rules. Knows no notebook, no widget.

Comments and docstrings name the rules by number. (B) is the printed booklet's word, (C) a convention
where the booklet is silent.

====  ==========================================================================================
R1    2 to 8 players (B).
R2    150 cards: 5 of -2, 10 of -1, 15 of 0, 10 each of 1 to 12; all shuffled every round (B).
R3    12 face-down cards each, in 4 columns of 3; one more opens the discard pile (B).
R4    Every player turns over exactly two cards of their own, in every round (B).
R5    The highest sum of the two open cards starts round 1 (B).
R6    Equal sums: the higher single card, then the lowest seat (C).
R7    Later rounds: the player who ended the round before starts; as an option, the sum again (B).
R8    Take the top discard: it replaces one's own card at once, open or face-down (B).
R9    Or draw and look: swap it likewise, or discard it and turn over a face-down card (B).
R10   Three equal open cards in a column are removed, after a swap and after a reveal (B).
R11   Always, also 0, 0, 0 and -2, -2, -2 (B).
R12   On the discard pile: first the card swapped out or discarded, then the three (B).
R13   Rows and diagonals never (B).
R14   Cleared slots stay empty, count 0 and never clear again (C).
R15   A player without a face-down card after their turn ends the round: the ender (B).
R16   Each other player has exactly one more turn, clockwise (B).
R17   The first one stays the ender (B).
R18   Then all is turned over, all complete columns of all players go, and points are counted (B).
R19   An ender who isn't strictly the lowest of the round is doubled, if the score is positive (B).
R20   Scores of rounds add up; totals may be negative (B).
R21   The game ends after a round in which any total is 100 or more (B).
R22   The lowest total wins; equal lowest totals share the victory (C for the tie).
R23   A player without cards scores 0 (B).
R24   An empty draw pile is refilled when somebody must draw: all discards but the top one (C).
R25   With nothing to draw and nothing to refill from, drawing is not legal; taking is (C).
R26   Nobody sees a face-down value, its owner included (B).
R27   Play goes clockwise: to the next seat (B).
R28   Simulations cap the turns of a round; a capped round has no ender and is reported (C).
====  ==========================================================================================
"""

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
