"""Short forms: commands and outcomes as people write them, and back."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from gunbai.king_of_tokyo.v1 import commands_pb2 as kot
from gunbai.liars_dice.v1 import commands_pb2 as dice
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai_record.messages import texts_in
from gunbai_record.notation.short_forms import (
    Part,
    Slot,
    Style,
    Vocabulary,
    bare_form,
    enum_words,
    in_full,
    is_whose,
    ordinary_form,
    template,
    values_of,
    whole_message,
    words_of,
    written_words,
)
from gunbai_record.notation.words import ShortFormError, tokens_of


def vocabulary(**changed: Any) -> Vocabulary:
    """Return what words mean in a game; no two vocabularies share what they have learned."""
    usual: dict[str, Any] = {
        "names": {"acid_attack": ("Acid Attack",), "armor_plating": ("Armor Plating",), "wings": ("Wings", "Křídla")},
        "values": {"heart": ("Léčení",)},
        "players": {1: ("Ada", "seat 1"), 2: ("Bob", "seat 2"), 3: ("Ann Lee", "seat 3"), 4: ("with", "seat 4")},
        "forms": {
            "gunbai.king_of_tokyo.v1.Reroll": "reroll {dice}[ with {card}]",
            "gunbai.king_of_tokyo.v1.Patient": "{hearts} {seat}",
            "gunbai.liars_dice.v1.ShakeCup": "{dice}",
        },
    }
    return Vocabulary(**usual | changed)


def meant(text: str, *kinds: type[Message], seat: int = 0, **changed: Any) -> list[Message]:
    """Return what a text may mean."""
    return [*vocabulary(**changed).readings(tokens_of(text), kinds, seat)]


FACES = ("UNSPECIFIED", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "CLAW", "CLAW_MARK")
FIELDS = (
    ("first_seat", Field.TYPE_UINT32, Field.LABEL_OPTIONAL, None),
    ("die_face", Field.TYPE_ENUM, Field.LABEL_OPTIONAL, ".sample.Face"),
    ("side_part", Field.TYPE_MESSAGE, Field.LABEL_OPTIONAL, ".sample.SidePart"),
    ("is_open", Field.TYPE_BOOL, Field.LABEL_OPTIONAL, None),
    ("numbers", Field.TYPE_INT32, Field.LABEL_REPEATED, None),
    ("cards", Field.TYPE_STRING, Field.LABEL_REPEATED, None),
)


@pytest.fixture
def sample() -> Any:
    """Return a type of message with a field of every kind that forms know, which no title has."""
    file = FileDescriptorProto(name="sample.proto", package="sample", syntax="proto3")
    face = file.enum_type.add(name="Face")
    for number, word in enumerate(FACES):
        face.value.add(name=f"FACE_{word}", number=number)
    part = file.message_type.add(name="SidePart")
    for number, name in enumerate(("top_seat", "count"), 1):
        part.field.add(name=name, number=number, type=Field.TYPE_INT32, label=Field.LABEL_OPTIONAL)
    made = file.message_type.add(name="TakeSample")
    for number, (name, kind, label, of) in enumerate(FIELDS, 1):
        made.field.add(name=name, number=number, type=kind, label=label, type_name=of)
    pool = DescriptorPool()
    pool.Add(file)
    return GetMessageClass(pool.FindMessageTypeByName("sample.TakeSample"))


def test_a_message_of_every_kind_of_field_has_an_ordinary_form_a_bare_one_and_words_for_its_values(sample: Any) -> None:
    kind = sample.DESCRIPTOR
    fields = (
        "[first seat {first_seat}] [die face {die_face}] [side part {side_part}] [is open {is_open}] "
        "[numbers {numbers}] [cards {cards}]"
    )
    assert ordinary_form(kind) == f"take sample {fields}"
    assert ordinary_form(kind, named=False) == fields
    assert bare_form(kind) == "{first_seat} {die_face} {side_part} {is_open} {numbers} {cards}"
    assert [*map(values_of, kind.fields)] == [
        "first seat: a number",
        "die face: 1, 2, 3, 4, 5, 6, claw or claw_mark",
        "side part: (top seat: a number; count: a number)",
        "is open: yes or no",
        "numbers: numbers",
        "cards: by name, or its first letters",
    ]
    assert bare_form(dice.ShakeCup.DESCRIPTOR) == "{dice}"
    assert ordinary_form(kot.BuyCard.DESCRIPTOR, named=False) == "[card {card}]"


def test_every_kind_of_value_is_written_and_read_back(sample: Any) -> None:
    part = {"top_seat": 2, "count": -3}
    message = sample(
        first_seat=1, die_face=4, cards=["acid_attack", "no card"], is_open=True, side_part=part, numbers=[1, -20]
    )
    text = (
        "take sample first seat Ada die face 4 side part (top seat Bob count -3) is open yes "
        'numbers 1 -20 cards acid_attack "no card"'
    )
    assert vocabulary().written(message) == text
    assert vocabulary().unknown(message) == 1
    assert [*texts_in(message)] == ["acid_attack", "no card"]
    assert meant(text, sample) == [message]
    assert meant(text.replace("yes", "no"), sample) == [sample(**_fields(message) | {"is_open": False})]
    assert meant(text.upper().replace("NO CARD", "no card"), sample) == [message]
    for other in ("yes", "(", "1234567890", "1x", "--1"):
        assert meant(f"take sample numbers {other}", sample) == []
    assert meant("take sample is open maybe", sample) == []
    assert meant("take sample first seat seat", sample) == [sample(first_seat=seat) for seat in (1, 2, 3, 4)]
    assert meant("take sample numbers Ada", sample) == []


def _fields(message: Any) -> dict[str, Any]:
    return {field.name: value for field, value in message.ListFields()}


def test_a_value_is_meant_by_its_word_before_any_that_only_begins_so(sample: Any) -> None:
    assert meant("take sample die face claw", sample) == [sample(die_face=7)]
    assert meant("take sample die face cla", sample) == [sample(die_face=7), sample(die_face=8)]
    assert meant("take sample die face six", sample) == [sample(die_face=6)]
    assert meant("take sample die face unspecified", sample) == []
    assert vocabulary().written(sample(die_face=8)) == "take sample die face claw_mark"
    assert [vocabulary().written(sample(die_face=face)).split()[-1] for face in range(1, 7)] == [*"123456"]


def test_a_parenthesis_in_quotes_is_a_text(sample: Any) -> None:
    message = sample(cards=["(", ")"])
    assert vocabulary().written(message) == 'take sample cards "(" ")"'
    assert meant('take sample cards "(" ")"', sample) == [message]
    for text in ("( )", "wings (", "wings )", "( wings", ") wings"):
        assert meant(f"take sample cards {text}", sample) == [], text
    assert meant('take sample side part "(" count 1)', sample) == []
    for text in ('(count 1 ")"', "(count 1 x", "x count 1)"):
        assert meant(f"take sample side part {text}", sample) == [], text


def test_a_list_of_names_is_read_name_by_name_and_the_longest_first(sample: Any) -> None:
    readings = [["acid_attack"], ["acid", "attack"], ["acid_attack", "attack"]]
    assert meant("take sample cards acid attack", sample) == [sample(cards=cards) for cards in readings]
    assert meant('take sample cards acid "attack"', sample) == [
        sample(cards=["acid", "attack"]),
        sample(cards=["acid_attack", "attack"]),
    ]
    assert meant("take sample cards wings", sample) == [sample(cards=["wings"])]


@pytest.mark.parametrize(("words", "known"), [(1, True), (5, True), (6, False)])
def test_a_printed_name_has_up_to_five_words(words: int, *, known: bool) -> None:
    name = " ".join("abcdef"[:words])
    messages = meant(f"buy card {name}", kot.BuyCard, names={"card": (name,)})
    assert messages == ([kot.BuyCard(card="card")] if known else [])


def test_no_more_than_64_readings_are_told_apart() -> None:
    assert len(meant("buy card a", kot.BuyCard, names={f"a{number}": () for number in range(62)})) == 63
    assert len(meant("buy card a", kot.BuyCard, names={f"a{number}": () for number in range(63)})) == 64
    assert len(meant("buy card a", kot.BuyCard, names={f"a{number}": () for number in range(64)})) == 64


def test_what_two_forms_say_is_meant_once(sample: Any) -> None:
    assert meant("buy card jets", kot.BuyCard, forms={"gunbai.king_of_tokyo.v1.BuyCard": "buy card {card}"}) == [
        kot.BuyCard(card="jets")
    ]
    assert meant("buy card jets", kot.BuyCard, kot.BuyCard) == [kot.BuyCard(card="jets")]


def test_a_part_is_written_as_soon_as_one_of_its_fields_is_filled(sample: Any) -> None:
    words = vocabulary(forms={"sample.TakeSample": "sample[ with {numbers} {cards}]"})
    for message, text in (
        (sample(numbers=[1]), "sample with 1"),
        (sample(cards=["wings"]), "sample with wings"),
        (sample(), "sample"),
    ):
        assert words.written(message) == text
        assert message in [*words.readings(tokens_of(text), [sample])]


def test_a_template_has_words_fields_and_parts_within_each_other() -> None:
    template.cache_clear()
    inner = Part(("d", Slot("e")))
    assert template("a {b}[ c [d {e}]] f") == ("a", Slot("b"), Part(("c", inner)), "f")
    assert template("") == ()
    assert words_of("Turn2CardsUp") == "turn2 cards up"


def test_the_words_of_an_enum_are_those_of_its_values_without_the_unspecified_one() -> None:
    enum_words.cache_clear()
    field = kot.TurnDie.DESCRIPTOR.fields_by_name["face"]
    assert enum_words(field) == {1: "one", 2: "two", 3: "three", 4: "energy", 5: "attack", 6: "heart"}
    assert written_words(field) == ["1", "2", "3", "energy", "attack", "heart"]
    assert in_full(kot.BuyCard(card="Křídla")) == 'BuyCard {"card": "Křídla"}'


def test_the_seat_of_a_message_that_others_may_see_is_written_and_that_of_another_is_not() -> None:
    patient, cup = kot.Patient.DESCRIPTOR, dice.ShakeCup.DESCRIPTOR
    assert [is_whose(cup, "seat"), is_whose(cup, "dice"), is_whose(patient, "seat")] == [True, False, False]


def test_a_message_has_its_own_form_or_else_the_ordinary_one_and_is_read_in_both() -> None:
    own, ordinary = vocabulary().forms_of(kot.Reroll.DESCRIPTOR)
    assert own == template("reroll {dice}[ with {card}]") == vocabulary().form(kot.Reroll.DESCRIPTOR)
    assert ordinary == template("reroll [dice {dice}] [card {card}]")
    assert vocabulary().form(kot.Patient.DESCRIPTOR, inner=True) == template("{hearts} {seat}")
    assert Vocabulary().form(kot.Patient.DESCRIPTOR, inner=True) == template("[seat {seat}] [hearts {hearts}]")
    assert len(Vocabulary().forms_of(kot.Reroll.DESCRIPTOR)) == 1


def test_who_is_asked_is_nobody_unless_that_is_said() -> None:
    assert [*vocabulary().readings(tokens_of("1 6"), [dice.ShakeCup])] == [dice.ShakeCup(dice=[1, 6])]
    assert vocabulary().written(dice.ShakeCup(dice=[1])) == "1"
    assert vocabulary().written(dice.ShakeCup(dice=[1], seat=2)) == 'ShakeCup {"seat": 2, "dice": [1]}'


def test_a_text_that_reads_as_another_is_written_in_quotes() -> None:
    assert vocabulary().written(kot.BuyCard(card="corrected")) == 'buy card "corrected"'
    assert vocabulary().written(kot.BuyCard(card="Corrected")) == 'buy card "Corrected"'
    assert vocabulary().written(kot.BuyCard(card="WINGS")) == 'buy card "WINGS"'
    assert vocabulary().written(kot.BuyCard(card="jets")) == "buy card jets"
    assert vocabulary().written(kot.TurnDie(die=1, card="Acid")) == "turn die die 1 card Acid"


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (("Ada",), "Ada"),
        (("Ada", "seat 1"), "Ada"),
        (("with",), "1"),
        (("WITH",), "1"),
        (("Corrected",), "1"),
        (("Ann Lee",), "1"),
        (("R2D2",), "1"),
        (("Bob",), "1"),
        (("Bo",), "Bo"),
        ((), "1"),
    ],
)
def test_a_seat_is_written_as_its_player_where_that_is_one_word_that_means_nothing_else(
    names: tuple[str, ...], written: str
) -> None:
    words = vocabulary(players={1: names, 2: ("Bob",)})
    assert words.player(1) == written
    assert words.player(9) == "9"


def test_a_name_that_is_all_of_one_is_not_the_beginning_of_another() -> None:
    words = vocabulary(players={1: ("Ann",), 2: ("Anna", "Ännchen"), 3: ("ANN",)})
    assert [words.seats(name) for name in ("ann", "ANNA", "an", "änn")] == [(1, 3), (2,), (1, 2, 3), (2,)]
    cards = vocabulary(names={"a": ("Axe",), "ab": ("Axe", "A"), "abc": ("Axe head",)})
    assert cards.components("a") == ("a",)
    assert cards.components("A") == ("a", "ab")
    assert cards.components("axe") == ("a", "ab")
    assert cards.components("ax") == ("a", "ab", "abc")
    assert cards.components("axed") == ()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("acid atack", " (did you mean Acid Attack?)"),
        ("the winks there", " (did you mean Wings?)"),
        ("krídla", " (did you mean Křídla?)"),
        ("something else", ""),
    ],
)
def test_the_component_with_the_most_similar_name_is_asked_for(text: str, question: str) -> None:
    assert vocabulary().near(text) == question


@pytest.mark.parametrize("text", ["MakeBid", "MakeBid 7", "makebid {}", "MakeBid x{}", '{"face": 1}', ""])
def test_words_that_are_not_a_name_with_fields_are_no_whole_message(text: str) -> None:
    assert whole_message(text, (dice.MakeBid,)) is None


def test_a_whole_message_may_stand_among_spaces() -> None:
    assert whole_message("  MakeBid   {} ", (dice.ChallengeBid, dice.MakeBid)) == dice.MakeBid()


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
    assert vocabulary().written(message) == text
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
    assert vocabulary().written(message, 2) == "1 6"
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
    cards_meant = [
        message.card for message in meant(f"buy card {text}", kot.BuyCard) if isinstance(message, kot.BuyCard)
    ]
    assert sorted(cards_meant) == sorted(cards)


def test_faces_are_read_as_they_are_printed_or_said() -> None:
    assert meant("throw dice 1 two 3, H léčení att", kot.ThrowDice) == [
        kot.ThrowDice(
            faces=[kot.FACE_ONE, kot.FACE_TWO, kot.FACE_THREE, kot.FACE_HEART, kot.FACE_HEART, kot.FACE_ATTACK]
        )
    ]
    assert meant("throw dice 7", kot.ThrowDice) == []


def test_a_plural_means_a_face_unless_a_number_before_it_may_count_it() -> None:
    faces = [kot.FACE_HEART, kot.FACE_ATTACK, kot.FACE_TWO]
    assert meant("throw dice hearts attacks 2", kot.ThrowDice) == [kot.ThrowDice(faces=faces)]
    for text in ("throw dice 2 hearts", "throw dice two hearts", "throw dice heartss"):
        assert meant(text, kot.ThrowDice) == [], text


def test_other_words_mean_nothing() -> None:
    for text in ("", "rolls", "roll 1", '"roll"', "reroll x", "reroll 1 with", "assign hearts patients (1 Bob"):
        assert meant(text, kot.Roll, kot.Reroll, kot.AssignHearts) == [], text


def test_a_text_without_its_end_is_no_words() -> None:
    with pytest.raises(ShortFormError, match="double quotes"):
        tokens_of('buy "acid')
    with pytest.raises(ShortFormError, match="is not JSON"):
        tokens_of('buy "\\x"')


@pytest.mark.parametrize(("typed", "seats"), [("An", (3,)), ("ann lee", (3,)), ("seat", (1, 2, 3, 4)), ("Cyd", ())])
def test_a_seat_is_called_by_a_name_or_its_beginning(typed: str, seats: tuple[int, ...]) -> None:
    assert vocabulary().seats(typed) == seats


@pytest.mark.parametrize("text", ["a [b", "a] b"])
def test_a_form_whose_brackets_do_not_match_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        template(text)


def test_a_message_without_a_form_is_called_by_its_name_and_its_fields() -> None:
    assert ordinary_form(kot.TurnDie.DESCRIPTOR) == "turn die [die {die}] [face {face}] [card {card}]"
    assert ordinary_form(kot.BuyCard.DESCRIPTOR) == "buy card [{card}]"
    assert ordinary_form(dice.ShakeCup.DESCRIPTOR) == "shake cup [{dice}]"


def test_spaces_make_no_difference_in_a_name() -> None:
    assert vocabulary().components("acidattack") == ("acid_attack",)
    assert vocabulary().components("acidatta") == ()


def test_a_message_is_written_with_printed_names_where_they_are_read_back(sample: Any) -> None:
    message = sample(cards=["acid_attack", "wings"])
    assert vocabulary().written(message, style=Style.NAMES) == "take sample cards Acid Attack, Wings"
    assert vocabulary().written(message) == "take sample cards acid_attack wings"
    # A name that is no row of plain words is not written; a printed number behind it is left out.
    others = vocabulary(names={"fox": ("the (red) fox",), "bow": ("Bow (bow)",)})
    for card, written in (("fox", "fox"), ("bow", "Bow")):
        assert others.written(kot.BuyCard(card=card), style=Style.NAMES) == f"buy card {written}"


def test_a_text_of_a_field_is_one_of_those_that_it_may_be() -> None:
    words = vocabulary(texts={"card": ("wings", "e5")})
    assert [*words.readings(tokens_of("buy card E5"), [kot.BuyCard])] == [kot.BuyCard(card="e5")]
    for typed, problem in (
        ("acid", "cannot read 'acid'; expected: card: Wings or e5"),
        ("wing5", "cannot read 'wing5' (did you mean Wings?); expected: card: Wings or e5"),
        ("wings now", "cannot read 'wings now'"),
    ):
        tokens = tokens_of(f"buy card {typed}")
        assert [*words.readings(tokens, [kot.BuyCard])] == []
        error = words.misread(tokens, [kot.BuyCard]).problem(words)
        assert str(error).startswith(problem), str(error)
        assert error.at == 9


def test_a_name_of_another_language_is_meant_only_where_none_of_the_games_own_begins_so() -> None:
    cards = Vocabulary(names={"jets": ("Jets", "Trysky"), "poison_spit": ("Poison Spit", "Jed"), "wings": ("Wings",)})
    assert cards.components("je") == ("jets",)
    assert cards.components("je", ("poison_spit", "wings")) == ("poison_spit",)
    assert cards.components("jed") == cards.components("Jed") == ("poison_spit",)
    assert cards.components("jets", ("wings",)) == ()


def test_the_word_of_an_enums_own_value_begins_before_those_of_other_languages() -> None:
    for typed, face in (("h", kot.FACE_HEART), ("hi", kot.FACE_ATTACK)):
        messages = meant(f"turn die face {typed}", kot.TurnDie, values={"attack": ("Hit",)})
        assert messages == [kot.TurnDie(face=face)]


def test_messages_are_told_apart_by_printed_names_and_by_ids_where_these_are_the_same() -> None:
    words = Vocabulary(
        names={"jets": ("Jets",), "head": ("Extra Head",), "head_2": ("Extra Head",)},
        forms={"gunbai.king_of_tokyo.v1.TurnCard": "{card}"},
    )
    cards = [kot.TurnCard(card=card) for card in ("jets", "head", "head_2")]
    assert words.told_apart(cards) == ["Jets", "head", "head_2"]


def test_of_a_name_that_is_not_understood_all_words_are_quoted_up_to_a_word_of_the_form() -> None:
    words = vocabulary(
        names={"lab": ("Made in a Lab",), "twist": ("Plot Twist",)},
        texts={"card": ("lab", "twist")},
        forms={"gunbai.king_of_tokyo.v1.BuyCard": "buy {card}[ with]"},
    )
    for typed, quoted in (
        ("Made in the Lab", "cannot read 'Made in the Lab' (did you mean Made in a Lab?)"),
        ("Maid in a Lab", "cannot read 'Maid in a Lab' (did you mean Made in a Lab?)"),
        ("Lob with twist", "cannot read 'Lob'"),
        ('Lob "twist"', "cannot read 'Lob'"),
    ):
        assert str(words.misread(tokens_of(f"buy {typed}"), (kot.BuyCard,)).problem(words)).startswith(quoted)
