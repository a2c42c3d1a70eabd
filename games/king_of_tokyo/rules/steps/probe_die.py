"""Psychic Probe: others have a die rolled again, and the active monster may answer (KT-4.10, KT-4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from games.king_of_tokyo.rules.losses import discard
from games.king_of_tokyo.rules.powers.dice import (
    can_adjust,
    dweller_rerolls,
    next_probe,
    refuse_card_reroll,
    refuse_dice,
    refuse_turning,
    reroll,
    turn_die,
    turnings,
)
from games.king_of_tokyo.rules.steps.throw_dice import probability_of, shown, throw
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Chance, Decision, Play, Refusal, refusal
from games.kit.rules.forms import exactly
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

ProbeMove: TypeAlias = cmd.ProbeDie | cmd.PassProbe
AdjustMove: TypeAlias = cmd.Reroll | cmd.TurnDie | cmd.DeclareDice


class ProbeDie(Decision[TokyoTable, ProbeMove], frozen=True):
    """The owner of a probe has one of the active monster's dice rolled again, or leaves them (KT-4.10, KT-13.35)."""

    seat: int
    card: str
    clause = clause.CLAUSE_4_10
    takes = (cmd.ProbeDie, cmd.PassProbe)
    closed_by = (ev.DieProbed, ev.ProbePassed)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[ProbeMove]:
        yield cmd.PassProbe()
        for die in table.turn.every_die:
            yield cmd.ProbeDie(die=die)

    def refuse(self, table: TokyoTable, seat: int, move: ProbeMove) -> Refusal | None:
        match move:
            case cmd.ProbeDie():
                exists = move.die in table.turn.every_die
                return None if exists else refusal(clause.CLAUSE_13_35, die=move.die, of=len(table.turn.dice))
            case cmd.PassProbe():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: ProbeMove) -> None:
        match move:
            case cmd.ProbeDie():
                play.emit(ev.DieProbed(seat=seat, card=self.card, die=move.die))
            case cmd.PassProbe():
                play.emit(ev.ProbePassed(seat=seat, card=self.card))
                offer_probe(play)


class ThrowProbedDie(Chance[TokyoTable, cmd.ThrowDice], frozen=True):
    """Chance shows the probed die; a Heart discards the probe (KT-13.35)."""

    seat: int
    card: str
    die: int
    clause = clause.CLAUSE_13_35
    takes = (cmd.ThrowDice,)
    closed_by = (ev.ProbedDieLanded,)
    form = throw(exactly(1))

    def showing(self, table: TokyoTable, drawn: tuple[str, ...]) -> cmd.ThrowDice:
        return shown(drawn)

    def probability(self, table: TokyoTable, outcome: cmd.ThrowDice) -> Fraction:
        return probability_of(outcome, 1)

    def answer(self, play: Play[TokyoTable], outcome: cmd.ThrowDice) -> None:
        face = outcome.faces[0]
        play.emit(ev.ProbedDieLanded(seat=self.seat, die=self.die, face=face))
        if face == cmd.FACE_HEART:
            discard(play, self.seat, self.card)
        offer_probe(play)


class AdjustDice(Decision[TokyoTable, AdjustMove], frozen=True):
    """After a probe the active monster may change its dice with its cards, then declares them final (KT-4.11)."""

    seat: int
    clause = clause.CLAUSE_4_11
    takes = (cmd.Reroll, cmd.TurnDie, cmd.DeclareDice)
    closed_by = (ev.DiceDeclared,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[AdjustMove]:
        yield cmd.DeclareDice()
        yield from dweller_rerolls(table)
        yield from turnings(table)

    def refuse(self, table: TokyoTable, seat: int, move: AdjustMove) -> Refusal | None:
        match move:
            case cmd.Reroll():
                return refuse_dice(table, move.dice) or _refuse_other_source(table, move)
            case cmd.TurnDie():
                return refuse_turning(table, move)
            case cmd.DeclareDice():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: AdjustMove) -> None:
        match move:
            case cmd.Reroll():
                reroll(play, seat, move)
            case cmd.TurnDie():
                turn_die(play, seat, move)
            case cmd.DeclareDice():
                play.emit(ev.DiceDeclared(seat=seat))


def _refuse_other_source(table: TokyoTable, move: cmd.Reroll) -> Refusal | None:
    if move.card not in {again.card for again in dweller_rerolls(table)}:
        return refusal(clause.CLAUSE_4_11, card=move.card)
    return refuse_card_reroll(table, move)


def offer_probe(play: Play[TokyoTable]) -> None:
    """Ask the next owner of an unused probe; after the last one, the active monster may answer (KT-4.10, KT-4.11)."""
    if probe := next_probe(play.table):
        seat, card = probe
        play.emit(ev.ProbeOffered(seat=seat, card=card))
    elif play.table.turn.probed and can_adjust(play.table):
        play.emit(ev.AdjustmentOffered(seat=play.table.turn.seat))
