"""The table of INFLUDANCE Duel: everything that can be seen in front of the players, and what nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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


def invariants(table: DuelTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be."""
    yield from _token_faults(table)
    yield from _cowboy_faults(table)
    if table.starter not in (0, RED, BLUE) or table.active not in (0, RED, BLUE) or table.winner not in (0, RED, BLUE):
        yield "starter, active and winner are seats: 1, 2, or 0 for nobody"
    if table.active and not all(gunman.figure for gunman in table.gunmen):
        yield "a turn begins only after both figures are chosen"
    if table.active and not table.starter:
        yield "a turn begins only after the starting player is known"
    if table.winner and table.ending != "goal":
        yield "only a game that ended at the goal has a winner"


def _token_faults(table: DuelTable) -> Iterator[str]:
    seen = [token for gunman in table.gunmen for token in (*gunman.fired, *gunman.revealed)]
    if Counter(seen) + Counter(table.unfired) != Counter(table.edition.data.tokens):
        yield "the tokens fired, revealed and unfired together are not the twelve of the edition"
    if table.unfired != tuple(sorted(table.unfired)):
        yield "the unfired tokens are listed in sorted order"
    for seat, gunman in enumerate(table.gunmen, 1):
        if not 0 <= gunman.spun <= CHAMBERS or (gunman.fired and not gunman.spun):
            yield f"the magazine of seat {seat} is spun to a chamber from 1 to 6 before its first shot"
        if len(gunman.fired) > CHAMBERS or (gunman.revealed and len(gunman.revealed) != gunman.left):
            yield f"the magazine of seat {seat} has six chambers"


def _cowboy_faults(table: DuelTable) -> Iterator[str]:
    fields = set(table.grid.bullets)
    for seat, gunman in enumerate(table.gunmen, 1):
        if gunman.field and (not gunman.figure or gunman.field not in fields):
            yield f"the cowboy of seat {seat} stands on a field of the board, with a chosen figure"
            return
        if not table.grid.holds(gunman.covers):
            yield f"the cowboy of seat {seat} covers fields of the board only"
        if table.active and not gunman.field and table.ending != "goal":
            yield f"the cowboy of seat {seat} is on the board while the game runs"
    if set(table.gunmen[0].covers) & set(table.gunmen[1].covers):
        yield "no field is covered by both cowboys"
