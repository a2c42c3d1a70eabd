"""Whole random games of two to six monsters, in which the powers of any time are used too."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.rules.data import BAY_MONSTERS, CARDS, KEEP
from games.king_of_tokyo.rules.invariants import invariants
from games.king_of_tokyo.rules.table import Held, Options, TokyoTable, setup
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, Actor, Chance, Decision, Refusal
from tests.games.king_of_tokyo.positions import monster
from tests.games.king_of_tokyo.positions import table as new_table
from titles.checks.walk import SeededDraws, pick

LONGEST = 5_000


def interrupter(table: TokyoTable, source: random.Random) -> Actor:
    """Return a seat that uses a power of any time now, or 0."""
    seats = [seat for step in TITLE.rules.standing(table) if isinstance(step, Decision) for seat in step.seats(table)]
    able = [seat for seat in seats if next(decider.legal(TITLE.rules, table, seat), None) is not None]
    return pick(source, able) if able and source.random() < 0.2 else CHANCE


def rich(seats: int, seed: int) -> TokyoTable:
    """Return a table whose monsters have five cards each, Mimic with its token among them, and energy to use them."""
    source = random.Random(seed)
    cards = source.sample([card.id for card in KEEP if card.id != "mimic"], 5 * seats - 1)
    hands = [cards[seat::seats] for seat in range(seats)]
    copied = source.choice(hands[0])
    monsters = [monster(seat, *hand, energy=12, life=source.randint(3, 10)) for seat, hand in enumerate(hands, 1)]
    monsters[-1] = msgspec.structs.replace(monsters[-1], cards=(*monsters[-1].cards, Held("mimic", copies=copied)))
    market = [card for card in CARDS if card not in cards and card != "mimic"][-3:]
    return new_table(*monsters, market=tuple(market), bay_open=seats >= BAY_MONSTERS)


def entries(
    seats: int, seed: int, start: TokyoTable | None = None
) -> Iterator[tuple[TokyoTable, Actor, Accepted[TokyoTable]]]:
    """Play a game to its end; yield each table, who moved, and what followed."""
    source = random.Random(seed)
    draws = SeededDraws(source)
    table = decider.begin(TITLE.rules, start or setup(seats, Options(), TITLE.rules.edition)).table
    while (step := decider.waiting(TITLE.rules, table)) is not None:
        actor = CHANCE
        if isinstance(step, Decision):
            actor = interrupter(table, source) or step.seats(table)[0]
            move = pick(source, list(decider.legal(TITLE.rules, table, actor)))
        else:
            assert isinstance(step, Chance)
            move = step.draw(table, draws)
        ruling = decider.decide(TITLE.rules, table, actor, move)
        assert isinstance(ruling, Accepted), f"{ruling} of {move} at {step}"
        yield table, actor, ruling
        table = ruling.table


def check_games(seats: int, count: int) -> None:
    for seed in range(count):
        last, number = None, 0
        for number, (_, _, ruling) in enumerate(entries(seats, seed), 1):
            last = ruling.table
            assert number < LONGEST
            assert number % 7 or list(invariants(last)) == []
        assert last is not None
        assert TITLE.rules.outcome(last) is not None
        assert list(invariants(last)) == []


@pytest.mark.parametrize("seats", range(2, 7))
def test_fifteen_games_end_and_break_no_invariant(seats: int) -> None:
    check_games(seats, 15)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_thousand_games_end_and_break_no_invariant(seats: int) -> None:
    check_games(seats, 1_000)


def check_rich_games(seats: int, count: int) -> None:
    for seed in range(count):
        for before, _, ruling in entries(seats, seed, rich(seats, seed)):
            faults = list(invariants(ruling.table))
            assert faults == [], f"{faults} after {ruling.events} on {before}"


@pytest.mark.parametrize("seats", range(2, 7))
def test_games_full_of_cards_break_no_invariant(seats: int) -> None:
    check_rich_games(seats, 8)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_games_full_of_cards_break_no_invariant(seats: int) -> None:
    check_rich_games(seats, 400)


@pytest.mark.parametrize("seats", range(2, 7))
def test_in_games_full_of_cards_exactly_the_legal_candidates_are_accepted(seats: int) -> None:
    for table, _, _ in entries(seats, seats, rich(seats, seats)):
        for step in decider.open_steps(TITLE.rules, table):
            if isinstance(step, Decision):
                check_candidates(table, step)


@pytest.mark.parametrize("seats", range(2, 7))
def test_exactly_the_legal_candidates_are_accepted(seats: int) -> None:
    for table, _, _ in entries(seats, seed=seats):
        for step in decider.open_steps(TITLE.rules, table):
            if isinstance(step, Decision):
                check_candidates(table, step)


def check_candidates(table: TokyoTable, step: Decision) -> None:  # type: ignore[type-arg]  # a step of any kind
    for seat in step.seats(table):
        offered = list(decider.legal(TITLE.rules, table, seat))
        for move in list(step.candidates(table, seat))[::5]:
            ruling = decider.decide(TITLE.rules, table, seat, move)
            assert isinstance(ruling, Refusal) != (move in offered)


def test_every_monster_and_every_place_at_the_table_wins_some_game() -> None:
    kings = {list(entries(4, seed))[-1][2].table.king for seed in range(40)}
    assert {1, 2, 3, 4} <= kings
