"""Plans are said as they lie, and an empty space is not said; what a plan names is pointed at."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.kit.words.phrasebook import Phrasebook
from games.shogun import SHOGUN
from games.shogun.rules.data import REGIONS
from games.shogun.rules.steps import PlanActions
from games.shogun.rules.table import Land, ShogunTable
from games.shogun.words import cs as czech
from games.shogun.words.en import DETAILS, WORDS, name
from games.shogun.words.entries import capital
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai.shogun.v1 import view_pb2
from gunbai_record.plain import Plain
from tests.games.shogun.positions import PLANS, acting, on_board, opened, planning

CZECH = SHOGUN.words.languages["cs"]


def told(message: Plain, table: ShogunTable, seat: int | None = None, book: Phrasebook = WORDS) -> str:
    """Return a command as a seat is offered it, or an event that all see."""
    return book.sentence(message, sight=lambda: SHOGUN.rules.view(table, seat))


def test_a_plan_is_said_space_by_space() -> None:
    assert WORDS.sentence(cmd.LayPlan(seat=1, cards=("mino", "", "chest_2"))) == (
        "Seat 1 plans Mino on Castle and 2 war chests on Theatre."
    )
    assert WORDS.sentence(ev.PlanLaid(seat=2, cards=("", ""))) == "Seat 2 plans nothing."


def test_a_card_that_is_none_is_called_nothing() -> None:
    assert [name(card) for card in ("mino", "chest_1", "")] == ["Mino", "1 war chest", "nothing"]


def test_a_sentence_begins_with_one_capital_letter() -> None:
    assert [capital(text) for text in ("taxes bring 6", "a", "")] == ["Taxes bring 6", "A", ""]


def test_a_plan_is_said_in_czech_as_far_as_it_goes() -> None:
    words = SHOGUN.words.languages["cs"]
    assert words.sentence(cmd.LayPlan(seat=1, cards=("mino", "", "chest_2"))) == (
        "Hráč 1 plánuje Hrad: Mino a Divadlo: 2 truhličky."
    )


def test_a_slot_of_the_offer_points_at_the_province_of_its_card() -> None:
    offered = planning().but(offer=("mino", "kai"))
    assert [SHOGUN.board.spots(offered, cmd.TakeProvince(slot=slot)) for slot in (1, 2, 3)] == [
        ("province:mino",),
        ("province:kai",),
        (),
    ]


def test_each_region_has_its_czech_word() -> None:
    assert sorted(czech.WORDS.words["region"]) == sorted(REGIONS)


def test_a_plan_points_at_the_provinces_of_its_cards() -> None:
    table = planning()
    assert SHOGUN.board.spots(table, cmd.LayPlan(seat=1, cards=("mino", "", "chest_2", "kai"))) == (
        "province:mino",
        "province:kai",
    )
    assert SHOGUN.board.spots(table, cmd.LayCard(seat=1, card="kai")) == ("province:kai",)
    assert SHOGUN.board.spots(table, cmd.LayCard(seat=1, card="chest_2")) == ()


@pytest.mark.parametrize(
    ("buildings", "laid", "note", "czech"),
    [
        ((), (), "costs 3 chests", "stojí 3 truhličky"),
        (("castle",), (), "lapses: it already has a castle", "propadne: hrad v ní už je"),
        (("temple", "castle"), (), "lapses: no site is free", "propadne: není volné stavební místo"),
        (("castle",), ("",), "costs 2 chests", "stojí 2 truhličky"),
    ],
)
def test_a_card_that_is_laid_says_whether_its_building_is_settled_to_lapse(
    buildings: tuple[str, ...], laid: tuple[str, ...], note: str, czech: str
) -> None:
    table = on_board(planning(), Land("echizen", 1, 3, buildings)).but_at(1, plan=laid)
    move = cmd.LayCard(seat=1, card="echizen")
    assert told(move, table, 1) == f"Lay Echizen ({note})."
    assert told(move, table, 1, CZECH) == f"Položit kartu Echizen ({czech})."


@pytest.mark.parametrize(
    ("laid", "cost"),
    [
        (3, "6 chests so far, and seat 1 owns 4"),
        (0, ""),
        (10, "12 chests so far, and seat 1 owns 4"),
        (11, "15 chests, bid included"),
    ],
)
def test_a_plan_is_asked_for_with_what_it_costs_so_far(laid: int, cost: str) -> None:
    table = planning().but_at(1, plan=PLANS[1][:laid], chests=4)
    view = SHOGUN.rules.view(table, 1)
    assert cost in said_of(view)
    assert (" owns " in said_of(view)) == bool(cost)
    assert ("máte jich 4" in CZECH.question(PlanActions(), sight=lambda: view)) == bool(cost)
    assert " owns " not in said_of(SHOGUN.rules.view(table, 2))


def said_of(view: Any) -> str:
    return WORDS.question(PlanActions(), sight=lambda: view)


def test_a_building_that_is_settled_to_lapse_costs_nothing_in_a_plan() -> None:
    table = on_board(planning(), Land("mino", 1, 2, ("castle",)), Land("hida", 1, 2))
    view = SHOGUN.rules.view(table.but_at(1, plan=("mino", "hida")), 1)
    assert "the plan costs 2 chests so far" in said_of(view)


@pytest.mark.parametrize(
    ("action", "reason", "armies", "chests", "missing"),
    [
        ("theatre", clause.CLAUSE_10_4, 2, 0, "it costs 1 chest, and seat 1 has fewer"),
        ("theatre", clause.CLAUSE_10_4, 2, 5, "no theatre tile is left"),
        ("march_a", clause.CLAUSE_10_12, 1, 5, "it needs 2 armies there"),
        ("march_a", clause.CLAUSE_10_12, 2, 5, "no neighbouring province can be entered"),
    ],
)
def test_a_lapsed_action_says_which_of_two_things_was_missing(
    action: str, reason: Any, armies: int, chests: int, missing: str
) -> None:
    table = on_board(opened(), Land("mino", 1, armies)).but_at(1, chests=chests)
    view = cast("view_pb2.View", SHOGUN.rules.view(table, None))
    for tiles in view.tiles:
        tiles.left = 0 if chests else 1
    lapsed = ev.ActionLapsed(seat=1, action=action, province="mino", clause=reason)
    assert WORDS.sentence(lapsed, sight=lambda: view).endswith(f" in Mino: {missing}.")


def test_a_yield_names_the_special_card_that_is_in_it() -> None:
    table = acting({}, ("rice", "tax"))  # seat 1 holds +1 chest, seat 2 +1 rice
    rice = ev.RiceConfiscated(seat=1, province="kai", rice=3)
    tax = ev.TaxesCollected(seat=1, province="kai", chests=6)
    assert told(rice, table) == "Seat 1 confiscates 3 rice in Kai."
    assert told(tax, table) == "Seat 1 collects 6 chests in Kai, 1 of them thanks to the special card +1 chest."
    assert told(tax, table, None, CZECH).endswith("6 truhliček, z toho 1 díky speciální kartě +1 válečná pokladna.")
    assert WORDS.sentence(tax) == "Seat 1 collects 6 chests in Kai."


@pytest.mark.parametrize(
    ("fields", "use"), [({"plan": PLANS[1]}, "planned for"), ({"shown": PLANS[1]}, "already turned up on")]
)
def test_a_card_that_is_lost_says_whether_it_was_used_before(fields: Any, use: str) -> None:
    table = acting({}, ("march_a",)).but_at(1, **{"plan": ("",) * 11} | fields)
    won = ev.ProvinceCardWon(seat=2, province="suruga", from_seat=1, space="castle")
    given_up = ev.ProvinceCardGivenUp(seat=1, province="suruga", space="castle")
    assert told(won, table) == f"Seat 2 takes the card Suruga from seat 1, {use} Castle."
    assert told(given_up, table) == f"Seat 1 gives up the card Suruga, {use} Castle."


def test_a_card_of_a_neutral_province_is_taken_from_the_neutral_cards() -> None:
    won = ev.ProvinceCardWon(seat=2, province="kai")
    assert told(won, opened()) == "Seat 2 takes the card Kai from the neutral cards."


def test_winter_says_the_rice_that_is_left_and_the_provinces() -> None:
    table = on_board(opened(), Land("mino", 1, 1), Land("hida", 1, 1), Land("kai", 2, 1)).but_at(1, rice=4)
    winter = ev.WinterCame(card="E3", rice_lost=(3, 0, 0), shortages=(ev.Shortage(seat=1, unsupplied=1),))
    assert told(winter, table) == (
        "Winter comes with event card E3; rice lost: 3 (seat 1); rice left: 1 for 2 provinces (seat 1), "
        "0 for 1 province (seat 2) and 0 for 0 provinces (seat 3); seat 1 cannot supply 1 province."
    )
    assert "; zbylá rýže: 1 na 2 provincie (hráč 1), " in told(winter, table, None, CZECH)


@pytest.mark.parametrize(
    ("provinces", "english", "czech"),
    [
        (("noto",), "a revolt in Noto", "revoltě v provincii Noto"),
        (("noto", "kai"), "revolts in Noto and Kai", "revoltám v provinciích Noto a Kai"),
    ],
)
def test_one_revolt_is_said_as_one(provinces: tuple[str, ...], english: str, czech: str) -> None:
    drawn = ev.RevoltsDrawn(seat=1, provinces=provinces)
    assert WORDS.sentence(drawn) == f"Seat 1 faces {english}."
    assert CZECH.sentence(drawn) == f"Hráč 1 čelí {czech}."


def test_a_year_is_scored_without_what_brings_no_point() -> None:
    theatres = ev.Majority(region="red", building=ev.BUILDING_THEATRE, points=0, tied=True)
    scores = (ev.SeatScore(seat=1, provinces=1, majorities=(theatres,)), ev.SeatScore(seat=2))
    scored = ev.YearScored(scores=scores)
    assert WORDS.sentence(scored) == "Seat 1 scores 1 point: 1 province. Seat 2 scores no points."
    assert WORDS.sentence(scored, {2: "bob"}).endswith(" bob scores no points.")
    assert CZECH.sentence(scored).startswith("Hráč 1 získává 1 bod: 1 provincie. Hráč 2 ")


def test_a_province_says_which_neighbours_three_players_leave_out() -> None:
    assert DETAILS["etchu"] == "Next to Echigo, Hida, Kaga, Noto, Shinano (not with three players: Echigo)"
    assert DETAILS["mutsu"].startswith("Not in the game with three players. Next to Echigo, Hitachi, ")
    assert DETAILS["noto"] == "Next to Etchu, Kaga"
    assert CZECH.details["etchu"].endswith("(ve třech hráčích ne: Echigo)")
    assert CZECH.details["mutsu"].startswith("Ve třech hráčích není ve hře. Sousedí: ")
