"""Outcomes in words: what a dealer types is found among what chance may show."""

from __future__ import annotations

import pytest

from gunbai.king_of_tokyo.v1 import commands_pb2 as kot
from gunbai.king_of_tokyo.v1 import view_pb2 as view
from gunbai.liars_dice.v1 import commands_pb2 as dice
from gunbai.referee.v1.game_pb2 import GameInfo, Seat, Waiting
from gunbai.referee.v1.lobby_pb2 import Component, GetTitleResponse
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai.shogun.v1 import view_pb2 as shogun_view
from gunbai_record.messages import packed
from gunbai_record.notation.outcomes import (
    ChanceQuestion,
    asked_again,
    asked_of,
    choices_of,
    miscount,
    outcome_in,
    outcomes_in,
    places_of,
    several,
    unlisted,
    vocabulary_of,
)
from gunbai_record.notation.short_forms import Vocabulary
from gunbai_record.notation.words import ShortFormError

CARDS = ("acid_attack", "alpha_monster", "wings")
TITLE = GetTitleResponse(
    commands=["gunbai.king_of_tokyo.v1.TurnCard", "gunbai.king_of_tokyo.v1.ThrowDice", "gunbai.liars_dice.v1.ShakeCup"],
    components=[Component(id=card, name=card.replace("_", " ").title()) for card in CARDS],
)
GAME = GameInfo(seats=[Seat(seat=1, player="Ann"), Seat(seat=2, player="Anna")])
LEES = vocabulary_of(TITLE, GameInfo(seats=[Seat(seat=1, player="Ann Lee"), Seat(seat=2, player="Ann")]))
WORDS = vocabulary_of(TITLE, GAME)
CARD = ChanceQuestion((kot.TurnCard,), (kot.TurnCard(card="acid_attack"), kot.TurnCard(card="wings")))
DICE = ChanceQuestion((kot.ThrowDice,))


def test_a_card_is_found_by_the_beginning_of_its_name_among_those_that_there_may_be() -> None:
    assert outcomes_in("a", CARD, WORDS) == [kot.TurnCard(card="acid_attack")]
    assert outcomes_in("Acid Attack", CARD, WORDS) == [kot.TurnCard(card="acid_attack")]
    assert outcomes_in('TurnCard {"card": "wings"}', CARD, WORDS) == [kot.TurnCard(card="wings")]
    assert len(outcomes_in("a", ChanceQuestion((kot.TurnCard,)), WORDS)) == 2


def test_a_list_of_cards_is_found_card_by_card_as_one_card_is() -> None:
    words = Vocabulary(names=WORDS.names, forms={"gunbai.shogun.v1.LayPlan": "{cards}"})
    plan = shogun.LayPlan(cards=["acid_attack", "wings"])
    for question in (ChanceQuestion((shogun.LayPlan,)), ChanceQuestion((shogun.LayPlan,), (plan,))):
        assert outcomes_in("acid wings", question, words) == [plan]
    with pytest.raises(ShortFormError, match="cannot read 'acid xyzzy'"):
        outcomes_in("acid xyzzy", ChanceQuestion((shogun.LayPlan,), (plan,)), words)


def test_a_plural_means_a_card_where_it_is_no_name() -> None:
    assert outcomes_in("acid attacks", CARD, WORDS) == [kot.TurnCard(card="acid_attack")]
    words = Vocabulary(names={"wing": ("Wing",), "wings": ("Wings",)}, forms=WORDS.forms)
    assert outcomes_in("wings", ChanceQuestion((kot.TurnCard,)), words) == [kot.TurnCard(card="wings")]
    assert outcomes_in("hearts energy", DICE, WORDS) == [kot.ThrowDice(faces=[kot.FACE_HEART, kot.FACE_ENERGY])]


def test_a_component_is_called_by_its_names_in_all_languages() -> None:
    czech = GetTitleResponse(components=[Component(id="wings", name="Křídla")])
    assert vocabulary_of(TITLE, GAME, czech).names["wings"] == ("Wings", "Křídla")


def test_a_card_that_there_cannot_be_is_found_too_so_that_the_rules_say_why() -> None:
    assert outcomes_in("alpha", CARD, WORDS) == [kot.TurnCard(card="alpha_monster")]


@pytest.mark.parametrize("text", ["xyzzy", "acid wings", "1 2 3"])
def test_other_words_are_no_outcome(text: str) -> None:
    with pytest.raises(ShortFormError, match=r"cannot read.*; expected: (card: by name|Acid Attack, Wings$)"):
        outcomes_in(text, CARD, WORDS)


