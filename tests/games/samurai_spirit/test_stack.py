"""With checked dolls the raiders still come as from a deal that was really dealt, looked at and kept (SS-11.3)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from games.kit.rules.chance import distribution
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.data import DOLLS, PLUNDERERS
from games.samurai_spirit.rules.stack import chance_of, chance_of_doll, chance_of_enough, turned
from games.samurai_spirit.rules.table import Options, SamuraiTable

DEAL = 14


def kept(aside: int = 0) -> SamuraiTable:
    table: SamuraiTable = SAMURAI_SPIRIT.rules.setup(
        2, Options(two_player_doll_check=True), SAMURAI_SPIRIT.rules.edition
    )
    return table.but(deals_set_aside=aside, raiders=(0,) * DEAL)


def hypergeometric(dolls: int, cards: int, dealt: int, shown: int) -> Fraction:
    return Fraction(comb(dolls, shown) * comb(cards - dolls, dealt - shown), comb(cards, dealt))


def test_a_deal_is_kept_as_often_as_a_real_one_shows_two_dolls() -> None:
    too_few = sum(hypergeometric(18, 52, DEAL, shown) for shown in (0, 1))
    assert chance_of_enough(kept()) == 1 - too_few


def test_a_second_deal_is_kept_as_often_as_after_a_real_one_that_was_set_aside() -> None:
    first = {shown: hypergeometric(18, 52, DEAL, shown) for shown in (0, 1)}
    enough = {shown: 1 - sum(hypergeometric(18 - shown, 52 - DEAL, DEAL, again) for again in (0, 1)) for shown in first}
    expected = sum(first[shown] * enough[shown] for shown in first) / sum(first.values())
    assert chance_of_enough(kept(aside=1)) == expected


def test_the_first_raider_shows_a_doll_as_often_as_in_a_kept_deal() -> None:
    chances = {shown: hypergeometric(18, 52, DEAL, shown) for shown in range(2, DEAL + 1)}
    expected = sum(shown * chance for shown, chance in chances.items()) / DEAL / sum(chances.values())
    assert chance_of_doll(kept()) == expected
    assert chance_of_doll(kept()) > Fraction(18, 52)


@pytest.mark.parametrize("aside", [0, 1, 2])
def test_all_raiders_together_are_certain(aside: int) -> None:
    table = kept(aside)
    assert sum(chance_of(table, table.raiders[0], raider) for raider in PLUNDERERS) == 1


def test_the_last_raiders_of_a_deal_without_dolls_so_far_both_show_one() -> None:
    table = kept()
    for raider in [raider for raider in PLUNDERERS if raider not in DOLLS][: DEAL - 2]:
        table = table.without_top_raider(raider).discards(raider)
    drawn = distribution(lambda draws: turned(table, table.raiders[0], draws))
    assert drawn == {raider: Fraction(1, 18) for raider in PLUNDERERS if raider in DOLLS}
    assert chance_of(table, table.raiders[0], "R4-13") == 0


def test_once_two_dolls_are_seen_every_raider_left_is_as_likely() -> None:
    table = kept()
    for raider in ("R1-05", "R1-06"):
        table = table.without_top_raider(raider).discards(raider)
    assert {chance_of(table, table.raiders[0], raider) for raider in table.unseen.cards() if raider in PLUNDERERS} == {
        Fraction(1, 50)
    }


@pytest.mark.parametrize(("level", "last"), [("easy", 3), ("normal", 2), ("hard", 2), ("heroic", 2)])
def test_a_deal_shows_enough_dolls_before_the_plunderers_run_out(level: Any, last: int) -> None:
    agreed = Options(difficulty=level, two_player_doll_check=True)
    table: SamuraiTable = SAMURAI_SPIRIT.rules.setup(2, agreed, SAMURAI_SPIRIT.rules.edition)
    chances = [chance_of_enough(table.but(deals_set_aside=aside)) for aside in range(last + 1)]
    assert all(chance < 1 for chance in chances[:-1])
    assert chances[-1] == 1
    assert (last + 1) * table.deal <= len(PLUNDERERS)
