"""Sittings: whole commands that a person or a script types."""

from __future__ import annotations

import pytest
import typer

from clients.cli.sitting import whole_command
from gunbai.infludance_duel.v1 import commands_pb2 as cmd

TITLE = "infludance_duel"


def test_a_command_is_typed_by_its_name_and_fields_or_as_json() -> None:
    step = cmd.Step(heading=cmd.HEADING_FORWARD)
    assert whole_command(TITLE, 'Step {"heading": "HEADING_FORWARD"}') == step
    json = '{"@type": "type.googleapis.com/gunbai.infludance_duel.v1.Step", "heading": "HEADING_FORWARD"}'
    assert whole_command(TITLE, json) == step
    assert whole_command(TITLE, "EndTurn") == cmd.EndTurn()


def test_other_words_are_no_command() -> None:
    assert whole_command(TITLE, "Shooting") is None
    assert whole_command(TITLE, "end turn") is None


@pytest.mark.parametrize("line", ['Jump {"to": 1}', '{"heading": 1}', "{", '{"@type": "gunbai.nothing.v1.Step"}'])
def test_a_command_that_is_none_says_so(line: str) -> None:
    with pytest.raises(typer.BadParameter):
        whole_command(TITLE, line)
