"""What every store promises: the values that go in and come out, its errors, and the laws of each method.

Errors, all below StoreError; each says in its attributes what it is about:

    StoreError
      GameNotFound       game
      GameExists         game
      VersionNotFound    game, version, head     a fork at a version that its parent does not have
      Conflict           game, expected, head    the log has moved on, or is not there yet
      DuplicateCommand   game, command_id        the log has an entry for this command already
      DuplicateToken     game                    the token is already somebody's
      BadPageToken       page_token
      StoreClosed
      StorageError       file, reason            the medium, not the caller, is at fault
        StorageFull                              nothing was written; later writes work once there is room
        StorageCorrupt   game ("" if unknown)    a page or a log cannot be what was written
        StorageLocked    pid (0 if unknown)      another process uses the file
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from typing import Literal, Protocol

import msgspec

Role = Literal["seat", "host", "dealer", "spectator"]


# Values: all frozen. Times are milliseconds since 1970, UTC. Games, titles and statuses are the caller's words.


class Stored(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log; `command_id` is empty where the entry answers no client's command."""

    version: int
    command_id: str
    data: bytes


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed when a game is made and does not stand in its log; a fork names its parent and the version."""

    game: str
    title: str
    secret: bytes
    public: bool = True
    parent: str = ""
    parent_version: int = 0

    def __repr__(self) -> str:
        """All but the secret: representations end in logs."""
        origin = f", parent={self.parent!r}, parent_version={self.parent_version}" if self.parent else ""
        return f"Opening(game={self.game!r}, title={self.title!r}, public={self.public}{origin})"


class Grant(msgspec.Struct, frozen=True):
    """What the holder of a token may be in a game; `seat` is 0 for every role but a seat's."""

    token_hash: bytes
    game: str
    role: Role
    seat: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the catalogue; `players` has a name for each seat in order, empty where nobody sits."""

    game: str
    title: str
    status: str
    seats: int
    created_at: int
    changed_at: int
    players: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    public: bool = True
    parent: str = ""
    parent_version: int = 0
    head: int = 0


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which games to list: all that is given must hold; `player` is a part of any player's name, in any case."""

    title: str = ""
    status: str = ""
    parent: str = ""
    player: str = ""
    public: bool | None = None


ANY_GAME = Filter()


class Page(msgspec.Struct, frozen=True):
    """Some summaries, newest game first, and the token of the page after them (empty on the last)."""

    summaries: tuple[Summary, ...]
    next_page_token: str


class RefusedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that refused: kept beside the chain, so that an audit can list it. The store gives it its `number`."""

    game: str
    version: int
    at: int
    actor: str
    command_id: str
    data: bytes
    number: int = 0


# Errors


class StoreError(Exception):
    """Anything that a store may raise, but for arguments that no caller should send (ValueError)."""


class GameNotFound(StoreError):
    """There is no such game."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game!r}")
        self.game = game


class GameExists(StoreError):
    """A game of this name was made before."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is already a game {game!r}")
        self.game = game


class VersionNotFound(StoreError):
    """A fork names a version that its parent's log does not have."""

    def __init__(self, game: str, version: int, head: int) -> None:
        super().__init__(f"game {game!r} has no version {version}: its head is {head}")
        self.game, self.version, self.head = game, version, head


class Conflict(StoreError):
    """The head is not the one that was expected: somebody else was first, or the caller is ahead of the log."""

    def __init__(self, game: str, expected: int, head: int) -> None:
        super().__init__(f"game {game!r} was expected at version {expected}, its head is {head}")
        self.game, self.expected, self.head = game, expected, head


class DuplicateCommand(StoreError):
    """The game's own entries answer this command already; `find` returns the entry."""

    def __init__(self, game: str, command_id: str) -> None:
        super().__init__(f"game {game!r} has already an entry for command {command_id!r}")
        self.game, self.command_id = game, command_id


class DuplicateToken(StoreError):
    """A grant was to be given to a token that has one. Tokens and their hashes are never quoted."""

    def __init__(self, game: str) -> None:
        super().__init__(f"a token that game {game!r} wants to grant is in use")
        self.game = game


class BadPageToken(StoreError):
    """The page token was not made by this store."""

    def __init__(self, page_token: str) -> None:
        super().__init__(f"{page_token[:80]!r} is not a page token of this store")
        self.page_token = page_token


