"""Quotas: how much one peer or token may ask for, so that a public service stays available to all."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from ipaddress import IPv6Address, IPv6Network
from time import monotonic
from urllib.parse import unquote

import msgspec

from referee.access.charges import exempt
from referee.errors import QuotaExceeded, StoredQuotaExceeded

_REMEMBERED = 10_000
MIB = 1024 * 1024
DAY = 24 * 60 * 60
_THIS_MACHINE = ("ipv4:127.", "ipv6:%5B::1%5D", "ipv6:[::1]", "unix")
"""How grpc names peers on the loopback interface and on a Unix socket."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """A service's quotas; 0 disables one. A burst can use 10 seconds' worth of a quota; for games, a minute's worth."""

    games_per_minute: float = 60
    """Games that one peer creates or branches."""
    seats_per_minute: float = 12
    """Seats that one peer takes in one game, so that nobody blocks them by coming and going."""
    commands_per_second: float = 100
    """Commands judged for one token."""
    calls_per_second: float = 500
    """Other calls by one peer."""
    computing_seconds_per_minute: float = 15
    """Computing time for one peer's calls, on the event loop and in threads; measured afterwards."""
    stored_mib_per_day: float = 1024
    """What one peer's calls store, in MiB: games, entries and refused moves, which count before they are written."""
    streams: int = 256
    """Streams that one peer has open at once."""
    loopback: bool = False
    """Whether they also apply to peers on the service's own machine, for example behind a proxy there."""


UNLIMITED = Limits(
    games_per_minute=0,
    seats_per_minute=0,
    commands_per_second=0,
    calls_per_second=0,
    computing_seconds_per_minute=0,
    stored_mib_per_day=0,
    streams=0,
)
"""No quotas at all."""


def monotonic_now() -> float:
    """Return the time in seconds by a clock that never goes back."""
    return monotonic()


class Buckets:
    """Token buckets by key: each refills at `rate` per second up to `size`; the least recently used are dropped."""

    def __init__(
        self,
        quota: str,
        rate: float,
        size: float,
        clock: Callable[[], float] = monotonic_now,
        exceeded: type[QuotaExceeded] = QuotaExceeded,
    ) -> None:
        self._quota, self._rate, self._size, self._clock, self._exceeded = quota, rate, size, clock, exceeded
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    @property
    def limits(self) -> bool:
        """Whether there is a quota at all."""
        return bool(self._rate)

    def hold_to(self, other: Buckets) -> None:
        """Take the rate, the size and the name from other buckets; each key's usage stays."""
        for key in self._levels:
            # By the old rate up to now.
            self._levels[key] = (self._level(key), self._clock())
        self._quota, self._rate, self._size = other._quota, other._rate, other._size

    def take(self, key: Hashable) -> None:
        """Take one token from a key's bucket. Raises QuotaExceeded if it is empty."""
        if not self._rate:
            return
        level = self._level(key)
        if level < 1:
            raise self._exceeded(self._quota, (1 - level) / self._rate)
        self.spend(key, 1)

    def check(self, key: Hashable) -> None:
        """Check that a key's bucket is not in debt. Raises QuotaExceeded."""
        if not self._rate or key not in self._levels:
            return
        level = self._level(key)
        # What is checked here is charged afterwards, so only a debt refuses.
        if level <= 0:
            raise self._exceeded(self._quota, -level / self._rate)

    def spend(self, key: Hashable, amount: float) -> None:
        """Take an amount that was already used from a key's bucket, which may go into debt."""
        if not self._rate:
            return
        level = self._level(key)
        # A changed key goes to the end; the first ones were not used for longest.
        self._levels.pop(key, None)
        self._levels[key] = (level - amount, self._clock())
        # Callers can make new keys without end.
        if len(self._levels) > _REMEMBERED:
            self._levels.popitem(last=False)

    def _level(self, key: Hashable) -> float:
        """Return what a key's bucket holds now."""
        at = self._clock()
        # A key that was dropped begins full. It has not been used for long, so it is full or nearly so.
        level, since = self._levels.get(key, (self._size, at))
        return min(self._size, level + (at - since) * self._rate)


def _quota(number: float, noun: str, rest: str) -> str:
    return f"{number:g} {noun if number == 1 else noun + 's'} {rest}"


