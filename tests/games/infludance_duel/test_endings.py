"""A duel ends on the winning line, or when a situation begins a turn for the third time (IN-7)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.kit.rules.decider import CHANCE
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai_record.plain import Plain
from titles.checks.walk import Turn, pick, set_up, walk

GAMES = 60


def seldom_shooting(source: random.Random, legal: Sequence[Plain]) -> Plain:
    """Choose as a player who saves ammunition, so that situations come again."""
    peaceful = [move for move in legal if not isinstance(move, cmd.Shoot)]
    return pick(source, peaceful if peaceful and source.random() < 0.98 else legal)


def duels(side: str) -> list[list[Turn]]:
    options = f'{{"board_side": "{side}"}}'
    start = set_up(INFLUDANCE_DUEL, 2, options).table
    return [list(walk(INFLUDANCE_DUEL, start, seed, seldom_shooting)) for seed in range(GAMES)]


def turns_begun(turns: Sequence[Turn]) -> list[tuple[Any, ...]]:
    """Return the situations that began the turns: both fields, the active player, the tokens left in each magazine."""
    situations = []
    for turn in turns:
        table: Any = turn.before
        for event in turn.accepted.events:
            table = INFLUDANCE_DUEL.rules.evolve(table, event)
            if isinstance(event, ev.TurnBegan):
                fields = tuple((gunman.field, gunman.left) for gunman in table.gunmen)
                situations.append((table.active, *fields))
    return situations


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_duel_is_drawn_exactly_when_a_situation_begins_a_turn_for_the_third_time(side: str) -> None:
    endings = Counter[str]()
    for turns in duels(side):
        situations = turns_begun(turns)
        table: Any = turns[-1].accepted.table
        endings[table.ending] += 1
        assert (table.ending == "repetition") == (situations.count(situations[-1]) == 3)
        assert max(Counter(situations[:-1]).values(), default=0) < 3
    assert set(endings) == {"goal", "repetition"}


@pytest.mark.parametrize("side", ["A", "B"])
def test_whoever_reaches_the_winning_line_has_won(side: str) -> None:
    for turns in duels(side):
        last: Any = turns[-1].accepted.table
        home = [seat for seat in (1, 2) if last.at(seat).home]
        outcome = INFLUDANCE_DUEL.rules.outcome(last)
        assert outcome is not None
        assert outcome.winners == ((last.winner,) if home else ())
        assert last.winner in (home or [0])


def test_the_end_shows_what_was_never_fired() -> None:
    for turns in duels("A"):
        last = turns[-1]
        assert isinstance(last.move, cmd.RevealTokens)
        assert last.actor == CHANCE
        shown = Counter(last.move.red) + Counter(last.move.blue)
        fired = Counter(token for gunman in last.accepted.table.gunmen for token in gunman.fired)
        assert shown.total() + fired.total() == 12
