"""Things that are named in any combination, such as dice."""

from __future__ import annotations

import pytest

from clients.cli.table.moves import Move
from clients.cli.table.subsets import Things, Unclear, things_of
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from tests.clients.cli.table.test_choices import DICE, REROLLS, STOP

CZECH = ("1", "útok", "útok", "útok", "energie", "léčení")


def showing(*faces: str) -> Things:
    words = {f"die:{number}": face for number, face in enumerate(faces, 1)}
    things = things_of((*REROLLS, STOP), words, "StopRolling")
    assert things is not None
    return things


def in_czech(*dice: int) -> Move:
    *most, last = map(str, dice)
    listed = f"{', '.join(most)} a {last}" if most else last
    return Move(tokyo.Reroll(dice=dice), f"Přehodit {'kostku' if not most else 'kostky'} {listed}.")


IN_CZECH = showing(*CZECH)._replace(
    label="Přehodit …",
    moves={keys: in_czech(*move.command.dice) for keys, move in showing(*CZECH).moves.items()},  # type: ignore[attr-defined]  # all of them are rerolls
)
ROLLED = showing(*DICE.values())
THREES = showing("3", "3", "heart", "energy", "energy", "energy")


def named(line: str, things: Things = ROLLED) -> object:
    """Return the command that a line names, or what is asked back."""
    move = things.named(line)
    return move.text if isinstance(move, Unclear) else move and move.command


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("keep b c", [1, 4, 5, 6]),
        ("keep hearts", [1, 4, 5, 6]),
        ("keep heart", [1, 4, 5, 6]),
        ("keep hearts and attack", [1, 5, 6]),
        ("KEEP Attack, e", [1, 2, 3, 6]),
        ("keep heart energy", [1, 4]),
        ("keep energies", [1, 2, 3, 4]),
        ("keep 3", [2, 3, 4, 5, 6]),
        ("keep threes", [2, 3, 4, 5, 6]),
        ("keep 2 hearts", [1, 4, 5, 6]),
        ("all but two hearts", [1, 4, 5, 6]),
        ("keep none", [1, 2, 3, 4, 5, 6]),
        ("reroll a d", [1, 4]),
        ("reroll dice a d", [1, 4]),
        ("reroll energy", [5, 6]),
        ("reroll all", [1, 2, 3, 4, 5, 6]),
        ("a d", [1, 4]),
        ("A", [1]),
    ],
)
def test_things_are_named_by_letter_or_by_all_that_show_a_word(line: str, again: list[int]) -> None:
    assert named(line) == tokyo.Reroll(dice=again)


NUMBERED = showing("1", "1", "2", "2", "energy", "heart")


def test_numbers_that_may_count_dice_or_say_what_they_show_are_asked_back() -> None:
    for line in ("reroll 1 2", "reroll dice 1 and 2", "reroll 1, 2"):
        assert (
            named(line, NUMBERED)
            == f"{line!r} can mean the numbers of the dice or their faces: type `reroll a b` or `reroll a b c d`"
        )
    assert named("reroll ones", NUMBERED) == tokyo.Reroll(dice=[1, 2])
    assert named("reroll 1 5 6", NUMBERED) == tokyo.Reroll(dice=[1, 5, 6])
    assert named("keep 1 2", NUMBERED) == tokyo.Reroll(dice=[5, 6])


def test_to_keep_all_is_the_choice_that_names_none() -> None:
    assert named("keep all") == tokyo.StopRolling()
    assert named("keep a b c d e f") == tokyo.StopRolling()


def test_words_are_those_of_the_dice_in_any_language() -> None:
    czech = showing(*CZECH)
    assert named("keep útoky", czech) == tokyo.Reroll(dice=[1, 5, 6])
    assert named("keep utok a", czech) == tokyo.Reroll(dice=[5, 6])
    assert named("keep jednicky", czech) == tokyo.Reroll(dice=[2, 3, 4, 5, 6])


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("nech útoky", [1, 5, 6]),
        ("NECHAT utok, energii", [1, 6]),
        ("vše kromě b, c, d", [1, 5, 6]),
        ("ponech nic", [1, 2, 3, 4, 5, 6]),
        ("přehodit útoky", [2, 3, 4]),
        ("zostaw b c d", [1, 5, 6]),
        ("zachowaj żadne", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_to_keep_is_said_in_czech_and_polish_too(line: str, again: list[int]) -> None:
    assert named(line, IN_CZECH) == tokyo.Reroll(dice=again)


def test_to_keep_all_in_czech_and_polish_is_the_choice_that_names_none() -> None:
    assert named("nech všechno", IN_CZECH) == named("zostaw wszystko", IN_CZECH) == tokyo.StopRolling()


@pytest.mark.parametrize("line", ["keep a heart and two 3s", "reroll a heart"])
def test_a_letter_that_may_be_an_article_is_asked_back(line: str) -> None:
    assert named(line, THREES) == "'a' can be a letter or a word here: write commas, as in `a, b`"
    assert named("keep a, heart", THREES) == tokyo.Reroll(dice=[2, 4, 5, 6])


@pytest.mark.parametrize("line", ["nech útok a energii", "nech b a c", "přehodit 1 a energii"])
def test_a_letter_that_joins_words_in_the_language_is_asked_back(line: str) -> None:
    assert named(line, IN_CZECH) == "'a' can be a letter or a word here: write commas, as in `a, b`"


@pytest.mark.parametrize(
    ("line", "back"),
    [
        ("keep", "keep which? Name them by letter or by word: `keep a f`, `keep heart`; `keep all` ends it"),
        ("reroll", "reroll which? Name them by letter or by word: `reroll a f`, `reroll heart`"),
        ("keep claws", "none of them shows 'claws'; they show 3, heart, attack, energy; keep which?"),
        ("keep 2", "none of them shows '2'; they show 3, heart, attack, energy"),
        ("keep two claws", "none of them shows 'claws'"),
        ("keep a a", "a (3) is named twice: name each thing once"),
        ("keep b hearts", "b (heart) is named twice: name each thing once"),
        ("keep heart hearts", "b (heart), c (heart) are named twice: name each thing once"),
        ("hearts", "are 'hearts' the ones to keep or the others? Begin with `keep` or `reroll`"),
        ("3", "the ones to keep or the others?"),
    ],
)
def test_what_may_be_meant_in_two_ways_is_asked_back(line: str, back: str) -> None:
    assert back in str(named(line))


def test_a_number_before_a_word_counts_unless_it_is_shown_too() -> None:
    assert "named twice" in str(named("keep 3 3", THREES))
    assert "write a comma between" in str(named("keep 3 energy", THREES))
    assert named("keep 3, energy", THREES) == tokyo.Reroll(dice=[3])
    assert "3 of them show 'energy': name yours by letter, d e f" in str(named("keep 2 energy", THREES))


def test_other_lines_name_nothing() -> None:
    assert named("stop") is None
    assert named("stop rolling") is None
    assert named("1 4 pass") is None


def test_dice_that_a_card_rolls_again_are_not_mixed_with_the_others() -> None:
    card = REROLLS[0]._replace(command=tokyo.Reroll(dice=[1], card="background_dweller"))
    things = things_of((*REROLLS, card, STOP), DICE, "StopRolling")
    assert things is not None
    assert card not in things.moves.values()
