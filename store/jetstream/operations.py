"""The calls that change a store, as values: every referee makes them on its copy, in the order of the stream.

What can be removed forever (players' names: the separate parts of entries, and the catalogue's rows) is taken out of a
call before it is written, and put back when it is read.
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
"""What stands for an entry's separate part that was replaced, until the replacement is read too."""


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
    """Some entries of an imported log; they count only once the import ends with an `Adopt`."""

    game: str
    entries: tuple[Stored, ...]
    exact = False
    summary: Summary | None = None

    async def on(self, store: Store) -> None:
        """Do nothing."""


class Adopt(msgspec.Struct, frozen=True, tag=True):
    """An imported game whose log is in chunks, on a subject of its own from a message on."""

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
        """Make the call, with the chunks' entries."""
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
        """Whether nothing keeps it from taking effect twice: it has no entries and no grants."""
        return not (self.entries or self.grants)

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.append(
            self.game, self.expected, self.entries, summary=self.summary, grants=self.grants, leaves=self.leaves,
            unless=self.unless,
        )  # fmt: skip


class ReplaceApart(msgspec.Struct, frozen=True, tag=True):
    """The replacement for all the separate parts of a game's entries; nothing else of the entries is here."""

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
    """A game's papers."""

    game: str
    expected: int
    papers: tuple[Paper, ...]
    leaves: tuple[Leaf, ...]
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None
    since: int | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing keeps it from taking effect twice: it has no papers."""
        return not self.papers

    async def on(self, store: Store) -> None:
        """Make the call."""
        await store.add_papers(self.game, self.expected, self.papers, leaves=self.leaves, since=self.since)


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
    """Games that may have lost entries, each with the acknowledged version where it is known.

    They can be read and branched from then on, but never written.
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
    """A new era of a record that was restored or copied: marks from earlier eras no longer count.

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
    """The end of a record here: it continues elsewhere."""

    place: str
    game: str = ""
    exact = True
    entries: tuple[Stored, ...] = ()
    summary: Summary | None = None

    async def on(self, store: Store) -> None:
        """Do nothing."""


Call: TypeAlias = Create | Chunk | Adopt | Append | ReplaceApart | Refuse | File | Cosign | Lost | Era | Moved
"""A call. An `exact` call is made only once, even after a crash: any other is refused when it is repeated."""


class Removable(msgspec.Struct, frozen=True):
    """A call's removable part: the separate parts of its entries, by version, and its row in the game list."""

    apart: dict[int, bytes]
    summary: Summary | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything."""
        return bool(self.apart) or self.summary is not None


def unknown_summary(opening: Opening) -> Summary:
    """Return a stand-in for a removed row: a later call has the row that replaced it."""
    return Summary(
        game=opening.game, title=opening.title, status="", seats=0, created_at=0, changed_at=0, public=opening.public,
        parent=opening.parent, parent_version=opening.parent_version,
    )  # fmt: skip


def without_names(call: Call) -> tuple[Call, Removable]:
    """Return a call without its removable part, and that part."""
    taken = Removable({entry.version: entry.apart for entry in call.entries if entry.apart}, call.summary)
    if not taken:
        return call, taken
    entries = tuple(replace(entry, apart=REMOVED) if entry.apart else entry for entry in call.entries)
    return replace(call, entries=entries, summary=None), taken


def with_names(call: Call, apart: Mapping[int, bytes], summary: Summary | None) -> Call:
    """Return a call with its removable part put back."""
    entries = tuple(replace(entry, apart=apart[entry.version]) if entry.apart else entry for entry in call.entries)
    return replace(call, entries=entries, summary=summary)
