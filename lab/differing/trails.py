"""A verifier's trails along the entries of genuine records: what records share with them is verified once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai_record.chain import ChainError
from gunbai_record.verify import trail as form
from gunbai_record.verify.entry_checks import Frame, GamePart, opened
from gunbai_record.verify.message_checks import BadEntry
from gunbai_record.verify.seat_checks import Seat, Seats, Signatures
from gunbai_record.verify.share_checks import RecordedShares
from gunbai_record.verify.takeback_checks import Takebacks
from gunbai_record.verify.token_checks import Tokens
from lab.differing.mutation import Mutant, Seed
from referee.proof import verification as rules

CHANGING = {
    *(form.Trail, form.Counts, Frame, GamePart, RecordedShares, Seat, Seats, Signatures, Takebacks, Tokens),
    rules.JudgedTrail,
}
"""The classes whose objects change along a record."""

Secrets: TypeAlias = dict[str, bytes]


class Trail(Protocol):
    """A record that is followed entry by entry."""

    def follow(self, version: int, entry: record.Entry, /) -> None:
        """Check one more entry."""


T = TypeVar("T", bound=Trail)


class Trails(Generic[T]):
    """The trails of a verifier along the entries of seeds."""

    def __init__(self, begin: Callable[[Secrets, bytes], T]) -> None:
        self._begin = begin
        self._trails = dict[tuple[str | bytes, ...], list[T]]()
        """By seed, the common secret, and the games of which the secrets are open."""
        self._secrets = dict[str, Secrets]()

    def trail_of(self, mutant: Mutant, secrets: Secrets) -> tuple[T, int]:
        """Return a trail that has reached what a record does not share with its seed, and the entry to go on with."""
        seed, common = mutant.seed, mutant.header.common_secret
        if seed.name not in self._secrets:
            self._secrets[seed.name] = secrets_of(seed.header, seed.entries)
        known = common in {b"", seed.header.common_secret}
        if not (known and secrets.items() <= self._secrets[seed.name].items()):
            return self._begin(secrets, common), 1
        trails = self._trails.setdefault((seed.name, common, *sorted(secrets)), [])
        if not trails:
            trails.append(self._begin(secrets, common))
        shared = min(mutant.shared, self._follow(seed, trails, mutant.shared))
        return copied(trails[shared]), shared + 1

    @staticmethod
    def _follow(seed: Seed, trails: list[T], upto: int) -> int:
        """Follow a seed further, and return how far: it may have an entry that the rules fail."""
        for version in range(len(trails), upto + 1):
            trail = copied(trails[-1])
            try:
                trail.follow(version, seed.entries[version - 1])
            except (BadEntry, ChainError):
                break
            trails.append(trail)
        return len(trails) - 1


def secrets_of(header: FileHeader, entries: Sequence[record.Entry]) -> Secrets:
    """Return the secrets that a file opens, by game."""
    return opened(entries) | {ancestor.game: ancestor.secret for ancestor in header.ancestors if ancestor.secret}


def copied(trail: T) -> T:
    """Return a copy of a trail from which another record can continue. It shares what no trail changes."""
    return cast("T", _copied(trail, {}))


def _copied(value: Any, seen: dict[int, Any]) -> Any:
    copy = _COPIES.get(type(value))
    return value if copy is None else copy(value, seen)


def _object(value: object, seen: dict[int, Any]) -> object:
    if id(value) not in seen:
        made = seen[id(value)] = object.__new__(type(value))
        for name in getattr(value, "__slots__", None) or vars(value):
            setattr(made, name, _copied(getattr(value, name), seen))
    return seen[id(value)]


def _dict(value: dict[Any, Any], seen: dict[int, Any]) -> dict[Any, Any]:
    return type(value)({key: _copied(item, seen) for key, item in value.items()})


_COPIES: dict[type, Callable[[Any, dict[int, Any]], Any]] = {
    **dict.fromkeys(CHANGING, _object),
    list: lambda value, seen: [_copied(item, seen) for item in value],
    set: lambda value, _: {*value},
    dict: _dict,
    Counter: _dict,
}
