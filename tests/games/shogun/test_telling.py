"""Plans are said as they lie, and an empty space is not said; what a plan names is pointed at."""

from __future__ import annotations

from games.shogun import SHOGUN
from games.shogun.data import REGIONS
from games.shogun.languages import cs as czech
from games.shogun.words import WORDS, capital, name
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev
from tests.games.shogun.positions import planning


def test_a_plan_is_said_space_by_space() -> None:
    assert WORDS.sentence(cmd.LayPlan(seat=1, cards=["mino", "", "chest_2"])) == (
        "Seat 1 plans Mino on Castle and 2 war chests on Theatre."
    )
    assert WORDS.sentence(ev.PlanLaid(seat=2, cards=["", ""])) == "Seat 2 plans nothing."


def test_a_card_that_is_none_is_called_nothing() -> None:
    assert [name(card) for card in ("mino", "chest_1", "")] == ["Mino", "1 war chest", "nothing"]


def test_a_sentence_begins_with_one_capital_letter() -> None:
    assert [capital(text) for text in ("taxes bring 6", "a", "")] == ["Taxes bring 6", "A", ""]


def test_a_plan_is_said_in_czech_as_far_as_it_goes() -> None:
    words = SHOGUN.languages["cs"]
    assert words.sentence(cmd.LayPlan(seat=1, cards=["mino", "", "chest_2"])) == (
        "Hráč 1 plánuje Hrad: Mino a Divadlo: 2 truhličky."
    )


def test_a_slot_of_the_offer_points_at_the_province_of_its_card() -> None:
    offered = planning().but(offer=("mino", "kai"))
    assert [SHOGUN.spots(offered, cmd.TakeProvince(slot=slot)) for slot in (1, 2, 3)] == [
        ("province:mino",),
        ("province:kai",),
        (),
    ]


def test_each_region_has_its_czech_word() -> None:
    assert sorted(czech.WORDS.words["region"]) == sorted(REGIONS)


def test_a_plan_points_at_the_provinces_of_its_cards() -> None:
    table = planning()
    assert SHOGUN.spots(table, cmd.LayPlan(seat=1, cards=["mino", "", "chest_2", "kai"])) == (
        "province:mino",
        "province:kai",
    )
    assert SHOGUN.spots(table, cmd.LayCard(seat=1, card="kai")) == ("province:kai",)
    assert SHOGUN.spots(table, cmd.LayCard(seat=1, card="chest_2")) == ()
