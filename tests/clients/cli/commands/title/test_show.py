"""`gunbai title show`, for titles unlike those of gunbai itself."""

from __future__ import annotations

import msgspec

from clients.cli.commands.title.show import _lines
from games.kit.rules.decider import NoOptions
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse


def test_a_title_without_options_is_shown() -> None:
    answer = GetTitleResponse(options_schema_json=msgspec.json.encode(msgspec.json.schema(NoOptions)).decode())
    lines = [*_lines(answer)]
    assert lines[-1] == "It has no options."
    assert "" not in lines
