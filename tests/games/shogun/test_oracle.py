"""Whole random games agree, move by move, with an oracle: the rules a second time, as one procedure."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Decision
from games.shogun import SHOGUN
from games.shogun.rules.battle import is_quiet
from games.shogun.rules.cubes import Cubes, as_plain, together
from games.shogun.rules.steps.throw_cubes import ThrowCubes, thrown
from games.shogun.rules.table import Options, ShogunTable, setup
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.shogun.oracle import Asked, Oracle, Steps
from titles.checks.walk import SeededDraws, Turn, pick

KINDS = [
    pytest.param(seats, options, id=f"{seats} {options.start} {options.side} {options.overbid}")
    for seats, options in (
        (3, Options()),
        (3, Options(side="moon", oldest=3)),
        (4, Options(side="moon")),
        (4, Options(start="preset")),
        (3, Options(start="preset", overbid="capped", revolt_yield="lost")),
        (5, Options(oldest=2)),
        (5, Options(start="preset", lineups="EDCBA")),
    )
]


def daring(source: random.Random, legal: Sequence[Plain]) -> Plain:
    """Choose any move, but seldom take up a card, and often draw blind, refresh an offer or march with all armies."""
    onward = [move for move in legal if not isinstance(move, cmd.TakeCardUp)]
    bold = [move for move in legal if isinstance(move, cmd.RefreshOffer | cmd.DrawBlind)]
    if bold and source.random() < 0.4:
        return pick(source, bold)
    if isinstance(legal[-1], cmd.MarchArmies) and source.random() < 0.6:
        return legal[-1]
    return pick(source, onward if onward and source.random() < 0.9 else legal)


def waits(table: ShogunTable) -> tuple[str, tuple[int, ...]] | None:
    step = decider.waiting(SHOGUN.rules, table)
    if step is None:
        return None
    return type(step).__name__, step.seats(table) if isinstance(step, Decision) else (0,)


def check_agree(oracle: Oracle, table: ShogunTable) -> None:
    """Check that the oracle has the same facts as the table."""
    check_provinces(oracle, table)
    check_seats(oracle, table)
    assert [*oracle.tower.values()] == [*table.tower]
    assert [*oracle.tray.values()] == [*table.tray]
    if table.event and len(table.order) == table.players:
        assert oracle.order == list(table.order)


def check_provinces(oracle: Oracle, table: ShogunTable) -> None:
    lands = table.lands
    assert oracle.owner == {land.province: land.owner for land in lands}
    built = {name: kinds for name, kinds in oracle.built.items() if kinds}
    assert built == {land.province: list(land.buildings) for land in lands if land.buildings}
    markers = {name: count for name, count in oracle.markers.items() if count}
    assert markers == {land.province: land.revolts for land in lands if land.revolts}
    if is_quiet(table):
        assert oracle.armies == {land.province: land.armies for land in lands}


def check_seats(oracle: Oracle, table: ShogunTable) -> None:
    for number, seat in enumerate(table.daimyo, 1):
        counts = [getattr(oracle, name)[number] for name in ("chests", "rice", "points")]
        assert counts == [seat.chests, seat.rice, seat.points]
        if table.event:
            laid = [shown or hidden for shown, hidden in zip(seat.shown, seat.plan, strict=True)]
            assert list(oracle.plan[number].values()) == laid
    if is_quiet(table):
        assert list(oracle.supply.values()) == [seat.supply + sum(seat.groups) for seat in table.daimyo]
        assert oracle.stock == table.farmers


def modelled(source: random.Random, table: ShogunTable) -> Plain:
    """Let fall what the model of the tower draws."""
    return ThrowCubes().draw(table, SeededDraws(source))


def hardly_any(source: random.Random, table: ShogunTable) -> Plain:
    """Let the tower keep almost everything: supplies and the stock of farmers run out, provinces fall to nobody."""
    return cmd.DropCubes(fallen=as_plain(tuple([min(cubes, source.choice((0, 0, 0, 1))) for cubes in most(table)])))


def all_of_one(source: random.Random, table: ShogunTable) -> Plain:
    """Let all cubes of one colour fall: players lose their last province."""
    colour = source.choice((0, 0, 0, *range(len(table.tower))))
    return cmd.DropCubes(fallen=as_plain(tuple([cubes * (place == colour) for place, cubes in enumerate(most(table))])))


def most(table: ShogunTable) -> Cubes:
    return together(table.tower, thrown(table))


Fall = Callable[[random.Random, ShogunTable], Plain]


def played(seats: int, options: Options, seed: int, fall: Fall) -> Iterator[Turn]:
    """Play a game to its end with daring moves, and with cubes that fall as `fall` says."""
    source, table = random.Random(seed), decider.begin(SHOGUN.rules, setup(seats, options, SHOGUN.rules.edition)).table
    while (step := decider.waiting(SHOGUN.rules, table)) is not None:
        actor = pick(source, step.seats(table)) if isinstance(step, Decision) else decider.CHANCE
        legal = tuple(decider.legal(SHOGUN.rules, table, actor))
        drawn = decider.draw(SHOGUN.rules, table, SeededDraws(source))
        move = drawn or daring(source, legal)
        if isinstance(step, ThrowCubes):
            move = fall(source, table)
        accepted = decider.decide(SHOGUN.rules, table, actor, move)
        assert isinstance(accepted, Accepted)
        yield Turn(table, actor, legal, move, accepted)
        table = accepted.table


@pytest.mark.parametrize("fall", [modelled, hardly_any, all_of_one])
@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_a_game_and_the_oracle_agree(seats: int, options: Options, fall: Fall) -> None:
    oracle = Oracle(seats, options)
    steps = oracle.game()
    question: Any = next(steps)
    for turn in played(seats, options, 1, fall):
        assert isinstance(turn.before, ShogunTable)
        assert question == waits(turn.before)
        if question[0] == "ChooseProvince":
            assert (cmd.RefreshOffer() in turn.legal) == oracle.may_refresh
        check_agree(oracle, turn.before)
        question = next_asked(steps, turn)
    assert question is None
    check_agree(oracle, turn.accepted.table)
    assert oracle.winners == list(turn.accepted.table.winners)


def next_asked(steps: Steps, turn: Turn) -> Asked | None:
    """Return what the oracle waits for after a move, or None at its end."""
    try:
        return steps.send((turn.actor, turn.move))
    except StopIteration:
        return None
