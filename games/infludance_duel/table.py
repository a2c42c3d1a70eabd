"""The table of INFLUDANCE Duel: everything that can be seen in front of the players, and what nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from games.decider import Table
from games.edition import Edition
from games.infludance_duel.board import Covered, Grid, covered, grid
from games.infludance_duel.data import BLUE, CHAMBERS, COLOURS, RED, Components


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree before the game (IN-1.2, IN-1.3)."""

    board_side: Literal["A", "B"] = "A"
    starting_player: Literal["random", "red", "blue"] = "random"


class Gunman(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's cowboy and magazine."""

    figure: Literal["", "small", "large"] = ""
    field: str = ""
    """The (western) field of the cowboy; empty before it is placed and behind the winning line."""
    spun: int = 0
    """The chamber, 1 to 6, that the spin put in the north; 0 before the first shot."""
    fired: tuple[str, ...] = ()
    """The tokens fired, in order."""
    revealed: tuple[str, ...] = ()
    """The tokens never fired, in firing order, once they are shown."""

    @property
    def left(self) -> int:
        """The number of tokens in the magazine."""
        return CHAMBERS - len(self.fired)

    @property
    def next_chamber(self) -> int:
        """The chamber that the next shot fires (IN-6.5)."""
        return (self.spun - 1 + len(self.fired)) % CHAMBERS + 1

    @property
    def covers(self) -> Covered:
        """The fields that the cowboy covers."""
        return covered(self.figure, self.field) if self.field else ()


class DuelTable(Table, frozen=True):
    """The complete state of a duel."""

    edition: Edition[Components]
    side: Literal["A", "B"]
    unfired: tuple[str, ...]
    """The tokens that nobody has seen, sorted: each chamber still loaded holds any of them, equally likely."""
    gunmen: tuple[Gunman, Gunman] = (Gunman(), Gunman())
    starter: int = 0
    active: int = 0
    """The player whose turn it is; 0 before the first turn."""
    phase: Literal["start", "end"] = "start"
    shot_used: bool = False
    extra_turn: bool = False
    situations: tuple[str, ...] = ()
    """What began a turn since the last token was fired: no earlier situation can come again (IN-7.5)."""
    ending: Literal["", "goal", "repetition"] = ""
    winner: int = 0

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.gunmen)

    @property
    def grid(self) -> Grid:
        """The board that is played on."""
        return grid(self.edition.data.boards[self.side])

    @property
    def order(self) -> tuple[int, int]:
        """The seats, the starting player first."""
        return (self.starter, other(self.starter))

    def gunman(self, seat: int) -> Gunman:
        """Return the gunman of a seat."""
        return self.gunmen[seat - 1]

    def with_gunman(self, seat: int, **changes: object) -> DuelTable:
        """Return the table with these fields of a seat's gunman changed."""
        changed = msgspec.structs.replace(self.gunmen[seat - 1], **changes)
        return self.but(gunmen=(changed, self.gunmen[1]) if seat == RED else (self.gunmen[0], changed))

    @property
    def situation(self) -> str:
        """The fields and the active player; the tokens left do not change while situations are kept."""
        return f"{self.gunmen[0].field}-{self.gunmen[1].field}-{COLOURS[self.active]}"


def other(seat: int) -> int:
    """Return the opponent of a seat."""
    return RED + BLUE - seat


def setup(seats: int, options: Options, edition: Edition[Components]) -> DuelTable:
    """Return the table before the first decision (IN-1, IN-2)."""
    starter = {"random": 0, "red": RED, "blue": BLUE}[options.starting_player]
    unfired = tuple(sorted(Counter(edition.data.tokens).elements()))
    return DuelTable(edition=edition, side=options.board_side, unfired=unfired, starter=starter)
