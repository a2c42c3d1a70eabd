"""The table of King of Tokyo: monsters, the dice of the turn, market and deck, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

import msgspec

from games.king_of_tokyo.rules.data import (
    BAY_MONSTERS,
    CARDS,
    MARKET_SLOTS,
    MOST_LIFE,
    START_LIFE,
    Card,
    Components,
    Power,
)
from games.kit.rules import decider
from games.kit.rules.agreed import under
from games.kit.rules.edition import Edition

OUTSIDE, CITY, BAY = "outside", "city", "bay"

ClosingBay = Literal["outside", "city"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    first_game: Annotated[bool, under("KT-15.1")] = False
    """Five or six players play without Tokyo Bay."""
    closing_bay: ClosingBay = "outside"
    """Where the monster in Tokyo Bay goes when the bay closes and Tokyo City is empty (KT-6.15, KT-A33)."""


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Keep card in front of a monster, with what is on it; a monster may have any number of them (KT-11.1)."""

    card: str
    paid: int = 0
    """The energy that its owner paid for it."""
    counters: int = 0
    """The smoke counters or the energy on it."""
    life: int = 0
    """The life that it gave its owner as Even Bigger (KT-13.12)."""
    spent: bool = False
    """Whether its once-a-turn power has been used."""
    copies: str = ""
    """The card that it copies, if it is Mimic and its token is on a card."""

    @property
    def acts(self) -> Card:
        """The card whose powers it has (KT-12.2)."""
        return CARDS[self.copies or self.card]


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's monster, which is alive as long as it has life."""

    name: str = ""
    life: int = START_LIFE
    points: int = 0
    energy: int = 0
    place: str = OUTSIDE
    cards: tuple[Held, ...] = ()
    poison: int = 0
    shrink: int = 0
    wings: bool = False
    """Whether Wings protect it this turn."""

    def power(self, power: Power) -> int:
        """Return how much of a power its cards have together (KT-11.3)."""
        return sum(held.acts.powers.get(power, 0) for held in self.cards) if self.cards else 0

    def copies(self, power: Power) -> tuple[Held, ...]:
        """Return its cards that have a power."""
        return tuple(held for held in self.cards if power in held.acts.powers)

    def find(self, card: str) -> Held | None:
        """Return a card in front of it, or None if it is not there."""
        return next((held for held in self.cards if held.card == card), None)

    def holds(self, card: str) -> bool:
        """Return whether a card is in front of it."""
        return any(held.card == card for held in self.cards)

    def held(self, card: str) -> Held:
        """Return a card in front of it. Raises StopIteration if it is not there."""
        return next(held for held in self.cards if held.card == card)

    def changed(self, card: str, **changes: Any) -> tuple[Held, ...]:
        """Return its cards with one of them changed."""
        return tuple(msgspec.structs.replace(held, **changes) if held.card == card else held for held in self.cards)

    def without(self, card: str) -> tuple[Held, ...]:
        """Return its cards with one of them removed."""
        return tuple(held for held in self.cards if held.card != card)

    @property
    def most_life(self) -> int:
        """The maximum up to which it can be healed (KT-1.4)."""
        return min(START_LIFE + self.power(Power.GROWTH), MOST_LIFE)

    @property
    def in_tokyo(self) -> bool:
        """Whether it is in Tokyo City or Tokyo Bay (KT-1.5)."""
        return self.place != OUTSIDE


class Burrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage that waits for the monster that enters Tokyo, and the seat that left it there (KT-13.6)."""

    seat: int
    damage: int


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn in progress, or the one that has just ended."""

    seat: int = 0
    extra: bool = False
    penalty: int = 0
    """The dice that Freeze Time takes away this turn."""
    dice: tuple[str, ...] = ()
    rerolls: int = 0
    """The rerolls that are left, not counting those of cards."""
    probed: bool = False
    """Whether Psychic Probe has had a die rolled again."""
    returned: tuple[int, ...] = ()
    """The seats whose monsters have returned as their children since the dice began to be resolved (KT-5.18)."""
    harmers: tuple[int, ...] = ()
    """The seats that have taken life from another monster."""
    burrows: tuple[Burrow, ...] = ()
    """The damage that waits in Tokyo for the monster that enters it."""

    @property
    def every_die(self) -> tuple[int, ...]:
        """The numbers of its dice, from 1."""
        return tuple(range(1, len(self.dice) + 1))


class ExtraTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that a monster has earned; one from Freeze Time has a penalty and may be declined."""

    seat: int
    penalty: int = 0


class TokyoTable(decider.Table, frozen=True, kw_only=True):
    """The complete state of a game."""

    rows = "monsters"

    edition: Edition[Components]
    monsters: tuple[Monster, ...]
    bay_open: bool = False
    closing_bay: ClosingBay = "outside"
    """Where the monster in Tokyo Bay goes when it closes and Tokyo City is empty, as the players agreed (KT-6.15)."""
    top_card: str = ""
    """The card on top of the deck, if a player has seen it; empty otherwise."""
    lookers: tuple[int, ...] = ()
    """The seats that have seen it."""
    market: tuple[str, ...] = ("",) * MARKET_SLOTS
    discard: tuple[str, ...] = ()
    played: str = ""
    """The Discard card that is taking effect."""
    contenders: tuple[int, ...] = ()
    """The seats that roll for the start."""
    rolls: tuple[int, ...] = ()
    """The number of Attack dice of each contender that has rolled."""
    starter: int = 0
    last: int = 0
    """The seat that had the last regular turn."""
    turn: Turn = Turn()
    extra_turns: tuple[ExtraTurn, ...] = ()
    summit: tuple[int, ...] = ()
    """The seats that have 20 points, in the order in which they reached them (KT-8.6)."""
    ending: str = ""
    """How the game ended: "points", "last_alive" or "all_dead"."""
    king: int = 0

    def at(self, seat: int) -> Monster:
        """Return the monster of a seat."""
        return self.monsters[seat - 1]

    def with_card(self, seat: int, card: str, **changes: Any) -> Self:
        """Return the table with a card in front of a seat changed."""
        return self.but_at(seat, cards=self.at(seat).changed(card, **changes))

    def in_slot(self, slot: int, card: str) -> Self:
        """Return the table with a slot of the market filled, or emptied with ""."""
        return self.but(market=self.market[: slot - 1] + (card,) + self.market[slot:])

    def in_turn(self, **changes: Any) -> Self:
        """Return the table with the turn changed."""
        return self.but(turn=msgspec.structs.replace(self.turn, **changes))

    @property
    def active(self) -> Monster:
        """The monster whose turn it is."""
        return self.monsters[self.turn.seat - 1]

    @property
    def living(self) -> tuple[int, ...]:
        """The seats of the living monsters: only they act, and are targets or compared (KT-1.10)."""
        return tuple(seat for seat in self.seats if self.monsters[seat - 1].life)

    def clockwise(self, seat: int) -> Iterator[int]:
        """Yield the other living seats, starting to the left of `seat` (KT-1.10, KT-2.6)."""
        count = len(self.monsters)
        return (other for step in range(count - 1) if self.monsters[(other := (seat + step) % count + 1) - 1].life)

    def in_place(self, place: str) -> int:
        """Return the living seat in a place of Tokyo, or 0."""
        return next((seat for seat in self.seats if self.monsters[seat - 1].place == place), 0)

    def neighbours(self, seat: int) -> set[int]:
        """Return the nearest living seats to the left and to the right (KT-13.14)."""
        others = tuple(self.clockwise(seat))
        return {others[0], others[-1]} if others else set()

    def owner(self, card: str) -> int:
        """Return the seat that has a card in front of it, or 0."""
        return next((seat for seat in self.seats if self.monsters[seat - 1].holds(card)), 0)

    @property
    def seen(self) -> Iterator[str]:
        """The cards that are face up, and the top card of the deck if a player has seen it."""
        yield from (card for card in (*self.market, *self.discard, self.played, self.top_card) if card)
        yield from (held.card for monster in self.monsters for held in monster.cards)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The deck's cards that nobody has seen: those that are nowhere else, each equally likely to be next."""
        seen = set(self.seen)
        return tuple(card for card in CARDS if card not in seen)

    def price(self, seat: int, card: str) -> int:
        """Return what a card costs a seat (KT-7.2)."""
        return max(0, self.edition.data.cost(card) - self.at(seat).power(Power.DISCOUNT))


def setup(seats: int, options: Options, edition: Edition[Components]) -> TokyoTable:
    """Return the table before the first choice: Tokyo is empty, and the bay needs five players (KT-2.2, KT-2.3).

    It makes no difference whether the board or the back of the box is Tokyo (KT-15.2).
    Raises ValueError for options that do not fit.
    """
    if options.first_game and seats < BAY_MONSTERS:
        raise ValueError(f"with {seats} players there is no Tokyo Bay to leave out (KT-15.1)")
    return TokyoTable(
        edition=edition,
        monsters=(Monster(energy=edition.data.start_energy),) * seats,
        bay_open=seats >= BAY_MONSTERS and not options.first_game,
        closing_bay=options.closing_bay,
        contenders=tuple(range(1, seats + 1)),
    )
