"""What chance decides before the first turn (SS-2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import perm

from games.chance import Draws
from games.decider import Chance, Play
from games.edition import Edition
from games.samurai_spirit.data import FAMILIES, SAMURAI, Tokens
from games.samurai_spirit.stack import chance_of_enough
from games.samurai_spirit.steps.draw_lot import DrawLot
from games.samurai_spirit.table import Options, Samurai, SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd
from gunbai.samurai_spirit.v1 import events_pb2 as ev


def setup(seats: int, options: Options, edition: Edition[Tokens]) -> SamuraiTable:
    """Return the table before chance has decided anything (SS-2). Raises ValueError if the options do not fit."""
    _check(seats, options)
    chosen = options.samurai or ("",) * seats
    table = SamuraiTable(
        edition=edition,
        difficulty=options.difficulty,
        samurai=tuple(Samurai(id=name, token_with=seat) for seat, name in enumerate(chosen, 1)),
        absent=tuple(name for name in SAMURAI if name not in chosen) if _has_absent_tokens(seats, options) else (),
        barricades=0,
        farms=tuple(sorted(edition.data.farms)),
        families=FAMILIES,
        raiders=(),
        deals_set_aside=0 if options.two_player_doll_check else None,
    )
    dealt = table.but(barricades=table.barricade_limit, raiders=(0,) * table.deal)
    samurai = () if options.samurai else (DealSamurai(),)
    dolls = (CheckDeal(),) if options.two_player_doll_check else ()
    return dealt.opens(*samurai, *dolls, DrawFirstSamurai())


def _has_absent_tokens(seats: int, options: Options) -> bool:
    """Whether the tokens of the others lie at the village: always with two and in solo play (SS-11.1, SS-11.5)."""
    return seats == 2 or options.solo or options.absent_tokens


def _check(seats: int, options: Options) -> None:
    """Raise ValueError for what cannot be agreed upon (SS-2.1, SS-11.3, SS-11.4)."""
    chosen = options.samurai
    if chosen and (len(chosen) != seats or len(set(chosen)) != seats or not SAMURAI.keys() >= set(chosen)):
        raise ValueError(f"samurai must name {seats} different ones of {', '.join(SAMURAI)}, not {', '.join(chosen)}")
    if options.solo and seats > 3:
        raise ValueError(f"a single player leads two or three samurai, not {seats}")
    if options.two_player_doll_check and seats != 2:
        raise ValueError(f"dolls are checked with two samurai, not with {seats}")


class DealSamurai(Chance[SamuraiTable, cmd.DealSamurai], frozen=True):
    """Each seat is dealt one of the seven samurai (SS-2.2)."""

    clause = clause.CLAUSE_2_2
    closed_by = (ev.SamuraiDealt,)
    takes = (cmd.DealSamurai,)

    def draw(self, table: SamuraiTable, draws: Draws) -> cmd.DealSamurai:
        return cmd.DealSamurai(samurai=draws.sample(tuple(SAMURAI), table.players))

    def probability(self, table: SamuraiTable, outcome: cmd.DealSamurai) -> Fraction:
        dealt = set(outcome.samurai)
        if len(dealt) != len(outcome.samurai) or len(dealt) != table.players or not dealt <= SAMURAI.keys():
            return Fraction(0)
        return Fraction(1, perm(len(SAMURAI), len(dealt)))

    def answer(self, play: Play[SamuraiTable], outcome: cmd.DealSamurai) -> None:
        play.emit(ev.SamuraiDealt(samurai=outcome.samurai))


class CheckDeal(Chance[SamuraiTable, cmd.CheckDeal], frozen=True):
    """A deal with too few dolls is set aside (SS-11.3)."""

    clause = clause.CLAUSE_11_3
    closed_by = (ev.DealKept, ev.DealSetAside)
    takes = (cmd.CheckDeal,)

    def draw(self, table: SamuraiTable, draws: Draws) -> cmd.CheckDeal:
        enough = chance_of_enough(table)
        return cmd.CheckDeal(enough=draws.below(enough.denominator) < enough.numerator)

    def probability(self, table: SamuraiTable, outcome: cmd.CheckDeal) -> Fraction:
        enough = chance_of_enough(table)
        return enough if outcome.enough else 1 - enough

    def answer(self, play: Play[SamuraiTable], outcome: cmd.CheckDeal) -> None:
        play.emit(ev.DealKept() if outcome.enough else ev.DealSetAside())


class DrawFirstSamurai(DrawLot[cmd.DrawFirstSamurai], frozen=True):
    """The samurai who has the first turn is drawn (SS-2.6)."""

    clause = clause.CLAUSE_2_6
    closed_by = (ev.FirstSamuraiDrawn,)
    takes = (cmd.DrawFirstSamurai,)

    def lots(self, table: SamuraiTable) -> Sequence[int]:
        return table.seats

    def showing(self, lot: int) -> cmd.DrawFirstSamurai:
        return cmd.DrawFirstSamurai(seat=lot)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.DrawFirstSamurai) -> None:
        play.emit(ev.FirstSamuraiDrawn(seat=outcome.seat))
