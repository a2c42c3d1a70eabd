"""The table of Liar's Dice: the cups, what is under them, and the last bid."""

from __future__ import annotations

import msgspec

from games.kit.rules.decider import Table
from games.kit.rules.edition import Edition
from games.liars_dice.rules.data import WILD, Components


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game (LD-4.4, LD-5.1)."""

    ones_wild: bool = True
    spot_on: bool = False


class Cup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's cup and dice."""

    dice: int
    """The number of dice that the player still has."""
    hand: tuple[int, ...] = ()
    """What is under the cup, in the order in which the dice fell; empty while the cup has not been shaken."""
    lifted: tuple[int, ...] = ()
    """What was under the cup when all cups were last lifted."""


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bid; before the first one of a round all three are 0."""

    seat: int = 0
    quantity: int = 0
    face: int = 0


class DiceTable(Table, frozen=True, kw_only=True):
    """The complete state of a game."""

    rows = "cups"

    edition: Edition[Components]
    ones_wild: bool
    spot_on: bool
    cups: tuple[Cup, ...]
    bid: Bid = Bid()
    active: int = 1
    """The player whose turn it is; seat 1 bids first in the first round (LD-2.3)."""
    round: int = 1
    winner: int = 0

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have dice."""
        return tuple(seat for seat, cup in enumerate(self.cups, 1) if cup.dice)

    @property
    def dice(self) -> int:
        """The number of dice that the players have altogether."""
        return sum(cup.dice for cup in self.cups)

    def at(self, seat: int) -> Cup:
        """Return a seat's cup."""
        return self.cups[seat - 1]

    def after(self, seat: int) -> int:
        """Return the next seat that still has dice (LD-2.4)."""
        return min(self.left, key=lambda other: (other - seat - 1) % self.players)

    def count(self) -> int:
        """Return the number of dice under all cups that count for the bid (LD-4.3, LD-4.4)."""
        faces = {self.bid.face, WILD} if self.ones_wild else {self.bid.face}
        return sum(die in faces for cup in self.cups for die in cup.hand)


def setup(seats: int, options: Options, edition: Edition[Components]) -> DiceTable:
    """Return the table before the cups are shaken (LD-1.1)."""
    cups = (Cup(edition.data.dice),) * seats
    return DiceTable(edition=edition, ones_wild=options.ones_wild, spot_on=options.spot_on, cups=cups)
