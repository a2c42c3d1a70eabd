"""Clocks as values: a game's terms, and the time that each seat has left.

A clock runs while the rules wait for its seat's decision. A decision begins with the entry after which a step newly
asks the seat, and ends with the entry after which it no longer does: what the seat does within one step is one
decision. All times are those of the entries, in microseconds.

A seat for which a bot also decides has the bot's time for each decision, whether the bot or its player uses it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Self

import msgspec

from gunbai.record.v1 import clocks_pb2 as pb
from gunbai_record.limits import LONGEST_TIME
from referee.errors import InvalidField

MICROS = 1_000_000


class ClockTerms(msgspec.Struct, frozen=True):
    """A game's clock terms, in microseconds: a time for each decision, or a bank with an increment."""

    decision: int
    bank: int
    increment: int
    expiry: pb.ExpiryRule.ValueType
    bot: int = 0
    """The time for each decision of a seat that goes to a bot; 0 if none does."""

    @classmethod
    def of(cls, terms: pb.ClockTerms) -> Self:
        """Return the terms in a message. Raises InvalidField."""
        if max(terms.decision_seconds, terms.bank_seconds, terms.increment_seconds, terms.bot_seconds) > LONGEST_TIME:
            raise InvalidField("clock", f"expected at most {LONGEST_TIME} seconds")
        if bool(terms.decision_seconds) == bool(terms.bank_seconds):
            raise InvalidField("clock", "give the seats either a time for each decision or a bank")
        if terms.increment_seconds and not terms.bank_seconds:
            raise InvalidField("clock", "an increment needs a bank")
        if terms.expiry not in {pb.EXPIRY_RULE_DEFAULT, pb.EXPIRY_RULE_LOSES, pb.EXPIRY_RULE_BOT}:
            raise InvalidField("clock", "say what happens when a seat runs out of time")
        if bool(terms.bot_seconds) != (terms.expiry == pb.EXPIRY_RULE_BOT):
            raise InvalidField(
                "clock", "give the bot a time for each decision if it takes over late seats, and only then"
            )
        return cls(
            terms.decision_seconds * MICROS,
            terms.bank_seconds * MICROS,
            terms.increment_seconds * MICROS,
            terms.expiry,
            terms.bot_seconds * MICROS,
        )

    def message(self) -> pb.ClockTerms:
        """Return the terms as a message."""
        return pb.ClockTerms(
            decision_seconds=self.decision // MICROS,
            bank_seconds=self.bank // MICROS,
            increment_seconds=self.increment // MICROS,
            expiry=self.expiry,
            bot_seconds=self.bot // MICROS,
        )


class Clock(msgspec.Struct, frozen=True):
    """The time that each seat has left after an entry; negative if it used more than it had."""

    left: tuple[int, ...]
    paused_until: int = 0
    """Until when no time counts."""
    used: tuple[int, ...] = ()
    """The time that each seat has used since play began; none before any was."""

    @classmethod
    def wound(cls, terms: ClockTerms, seats: int) -> Self:
        """Return the clock for a game that begins."""
        return cls((terms.bank or terms.decision,) * seats)

    def counted(self, since: int, upto: int) -> int:
        """Return how much of a time counts."""
        return max(0, upto - max(since, self.paused_until))

    def spent(self, seats: Collection[int], since: int, upto: int) -> Clock:
        """Return the clock after these seats were asked from one time to another."""
        counted = self.counted(since, upto)
        times = [counted if seat in seats else 0 for seat in range(1, len(self.left) + 1)]
        left = tuple(left - time for left, time in zip(self.left, times, strict=True))
        used = self.used or (0,) * len(times)
        return Clock(left, self.paused_until, tuple(used + time for used, time in zip(used, times, strict=True)))

    def time_of(self, seat: int) -> int:
        """Return the time that a seat has, used or not."""
        return self.left[seat - 1] + (self.used[seat - 1] if self.used else 0)

    def until(self, seat: int, since: int) -> int:
        """Return the last moment that counts for a seat whose clock runs from a time on."""
        return max(since, self.paused_until) + self.left[seat - 1]

    def turned(
        self, terms: ClockTerms, ended: Collection[int], begun: Collection[int], with_bot: Collection[int] = ()
    ) -> Clock:
        """Return the clock after decisions of these seats ended and others began; for some, a bot also decides."""
        turned = self
        if not terms.decision:
            turned = self._with(
                # What a late seat overdrew does not count against its next decision.
                max(0, left) + terms.increment if seat in ended else left
                for seat, left in enumerate(self.left, 1)
            )
        given = {seat: terms.bot if seat in with_bot else terms.decision for seat in begun}
        return turned.given({seat: time for seat, time in given.items() if time})

    def given(self, times: Mapping[int, int]) -> Clock:
        """Return the clock with new times for some seats."""
        return self._with(times.get(seat, left) for seat, left in enumerate(self.left, 1))

    def _with(self, left: Iterable[int]) -> Clock:
        return Clock(tuple(left), self.paused_until, self.used)
