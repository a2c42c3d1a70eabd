"""The table of Samurai Spirit: boards, village and piles at one moment, and what can be read from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

import msgspec

from games.kit.rules import decider
from games.kit.rules.agreed import under
from games.kit.rules.edition import Edition
from games.kit.rules.pile import Pile, Place, Unseen
from games.samurai_spirit.rules.data import (
    CHIEFS,
    DIFFICULTIES,
    FAMILIES,
    LIEUTENANTS,
    PLUNDERERS,
    RAIDERS,
    SAMURAI,
    Difficulty,
    Raider,
    Tokens,
)

Level = Literal["easy", "normal", "hard", "heroic"]
RoundStarter = Literal["last_turn", "last_draw"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    difficulty: Annotated[Level, under("SS-2.3", "SS-2.4", "SS-9.9", "SS-10.2", "SS-12.2")] = "normal"
    samurai: Annotated[tuple[str, ...], under("SS-2.2")] = ()
    """The samurai of each seat, starting with seat 1; a seat that is left empty is dealt one at random."""
    solo: Annotated[bool, under("SS-11.4")] = False
    """One player leads two or three samurai; each counts as a player (SS-1.2)."""
    absent_tokens: Annotated[bool, under("SS-11.5")] = False
    """The tokens of absent samurai are also in play with three to six samurai."""
    two_player_doll_check: bool = False
    """With two samurai only: deal again if fewer than two dolls were dealt."""
    round_starter: RoundStarter = "last_turn"
    """Start each later round with the left neighbour of the samurai with the last turn, or with the last draw."""


class Samurai(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board of a samurai and the raiders around it, by default as at the start of the game (SS-2.5).

    The line is in the order in which it was laid.
    """

    id: str = ""
    """The samurai, such as "kyuzo"; empty before the deal."""
    line: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    animal: bool = False
    wounded: bool = False
    passed: bool = False
    token_with: int
    """The seat that holds the support token of this samurai."""

    @property
    def total(self) -> int:
        """The sum of the values in the line (SS-1.5)."""
        return sum(RAIDERS[raider].value for raider in self.line)

    @property
    def kiai(self) -> int:
        """The kiai number of the side that is up."""
        board = SAMURAI[self.id]
        return board.kiai_animal if self.animal else board.kiai_human

    @property
    def missing(self) -> int:
        """The points missing to the kiai number; negative if the total is over it (SS-1.5)."""
        return self.kiai - self.total

    @property
    def wounds(self) -> int:
        """The number of wounds, not counting healed ones (SS-8.20)."""
        return 2 * self.animal + self.wounded

    @property
    def last_raider(self) -> Raider | None:
        """The newest raider of the line, whose penalties come at the start of the turn."""
        return RAIDERS[self.line[-1]] if self.line else None

    def rested(self) -> Samurai:
        """Return the samurai at the start of the next round; lent tokens stay lent (SS-9.10, SS-6.7)."""
        return msgspec.structs.replace(self, line=(), left=(), passed=False)

    def defends(self, symbol: str) -> bool:
        """Return whether a raider with this symbol is on the left side."""
        return any(RAIDERS[raider].defence == symbol for raider in self.left)


ALL_UNSEEN = Unseen((PLUNDERERS, LIEUTENANTS, CHIEFS))
"""Before the first raider is turned: each class is a pool of its own, some of which come into play."""


