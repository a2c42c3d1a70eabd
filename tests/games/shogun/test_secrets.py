"""Nobody learns more of another's plan than that it is sealed, until its cards are turned up (SH-6.9, SH-9.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Refusal
from games.shogun import SHOGUN
from games.shogun.rules.data import BID, SPACE, SPACES, WAR_CHESTS
from games.shogun.rules.table import Land, ShogunTable
from games.shogun.rules.view import view
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai_record.plain import Plain
from tests.games.shogun.positions import PLANS, on_board, planning
from titles.checks.drawing import caption, is_for
from titles.checks.walk import SeededDraws

OTHERS = (None, 2, 3)
CARDS = (*PLANS[1][:9], *WAR_CHESTS)
whole_plans = st.permutations(CARDS).map(lambda cards: tuple(cards[: len(SPACES)]))
started_plans = st.tuples(whole_plans, st.integers(0, len(SPACES))).map(lambda drawn: drawn[0][: drawn[1]])


def seen(table: ShogunTable) -> list[object]:
    """Return everything that the others are shown of a table: who is asked, views, captions, what they may do.

    A picture is made of a view and a caption.
    """
    shown: list[object] = [decider.asked_seats(SHOGUN.rules, table)]
    for seat in OTHERS:
        seen_view = view(table, seat)
        shown += [seen_view.SerializeToString(deterministic=True), caption(SHOGUN, table, reader=seat)]
        shown += [*decider.legal(SHOGUN.rules, table, seat)] if seat else []
    return shown


def rulings(table: ShogunTable, moves: Iterable[tuple[int, Plain]]) -> list[object]:
    """Return the rulings on what the others try."""
    answers: list[object] = []
    for seat, move in moves:
        ruling = decider.decide(SHOGUN.rules, table, seat, move)
        answers.append(ruling if isinstance(ruling, Refusal) else seen_by_others(ruling))
    return answers


def seen_by_others(ruling: Accepted[ShogunTable]) -> list[Plain | None]:
    """Return the events as the others receive them: of a private one only that there is one."""
    return [None if is_private(event) else event for event in ruling.events]


def is_private(message: Plain) -> bool:
    return not is_for(message, None)


ATTEMPTS = [
    (2, cmd.LayCard(seat=2, card="kii")),
    (2, cmd.LayCard(seat=2, card="suruga")),
    (2, cmd.LayCard(seat=1, card="suruga")),
    (2, cmd.TakeCardUp(seat=2)),
    (2, cmd.SealPlan(seat=2)),
    (2, cmd.ReopenPlan()),
    (2, cmd.LayPlan(seat=2, cards=PLANS[2])),
    (3, cmd.LayPlan(seat=1, cards=PLANS[1])),
    (3, cmd.PickSpecial(special="tax_bonus")),
    (0, cmd.DrawEvent(card="E1")),
]


@given(one=started_plans, other=started_plans)
def test_a_plan_in_the_making_looks_like_every_other(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    tables = [planning().but_at(1, plan=plan) for plan in (one, other)]
    assert seen(tables[0]) == seen(tables[1])
    assert rulings(tables[0], ATTEMPTS) == rulings(tables[1], ATTEMPTS)


@given(one=whole_plans, other=whole_plans)
def test_a_sealed_plan_looks_like_every_other(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    tables = [planning().but_at(1, plan=plan, sealed=True) for plan in (one, other)]
    assert seen(tables[0]) == seen(tables[1])
    assert rulings(tables[0], ATTEMPTS) == rulings(tables[1], ATTEMPTS)


@given(one=whole_plans, other=whole_plans)
def test_laying_and_sealing_shows_that_a_plan_is_sealed(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    sealed = []
    for plan in (one, other):
        ruling = decider.decide(SHOGUN.rules, planning(), 1, cmd.LayPlan(seat=1, cards=plan))
        assert isinstance(ruling, Accepted)
        sealed.append(seen_by_others(ruling))
    assert sealed[0] == sealed[1]
    assert sealed[0] == [None, ev.PlanSealed(seat=1)]


@given(one=whole_plans, other=whole_plans)
def test_every_piece_of_a_plan_is_one_sealed_event(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    for plan in (one, other):
        table = planning()
        for card in plan:
            move = cmd.LayCard(seat=1, card=card)
            ruling = decider.decide(SHOGUN.rules, table, 1, move)
            assert isinstance(ruling, Accepted)
            assert is_private(move)
            assert seen_by_others(ruling) == [None]
            table = ruling.table


@given(st.permutations(["mino", "suruga", *WAR_CHESTS, "", "", "", ""]))
def test_every_plan_takes_as_many_moves_as_there_are_spaces_empty_ones_included(plan: list[str]) -> None:
    few = [Land("mino", 1, 3), Land("suruga", 1, 3), Land("kii", 2, 3), Land("hida", 3, 3)]
    table = on_board(planning(), *few)
    for card in plan:
        move = cmd.LayCard(seat=1, card=card) if card else cmd.LeaveSpaceEmpty(seat=1)
        ruling = decider.decide(SHOGUN.rules, table, 1, move)
        assert isinstance(ruling, Accepted)
        assert is_private(move)
        assert seen_by_others(ruling) == [None]
        table = ruling.table
    sealing = decider.decide(SHOGUN.rules, table, 1, cmd.SealPlan(seat=1))
    assert isinstance(sealing, Accepted)
    assert seen_by_others(sealing) == [ev.PlanSealed(seat=1)]


def closed(plan: tuple[str, ...], bid: str) -> ShogunTable:
    """Return the table after planning, with the bid shown and everybody's special card picked."""
    plan = tuple([card for card in plan if card != bid][: SPACE[BID]] + [bid])
    table = planning()
    moves: list[tuple[int, Plain]] = [
        (1, cmd.LayPlan(seat=1, cards=plan)),
        (2, cmd.LayPlan(seat=2, cards=PLANS[2])),
        (3, cmd.LayPlan(seat=3, cards=PLANS[3])),
        (0, cmd.DrawEvent(card="E6")),
        (1, cmd.PickSpecial(special="defence_bonus")),
        (2, cmd.PickSpecial(special="tax_bonus")),
    ]
    for actor, move in moves:
        ruling = decider.decide(SHOGUN.rules, table, actor, move)
        assert isinstance(ruling, Accepted), ruling
        table = ruling.table
    return table


