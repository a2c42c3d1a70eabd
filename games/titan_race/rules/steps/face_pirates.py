"""Pirates attack a titan that enters their field: a card, or a life (TR-13.2)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.titan_race.rules.data import FIELD_EFFECT
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class MeetPirates(Duty[RaceTable], frozen=True):
    """Pirates spare a knocked-out titan, and ask only a player who has a card (TR-8.10, TR-13.2)."""

    titan: str
    field: str

    clause = clause.CLAUSE_13_2
    closed_by = (ev.PiratesBoarded, ev.PiratesStruck, ev.EffectMissed)

    def resolve(self, play: Play[RaceTable]) -> None:
        titan = play.table.titan(self.titan)
        if titan.knocked_out:
            play.emit(ev.EffectMissed(titan=titan.id, effect=FIELD_EFFECT.value("pirates")))
        elif play.table.at(titan.seat).hand:
            play.emit(ev.PiratesBoarded(titan=titan.id, field=self.field))
        else:
            play.emit(ev.PiratesStruck(titan=titan.id))


class FacePirates(Decision[RaceTable, cmd.PayPirates | cmd.DefyPirates], frozen=True):
    """The player of a titan among pirates gives up a card or lets it lose a life, in anybody's turn (TR-13.2)."""

    seat: int
    titan: str

    clause = clause.CLAUSE_13_2
    takes = (cmd.PayPirates, cmd.DefyPirates)
    closed_by = (ev.PiratesPaid, ev.PiratesStruck)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[cmd.PayPirates | cmd.DefyPirates]:
        yield from (cmd.PayPirates(card=card) for card in table.at(seat).hand)
        yield cmd.DefyPirates()

    def refuse(self, table: RaceTable, seat: int, move: cmd.PayPirates | cmd.DefyPirates) -> Refusal | None:
        if isinstance(move, cmd.PayPirates) and move.card not in table.at(seat).hand:
            return refusal(clause.CLAUSE_13_2, card=move.card)
        return None

    def answer(self, play: Play[RaceTable], seat: int, move: cmd.PayPirates | cmd.DefyPirates) -> None:
        if isinstance(move, cmd.PayPirates):
            play.emit(ev.PiratesPaid(seat=seat, card=move.card))
        else:
            play.emit(ev.PiratesStruck(titan=self.titan))
