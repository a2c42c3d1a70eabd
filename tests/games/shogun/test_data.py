"""The components in the code are those of the component list."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kit.rules.edition import EditionError
from games.shogun.rules import data

COMPONENTS = Path(__file__).with_name("components.toml")


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def test_the_provinces_are_those_of_the_cards(printed: dict[str, Any]) -> None:
    sun, moon = data.EDITION.data.sun, data.EDITION.data.moon
    for province, card in zip(data.PROVINCES, printed["province"], strict=True):
        assert msgspec.structs.asdict(province) == {key: card[key] for key in ("id", "name", "chests", "rice", "sites")}
        assert (sun.region[province.id], moon.region[province.id]) == (card["region_sun"], card["region_moon"])
        assert (province.id in sun.reserved, province.id in moon.reserved) == (
            card["unused_with_3_sun"],
            card["unused_with_3_moon"],
        )


def test_the_borders_are_those_of_the_board(printed: dict[str, Any]) -> None:
    borders = {(border["a"], border["b"], border["kind"] == "sea") for border in printed["border"]}
    for side in (data.EDITION.data.sun, data.EDITION.data.moon):
        assert {(border.a, border.b, border.sea) for border in side.borders} == borders
        assert len(side.borders) == len(borders)


def test_the_lineups_are_the_printed_ones(printed: dict[str, Any]) -> None:
    assert [(lineup.players, lineup.letter, lineup.armies) for lineup in data.LINEUPS] == [
        (preset["players"], preset["lineup"], preset["armies"]) for preset in printed["preset"]
    ]


def test_the_cards_are_the_printed_ones(printed: dict[str, Any]) -> None:
    assert [(action.id, action.cost, action.builds, action.armies) for action in data.ACTIONS] == [
        (card["id"], card["cost"], card.get("builds", ""), card.get("armies", 0)) for card in printed["action"]
    ]
    assert list(data.SPECIALS.items()) == [(card["id"], card["name"]) for card in printed["special"]]
    assert [(event.id, event.kind, event.rice_loss) for event in data.EVENTS] == [
        (card["id"], card["kind"], card["rice_loss"]) for card in printed["event"]
    ]
    for event, card in zip(data.EVENTS, printed["event"], strict=True):
        assert event.figure == card.get("value", card.get("farmers", card.get("bonus_armies", 0)))
    short = printed["event"][-1]
    assert {"deploy5": short["deploy5"], "deploy3": short["deploy3"]} == data.SHORT_RECRUITS
    assert list(data.WAR_CHESTS.values()) == printed["war_chest_cards"]["values"]


def test_the_supply_table_is_the_printed_one(printed: dict[str, Any]) -> None:
    assert [(row.unsupplied, row.revolts, row.extra_farmers) for row in data.SUPPLY_TABLE] == [
        (row["shortage_max"], row["revolts"], row["extra_farmers"]) for row in printed["supply_row"]
    ]


def test_the_counts_are_the_printed_ones(printed: dict[str, Any]) -> None:
    components = printed["components"]
    assert components["armies_per_player"] == data.ARMIES
    assert components["farmers"] == data.FARMERS
    assert {kind: components[f"{kind}_tiles"] for kind in data.TILES} == data.TILES
    assert {str(players): chests for players, chests in data.START_CHESTS.items()} == {
        key: value for key, value in printed["start_chests"].items() if key != "source"
    }
    assert {str(players): list(groups) for players, groups in data.ARMY_GROUPS.items()} == {
        players: printed["army_groups"][players] for players in ("3", "4", "5")
    }
    assert printed["scoring"]["majority"] == data.MAJORITY_POINTS
    assert [(daimyo.name, daimyo.colour) for daimyo in data.DAIMYO] == [
        (daimyo["name"], daimyo["colour"]) for daimyo in printed["daimyo"]
    ]


def test_the_tower_is_the_reconstructed_one(printed: dict[str, Any]) -> None:
    tower, model = printed["tower"], data.EDITION.data.tower
    assert (model.caught, model.of, model.hold) == (tower["stick_num"], tower["stick_den"], tower["dislodge_offset"])
    assert (tower["feed_cubes_per_player"], tower["feed_farmers"]) == (data.FEED_ARMIES, data.FEED_FARMERS)


def test_three_players_leave_eight_provinces_out() -> None:
    for side in (data.EDITION.data.sun, data.EDITION.data.moon):
        assert len(side.provinces(3)) == 37
        assert len(side.provinces(4)) == 45
        assert "kazusa" not in side.neighbours(3)["shimosa"]
        assert "kazusa" in side.neighbours(4)["shimosa"]


def test_what_is_reconstructed_says_so() -> None:
    board = data.EDITION.data
    assert board.sun.borders_source == board.sun.reserved_source == "public"
    assert board.moon.borders_source == board.moon.reserved_source == board.tower.source == "reconstructed"


@pytest.mark.parametrize(
    ("find", "replace", "says"),
    [
        ('"a":"aki"', '"a":"atlantis"', "atlantis"),
        ('"provinces":["aki",', '"provinces":[', "45 provinces"),
        ('"caught":1', '"caught":4', "0 < caught < of"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(find: str, replace: str, says: str) -> None:
    with pytest.raises(EditionError, match=says):
        data.EDITION.read(data.EDITION.text.replace(find, replace, 1))


def test_an_edition_survives_its_text() -> None:
    assert data.EDITION.read(data.EDITION.text) == data.EDITION
