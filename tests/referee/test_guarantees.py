"""What docs/guarantees.md prints is what the code has."""

from __future__ import annotations

import json
import re
from pathlib import Path

from gunbai_client.channel import SERVICE_CONFIG
from referee.access.quotas import Limits

PAGE = (Path(__file__).parents[2] / "docs" / "guarantees.md").read_text("utf-8")


def test_the_service_config_is_the_clients() -> None:
    (printed,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(printed) == json.loads(SERVICE_CONFIG)


def test_the_quotas_are_the_defaults() -> None:
    limits = Limits()
    for figure in (
        f"{limits.games_per_minute:g} new games a minute",
        f"{limits.calls_per_second:g} calls a second",
        f"{limits.computing_seconds_per_minute:g} seconds of computing a minute",
        f"{limits.stored_mib_per_day:g} MiB stored a day",
        f"{limits.streams} streams",
        f"{limits.commands_per_second:g} commands a second",
    ):
        assert figure in PAGE
