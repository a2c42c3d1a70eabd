"""Output for people, and JSON for scripts."""

from __future__ import annotations

import json

import pytest
from rich.console import Console
from rich.markup import escape

from clients.cli.screen.output import Hanging, Output, as_json, broken
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
    said = escape('Message type has no field "[a]".\n Available: [b]\\')
    assert [line.plain for line in broken(f"[red]{said}[/]", 80)] == [
        'Message type has no field "[a]".',
        " Available: [b]\\",
    ]
    assert [line.plain for line in broken("one\n\ntwo", 80)] == ["one", "", "two"]


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
    told = broken(Hanging("[dim]│[/] raiders: 19 unknown; intruders: none", 6), 24)
    assert [part.plain.rstrip() for part in told] == ["│ raiders: 19 unknown;", "│     intruders: none"]
