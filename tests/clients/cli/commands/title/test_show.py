"""`gunbai title show`, for titles unlike those of gunbai itself."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clients.cli.commands.title.show import _lines, _properties, _values
from games.kit.rules.decider import NoOptions
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse


def test_a_title_without_options_is_shown() -> None:
    answer = GetTitleResponse(options_schema_json=msgspec.json.encode(msgspec.json.schema(NoOptions)).decode())
    lines = [*_lines(answer)]
    assert lines[-1] == "It has no options."
    assert "" not in lines


class Terms(msgspec.Struct):
    """Options of each kind of value."""

    goal: Annotated[int, msgspec.Meta(ge=10, le=500, title="Goal")] = 100
    odds: Annotated[float, msgspec.Meta(gt=0, lt=1, title="Odds")] = 0.5
    limit: Annotated[int | None, msgspec.Meta(title="Limit")] = None
    stakes: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1)], ...], msgspec.Meta(title="Stakes")] = ()
    extras: Annotated[dict[str, int], msgspec.Meta(title="Extras")] = {}
    free: Annotated[int, msgspec.Meta(title="Free")] = 0


def test_the_bounds_of_each_option_are_shown() -> None:
    answer = GetTitleResponse(options_schema_json=msgspec.json.encode(msgspec.json.schema(Terms)).decode())
    assert {name: _values(option) for name, option in _properties(answer).items()} == {
        "goal": "numbers from 10 to 500",
        "odds": "numbers above 0 below 1",
        "limit": "numbers or null",
        "stakes": "a list of numbers from 1",
        "extras": "JSON",
        "free": "numbers",
    }
