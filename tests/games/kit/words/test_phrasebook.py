"""A phrasebook says messages and steps as a person would."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.words.phrasebook import Phrasebook, Speaker, Telling, seen, witnessed
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.templates import UnsayableError
from lab.toy import WORDS, LayBids, MayObject, compiled, plain

ENGLISH, CZECH, POLISH = map(LANGUAGES.__getitem__, ("en", "cs", "pl"))
MARKET: Any = compiled(
    """
syntax = "proto3";
package market.v1;
message Stall { uint32 seat = 1; uint32 pears = 2; bool open = 3; }
message Day { repeated Stall stalls = 1; repeated uint32 pears = 2; repeated uint32 winners = 3; string guest = 4; }
""",
    "market.proto",
)


def filled(template: str, message: Any, **more: Any) -> str:
    return Phrasebook({type(message): template}, **more).sentence(message)


def test_a_field_in_braces_is_shown() -> None:
    assert WORDS.sentence(plain.Bid(light=3)) == "Bid 3."


def test_an_enum_value_is_its_word_or_a_better_one() -> None:
    assert WORDS.sentence(plain.ObjectionRaised(seat=2, mood=plain.MOOD_VERY_LOUD)) == "The guest objects, very loud."
    assert WORDS.sentence(plain.ObjectionRaised(seat=2, mood=plain.MOOD_CALM)) == "The guest objects, calmly."


def test_an_enum_value_that_is_unknown_is_its_number_and_one_that_is_not_set_is_nothing() -> None:
    assert WORDS.sentence(plain.ObjectionRaised(seat=1, mood=77)) == "The host objects, 77."
    assert WORDS.sentence(plain.ObjectionRaised(seat=1)) == "The host objects, nothing."


def test_a_seat_is_its_player_if_known_or_the_word_of_the_title_or_its_number() -> None:
    event = plain.BidsOpened(lights=(3, 1), winning_seat=1)
    assert WORDS.sentence(event, {1: "Ada"}) == "Bids of 3 and 1; Ada wins."
    assert WORDS.sentence(event, {2: "Bob"}) == "Bids of 3 and 1; the host wins."
    assert WORDS.sentence(plain.BidsOpened(lights=(1,), winning_seat=4)) == "Bids of 1; seat 4 wins."


def test_a_sentence_begins_with_a_capital_letter_but_a_name_stays_as_it_is_written() -> None:
    assert WORDS.question(MayObject(3)) == "Does seat 3 object (at depth 1)?"
    assert filled("{seat} sells.", MARKET.Stall(seat=2)) == "Seat 2 sells."
    book = Phrasebook({MARKET.Stall: "{seat} sells."})
    assert book.sentence(MARKET.Stall(seat=2), {2: "ada"}) == "ada sells."


def test_a_list_has_commas_and_a_conjunction_and_an_empty_one_is_nothing() -> None:
    drawn = plain.DrawLanterns(lanterns=("fox", "pine_tree", "moon"))
    assert WORDS.sentence(drawn) == "Chance shows the Fox, pine tree and the Moon."
    assert WORDS.sentence(plain.DrawLanterns()) == "Chance shows nothing."


def test_a_number_has_its_noun() -> None:
    sales = [filled("{pears:pear|pears}.", MARKET.Stall(pears=pears)) for pears in (0, 1, 2)]
    assert sales == ["No pears.", "1 pear.", "2 pears."]


def test_a_number_may_be_a_seat_by_its_form() -> None:
    assert filled("{winners:seat} win.", MARKET.Day(winners=[1, 3])) == "Seat 1 and seat 3 win."


def test_an_id_may_stand_as_it_is() -> None:
    drawn = plain.DrawLanterns(lanterns=("fox", "pine_tree"))
    book = Phrasebook({plain.DrawLanterns: "{lanterns:id}."}, names=WORDS.names)
    assert book.sentence(drawn) == "Fox and pine_tree."


def test_a_list_with_an_item_for_each_seat_names_the_seats_that_have_something() -> None:
    day = MARKET.Day(pears=[3, 0, 1])
    assert filled("Sold: {pears:by seat}.", day) == "Sold: 3 (seat 1) and 1 (seat 3)."
    assert filled("Sold: {pears:pear|pears by seat}.", day) == "Sold: 3 pears (seat 1) and 1 pear (seat 3)."
    assert filled("Sold[: {pears:by seat}].", MARKET.Day(pears=[0, 0])) == "Sold."


def test_an_optional_part_is_left_out_if_a_field_in_it_is_empty() -> None:
    template = "The day ends[ with {guest}][ and {pears}|, sold out]."
    assert filled(template, MARKET.Day(guest="ada", pears=[1])) == "The day ends with ada and 1."
    assert filled(template, MARKET.Day()) == "The day ends, sold out."


def test_a_part_may_depend_on_a_field_that_it_does_not_show() -> None:
    assert filled("{seat} is [open?open[ with {pears}]|shut].", MARKET.Stall(seat=1, pears=2)) == "Seat 1 is shut."
    stall = MARKET.Stall(seat=1, pears=2, open=True)
    assert filled("{seat} is [open?open[ with {pears}]|shut].", stall) == "Seat 1 is open with 2."


def test_a_message_in_a_field_is_said_by_the_template_of_its_type() -> None:
    book = Phrasebook({MARKET.Day: "Sold: {stalls}.", MARKET.Stall: "{pears} by {seat}"})
    stalls = [MARKET.Stall(seat=1, pears=5), MARKET.Stall(seat=2, pears=1)]
    assert book.sentence(MARKET.Day(stalls=stalls), {2: "Bob"}) == "Sold: 5 by seat 1 and 1 by Bob."


def test_a_sentence_may_be_a_function_of_the_message_and_the_speaker() -> None:
    assert WORDS.sentence(plain.Object(mood=plain.MOOD_VERY_LOUD)) == "Object loudly."
    book = Phrasebook({MARKET.Stall: lambda stall, say: f"{say.seat(stall.seat)} or {say.seat(stall.seat + 1)}."})
    assert book.sentence(MARKET.Stall(seat=1), {2: "Bob"}) == "Seat 1 or Bob."


def test_a_step_is_said_with_its_fields() -> None:
    assert WORDS.question(MayObject(2, depth=3), {2: "Ada"}) == "Does Ada object (at depth 3)?"
    assert WORDS.question(LayBids()) == "All seats bid."


def test_another_language_has_its_own_conjunction_and_plurals() -> None:
    day, template = MARKET.Day(pears=[1, 3, 5]), "{pears:hruška|hrušky|hrušek by seat}."
    assert filled(template, day, language=CZECH) == "1 hruška (hráč 1), 3 hrušky (hráč 2) a 5 hrušek (hráč 3)."
    day, template = MARKET.Day(pears=[0, 1, 22, 12]), "{pears:gruszka|gruszki|gruszek by seat}."
    assert filled(template, day, language=POLISH) == "1 gruszka (gracz 2), 22 gruszki (gracz 3) i 12 gruszek (gracz 4)."
    assert [ENGLISH.plural(count) for count in (0, 1, 2)] == [1, 0, 1]


def test_a_label_is_given_in_english_and_said_in_the_language_of_the_book() -> None:
    label = "{pears:0 pear|pears} left[, {guest:id} waits]"
    assert Speaker(Phrasebook({})).label(label, pears=0, guest="a_b") == "0 pears left, a_b waits"
    assert Speaker(Phrasebook({})).label(label, pears=1, guest="") == "1 pear left"
    book = Phrasebook({}, labels={label: "zbývá {pears:0 hruška|hrušky|hrušek}[, čeká {guest:id}]"}, language=CZECH)
    labels = [Speaker(book).label(label, pears=count, guest="") for count in (0, 1, 2, 5)]
    assert labels == ["zbývá 0 hrušek", "zbývá 1 hruška", "zbývá 2 hrušky", "zbývá 5 hrušek"]
    assert Speaker(book).label("to act") == "na tahu"


def test_a_number_without_a_form_of_its_noun_is_an_error_that_names_value_and_template() -> None:
    with pytest.raises(UnsayableError, match=r"^\{count:id\} cannot say 3: give the noun of a number") as labelled:
        Speaker(Phrasebook({})).label("{count:id} left", count=3)
    assert labelled.value.__notes__ == ["in the label '{count:id} left'"]
    with pytest.raises(UnsayableError, match=r"^\{pears:id\} cannot say 7: ") as told:
        filled("{pears:id}.", MARKET.Stall(pears=7))
    assert told.value.__notes__ == ["in the sentence of Stall: '{pears:id}.'"]


def test_a_value_that_a_refusal_names_is_said_with_its_name() -> None:
    speaker = Speaker(Phrasebook({}, names={"a": "Ada"}, facts={"owner": "owner: [{owner:seat}|nobody]"}), {2: "Bob"})
    assert speaker.fact("to_seat", "2") == "to seat: Bob"
    assert speaker.fact("seen", "a, 3, very_old") == "seen: Ada, 3 and very old"
    assert speaker.fact("waits_for", "MeetRaider") == "waits for: meet raider"
    assert (speaker.fact("owner", "2"), speaker.fact("owner", "0")) == ("owner: Bob", "owner: nobody")
    assert (speaker.fact("actor", "2"), speaker.fact("actor", "0")) == ("player: Bob", "player: chance")
    assert speaker.fact("empty", "") == "empty: nothing"
    czech = Speaker(Phrasebook({}, facts={"seen": "viděno: {seen}"}, language=CZECH))
    assert (czech.fact("seen", "no"), czech.fact("actor", "0")) == ("viděno: ne", "hráč: náhoda")


def test_an_event_may_be_said_with_what_everybody_saw_before_it_and_with_the_event_before_it() -> None:
    def tells(event: Any, say: Speaker) -> Telling:
        if isinstance(say.after, MARKET.Day):
            return Telling("first")
        return Telling() if say.view is None else Telling("rest", {"left": say.view.pears - event.pears})

    sold = witnessed(tells, "{pears:pear|pears} sold.", first="{pears} sold first.", rest="{pears} sold, {left} left.")
    book = Phrasebook({MARKET.Stall: sold, MARKET.Day: "A day."})
    assert book.witnessed == {MARKET.Stall}
    event = MARKET.Stall(pears=2)
    assert book.sentence(event) == "2 pears sold."
    assert book.sentence(event, sight=lambda: MARKET.Stall(pears=5)) == "2 sold, 3 left."
    assert book.sentence(event, after=MARKET.Day()) == "2 sold first."


def test_a_phrasebook_takes_the_sentences_of_other_messages_into_its_own_words() -> None:
    book = Phrasebook(
        {MARKET.Stall: "{seat}: {pears}."}, seats={1: "Red"}, names={"a": "Ada"}, clauses={"M-1": "Sell."}
    )
    both = book.also({MARKET.Stall: "not said.", MARKET.Day: "{guest}."})
    assert both.sentence(MARKET.Stall(seat=1, pears=2)) == "Red: 2."
    assert both.sentence(MARKET.Day(guest="a")) == "Ada."
    assert both.clauses == book.clauses


@pytest.mark.parametrize("template", ["{apples}.", "[apples?x].", "[{apples}|x].", "{pears.", "[{pears}.", "pears]."])
def test_a_template_that_cannot_be_filled_is_an_error_when_the_book_is_made(template: str) -> None:
    with pytest.raises(ValueError, match=r"apples|pears"):
        Phrasebook({MARKET.Stall: template})


def test_what_has_no_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        WORDS.sentence(plain.Thunder())


def test_what_is_said_to_somebody_may_depend_on_what_they_see() -> None:
    stall, views = MARKET.Stall(seat=2), []

    def season(subject: Any, view: Any) -> str:
        assert subject == stall
        return str(view.guest)

    def sight() -> Any:
        views.append(MARKET.Day(guest="fair"))
        return views[-1]

    book = Phrasebook({MARKET.Stall: seen(season, "{seat} sells.", fair="{seat} sells at the fair.")})
    assert book.sentence(stall) == "Seat 2 sells."
    assert book.sentence(stall, {2: "Ada"}, sight) == "Ada sells at the fair."
    assert book.sentence(stall, {2: "Ada"}, lambda: MARKET.Day(guest="rain")) == "Ada sells."
    assert len(views) == 1


def test_a_view_is_made_only_for_a_sentence_that_depends_on_it() -> None:
    def sight() -> Any:
        raise AssertionError

    assert WORDS.question(MayObject(3), {}, sight) == "Does seat 3 object (at depth 1)?"