def test_where_few_outcomes_may_be_other_words_are_answered_with_all_of_them() -> None:
    first = ChanceQuestion(
        (samurai.DrawFirstSamurai,), (samurai.DrawFirstSamurai(seat=1), samurai.DrawFirstSamurai(seat=2))
    )
    for text, question in (("xyzzy", CARD), ("foo", first)):
        expected = ", ".join(choices_of(question, WORDS))
        with pytest.raises(ShortFormError, match=rf"^cannot read '{text}'; expected: {expected}$"):
            outcomes_in(text, question, WORDS)


def test_a_slip_is_told_with_what_is_likely_meant() -> None:
    with pytest.raises(ShortFormError, match="did you mean Acid Attack"):
        outcomes_in("acid_atack", CARD, WORDS)


def test_dice_are_found_by_their_faces() -> None:
    faces = [kot.FACE_ONE, kot.FACE_TWO, kot.FACE_HEART, kot.FACE_ENERGY]
    for text in ("1 2 heart energy", "1, 2, H, e", "one two hea ene"):
        assert outcomes_in(text, DICE, WORDS) == [kot.ThrowDice(faces=faces)]
    with pytest.raises(ShortFormError, match="expected: faces: 1, 2, 3, energy, attack or heart"):
        outcomes_in("7", DICE, WORDS)


def test_several_outcomes_are_typed_at_once() -> None:
    assert several("acid; wings", CARD, WORDS) == ["acid", "wings"]
    assert several("acid, wings", CARD, WORDS) == ["acid", "wings"]
    assert several("1, 2, 3", DICE, WORDS) == ["1, 2, 3"]
    assert several("1, 2; 3", DICE, WORDS) == ["1, 2", "3"]
    assert several("acid, wings; acid", CARD, WORDS) == ["acid, wings", "acid"]
    assert several("acid", CARD, WORDS) == ["acid"]
    assert several(" xyzzy ", CARD, WORDS) == ["xyzzy"]


def test_what_is_asked_is_read_from_the_list_of_what_there_may_be() -> None:
    waiting = Waiting(commands=["gunbai.liars_dice.v1.ShakeCup"], sentence="Chance rolls for Anna.", chance=True)
    assert asked_of(ListLegalCommandsResponse(waiting=waiting), WORDS) == ChanceQuestion((dice.ShakeCup,), (), 2)
    shown = dice.ShakeCup(seat=1, dice=[6])
    listed = ListLegalCommandsResponse(waiting=waiting, commands=[LegalCommand(command=packed(shown))])
    assert asked_of(listed, WORDS) == ChanceQuestion((dice.ShakeCup,), (shown,), 1)
    assert outcomes_in("6", asked_of(listed, WORDS), WORDS) == [shown]


def test_where_a_card_lies_is_said_as_far_as_the_view_shows_it() -> None:
    shown = view.View(market=[view.Card(id="wings")])
    assert places_of(shown, ["wings", "acid_attack"], WORDS) == ["Wings lies on the table: market"]
    shown = view.View(seat=1, top_card=view.Card(id="wings"), discard=["jets", "acid_attack"])
    assert places_of(shown, ["wings", "acid_attack"], WORDS) == [
        "Wings lies on the table: top card",
        "Acid Attack lies on the table: discard",
    ]
    assert places_of(view.Card(id="wings"), ["wings"], WORDS) == ["Wings lies on the table"]


def test_what_has_parts_and_is_all_of_an_outcome_is_written_without_parentheses() -> None:
    cubes = ChanceQuestion((shogun.DropCubes,))
    words = Vocabulary(forms={"gunbai.shogun.v1.DropCubes": "{fallen}"})
    fallen = shogun.DropCubes(fallen=shogun.Cubes(armies=[5, 3, 0], farmers=6))
    for text in ("armies 5 3 0 farmers 6", "(armies 5 3 0 farmers 6)"):
        assert outcomes_in(text, cubes, words) == [fallen]
    assert outcomes_in("farmers 6", cubes, words) == [shogun.DropCubes(fallen=shogun.Cubes(farmers=6))]
    assert cubes.expected == "armies: numbers; farmers: a number; each after its word"
    with pytest.raises(ShortFormError, match="each after its word"):
        outcomes_in("5 3 0", cubes, words)


def test_one_outcome_is_meant_or_the_words_say_too_little() -> None:
    assert outcome_in("acid", ChanceQuestion((kot.TurnCard,)), WORDS) == kot.TurnCard(card="acid_attack")
    with pytest.raises(ShortFormError, match="'a' is ambiguous: it can mean Acid Attack, "):
        outcome_in("a", ChanceQuestion((kot.TurnCard,)), WORDS)
    assert asked_again(kot.TurnCard(card="jets")) == ChanceQuestion((kot.TurnCard,))


