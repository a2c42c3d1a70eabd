"""Whatever somebody writes into a set-up of a duel is refused with a reason, or can be played to its end."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games import canonical, decider
from games.infludance_duel import INFLUDANCE_DUEL as TITLE
from tests.games.walk import pick, set_up, walk

SCRIBBLES = [-1, 0, 1, 2, 3, 7, 10**9, "", "a1", "c3", "small", "kicker", "goal", True, [], {}]
STEPS: list[dict[str, Any]] = [
    {"step": "ShowToken", "seat": 1},
    {"step": "ShowToken", "seat": 2},
    {"step": "SpinMagazine", "seat": 1},
    {"step": "ChooseMover", "seat": 1, "red_field": "c3", "blue_field": "c3"},
    {"step": "TakeStep", "seat": 1},
    {"step": "RevealTokens"},
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def scribble(table: dict[str, Any], source: random.Random) -> None:
    """Replace, remove or swap something, or put a step on the agenda."""
    container, key = pick(source, places(table))
    match source.randrange(4):
        case 0:
            container[key] = pick(source, SCRIBBLES)
        case 1:
            del container[key]
        case 2:
            table["agenda"] = [*table["agenda"], pick(source, STEPS)]
        case _:
            other, place = pick(source, places(table))
            container[key] = json.loads(json.dumps(other[place]))


@pytest.mark.parametrize("seed", range(4))
def test_a_scribbled_duel_is_refused_or_can_be_played(seed: int) -> None:
    source = random.Random(seed)
    accepted = 0
    for turn in walk(TITLE, set_up(TITLE, 2).table, seed):
        written = json.loads(canonical.encode(turn.before))
        scribble(written, source)
        try:
            table = canonical.read(TITLE, json.dumps(written), TITLE.edition, 2)
        except canonical.BadTableError:
            continue
        accepted += 1
        end = decider.begin(TITLE, table).table
        for played in walk(TITLE, end, seed):
            end = played.accepted.table
        assert TITLE.outcome(end)
    assert accepted
