"""The top card of the province deck is turned up, for the offer or for a blind draw (SH-3.2, SH-3.5, SH-3.6)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Pick
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


def on_top(table: ShogunTable) -> tuple[str, ...]:
    """Return the cards that may lie on top of the deck: an unseen one, or else the first of those put under it."""
    return table.deck or table.under[:1]


class _TurnUpProvince(Chance[ShogunTable, cmd.TurnUpProvince], frozen=True):
    """The top card of the deck is turned up."""

    takes = (cmd.TurnUpProvince,)
    form = Pick(Known("`deck`; if it is empty, the first card of `under`", lambda step, table: on_top(table)))

    def showing(self, table: ShogunTable, drawn: str) -> cmd.TurnUpProvince:
        return cmd.TurnUpProvince(province=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.TurnUpProvince) -> Fraction:
        cards = on_top(table)
        return Fraction(cards.count(outcome.province), len(cards))


class TurnUpOffer(_TurnUpProvince, frozen=True):
    """A slot of the offer is filled from the deck (SH-3.2, SH-3.5)."""

    slot: int

    clause = clause.CLAUSE_3_5
    closed_by = (ev.ProvinceOffered,)

    def answer(self, play: Play[ShogunTable], outcome: cmd.TurnUpProvince) -> None:
        play.emit(ev.ProvinceOffered(slot=self.slot, province=outcome.province))


class TurnUpBlindDraw(_TurnUpProvince, frozen=True):
    """The card that a player drew blind is shown to all (SH-3.6)."""

    seat: int

    clause = clause.CLAUSE_3_6
    closed_by = (ev.ProvinceDrawn,)

    def answer(self, play: Play[ShogunTable], outcome: cmd.TurnUpProvince) -> None:
        play.emit(ev.ProvinceDrawn(seat=self.seat, province=outcome.province))
