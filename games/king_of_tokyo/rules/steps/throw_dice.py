"""The dice that are thrown in a turn, and how likely their faces are (KT-4.4, KT-4.5)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from games.king_of_tokyo.rules.data import FACE
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Dice, Form, Known, Printed
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

SIDES = len(FACE.words)
NUMBERS = ((1, "one"), (2, "two"), (3, "three"))
"""What three of a kind score, by face; each further one scores a point more (KT-5.2)."""


def throw(count: Known) -> Form:
    """Return the form in which this many dice are thrown."""
    return Dice(count, Printed("the faces of a die", FACE.words))


def shown(faces: Iterable[str]) -> cmd.ThrowDice:
    """Return the outcome with these faces."""
    return cmd.ThrowDice(faces=tuple(map(FACE.value, faces)))


class ThrowDice(Chance[TokyoTable, cmd.ThrowDice], frozen=True):
    """Chance shows the faces of the dice that the active monster rolls (KT-4.4)."""

    seat: int
    dice: tuple[int, ...]
    clause = clause.CLAUSE_4_4
    takes = (cmd.ThrowDice,)
    closed_by = (ev.DiceLanded,)
    form = throw(Known("as many as the step's `dice` lists", lambda step, table: len(step.dice)))

    def showing(self, table: TokyoTable, drawn: tuple[str, ...]) -> cmd.ThrowDice:
        return shown(drawn)

    def probability(self, table: TokyoTable, outcome: cmd.ThrowDice) -> Fraction:
        return probability_of(outcome, len(self.dice))

    def worth(self, table: TokyoTable, outcome: cmd.ThrowDice) -> dict[int, int]:
        """Return what all dice would give if they were resolved as they lie, without cards (KT-5.2, KT-6.1).

        A point, an energy, a life healed and a life taken from another monster count one each; Hearts heal only outside
        Tokyo.
        """
        faces_kept = [face for die, face in enumerate(table.turn.dice, 1) if die not in self.dice]
        dice = [*faces_kept, *map(FACE.word, outcome.faces)]
        monster = table.at(self.seat)
        others = [other for other in table.monsters if other.life and other is not monster]
        hit = sum(other.in_tokyo != monster.in_tokyo for other in others)
        heals = 0 if monster.in_tokyo else min(dice.count("heart"), monster.most_life - monster.life)
        points = sum(number + dice.count(face) - 3 for number, face in NUMBERS if dice.count(face) >= 3)
        return {self.seat: points + dice.count("energy") + heals + dice.count("attack") * hit}

    def answer(self, play: Play[TokyoTable], outcome: cmd.ThrowDice) -> None:
        play.emit(ev.DiceLanded(seat=self.seat, dice=self.dice, faces=outcome.faces))


def probability_of(outcome: cmd.ThrowDice, dice: int) -> Fraction:
    """Return the probability that this many fair dice show these faces in this order."""
    if len(outcome.faces) != dice or not all(FACE.word(face) for face in outcome.faces):
        return Fraction(0)
    return Fraction(1, SIDES**dice)
