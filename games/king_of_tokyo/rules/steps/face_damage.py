"""Damage that reaches a monster: what prevents it, what it costs, and who survives (KT-6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.king_of_tokyo.rules.data import BAY_MONSTERS, Power
from games.king_of_tokyo.rules.losses import end_copies, lose_life, take_back
from games.king_of_tokyo.rules.powers.attack import give_counters
from games.king_of_tokyo.rules.powers.defence import can_defend, shield
from games.king_of_tokyo.rules.powers.hearts import feed
from games.king_of_tokyo.rules.steps.throw_dice import probability_of, shown, throw
from games.king_of_tokyo.rules.table import BAY, CITY, TokyoTable
from games.kit.rules.decider import Chance, Decision, Duty, Play
from games.kit.rules.forms import Known
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class FaceDamage(Duty[TokyoTable], frozen=True):
    """A packet, the damage from one source, reaches a monster, which prevents it or loses life (KT-6.1, KT-6.2)."""

    seat: int
    damage: int
    by: int = 0
    """The seat that deals it by an attack or a card; 0 for none."""
    attack: bool = False
    waits: bool = False
    """Whether it is dropped if the monster yields, since the monster has Jets (KT-5.15)."""
    defended: bool = False
    """Whether the monster was asked for its defence."""
    rolled: int = 0
    """How many copies of Camouflage have been rolled for."""
    clause = clause.CLAUSE_6_2
    closed_by = (ev.DamageIgnored, ev.LifeLost)

    def resolve(self, play: Play[TokyoTable]) -> None:
        monster = play.table.at(self.seat)
        cover = monster.copies(Power.CAMOUFLAGE)[self.rolled :]
        if not monster.life:
            play.emit(ev.DamageIgnored(seat=self.seat))
        elif self.damage and self.rolled and cover:
            _hide(play, self, cover[0].card)  # A second copy rolls before Armor Plating sees what is left.
        elif card := shield(monster, self.damage):
            play.emit(ev.DamageIgnored(seat=self.seat, card=card))
        elif not self.defended and can_defend(monster):
            play.emit(ev.DefenceOffered(seat=self.seat))
        elif cover:
            _hide(play, self, cover[0].card)
        else:
            _hurt(play, self)


def _hide(play: Play[TokyoTable], packet: FaceDamage, card: str) -> None:
    play.emit(ev.CamouflageCalled(seat=packet.seat, card=card, dice=packet.damage))


def _hurt(play: Play[TokyoTable], packet: FaceDamage) -> None:
    """Take life; a packet that takes none gives no counters (KT-6.4, KT-6.6)."""
    lose_life(play, packet.seat, packet.damage, packet.by)
    if packet.attack and play.table.at(packet.seat).life:
        give_counters(play, packet.seat, packet.by)


class Defend(Decision[TokyoTable, cmd.TakeDamage], frozen=True):
    """A threatened monster may use Rapid Healing or Wings, as at any time, before it takes the damage (KT-6.3)."""

    seat: int
    clause = clause.CLAUSE_6_3
    takes = (cmd.TakeDamage,)
    closed_by = (ev.DefenceEnded,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.TakeDamage]:
        yield cmd.TakeDamage()

    def refuse(self, table: TokyoTable, seat: int, move: cmd.TakeDamage) -> None:
        return None

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.TakeDamage) -> None:
        play.emit(ev.DefenceEnded(seat=seat))


class RollCamouflage(Chance[TokyoTable, cmd.ThrowDice], frozen=True):
    """Chance shows a die for each point of damage; each Heart cancels one (KT-13.7)."""

    seat: int
    card: str
    dice: int
    clause = clause.CLAUSE_13_7
    takes = (cmd.ThrowDice,)
    closed_by = (ev.CamouflageLanded,)
    form = throw(Known("the step's `dice`", lambda step, table: step.dice))

    def showing(self, table: TokyoTable, drawn: tuple[str, ...]) -> cmd.ThrowDice:
        return shown(drawn)

    def probability(self, table: TokyoTable, outcome: cmd.ThrowDice) -> Fraction:
        return probability_of(outcome, self.dice)

    def worth(self, table: TokyoTable, outcome: cmd.ThrowDice) -> dict[int, int]:
        """Return the Hearts, each of which cancels a damage (KT-13.7)."""
        return {self.seat: outcome.faces.count(cmd.FACE_HEART)}

    def answer(self, play: Play[TokyoTable], outcome: cmd.ThrowDice) -> None:
        cancelled = outcome.faces.count(cmd.FACE_HEART)
        play.emit(ev.CamouflageLanded(seat=self.seat, card=self.card, faces=outcome.faces, cancelled=cancelled))


class Fall(Duty[TokyoTable], frozen=True):
    """A monster without life returns as its child or leaves the game, and the bay may close (KT-6.10, KT-6.12)."""

    seat: int
    clause = clause.CLAUSE_6_10
    closed_by = (ev.MonsterReturned, ev.MonsterEliminated)

    def resolve(self, play: Play[TokyoTable]) -> None:
        cards = [held.card for held in play.table.at(self.seat).cards]
        feed(play)
        leave(play, self.seat)
        if play.table.bay_open and remaining(play.table) < BAY_MONSTERS:
            _close_bay(play)
        take_back(play, end_copies(play, cards))  # This may bring Mimic's owner to its own fall.
        if not any(isinstance(step, Fall | SettleDamage) for step in play.table.agenda):
            count_survivors(play)


def leave(play: Play[TokyoTable], seat: int) -> None:
    """Have a monster return as its child, which continues its turn, or leave the game (KT-3.3, KT-6.10, KT-13.22).

    A child has its parent's energy and counters (KT-6.14). The rest of the turn of an active monster that leaves is
    skipped (KT-3.2).
    """
    if children := play.table.at(seat).copies(Power.CHILD):
        play.emit(ev.MonsterReturned(seat=seat, life=children[0].acts.powers[Power.CHILD]))
        return
    play.emit(ev.MonsterEliminated(seat=seat))
    if seat == play.table.turn.seat:
        play.emit(ev.TurnCutShort(seat=seat))


def _close_bay(play: Play[TokyoTable]) -> None:
    """Close the bay: its monster goes outside or, if that is agreed, to an empty city, and does not yield (KT-6.15)."""
    table = play.table
    if table.closing_bay == CITY and table.in_place(BAY) and not table.in_place(CITY):
        play.emit(ev.BayLeftForCity(seat=table.in_place(BAY)))
    play.emit(ev.BayClosed(seat=play.table.in_place(BAY)))


def remaining(table: TokyoTable) -> int:
    """Return the number of monsters left; one that is about to fall may return as its child (KT-6.12, KT-13.22)."""
    return len(table.living) + sum(isinstance(step, Fall) for step in table.agenda)


class SettleDamage(Duty[TokyoTable], frozen=True):
    """When all damage of one moment has been handled, the survivors are counted (KT-6.13)."""

    clause = clause.CLAUSE_6_13
    closed_by = (ev.DamageSettled, ev.LastMonsterStood, ev.EverybodyDied)

    def resolve(self, play: Play[TokyoTable]) -> None:
        count_survivors(play)


def count_survivors(play: Play[TokyoTable]) -> None:
    """End the game if one monster is left, or none; a death outside a batch forms its own batch (KT-6.13)."""
    match play.table.living:
        case ():
            play.emit(ev.EverybodyDied())
        case (survivor,):
            play.emit(ev.LastMonsterStood(seat=survivor))
        case _:
            play.emit(ev.DamageSettled())
