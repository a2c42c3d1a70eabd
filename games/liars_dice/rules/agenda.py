"""What can be on the agenda of Liar's Dice: a bid that somebody challenges."""

from __future__ import annotations

from games.kit.rules.agenda import Fact, Grammar
from games.liars_dice.rules.steps import LiftCups
from games.liars_dice.rules.table import DiceTable

AGENDA: Grammar[DiceTable] = Grammar(
    under={
        LiftCups: (None,),
    },
    fields={
        "seat": lambda table: (table.active,),
        "spot_on": lambda table: (False, table.spot_on),
    },
    facts=(Fact((LiftCups,), "there is a bid", lambda table, step: table.bid.quantity > 0),),
    over=lambda table: table.winner,
)
