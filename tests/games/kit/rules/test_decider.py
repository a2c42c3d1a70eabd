"""The kit's laws, shown on Lantern Night: asking, refusing, nesting, closing, duties, chance, what stays private."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, BrokenLawError, Chance, Decision, Refusal, UnknownEventError
from gunbai.liars_dice.v1 import commands as cmd
from gunbai_record.plain import Plain, is_private
from lab import toy
from lab.title_parts import but
from lab.toy import (
    LANTERN_NIGHT,
    Bell,
    Dawdle,
    DrawLanterns,
    LayBids,
    Linger,
    MayObject,
    Night,
    PayLight,
    plain,
)
from titles.checks.walk import SeededDraws, set_up, walk

seeds = st.integers(0, 10_000)
seats = st.integers(2, 4)


def night(seats: int = 2) -> Night:
    table: Night = set_up(LANTERN_NIGHT, seats).table
    return table


def played(table: Night, *moves: tuple[int, Plain]) -> Night:
    """Return the table after moves that must be accepted."""
    for actor, move in moves:
        accepted = decider.decide(LANTERN_NIGHT.rules, table, actor, move)
        assert isinstance(accepted, Accepted), f"{accepted} of {move}"
        table = accepted.table
    return table


def names(messages: Iterable[Plain]) -> list[str]:
    return [type(message).__name__ for message in messages]


BIDS = ((1, plain.Bid(light=3)), (2, plain.Bid(light=1)))
DRAWN = (*BIDS, (CHANCE, plain.DrawLanterns(lanterns=["fox", "moon"])))


# Asking


def test_with_an_empty_agenda_the_rules_wait_for_the_ordinary_turn() -> None:
    assert night().agenda == ()
    assert decider.waiting(LANTERN_NIGHT.rules, night()) == LayBids()


def test_several_seats_are_asked_at_once_and_answer_in_any_order() -> None:
    assert decider.asked_seats(LANTERN_NIGHT.rules, night(3)) == (1, 2, 3)
    table = played(night(3), (2, plain.Bid(light=1)))
    assert decider.asked_seats(LANTERN_NIGHT.rules, table) == (1, 3)
    in_order = played(night(2), *BIDS)
    assert in_order == played(night(2), *reversed(BIDS))


def test_who_has_answered_is_not_asked_again() -> None:
    table = played(night(), BIDS[0])
    assert decider.decide(LANTERN_NIGHT.rules, table, *BIDS[0]) == Refusal(
        toy.CLAUSE_6, {"waits_for": "LayBids", "actor": 1}
    )


def test_nobody_is_asked_while_chance_is() -> None:
    table = played(night(), *BIDS)
    assert isinstance(decider.waiting(LANTERN_NIGHT.rules, table), Chance)
    assert decider.asked_seats(LANTERN_NIGHT.rules, table) == ()


def test_the_end_asks_nobody_and_refuses_everybody() -> None:
    *_, last = walk(LANTERN_NIGHT, night(), seed=1)
    table = last.accepted.table
    assert decider.waiting(LANTERN_NIGHT.rules, table) is None
    assert decider.draw(LANTERN_NIGHT.rules, table, SeededDraws(random.Random(1))) is None
    for actor, move in ((1, plain.Bid()), (2, plain.Ring()), (CHANCE, plain.DrawLanterns())):
        assert isinstance(decider.decide(LANTERN_NIGHT.rules, table, actor, move), Refusal)


# Refusing


def test_a_refusal_names_the_clause_and_the_values_at_fault() -> None:
    ruling = decider.decide(LANTERN_NIGHT.rules, night(), 1, plain.Bid(light=9))
    assert ruling == Refusal(toy.CLAUSE_1, {"light": 9, "purse": 5})


@given(seed=seeds, count=seats)
def test_what_is_offered_is_what_is_accepted(seed: int, count: int) -> None:
    for turn in walk(LANTERN_NIGHT, night(count), seed):
        table: Any = turn.before
        steps = [step for step in decider.open_steps(LANTERN_NIGHT.rules, table) if isinstance(step, Decision)]
        for step in steps:
            for seat in step.seats(table):
                offered = list(decider.legal(LANTERN_NIGHT.rules, table, seat))
                for move in step.candidates(table, seat):
                    ruling = decider.decide(LANTERN_NIGHT.rules, table, seat, move)
                    assert isinstance(ruling, Accepted) == (move in offered)


@pytest.mark.parametrize(
    ("actor", "move"),
    [(1, plain.Withdraw()), (1, plain.DrawLanterns()), (3, plain.Bid()), (CHANCE, plain.Bid()), (1, cmd.ShakeCup())],
    ids=str,
)
def test_a_move_that_no_open_step_takes_from_this_actor_is_misplaced(actor: int, move: Plain) -> None:
    ruling = decider.decide(LANTERN_NIGHT.rules, night(), actor, move)
    assert ruling == Refusal(toy.CLAUSE_6, {"waits_for": "LayBids", "actor": actor})


@given(seed=seeds)
def test_a_ruling_depends_on_nothing_but_the_table_the_actor_and_the_move(seed: int) -> None:
    for turn in walk(LANTERN_NIGHT, night(3), seed):
        table: Any = turn.before
        before = hash(table)
        assert decider.decide(LANTERN_NIGHT.rules, table, turn.actor, turn.move) == turn.accepted
        assert hash(table) == before


# Folding


@given(seed=seeds, count=seats)
def test_folding_the_events_gives_the_table(seed: int, count: int) -> None:
    for turn in walk(LANTERN_NIGHT, night(count), seed):
        table: Any = turn.before
        for event in turn.accepted.events:
            table = LANTERN_NIGHT.rules.evolve(table, event)
        assert table == turn.accepted.table


def test_an_event_without_a_handler_is_an_error_that_names_it() -> None:
    with pytest.raises(UnknownEventError, match=r"lantern_night\.v1\.Thunder"):
        LANTERN_NIGHT.rules.evolve(night(), plain.Thunder())


def test_an_event_closes_the_top_step_only_if_that_one_names_it() -> None:
    step, below = MayObject(1), PayLight(2, 1)
    table = night().opens(step, below)
    assert LANTERN_NIGHT.rules.evolve(table, plain.ObjectionWithdrawn(seat=1)).agenda == (below,)
    assert LANTERN_NIGHT.rules.evolve(table, plain.BellRung(seat=1)).agenda == (below, step)
    assert LANTERN_NIGHT.rules.evolve(table, plain.LightPaid(seat=2, light=1)).agenda == (below, step)


# Nesting


def test_steps_are_opened_in_the_order_in_which_they_happen() -> None:
    table = played(night(), *BIDS)
    assert table.agenda == (PayLight(1, 3), MayObject(2), DrawLanterns(1))


def test_what_is_opened_later_happens_before_what_was_owed() -> None:
    first, second, later = MayObject(1), MayObject(2), MayObject(1, depth=2)
    table = night().opens(first, second).opens(later)
    assert table.agenda == (second, first, later)
    assert table.closes().agenda == (second, first)


def test_an_objection_inside_an_objection_is_withdrawn_before_the_outer_one() -> None:
    table = played(night(3), *BIDS, (3, plain.Bid()), DRAWN[2])
    table = played(table, (2, plain.Object()), (3, plain.Object()))
    assert [(step.seat, step.depth) for step in table.agenda if isinstance(step, MayObject)] == [(2, 1), (3, 2), (1, 3)]
    assert decider.decide(LANTERN_NIGHT.rules, table, 1, plain.Object()) == Refusal(toy.CLAUSE_3, {"depth": 3})
    assert decider.asked_seats(LANTERN_NIGHT.rules, table) == (1,)
    table = played(table, (1, plain.Withdraw()), (3, plain.Withdraw()))
    assert table.agenda == (PayLight(1, 3), MayObject(2))


@given(seed=seeds, count=seats)
def test_a_round_ends_with_nothing_owed(seed: int, count: int) -> None:
    for turn in walk(LANTERN_NIGHT, night(count), seed):
        if names(turn.accepted.events)[-1:] == ["LightPaid"]:
            assert turn.accepted.table.agenda == ()


# Standing steps


def test_a_standing_step_is_open_while_a_decision_is_waited_for() -> None:
    table = played(night(), *DRAWN)
    assert list(decider.legal(LANTERN_NIGHT.rules, table, 1)) == [plain.Ring()]
    rung = played(table, (1, plain.Ring()))
    assert rung.agenda == table.agenda
    assert decider.decide(LANTERN_NIGHT.rules, rung, 1, plain.Ring()) == Refusal(toy.CLAUSE_5, {"seat": 1})


def test_the_moves_of_the_step_on_top_are_offered_first() -> None:
    assert names(decider.legal(LANTERN_NIGHT.rules, night(), 1))[-1] == "Ring"
    assert list(decider.open_steps(LANTERN_NIGHT.rules, night())) == [LayBids(), Bell()]


def test_a_standing_step_of_chance_is_open_while_chance_is_asked() -> None:
    title = but(LANTERN_NIGHT, standing=lambda _: (Bell(), DrawLanterns(2)))
    table = played(night(), *BIDS)
    assert list(decider.open_steps(title.rules, table)) == [DrawLanterns(1), DrawLanterns(2)]
    assert list(decider.open_steps(title.rules, night())) == [LayBids(), Bell(), DrawLanterns(2)]


def test_nothing_stands_open_while_a_duty_is_owed_or_after_the_end() -> None:
    title = but(LANTERN_NIGHT, standing=lambda _: (Bell(), DrawLanterns(2)))
    duty = PayLight(1, 1)
    assert list(decider.open_steps(title.rules, night().opens(duty))) == [duty]
    *_, last = walk(LANTERN_NIGHT, night(), seed=1)
    ended: Any = last.accepted.table
    assert list(decider.open_steps(title.rules, ended)) == []


def test_a_standing_decision_waits_while_chance_is_asked() -> None:
    table = played(night(), *BIDS)
    assert list(decider.open_steps(LANTERN_NIGHT.rules, table)) == [DrawLanterns(1)]
    assert list(decider.legal(LANTERN_NIGHT.rules, table, 1)) == []
    assert isinstance(decider.decide(LANTERN_NIGHT.rules, table, 1, plain.Ring()), Refusal)


# Duties


def test_a_duty_is_carried_out_at_once_within_the_entry_that_uncovers_it() -> None:
    accepted = decider.decide(LANTERN_NIGHT.rules, played(night(), *DRAWN), 2, plain.Withdraw())
    assert isinstance(accepted, Accepted)
    assert names(accepted.events) == ["ObjectionWithdrawn", "LightPaid"]
    assert accepted.table.purses == (2, 5)
    assert decider.waiting(LANTERN_NIGHT.rules, accepted.table) == LayBids()


def test_duties_on_a_table_are_carried_out_before_the_first_move() -> None:
    accepted = decider.begin(LANTERN_NIGHT.rules, night().opens(PayLight(1, 1), PayLight(2, 2)))
    assert names(accepted.events) == ["LightPaid", "LightPaid"]
    assert accepted.table.purses == (4, 3)


def test_a_duty_that_emits_nothing_breaks_the_law() -> None:
    with pytest.raises(BrokenLawError, match=r"Dawdle\(\) of lantern_night emitted nothing$"):
        decider.begin(LANTERN_NIGHT.rules, night().opens(Dawdle()))


def test_a_duty_that_nothing_closes_breaks_the_law() -> None:
    with pytest.raises(BrokenLawError, match=r"Linger\(\) of lantern_night emitted nothing that closes it"):
        decider.begin(LANTERN_NIGHT.rules, night().opens(Linger()))


# Chance


@given(seed=seeds)
def test_chance_shows_what_is_possible_and_nothing_else_is_taken_from_it(seed: int) -> None:
    for turn in walk(LANTERN_NIGHT, night(), seed):
        table: Any = turn.before
        step = decider.waiting(LANTERN_NIGHT.rules, table)
        if isinstance(step, DrawLanterns):
            impossible = plain.DrawLanterns(lanterns=(table.left[0],) * 2)
            ruling = decider.decide(LANTERN_NIGHT.rules, table, CHANCE, impossible)
            assert ruling == Refusal(toy.CLAUSE_2, {"lanterns": impossible.lanterns})
            assert isinstance(decider.decide(LANTERN_NIGHT.rules, table, 1, turn.move), Refusal)


# What only one seat may see


def test_a_fact_that_is_half_public_is_two_events() -> None:
    accepted = decider.decide(LANTERN_NIGHT.rules, night(), 1, plain.Bid(light=4))
    assert isinstance(accepted, Accepted)
    private = [event for event in accepted.events if is_private(type(event))]
    assert names(accepted.events) == ["BidLaid", "BidSealed"]
    assert private == [plain.BidSealed(seat=1, light=4)]


@given(one=st.integers(0, 5), other=st.integers(0, 5))
def test_tables_that_differ_in_what_a_seat_may_not_know_are_one_to_that_seat(one: int, other: int) -> None:
    tables = [played(night(3), (1, plain.Bid(light=light))) for light in (one, other)]
    for seat in (2, 3, None):
        first, second = (LANTERN_NIGHT.rules.view(table, seat).SerializeToString() for table in tables)
        assert first == second
    for seat in (2, 3):
        one_list, other_list = (list(decider.legal(LANTERN_NIGHT.rules, table, seat)) for table in tables)
        assert one_list == other_list


@given(seed=seeds, count=seats)
def test_every_night_ends(seed: int, count: int) -> None:
    turns = list(walk(LANTERN_NIGHT, night(count), seed))
    ended = LANTERN_NIGHT.rules.outcome(turns[-1].accepted.table)
    assert ended is not None
    assert sum(ended.scores) == 4
