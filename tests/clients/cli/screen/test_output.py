"""Output for people, and JSON for scripts."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from clients.cli.screen.output import Hanging, Output, as_json, broken
from clients.cli.screen.terminal import TerminalConsole
from gunbai.referee.v1.game_pb2 import Waiting


def test_a_person_gets_text_and_remarks(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output()
    output.answer({"a": 1}, "[bold]one[/]", "two")
    output.remark("note")
    assert capsys.readouterr() == ("one\ntwo\n", "note\n")


def test_a_script_gets_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(as_json=True)
    output.answer({"name": "Žofie"}, "one")
    output.remark("note")
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == ({"name": "Žofie"}, "")
    assert "Žofie" in out


def test_a_style_may_span_lines_and_text_from_outside_shows_as_it_is() -> None:
    text = escape('Message type has no field "[a]".\n Available: [b]\\')
    assert [line.plain for line in broken(f"[red]{text}[/]", 80)] == [
        'Message type has no field "[a]".',
        " Available: [b]\\",
    ]
    assert [line.plain for line in broken("one\n\ntwo", 80)] == ["one", "", "two"]


def test_a_name_in_colons_makes_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    Output().show(f"[bold]{escape(':smile:')}[/]")
    assert capsys.readouterr().out == ":smile:\n"
    assert [line.plain for line in broken(":smile:", 80)] == [":smile:"]


def test_a_person_sees_how_far_a_search_of_a_game_is(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Console(stderr=True, force_terminal=True, width=80)
    assert list(Output(remarks=terminal).followed([3, 7], int, 9, "tracing")) == [3, 7]
    out, err = capsys.readouterr()
    assert (out, "tracing" in err, "9/9" in err) == ("", True, True)
    assert list(Output().followed([3, 7], int, 9, "tracing")) == [3, 7]
    assert list(Output(as_json=True).followed([3, 7], int, 9, "tracing")) == [3, 7]
    assert capsys.readouterr() == ("", "")


def test_messages_are_json_with_the_names_of_the_protos() -> None:
    waiting = Waiting(step="Step", clause="IN-1.1", seats=[1, 2])
    value = as_json({"waiting": waiting, "all": (waiting, 3)})
    assert value["waiting"] == {"step": "Step", "clause": "IN-1.1", "seats": [1, 2]}
    assert value["all"] == [value["waiting"], 3]


def test_a_broken_line_goes_on_below_its_text_or_where_it_hangs() -> None:
    def parts(line: str) -> list[str]:
        return [part.plain.rstrip() for part in broken(line, 24)]

    assert parts("     → Ann places the cowboy on b1.") == ["     → Ann places the", "       cowboy on b1."]
    assert parts(Hanging("[bold]12[/] chests, 2 rice, sites: 2, red", 6)) == [
        "12 chests, 2 rice,",
        "      sites: 2, red",
    ]
    assert parts("one line\nand another") == ["one line", "and another"]
    assert (parts(Hanging("short", 6)), parts("")) == (["short"], [""])


def test_a_bar_at_the_left_stands_before_every_part_of_a_broken_line() -> None:
    lines = broken(Hanging("[dim]│[/] raiders: 19 unknown; intruders: none", 6), 24)
    assert [part.plain.rstrip() for part in lines] == ["│ raiders: 19 unknown;", "│     intruders: none"]


def on_terminal(width: int, *rows: tuple[str, ...]) -> list[str]:
    """Return the lines that a terminal of a width shows of a table."""
    screen = io.StringIO()
    console = TerminalConsole(file=screen, width=width, force_terminal=True, color_system=None, highlight=False)
    table = Table("title", "won", "meaning", box=None)
    for row in rows:
        table.add_row(*row)
    Output(console=console).show(table)
    return [line.rstrip() for line in screen.getvalue().splitlines()]


def test_a_table_that_is_too_wide_for_a_terminal_becomes_lines_that_cut_nothing() -> None:
    row = ("[bold]king_of_tokyo[/]", "3/5 60% (23% to 88%)", "")
    assert on_terminal(60, row)[1].split() == ["king_of_tokyo", "3/5", "60%", "(23%", "to", "88%)"]
    assert on_terminal(40, row) == ["king_of_tokyo", "    won 3/5 60% (23% to 88%)"]


def test_a_column_of_sentences_is_broken_in_its_table() -> None:
    lines = on_terminal(60, ("shogun", "yes", "A sentence that is much longer than a line of the terminal has room."))
    assert lines[0].split() == ["title", "won", "meaning"]
    assert len(lines) > 2


def test_progress_and_answers_share_a_terminal_and_no_file() -> None:
    """An answer is printed above the bar where both are seen; what is piped has the answers alone."""
    screens = [io.StringIO() for _ in range(3)]
    terminal, other, file = (
        TerminalConsole(file=screen, force_terminal=forced, width=80)
        for screen, forced in zip(screens, (True, True, False), strict=True)
    )
    assert Output(console=terminal, remarks=other).progress().console is terminal
    assert Output(console=file, remarks=other).progress().console is other
