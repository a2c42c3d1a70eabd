"""The list of choices, as it is printed."""

from __future__ import annotations

from clients.cli.choice_list import LONGEST, choice_lines, completions
from clients.cli.choices import Choices, Move
from gunbai.shogun.v1 import commands_pb2 as cmd
from tests.clients.cli.test_choices import BIDDING, MARCHES, ROLLING


def test_things_are_listed_before_the_other_choices() -> None:
    assert list(choice_lines(ROLLING)) == [
        "      Reroll … [dim]Name which, or `keep` and those that stay.[/]",
        (
            "      [bold]1[/] 3   [bold]2[/] heart   [bold]3[/] heart   "
            "[bold]4[/] attack   [bold]5[/] energy   [bold]6[/] energy"
        ),
        "   a  Stop rolling.",
    ]


def test_a_line_has_its_note_and_how_many_moves_are_behind_it() -> None:
    assert next(iter(choice_lines(MARCHES))) == (
        "   1  March to Kai.  [dim]Kai: seat 2 (Bob), armies: 3, revolt markers: 1[/]"
    )
    assert list(choice_lines(BIDDING)) == [
        "   a  Bid …  [dim](36 ways)[/]",
        "   b  Challenge the bid.",
        "[dim]      2 to 7: Bid …[/]",
    ]


def test_a_list_that_is_too_long_says_how_much_is_left_out() -> None:
    moves = [Move(cmd.MarchTo(province=f"p{number}"), f"March to p{number}.") for number in range(LONGEST + 2)]
    assert list(choice_lines(Choices(tuple(moves))))[-1] == "[dim]      and 2 more: type a word of them[/]"


def test_the_words_of_the_list_complete_what_is_typed() -> None:
    assert {"Challenge", "Bid", "undo", "board"} <= completions(BIDDING)
