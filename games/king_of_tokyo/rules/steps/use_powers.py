"""The any-time powers: Rapid Healing and Wings (KT-13.36, KT-13.47)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.gains import heal, pay
from games.king_of_tokyo.rules.powers.defence import refuse_healing, refuse_wings
from games.king_of_tokyo.rules.table import Monster, TokyoTable
from games.kit.rules.decider import Decision, Play, Refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

PowerMove: TypeAlias = cmd.HealRapidly | cmd.SpreadWings


class UsePowers(Decision[TokyoTable, PowerMove], frozen=True):
    """While a player is asked, owners of Rapid Healing or Wings may use them; the question remains (KT-1.11)."""

    clause = clause.CLAUSE_1_11
    takes = (cmd.HealRapidly, cmd.SpreadWings)

    def seats(self, table: TokyoTable) -> tuple[int, ...]:
        return tuple(seat for seat, monster in enumerate(table.monsters, 1) if monster.cards and _has_power(monster))

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[PowerMove]:
        yield cmd.HealRapidly()
        yield cmd.SpreadWings()

    def refuse(self, table: TokyoTable, seat: int, move: PowerMove) -> Refusal | None:
        match move:
            case cmd.HealRapidly():
                return refuse_healing(table.at(seat))
            case cmd.SpreadWings():
                return refuse_wings(table.at(seat))

    def answer(self, play: Play[TokyoTable], seat: int, move: PowerMove) -> None:
        power = Power.HEALING if isinstance(move, cmd.HealRapidly) else Power.WINGS
        held = play.table.at(seat).copies(power)[0]
        pay(play, seat, held.acts.powers[power])
        match move:
            case cmd.HealRapidly():
                heal(play, seat, 1, held.card)
            case cmd.SpreadWings():
                play.emit(ev.WingsSpread(seat=seat))


def _has_power(monster: Monster) -> bool:
    return bool(monster.copies(Power.HEALING) or monster.copies(Power.WINGS))
