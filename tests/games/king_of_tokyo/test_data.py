"""The box holds what the component list says."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.king_of_tokyo.rules.data import (
    CARDS,
    DISCARD,
    FACE,
    KEEP,
    MARKET_SLOTS,
    MONSTERS,
    MOST_DICE,
    MOST_LIFE,
    Card,
    Power,
)
from tests.games.king_of_tokyo.positions import STOP, monster, play, rolled

COMPONENTS = Path(__file__).with_name("components.toml")
BEFORE_DAMAGE = set(Power) - {Power.DAMAGE_OTHERS, Power.DAMAGE_ALL, Power.DAMAGE_SELF}


@pytest.fixture(scope="module")
def sheet() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def test_the_cards_are_those_of_the_component_list_in_print_order(sheet: dict[str, Any]) -> None:
    listed = [(card["name"], card["cost"], card["type"], card["clause"]) for card in sheet["cards"]]
    ours = [(card.name, card.cost, "keep" if card.keep else "discard", card.clause) for card in CARDS.values()]
    assert list(dict.fromkeys(ours)) == listed


def test_every_card_is_there_as_often_as_the_component_list_says(sheet: dict[str, Any]) -> None:
    assert Counter(card.name for card in CARDS.values()) == {card["name"]: card["copies"] for card in sheet["cards"]}


def test_a_power_counts_what_the_component_list_says(sheet: dict[str, Any]) -> None:
    """Where the list gives a card one plain parameter, a power of the card has that number."""
    for card in sheet["cards"]:
        values = [value for value in card.get("params", {}).values() if type(value) is int and value > 0]
        if len(values) == 1:
            assert all(values[0] in ours.powers.values() for ours in CARDS.values() if ours.name == card["name"])


def test_dice_monsters_and_market_are_those_of_the_component_list(sheet: dict[str, Any]) -> None:
    assert {monster["id"]: monster["name"] for monster in sheet["monsters"]} == MONSTERS
    assert len(sheet["die"]["faces"]) == len(FACE.words) == sheet["die"]["sides"]
    assert sheet["die"]["pool_max"] == MOST_DICE
    assert sheet["market"]["size"] == MARKET_SLOTS
    assert sheet["limits"]["dials"]["absolute_max_life"] == MOST_LIFE


def test_there_are_48_keep_cards_and_18_discard_cards() -> None:
    assert (len(KEEP), len(DISCARD), len(CARDS)) == (48, 18, 66)


def test_damage_is_the_last_thing_that_a_discard_card_does() -> None:
    """The effects of a card are emitted in order, and damage waits on the agenda until they are done."""
    for card in DISCARD:
        assert all(power in BEFORE_DAMAGE for power in list(card.powers)[:-1]), card.name


def test_a_new_card_of_known_powers_is_a_line_of_data(monkeypatch: pytest.MonkeyPatch) -> None:
    powers = {Power.SPIKES: 2, Power.ALPHA: 3}
    new = Card("KT-13.42", "two_tails", "Two Tails", 9, "+2 damage and +3★ when you attack", powers, keep=True)
    monkeypatch.setitem(CARDS, new.id, new)
    position = rolled("a 1 2 2 3 h", monster(1, "two_tails"), monster(2, place="city"))
    hit = play(position, STOP).table
    assert (hit.at(1).points, hit.at(2).life) == (3, 7)
