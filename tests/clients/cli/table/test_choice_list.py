"""The list of choices, as it is printed, and the help beside it."""

from __future__ import annotations

from rich.text import Text

from clients.cli.table.choice_list import LONGEST, choice_lines, completions, help_lines
from clients.cli.table.choices import Choices
from clients.cli.table.moves import Move
from gunbai.shogun.v1 import commands_pb2 as cmd
from tests.clients.cli.table.test_choices import BIDDING, FIGHTING, MARCHES, ROLLING


def test_things_are_listed_before_the_other_choices() -> None:
    assert list(choice_lines(ROLLING)) == [
        "      Reroll … [dim]Name them by letter or by word, or type `keep` and the ones to keep.[/]",
        (
            "      [bold]a[/] 3   [bold]b[/] heart   [bold]c[/] heart   "
            "[bold]d[/] attack   [bold]e[/] energy   [bold]f[/] energy"
        ),
        "   1  Stop rolling.",
    ]


def test_a_line_has_its_note_and_how_many_moves_are_behind_it() -> None:
    assert next(iter(choice_lines(MARCHES))) == (
        "   1  March to Kai.  [dim]Kai: seat 2 (Bob), armies: 3, revolt markers: 1[/]"
    )
    assert list(choice_lines(BIDDING))[-2:] == [
        "   7  Bid 7 dice showing …  [dim](6 ways)[/]",
        "   a  Challenge the bid.",
    ]


def test_a_row_alone_that_leads_on_to_a_few_moves_is_printed_as_these_with_both_labels() -> None:
    moves = tuple(
        Move(cmd.MarchArmies(armies=armies, bonus=bool(bonus)), f"March with {armies} armies{bonus}.")
        for armies in (2, 3)
        for bonus in ("", " and use the attack bonus")
    )
    whole, both = Choices(moves), ["March with 3 armies.", "March with 3 armies and use the attack bonus."]
    assert list(choice_lines(whole))[-1] == "   3  March with 3 …  [dim](2 ways)[/]"
    left = whole.keeping(frozenset((2, 3)))
    assert list(choice_lines(left)) == [f" 3 1  {both[0]}", f" 3 2  {both[1]}"]
    assert "bonus" in completions(left)
    for number, sentence in enumerate(both, 1):
        led = left.followed(["3", str(number)])
        assert led is not None
        assert [move.sentence for move in led[0].left] == [sentence]
    assert next(iter(choice_lines(Choices(moves[:2])))) == " 2 1  March with 2 armies."


def test_a_list_that_is_too_long_says_how_much_is_left_out() -> None:
    moves = [Move(cmd.MarchTo(province=f"p{number}"), f"March to p{number}.") for number in range(LONGEST + 2)]
    assert list(choice_lines(Choices(tuple(moves))))[-1] == "[dim]      and 2 more: type a word to find one[/]"


def test_the_words_of_the_list_complete_what_is_typed() -> None:
    assert {"Challenge", "Bid", "undo", "board"} <= completions(BIDDING)


def test_help_has_the_labels_and_the_commands_of_the_question_alone() -> None:
    bidding, rolling, fighting = (
        Text.from_markup("\n".join(help_lines(choices))).plain for choices in (BIDDING, ROLLING, FIGHTING)
    )
    assert "2 6         several numbers, for consecutive steps" in bidding
    assert "Legal now: ChallengeBid, MakeBid" in bidding
    assert 'with fields as JSON: MakeBid {"quantity": 2, "face": 1}' in bidding
    assert "keep" not in bidding + fighting
    assert "several in a row" not in rolling + fighting
    assert "keep a f    keeps these and names all others; words work too: keep heart" in rolling
