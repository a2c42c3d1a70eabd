"""The calls that change a store, as values: every referee makes them on its copy, in the order of the stream.

What can be removed for ever (players' names: what is apart from entries, and the rows of the catalogue) is taken out of
a call before it is written, and put back when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from store.contract import Cosignature, Filter, Grant, Leaf, Opening, Paper, RefusedMove, Store, Stored, Summary

if TYPE_CHECKING:
    from store.jetstream.local_copy import Copy

REMOVED = b"?"
"""What takes the place of something apart from an entry that was replaced, until the replacement is read too."""


class Create(msgspec.Struct, frozen=True, tag=True):
    """A new game."""

    opening: Opening
    entries: tuple[Stored, ...]
    grants: tuple[Grant, ...]
    summary: Summary | None
    consents: tuple[bytes, ...]
    leaves: tuple[Leaf, ...]
    exact = False

    @property
    def game(self) -> str:
        return self.opening.game

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.create(
            self.opening, self.entries, self.grants, self.summary or unknown_summary(self.opening),
            consents=self.consents, leaves=self.leaves,
        )  # fmt: skip


class Chunk(msgspec.Struct, frozen=True, tag=True):
    """Some entries of an imported log, which count for nothing before the import ends with an `Adopt`."""

    game: str
    entries: tuple[Stored, ...]
    exact = False
    summary: Summary | None = None

    async def on(self, store: Store) -> None:
        """Do nothing."""


class Adopt(msgspec.Struct, frozen=True, tag=True):
    """An imported game, whose log is in chunks: on a subject of their own, from a message on."""

    opening: Opening
    grants: tuple[Grant, ...]
    summary: Summary | None
    leaves: tuple[Leaf, ...]
    size: int
    import_id: str
    chunks: int
    exact = False
    entries: tuple[Stored, ...] = ()

    @property
    def game(self) -> str:
        return self.opening.game

    async def on(self, store: Store, log: Iterable[Stored] = ()) -> None:
        """Make the call, with the entries of the chunks."""
        row = self.summary or unknown_summary(self.opening)
        await store.adopt(self.opening, iter(log), self.grants, row, size=self.size, leaves=self.leaves)


class Append(msgspec.Struct, frozen=True, tag=True):
    """Further entries of a game."""

    game: str
    expected: int
    entries: tuple[Stored, ...]
    summary: Summary | None
    grants: tuple[Grant, ...]
    leaves: tuple[Leaf, ...]
    unless: tuple[Filter, ...] = ()

    @property
    def exact(self) -> bool:
        """Without entries or grants nothing prevents that it takes effect twice."""
        return not (self.entries or self.grants)

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.append(
            self.game, self.expected, self.entries, summary=self.summary, grants=self.grants, leaves=self.leaves,
            unless=self.unless,
        )  # fmt: skip


class ReplaceApart(msgspec.Struct, frozen=True, tag=True):
    """What takes the place of everything that is apart from the entries of a game: they have nothing else here."""

    game: str
    entries: tuple[Stored, ...]
    summary: Summary | None
    exact = False

    async def on(self, store: Store) -> None:
        """Make the call; a later one overwrites its effect."""
        if self.summary is not None:
            await store.replace_apart(self.game, {entry.version: entry.apart for entry in self.entries}, self.summary)


class Refuse(msgspec.Struct, frozen=True, tag=True):
    """A refused move."""

    refusal: RefusedMove
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    @property
    def game(self) -> str:
        return self.refusal.game

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.add_refusal(self.refusal)


class File(msgspec.Struct, frozen=True, tag=True):
    """Papers of a game."""

    game: str
    expected: int
    papers: tuple[Paper, ...]
    leaves: tuple[Leaf, ...]
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    @property
    def exact(self) -> bool:
        """Without papers nothing prevents that it takes effect twice."""
        return not self.papers

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.add_papers(self.game, self.expected, self.papers, leaves=self.leaves)


class Cosign(msgspec.Struct, frozen=True, tag=True):
    """A witness's cosignature of the log of leaves."""

    cosignature: Cosignature
    game: str = ""
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.cosign(self.cosignature)


class Lost(msgspec.Struct, frozen=True, tag=True):
    """Games that may have lost entries, each with the version that was acknowledged as far as that is known.

    They are read and branched from then on, never written.
    """

    games: dict[str, int]
    game: str = ""
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    async def on(self, store: Copy) -> None:
        """Make the call."""
        await store.lose(self.games)


class Era(msgspec.Struct, frozen=True, tag=True):
    """A new era of a record that was restored or copied: marks of earlier eras count no longer.

    The log of leaves has this name in it.
    """

    number: int
    log_name: str
    game: str = ""
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    async def on(self, store: Copy) -> None:
        """Make the call."""
        await store.name_log(self.log_name)


class Moved(msgspec.Struct, frozen=True, tag=True):
    """The end of a record here: it goes on elsewhere."""

    place: str
    game: str = ""
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    async def on(self, store: Store) -> None:
        """Do nothing."""


Call: TypeAlias = Create | Chunk | Adopt | Append | ReplaceApart | Refuse | File | Cosign | Lost | Era | Moved
"""A call. If it is `exact`, it is made once, even after a crash: any other is refused when it is made again."""


class Removable(msgspec.Struct, frozen=True):
    """The removable part of a call: the separate part of its entries, by version, and the row of the game list."""

    apart: dict[int, bytes]
    summary: Summary | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything."""
        return bool(self.apart) or self.summary is not None


def unknown_summary(opening: Opening) -> Summary:
    """Return the row of a game whose row was removed: a later call has the one that took its place."""
    return Summary(
        game=opening.game, title=opening.title, status="", seats=0, created_at=0, changed_at=0, public=opening.public,
        parent=opening.parent, parent_version=opening.parent_version,
    )  # fmt: skip


def without_names(call: Call) -> tuple[Call, Removable]:
    """Return a call without what can be removed, and that."""
    taken = Removable({entry.version: entry.apart for entry in call.entries if entry.apart}, call.summary)
    if not taken:
        return call, taken
    entries = tuple(replace(entry, apart=REMOVED) if entry.apart else entry for entry in call.entries)
    return replace(call, entries=entries, summary=None), taken


def with_names(call: Call, apart: Mapping[int, bytes], summary: Summary | None) -> Call:
    """Return a call with its removable part put back."""
    entries = tuple(replace(entry, apart=apart[entry.version]) if entry.apart else entry for entry in call.entries)
    return replace(call, entries=entries, summary=summary)
