"""What is impossible on a table of Liar's Dice: the check that every set-up must pass."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.faults import first_faults
from games.liars_dice.rules.agenda import AGENDA
from games.liars_dice.rules.table import Bid, DiceTable


def invariants(table: DiceTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    return first_faults(table, _cup_faults, _turn_faults, _bid_faults, AGENDA.faults)


def _cup_faults(table: DiceTable) -> Iterator[str]:
    most, faces = table.edition.data.dice, table.edition.data.faces
    for seat, cup in enumerate(table.cups, 1):
        if not 0 <= cup.dice <= most or len(cup.lifted) > most:
            yield f"seat {seat} has at most {most} dice (LD-1.1)"
        if cup.hand and len(cup.hand) != cup.dice:
            yield f"all dice of seat {seat} are under the cup once it is shaken (LD-2.1)"
        if not all(1 <= die <= faces for die in (*cup.hand, *cup.lifted)):
            yield f"the dice of seat {seat} show 1 to {faces} (LD-1.1)"


def _turn_faults(table: DiceTable) -> Iterator[str]:
    left = table.left
    if table.winner not in (0, *table.seats) or table.active not in table.seats:
        yield "active is a seat, and so is the winner, who is 0 while the game runs"
    elif (left == (table.winner,)) != bool(table.winner):
        yield "the winner, and nobody else, has dice; while the game runs two players or more have dice (LD-7.1)"
    elif not table.winner and (len(left) < 2 or table.active not in left):
        yield "while the game runs, two players or more have dice, the active one among them (LD-7.1)"
    elif table.winner and any(cup.hand for cup in table.cups):
        yield "no dice are under a cup after the end (LD-7.2)"
    if not 1 <= table.round <= 1 + table.players * table.edition.data.dice - table.dice:
        yield "rounds are counted from 1, and each of them costs a die (LD-4.5)"


def _bid_faults(table: DiceTable) -> Iterator[str]:
    bid = table.bid
    if table.winner or bid == Bid():
        return
    if not 1 <= bid.face <= table.edition.data.faces or not 1 <= bid.quantity <= table.dice:
        yield "a bid names a face, and no more dice than there are (LD-3.2)"
    if bid.seat not in table.left or table.after(bid.seat) != table.active:
        yield "the player before the active one made the last bid (LD-2.4)"
    if any(cup.dice and not cup.hand for cup in table.cups):
        yield "all cups are shaken before the first bid (LD-2.1)"
