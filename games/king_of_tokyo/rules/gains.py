"""What a monster gains and pays: victory points, energy and life, within their limits (KT-1.3)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import MOST_POINTS, Power
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Play
from gunbai.king_of_tokyo.v1 import events as ev


def gain_points(play: Play[TokyoTable], seat: int, points: int, card: str = "") -> None:
    """Give a seat victory points, up to 20 (KT-1.3); whoever reaches them first may become king (KT-8.6)."""
    missing = MOST_POINTS - play.table.at(seat).points
    gained = min(points, missing)
    if gained <= 0:
        return
    play.emit(ev.PointsGained(seat=seat, points=gained, card=card))
    if gained == missing:
        play.emit(ev.SummitReached(seat=seat))


def reward(play: Play[TokyoTable], seat: int, power: Power) -> None:
    """Give a seat the points for each of its cards with a power (KT-11.3)."""
    for held in play.table.at(seat).copies(power):
        gain_points(play, seat, held.acts.powers[power], held.card)


def gain_energy(play: Play[TokyoTable], seat: int, energy: int, card: str = "") -> None:
    """Give a seat energy from the bank, and more by Friend of Children (KT-11.5, KT-13.16)."""
    if energy <= 0:
        return
    play.emit(ev.EnergyGained(seat=seat, energy=energy, card=card))
    for held in play.table.at(seat).copies(Power.CHARM):
        play.emit(ev.EnergyGained(seat=seat, energy=held.acts.powers[Power.CHARM], card=held.card))


def pay(play: Play[TokyoTable], seat: int, energy: int, to_seat: int = 0) -> None:
    """Have a seat pay energy to the bank or to another seat (KT-1.7)."""
    if energy:
        play.emit(ev.EnergyPaid(seat=seat, energy=energy, to_seat=to_seat))


def heal(play: Play[TokyoTable], seat: int, life: int, card: str = "") -> None:
    """Heal a seat, in Tokyo too, and more by its Regeneration, up to its maximum (KT-6.9, KT-11.6, KT-13.37)."""
    monster = play.table.at(seat)
    healed = min(life + monster.power(Power.REGENERATION), monster.most_life - monster.life)
    if healed > 0:
        play.emit(ev.LifeHealed(seat=seat, life=healed, card=card))
