"""A battle ends as its cubes in the tray say, whatever fell, and no cube is lost (SH-14, SH-15)."""

from __future__ import annotations

from itertools import product

import pytest

from games.kit.rules.decider import Play
from games.shogun import SHOGUN
from games.shogun.rules.battle import castle_army, may_reinforce, neutral_farmers, rebels, result, strength
from games.shogun.rules.data import SPECIALS
from games.shogun.rules.steps import SettleBattle, SettleRevolt
from games.shogun.rules.table import Land, ShogunTable
from tests.games.shogun.positions import on_board, opened

BUILT = ("castle", "temple")


def fought(fallen: tuple[int, int, int, int], owner: int, revolts: int = 0) -> ShogunTable:
    """Return the table after a throw over Etchu: seat 1 attacks from Shinano, seat 3 has no part in it."""
    tower, farmers = tuple([7 - cubes for cubes in fallen]), 20 - 7
    lands = [Land("shinano", 1, 1), Land("kii", 2, 2), Land("aki", 3, 2)]
    if owner:
        lands.append(Land("etchu", owner, 0, BUILT, revolts))
    return on_board(opened(tower=tower, tray=fallen, farmers=farmers), *lands)


def settled(table: ShogunTable) -> Play[ShogunTable]:
    battle = SettleBattle("etchu", 1)
    play = Play(SHOGUN.rules.evolve, table.opens(battle))
    battle.resolve(play)
    return play


FALLS = list(product(range(4), range(4), (0, 2), range(4)))


@pytest.mark.parametrize("owner", [0, 2])
@pytest.mark.parametrize("revolts", [0, 1])
def test_every_fall_has_the_result_of_the_rulebook(owner: int, revolts: int) -> None:
    for fallen in FALLS:
        table = fought(fallen, owner, revolts)
        attackers, defenders, _, farmers = fallen
        defence = (defenders if owner else 0) + (0 if owner and revolts else farmers)
        outcome_of_fall = result(table, "etchu", strength(table, "etchu", 1))
        if attackers > defence:
            assert outcome_of_fall == "conquered"
        elif not owner:
            assert outcome_of_fall == "repelled"
        elif attackers < defence and defenders:
            assert outcome_of_fall == "defended"
        else:
            assert outcome_of_fall == "devastated"


@pytest.mark.parametrize("owner", [0, 2])
@pytest.mark.parametrize("revolts", [0, 1])
def test_no_cube_is_lost_and_the_province_is_held_or_bare(owner: int, revolts: int) -> None:
    for fallen in FALLS:
        after = settled(fought(fallen, owner, revolts)).table
        assert list(SHOGUN.rules.invariants(after.but(**SPRING))) == []
        land = after.land("etchu")
        assert land is None or land.armies > 0


SPRING = {"spent": (), "events": ("E1", "E2", "E3", "E4")}


@pytest.mark.parametrize("owner", [0, 2])
def test_a_third_colour_stays_in_the_tray(owner: int) -> None:
    for fallen in FALLS:
        after = settled(fought(fallen, owner)).table
        assert after.tray == (0, 0 if owner else fallen[1], fallen[2], 0)


def test_farmers_stay_in_the_tray_when_a_revolt_marker_keeps_them_out() -> None:
    after = settled(fought((3, 1, 0, 3), owner=2, revolts=1)).table
    assert after.tray == (0, 0, 0, 3)
    assert after.land("etchu") == Land("etchu", 1, 2, BUILT, 1)


def test_the_winner_loses_as_many_cubes_as_the_defence_had() -> None:
    for attackers, defenders, farmers in product(range(1, 5), range(4), range(4)):
        if attackers > defenders + farmers:
            after = settled(fought((attackers, defenders, 0, farmers), owner=2)).table
            assert after.armies_in("etchu") == attackers - defenders - farmers


def test_farmers_fall_before_the_owners_armies() -> None:
    for attackers, defenders, farmers in product(range(4), range(1, 4), range(4)):
        if attackers < defenders + farmers:
            after = settled(fought((attackers, defenders, 0, farmers), owner=2)).table
            assert after.armies_in("etchu") == defenders - max(0, attackers - farmers)


@pytest.mark.parametrize("taxed", [False, True])
def test_a_revolt_is_put_down_by_more_armies_than_farmers(*, taxed: bool) -> None:
    for armies, farmers in product(range(5), range(5)):
        table = fought((0, armies, 1, farmers), owner=2, revolts=1)
        revolt = SettleRevolt("etchu", 2, taxed=taxed)
        play = Play(SHOGUN.rules.evolve, table.opens(revolt))
        revolt.resolve(play)
        left = Land("etchu", 2, armies - farmers, BUILT, 1 + taxed) if armies > farmers else None
        assert play.table.land("etchu") == left
        assert play.table.tray == (0, 0, 1, 0)


@pytest.mark.parametrize("supply", [0, 1, 2])
def test_the_last_army_of_a_supply_may_still_join_a_defence(supply: int) -> None:
    lands = (Land("suruga", 1, 3), Land("etchu", 2, 2, ("castle",)), Land("kii", 2, 2))
    bonus = on_board(opened(event="E4", specials=tuple(SPECIALS), places=(1, 3, 0, 0, 2)), *lands)
    bonus = bonus.but_at(2, supply=supply)
    assert may_reinforce(bonus, "etchu") == (supply > 0)
    assert castle_army(bonus, "etchu") == (supply > 0)
    assert not may_reinforce(bonus, "suruga")
    assert not may_reinforce(bonus, "kai")
    assert not castle_army(bonus, "kii")
    assert not castle_army(bonus, "kai")
    assert not castle_army(bonus.but(event="E1"), "etchu")


@pytest.mark.parametrize("stock", [0, 1, 2, 3, 9])
def test_no_more_farmers_fight_than_are_in_the_stock(stock: int) -> None:
    table = on_board(opened(farmers=stock), Land("suruga", 1, 3, revolts=2))
    assert neutral_farmers(table) == min(stock, 1)
    assert neutral_farmers(table.but(event="E3")) == min(stock, 2)
    assert rebels(table, "suruga", 1) == min(stock, 3)
    assert rebels(table, "kai", 1) == min(stock, 1)