class Quotas:
    """A service's quota buckets."""

    def __init__(self, limits: Limits) -> None:
        self._streams_allowed = limits.streams
        self._streams: Counter[str] = Counter()
        per_minute, commands, calls = limits.games_per_minute, limits.commands_per_second, limits.calls_per_second
        self._games = Buckets(_quota(per_minute, "game", "a minute"), per_minute / 60, max(per_minute, 10))
        seats = limits.seats_per_minute
        self._seats = Buckets(_quota(seats, "seat", "a minute in one game"), seats / 60, max(seats, 10))
        self._commands = Buckets(_quota(commands, "command", "a second"), commands, commands * 10)
        self._calls = Buckets(_quota(calls, "call", "a second"), calls, calls * 10)
        computing = limits.computing_seconds_per_minute
        self._computing = Buckets(_quota(computing, "second", "of computing time a minute"), computing / 60, computing)
        stored = limits.stored_mib_per_day
        self._stored = Buckets(
            f"{stored:g} MiB stored a day", stored * MIB / DAY, stored * MIB, exceeded=StoredQuotaExceeded
        )
        self._loopback = limits.loopback
        self.accounts = lru_cache(1024)(self._accounts_of)
        """Returns a peer's accounts for computing time and for stored bytes."""

    def hold_to(self, limits: Limits) -> None:
        """Apply other limits from now on; past usage counts. Calls that are open keep their accounts."""
        other = Quotas(limits)
        self._streams_allowed, self._loopback = other._streams_allowed, other._loopback
        for name, buckets in vars(self).items():
            if isinstance(buckets, Buckets):
                buckets.hold_to(vars(other)[name])
        self.accounts.cache_clear()

    def game(self, peer: str) -> None:
        """Count a game that a peer creates or branches. Raises QuotaExceeded."""
        if self._holds(peer):
            self._computing.check(network_of(peer))
            self._stored.check(network_of(peer))
            self._games.take(network_of(peer))

    def seat(self, peer: str, game: str) -> None:
        """Count a seat that a peer takes in a game. Raises QuotaExceeded."""
        if self._holds(peer):
            self._seats.take((network_of(peer), game))

    def call(self, peer: str) -> None:
        """Count any other call by a peer. Raises QuotaExceeded."""
        if self._holds(peer):
            self._computing.check(network_of(peer))
            self._calls.take(network_of(peer))

    def write(self, peer: str) -> None:
        """Count a peer's call that writes to a game, other than a command. Raises QuotaExceeded."""
        if self._holds(peer):
            self._computing.check(network_of(peer))
            self._stored.check(network_of(peer))
            self._calls.take(network_of(peer))

    def command(self, peer: str, actor: Hashable) -> None:
        """Count an actor's command, from any peer. Raises QuotaExceeded."""
        if self._holds(peer):
            self._computing.check(network_of(peer))
            self._stored.check(network_of(peer))
            self._commands.take(actor)

    def check(self, peer: str) -> None:
        """Check that a peer has computing time left, before its message is read. Raises QuotaExceeded."""
        if self._holds(peer):
            self._computing.check(network_of(peer))

    def computed(self, peer: str, seconds: float) -> None:
        """Count the computing time that a peer's call used; its next call is refused while it is in debt."""
        if self._holds(peer):
            self._computing.spend(network_of(peer), seconds)

    def stored(self, peer: str, size: float) -> None:
        """Count the bytes that a peer's call stored; its next game or command is refused while it is in debt."""
        if self._holds(peer):
            self._stored.spend(network_of(peer), size)

    def _accounts_of(self, peer: str) -> tuple[Callable[[float], None], Callable[[float], None]]:
        computing = partial(self.computed, peer) if self._computing.limits and self._holds(peer) else exempt
        return computing, partial(self.stored, peer)

    def _holds(self, peer: str) -> bool:
        return self._loopback or not peer.startswith(_THIS_MACHINE)

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """Count a peer's stream while it is open. Raises QuotaExceeded if the peer has too many."""
        key = network_of(peer)
        if self._holds(peer) and self._streams_allowed and self._streams[key] >= self._streams_allowed:
            # Nobody knows when another stream ends.
            raise QuotaExceeded(f"{self._streams_allowed} open streams", 1.0)
        self._streams[key] += 1
        try:
            yield
        finally:
            self._streams[key] -= 1
            # Adding a counter drops the keys with a count of 0.
            self._streams += Counter()


@lru_cache(1024)
def network_of(peer: str) -> str:
    """Return the holder of a peer's quotas: the peer, or over IPv6 its /64 network, which is what one site gets."""
    kind, _, host = peer.partition(":")
    if kind != "ipv6":
        return peer
    try:
        address = IPv6Address(unquote(host).strip("[]").partition("%")[0])
    except ValueError:
        return peer
    # A site can call from any of its 2**64 addresses.
    return f"ipv6:{IPv6Network((address, 64), strict=False)}"
