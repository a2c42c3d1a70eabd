"""Boards: what is printed of a position that was seen before in part."""

from __future__ import annotations

from clients.cli.screen.boards import board_lines


def picture(*lines: str) -> str:
    return f"<svg><desc>{chr(10).join(lines)}</desc></svg>"


FIRST = picture("Pig, version 1", "Turn of Ada", "Dice: -", "a [b]", "c", "d", "e")


def test_a_position_is_printed_whole_at_first() -> None:
    assert list(board_lines(FIRST)) == ["[bold]Pig, version 1[/]", "Turn of Ada", "Dice: -", r"a \[b]", "c", "d", "e"]


def test_few_new_lines_are_printed_alone() -> None:
    later = picture("Pig, version 2", "Turn of Ada", "Dice: 3", "a [b]", "c", "d", "e")
    assert list(board_lines(later, FIRST)) == ["[dim]│[/] Dice: 3"]
    assert list(board_lines(FIRST, FIRST)) == []


def test_many_new_lines_are_printed_with_the_others() -> None:
    later = picture("Pig, version 2", "Turn of Bob", "Dice: 3", "a", "c", "d", "e")
    assert len(list(board_lines(later, FIRST))) == 7
