"""Cards of life and death: Healing Ray, Regeneration, Eater of the Dead (KT-5.17, KT-6.10)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.gains import heal, pay, reward
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


def patients(table: TokyoTable, seat: int) -> tuple[int, ...]:
    """Return the seats that the Healing Ray of a seat may heal (KT-13.19)."""
    if not table.at(seat).copies(Power.RAY):
        return ()
    return tuple(other for other in table.clockwise(seat) if wounds(table, other))


def wounds(table: TokyoTable, seat: int) -> int:
    """Return the life that a monster lacks."""
    monster = table.at(seat)
    return max(0, monster.most_life - monster.life)


def refuse_patient(table: TokyoTable, seat: int, patient: cmd.Patient) -> Refusal | None:
    """Return why Hearts cannot heal another monster (KT-13.19)."""
    if patient.seat not in patients(table, seat):
        return refusal(clause.CLAUSE_13_19, patient=patient.seat)
    if not 1 <= patient.hearts <= wounds(table, patient.seat):
        return refusal(clause.CLAUSE_13_19, patient=patient.seat, hearts=patient.hearts)
    return None


def use_hearts(play: Play[TokyoTable], seat: int, hearts: int, move: cmd.AssignHearts) -> None:
    """Use the Hearts of a turn: those that go to nothing else heal the monster itself (KT-5.17, KT-13.37)."""
    own = hearts - move.poison - move.shrink - sum(patient.hearts for patient in move.patients)
    play.emit(ev.HeartsUsed(seat=seat, hearts=hearts))
    if move.poison:
        play.emit(ev.PoisonRemoved(seat=seat, counters=move.poison))
    if move.shrink:
        play.emit(ev.ShrinkRemoved(seat=seat, counters=move.shrink))
    if own:
        heal(play, seat, own)
    # The Hearts are one healing, to which Regeneration adds once; for the monster itself `heal` does so.
    more = 0 if own else play.table.at(seat).power(Power.REGENERATION)
    for patient in move.patients:
        _heal_other(play, seat, patient.seat, patient.hearts + more)
        more = 0


def _heal_other(play: Play[TokyoTable], seat: int, patient: int, life: int) -> None:
    """Heal another monster, which pays for each life as much as it has, up to the price (KT-13.19)."""
    ray = play.table.at(seat).copies(Power.RAY)[0]
    healed = min(life, wounds(play.table, patient))
    play.emit(ev.LifeHealed(seat=patient, life=healed, card=ray.card))
    pay(play, patient, min(healed * ray.acts.powers[Power.RAY], play.table.at(patient).energy), to_seat=seat)


def feed(play: Play[TokyoTable]) -> None:
    """Give the living monsters the points of Eater of the Dead, from the active one on (KT-6.10, KT-11.7, KT-13.10)."""
    active = play.table.turn.seat
    for seat in (active, *play.table.clockwise(active)):
        if play.table.at(seat).life:
            reward(play, seat, Power.CARRION)
