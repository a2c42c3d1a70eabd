"""Every event has a cause: the step that emitted it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.catalogue import TITLES, newest
from games.kit.causes import causes, causes_of_start
from games.kit.decider import Title
from tests.games.toy import LANTERN_NIGHT, protos
from tests.games.walk import set_up, walk

ALL: list[Title[Any]] = [*map(newest, TITLES), LANTERN_NIGHT]


@pytest.mark.parametrize("turns", [60, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("title", ALL, ids=lambda title: title.name)
def test_the_events_of_the_causes_are_those_of_the_ruling(title: Title[Any], turns: int) -> None:
    agreed = title.setup(title.seats[0], title.options(), title.edition)
    begun = set_up(title, title.seats[0])
    assert tuple(event for event, _ in causes_of_start(title, agreed)) == begun.events
    for turn in islice(walk(title, begun.table, 1), turns):
        found = list(causes(title, turn.before, turn.actor, turn.move))
        assert tuple(event for event, _ in found) == turn.accepted.events
        assert {type(step) for _, step in found} <= set(title.steps)


@pytest.mark.parametrize("turns", [40, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("title", ALL, ids=lambda title: title.name)
def test_every_table_between_two_events_has_a_view(title: Title[Any], turns: int) -> None:
    for turn in islice(walk(title, set_up(title, title.seats[0]).table, 2), turns):
        table = turn.before
        for event in turn.accepted.events:
            table = title.evolve(table, event)
            assert title.view(table, None).DESCRIPTOR.name == "View"
            assert title.view(table, 1).DESCRIPTOR.name == "View"


def test_a_move_that_no_open_step_takes_has_no_effects() -> None:
    table = set_up(LANTERN_NIGHT, 2).table
    assert list(causes(LANTERN_NIGHT, table, 0, protos.Bid(light=1, seat=1))) == []
