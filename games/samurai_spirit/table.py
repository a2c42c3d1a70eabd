"""The table of Samurai Spirit: boards, village and piles at one moment, and what can be read from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self

import msgspec

from games import decider
from games.edition import Edition
from games.pile import Pile, Place, Unseen
from games.samurai_spirit.data import (
    CHIEFS,
    DIFFICULTIES,
    LIEUTENANTS,
    PLUNDERERS,
    RAIDERS,
    SAMURAI,
    Difficulty,
    Raider,
    Tokens,
)

Level = Literal["easy", "normal", "hard", "heroic"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree before the game (SS-2.2, SS-11)."""

    difficulty: Level = "normal"
    samurai: tuple[str, ...] = ()
    """The samurai of each seat, in the order of the seats; none: they are dealt at random."""
    solo: bool = False
    """One player leads two or three samurai."""
    absent_tokens: bool = False
    """Absent tokens are in play with three to six samurai too."""
    two_player_doll_check: bool = False
    """A deal with fewer than two dolls is dealt again; for two samurai only."""


class Samurai(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A samurai's board and the raiders before him. The line is in the order in which it was laid."""

    id: str = ""
    line: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    animal: bool = False
    wounded: bool = False
    passed: bool = False
    token_with: int
    """The seat that holds his support token."""

    @property
    def total(self) -> int:
        """The sum of the values in his line (SS-1.5)."""
        return sum(RAIDERS[raider].value for raider in self.line)

    @property
    def kiai(self) -> int:
        """The kiai number of the side that is up."""
        board = SAMURAI[self.id]
        return board.kiai_animal if self.animal else board.kiai_human

    @property
    def last_raider(self) -> Raider | None:
        """The newest raider of his line, whose penalties he will meet."""
        return RAIDERS[self.line[-1]] if self.line else None

    def rested(self) -> Samurai:
        """Return the samurai as he enters the next round (SS-9.10)."""
        return msgspec.structs.replace(self, line=(), left=(), passed=False)

    def defends(self, symbol: str) -> bool:
        """Whether a raider with this symbol lies on his left side."""
        return any(RAIDERS[raider].defence == symbol for raider in self.left)


ALL_UNSEEN = Unseen((PLUNDERERS, LIEUTENANTS, CHIEFS))
"""Before the first raider is turned: each class is a pool of its own, of which some come into play."""


class SamuraiTable(decider.Table, frozen=True, kw_only=True):
    """The complete state of a game."""

    edition: Edition[Tokens]
    difficulty: Level
    round: int = 1
    active: int = 0
    """The seat whose turn it is, or was last; 0 before the first samurai is drawn."""
    helpers: tuple[str, ...] = ()
    """The samurai whose support tokens help the active one in this turn (SS-6.2)."""
    bound: tuple[str, ...] = ()
    """The penalties that bind the active samurai in this turn (SS-5.6)."""
    samurai: tuple[Samurai, ...]
    absent: tuple[str, ...] = ()
    """The absent samurai whose support tokens lie at the village."""
    barricades: int
    farms: tuple[str, ...]
    """What the backs of the farms left show; which farm shows what is hidden until one is destroyed."""
    families: tuple[str, ...]
    unseen: Unseen = ALL_UNSEEN
    raiders: Pile
    intruders: Pile = ()
    discard: tuple[str, ...] = ()
    deals_set_aside: int | None = None
    """How many deals were set aside for showing too few dolls; None if dolls are not checked (SS-11.3)."""
    ending: Literal["", "death", "village_lost", "village_saved"] = ""

    @property
    def level(self) -> Difficulty:
        """The level of difficulty."""
        return DIFFICULTIES[self.difficulty]

    @property
    def barricade_limit(self) -> int:
        """The number of barricades at the start, which is never exceeded (SS-2.3)."""
        return self.players + self.level.barricades

    @property
    def deal(self) -> int:
        """The number of plunderers in the first round (SS-2.4)."""
        return self.players * self.level.plunderers_each

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.samurai)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(1, self.players + 1)

    def at(self, seat: int) -> Samurai:
        """The samurai at a seat."""
        return self.samurai[seat - 1]

    def on_board(self, seat: int, **changes: Any) -> Self:
        """The table after changes to one samurai's board."""
        changed = msgspec.structs.replace(self.samurai[seat - 1], **changes)
        return self.but(samurai=(*self.samurai[: seat - 1], changed, *self.samurai[seat:]))

    def left_of(self, seat: int) -> int:
        """The left neighbour: the next seat clockwise (SS-1.1)."""
        return seat % self.players + 1

    def right_of(self, seat: int) -> int:
        """The right neighbour: the seat before (SS-1.1)."""
        return (seat - 2) % self.players + 1

    def neighbours(self, seat: int) -> tuple[int, ...]:
        """Return the left and the right neighbour; of two samurai the other one is both (SS-1.1)."""
        left, right = self.left_of(seat), self.right_of(seat)
        return (left,) if left == right else (left, right)

    def clockwise_from(self, seat: int) -> Iterator[int]:
        """All seats once, clockwise, this one first."""
        return ((seat - 1 + step) % self.players + 1 for step in range(self.players))

    def fighting(self) -> tuple[int, ...]:
        """The seats that have not passed (SS-3.5)."""
        return tuple(seat for seat in self.seats if not self.samurai[seat - 1].passed)

    def wounded(self) -> tuple[int, ...]:
        """Return the seats with a wound token."""
        return tuple(seat for seat in self.seats if self.samurai[seat - 1].wounded)

    def borrowed_by(self, seat: int) -> tuple[int, ...]:
        """The other seats whose support tokens a seat holds."""
        return tuple(owner for owner in self.seats if owner != seat and self.samurai[owner - 1].token_with == seat)

    def is_bound(self, seat: int, penalty: str) -> bool:
        """Whether a penalty of this turn binds the samurai."""
        return seat == self.active and penalty in self.bound

    def has_talent(self, seat: int, samurai: str) -> bool:
        """Whether a seat may now use a samurai's talent: its own, or one that a token lends it (SS-6.1, SS-6.2)."""
        if self.is_bound(seat, "no_talent"):
            return False
        return self.samurai[seat - 1].id == samurai or (seat == self.active and samurai in self.helpers)

    def discards(self, raider: str) -> Self:
        """Return the table with one more raider on the discard pile."""
        return self.but(discard=(*self.discard, raider))

    def without_top_raider(self, raider: str) -> Self:
        """Return the table after the top raider was turned and taken."""
        place, rest = self.raiders[0], self.raiders[1:]
        return self.but(raiders=rest, unseen=self.unseen.without(place, raider))

    def turned_up(self, pile: Pile, number: int, raider: str) -> tuple[Unseen, Pile]:
        """Return what is unseen and the pile after the raider at a place was turned up there."""
        return self.unseen.without(pile[number - 1], raider), (*pile[: number - 1], raider, *pile[number:])

    def all_raiders(self) -> Iterator[Place]:
        """Yield every raider in piles, lines and on left sides (SS-9.9)."""
        yield from self.raiders + self.intruders + self.discard
        for samurai in self.samurai:
            yield from samurai.line + samurai.left

    def entering(self, number: int) -> Pile:
        """Return the raiders, all of them unseen, that join for a round: lieutenants, then chiefs (SS-9.9)."""
        extra = {2: self.level.lieutenants, 3: self.level.chiefs}[number]
        return (number - 1,) * (self.players + extra)
