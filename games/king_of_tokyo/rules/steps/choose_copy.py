"""The choices that come with a copy: the card with Mimic's token, and the energy on batteries (KT-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.losses import discard
from games.king_of_tokyo.rules.powers.copies import move_token, place_token, refuse_change, refuse_target, targets
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

MimicMove: TypeAlias = cmd.MoveMimic | cmd.KeepMimic


class ChangeMimic(Decision[TokyoTable, MimicMove], frozen=True):
    """At the start of its turn the owner of Mimic may pay for another copy (KT-12.6)."""

    seat: int
    clause = clause.CLAUSE_12_6
    takes = (cmd.MoveMimic, cmd.KeepMimic)
    closed_by = (ev.MimicPlaced, ev.MimicKept)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[MimicMove]:
        yield cmd.KeepMimic()
        for card in targets(table, seat):
            yield cmd.MoveMimic(card=card)

    def refuse(self, table: TokyoTable, seat: int, move: MimicMove) -> Refusal | None:
        match move:
            case cmd.MoveMimic():
                return refuse_target(table, seat, move.card) or refuse_change(table, seat)
            case cmd.KeepMimic():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: MimicMove) -> None:
        match move:
            case cmd.MoveMimic():
                move_token(play, seat, move.card)
            case cmd.KeepMimic():
                play.emit(ev.MimicKept(seat=seat))


class PlaceMimic(Decision[TokyoTable, cmd.PlaceMimic], frozen=True):
    """The buyer of Mimic chooses the card that it copies (KT-12.1)."""

    seat: int
    clause = clause.CLAUSE_12_1
    takes = (cmd.PlaceMimic,)
    closed_by = (ev.MimicPlaced,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.PlaceMimic]:
        return (cmd.PlaceMimic(card=card) for card in targets(table, seat))

    def refuse(self, table: TokyoTable, seat: int, move: cmd.PlaceMimic) -> Refusal | None:
        return refuse_target(table, seat, move.card)

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.PlaceMimic) -> None:
        place_token(play, seat, move.card)


class LoadBatteries(Decision[TokyoTable, cmd.LoadBatteries], frozen=True):
    """The owner of Monster Batteries, or of a copy, puts energy on it, which the bank doubles (KT-13.27)."""

    seat: int
    card: str
    clause = clause.CLAUSE_13_27
    takes = (cmd.LoadBatteries,)
    closed_by = (ev.BatteriesLoaded,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.LoadBatteries]:
        return (cmd.LoadBatteries(energy=energy) for energy in range(table.at(seat).energy + 1))

    def refuse(self, table: TokyoTable, seat: int, move: cmd.LoadBatteries) -> Refusal | None:
        energy = table.at(seat).energy
        return refusal(clause.CLAUSE_1_7, energy=energy, load=move.energy) if move.energy > energy else None

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.LoadBatteries) -> None:
        play.emit(ev.BatteriesLoaded(seat=seat, card=self.card, energy=move.energy, counters=2 * move.energy))
        if not move.energy:
            discard(play, seat, self.card)
