"""The components in the code are those of the component list; an edition that cannot be played with is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kit.rules.edition import EditionError
from games.titan_race.rules import data
from games.titan_race.rules.data import EDITION, Layout

COMPONENTS = Path(__file__).with_name("components.toml")
WAYS = {
    "F": "forward",
    "FR": "forward_right",
    "BR": "backward_right",
    "B": "backward",
    "BL": "backward_left",
    "FL": "forward_left",
}


@pytest.fixture(scope="module")
def sheet() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def test_the_counts_and_limits_are_those_of_the_box(sheet: dict[str, Any]) -> None:
    assert (data.TRAPS, len(data.TITANS), len(data.TRACKS)) == (15, 6, 6)
    assert (sheet["counts"]["trap_tokens"], sheet["counts"]["titan_figures"], sheet["counts"]["tracks"]) == (15, 6, 6)
    assert (sheet["limits"]["laps_to_win"], sheet["limits"]["hand_limit"]) == (data.LAPS_TO_WIN, data.HAND_LIMIT)
    assert list(data.START_FIELDS) == sheet["limits"]["start_fields"]
    assert list(data.FIELDS) == sheet["fields"]


def test_the_titans_are_those_of_the_boards_in_their_order(sheet: dict[str, Any]) -> None:
    assert [(titan.id, titan.name, titan.life, titan.ability) for titan in data.TITANS] == [
        (titan["id"], titan["name"], titan["start_life"], titan["ability"]) for titan in sheet["titan"]
    ]
    assert EDITION.data.colours == {titan["id"]: titan["color"] for titan in sheet["titan"]}
    assert {titan["recover_life"] for titan in sheet["titan"] if titan["id"] != data.PURPLE_TITAN} == {6}


def test_the_faces_of_the_dice_move_as_printed(sheet: dict[str, Any]) -> None:
    assert list(data.COLOURS) == sheet["die"]["faces"]
    for face in sheet["face"]:
        if "segments" not in face:
            continue
        paths = {()}
        for segment in face["segments"]:
            paths = {path + (WAYS[way],) * segment["steps"] for path in paths for way in segment["dirs"]}
        if face.get("segments_in_any_order"):
            paths |= {path[::-1] for path in paths}
        assert set(data.PATHS[face["color"]]) == paths


def test_the_tracks_hold_what_the_layouts_say(sheet: dict[str, Any]) -> None:
    for layout, listed in zip(EDITION.data.layouts, sheet["track"], strict=True):
        assert layout.track == listed["id"]
        for kind in ("special", "lava", "pirates", "multi_ramps", "statues", "ice"):
            assert list(getattr(layout, kind)) == listed.get(kind, [])
        assert [list(group) for group in layout.pentagrams] == listed.get("pentagram_groups", [])
        assert [(ramp.field, ramp.direction) for ramp in layout.super_ramps] == [
            (ramp["field"], WAYS[ramp["dir"]]) for ramp in listed.get("super_ramps", [])
        ]
        assert layout.source == listed["layout_source"]
    assert [list(sides) for sides in EDITION.data.boards] == [board["sides"] for board in sheet["board"]]


def test_the_cards_are_the_listed_ones(sheet: dict[str, Any]) -> None:
    assert [(card.id, card.name) for card in EDITION.data.cards] == [
        (card["id"], card["name"]) for card in sheet["card"]
    ]
    assert [card.source == "printed" for card in EDITION.data.cards] == [card["printed"] for card in sheet["card"]]
    reactions = [card["id"] for card in sheet["card"] if card["timing"] == "reaction"]
    assert [card.id for card in EDITION.data.cards if card.effect in data.REACTIONS] == reactions


def test_an_edition_is_read_again_from_its_own_text() -> None:
    assert EDITION.read(EDITION.text) == EDITION


def altered(**changes: Any) -> str:
    return msgspec.json.encode(msgspec.json.decode(EDITION.text) | changes).decode()


def layouts(changed: Layout) -> list[Any]:
    all_layouts = [changed if layout.track == changed.track else layout for layout in EDITION.data.layouts]
    return [msgspec.to_builtins(layout) for layout in all_layouts]


def test_an_owner_may_enter_the_printed_fields_and_cards() -> None:
    lava = Layout("kaldheira", special=("B2",), lava=("A1",))
    cards = [{"id": f"C{number}", "name": "Shield", "effect": "shield"} for number in range(13)]
    edition = EDITION.read(altered(name="from the box", layouts=layouts(lava), cards=cards))
    assert edition.data.layout("kaldheira") == lava
    assert edition.digest != EDITION.digest


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"colours": {"kraken": "pink"}}, "needs a colour of its own"),
        ({"colours": dict(zip(data.TITAN, data.COLOURS[::-1], strict=True))}, "chtoolhoo is purple"),
        ({"boards": [["kaldheira", "anglieh"]]}, "must be one side of one board"),
        ({"layouts": []}, "needs one layout"),
        ({"cards": []}, "there are 13 cards"),
        ({"cards": [{"id": str(n or ""), "name": "Nap", "effect": "bomb"} for n in range(13)]}, "'Nap' has no id"),
        ({"cards": [{"id": str(n), "name": "Nap", "effect": "nap"} for n in range(13)]}, "'nap' is not among"),
        (
            {"cards": [{"id": f"TRC{n:02}", "name": "Nap", "effect": "bomb"} for n in range(13)]},
            "the id TRC01 is that of another card",
        ),
        ({"layouts": layouts(Layout("kaldheira", special=("E4",)))}, "kaldheira has no field 'E4'"),
        ({"layouts": layouts(Layout("kaldheira", (), lava=("A1",), ice=("A1",)))}, "more than one terrain"),
        ({"layouts": layouts(Layout("ban_kogu", (), super_ramps=(data.Ramp("A1", "forward"),)))}, "leads 'forward'"),
        ({"layouts": layouts(Layout("estengaard", (), ice=("A1", "A3", "A5", "A7", "A9", "A11")))}, "slide forever"),
        ({"trophies": 1}, "unknown field"),
    ],
)
def test_an_edition_that_no_game_can_be_played_with_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(EditionError, match=complaint):
        EDITION.read(altered(**changes))
