"""The evaluation of Shogun: what lies on the board, and what cards face down are likely to bring."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.shogun import SHOGUN
from games.shogun.data import SPACES, WAR_CHESTS
from games.shogun.evaluation import evaluation
from games.shogun.habit import habit
from games.shogun.steps.march import March, MarchArmies
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import commands_pb2 as cmd
from tests.games.shogun.positions import acting, planning


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


def test_a_march_goes_where_something_can_be_won() -> None:
    """Suruga borders two provinces of its seat, and two that are neutral."""
    table = acting({1: {"march_a": "suruga"}}, ["march_a"])
    targets = table.neighbours("suruga")
    march = table.but(acted=1).opens(March(1, "suruga"))
    chosen = habit(march, 1)
    assert isinstance(chosen, cmd.MarchTo)
    assert chosen.province in targets
    assert table.owner(chosen.province) != 1


def test_an_attack_leaves_one_army_behind() -> None:
    table = acting({1: {"march_a": "suruga"}}, ["march_a"]).opens(MarchArmies(1, "suruga", "kai"))
    assert habit(table, 1) == cmd.MarchArmies(armies=table.armies_in("suruga") - 1)


def test_points_decide_more_in_the_second_year() -> None:
    ahead = planning().but_at(1, points=5)
    assert share(ahead.but(year=2)) > share(ahead)


def test_the_end_is_what_was_won() -> None:
    table = planning().but(
        winners=(1, 3), daimyo=tuple(msgspec.structs.replace(d, points=9) for d in planning().daimyo)
    )
    assert SHOGUN.evaluation(table) == (0.5, 0.0, 0.5)
