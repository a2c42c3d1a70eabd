"""The evaluation of Shogun: what lies on the board, and what cards face down are likely to bring."""

from __future__ import annotations

from math import log
from typing import Any

import msgspec
import pytest

from games.shogun import SHOGUN
from games.shogun.bots.evaluation import A_POINT, UNPLANNED, evaluation
from games.shogun.bots.prospects import A_REVOLT, Position, moment, of_plan, position
from games.shogun.rules.data import SPACES, WAR_CHESTS
from games.shogun.rules.steps.march import March, MarchArmies
from games.shogun.rules.table import Land, ShogunTable
from tests.games.shogun.positions import acting, on_board, planning


def share(table: ShogunTable, seat: int = 1) -> float:
    return evaluation(table)[seat - 1]


def having(table: ShogunTable, province: str, **changes: Any) -> ShogunTable:
    """Return the table with a province changed."""
    return table.with_land(table.its_land(province).but(**changes))


def laid(*cards: str) -> ShogunTable:
    """Return the table on which seat 1 has laid these cards on its first spaces."""
    return planning().but_at(1, plan=cards)


@pytest.mark.parametrize(
    "changes", [{"buildings": ("castle",)}, {"armies": 6}, {"revolts": 0}], ids=["building", "armies", "no revolt"]
)
def test_buildings_armies_and_peace_are_worth_something(changes: dict[str, Any]) -> None:
    table = having(planning(), "suruga", revolts=1)
    assert share(having(table, "suruga", **changes)) > share(table)


def test_rice_is_worth_most_while_provinces_lack_it() -> None:
    worths = [share(planning().but_at(1, rice=rice)) for rice in (0, 4, 14, 18)]
    assert worths == sorted(worths)
    assert worths[1] - worths[0] > worths[3] - worths[2]


def test_a_card_is_laid_where_it_can_be_carried_out() -> None:
    """Mino has one site and a castle already; Suruga has two."""
    built = having(planning(), "mino", buildings=("castle",))
    useless, useful = (built.but_at(1, plan=(card,)) for card in ("mino", "suruga"))
    assert share(useless) < share(useful)


def test_a_blank_card_costs_what_another_could_bring_on_its_space() -> None:
    assert share(laid("suruga", "chest_1", "chest_2", "chest_3")) < share(laid("suruga"))


def test_a_plan_that_costs_more_chests_than_there_are_is_worth_less() -> None:
    plan = ("suruga", "mino", "tamba", *("",) * 7, "")
    rich, poor = (planning().but_at(1, plan=plan, chests=chests) for chests in (6, 3))
    assert share(rich) - share(poor) > share(planning().but_at(1, chests=6)) - share(planning().but_at(1, chests=3))


def test_a_high_bid_costs_chests() -> None:
    spaces = ("",) * (len(SPACES) - 1)
    shares = [share(laid(*spaces, card).but_at(1, chests=6)) for card in WAR_CHESTS]
    assert shares == sorted(shares, reverse=True)


def test_the_first_chests_are_worth_most() -> None:
    shares = [share(planning().but_at(1, chests=chests)) for chests in (0, 6, 18, 24)]
    assert shares == sorted(shares)
    assert shares[1] - shares[0] > shares[3] - shares[2]


def test_points_decide_more_in_the_second_year() -> None:
    ahead = planning().but_at(1, points=5)
    assert share(ahead.but(year=2)) > share(ahead)
    assert 0 < A_POINT[True] < A_POINT[False] < 1


def edge(table: ShogunTable, seat: int = 1, other: int = 2) -> float:
    """Return how many points a seat is ahead of another, with all that it can expect."""
    shares = evaluation(table)
    return log(shares[seat - 1] / shares[other - 1]) / A_POINT[table.year < 2]


def board(table: ShogunTable) -> Position:
    return position(table.edition, table.side, table.players, table.lands)


LANDS = (
    Land("suruga", 1, 3, buildings=("castle",)),
    Land("kai", 1, 2, revolts=2),
    Land("mino", 1, 4),
    Land("hida", 2, 5, revolts=1),
    Land("kii", 3, 2),
)


@pytest.mark.parametrize("year", [1, 2])
@pytest.mark.parametrize("season", ["spring", "autumn"])
def test_points_provinces_armies_revolts_chests_and_rice_add_up(year: int, season: str) -> None:
    table = on_board(planning(year=year, season=season), *LANDS).but_at(1, points=7, chests=9, rice=3)
    table = table.but_at(2, points=4, chests=2, rice=8)
    now, known = moment(table), board(table)

    def expected(place: int) -> float:
        seat = table.daimyo[place]
        winters = now.winters * known.points[place] + now.first_year * known.promise[place]
        course = now.an_army * known.armies[place] - A_REVOLT * known.revolts[place]
        return (
            seat.points + winters + course + now.of_chests(seat.chests) + now.of_supply(known.count[place], seat.rice)
        )

    assert edge(table) == pytest.approx(expected(0) - expected(1))
    assert edge(table, 2, 3) == pytest.approx(expected(1) - expected(2))


def test_who_has_laid_nothing_yet_is_expected_to_lay_what_is_worth_more_than_half_of_the_best() -> None:
    table = on_board(planning(), *LANDS)
    plan = ("suruga", "", "mino")
    laid = table.but_at(1, plan=plan)
    assert edge(laid) - edge(table) == pytest.approx(of_plan(laid, board(laid), moment(laid), 1) - UNPLANNED)
    second = planning(year=2)
    for seat in second.seats:
        best = of_plan(second, board(second), moment(second), seat)
        assert best / 2 < UNPLANNED < best * 2 / 3


def test_the_march_that_a_seat_is_about_to_make_counts_for_it_alone() -> None:
    table = on_board(acting({}, ["march_a"]), *LANDS, Land("shinano", 1, 9)).but(acted=1)
    march = table.opens(March(1, "shinano"))
    gained = board(table).of_marching(moment(table), table.its_land("shinano"))
    assert gained > 0
    assert edge(march) - edge(table) == pytest.approx(gained)
    assert edge(march, 2, 3) == pytest.approx(edge(table, 2, 3))
    assert edge(table.opens(MarchArmies(1, "shinano", "hida"))) == pytest.approx(edge(table))


def test_the_end_is_what_was_won() -> None:
    table = planning().but(
        winners=(1, 3), daimyo=tuple(msgspec.structs.replace(d, points=9) for d in planning().daimyo)
    )
    assert SHOGUN.bots.evaluation(table) == (0.5, 0.0, 0.5)
