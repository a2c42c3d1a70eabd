"""Players take special cards, and with them their places in the player order (SH-8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class PickSpecial(Decision[ShogunTable, cmd.PickSpecial], frozen=True):
    """The next player in the order of the bids takes one of the special cards that are left (SH-8.4)."""

    seat: int

    clause = clause.CLAUSE_8_4
    takes = (cmd.PickSpecial,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[cmd.PickSpecial]:
        for special in table.specials:
            yield cmd.PickSpecial(special=special)

    def refuse(self, table: ShogunTable, seat: int, move: cmd.PickSpecial) -> Refusal | None:
        if move.special not in table.specials:
            return refusal(clause.CLAUSE_8_4, special=move.special)
        holder = table.places[table.specials.index(move.special)]
        if holder:
            return refusal(clause.CLAUSE_8_4, special=move.special, taken_by=holder)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: cmd.PickSpecial) -> None:
        place = play.table.specials.index(move.special) + 1
        play.emit(ev.SpecialPicked(seat=seat, special=move.special, place=place))
