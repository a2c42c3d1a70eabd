"""What the contract promises of the guesses and evaluations of titles, checked with random whole games."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from statistics import fmean
from typing import Any

import msgspec
import pytest

from clients.bots.search import after, settled
from games.king_of_tokyo.rules.data import CARDS
from games.kit.rules import canonical, decider
from games.kit.title import Title
from games.liars_dice.rules.table import Bid
from gunbai_record.plain import Plain
from lab.variants import marked
from titles.catalogue import TITLES, newest
from titles.checks.walk import SeededDraws, set_up, walk

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


def test_an_evaluation_moves_with_the_seats_of_monsters() -> None:
    title = newest("king_of_tokyo")
    table = tables(title, 3, "{}")[5].but(agenda=())
    turn = msgspec.structs.replace(table.turn, seat=(table.turn.seat - 2) % 3 + 1)
    turned = table.but(monsters=(*table.monsters[1:], table.monsters[0]), turn=turn)
    estimate = title.bots.evaluation(table)
    assert title.bots.evaluation(turned) == pytest.approx((*estimate[1:], estimate[0]))


@pytest.mark.parametrize("name", [name for name in TITLES if newest(name).bots.prospect is not None])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("believing", [False, True])
def test_a_prospect_is_the_mean_evaluation_after_a_move(name: str, seats: int, *, believing: bool) -> None:
    """It is so for each kind of move, whatever the cups of others have."""
    title = newest(name)
    assert title.bots.prospect is not None
    for number, table in enumerate(tables(title, seats, "{}")):
        for seat in decider.asked_seats(title.rules, table):
            moves = list(decider.legal(title.rules, table, seat))
            for move in {type(move): move for move in moves[number:] or moves}.values():
                mean = title.bots.prospect(table, seat, move, believing=believing)
                again = title.bots.guess(table, seat, draws(number))
                assert mean == title.bots.prospect(again, seat, move, believing=believing)
                assert mean == pytest.approx(sampled(title, table, seat, move, believing=believing), abs=0.05)


def sampled(title: Title[Any], table: Any, seat: int, move: Plain, *, believing: bool) -> list[float]:
    """Return the mean evaluation after a move, over some beliefs."""
    source, guess = draws(5), (believing and title.bots.belief) or title.bots.guess
    tables = [after(title, guess(table, seat, source), seat, move) for _ in range(DRAWN)]
    worths = [title.bots.evaluation(settled(title, possible, source)) for possible in tables]
    return [fmean(column) for column in zip(*worths, strict=True)]


def test_dice_under_a_cup_are_guessed_evenly() -> None:
    title = newest("liars_dice")
    table = tables(title, 2, "{}")[1]
    seen = Counter(die for seed in range(DRAWN) for die in title.bots.guess(table, 1, draws(seed)).at(2).hand)
    rolled = sum(seen.values())
    assert set(seen) == set(range(1, 7))
    assert all(abs(count - rolled / 6) < 5 * (rolled * 5 / 36) ** 0.5 for count in seen.values())


def test_the_more_is_bid_the_more_dice_of_the_bidder_are_believed_to_count() -> None:
    title = newest("liars_dice")
    assert title.bots.belief is not None
    table = next(
        candidate for candidate in tables(title, 2, "{}") if len(candidate.at(2).hand) == 5 == len(candidate.at(1).hand)
    )
    shown = []
    for quantity in (1, 3, 6):
        bid = table.but(bid=Bid(seat=2, quantity=quantity, face=4), active=1)
        shown.append(
            sum(die in (1, 4) for seed in range(DRAWN) for die in title.bots.belief(bid, 1, draws(seed)).at(2).hand)
        )
    assert shown == sorted(shown)
    assert shown[0] < 0.8 * shown[-1]


@pytest.mark.parametrize(("title", "seats", "options"), [case for case in CASES if "liars_dice" in str(case.id)])
def test_a_belief_is_a_guess_that_others_made_likelier(title: Title[Any], seats: int, options: str) -> None:
    assert title.bots.belief is not None
    for number, table in enumerate(tables(title, seats, options)):
        for reader in (None, *range(1, seats + 1)):
            once = title.bots.belief(table, reader, draws(number))
            assert title.rules.view(once, reader) == title.rules.view(table, reader)
            assert list(title.rules.invariants(once)) == []
            other = title.bots.guess(table, reader, draws(7))
            assert canonical.encode(title.bots.belief(other, reader, draws(number))) == canonical.encode(once)


def test_cards_of_other_riders_are_guessed_from_all_that_are_not_seen() -> None:
    title = newest("titan_race")
    table = next(
        candidate
        for candidate in tables(title, 3, '{"tracks": ["dead_lagoon"]}')
        if all(r.hand for r in candidate.riders)
    )
    hidden = {*table.deck, *table.at(2).hand, *table.at(3).hand}
    seen = Counter(title.bots.guess(table, 1, draws(seed)).at(2).hand[0] for seed in range(DRAWN))
    assert set(seen) <= hidden
    assert len(seen) > 0.9 * len(hidden)


def test_a_card_that_another_looked_at_is_guessed_from_the_deck() -> None:
    title = newest("king_of_tokyo")
    table = tables(title, 2, "{}")[4]
    top = table.unseen[0]
    looked = table.but(top_card=top, lookers=(1,))
    assert title.bots.guess(looked, 1, draws(1)) == looked
    seen = {title.bots.guess(looked, 2, draws(seed)).top_card for seed in range(DRAWN)}
    assert seen <= set(table.unseen)
    assert len(seen) > len(CARDS) // 2