def test_of_cards_that_are_alike_the_first_that_can_come_up_is_meant() -> None:
    words = Vocabulary(names={"evac": ("Evacuation",), "evac_2": ("Evacuation",), "jets": ("Jets",)}, forms=WORDS.forms)
    both = ChanceQuestion((kot.TurnCard,), (kot.TurnCard(card="evac"), kot.TurnCard(card="evac_2")))
    assert outcome_in("evacuation", both, words) == kot.TurnCard(card="evac")
    last = ChanceQuestion((kot.TurnCard,), both.listed[1:])
    for said in ("evacuation", "evac"):
        assert outcome_in(said, last, words) == kot.TurnCard(card="evac_2")


def test_what_no_listed_outcome_has_cannot_come_up() -> None:
    acid = kot.TurnCard(card="acid_attack")
    listed = ChanceQuestion((kot.TurnCard,), (kot.TurnCard(card="wings"),))
    assert unlisted(acid, listed, WORDS, kot.TurnCard()) == "Acid Attack cannot come up now"
    assert unlisted(kot.TurnCard(card="wings"), listed, WORDS, kot.TurnCard()) == ""
    assert unlisted(acid, ChanceQuestion((kot.TurnCard,)), WORDS, kot.TurnCard()) == ""


def test_the_faces_of_dice_and_few_outcomes_are_said_as_they_are_written() -> None:
    assert DICE.faces == ["1", "2", "3", "energy", "attack", "heart"]
    assert CARD.faces == []
    listed = ChanceQuestion((kot.TurnCard,), (kot.TurnCard(card="jets"), kot.TurnCard(card="wings")))
    assert choices_of(listed, WORDS) == ["jets", "Wings"]
    many = tuple(kot.TurnCard(card=f"card{number}") for number in range(13))
    assert choices_of(ChanceQuestion((kot.TurnCard,), many), WORDS) == []
    assert choices_of(ChanceQuestion((kot.TurnCard,), many[:12]), WORDS) == [card.card for card in many[:12]]
    cup = dice.ShakeCup(seat=2, dice=[6])
    assert choices_of(ChanceQuestion((dice.ShakeCup,), (cup,), 2), WORDS) == ["6"]


def test_of_many_outcomes_that_are_meant_twelve_are_named() -> None:
    words = Vocabulary(names={f"card{number}": () for number in range(20)}, forms=WORDS.forms)
    with pytest.raises(ShortFormError) as raised:
        outcome_in("card", ChanceQuestion((kot.TurnCard,)), words)
    assert str(raised.value) == f"'card' is ambiguous: it can mean {', '.join(f'card{number}' for number in range(12))}"


def test_what_is_expected_of_several_kinds_of_outcome_is_said_once_for_each_field() -> None:
    assert ChanceQuestion((kot.TurnCard, kot.ThrowDice, kot.TurnCard)).expected == (
        "card: by name, or its first letters; faces: 1, 2, 3, energy, attack or heart"
    )
    assert ChanceQuestion((kot.ThrowDice, kot.TurnDie)).faces == ["1", "2", "3", "energy", "attack", "heart"]


def test_the_words_of_a_game_are_its_components_players_and_commands() -> None:
    game = GameInfo(seats=[Seat(seat=1, player="Ann"), Seat(seat=2)])
    words = vocabulary_of(TITLE, game)
    assert words.names == {card: (card.replace("_", " ").title(),) for card in CARDS}
    assert words.players == {1: ("Ann", "seat 1"), 2: ("seat 2",)}
    assert words.forms == {
        "gunbai.king_of_tokyo.v1.TurnCard": "{card}",
        "gunbai.king_of_tokyo.v1.ThrowDice": "{faces}",
        "gunbai.liars_dice.v1.ShakeCup": "{dice}",
    }


def test_dice_may_be_typed_in_any_order_where_outcomes_are_listed() -> None:
    listed = (dice.ShakeCup(seat=2, dice=[1, 2]), dice.ShakeCup(seat=2, dice=[1, 3]))
    question = ChanceQuestion((dice.ShakeCup,), listed, 2)
    assert outcomes_in("2 1", question, WORDS) == [dice.ShakeCup(seat=2, dice=[2, 1])]
    assert outcomes_in("6 6", question, WORDS) == [dice.ShakeCup(seat=2, dice=[6, 6])]


