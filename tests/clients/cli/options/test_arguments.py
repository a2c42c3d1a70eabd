"""Parameters that several subcommands take."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from clients.cli.options.arguments import finite, parse_command, parse_date, read_text
from gunbai.infludance_duel.v1 import commands_pb2 as cmd


def test_a_command_is_parsed_from_its_name_and_json() -> None:
    message = parse_command("infludance_duel", "Step", '{"heading": "HEADING_FORWARD"}')
    assert message == cmd.Step(heading=cmd.HEADING_FORWARD)


@pytest.mark.parametrize(
    ("name", "fields", "problem"),
    [
        ("Nonsense", "{}", "infludance_duel has no command 'Nonsense'$"),
        ("Choose", "{}", r"has no command 'Choose'; did you mean ChooseFigure or ChooseMover\?"),
        ("shoot", "{}", r"has no command 'shoot'; did you mean Shoot\?"),
        ("Stpe", "{}", r"has no command 'Stpe'; did you mean Step\?"),
        ("Step", "{", "JSON"),
        ("Step", '{"to": 1}', "to"),
    ],
)
def test_an_unknown_command_or_field_is_named(name: str, fields: str, problem: str) -> None:
    with pytest.raises(typer.BadParameter, match=problem):
        parse_command("infludance_duel", name, fields)


def test_a_date_is_a_day_a_month_or_a_year() -> None:
    for sound in ("", "2026", "2026-02", "2026-02-28"):
        assert parse_date(sound) == sound
    for wrong in ("yesterday", "26", "202", "2026-2", "2026-02-30", "2026-13", "28.02.2026", "20260228", "-5"):
        with pytest.raises(typer.BadParameter, match="a date such as"):
            parse_date(wrong)


def test_a_number_of_seconds_has_an_end() -> None:
    assert finite(1.5) == 1.5
    for wrong in ("inf", "-inf", "nan"):
        with pytest.raises(typer.BadParameter, match=f"expected a number of seconds, not {wrong}$"):
            finite(float(wrong))


def test_a_file_that_cannot_be_read_as_text_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, why in ((binary, r"it is not UTF-8 text"), (tmp_path / "missing", "No such file or directory")):
        with pytest.raises(typer.BadParameter, match=f"^cannot read {path}: {why}$"):
            read_text(path)
    assert not read_text(None)
