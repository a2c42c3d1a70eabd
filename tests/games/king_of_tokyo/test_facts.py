"""What the network that appraises tables of King of Tokyo is given of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.king_of_tokyo.bots.facts import (
    ENERGY,
    IN_TOKYO,
    LIFE,
    LIVING,
    LOADED,
    MOST_ENERGY,
    OFFERED,
    OTHER,
    OWNED,
    POINTS,
    POISON,
    ROW,
    SHRINK,
    SMOKE,
    TURNS,
    WITHIN_REACH,
    facts,
)
from games.king_of_tokyo.bots.standing import standing_of
from games.king_of_tokyo.rules.data import KEEP
from games.king_of_tokyo.rules.table import ExtraTurn, Held, Monster, TokyoTable
from tests.games.king_of_tokyo.positions import MARKET, buying, monster, rolled, table


def known(position: TokyoTable, seat: int = 1) -> list[int]:
    return facts(position, standing_of(position))[seat]


def own(position: TokyoTable, seat: int = 1) -> set[int]:
    return {fact for fact in known(position, seat) if fact < OTHER}


def plain(life: int = 10, points: int = 0, energy: int = 0) -> set[int]:
    """Return the facts of a monster outside of Tokyo that has nothing else."""
    return {LIFE + life - 1, POINTS + points, ENERGY + energy}


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (monster(1, life=3, points=4, energy=5), plain(3, 4, 5)),
        (monster(1, energy=40), plain(energy=MOST_ENERGY)),
        (monster(1, "acid_attack", "wings"), plain() | {OWNED + ROW["acid_attack"], OWNED + ROW["wings"]}),
        (monster(1, Held("mimic", copies="wings")), plain() | {OWNED + ROW["wings"]}),
        (monster(1, poison=1, shrink=5), plain() | {POISON, SHRINK + 2}),
        (monster(1, Held("smoke_cloud", counters=2)), plain() | {OWNED + ROW["smoke_cloud"], SMOKE + 1}),
        (
            monster(1, Held("monster_batteries", counters=5)),
            plain() | {OWNED + ROW["monster_batteries"], LOADED + 1},
        ),
    ],
)
def test_what_a_monster_has_are_its_facts_and_those_of_another_to_the_others(one: Monster, expected: set[int]) -> None:
    position = table(one, monster(2, points=7))
    assert own(position) == expected
    assert {fact - OTHER for fact in known(position, 2) if OTHER <= fact < TURNS} == expected
    assert own(position, 2) == plain(points=7)


def test_life_in_tokyo_is_a_fact_of_its_own_and_the_points_of_the_turn_are_those_before_it() -> None:
    begins = table(monster(1, life=4, points=6, place="city"), monster(2))
    assert own(begins) == plain(4, 6 - 2) | {IN_TOKYO + 3}
    assert own(table(monster(1, "urbavore", points=6, place="city"), monster(2))) >= {POINTS + 6 - 2 - 1}
    assert own(rolled("1 1 2 2 3 3", monster(1, points=6, place="city"), monster(2))) >= {POINTS + 6}


def test_the_dice_count_as_if_they_were_resolved() -> None:
    position = rolled("3 3 3 e e h", monster(1, life=5), monster(2))
    assert own(position) == plain(6, 3, 2)
    assert own(rolled("a a a e e h", monster(1), monster(2, life=2, place="city")), 2) >= {LIFE, IN_TOKYO}


def test_it_is_a_fact_how_many_live_and_how_many_roll_first() -> None:
    four = [monster(1), monster(2), monster(3, life=0), monster(4)]
    for position, first in ((table(*four), 1), (rolled("1 1 2 2 3 3", *four), 2)):
        of_each = facts(position, standing_of(position))
        assert list(of_each) == ([1, 2, 4] if first == 1 else [2, 4, 1])
        for turns, its_own in enumerate(of_each.values()):
            assert {fact for fact in its_own if TURNS <= fact < OFFERED} == {TURNS + turns, LIVING + 1}


def test_who_has_earned_another_turn_rolls_first() -> None:
    position = rolled("1 1 2 2 3 3", monster(1), monster(2), monster(3))
    for earned, first in (((), 2), ((ExtraTurn(1),), 1)):
        assert TURNS in known(replace(position, extra_turns=earned), first)


def test_who_buys_without_dice_has_rolled() -> None:
    """Shrink counters may leave a monster no dice (KT-4.4)."""
    assert TURNS in known(buying(monster(1), monster(2)), 2)


def test_the_market_is_a_fact_and_what_of_it_can_be_paid() -> None:
    """The apartment building costs 5, the store 3, the train 4; with Alien Metabolism 1 less."""
    building, store, train = MARKET
    for one, reached in (
        (monster(1, energy=4), {store, train}),
        (monster(1, "alien_metabolism", energy=4), {building, store, train}),
        (monster(1, energy=2), set()),
    ):
        market = {fact for fact in known(table(one, monster(2))) if fact >= OFFERED}
        assert market == {OFFERED + ROW[card] for card in MARKET} | {WITHIN_REACH + ROW[card] for card in reached}
    assert not [fact for fact in known(table(monster(1), monster(2), market=("", "", ""))) if fact >= OFFERED]


def test_each_keep_card_has_a_row() -> None:
    """They come first among all cards, so that their rows go up to those of the counters."""
    assert [OWNED + ROW[card.id] for card in KEEP] == [*range(OWNED, POISON)]
