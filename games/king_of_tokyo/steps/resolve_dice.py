"""The dice are resolved: numbers, Energy, Attack, and what they leave to do afterwards (KT-5.1 to KT-5.12)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.king_of_tokyo.data import PLACE
from games.king_of_tokyo.gains import gain_energy
from games.king_of_tokyo.powers.attack import attack
from games.king_of_tokyo.powers.scoring import score_numbers
from games.king_of_tokyo.table import TokyoTable
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events_pb2 as ev


class ResolveDice(Duty[TokyoTable], frozen=True):
    """Numbers and Energy count at once; then the attack is dealt, before Hearts and Tokyo (KT-5.1)."""

    seat: int
    clause = clause.CLAUSE_5_01
    closed_by = (ev.DiceSettled,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        dice, place = play.table.turn.dice, PLACE.value(play.table.active.place)
        settled = ev.DiceSettled(seat=self.seat, place=place, attack=dice.count("attack"), hearts=dice.count("heart"))
        play.emit(settled)
        score_numbers(play, self.seat)
        gain_energy(play, self.seat, dice.count("energy"))
        attack(play, self.seat)
