"""Cards of the end of the turn: Rooting for the Underdog, Energy Hoarder, Herbivore, Solar Powered (KT-8.2)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.gains import gain_energy, gain_points, reward
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Play


def count_cards(play: Play[TokyoTable], seat: int) -> None:
    """Apply the four cards in their order (KT-8.2)."""
    if not play.table.at(seat).cards:
        return
    if is_last(play.table, seat):
        reward(play, seat, Power.UNDERDOG)
    for held in play.table.at(seat).copies(Power.HOARDING):
        gain_points(play, seat, play.table.at(seat).energy // held.acts.powers[Power.HOARDING], held.card)
    if seat not in play.table.turn.harmers:
        reward(play, seat, Power.HERBIVORE)
    _shine(play, seat)


def is_last(table: TokyoTable, seat: int) -> bool:
    """Return whether a seat alone has the fewest points (KT-13.38)."""
    points = table.at(seat).points
    return all(table.at(other).points > points for other in table.clockwise(seat))


def _shine(play: Play[TokyoTable], seat: int) -> None:
    """Give the energy of Solar Powered, for all copies at once (KT-13.41)."""
    monster = play.table.at(seat)
    if not monster.energy and (panels := monster.copies(Power.SOLAR)):
        gain_energy(play, seat, monster.power(Power.SOLAR), panels[0].card)
