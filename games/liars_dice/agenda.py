"""What can be on the agenda of Liar's Dice: a bid that somebody challenges."""

from __future__ import annotations

from games.kit.agenda import Fact, Grammar
from games.liars_dice.steps import LiftCups
from games.liars_dice.table import DiceTable

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
