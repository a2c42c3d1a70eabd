"""A player's turn in the draft of start provinces (SH-3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Move: TypeAlias = cmd.RefreshOffer | cmd.TakeProvince | cmd.DrawBlind


class ChooseProvince(Decision[ShogunTable, Move], frozen=True):
    """A player takes an offered card or draws blind, and may refresh an offer that they face again (SH-3.4, SH-3.8)."""

    seat: int

    clause = clause.CLAUSE_3_4
    takes = (cmd.RefreshOffer, cmd.TakeProvince, cmd.DrawBlind)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        yield cmd.TakeProvince(slot=1)
        yield cmd.TakeProvince(slot=2)
        yield cmd.DrawBlind()
        yield cmd.RefreshOffer()

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        match move:
            case cmd.TakeProvince(slot=slot) if slot not in {1, 2}:
                return refusal(clause.CLAUSE_3_4, slot=slot)
            case cmd.RefreshOffer() if seat not in table.passed_over:
                return refusal(clause.CLAUSE_3_8, offer=table.offer)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        match move:
            case cmd.RefreshOffer():
                play.emit(ev.OfferRefreshed(seat=seat))
            case cmd.TakeProvince(slot=slot):
                play.emit(ev.ProvinceTaken(seat=seat, slot=slot, province=play.table.offer[slot - 1]))
            case cmd.DrawBlind():
                play.emit(ev.BlindDrawChosen(seat=seat))