@given(one=st.permutations(CARDS), other=st.permutations(CARDS))
def test_only_the_bid_is_seen_before_the_actions(one: list[str], other: list[str]) -> None:
    tables = [closed(tuple(plan), "chest_4") for plan in (one, other)]
    assert seen(tables[0]) == seen(tables[1])
    assert rulings(tables[0], ATTEMPTS) == rulings(tables[1], ATTEMPTS)


@given(one=whole_plans, other=whole_plans)
def test_a_card_that_is_not_turned_up_yet_stays_hidden_while_others_march(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    """Seat 3 marches first; what seat 1 has planned, for this action too, cannot be seen."""
    tables = []
    for plan in (one, other):
        table = planning(
            event="E6",
            events=("E1", "E2", "E3"),
            row=("march_a", "rice", "tax", "castle", "temple"),
            places=(3, 1, 2, 0, 0),
        )
        table = table.but_at(1, plan=(*plan[: SPACE[BID]], ""), sealed=True)
        for seat in (2, 3):
            table = table.but_at(seat, plan=(*PLANS[seat][: SPACE[BID]], ""), sealed=True)
        tables.append(decider.begin(SHOGUN.rules, table).table)
    assert decider.asked_seats(SHOGUN.rules, tables[0]) == (3,)
    assert seen(tables[0]) == seen(tables[1])


def test_ones_own_plan_is_in_ones_own_view_alone() -> None:
    table = planning().but_at(1, plan=PLANS[1][:2])
    assert [laid.card for laid in view(table, 1).own.plan] == ["suruga", "mino"]
    assert not view(table, None).HasField("own")
    assert not view(table, 2).own.plan


@given(st.integers(0, 10**6))
def test_a_guessed_bid_is_a_province_or_no_more_chests_than_there_are(seed: int) -> None:
    for chests, overbid in ((0, "refused"), (2, "refused"), (2, "capped")):
        table = planning(overbid=overbid).but_at(2, chests=chests, plan=PLANS[2], sealed=True)
        bid = SHOGUN.bots.guess(table, 1, SeededDraws(random.Random(seed))).at(2).plan[SPACE[BID]]
        assert overbid == "capped" or WAR_CHESTS.get(bid, 0) <= chests


def test_each_bid_that_can_be_laid_is_guessed() -> None:
    for chests, overbid, lowest in ((0, "refused", {"chest_0"}), (2, "capped", {*WAR_CHESTS})):
        table = planning(overbid=overbid).but_at(2, chests=chests, plan=PLANS[2], sealed=True)
        guesses = (SHOGUN.bots.guess(table, 1, SeededDraws(random.Random(seed))) for seed in range(300))
        assert {guess.at(2).plan[SPACE[BID]] for guess in guesses} == {*table.provinces_of(2), *lowest}
