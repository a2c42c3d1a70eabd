"""Every challenge and call of random games ends as a second, plain reckoning of the dice says (LD-4 to LD-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev
from lab.variants import VARIANTS
from titles.checks.walk import Turn, set_up, walk

SEEDS = range(12)


class Reckoned(NamedTuple):
    """What a doubted bid leads to: who loses a die, who bids first next, and who has won (0: nobody)."""

    losers: list[int]
    first: int
    winner: int


def reckon(table: DiceTable, caller: int, *, spot_on: bool) -> Reckoned:
    dice = {seat: list(cup.hand) for seat, cup in enumerate(table.cups, 1) if cup.hand}
    shown = [die for hand in dice.values() for die in hand]
    count = shown.count(table.bid.face)
    if table.ones_wild and table.bid.face != 1:
        count += shown.count(1)
    if not spot_on:
        losers = [caller] if count >= table.bid.quantity else [table.bid.seat]
    elif count == table.bid.quantity:
        losers = [seat for seat in dice if seat != caller]
    else:
        losers = [caller]
    left = [seat for seat in dice if len(dice[seat]) > (seat in losers)]
    begins = caller if spot_on and caller not in losers else losers[0]
    first = begins if begins in left else min(left, key=lambda seat: (seat < begins, seat))
    return Reckoned(losers, 0 if len(left) == 1 else first, left[0] if len(left) == 1 else 0)


def reckoning_of(turn: Turn) -> Reckoned:
    events: Any = turn.accepted.events
    losers = [event.seat for event in events if isinstance(event, ev.DieLost)]
    first = sum(event.seat for event in events if isinstance(event, ev.RoundBegan))
    return Reckoned(losers, first, sum(event.seat for event in events if isinstance(event, ev.GameWon)))


def doubts(seats: int, options: str) -> Iterator[Turn]:
    for seed in SEEDS:
        for turn in walk(LIARS_DICE, set_up(LIARS_DICE, seats, options).table, seed):
            if isinstance(turn.move, (cmd.ChallengeBid, cmd.CallSpotOn)):
                yield turn


@pytest.mark.parametrize(("seats", "options"), VARIANTS["liars_dice"])
def test_a_doubted_bid_costs_the_dice_that_it_should(seats: int, options: str) -> None:
    endings = set()
    for turn in doubts(seats, options):
        table: Any = turn.before
        expected = reckon(table, turn.actor, spot_on=isinstance(turn.move, cmd.CallSpotOn))
        assert reckoning_of(turn) == expected
        endings.add(bool(expected.winner))
    assert endings == {True, False}


@pytest.mark.parametrize(("seats", "options"), VARIANTS["liars_dice"])
def test_all_cups_are_lifted_as_they_were_shaken(seats: int, options: str) -> None:
    for turn in doubts(seats, options):
        before: Any = turn.before
        after: Any = turn.accepted.table
        (lifted,) = (event for event in turn.accepted.events if isinstance(event, ev.CupsLifted))
        assert [tuple(hand.dice) for hand in lifted.hands] == [cup.hand for cup in before.cups if cup.dice]
        assert [cup.lifted for cup in after.cups] == [cup.hand for cup in before.cups]
        assert not any(cup.hand for cup in after.cups)