class StoreClosed(StoreError):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class StorageError(StoreError):
    """The medium failed; what was asked did not happen."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file, self.reason = file, reason


class StorageFull(StorageError):
    """There is no room: nothing was written, and the same call works once there is."""

    def __init__(self, file: str) -> None:
        super().__init__(file, "there is no room left on the disk; nothing was written")


class StorageCorrupt(StorageError):
    """A page or a log is not what was written: restore it from a backup."""

    def __init__(self, file: str, game: str, reason: str) -> None:
        super().__init__(file, f"damaged{f' at game {game!r}' if game else ''}: {reason}")
        self.game = game


class StorageLocked(StorageError):
    """Another process uses the file; one process may."""

    def __init__(self, file: str, pid: int) -> None:
        super().__init__(file, f"in use by {f'process {pid}' if pid else 'another process'}; stop it first")
        self.pid = pid


class Store(Protocol):
    """Logs of bytes by game and version, with grants, openings, refusals and a catalogue.

    Laws that hold for every method:
    - A call that returns has happened, and in a durable engine survives the loss of power; a call that raises a
      StoreError has changed nothing. Cancelling a call abandons its answer, not its effect.
    - A log has versions first..head without a gap, and an entry never changes.
    - A game with a parent shares the prefix: its versions 1..parent_version *are* the parent's entries, to any depth.
      Its own entries begin at parent_version + 1, and what the parent appends afterwards is not in it.
    - After `close` every method raises StoreClosed.
    """

    # Makes a game, its first entries (versions from parent_version + 1), its grants and its row of the catalogue, all
    # or nothing. Raises GameExists; GameNotFound or VersionNotFound for the parent; DuplicateCommand; DuplicateToken.
    async def create(
        self, opening: Opening, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary
    ) -> None: ...

    # Writes entries expected_version + 1, + 2, ... with the new summary and the new grants, all or nothing. Of several
    # callers that expect the same version exactly one wins; the others get Conflict with the head that beat them.
    # A command_id that the game's own entries have raises DuplicateCommand, also where the version conflicts as well:
    # so who repeats a command needs no `find` beforehand. No entries is allowed: then the expected version is checked
    # and summary and grants are written. Entries whose versions do not follow expected_version are a ValueError.
    async def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
    ) -> None: ...

    # The entries after < version <= upto, in order, across forks; upto None means the head, and what lies beyond the
    # head is not there to be read. Costs the entries read plus one step per fork between the game and its origin.
    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]: ...

    # The version of the last entry; parent_version where a fork has none of its own, 0 where an origin has none.
    async def head(self, game: str) -> int: ...

    # The game's own entry for a command; those of the shared prefix belong to the parent. Never finds "".
    async def find(self, game: str, command_id: str) -> Stored | None: ...

    # The entries after a version: those there are, then those to come, as they are appended, without gap or double,
    # until the caller stops (`aclose`) or the store closes (StoreClosed). A slow reader delays nobody and holds a
    # bounded number of entries. Raises GameNotFound at the first step.
    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]: ...

    # What was given at `create`, the secret included.
    async def opening(self, game: str) -> Opening: ...

    # The names of all games, in no order: from the openings, so it needs no catalogue.
    async def every_game(self) -> list[str]: ...

    # All grants of a game, in the order in which they were given.
    async def grants(self, game: str) -> list[Grant]: ...

    # The grant of a token, by its hash.
    async def grant(self, token_hash: bytes) -> Grant | None: ...

    # Keeps a refused move. It gets the next number, which grows with time within a game.
    async def add_refusal(self, refusal: RefusedMove) -> None: ...

    # Refused moves of a game with number > after, oldest first.
    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]: ...

    # One row of the catalogue. `head` is always the log's, whatever was written.
    async def summary(self, game: str) -> Summary: ...

    # A page of the catalogue, newest game first (created_at, then name). Going from page to page shows each game
    # that was there at the start once. Raises BadPageToken.
    async def games(self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50) -> Page: ...

    # Replaces the whole catalogue, all or nothing: it holds nothing that the logs and openings do not tell.
    # Raises GameNotFound.
    async def rebuild(self, summaries: Iterable[Summary]) -> None: ...

    # Answers what was asked before, then lets go of the medium. Closing twice is closing once.
    async def close(self) -> None: ...
