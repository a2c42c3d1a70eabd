"""Whatever somebody writes into a set-up is refused with a reason, or can be played."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest

from games import canonical, decider
from games.decider import Accepted, Chance, Decision
from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.table import TokyoTable
from tests.games.king_of_tokyo.test_random_play import entries, rich
from tests.games.walk import SeededDraws, pick

SCRIBBLES = [-1, 0, 1, 2, 3, 7, 10**9, "", "jets", "mimic", "heal", "city", "one", True, [], {}]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def scribble(table: dict[str, Any], source: random.Random) -> None:
    """Replace, remove, double or swap something."""
    container, key = pick(source, places(table))
    match source.randrange(4):
        case 0:
            container[key] = pick(source, SCRIBBLES)
        case 1:
            del container[key]
        case 2 if isinstance(container, list):
            container.insert(source.randrange(len(container) + 1), container[key])
        case _:
            other, place = pick(source, places(table))
            container[key] = json.loads(json.dumps(other[place]))


def play_on(table: TokyoTable, source: random.Random) -> None:
    """Play some entries of random moves; nothing may raise."""
    draws = SeededDraws(source)
    table = decider.begin(TITLE, table).table
    for _ in range(15):
        step = decider.waiting(TITLE, table)
        if step is None:
            return
        TITLE.words.ask(step)
        TITLE.picture(TITLE.view(table, None))
        actor = step.seats(table)[0] if isinstance(step, Decision) else decider.CHANCE
        if isinstance(step, Chance):
            move = step.draw(table, draws)
        else:
            move = pick(source, list(decider.legal(TITLE, table, actor)))
        ruling = decider.decide(TITLE, table, actor, move)
        assert isinstance(ruling, Accepted)
        table = ruling.table


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_scribbled_table_is_refused_or_can_be_played(seats: int) -> None:
    source = random.Random(seats)
    accepted = 0
    for _, _, ruling in islice(entries(seats, seats, rich(seats, seats)), 0, None, 2):
        written = json.loads(canonical.encode(ruling.table))
        scribble(written, source)
        try:
            table = canonical.read(TITLE, json.dumps(written), TITLE.edition)
        except canonical.BadTableError:
            continue
        accepted += 1
        play_on(table, source)
    assert accepted
