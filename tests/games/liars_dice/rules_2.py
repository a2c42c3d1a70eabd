"""A second version of the rules of Liar's Dice, as a title has it in its folder: only for tests, nobody plays so.

A bid has more dice than the last one, whatever its face (LD-3.3), and five or six players have four dice each (LD-1.1).
"""

from __future__ import annotations

from dataclasses import replace

from games.kit.rules.change import Change
from games.kit.rules.decider import Refusal, refusal
from games.kit.rules.edition import Edition
from games.kit.rules.revision import revised
from games.kit.words.contract import Words
from games.liars_dice import LIARS_DICE as FIRST
from games.liars_dice.rules import RULES as RULES_1
from games.liars_dice.rules import steps, table
from games.liars_dice.rules.data import Components
from games.liars_dice.rules.steps.raise_or_doubt import Move
from games.liars_dice.rules.table import Cup, DiceTable, Options
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import commands as cmd

MANY = 5
"""The fewest players who have fewer dice (LD-1.1)."""
FEW_DICE = 4


class RaiseOrDoubt(steps.RaiseOrDoubt, frozen=True):
    """The active player raises the number of dice or challenges the bid (LD-2.5)."""

    def refuse(self, table: DiceTable, seat: int, move: Move) -> Refusal | None:
        refused = super().refuse(table, seat, move)
        if refused is None and isinstance(move, cmd.MakeBid) and move.quantity <= table.bid.quantity:
            return refusal(clause.CLAUSE_3_3, quantity=move.quantity, last_bid=table.bid.quantity)
        return refused


def setup(seats: int, options: Options, edition: Edition[Components]) -> DiceTable:
    """Return the table before the cups are shaken (LD-1.1)."""
    before = table.setup(seats, options, edition)
    return before.but(cups=(Cup(FEW_DICE),) * seats) if seats >= MANY else before


RULES = revised(
    RULES_1,
    changes=(
        Change(
            clause="LD-3.3",
            verdict="A bid of the same number of dice and a higher face is refused; it was accepted.",
            reason="A test needs a changed verdict.",
        ),
        Change(
            clause="LD-1.1",
            verdict="Five or six players begin with four dice each; they began with five.",
            reason="A test needs a changed set-up.",
        ),
    ),
    steps=(RaiseOrDoubt,),
    setup=setup,
)


def _words() -> Words:
    english = FIRST.words.english.reworded({"LD-3.3": "A bid has more dice than the last one."})
    return FIRST.words.reworded({"en": english})


LIARS_DICE = replace(FIRST, rules=RULES, load_words=_words)
