"""Cubes go into the tower, and cubes fall out of it (SH-13)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play, Refusal, refusal
from games.kit.rules.forms import Known, Nothing
from games.shogun.rules import tower
from games.shogun.rules.cubes import Cubes, apart, as_plain, counted, no_cubes, together
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class ThrowCubes(Chance[ShogunTable, cmd.DropCubes], frozen=True):
    """The engaged cubes and those of the tray are thrown together, and some cubes fall (SH-13.1)."""

    clause = clause.CLAUSE_13_1
    takes = (cmd.DropCubes,)
    closed_by = (ev.CubesFell,)
    form = tower.Throw(
        Known("the sums of `engaged` and `tray`, colour by colour", lambda step, table: thrown(table)),
        Known("`tower`", lambda step, table: table.tower),
        Known("the edition's `tower`", lambda step, table: table.edition.data.tower, remark=tower.FALL),
    )

    def showing(self, table: ShogunTable, drawn: Cubes) -> cmd.DropCubes:
        return cmd.DropCubes(fallen=as_plain(drawn))

    def probability(self, table: ShogunTable, outcome: cmd.DropCubes) -> Fraction:
        return tower.probability(table.edition.data.tower, table.tower, thrown(table), counted(outcome.fallen))

    def worth(self, table: ShogunTable, outcome: cmd.DropCubes) -> dict[int, int]:
        """Return for the seats of a battle, which has two sides, their cubes that fall less the other's (SH-13.3)."""
        fallen = counted(outcome.fallen)
        sides = [place for place, cubes in enumerate(table.engaged) if cubes]
        if len(sides) != 2:
            return {}
        every = sum(fallen[place] for place in sides)
        return {place + 1: 2 * fallen[place] - every for place in sides if place < table.players}

    def refuse(self, table: ShogunTable, outcome: cmd.DropCubes) -> Refusal | None:
        if not tower.can_fall(table.tower, thrown(table), counted(outcome.fallen)):
            return refusal(clause.CLAUSE_13_6, fallen=counted(outcome.fallen), thrown=thrown(table), inside=table.tower)
        return None

    def answer(self, play: Play[ShogunTable], outcome: cmd.DropCubes) -> None:
        into, fallen = thrown(play.table), counted(outcome.fallen)
        inside = apart(together(play.table.tower, into), fallen)
        play.emit(ev.CubesFell(thrown=as_plain(into), fallen=outcome.fallen, inside=as_plain(inside)))


def thrown(table: ShogunTable) -> Cubes:
    """Return what goes into the tower: the engaged cubes and those that wait in the tray (SH-13.1, SH-13.2)."""
    return together(table.engaged, table.tray)


class DropStrayCubes(Chance[ShogunTable, cmd.DropStrayCubes], frozen=True):
    """Between two battles cubes may drop out of a tower on the table; a simulated one never lets go (SH-13.7)."""

    clause = clause.CLAUSE_13_7
    takes = (cmd.DropStrayCubes,)
    form = Nothing(Known("no cubes of any colour", lambda step, table: no_cubes(table.players)))

    def showing(self, table: ShogunTable, drawn: Cubes) -> cmd.DropStrayCubes:
        return cmd.DropStrayCubes(fallen=as_plain(drawn))

    def probability(self, table: ShogunTable, outcome: cmd.DropStrayCubes) -> Fraction:
        return Fraction(counted(outcome.fallen) == no_cubes(table.players))

    def refuse(self, table: ShogunTable, outcome: cmd.DropStrayCubes) -> Refusal | None:
        nothing = no_cubes(table.players)
        if counted(outcome.fallen) == nothing or not tower.can_fall(table.tower, nothing, counted(outcome.fallen)):
            return refusal(clause.CLAUSE_13_7, fallen=counted(outcome.fallen), inside=table.tower)
        return None

    def answer(self, play: Play[ShogunTable], outcome: cmd.DropStrayCubes) -> None:
        play.emit(ev.StrayCubesFell(fallen=outcome.fallen))
