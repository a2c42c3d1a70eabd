"""The commands of a title as forms: each can be entered, and what cannot be is refused with the field."""

from __future__ import annotations

from itertools import islice

import pytest
from google.protobuf import json_format

from clients.render.wording import name_in_words
from clients.web.parts.command_forms import build_forms, commands_at, parse_command
from games.kit.rules.decider import legal
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai_client import Gunbai
from gunbai_client.errors import InvalidRequest
from gunbai_record.plain import as_message
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

THROW = "gunbai.king_of_tokyo.v1.ThrowDice"


@pytest.mark.parametrize("title", TITLES)
def test_every_command_of_a_game_fits_its_form(title: str) -> None:
    rules = newest(title)
    for turn in islice(walk(rules, set_up(rules, rules.rules.seats[0]).table, seed=3), 12):
        for seat in range(1, rules.rules.seats[0] + 1):
            for move in map(as_message, islice(legal(rules.rules, turn.before, seat), 5)):
                fields = json_format.MessageToDict(move, preserving_proto_field_name=True)
                (form,) = build_forms([move.DESCRIPTOR.full_name])
                assert set(fields) <= {field["name"] for field in form["fields"]}
                assert parse_command(form["name"], fields) == move


def test_a_form_says_how_each_field_is_entered() -> None:
    (form,) = build_forms([THROW])
    assert (form["name"], form["label"]) == (THROW, "Throw dice")
    (faces,) = form["fields"]
    assert (faces["kind"], faces["several"]) == ("choice", True)
    assert faces["choices"][0] == {"name": "FACE_ONE", "label": "one"}
    assert len(faces["choices"]) == len(tokyo.Face.values()) - 1


@pytest.mark.parametrize(
    ("tag", "name", "labels"),
    [
        ("en", THROW, ("Throw dice", "faces", "1")),
        ("cs", THROW, ("Co padlo na kostkách", "strany kostek", "1")),
        ("pl", "gunbai.titan_race.v1.ChooseDie", ("Wybrać kość", "kolor", "żółta")),
    ],
)
def test_a_form_is_in_the_language_of_the_title(gunbai: Gunbai, tag: str, name: str, labels: tuple[str, ...]) -> None:
    response = gunbai.speaking(tag).title(name.split(".")[1])
    (form,) = build_forms([name], response.command_forms)
    (field,) = form["fields"]
    assert (form["label"], field["label"], field["choices"][0]["label"]) == labels


def test_what_this_client_does_not_know_has_no_form() -> None:
    assert build_forms(["gunbai.chess.v1.Castle"]) == []


def test_a_name_is_told_in_words() -> None:
    assert name_in_words("gunbai.king_of_tokyo.v1.EndBuying") == "End buying"


def test_a_spot_is_the_value_of_the_commands_that_take_such_things() -> None:
    names = [f"gunbai.king_of_tokyo.v1.{name}" for name in ("Roll", "Reroll", "BuyCard", "BuyFromMonster")]
    names += ["gunbai.samurai_spirit.v1.Support", "gunbai.shogun.v1.LayCard", "gunbai.chess.v1.Castle"]
    card = [shogun.LayCard(seat=1, card="jets"), tokyo.BuyCard(card="jets"), tokyo.BuyFromMonster(card="jets")]
    assert list(commands_at(names, "card:jets", 1)) == card
    assert list(commands_at(names, "die:3", 1)) == [tokyo.Reroll(dice=[3])]
    assert list(commands_at(names, "seat:2", 1)) == [samurai.Support(to_seat=2)]
    for spot in ("field:a1", "die:x", "card", ""):
        assert not [*commands_at(names, spot, 1)]


@pytest.mark.parametrize(
    ("name", "fields", "at_fault"),
    [
        ("gunbai.chess.v1.Castle", {}, "name"),
        ("", {}, "name"),
        (THROW, [], "fields"),
        (THROW, {"faces": ["FACE_SEVEN"]}, "fields"),
        (THROW, {"dice": 1}, "fields"),
    ],
)
def test_what_is_no_command_is_refused_with_the_field(name: str, fields: object, at_fault: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse_command(name, fields)
    assert list(refused.value.fields) == [at_fault]
