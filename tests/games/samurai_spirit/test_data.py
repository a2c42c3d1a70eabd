"""The box holds what the component list says."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.kit.rules.edition import EditionError
from games.samurai_spirit.rules.data import (
    CHIEFS,
    DIFFICULTIES,
    EDITION,
    FAMILIES,
    LIEUTENANTS,
    PLUNDERERS,
    RAIDERS,
    SAMURAI,
)

COMPONENTS = Path(__file__).with_name("components.toml")


@pytest.fixture(scope="module")
def sheet() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def test_the_66_raiders_are_those_of_the_component_list_in_print_order(sheet: dict[str, Any]) -> None:
    ours = [
        (raider.id, raider.value, raider.defence or "none", raider.flames, [*raider.penalties])
        for raider in RAIDERS.values()
    ]
    assert ours == [
        tuple(raider[key] for key in ("id", "value", "defence", "flames", "penalties")) for raider in sheet["raider"]
    ]


def test_the_classes_enter_the_rounds_of_the_component_list(sheet: dict[str, Any]) -> None:
    listed = [
        [raider["id"] for raider in sheet["raider"] if raider["class"] == name]
        for name in ("plunderer", "lieutenant", "chief")
    ]
    assert [[*PLUNDERERS], [*LIEUTENANTS], [*CHIEFS]] == listed


def test_the_samurai_are_those_of_the_component_list(sheet: dict[str, Any]) -> None:
    for listed, ours in zip(sheet["samurai"], SAMURAI.values(), strict=True):
        assert (ours.id, ours.kiai_human, ours.kiai_animal, ours.talent) == (
            listed["id"],
            listed["kiai_human"],
            listed["kiai_animal"],
            listed["talent"],
        )
        for side, effects in (("human", ours.human), ("animal", ours.animal)):
            effect = listed[f"kiai_effect_{side}"]
            assert effects == tuple((part, effect["cards"]) for part in effect["parts"]) * effect["repeats"]


def test_the_levels_are_those_of_the_component_list(sheet: dict[str, Any]) -> None:
    for name, ours in DIFFICULTIES.items():
        listed = sheet["difficulty"][name]
        assert (ours.barricades, ours.plunderers_each) == (listed["barricade_bonus"], listed["plunderers_per_samurai"])
        assert (ours.lieutenants, ours.chiefs) == (listed["lieutenants_delta"], listed["chiefs_delta"])
        assert (ours.farm_penalties, ours.family_bonuses) == (listed["farm_penalties"], listed["family_bonuses"])
        assert ours.suffix == listed["score_suffix"]


def test_the_tokens_are_those_of_the_component_list(sheet: dict[str, Any]) -> None:
    assert Counter(EDITION.data.farms) == Counter(farm["penalty"] for farm in sheet["farm"])
    assert tuple(family["bonus"] for family in sheet["family"]) == FAMILIES


def test_about_half_of_the_raiders_bear_flames() -> None:
    assert sum(raider.flames for raider in RAIDERS.values()) == 35


def test_an_owner_of_the_printed_game_may_say_what_his_farms_show() -> None:
    printed = EDITION.read(
        '{"farms": ["remove_farm", "remove_farm", "remove_farm", "remove_farm", "remove_farm", "remove_family"]}'
    )
    assert printed.digest != EDITION.digest


@pytest.mark.parametrize("farms", ['["remove_farm"]', '["a", "b", "c", "d", "e", "f"]'])
def test_an_edition_has_six_farms_of_the_four_kinds(farms: str) -> None:
    with pytest.raises(EditionError):
        EDITION.read(f'{{"farms": {farms}}}')
