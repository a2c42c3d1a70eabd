"""`gunbai game deal`."""

from __future__ import annotations

import pytest

from tests.clients.cli.command_run import Run


@pytest.fixture
def table(run: Run) -> str:
    """Return a game of King of Tokyo at a real table, whose first cards are to be turned."""
    game = begun(run, "king_of_tokyo")
    for seat, monster in (("1", "kraken"), ("2", "alienoid")):
        assert run("game", "submit", game, "ChooseMonster", f'{{"monster": "{monster}"}}', "--seat", seat).code == 0
    return game


def begun(run: Run, title: str) -> str:
    """Return a game with a dealer that has begun."""
    game: str = run("new", title, "--seats", "2", "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    return game


def test_cards_and_dice_are_entered_as_they_are_printed_several_at_once_and_corrected(run: Run, table: str) -> None:
    first = run("game", "deal", table, typed="?\nacid\n")
    assert first.code == 0
    assert "Dealer: " in first.out
    assert "card: by name, or its first letters" in first.out
    assert "The card is Acid Attack." in first.out
    assert "Chance reveals a card for slot 1. (KT-2.4)" in first.out
    assert f"Come back with `gunbai game deal {table}`" in first.out + first.err
    lying = run("game", "deal", table, typed="acid\nxyzzy\na\n").out
    assert "Acid Attack cannot come up now. Acid Attack lies on the table: market" in lying
    assert "refused" in run("game", "deal", table, "--json", typed="acid\n").lines[-1]
    assert "cannot read 'xyzzy'" in lying
    assert "'a' is ambiguous: it can mean Alien Metabolism" in lying
    assert run("game", "deal", table, "--strict", typed="xyzzy\n").code == 2
    both = run("game", "deal", table, typed="burrow; wings\nwrong\njets\n").out
    assert "Entry " in both
    assert "What should it be?" in both
    assert "The card is Jets." in both
    assert run("game", "submit", table, "Roll", "--seat", "1").code == 0
    dice = run("game", "deal", table, typed="1 2 3 h e attack\nwrong 1 2 3 h e e\n").out
    assert "The dice show 1, 2, 3, Heart, Energy and Energy." in dice
    assert "`wrong`" not in run("game", "deal", table, "--json").err


def test_a_wrong_number_of_dice_is_counted_and_the_question_says_how_many(run: Run, table: str) -> None:
    run("game", "deal", table, typed="acid; burrow; wings\n")
    assert run("game", "submit", table, "Roll", "--seat", "1").code == 0
    printed = run("game", "deal", table, typed="1 2 3\n1 2 3 h e attack\nwrong 1 2\nwrong\n\nwrong\nback\nback\n").out
    assert "6 dice; faces: 1, 2, 3, energy, attack or heart" in printed
    assert "expected 6 dice, not 3" in printed
    assert "expected 6 dice, not 2" in printed
    assert printed.count("Nothing was corrected.") == 2
    assert "Nothing is being corrected. `wrong` corrects the last entry." in printed


def test_a_correction_may_be_followed_by_what_comes_after_it(run: Run, table: str) -> None:
    out = run("game", "deal", table, typed="acid\nwrong burrow; wings; sol\n").out
    assert [card for card in ("Burrowing", "Wings", "Solar Powered") if f"The card is {card}." not in out] == []


def test_what_is_kept_for_later_is_said_and_a_correction_is_taken_meanwhile(
    run: Run, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.cli.table.dealing.Piped", Never)
    dealt = run("game", "deal", table, typed="acid; burrow; wings; jets\nwrong sol\n")
    assert "Kept for the next questions: jets" in dealt.err
    assert "Not used: jets" in dealt.out
    assert "The card is Solar Powered." in dealt.out


class Never:
    """No lines are of this type: they are taken as those of a person."""


@pytest.mark.parametrize(
    ("typed", "sentence", "dropped"),
    [
        ("smoke; heel; camouflage; jets", "cannot read 'heel' (did you mean Heal?)", "camouflage; jets"),
        ("smoke\nheel, camouflage, jets", "cannot read 'heel' (did you mean Heal?)", "camouflage; jets"),
        ("smoke; smoke; jets", "Smoke Cloud cannot come up now", "jets"),
        ("smoke\nwrong heel; jets", "nothing here is called 'heel' (did you mean Heal?)", "jets"),
    ],
)
def test_after_a_mistake_in_a_list_nothing_more_of_it_is_entered_and_what_is_dropped_is_said(
    run: Run, table: str, typed: str, sentence: str, dropped: str
) -> None:
    dealt = run("game", "deal", table, typed=f"{typed}\n")
    assert sentence in dealt.out
    assert f"Not used: {dropped}\n" in dealt.out
    cards = [card for card in ("Smoke Cloud", "Camouflage", "Jets") if f"The card is {card}." in dealt.out]
    assert cards == ["Smoke Cloud"]
    assert {"dropped": ["jets"]} in run("game", "deal", table, "--json", typed="xyzzy; jets\n").lines


def test_a_face_that_is_misspelled_is_named_with_the_faces_that_there_are(run: Run, table: str) -> None:
    run("game", "deal", table, typed="acid; burrow; wings\n")
    assert run("game", "submit", table, "Roll", "--seat", "1").code == 0
    for typed in ("1 1 2 attack hart 3", "1, 1, 2, attack, hart, 3"):
        problem = "cannot read 'hart' (did you mean heart?); expected: faces: 1, 2, 3, energy, attack or heart"
        assert problem in run("game", "deal", table, typed=f"{typed}\n").out


def test_what_cannot_be_corrected_is_told_apart_and_the_same_outcome_corrects_nothing(run: Run, table: str) -> None:
    first = run("game", "deal", table, typed="wrong\nback\n").out
    assert "nothing has been entered yet" in first
    assert "Nothing is being corrected.\n" in first
    same = run("game", "deal", table, typed="acid\nwrong Acid Attack; jets\n").out
    assert "Nothing was corrected: entry " in same
    assert "The card is Jets." in same
    assert same.count("The card is Acid Attack.") == 1


def test_a_person_who_types_wrong_after_a_seat_has_acted_is_answered_at_once(
    run: Run, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("game", "deal", table, typed="acid; burrow; wings\n")
    for seat in ("1", "2"):
        assert run("game", "submit", table, "Roll", "--seat", seat).code == 0
        assert run("game", "deal", table, typed="1 2 3 h e attack\n" if seat == "1" else "1 2 3 h e e\n").code == 0
    assert run("game", "submit", table, "Roll", "--seat", "1").code == 0
    assert run("game", "deal", table, typed="1 2 3 h e e\n").code == 0
    assert run("game", "submit", table, "Reroll", '{"dice": [1]}', "--seat", "1").code == 0
    assert run("game", "deal", table, typed="2\n").code == 0
    monkeypatch.setattr("clients.cli.table.dealing.Piped", Never)
    assert run("game", "submit", table, "StopRolling", "--seat", "1").code == 0
    answered = run("game", "deal", table, typed="wrong\nacid\n")
    assert "a seat has acted on the last outcome" in answered.out
    assert "No dice or cards are asked for now.\n" in answered.out
    assert "`wrong` corrects" not in answered.err


def test_dice_that_one_seat_alone_may_see_are_those_of_the_cup_that_is_asked_for(run: Run) -> None:
    game = begun(run, "liars_dice")
    dealt = run("game", "deal", game, typed="6 1 6 3 4; 6 3 6 6 7; 1 1 1 1 1\n").out
    assert "The dice of Ann show 6, 1, 6, 3 and 4" in dealt
    assert "Refused by LD-2.2" in dealt
    assert "The dice of Bob show 6, 3, 6, 6 and 2" in run("game", "deal", game, typed="6 3 6 6 2\n").out


def test_what_was_acted_on_is_not_corrected_and_nobody_else_deals(run: Run, table: str) -> None:
    assert run("game", "deal", table, typed="acid; burrow; wings\n").code == 0
    assert run("game", "submit", table, "Roll", "--seat", "1").code == 0
    assert run("game", "deal", table, typed="wrong\n").out.count("has acted on the last outcome") == 1
    assert run("game", "deal", "abcdefghijkmnpqr").code == 2


def test_what_is_entered_twice_and_few_answers_are_said_as_they_are(run: Run) -> None:
    village = begun(run, "samurai_spirit")
    dealt = run("game", "deal", village, typed="kyuzo kyuzo\nkyuzo gorobei\nfoo\n").out
    assert "Refused by SS-2.2" in dealt
    assert "Kyuzo was entered twice" in dealt
    assert "lies on the table" not in dealt
    assert "cannot read 'foo'; expected: Ann, Bob" in dealt


def test_the_dealer_gets_the_picture_as_a_file_too(run: Run, table: str) -> None:
    assert "The picture is in " in run("game", "deal", table, typed="picture\n").out
