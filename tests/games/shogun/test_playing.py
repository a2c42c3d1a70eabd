"""Random whole games of every kind lose no cube, card or tile, event by event (SH-1.5, SH-1.6)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.shogun import SHOGUN
from games.shogun.rules.data import ARMIES, EVENT, FARMERS, SPECIALS, TILES, WAR_CHESTS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import events as ev
from titles.checks.walk import Turn, set_up, walk

KINDS = [
    pytest.param(seats, options, id=f"{seats} {options}")
    for seats in (3, 4, 5)
    for options in ("{}", '{"side": "moon"}', '{"start": "preset"}')
]


def played(seats: int, options: str, seed: int = 1) -> list[Turn]:
    return list(walk(SHOGUN, set_up(SHOGUN, seats, options).table, seed))


def check_conservation(table: ShogunTable) -> None:
    heaps = zip(table.engaged, table.tower, table.tray, strict=True)
    *armies, farmers = [sum(heap) for heap in heaps]
    assert table.farmers + farmers == FARMERS
    for seat, thrown in enumerate(armies, 1):
        own = table.at(seat)
        board = sum(land.armies for land in table.lands if land.owner == seat)
        assert own.supply + sum(own.groups) + board + thrown == ARMIES
        assert min(own.supply, own.chests, own.rice) >= 0
    assert all(table.tiles_left(kind) >= 0 for kind in TILES)


def check_cards(table: ShogunTable) -> None:
    assert Counter([*table.spent, *table.events, *filter(None, [table.event])]).keys() <= EVENT.keys()
    assert not table.specials or set(table.specials) == set(SPECIALS)
    for seat in table.seats:
        laid = [card for card in (*table.at(seat).plan, *table.at(seat).shown) if card]
        assert sorted([*laid, *table.hand(seat)]) == sorted([*table.provinces_of(seat), *WAR_CHESTS])


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_nothing_is_ever_lost(seats: int, options: str) -> None:
    for turn in played(seats, options):
        table = turn.before
        assert isinstance(table, ShogunTable)
        for event in turn.accepted.events:
            table = SHOGUN.rules.evolve(table, event)
            check_conservation(table)
        check_cards(table)
        assert list(SHOGUN.rules.invariants(table)) == []


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_a_game_has_two_years_of_three_rounds_and_a_winter(seats: int, options: str) -> None:
    turns = played(seats, options, seed=2)
    names = Counter(type(event).__name__ for turn in turns for event in turn.accepted.events)
    assert (names["EventsTurnedUp"], names["RoundEnded"], names["WinterCame"], names["YearScored"]) == (2, 6, 2, 2)
    assert names["ActionFinished"] == 60
    assert names["CardTurnedUp"] + names["EmptySpaceMet"] == 60 * seats
    assert (names["YearEnded"], names["GameEnded"]) == (1, 1)


def test_between_two_rounds_nothing_is_owed() -> None:
    for turn in played(4, "{}"):
        table = turn.before
        assert isinstance(table, ShogunTable)
        for event in turn.accepted.events:
            table = SHOGUN.rules.evolve(table, event)
            if isinstance(event, ev.RoundEnded | ev.YearEnded | ev.TrayCleared):
                assert table.agenda == ()
