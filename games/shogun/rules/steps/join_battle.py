"""The defenders of an attacked province join the battle (SH-12.4, SH-12.5, SH-14.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Duty, Play, Refusal
from games.shogun.rules.battle import castle_army, may_reinforce, neutral_farmers
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Move: TypeAlias = cmd.ReinforceDefence | cmd.DeclineReinforcement


class MusterDefenders(Duty[ShogunTable], frozen=True):
    """The owner's armies, one more by the castle event, or the farmers of a neutral province defend it (SH-14.2)."""

    province: str
    attacker: int

    clause = clause.CLAUSE_14_2
    closed_by = (ev.DefendersMustered,)

    def resolve(self, play: Play[ShogunTable]) -> None:
        owner = play.table.owner(self.province)
        if castle_army(play.table, self.province):
            play.emit(ev.CastleManned(seat=owner, province=self.province))
        play.emit(
            ev.DefendersMustered(
                province=self.province,
                attacker=self.attacker,
                defender=owner,
                armies=play.table.armies_in(self.province),
                farmers=0 if owner else neutral_farmers(play.table),
            )
        )
        # After the throw is owed, so that the question comes on top of it.
        if may_reinforce(play.table, self.province):
            play.emit(ev.ReinforcementOffered(seat=owner, province=self.province))


class ReinforceDefence(Decision[ShogunTable, Move], frozen=True):
    """The owner who holds the defence bonus may throw one more army (SH-12.4)."""

    seat: int
    province: str

    clause = clause.CLAUSE_12_4
    takes = (cmd.ReinforceDefence, cmd.DeclineReinforcement)
    closed_by = (ev.DefenceReinforced, ev.ReinforcementDeclined)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        yield cmd.ReinforceDefence()
        yield cmd.DeclineReinforcement()

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        match move:
            case cmd.ReinforceDefence():
                play.emit(ev.DefenceReinforced(seat=seat))
            case cmd.DeclineReinforcement():
                play.emit(ev.ReinforcementDeclined(seat=seat))
