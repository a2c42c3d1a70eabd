"""Short forms: commands and outcomes as people write them, and back."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from gunbai.king_of_tokyo.v1 import commands_pb2 as kot
from gunbai.liars_dice.v1 import commands_pb2 as dice
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai_client.short_forms import (
    ShortFormError,
    Vocabulary,
    in_full,
    ordinary_form,
    template,
    tokens_of,
    whole_message,
)

WORDS = Vocabulary(
    names={"acid_attack": ("Acid Attack",), "armor_plating": ("Armor Plating",), "wings": ("Wings", "Křídla")},
    values={"heart": ("Léčení",)},
    players={1: ("Ada", "seat 1"), 2: ("Bob", "seat 2"), 3: ("Ann Lee", "seat 3"), 4: ("with", "seat 4")},
    forms={
        "gunbai.king_of_tokyo.v1.Reroll": "reroll {dice}[ with {card}]",
        "gunbai.king_of_tokyo.v1.Patient": "{hearts} {seat}",
        "gunbai.liars_dice.v1.ShakeCup": "{dice}",
    },
)


def meant(text: str, *kinds: type[Message], seat: int = 0) -> list[Message]:
    """Return what a text may mean."""
    return [*WORDS.readings(tokens_of(text), kinds, seat)]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (kot.Reroll(dice=[1, 2]), "reroll 1 2"),
        (kot.Reroll(dice=[1], card="wings"), "reroll 1 with wings"),
        (kot.Reroll(), "reroll"),
        (kot.Roll(), "roll"),
        (kot.BuyCard(card="acid_attack"), "buy card acid_attack"),
        (kot.BuyCard(card="not a name"), 'buy card "not a name"'),
        (kot.BuyCard(card="dvě slova"), 'buy card "dvě slova"'),
        (shogun.MarchArmies(armies=3, bonus=True), "march armies armies 3 bonus yes"),
        (kot.BuyCard(card='"'), 'buy card "\\""'),
        (kot.BuyCard(), "buy card"),
        (kot.TurnDie(die=3, face=kot.FACE_ONE), "turn die die 3 face 1"),
        (kot.TurnDie(die=3, face=kot.FACE_HEART, card="wings"), "turn die die 3 face heart card wings"),
        (
            kot.AssignHearts(poison=1, patients=[kot.Patient(seat=2, hearts=1), kot.Patient(seat=3, hearts=2)]),
            "assign hearts poison 1 patients (1 Bob) (2 3)",
        ),
        (kot.AssignHearts(patients=[kot.Patient(seat=4, hearts=1)]), "assign hearts patients (1 4)"),
        (dice.MakeBid(quantity=7, face=1), "make bid quantity 7 face 1"),
    ],
)
def test_a_message_is_written_in_its_form_and_read_back(message: Message, text: str) -> None:
    assert WORDS.written(message) == text
    assert message in meant(text, type(message))


def test_a_message_that_no_form_says_is_written_by_its_fields() -> None:
    words = Vocabulary(forms={"gunbai.liars_dice.v1.MakeBid": "bid {quantity}"})
    message = dice.MakeBid(quantity=7, face=1)
    text = words.written(message)
    assert text == in_full(message) == 'MakeBid {"quantity": 7, "face": 1}'
    assert whole_message(text, (dice.MakeBid,)) == message
    assert whole_message(text, (dice.ChallengeBid,)) is None
    with pytest.raises(ShortFormError, match="no field"):
        whole_message('MakeBid {"amount": 7}', (dice.MakeBid,))


def test_the_seat_that_alone_may_see_a_message_is_the_one_that_is_asked() -> None:
    message = dice.ShakeCup(seat=2, dice=[1, 6])
    assert WORDS.written(message, 2) == "1 6"
    assert meant("1 6", dice.ShakeCup, seat=2) == [message]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("acid_attack", ["acid_attack"]),
        ("Acid Attack", ["acid_attack"]),
        ("acid", ["acid_attack", "acid"]),
        ("křídla", ["wings"]),
        ("KŘÍ", ["wings", "KŘÍ"]),
        ("a", ["acid_attack", "armor_plating", "a"]),
        ("jets", ["jets"]),
        ('"acid"', ["acid"]),
    ],
)
def test_a_component_is_called_by_its_id_its_names_or_the_beginning_of_one(text: str, cards: list[str]) -> None:
    found = [each.card for each in meant(f"buy card {text}", kot.BuyCard) if isinstance(each, kot.BuyCard)]
    assert sorted(found) == sorted(cards)


def test_faces_are_read_as_they_are_printed_or_said() -> None:
    assert meant("throw dice 1 two 3, H léčení att", kot.ThrowDice) == [
        kot.ThrowDice(
            faces=[kot.FACE_ONE, kot.FACE_TWO, kot.FACE_THREE, kot.FACE_HEART, kot.FACE_HEART, kot.FACE_ATTACK]
        )
    ]
    assert meant("throw dice 7", kot.ThrowDice) == []


def test_other_words_mean_nothing() -> None:
    for text in ("", "rolls", "roll 1", '"roll"', "reroll x", "reroll 1 with", "assign hearts patients (1 Bob"):
        assert meant(text, kot.Roll, kot.Reroll, kot.AssignHearts) == [], text


def test_a_text_without_its_end_is_no_words() -> None:
    with pytest.raises(ShortFormError, match="double quotes"):
        tokens_of('buy "acid')
    with pytest.raises(ShortFormError, match="is no text of JSON"):
        tokens_of('buy "\\x"')


@pytest.mark.parametrize(("said", "seats"), [("An", (3,)), ("ann lee", (3,)), ("seat", (1, 2, 3, 4)), ("Cyd", ())])
def test_a_seat_is_called_by_a_name_or_its_beginning(said: str, seats: tuple[int, ...]) -> None:
    assert WORDS.seats(said) == seats


@pytest.mark.parametrize("text", ["a [b", "a] b"])
def test_a_form_whose_brackets_do_not_match_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="a bracket has no"):
        template(text)


def test_a_message_without_a_form_is_called_by_its_name_and_its_fields() -> None:
    assert ordinary_form(kot.TurnDie.DESCRIPTOR) == "turn die [die {die}] [face {face}] [card {card}]"
    assert ordinary_form(kot.BuyCard.DESCRIPTOR) == "buy card [{card}]"
    assert ordinary_form(dice.ShakeCup.DESCRIPTOR) == "shake cup [{dice}]"
