"""Whole games of Samurai Spirit: nothing is ever lost or doubled, and every ending is reached."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest

from games.kit.rules.decider import CHANCE, Outcome
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.steps import CloseRound, EndTurn
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import events as ev
from tests.games.samurai_spirit.positions import careful, options
from titles.checks.walk import Turn, set_up, walk

GAMES = [
    (seats, options(difficulty=level, absent_tokens=seats in {4, 6}))
    for seats in range(2, 8)
    for level in ("easy", "normal", "hard", "heroic")
]


@cache
def played(seats: int, agreed: str, seed: int = 2) -> tuple[Turn, ...]:
    return tuple(walk(SAMURAI_SPIRIT, set_up(SAMURAI_SPIRIT, seats, agreed).table, seed, careful))


def tables(seats: int, agreed: str) -> list[SamuraiTable]:
    return [turn.accepted.table for turn in played(seats, agreed)]


def losses(table: SamuraiTable) -> tuple[object, ...]:
    """Return what the samurai may lose, and how many intruders there are."""
    wounds = [samurai.wounds for samurai in table.samurai]
    return table.barricades, table.farms, table.families, wounds, len(table.intruders), table.ending


def lying(table: SamuraiTable) -> tuple[object, ...]:
    """Return what lies on the table besides: raiders, and support tokens."""
    samurai = [(seat.line, seat.left, seat.passed, seat.token_with) for seat in table.samurai]
    return table.raiders, table.intruders, table.discard, samurai


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_every_raider_is_somewhere_exactly_once(seats: int, agreed: str) -> None:
    for table in tables(seats, agreed):
        in_hand = [step.raider for step in table.agenda if isinstance(step, HoldRaider)]
        placed = [place for place in (*table.all_raiders(), *in_hand) if isinstance(place, str)]
        assert Counter([*placed, *table.unseen.cards()]) == Counter([*RAIDERS])


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_no_invariant_is_broken(seats: int, agreed: str) -> None:
    for table in tables(seats, agreed):
        assert list(SAMURAI_SPIRIT.rules.invariants(table)) == []


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_barricades_never_exceed_those_of_the_start(seats: int, agreed: str) -> None:
    assert all(0 <= table.barricades <= table.barricade_limit for table in tables(seats, agreed))


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_nothing_is_owed_from_one_turn_to_the_next(seats: int, agreed: str) -> None:
    """While a turn runs its end lies undermost, while a round is closed its close does; and there is no other."""
    for table in tables(seats, agreed):
        bottoms = [step for step in table.agenda if isinstance(step, EndTurn | CloseRound)]
        assert bottoms == list(table.agenda[:1]) or not table.active


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_wounds_never_go_back_to_the_human_side(seats: int, agreed: str) -> None:
    animals: set[int] = set()
    for table in tables(seats, agreed):
        now = {seat for seat in table.seats if table.at(seat).animal}
        assert animals <= now
        animals = now


@pytest.mark.parametrize(("seats", "agreed"), GAMES)
def test_what_changes_on_the_table_is_told_by_an_event_or_by_the_command(seats: int, agreed: str) -> None:
    """Events that players do without change what lies there only by saying what a seat has commanded."""
    for turn in played(seats, agreed):
        table = cast("SamuraiTable", turn.before)
        for place, event in enumerate(turn.accepted.events):
            after = SAMURAI_SPIRIT.rules.evolve(table, event)
            is_command = place == 0 and turn.actor != CHANCE
            assert lying(table) == lying(after) or is_command or type(event) not in SAMURAI_SPIRIT.words.asides, event
            assert losses(table) == losses(after) or type(event) not in SAMURAI_SPIRIT.words.asides, event
            table = after


def test_every_ending_is_reached() -> None:
    reached: dict[str, Outcome] = {}
    for seed in (0, 11, 106):
        outcome = SAMURAI_SPIRIT.rules.outcome(played(2, options(difficulty="easy"), seed)[-1].accepted.table)
        assert outcome is not None
        reached[outcome.ending] = outcome
    assert reached.keys() == {"death", "village_lost", "village_saved"}
    saved, lost = reached["village_saved"], reached["village_lost"]
    assert (saved.winners, lost.winners, lost.scores) == ((1, 2), (), ())
    assert 2 <= saved.scores[0] == saved.scores[1] <= 10


def test_rounds_start_with_all_raiders_in_the_stack() -> None:
    sizes = set()
    for seed in range(12):
        for turn in played(3, options(difficulty="easy"), seed):
            if any(isinstance(event, ev.RoundPrepared) for event in turn.accepted.events):
                table: SamuraiTable = turn.accepted.table
                sizes.add((table.round, len(table.raiders)))
    assert {(2, 6 * 3 + 2), (3, 6 * 3 + 2 + 2)} >= sizes >= {(2, 20)}
