"""What provinces and cards promise: each part of the estimate counts what it says, in the points that it names."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.shogun.bots.prospects import (
    A_BUILDING,
    A_LACK,
    A_LACKING_CHEST,
    A_REVOLT,
    A_RIVAL,
    A_SITE,
    A_SPARE,
    A_YIELD,
    AN_ARMY,
    ATTACKED,
    BIDS,
    CHESTS,
    EFFORT,
    LAST_ARMY,
    LAST_CHEST,
    SECOND_WINTER,
    Means,
    Moment,
    Offer,
    Position,
    conquest,
    means,
    moment,
    of_bid,
    of_plan,
)
from games.shogun.rules.data import ACTION, EDITION, EVENTS, SPACES, WAR_CHESTS, BoardSide
from games.shogun.rules.table import Land, ShogunTable
from tests.games.shogun.positions import on_board, planning

FIRST_SPRING = Moment(first_year=True, rounds_left=2, rice_loss=4.0)
FIRST_AUTUMN = FIRST_SPRING._replace(rounds_left=0)
SECOND_SPRING = FIRST_SPRING._replace(first_year=False)
LAST = FIRST_AUTUMN._replace(first_year=False)
MOMENTS = (FIRST_SPRING, FIRST_AUTUMN, SECOND_SPRING, LAST)
OWN = Means(seat=1, rice=4, supply=20, more_rice=False, more_taxes=False, a_chest=0.2)

SURUGA = Land("suruga", 1, 3)
"""Its neighbours are Izu, Kai, Sagami and Totomi; it has two sites, and yields seven chests and three rice."""


def board(*lands: Land, side: BoardSide = "sun") -> Position:
    return Position(EDITION.data, side, 3, lands)


def points(board: Position, space: str, land: Land, *, now: Moment = FIRST_SPRING, own: Means = OWN) -> float:
    """Return the points of an action in a province of seat 1."""
    offer = board.offer(now, own, space, land.province)
    assert offer is not None
    return offer.points


# --- The moment ---


@pytest.mark.parametrize(("season", "rounds"), [("spring", 2), ("summer", 1), ("autumn", 0), ("winter", 0)])
@pytest.mark.parametrize("year", [1, 2])
def test_a_moment_is_the_year_and_the_rounds_left_in_it(season: str, rounds: int, year: int) -> None:
    now = moment(planning(season=season, year=year))
    assert (now.first_year, now.rounds_left) == (year == 1, rounds)


def test_a_winter_takes_the_mean_of_the_open_events_or_of_all() -> None:
    """E1, E2, E3 and E6 lose 5, 7, 3 and 3 rice."""
    assert moment(planning()).rice_loss == 4.5
    assert moment(planning(events=())).rice_loss == sum(event.rice_loss for event in EVENTS) / 12


def test_in_the_first_year_what_is_on_the_board_scores_in_two_winters() -> None:
    assert [now.winters for now in MOMENTS] == [1 + SECOND_WINTER, 1 + SECOND_WINTER, 1, 1]


def test_nothing_is_spent_and_no_army_marches_after_the_last_autumn() -> None:
    assert [now.is_last for now in (*MOMENTS, LAST._replace(rounds_left=1))] == [False, False, False, True, False]
    assert [now.an_army for now in MOMENTS] == [AN_ARMY, AN_ARMY, AN_ARMY, LAST_ARMY]
    assert [LAST.a_chest(chests) for chests in (0, 1, 30)] == [LAST_CHEST] * 3


def test_each_chest_counts_and_the_first_six_and_the_next_five_most() -> None:
    worths = [FIRST_SPRING.a_chest(chests) for chests in (0, 6, 7, 11, 12, 40)]
    assert worths == [points for _, points in CHESTS for _ in range(2)]
    assert worths[::2] == sorted(set(worths), reverse=True)
    for now in MOMENTS:
        for chests in range(20):
            assert now.of_chests(chests + 1) - now.of_chests(chests) == pytest.approx(now.a_chest(chests + 1))
        assert now.of_chests(0) == 0


def test_three_rice_are_likely_to_come_in_each_round_left_of_the_year() -> None:
    for rice in range(12):
        assert FIRST_SPRING.of_supply(9, rice) == FIRST_AUTUMN.of_supply(9, rice + 6)


def test_each_province_that_lacks_rice_costs_points_and_up_to_three_spare_rice_are_worth_something() -> None:
    """Nine provinces and a winter that takes four rice use thirteen."""
    assert [LAST.of_supply(9, 13 - lack) for lack in range(1, 4)] == pytest.approx([-A_LACK, -2 * A_LACK, -3 * A_LACK])
    assert [LAST.of_supply(9, 13 + spare) for spare in range(5)] == pytest.approx(
        [0, A_SPARE, 2 * A_SPARE, 3 * A_SPARE, 3 * A_SPARE]
    )
    assert LAST.of_supply(8, 12) == LAST.of_supply(9, 13) == LAST._replace(rice_loss=5.0).of_supply(9, 14)


def test_a_province_promises_its_winters_and_in_the_first_year_its_sites_and_yields() -> None:
    assert FIRST_SPRING.of_province("suruga") == pytest.approx(1 + SECOND_WINTER + 2 * A_SITE + 10 * A_YIELD)
    assert LAST.of_province("suruga") == 1


def test_what_is_no_point_is_worth_less_than_one_and_a_building_less_than_two() -> None:
    parts = (
        SECOND_WINTER,
        AN_ARMY,
        LAST_ARMY,
        LAST_CHEST,
        A_LACK,
        A_SPARE,
        A_REVOLT,
        ATTACKED,
        A_SITE,
        A_YIELD,
        EFFORT,
    )
    assert all(0 < part < 1 for part in (*parts, *BIDS[1:], A_LACKING_CHEST, *(points for _, points in CHESTS)))
    assert BIDS[0] == 0
    assert all(one < other for one, other in pairwise(BIDS))
    assert LAST_ARMY < AN_ARMY
    assert CHESTS[-1][1] > LAST_CHEST
    assert A_SPARE < A_LACK
    assert 1 < A_BUILDING < 2
    assert 1 < A_RIVAL < 2


# --- What a seat has ---


def test_the_means_of_a_seat_are_its_rice_its_supply_its_bonus_and_what_a_chest_is_worth_to_it() -> None:
    table = planning(places=(2, 1, 3, 0, 0)).but_at(1, rice=5, supply=17, chests=8).but_at(2, chests=3)
    assert means(table, FIRST_SPRING, 1) == Means(1, 5, 17, more_rice=True, more_taxes=False, a_chest=CHESTS[1][1])
    other = means(table, FIRST_SPRING, 2)
    assert (other.more_rice, other.more_taxes, other.a_chest) == (False, True, CHESTS[0][1])


# --- What the provinces say ---


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_the_neighbours_are_those_of_the_side_that_lie_around_and_are_not_the_owners(side: BoardSide) -> None:
    kai, izu = Land("kai", 1, 2), Land("izu", 2, 5)
    near = board(SURUGA, kai, izu, side=side).near(SURUGA)
    assert near == [("izu", izu), ("sagami", None), ("totomi", None)]


def test_provinces_armies_and_markers_are_counted_by_seat_and_no_more_than_seven_armies_of_a_province() -> None:
    lands = (SURUGA, Land("kai", 1, 7), Land("mino", 2, 8, revolts=2), Land("hida", 2, 1, revolts=1))
    prospects = board(*lands)
    assert prospects.count == [2, 2, 0]
    assert prospects.armies == [10, 8, 0]
    assert prospects.revolts == [0, 3, 0]


def test_free_sites_and_yields_of_provinces_are_a_promise() -> None:
    built = board(SURUGA, Land("kai", 1, 1), Land("mino", 2, 8, buildings=("castle",)))
    assert built.promise == pytest.approx([3 * A_SITE + 18 * A_YIELD, 8 * A_YIELD, 0])


def test_provinces_and_buildings_count_unless_they_are_lost_to_the_strongest_neighbour() -> None:
    izu, totomi, kai = Land("izu", 2, 5), Land("totomi", 3, 3), Land("kai", 1, 9)
    castle = Land("suruga", 1, 2, buildings=("castle", "temple"), revolts=1)
    prospects = board(castle, izu, totomi, kai)
    assert prospects.threat(castle, 2) == ATTACKED * conquest(4, 2, 0)
    assert prospects.threat(castle, 6) == ATTACKED * conquest(4, 6, 0)
    assert prospects.threat(SURUGA, 2) == ATTACKED * conquest(4, 2, 1)
    alone = 1 - ATTACKED * conquest(2, 9, 1)
    assert prospects.points[0] == pytest.approx(3 * (1 - prospects.threat(castle, 2)) + 3 + 2 + alone)
    assert prospects.points[1] == pytest.approx(1 - ATTACKED * conquest(1, 5, 1))
    assert prospects.points[2] == pytest.approx(1 - ATTACKED * conquest(8, 3, 1))


@pytest.mark.parametrize("armies", [None, 1])
def test_nobody_is_threatened_by_neutral_provinces_or_by_one_army(armies: int | None) -> None:
    prospects = board(SURUGA, *([Land("izu", 2, armies)] if armies else []))
    assert prospects.threat(SURUGA, 1) == 0
    assert prospects.points[0] == 1


@pytest.mark.parametrize(("building", "most"), [("castle", 3), ("temple", 2), ("theatre", 1)])
def test_who_has_the_most_buildings_of_a_region_gets_the_points_of_the_majority(building: str, most: int) -> None:
    """Suruga and Izu are yellow, Mino is red; no province here has a neighbour of another seat."""
    one, other = Land("suruga", 1, 1, buildings=(building,)), Land("shimosa", 2, 1, buildings=(building,))
    red = Land("aki", 3, 1, buildings=(building,))
    assert board(one, red).points == [2 + most, 0, 2 + most]
    assert board(one, other).points == [2 + most - 1, 2 + most - 1, 0]
    assert board(one, other, Land("izu", 1, 1, buildings=(building,))).points == [4 + most, 2, 0]


def test_a_majority_is_that_of_a_region_of_the_side_that_lies_up() -> None:
    """Suruga and Kai are both yellow on the sun side, and of two regions on the moon side."""
    lands = (Land("kai", 2, 1, buildings=("castle",)), Land("suruga", 1, 1, buildings=("castle",)))
    assert board(*lands).points == [4, 4, 0]
    assert board(*lands, side="moon").points == [5, 5, 0]


# --- What cards bring ---


@pytest.mark.parametrize("now", MOMENTS)
def test_a_building_brings_its_point_and_the_majority_less_what_others_get_and_its_chests(now: Moment) -> None:
    rival = Land("shimosa", 2, 1, buildings=("castle",))
    for others, gain in (((), 1 + 3), ((rival,), 1 + 2 + 1 / 2), ((rival.but(buildings=()),), 1 + 3)):
        expected = now.winters * gain * 0.9 - 3 * OWN.a_chest - EFFORT
        assert points(board(SURUGA, *others), "castle", SURUGA, now=now) == pytest.approx(expected)
    theatre = now.winters * 2 * 0.9 - OWN.a_chest - EFFORT
    assert points(board(SURUGA, rival), "theatre", SURUGA, now=now) == pytest.approx(theatre)


def test_a_building_that_cannot_be_built_brings_nothing_and_costs_nothing() -> None:
    castle, full = SURUGA.but(buildings=("castle",)), SURUGA.but(buildings=("temple", "theatre"))
    for land in (castle, full):
        assert board(land).offer(FIRST_SPRING, OWN, "castle", "suruga") == Offer(0, 0, "castle", "suruga")
    assert points(board(castle), "temple", castle) > 0


@pytest.mark.parametrize("more", [False, True])
def test_rice_is_worth_what_it_saves_less_the_marker(*, more: bool) -> None:
    own = OWN._replace(more_rice=more)
    lands = (SURUGA, Land("kai", 1, 1), Land("izu", 2, 1))
    saved = LAST.of_supply(2, 4 + 3 + more) - LAST.of_supply(2, 4)
    offer = board(*lands).offer(LAST, own, "rice", "suruga")
    assert offer is not None
    assert offer[1:] == (0, "rice", "suruga")
    assert offer.points == pytest.approx(saved - A_REVOLT)


@pytest.mark.parametrize("more", [False, True])
def test_taxes_are_worth_their_chests_less_the_marker_and_half_of_them_can_be_spent(*, more: bool) -> None:
    own = OWN._replace(more_taxes=more)
    offer = board(SURUGA).offer(FIRST_SPRING, own, "tax", "suruga")
    assert offer is not None
    assert offer[1:] == (-(7 + more) / 2, "tax", "suruga")
    assert offer.points == pytest.approx(OWN.a_chest * (7 + more) - A_REVOLT)


@pytest.mark.parametrize("space", ["rice", "tax"])
def test_pressing_a_province_again_risks_it_with_its_buildings(space: str) -> None:
    calm = SURUGA.but(buildings=("castle",))
    angry = calm.but(revolts=2)
    value = FIRST_SPRING.of_province("suruga") + FIRST_SPRING.winters * A_BUILDING
    lost = value * (1 - conquest(3, 0, 2))
    assert points(board(calm), space, calm) - points(board(angry), space, angry) == pytest.approx(lost)


@pytest.mark.parametrize(("space", "armies", "chests"), [("deploy5", 5, 3), ("deploy3", 3, 2), ("deploy1", 1, 1)])
def test_armies_save_what_a_neighbour_threatens_and_are_worth_most_at_a_border(
    space: str, armies: int, chests: int
) -> None:
    mine = [Land(name, 1, 7) for name in ("izu", "kai", "sagami", "totomi")]
    inner = min(armies, 4) * AN_ARMY * 0.75 - OWN.a_chest * chests
    assert points(board(SURUGA, *mine), space, SURUGA) == pytest.approx(inner)
    foe = Land("izu", 2, 6)
    prospects = board(SURUGA.but(buildings=("castle",)), foe)
    land = SURUGA.but(buildings=("castle",))
    saved = prospects.threat(land, 3) - prospects.threat(land, 3 + armies)
    value = FIRST_SPRING.of_province("suruga") + FIRST_SPRING.winters * A_BUILDING
    expected = saved * value + min(armies, 4) * AN_ARMY * 1.5 - OWN.a_chest * chests
    assert saved > 0
    assert points(prospects, space, land) == pytest.approx(expected)
    many = SURUGA.but(armies=9)
    assert points(board(many), space, many) == pytest.approx(-OWN.a_chest * chests)
    poor = OWN._replace(supply=armies - 1)
    assert board(SURUGA).offer(FIRST_SPRING, poor, space, "suruga") == Offer(0, 0, space, "suruga")
    assert points(board(SURUGA), space, SURUGA, own=OWN._replace(supply=armies, a_chest=0.0)) > 0


def test_an_attack_risks_all_armies_but_one_for_a_neighbour_that_is_worth_it() -> None:
    strong = SURUGA.but(armies=6)
    foe = Land("izu", 2, 2, buildings=("castle",))
    prospects = board(strong, foe, Land("kai", 1, 1))
    neutral = conquest(5, 0, 1) * FIRST_SPRING.of_province("totomi") - 1.5 * AN_ARMY - EFFORT
    assert prospects.of_march(FIRST_SPRING, strong, "totomi") == pytest.approx(neutral)
    value = FIRST_SPRING.of_province("izu") + FIRST_SPRING.winters * A_BUILDING
    won = conquest(5, 2, 1) * A_RIVAL * value - 3 * AN_ARMY - EFFORT
    assert prospects.of_march(FIRST_SPRING, strong, "izu") == pytest.approx(won)
    assert prospects.of_march(FIRST_SPRING, strong, "kai") == 0
    angry = board(strong, foe.but(revolts=1))
    won = conquest(5, 2, 0) * A_RIVAL * value - 3 * AN_ARMY - EFFORT
    assert angry.of_march(FIRST_SPRING, strong, "izu") == pytest.approx(won)
    weak = SURUGA.but(armies=2)
    assert board(weak, foe).of_march(FIRST_SPRING, weak, "izu") == pytest.approx(
        conquest(1, 2, 1) * A_RIVAL * value - 2 * AN_ARMY - EFFORT
    )
    for space in ("march_a", "march_b"):
        best = max(prospects.of_march(FIRST_SPRING, strong, name) for name, _ in prospects.near(strong))
        assert prospects.offer(FIRST_SPRING, OWN, space, "suruga") == Offer(best, 0, space, "suruga")


def test_a_march_brings_nothing_where_one_army_is_or_nothing_can_be_won() -> None:
    one = SURUGA.but(armies=1)
    assert board(one).of_march(FIRST_SPRING, one, "izu") == 0
    assert points(board(one), "march_a", one) == 0
    walls = [Land(name, 2, 30) for name in ("izu", "kai", "sagami", "totomi")]
    assert points(board(SURUGA, *walls), "march_a", SURUGA) == 0
    mine = [Land(name, 1, 1) for name in ("izu", "kai", "sagami", "totomi")]
    assert points(board(SURUGA, *mine), "march_a", SURUGA) == 0


def test_the_offers_are_those_of_the_seat_s_own_provinces_that_bring_something_the_best_first() -> None:
    lands = (SURUGA, Land("kai", 1, 1), Land("izu", 2, 5))
    prospects = board(*lands)
    offers = prospects.offers(FIRST_SPRING, OWN)
    possible = [prospects.offer(FIRST_SPRING, OWN, space, card) for space in ACTION for card in ("suruga", "kai")]
    assert offers == sorted((offer for offer in possible if offer and offer.points > 0), reverse=True)
    assert {offer.card for offer in offers} == {"suruga", "kai"}
    assert 0 < len(offers) < len(possible)
    assert prospects.offers(FIRST_SPRING, OWN) is offers
    assert prospects.offers(FIRST_SPRING, OWN._replace(a_chest=0.0)) != offers
    assert prospects.offer(FIRST_SPRING, OWN, "castle", "izu") is None
    assert prospects.offer(FIRST_SPRING, OWN, "castle", "totomi") is None


@pytest.mark.parametrize(("card", "chests"), [*WAR_CHESTS.items(), ("suruga", 0)])
def test_a_bid_brings_an_early_choice_and_costs_its_chests(card: str, chests: int) -> None:
    assert of_bid(OWN, card) == pytest.approx(BIDS[chests] - chests * OWN.a_chest)


# --- Plans ---

EMPTY = ("",) * len(SPACES)


def worth(plan: tuple[str, ...], *, chests: int = 18) -> float:
    """Return what a plan of seat 1 is worth on the table with Suruga and Kai."""
    table = few(chests=chests).but_at(1, plan=plan)
    return of_plan(table, board(*table.lands), FIRST_SPRING, 1)


def few(*, chests: int = 18) -> ShogunTable:
    lands = (SURUGA, Land("kai", 1, 1), Land("izu", 2, 5))
    return on_board(planning(), *lands).but_at(1, chests=chests)


def offered(table: ShogunTable) -> list[Offer]:
    return board(*table.lands).offers(FIRST_SPRING, means(table, FIRST_SPRING, 1))


def laid(**cards: str) -> tuple[str, ...]:
    """Return a plan of all spaces with these cards."""
    return tuple(cards.get(space, "") for space in SPACES)


def test_a_plan_is_worth_what_its_cards_bring() -> None:
    table = few()
    own = means(table, FIRST_SPRING, 1)
    prospects = board(*table.lands)
    tax, castle = (prospects.offer(FIRST_SPRING, own, *card) for card in (("tax", "kai"), ("castle", "suruga")))
    assert tax
    assert castle
    plan = laid(tax="kai", castle="suruga", bid="chest_2", temple="chest_1", rice="izu")
    assert worth(plan) == pytest.approx(tax.points + castle.points + of_bid(own, "chest_2"))
    assert worth(EMPTY) == 0


def filled(table: ShogunTable, plan: tuple[str, ...] = ()) -> float:
    """Return what the best cards bring on the spaces that a plan has not come to, each card and space used once."""
    chests, used, worth = float(table.at(1).chests), {*SPACES[: len(plan)], *plan}, 0.0
    for offer in offered(table):
        if offer.cost <= chests and not {offer.space, offer.card} & used:
            used |= {offer.space, offer.card}
            chests -= offer.cost
            worth += offer.points
    return worth


def test_spaces_that_are_still_to_be_filled_get_the_best_cards_left_each_once() -> None:
    assert worth(()) == pytest.approx(filled(few()))
    assert filled(few()) > filled(few(), EMPTY[:5]) > 0
    for spaces in range(1, len(SPACES)):
        assert worth(EMPTY[:spaces]) == pytest.approx(filled(few(), EMPTY[:spaces]))
    castle = board(*few().lands).offer(FIRST_SPRING, means(few(), FIRST_SPRING, 1), "castle", "suruga")
    assert castle
    paid = few(chests=18 - 3)
    assert worth(("suruga",)) == pytest.approx(castle.points + filled(paid, ("suruga",)))
    assert worth(EMPTY) == 0


@pytest.mark.parametrize("chests", range(5))
def test_no_more_chests_are_spent_on_the_best_cards_than_there_are(chests: int) -> None:
    assert worth((), chests=chests) == pytest.approx(filled(few(chests=chests)))


def test_a_plan_loses_points_with_each_chest_that_it_lacks() -> None:
    table = few(chests=3)
    castle = board(*table.lands).offer(FIRST_SPRING, means(table, FIRST_SPRING, 1), "castle", "suruga")
    assert castle
    assert worth(laid(castle="suruga", bid="kai"), chests=3) == pytest.approx(castle.points)
    plan = laid(castle="suruga", temple="kai", bid="chest_4")
    for chests, lack in ((9, 0), (8, 1), (4, 5)):
        rich = means(few(chests=chests), FIRST_SPRING, 1)
        prospects = board(*few().lands)
        castle, temple = (prospects.offer(FIRST_SPRING, rich, *c) for c in (("castle", "suruga"), ("temple", "kai")))
        assert castle
        assert temple
        expected = castle.points + temple.points + of_bid(rich, "chest_4") - lack * A_LACKING_CHEST
        assert worth(plan, chests=chests) == pytest.approx(expected)


# --- Battles ---


def test_more_attackers_win_more_often_and_farmers_count_like_armies() -> None:
    for defenders in range(8):
        odds = [conquest(attackers, defenders, 1) for attackers in range(1, 12)]
        assert odds == sorted(set(odds))
        assert conquest(5, defenders, 2) == conquest(5, defenders + 2, 0) < conquest(5, defenders + 1, 0)
    assert conquest(0, 0, 0) == conquest(-1, 0, 0) == 0
    assert conquest(1, 0, 0) > 0.5


def test_who_attacks_with_as_many_wins_less_than_half_and_with_two_more_about_three_times_in_four() -> None:
    for armies in range(1, 9):
        assert 0.3 < conquest(armies, armies, 0) < 0.5
    assert conquest(5, 3, 0) == pytest.approx(0.7218, abs=0.0001)
    assert conquest(9, 9, 3) == pytest.approx(0.1291, abs=0.0001)