def test_a_text_that_is_no_component_is_an_outcome_only_where_nothing_is_listed() -> None:
    assert outcomes_in("xyzzy", ChanceQuestion((kot.TurnCard,)), WORDS) == [kot.TurnCard(card="xyzzy")]
    listed = (kot.TurnCard(card="xyzzy"),)
    assert outcomes_in("xyzzy", ChanceQuestion((kot.TurnCard,), listed), WORDS) == [*listed]
    with pytest.raises(ShortFormError, match=r"^cannot read 'xyzzz'; expected: xyzzy$"):
        outcomes_in("xyzzz", ChanceQuestion((kot.TurnCard,), listed), WORDS)


def test_an_outcome_is_asked_for_again_with_the_seat_that_may_see_it() -> None:
    assert asked_again(dice.ShakeCup(seat=2, dice=[6])) == ChanceQuestion((dice.ShakeCup,), (), 2)
    assert ChanceQuestion((dice.ShakeCup,)) == ChanceQuestion((dice.ShakeCup,), (), 0)
    cups = [LegalCommand(command=packed(dice.ShakeCup(seat=seat, dice=[6]))) for seat in (1, 2)]
    assert asked_of(ListLegalCommandsResponse(commands=cups), WORDS).seat == 0
    # The seat of such a message is part of the outcome: it says nothing of who is asked.
    open_ = kot.Patient(seat=2, hearts=1)
    listed = ListLegalCommandsResponse(commands=[LegalCommand(command=packed(open_))])
    assert asked_of(listed, WORDS) == ChanceQuestion((), (open_,), 0)
    assert ChanceQuestion((kot.Patient,)).expected == "seat: a number; hearts: a number"
    assert ChanceQuestion((kot.PeekCard,)).expected == "card: by name, or its first letters"


@pytest.mark.parametrize(
    ("sentence", "seat"), [("Anna's dice are rolled.", 2), ("The dice of Ann are rolled.", 1), ("Dice are rolled.", 0)]
)
def test_the_seat_that_a_question_names_is_that_of_its_player(sentence: str, seat: int) -> None:
    assert asked_of(ListLegalCommandsResponse(waiting=Waiting(sentence=sentence)), WORDS).seat == seat


def test_of_players_whose_names_are_within_each_other_the_longest_is_meant() -> None:
    for sentence, seat in (("The dice of Ann Lee are rolled.", 1), ("The dice of Ann are rolled.", 2)):
        assert asked_of(ListLegalCommandsResponse(waiting=Waiting(sentence=sentence)), LEES).seat == seat


def test_only_one_kind_of_outcome_with_one_message_has_a_part_of_its_own() -> None:
    assert ChanceQuestion((kot.TurnCard,)).only_part is None
    assert ChanceQuestion((shogun.DropCubes,)).only_part is shogun.Cubes.DESCRIPTOR
    assert ChanceQuestion((shogun.DropCubes, shogun.DropCubes)).only_part is None
    assert ChanceQuestion((kot.AssignHearts,)).only_part is None
    assert ChanceQuestion((kot.ThrowDice,)).only_part is None
    assert ChanceQuestion((shogun.LayPlan,)).only_part is None


def test_where_a_card_lies_is_said_with_the_player_whose_it_is() -> None:
    monster = view.Monster(seat=2, cards=[view.HeldCard(card=view.Card(id="wings"))])
    assert places_of(view.View(monsters=[monster]), ["wings"], WORDS) == ["Anna has Wings"]


def test_a_board_that_names_a_card_is_not_where_it_lies() -> None:
    provinces = [shogun_view.Province(province="yamato"), shogun_view.Province(province="kii", neighbours=["yamato"])]
    shown = shogun_view.View(offer=["yamato"], provinces=provinces)
    assert places_of(shown, ["yamato"], WORDS) == ["yamato lies on the table: offer"]


def test_too_many_or_too_few_of_what_is_listed_are_counted() -> None:
    two = kot.ThrowDice(faces=[kot.FACE_ONE, kot.FACE_TWO])
    assert miscount(two, two) == ""
    assert miscount(kot.ThrowDice(faces=[kot.FACE_ONE]), two) == "expected 2 dice, not 1"
    assert miscount(two, kot.ThrowDice(faces=[kot.FACE_ONE])) == "expected 1 die, not 2"
    assert miscount(shogun.DrawRevolts(provinces=["kai"]), shogun.DrawRevolts()) == ("expected 0 provinces, not 1")
    assert miscount(two, kot.TurnCard(card="wings")) == ""
