"""Damage that reaches a monster: what keeps it off, what it costs, and who survives (KT-6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.chance import Draws
from games.decider import Chance, Decision, Duty, Play
from games.king_of_tokyo.data import BAY_MONSTERS, Power
from games.king_of_tokyo.losses import lose_life, return_token
from games.king_of_tokyo.powers.attack import give_counters
from games.king_of_tokyo.powers.defence import can_defend, shield
from games.king_of_tokyo.powers.hearts import feed
from games.king_of_tokyo.steps.throw_dice import draw_faces, probability_of
from games.king_of_tokyo.table import TokyoTable
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev


class FaceDamage(Duty[TokyoTable], frozen=True):
    """A packet of damage reaches a monster, which keeps it off or loses life (KT-6.2)."""

    seat: int
    damage: int
    by: int = 0
    """The seat whose attack or card it is, or 0 for nobody's."""
    attack: bool = False
    waits: bool = False
    """Whether it is dropped if the monster yields, for it has Jets (KT-5.15)."""
    defended: bool = False
    """Whether the monster was asked for its defence."""
    rolled: int = 0
    """The copies of Camouflage that were rolled for."""
    clause = clause.CLAUSE_6_02
    closed_by = (ev.DamageIgnored, ev.LifeLost)

    def resolve(self, play: Play[TokyoTable]) -> None:
        monster = play.table.monster(self.seat)
        cover = monster.copies(Power.CAMOUFLAGE)[self.rolled :]
        if not monster.life:
            play.emit(ev.DamageIgnored(seat=self.seat))
        elif self.damage and self.rolled and cover:
            self._hide(play, cover[0].card)  # A second copy rolls before Armor Plating looks at what is left.
        elif card := shield(monster, self.damage):
            play.emit(ev.DamageIgnored(seat=self.seat, card=card))
        elif not self.defended and can_defend(monster):
            play.emit(ev.DefenceOffered(seat=self.seat))
        elif cover:
            self._hide(play, cover[0].card)
        else:
            self._hurt(play)

    def _hide(self, play: Play[TokyoTable], card: str) -> None:
        play.emit(ev.CamouflageCalled(seat=self.seat, card=card, dice=self.damage))

    def _hurt(self, play: Play[TokyoTable]) -> None:
        lose_life(play, self.seat, self.damage, self.by)
        if self.attack and play.table.monster(self.seat).life:
            give_counters(play, self.seat, self.by)


class Defend(Decision[TokyoTable, cmd.TakeDamage], frozen=True):
    """A threatened monster may use Rapid Healing or Wings, which stand open at any time, before it goes on (KT-6.3)."""

    seat: int
    clause = clause.CLAUSE_6_03
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
    clause = clause.CLAUSE_13_07
    takes = (cmd.ThrowDice,)
    closed_by = (ev.CamouflageLanded,)

    def draw(self, table: TokyoTable, draws: Draws) -> cmd.ThrowDice:
        return draw_faces(draws, self.dice)

    def probability(self, table: TokyoTable, outcome: cmd.ThrowDice) -> Fraction:
        return probability_of(outcome, self.dice)

    def answer(self, play: Play[TokyoTable], outcome: cmd.ThrowDice) -> None:
        play.emit(ev.CamouflageLanded(seat=self.seat, card=self.card, faces=outcome.faces))


class Fall(Duty[TokyoTable], frozen=True):
    """A monster without life falls: it returns as its child, or leaves the game (KT-6.10)."""

    seat: int
    clause = clause.CLAUSE_6_10
    closed_by = (ev.MonsterReturned, ev.MonsterEliminated)

    def resolve(self, play: Play[TokyoTable]) -> None:
        monster = play.table.monster(self.seat)
        feed(play, self.seat)
        if children := monster.copies(Power.CHILD):
            life = children[0].acts.powers[Power.CHILD]
            play.emit(ev.MonsterReturned(seat=self.seat, life=life))
        else:
            play.emit(ev.MonsterEliminated(seat=self.seat))
        if play.table.bay_open and len(play.table.living) < BAY_MONSTERS:
            play.emit(ev.BayClosed())
        return_token(play, [held.card for held in monster.cards])  # Which may bring Mimic's owner to its own fall.


class SettleDamage(Duty[TokyoTable], frozen=True):
    """When all damage of one moment is handled, the survivors are counted (KT-6.13)."""

    clause = clause.CLAUSE_6_13
    closed_by = (ev.DamageSettled, ev.LastMonsterStood, ev.EverybodyDied)

    def resolve(self, play: Play[TokyoTable]) -> None:
        match play.table.living:
            case ():
                play.emit(ev.EverybodyDied())
            case (survivor,):
                play.emit(ev.LastMonsterStood(seat=survivor))
            case _:
                play.emit(ev.DamageSettled())
