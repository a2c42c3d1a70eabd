"""Every event has a cause: the step that emitted it, and the clause of it or of the title's reasons."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.kit.rules.causes import OF_STEP, by_field, by_step, causes, causes_of_start, clause_due
from games.kit.rules.decider import Chance, Decision, waiting
from games.kit.title import Title
from lab.title_parts import but
from lab.toy import CLAUSE_2, CLAUSE_5, LANTERN_NIGHT, LayBids, MayObject, Night, plain
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

ALL: list[Title[Any]] = [*map(newest, TITLES), LANTERN_NIGHT]


@pytest.mark.parametrize("turns", [60, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("title", ALL, ids=lambda title: title.name)
def test_the_events_of_the_causes_are_those_of_the_ruling(title: Title[Any], turns: int) -> None:
    agreed = title.rules.setup(title.rules.seats[0], title.rules.options(), title.rules.edition)
    begun = set_up(title, title.rules.seats[0])
    assert tuple(cause.event for cause in causes_of_start(title.rules, agreed)) == begun.events
    for turn in islice(walk(title, begun.table, 1), turns):
        of_ruling = list(causes(title.rules, turn.before, turn.actor, turn.move))
        assert tuple(cause.event for cause in of_ruling) == turn.accepted.events
        assert {type(cause.step) for cause in of_ruling} <= set(title.rules.steps)


@pytest.mark.parametrize("turns", [40, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("title", ALL, ids=lambda title: title.name)
def test_every_table_between_two_events_has_a_view(title: Title[Any], turns: int) -> None:
    for turn in islice(walk(title, set_up(title, title.rules.seats[0]).table, 2), turns):
        table = turn.before
        for event in turn.accepted.events:
            table = title.rules.evolve(table, event)
            assert title.rules.view(table, None).DESCRIPTOR.name == "View"
            assert title.rules.view(table, 1).DESCRIPTOR.name == "View"


def test_a_move_that_no_open_step_takes_has_no_effects() -> None:
    table = set_up(LANTERN_NIGHT, 2).table
    assert list(causes(LANTERN_NIGHT.rules, table, 0, plain.Bid(light=1, seat=1))) == []


@pytest.mark.parametrize("title", ALL, ids=lambda title: title.name)
def test_chance_is_due_by_the_clause_from_which_its_event_follows(title: Title[Any]) -> None:
    for turn in islice(walk(title, set_up(title, title.rules.seats[0]).table, 3), 60):
        step = waiting(title.rules, turn.before)
        assert step is not None
        due = clause_due(title.rules, turn.before, step)
        if isinstance(step, Chance) and len(step.closed_by) == 1:
            all_causes = causes(title.rules, turn.before, turn.actor, turn.move)
            assert due == next(cause.clause for cause in all_causes if type(cause.event) in step.closed_by)
        else:
            assert due == (step.due_by(turn.before) if isinstance(step, Decision) else step.clause)


def bid_and_opened(**reasons: Any) -> list[int]:
    """Return the clauses of the events of the last bid, where the title has these reasons by the names of events."""
    named = {getattr(plain, name): reason for name, reason in reasons.items()}
    title = but(LANTERN_NIGHT, reasons=named)
    table = title.rules.evolve(set_up(title, 2).table, plain.BidSealed(seat=1, light=2))
    return [cause.clause for cause in causes(title.rules, table, 2, plain.Bid(light=1, seat=2))]


def test_an_event_follows_from_the_clause_of_its_step_unless_the_title_names_another() -> None:
    step = LayBids.clause
    assert bid_and_opened() == [step, step, step]
    assert bid_and_opened(BidSealed=CLAUSE_5, BidsOpened=OF_STEP) == [step, CLAUSE_5, step]


def test_a_reason_may_depend_on_a_field_and_on_the_step() -> None:
    step = LayBids.clause
    assert bid_and_opened(BidLaid=by_field("seat", {2: CLAUSE_5})) == [CLAUSE_5, step, step]
    assert bid_and_opened(BidLaid=by_field("seat", {1: CLAUSE_5})) == [step, step, step]
    assert bid_and_opened(BidLaid=by_field("seat", {1: CLAUSE_5}, CLAUSE_2)) == [CLAUSE_2, step, step]
    assert bid_and_opened(BidLaid=by_step({LayBids: CLAUSE_5})) == [CLAUSE_5, step, step]
    assert bid_and_opened(BidLaid=by_step({MayObject: CLAUSE_5})) == [step, step, step]
    assert bid_and_opened(BidLaid=by_step({MayObject: CLAUSE_5}, CLAUSE_2)) == [CLAUSE_2, step, step]


def test_a_reason_is_asked_with_the_table_before_its_event() -> None:
    def of_first(table: Night, step: Any, event: Any) -> int | None:
        return CLAUSE_5 if table.bids[event.seat - 1] is None else OF_STEP

    assert bid_and_opened(BidLaid=of_first, BidSealed=of_first)[:2] == [CLAUSE_5, CLAUSE_5]
    assert bid_and_opened(BidsOpened=lambda table, step, event: table.bids[1] and CLAUSE_2)[2] == CLAUSE_2
