"""The loss of a life, and the window in which its player may react (TR-8.2, TR-8.5, TR-11.2, TR-11.3)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.titan_race.rules import harm
from games.titan_race.rules.data import CAUSE, REACTIONS
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class LoseLife(Duty[RaceTable], frozen=True):
    """A titan is about to lose 1 life; a knocked-out one loses none and is not asked (TR-8.2, TR-8.3)."""

    titan: str
    cause: str
    by: str = ""

    clause = clause.CLAUSE_8_2
    closed_by = (ev.LifeLost, ev.LifeSpared, ev.LifeThreatened)

    @property
    def pusher(self) -> str:
        """The titan whose push is not over, if this is the loss that pays for it (TR-7.11)."""
        return self.by if self.cause == "push" else ""

    def resolve(self, play: Play[RaceTable]) -> None:
        titan = play.table.titan(self.titan)
        if titan.knocked_out:
            play.emit(ev.LifeSpared(titan=titan.id, cause=CAUSE.value(self.cause)))
        elif may_react(play.table, titan):
            play.emit(ev.LifeThreatened(titan=titan.id, cause=CAUSE.value(self.cause), by=self.by))
        else:
            harm.suffer(play, titan.id, self.cause, self.by)


class React(Decision[RaceTable, cmd.PlayCard | cmd.Pass], frozen=True):
    """A threatened titan's player plays a reaction card or passes, whatever cards they have (TR-8.5, TR-8.6)."""

    seat: int
    titan: str
    cause: str
    by: str = ""

    clause = clause.CLAUSE_8_5
    takes = (cmd.PlayCard, cmd.Pass)
    closed_by = (ev.LifeLost, ev.ReactionPlayed)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[cmd.PlayCard | cmd.Pass]:
        yield from (cmd.PlayCard(card=card) for card in table.at(seat).hand)
        yield cmd.Pass()

    def refuse(self, table: RaceTable, seat: int, move: cmd.PlayCard | cmd.Pass) -> Refusal | None:
        if isinstance(move, cmd.Pass):
            return None
        if move.card not in table.at(seat).hand:
            return refusal(clause.CLAUSE_10_1, card=move.card)
        if table.effect(move.card) not in REACTIONS:  # (TR-8.7)
            return refusal(clause.CLAUSE_8_7, card=move.card)
        if move.titan or move.field or move.direction or move.model:
            return refusal(clause.CLAUSE_10_9, card=move.card)
        if table.effect(move.card) == "spiked_armour":
            return self._refuse_spikes(table, move.card)
        return None

    def _refuse_spikes(self, table: RaceTable, card: str) -> Refusal | None:
        if self.cause != "push":
            return refusal(clause.CLAUSE_8_7, card=card, cause=self.cause)
        if table.titan(self.by).knocked_out:
            return refusal(clause.CLAUSE_11_3, card=card, titan=self.by)
        return None

    def answer(self, play: Play[RaceTable], seat: int, move: cmd.PlayCard | cmd.Pass) -> None:
        if isinstance(move, cmd.Pass):
            harm.suffer(play, self.titan, self.cause, self.by)
            return
        play.emit(ev.ReactionPlayed(seat=seat, card=move.card, titan=self.titan))
        if play.table.effect(move.card) == "shield":
            play.emit(ev.LossPrevented(titan=self.titan, cause=CAUSE.value(self.cause)))
        else:
            play.emit(ev.SpikesStruck(titan=self.titan, by=self.by))


def may_react(table: RaceTable, titan: Titan) -> bool:
    """Return whether a window opens: in another player's turn, after round 1, with a card in hand (TR-8.5)."""
    return table.round > 1 and table.mover.seat != titan.seat and bool(table.at(titan.seat).hand)