class SamuraiTable(decider.Table, frozen=True, kw_only=True):
    """The complete state of a game."""

    rows = "samurai"

    edition: Edition[Tokens]
    difficulty: Level
    round_starter: RoundStarter = "last_turn"
    """How the first samurai of a round is found (SS-9.11)."""
    round: int = 1
    active: int = 0
    """The seat whose turn it is, or was last; 0 before the first samurai is drawn."""
    last_draw: int = 0
    """The seat that drew the last raider of the stack, if that decides who starts the next round (SS-9.11); else 0."""
    helpers: tuple[str, ...] = ()
    """The samurai whose support tokens help the active one this turn (SS-6.2)."""
    bound: tuple[str, ...] = ()
    """The penalties that bind the active samurai this turn (SS-5.6)."""
    samurai: tuple[Samurai, ...]
    absent: tuple[str, ...] = ()
    """The absent samurai whose support tokens lie at the village (SS-2.7)."""
    barricades: int
    farms: tuple[str, ...]
    """What the backs of the remaining farms show; which farm shows what is hidden until one is destroyed."""
    families: tuple[str, ...]
    unseen: Unseen = ALL_UNSEEN
    raiders: Pile
    """The raider stack, the top first; empty in a set-up while the dolls of the deal are not yet counted."""
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
    def kiai_outlasts_round(self) -> bool:
        """Whether a kiai triggers even while the round's end is being carried out (SS-8.18): not in this version."""
        return False

    @property
    def barricade_limit(self) -> int:
        """The number of barricades at the start, which is never exceeded (SS-2.3)."""
        return self.players + self.level.barricades

    @property
    def deal(self) -> int:
        """The number of plunderers in the first round (SS-2.4)."""
        return self.players * self.level.plunderers_each

    def at(self, seat: int) -> Samurai:
        """Return the samurai of a seat."""
        return self.samurai[seat - 1]

    def left_of(self, seat: int) -> int:
        """Return the left neighbour: the next seat clockwise (SS-1.1)."""
        return seat % self.players + 1

    def right_of(self, seat: int) -> int:
        """Return the right neighbour: the seat before (SS-1.1)."""
        return (seat - 2) % self.players + 1

    def neighbours(self, seat: int) -> tuple[int, ...]:
        """Return the left and the right neighbour; with two samurai the other one is both (SS-1.1)."""
        left, right = self.left_of(seat), self.right_of(seat)
        return (left,) if left == right else (left, right)

    def clockwise_from(self, seat: int) -> Iterator[int]:
        """Yield all seats once, clockwise, this one first."""
        return ((seat - 1 + step) % self.players + 1 for step in range(self.players))

    def fighting(self) -> tuple[int, ...]:
        """Return the seats that have not passed (SS-3.5)."""
        return tuple(seat for seat in self.seats if not self.samurai[seat - 1].passed)

    def wounded(self) -> tuple[int, ...]:
        """Return the seats with a wound token."""
        return tuple(seat for seat in self.seats if self.samurai[seat - 1].wounded)

    def borrowed_by(self, seat: int) -> tuple[int, ...]:
        """Return the other seats whose support tokens a seat holds."""
        return tuple(owner for owner in self.seats if owner != seat and self.samurai[owner - 1].token_with == seat)

    def is_bound(self, seat: int, penalty: str) -> bool:
        """Return whether a penalty of this turn binds the samurai (SS-5.6)."""
        return seat == self.active and penalty in self.bound

    def has_talent(self, seat: int, samurai: str) -> bool:
        """Return whether a seat may now use a samurai's talent: its own, or a lent one (SS-6.1, SS-6.2, SS-6.3)."""
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

    def entering(self, number: int) -> int:
        """Return how many raiders join for a round: lieutenants for the second, chiefs for the third (SS-9.9)."""
        return self.players + {2: self.level.lieutenants, 3: self.level.chiefs}[number]


def setup(seats: int, options: Options, edition: Edition[Tokens]) -> SamuraiTable:
    """Return the table before chance has decided anything (SS-2). Raises ValueError if the options do not fit."""
    _check(seats, options)
    chosen = options.samurai or ("",) * seats
    table = SamuraiTable(
        edition=edition,
        difficulty=options.difficulty,
        round_starter=options.round_starter,
        samurai=tuple(Samurai(id=name, token_with=seat) for seat, name in enumerate(chosen, 1)),
        absent=tuple(name for name in SAMURAI if name not in chosen) if _has_absent_tokens(seats, options) else (),
        barricades=0,
        # In one order: which farm shows what is decided by chance when it is destroyed.
        farms=tuple(sorted(edition.data.farms)),
        families=FAMILIES,
        raiders=(),
        deals_set_aside=0 if options.two_player_doll_check else None,
    )
    deal = () if options.two_player_doll_check else (0,) * table.deal
    return table.but(barricades=table.barricade_limit, raiders=deal)


def sides(table: SamuraiTable) -> tuple[tuple[int, ...], ...]:
    """Return all samurai as one side: they win or lose together (SS-12.3)."""
    return (tuple(table.seats),)


def _has_absent_tokens(seats: int, options: Options) -> bool:
    """Return whether tokens of absent samurai are at the village: always with one or two samurai (SS-11.1, SS-11.5)."""
    return seats == 2 or options.solo or options.absent_tokens


def _check(seats: int, options: Options) -> None:
    """Raise ValueError for what cannot be agreed (SS-2.1, SS-11.3, SS-11.4)."""
    chosen = [name for name in options.samurai if name]
    if len(options.samurai) not in {0, seats} or len(set(chosen)) != len(chosen) or not SAMURAI.keys() >= set(chosen):
        names = ", ".join(name or "none" for name in options.samurai)
        raise ValueError(
            f"samurai must name none, or {seats} different ones of {', '.join(SAMURAI)}, not {names} (SS-2.1)"
        )
    if options.solo and seats > 3:
        raise ValueError(f"a single player leads two or three samurai, not {seats} (SS-11.4)")
    if options.two_player_doll_check and seats != 2:
        raise ValueError(f"dolls are checked with two samurai, not with {seats} (SS-11.3)")
