"""What games/kit/decider.py promises of the guesses and evaluations of titles, checked with random whole games."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from games.catalogue import TITLES, newest
from games.king_of_tokyo.data import CARDS
from games.kit import canonical, decider
from games.kit.chance import Zeros
from games.kit.decider import Title
from tests.games.variants import marked
from tests.games.walk import SeededDraws, set_up, walk

CASES = [
    pytest.param(newest(name), seats, options, marks=marks, id=f"{name}-{seats}-{options}")
    for name in TITLES
    for seats, options, marks in marked(name)
]
MOMENTS = 10
"""How many tables of a game are looked at."""
DRAWN = 400
"""How many guesses are counted."""


@lru_cache(maxsize=len(CASES))
def tables(title: Title[Any], seats: int, options: str, seed: int = 3) -> list[Any]:
    """Return tables of a random game, the last one included."""
    played = [turn.accepted.table for turn in walk(title, set_up(title, seats, options).table, seed)]
    return [*played[:: max(1, len(played) // MOMENTS)], played[-1]]


def draws(seed: int) -> SeededDraws:
    return SeededDraws(random.Random(seed))


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_reader_cannot_tell_a_guess_from_the_table(title: Title[Any], seats: int, options: str) -> None:
    for number, table in enumerate(tables(title, seats, options)):
        for reader in (None, *range(1, seats + 1)):
            guess = title.guess(table, reader, draws(number))
            assert title.view(guess, reader) == title.view(table, reader)
            assert guess.agenda == table.agenda
            assert decider.asked(title, guess) == decider.asked(title, table)
            assert list(title.invariants(guess)) == []
            if reader is not None:
                assert list(decider.legal(title, guess, reader)) == list(decider.legal(title, table, reader))


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_guess_depends_on_nothing_that_the_reader_does_not_know(title: Title[Any], seats: int, options: str) -> None:
    """The tables that a reader cannot tell apart lead to the same guess, from the same draws."""
    for number, table in enumerate(tables(title, seats, options)):
        for reader in (None, *range(1, seats + 1)):
            for source in (Zeros, lambda: draws(7)):
                once = title.guess(table, reader, source())
                twice = title.guess(title.guess(table, reader, draws(number)), reader, source())
                assert canonical.encode(once) == canonical.encode(twice)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_an_evaluation_shares_out_the_victory(title: Title[Any], seats: int, options: str) -> None:
    for table in tables(title, seats, options):
        estimate = title.evaluation(table)
        sides = title.sides(table)
        assert len(estimate) == seats
        assert all(0 <= each <= 1 for each in estimate)
        if len(sides) == 1:
            assert len(set(estimate)) == 1
        elif title.outcome(table) is None:
            assert sum(estimate) == pytest.approx(1)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_an_evaluation_says_who_has_won(title: Title[Any], seats: int, options: str) -> None:
    table = tables(title, seats, options)[-1]
    outcome = title.outcome(table)
    assert outcome is not None
    estimate, together = title.evaluation(table), len(title.sides(table)) == 1
    for seat in table.seats:
        if seat in outcome.winners:
            assert estimate[seat - 1] == pytest.approx(1 if together else 1 / len(outcome.winners))
        else:
            assert estimate[seat - 1] == (0.5 if outcome.ending == "repetition" else 0)


def test_an_evaluation_moves_with_the_seats_of_monsters() -> None:
    title = newest("king_of_tokyo")
    table = tables(title, 3, "{}")[5].but(agenda=())
    turn = msgspec.structs.replace(table.turn, seat=(table.turn.seat - 2) % 3 + 1)
    turned = table.but(monsters=(*table.monsters[1:], table.monsters[0]), turn=turn)
    estimate = title.evaluation(table)
    assert title.evaluation(turned) == pytest.approx((*estimate[1:], estimate[0]))


def test_dice_under_a_cup_are_guessed_evenly() -> None:
    title = newest("liars_dice")
    table = tables(title, 2, "{}")[1]
    seen = Counter(die for seed in range(DRAWN) for die in title.guess(table, 1, draws(seed)).at(2).hand)
    rolled = sum(seen.values())
    assert set(seen) == set(range(1, 7))
    assert all(abs(count - rolled / 6) < 5 * (rolled * 5 / 36) ** 0.5 for count in seen.values())


def test_cards_of_other_riders_are_guessed_from_all_that_are_not_seen() -> None:
    title = newest("titan_race")
    table = next(each for each in tables(title, 3, '{"tracks": ["dead_lagoon"]}') if all(r.hand for r in each.riders))
    hidden = {*table.deck, *table.at(2).hand, *table.at(3).hand}
    seen = Counter(title.guess(table, 1, draws(seed)).at(2).hand[0] for seed in range(DRAWN))
    assert set(seen) <= hidden
    assert len(seen) > 0.9 * len(hidden)


def test_a_card_that_another_looked_at_is_guessed_from_the_deck() -> None:
    title = newest("king_of_tokyo")
    table = tables(title, 2, "{}")[4]
    top = table.unseen[0]
    looked = table.but(top_card=top, lookers=(1,))
    assert title.guess(looked, 1, draws(1)) == looked
    seen = {title.guess(looked, 2, draws(seed)).top_card for seed in range(DRAWN)}
    assert seen <= set(table.unseen)
    assert len(seen) > len(CARDS) // 2
