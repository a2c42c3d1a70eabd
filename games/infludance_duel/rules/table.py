"""The table of INFLUDANCE Duel: what is in front of the players, and the tokens that nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from games.infludance_duel.rules.board import Covered, Grid, covered, grid
from games.infludance_duel.rules.data import BLUE, CHAMBERS, COLOURS, RED, Components
from games.kit.rules.decider import Table
from games.kit.rules.edition import Edition


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game (IN-1.2, IN-1.3)."""

    board_side: Literal["A", "B"] = "A"
    starting_player: Literal["random", "red", "blue"] = "random"


class Gunman(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's cowboy and magazine."""

    figure: Literal["", "small", "large"] = ""
    field: str = ""
    """The field of the cowboy, the western one of a large figure (IN-2.6); empty while it is not on the board."""
    home: bool = False
    """Whether the cowboy has left the board over its winning line (IN-5.8)."""
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


class DuelTable(Table, frozen=True, kw_only=True):
    """The complete state of a duel."""

    rows = "gunmen"

    edition: Edition[Components]
    side: Literal["A", "B"]
    unfired: tuple[str, ...]
    """The tokens that nobody has seen, sorted: each loaded chamber holds any of them, equally likely."""
    gunmen: tuple[Gunman, ...] = (Gunman(), Gunman())
    starter: int = 0
    active: int = 0
    """The player whose turn it is; 0 before the first turn."""
    phase: Literal["start", "end"] = "start"
    shot_used: bool = False
    extra_turn: bool = False
    situations: tuple[str, ...] = ()
    """The situations that began a turn since the last token was fired: no earlier one can come again (IN-7.5).

    At the beginning of a turn a set-up may leave them out; then the position counts as the first of them.
    """
    ending: Literal["", "goal", "repetition"] = ""
    winner: int = 0

    @property
    def grid(self) -> Grid:
        """The side of the board that is played on."""
        return grid(self.edition.data.boards[self.side])

    @property
    def order(self) -> tuple[int, int]:
        """The seats, the starting player first."""
        return (self.starter, other(self.starter))

    @property
    def situation(self) -> str:
        """The fields and the active player (IN-7.5); the tokens left do not change while situations are kept."""
        red, blue = self.gunmen
        return f"{red.field}-{blue.field}-{COLOURS[self.active]}"

    @property
    def noted(self) -> tuple[str, ...]:
        """The situations so far, with that of a set-up that names none at the beginning of its turn."""
        return self.situations or ((self.situation,) if self.begins else ())

    @property
    def begins(self) -> bool:
        """Whether a turn has begun in which nothing has been done."""
        return self.active > 0 and self.phase == "start" and not self.shot_used

    def at(self, seat: int) -> Gunman:
        """Return the gunman of a seat."""
        return self.gunmen[seat - 1]


def other(seat: int) -> int:
    """Return the opponent of a seat."""
    return RED + BLUE - seat


def setup(seats: int, options: Options, edition: Edition[Components]) -> DuelTable:
    """Return the table before the first decision (IN-1, IN-2)."""
    starter = {"random": 0, "red": RED, "blue": BLUE}[options.starting_player]
    unfired = tuple(sorted(Counter(edition.data.tokens).elements()))
    return DuelTable(edition=edition, side=options.board_side, unfired=unfired, starter=starter)
