"""The same seed gives the same cards: on every version of NumPy, platform and process.

Golden numbers. They may never change: a seed written in a notebook or a saved class tournament
must go on meaning the same cards.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from skyjo_widgets.engine import COUNTS, DECK, DECK_SIZE, MEAN_VALUE, VALUES, Decks, Dice, Game, check_seed

LARGEST = 2**64 - 1

# (seed, deal, round): the first twelve cards, and the first digits of a hash of all.
DECKS = {
    (0, 0, 1): ([0, 1, 4, 4, 7, 6, 6, 9, 10, 8, 3, 2], "08294e9f1ae58c97"),
    (0, 0, 2): ([12, 11, 8, 5, 2, 0, 6, 10, 2, 10, 5, 7], "0940beb6e83d79b1"),
    (0, 1, 1): ([7, 12, 8, 2, 4, -1, 10, 0, 3, 11, 1, 8], "e2c78783e9c90ecd"),
    (1, 0, 1): ([10, 4, 6, 1, 11, 3, 11, 6, 4, 9, 6, 9], "b22f3d396c2cc615"),
    (4, 63, 1): ([8, -2, 1, -1, 7, 9, 11, 0, 10, 11, 10, -1], "7e56a7e91f674501"),
    (4, 64, 1): ([7, 10, 4, 5, 0, 10, 9, 11, 10, 12, 1, 5], "fcca6370fa5ffe46"),
    (2026, 1000, 7): ([12, 5, 0, 8, 6, 8, 0, 3, 1, 6, 0, -2], "53d62975ab8bd8df"),
    (999999999, 12345, 3): ([8, 1, 4, 5, 4, 7, -1, -1, 12, -2, 9, 12], "48abfb6bf6d76299"),
    (9223372036854775808, 0, 1): ([6, 4, 5, 0, 5, 2, 11, 9, 9, 0, 7, 3], "11a18ae9eef9f224"),
    (LARGEST, 0, 1): ([6, 3, 8, 2, 1, 4, 0, 2, 5, 0, 11, 11], "6d2b915c351f5fd7"),
    (LARGEST, 1000000, 100): ([-1, 6, 3, 1, 5, 6, 8, 12, 8, 7, 0, -1], "f15c4ad570d19461"),
}

# (seed, deal, round, number of the refill): what these cards become.
CARDS = [number % 13 for number in range(20)]
REFILLS = {
    (0, 0, 1, 1): [4, 0, 5, 12, 6, 6, 5, 2, 7, 1, 8, 2, 3, 10, 1, 4, 9, 11, 0, 3],
    (0, 0, 1, 2): [10, 0, 2, 8, 7, 6, 0, 1, 5, 9, 6, 2, 3, 3, 1, 5, 11, 12, 4, 4],
    (0, 0, 2, 1): [2, 11, 1, 2, 12, 0, 5, 5, 6, 3, 8, 7, 4, 6, 0, 1, 10, 3, 9, 4],
    (0, 5, 1, 1): [2, 12, 3, 3, 2, 1, 8, 0, 11, 9, 1, 6, 5, 5, 4, 7, 0, 10, 6, 4],
    (7, 64, 1, 1): [4, 12, 0, 5, 7, 8, 3, 1, 10, 9, 4, 0, 2, 6, 11, 3, 2, 5, 6, 1],
    (LARGEST, 1000000, 100, 9): [1, 12, 1, 2, 4, 6, 3, 0, 4, 8, 2, 6, 11, 10, 7, 5, 9, 5, 3, 0],
}

# (seed, deal, seat): the first numbers of decision 1, and the first of decision 2.
DICE = {
    (0, 0, 0): [14176865451867674537, 1864749545797404745, 13526095230898078773],
    (0, 0, 1): [9243088260529091124, 2805033057862331604, 6492962219737468524],
    (0, 1, 0): [11389572925587539805, 1169171733898977337, 7761188438115248880],
    (7, 64, 7): [2991073799328628683, 7487522442613678579, 10711768834796410982],
    (LARGEST, 1000000, 3): [17691115441184683535, 8565056384877805675, 13810624760109642440],
}


def digits(cards: list[int]) -> str:
    return sha256(" ".join(map(str, cards)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("key", DECKS)
def test_a_deck_is_as_ever(key: tuple[int, int, int]) -> None:
    seed, deal, round_number = key
    deck = Decks(seed).deck(deal, round_number)
    assert (deck[:12], digits(deck)) == DECKS[key]


@pytest.mark.parametrize("key", REFILLS)
def test_a_refill_is_as_ever(key: tuple[int, int, int, int]) -> None:
    seed, deal, round_number, number = key
    assert Decks(seed).refill(deal, round_number, number, CARDS) == REFILLS[key]


@pytest.mark.parametrize("key", DICE)
def test_dice_are_as_ever(key: tuple[int, int, int]) -> None:
    dice = Dice(*key)
    assert [dice.bits(1), dice.bits(1), dice.bits(2)] == DICE[key]


def test_a_deck_is_the_same_whatever_was_asked_before() -> None:
    decks = Decks(5)
    for deal in (700, 3, 64, 63, 0):
        for round_number in (9, 1, 2):
            assert decks.deck(deal, round_number) == Decks(5).deck(deal, round_number)


def test_every_deck_has_all_cards_and_none_is_like_another() -> None:
    decks = [
        Decks(seed).deck(deal, round_number)
        for seed in (0, 1, 2**32, LARGEST)
        for deal in (0, 1, 63, 64, 10**9)
        for round_number in (1, 2, 3)
    ]
    assert all(Counter(deck) == Counter(COUNTS) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == len(decks)


def test_the_deck_is_that_of_the_rules() -> None:
    """R2."""
    assert (DECK_SIZE, sum(DECK), len(VALUES)) == (150, 760, 15)
    assert round(MEAN_VALUE, 4) == 5.0667
    assert {-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10) == COUNTS


def test_shuffles_are_even() -> None:
    """Each place of the deck holds each value as often as chance would have it."""
    decks = Decks(11)
    shuffles = 4_000
    places: list[Counter[int]] = [Counter() for _ in range(DECK_SIZE)]
    for deal in range(shuffles):
        for place, card in enumerate(decks.deck(deal, 1)):
            places[place][card] += 1
    expected = {value: shuffles * count / DECK_SIZE for value, count in COUNTS.items()}
    chi_squared = [
        sum((seen[value] - mean) ** 2 / mean for value, mean in expected.items()) for seen in places
    ]
    # 150 places with 14 degrees of freedom each: mean 14, variance 28.
    assert abs(sum(chi_squared) / DECK_SIZE - 14) < 4 * (28 / DECK_SIZE) ** 0.5
    assert max(chi_squared) < 50


def test_neighbours_in_a_shuffle_have_nothing_to_do_with_each_other() -> None:
    decks = Decks(12)
    shuffles = [decks.deck(deal, 2) for deal in range(2_000)]
    equal = sum(first == second for deck in shuffles for first, second in pairwise(deck))
    chance = sum(count * (count - 1) for count in COUNTS.values()) / (DECK_SIZE * (DECK_SIZE - 1))
    pairs = 2_000 * (DECK_SIZE - 1)
    assert abs(equal / pairs - chance) < 4 * (chance * (1 - chance) / pairs) ** 0.5


def test_a_refill_is_even_too() -> None:
    decks = Decks(13)
    cards = list(range(10))
    firsts = Counter(decks.refill(deal, 1, 1, cards)[0] for deal in range(3_000))
    assert sum((firsts[card] - 300) ** 2 / 300 for card in cards) < 35  # 9 degrees of freedom


def test_another_process_deals_the_same_cards() -> None:
    code = "from skyjo_widgets.engine import Decks; print(Decks(77).deck(5, 2))"
    for hash_seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert told.stdout.strip() == str(Decks(77).deck(5, 2))


def test_a_game_is_dealt_from_its_deck_in_order() -> None:
    """R3: twelve cards for each seat, then the discard pile, then the draw pile."""
    game = Game(3, seed=21)
    deck = Decks(21).deck(0, 1)
    position = game.position()
    dealt = [card for player in position["players"] for row in player["grid"] for card in row]
    assert dealt == [f"?{card}" for card in deck[:36]]
    assert position["discard_bottom_to_top"] == [deck[36]]
    assert position["draw_top_to_bottom"] == deck[37:]


def test_a_game_without_a_seed_gets_one_that_can_be_used_again() -> None:
    game = Game(2)
    assert Game(2, seed=game.seed).position() == game.position()
    assert len({Game(2).seed for _ in range(5)}) == 5


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, None])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to 18446744073709551615"):
        check_seed(seed)
