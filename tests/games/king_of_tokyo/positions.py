"""Positions of King of Tokyo, built from what differs from a plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.rules import steps
from games.king_of_tokyo.rules.data import EDITION, MONSTERS
from games.king_of_tokyo.rules.table import Held, Monster, Options, TokyoTable, Turn, setup
from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Actor, Refusal
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.plain import Plain

FACES = {"1": "one", "2": "two", "3": "three", "e": "energy", "a": "attack", "h": "heart"}
MARKET = ("apartment_building", "corner_store", "commuter_train")


def monster(seat: int, *cards: str | Held, **changes: Any) -> Monster:
    """Return the monster of a seat with these cards."""
    held = tuple(Held(card) if isinstance(card, str) else card for card in cards)
    return Monster(tuple(MONSTERS)[seat - 1], cards=held, **changes)


def table(*monsters: Monster, **changes: Any) -> TokyoTable:
    """Return a table in the turn of seat 1, with nothing owed."""
    plain = setup(len(monsters), Options(), EDITION).but(monsters=monsters, market=MARKET, starter=1, last=1)
    return plain.but(contenders=(), turn=Turn(1)).but(**changes)


def rolled(faces: str, *monsters: Monster, rerolls: int = 0) -> TokyoTable:
    """Return a table on which seat 1 has rolled, and may stop."""
    dice = tuple(FACES[face] for face in faces.split())
    owed = (steps.RerollDice(1), steps.ResolveDice(1), steps.BuyCards(1), steps.EndTurn(1), steps.JudgeTurn(1))
    return table(*monsters, turn=Turn(1, dice=dice, rerolls=rerolls)).opens(*owed)


def buying(*monsters: Monster, **changes: Any) -> TokyoTable:
    """Return a table on which seat 1 buys."""
    return table(*monsters, **changes).opens(steps.BuyCards(1), steps.EndTurn(1), steps.JudgeTurn(1))


def play(position: TokyoTable, *moves: tuple[Actor, Plain]) -> Accepted[TokyoTable]:
    """Return what follows from the last of these moves; all of them must be accepted."""
    ruling: Accepted[TokyoTable] | Refusal = Accepted((), position)
    for actor, move in moves:
        assert isinstance(ruling, Accepted)
        ruling = decider.decide(KING_OF_TOKYO.rules, ruling.table, actor, move)
    assert isinstance(ruling, Accepted), ruling
    return ruling


def agenda(position: TokyoTable) -> Sequence[str]:
    """Return the names of the steps that are owed, the next first."""
    return [type(step).__name__ for step in reversed(position.agenda)]


STOP = (1, cmd.StopRolling())
