"""A title that breaks a law of the contract is found out, and one that keeps them all is not."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.svg import Box, Page
from games.kit.rules.decider import Accepted, Outcome
from games.kit.rules.open_table import open_table
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook
from games.liars_dice import VERSIONS
from games.shogun import SHOGUN
from gunbai.liars_dice.v1 import events as ev
from gunbai.shogun.v1.commands import LayPlan
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT
from tests.games.whispers import HOLES as WHISPERED
from titles.checks import laws
from titles.checks.games import Game, played, some, ways
from titles.checks.laws import LAWS, Fault, Law
from titles.checks.walk import set_up

(*_, LIARS_DICE) = VERSIONS
NO_BID = set_up(LIARS_DICE, 2).table.bid


def drawn_around_a_part(view: Any, caption: Caption) -> str:
    square = svg.group(svg.rect(Box(400, 200, 60, 60)), at_spot="square:A1")
    parts = [svg.part(Box(20, 200, 60, 60), svg.slot(Box(20, 200, 60, 60))), square]
    return svg.frame(caption, Page(status="On", board=[], marked=[], parts=parts, height=400))


HOLES: list[tuple[Law, dict[str, Any], str]] = [
    (laws.ends, {"outcome": lambda table: None}, "there is no outcome"),
    (laws.ends, {"outcome": lambda table: Outcome("won", 1, (1,), (2**31, -5))}, "cannot be 2147483648"),
    (laws.sides_stay, {"sides": lambda table: ((1,),)}, "not every seat is on one of the sides"),
    (laws.steps_are_listed, {"steps": LIARS_DICE.rules.steps[1:]}, "is not in `steps`"),
    (laws.tables_hold, {"invariants": lambda table: ["nothing fits"]}, "breaks an invariant: nothing fits"),
    (laws.everything_is_drawn, {"picture": lambda view, caption: "<svg"}, "the picture is not SVG"),
    (laws.everything_is_drawn, {"picture": lambda view, caption: "<svg/>"}, "does not begin with the label"),
    (laws.everything_is_drawn, {"picture": drawn_around_a_part}, "no page shows g square:A1: next to an svg.part"),
    (laws.evaluations_share_the_victory, {"evaluation": lambda table: (0.9, 0.9)}, "add up to 1.8"),
    (laws.evaluations_share_the_victory, {"evaluation": lambda table: (0.5, 0.5)}, "won, and has the share 0.5"),
    (laws.evaluations_share_the_victory, {"evaluation": lambda table: (1.0,)}, "are not 2 shares"),
    (laws.defaults_tell_nothing, {"guess": lambda table, seat, draws: table.but(bid=NO_BID)}, "what it does not know"),
    (laws.spots_are_drawn, {"spots": lambda table, move: ("moon:1",)}, "not in the picture"),
]


def game(title: Title[Any], seats: int = 2) -> Game:
    return played(LIARS_DICE, seats, "{}")._replace(title=title)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_a_title_that_keeps_the_laws_has_no_fault(law: Law) -> None:
    assert [*law(game(LIARS_DICE))] == []


@pytest.mark.parametrize(("law", "parts", "sentence"), HOLES, ids=[hole[2] for hole in HOLES])
def test_a_title_that_breaks_a_law_has_a_fault(law: Law, parts: dict[str, Any], sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in law(game(but(LIARS_DICE, **parts))))


def test_a_move_that_is_built_to_no_end_is_a_fault() -> None:
    few = played(SHOGUN, 3, "{}", longest=120)
    assert [*laws.moves_are_built(few)] == []
    title = but(SHOGUN, builds={LayPlan: lambda table, seat, cards: ("mino",) if len(cards) < 3 else ()})
    (fault, *_) = laws.moves_are_built(few._replace(title=title))
    assert fault.sentence.endswith("cards=('mino', 'mino', 'mino')) cannot be finished")
    assert fault.at is LayPlan


def test_a_guess_that_changes_the_view_is_a_fault() -> None:
    start = set_up(LIARS_DICE, 2).table
    title = but(LIARS_DICE, guess=lambda table, seat, draws: start)
    sentences = {fault.sentence for fault in laws.guesses_look_real(game(title))}
    assert "seat 1 can tell a guess from the table by its view" in sentences
    assert "a spectator can tell a guess from the table by its view" in sentences


def test_a_guess_that_knows_what_is_hidden_is_a_fault() -> None:
    title = but(LIARS_DICE, guess=lambda table, seat, draws: table)
    (fault, *_) = laws.leaks(title, [(2, "{}")])
    assert fault.sentence.startswith("a spectator can tell by the guess which ShakeCup another seat has: ")
    assert re.search(r"; it is 'The dice of .* show .*' or 'The .*'; before it, .*seat \d: ", fault.sentence)
    assert len(fault.sentence) < 600


def test_a_leak_is_told_in_words_with_the_moves_that_led_to_it() -> None:
    _, hole = WHISPERED["the view shows a die"]
    (fault, *_) = laws.leaks(hole, [(2, "{}")])
    assert fault.sentence.startswith("a spectator can tell by the view which RollDie another seat has: rolled: true")
    assert fault.sentence.endswith(
        "it is 'The die shows 5.' or 'The die shows 4.'; before it, chance: The die shows 6."
    )


def test_titles_without_a_leak_have_no_fault() -> None:
    assert [*laws.leaks(LIARS_DICE, [(2, "{}")])] == []


def test_a_list_with_a_gap_is_a_fault() -> None:
    title = but(LIARS_DICE, steps=LIARS_DICE.rules.steps[1:], code="XY")
    sentences = {fault.sentence for fault in laws.unlisted(title)}
    assert any("no step takes" in sentence for sentence in sentences)
    assert any("has no clause of the title" in sentence for sentence in sentences)
    assert [*laws.unlisted(LIARS_DICE)] == []


def test_a_set_up_that_is_accepted_and_cannot_be_played_is_a_fault_that_shows_it() -> None:
    games = [game(LIARS_DICE)]
    with pytest.raises(Exception, match=r".") as raised:
        [*laws.set_ups(but(LIARS_DICE, invariants=lambda table: ()), games)]
    assert raised.value.__notes__[0].startswith('the set-up {"agenda":')
    assert [*laws.set_ups(LIARS_DICE, games)] == []


def test_an_event_that_its_message_cannot_hold_is_a_fault() -> None:
    whole = game(LIARS_DICE)
    turn = whole.turns[0]._replace(accepted=Accepted((ev.BidMade(seat=1, quantity=2**32),), whole.end))
    (fault,) = laws.everything_is_recorded(whole._replace(turns=(turn,)))
    assert fault == Fault("gunbai.liars_dice.v1.BidMade: the uint32 quantity cannot be 4294967296", ev.BidMade)


class Stakes(msgspec.Struct):
    """Options with a number that nothing bounds."""

    dice: int = 5


def test_an_option_that_leads_to_a_number_without_a_field_is_a_fault_that_shows_it() -> None:
    def setup(seats: int, options: Stakes, edition: Any) -> Any:
        table = LIARS_DICE.rules.setup(seats, LIARS_DICE.rules.options(), edition)
        return table.but(bid=msgspec.structs.replace(NO_BID, quantity=options.dice))

    title = but(LIARS_DICE, options=Stakes, setup=setup)
    with pytest.raises(ValueError, match="out of range") as raised:
        [*laws.options(title, [game(LIARS_DICE)])]
    assert raised.value.__notes__[0].startswith('the set-up {"agenda":')


def test_an_option_that_leads_to_a_list_without_end_is_a_fault() -> None:
    def setup(seats: int, options: Any, edition: Any) -> Any:
        if options.purse < 0:
            raise ValueError("a purse holds light")
        return LANTERN_NIGHT.rules.setup(seats, options, edition)

    with pytest.raises(AssertionError, match="seat 1 has more than 100,000 legal moves"):
        [*laws.options(but(LANTERN_NIGHT, setup=setup), [game(LANTERN_NIGHT)])]


def test_a_misspelt_field_that_is_accepted_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "_is_accepted", lambda title, text: b"misspelt" in text)
    (fault,) = laws.set_ups(LIARS_DICE, [game(LIARS_DICE)])
    assert fault.sentence.startswith("a misspelt field is accepted; forbid unknown fields: ")


def test_a_clause_on_seats_that_there_is_not_is_a_fault() -> None:
    (fault,) = laws.seats_are_counted(but(LIARS_DICE, seats_clause="LD-99"), [game(LIARS_DICE)])
    assert fault.sentence == "LD-99, the clause on seats, is not a clause of the title"
    assert [*laws.seats_are_counted(LIARS_DICE, [game(LIARS_DICE)])] == []


def test_a_view_that_is_the_whole_table_of_a_title_with_secrets_is_a_fault() -> None:
    (fault,) = laws.leaks(but(LIARS_DICE, view=open_table), [(2, "{}")])
    assert fault.sentence.startswith("the view is the whole table: ")


def test_a_message_without_words_is_a_fault() -> None:
    title = but(LIARS_DICE, languages={"en": Phrasebook({})})
    assert "MakeBid has no sentence in the English words" in {fault.sentence for fault in laws.unsaid(title)}
    assert [*laws.unsaid(LIARS_DICE)] == []


def test_a_title_is_played_with_every_number_of_seats_and_each_option() -> None:
    plain = [(seats, "{}") for seats in LIARS_DICE.rules.seats]
    assert [*ways(LIARS_DICE)] == [*plain, (2, '{"ones_wild":false}'), (2, '{"spot_on":true}')]


@pytest.mark.parametrize(("count", "most"), [(1, 5), (5, 5), (100, 10)])
def test_some_of_a_game_has_its_first_and_its_last_moment(count: int, most: int) -> None:
    chosen = some(range(count), most)
    assert (chosen[0], chosen[-1]) == (0, count - 1)
    assert len(chosen) <= most + 2
