"""The dice are resolved: numbers, Energy, Attack, and what they leave to do afterwards (KT-5.1)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import PLACE
from games.king_of_tokyo.rules.gains import gain_energy
from games.king_of_tokyo.rules.powers.attack import attack
from games.king_of_tokyo.rules.powers.scoring import score_numbers
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Duty, Play
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev


class ResolveDice(Duty[TokyoTable], frozen=True):
    """Numbers and Energy count at once; the attack is dealt before the Hearts and Tokyo (KT-5.1, KT-5.5, KT-1.8)."""

    seat: int
    clause = clause.CLAUSE_5_1
    closed_by = (ev.DiceSettled,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        self.score(play)
        attack(play, self.seat)

    def score(self, play: Play[TokyoTable]) -> None:
        """Settle the dice, and count numbers and Energy (KT-5.2, KT-5.5)."""
        play.emit(_settled(play.table, self.seat))
        score_numbers(play, self.seat)
        gain_energy(play, self.seat, play.table.turn.dice.count("energy"))


def _settled(table: TokyoTable, seat: int) -> ev.DiceSettled:
    """Return the dice with what they leave to do after the attack, for a monster outside alone (KT-5.17, KT-5.18)."""
    dice, outside = table.turn.dice, not table.active.in_tokyo
    attacks, hearts = dice.count("attack"), dice.count("heart")
    return ev.DiceSettled(
        seat=seat,
        place=PLACE.value(table.active.place),
        attack=attacks,
        hearts=hearts,
        heals=outside and hearts > 0,
        enters=outside and attacks > 0,
    )
