"""A phrasebook tells messages and steps as a person would."""

from __future__ import annotations

import pytest

from tests.games.toy import WORDS, LayBids, MayObject, protos


def test_a_field_in_braces_is_told() -> None:
    assert WORDS.tell(protos.Bid(light=3)) == "Bid 3."


def test_a_seat_is_told_by_its_name_and_an_enum_value_by_its_word() -> None:
    assert WORDS.tell(protos.ObjectionRaised(seat=2, mood="MOOD_VERY_LOUD")) == "lady 2 objects, very loud."


def test_a_field_that_ends_in_seat_is_a_seat_too() -> None:
    assert WORDS.tell(protos.BidsOpened(lights=[3, 1], winning_seat=1)) == "Bids of 3, 1; lady 1 wins."


def test_a_list_is_told_with_commas_and_an_empty_one_as_nothing() -> None:
    assert WORDS.tell(protos.DrawLanterns(lanterns=["fox", "moon"])) == "Chance shows fox, moon."
    assert WORDS.tell(protos.DrawLanterns()) == "Chance shows nothing."


def test_an_enum_value_that_nobody_knows_is_told_as_its_number() -> None:
    assert WORDS.tell(protos.ObjectionRaised(seat=1, mood=77)) == "lady 1 objects, 77."


def test_a_sentence_may_be_a_function_of_the_message_or_step() -> None:
    assert WORDS.tell(protos.Object(mood="MOOD_VERY_LOUD")) == "Object loudly."
    assert WORDS.ask(LayBids()) == "Bids are laid."


def test_a_step_is_told_with_its_fields() -> None:
    assert WORDS.ask(MayObject(2, depth=3)) == "Does lady 2 object (at depth 3)?"


def test_what_has_no_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        WORDS.tell(protos.Thunder())
