"""Small values for the tests of stores, and games made of them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from store.contract import Grant, Leaf, Opening, Paper, RefusedMove, Standing, Store, Stored, Summary

SECRET = bytes(range(32))


def entry(version: int, command_id: str = "", data: bytes | None = None) -> Stored:
    return Stored(version, command_id, f"entry {version}".encode() if data is None else data)


def entries(first: int, last: int) -> list[Stored]:
    return [entry(version) for version in range(first, last + 1)]


def versions(log: Sequence[Stored]) -> list[int]:
    return [entry.version for entry in log]


def opening(game: str, parent: str = "", parent_version: int = 0, *, public: bool = True) -> Opening:
    return Opening(
        game=game, title="titan_race", secret=SECRET, public=public, parent=parent, parent_version=parent_version
    )


def summary(
    game: str,
    title: str = "titan_race",
    status: str = "running",
    *,
    created_at: int = 1,
    changed_at: int = 0,
    label: str = "",
    players: tuple[str, ...] = ("Ann", ""),
    ending: str = "",
    winners: tuple[int, ...] = (),
    played_on: str = "",
    tags: tuple[str, ...] = (),
    absent: tuple[int, ...] = (),
    has_deadlines: bool = False,
    held: bool = False,
    standing: Standing = "refereed",
    public: bool = True,
    parent: str = "",
    parent_version: int = 0,
) -> Summary:
    return Summary(
        game=game, title=title, status=status, seats=len(players), created_at=created_at,
        changed_at=changed_at or created_at + 1, label=label, players=players, ending=ending, winners=winners,
        played_on=played_on, tags=tags,
        absent=absent, has_deadlines=has_deadlines, held=held, standing=standing, public=public,
        parent=parent, parent_version=parent_version,
    )  # fmt: skip


def leaf(game: str, number: int = 0, version: int = 1) -> Leaf:
    """Return a leaf of a game; its hash is another one for each number."""
    return Leaf(game, "created", version, sha256(f"leaf {number}".encode()).digest(), number)


def refusal(game: str, version: int = 1, data: bytes = b"why") -> RefusedMove:
    return RefusedMove(game=game, version=version, at=5, actor="seat 1", command_id="c", data=data)


def paper(game: str, number: int, data: bytes | None = None) -> Paper:
    return Paper(game=game, number=number, at=5, data=b"paper %d" % number if data is None else data)


def papers(game: str, first: int, last: int) -> list[Paper]:
    return [paper(game, number) for number in range(first, last + 1)]


async def make(store: Store, game: str = "g", last: int = 1, grants: Sequence[Grant] = ()) -> None:
    """Create a game whose log has the versions 1..last."""
    await store.create(opening(game), entries(1, last), grants, summary(game))


async def append(store: Store, game: str, expected: int, added: Sequence[Stored], leaves: Sequence[Leaf] = ()) -> None:
    """Append entries; what is wrong is raised when this is awaited, not before."""
    await store.append(game, expected, added, leaves=leaves)


async def fork(store: Store, game: str, parent: str, version: int, last: int | None = None) -> None:
    """Create a game that shares its parent's versions 1..version and has its own up to `last`, by default one."""
    own = entries(version + 1, version + 1 if last is None else last)
    row = summary(game, parent=parent, parent_version=version)
    await store.create(opening(game, parent, version), own, [], row)


async def head_of(store: Store, game: str) -> int:
    """Return the version of the last entry of a game, 0 if it has none."""
    return (await store.read(game) or [entry(0)])[-1].version


async def row_of(store: Store, game: str) -> Summary:
    """Return the row of a game in the catalogue."""
    return next(row for row in (await store.games()).summaries if row.game == game)
