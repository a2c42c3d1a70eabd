"""The contract of every store: its values, its errors, and the laws of each method.

All errors derive from StoreError and have these attributes:

    StoreError
      GameNotFound       game
      GameExists         game
      VersionNotFound    game, version, head     a fork at a version that its parent does not have
      Conflict           game, expected, head    the head is not the expected version
      DuplicateCommand   game, command_id        the log already has an entry for this command
      DuplicateToken     game                    the token already has a grant
      ConsentUsed        game                    a game was made with the same consent before
      PaperConflict      game, expected, found   the last paper is not the expected one
      PapersFull         game                    the game has as many papers as are stored
      WentBack           game, expected, found   the log lost entries, which was accepted: it is read and forked only
      BadPageToken       page_token
      StoreClosed
      StorageError       file, reason            the medium failed
        StorageFull                              nothing was written; writes work again once there is room
        StorageUnsettled game                    it is in the log, but its head could not be stored apart
        StorageCorrupt   game ("" if unknown)    a page or a log differs from what was written
          LogBehind      expected, found         a log ends before the head that was acknowledged
          LeavesBehind   expected, found         the log of leaves does
        StorageReplaced                          the file was deleted, replaced or linked while it was in use
        StorageLocked    pid (0 if unknown)      another process uses the file
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

import msgspec

Role = Literal["seat", "host", "dealer", "spectator", "bot"]
Order = Literal["newest", "oldest", "changed", "played"]
"""The orders of a list of games: by creation, by the last change or by the date of play, the latest first; where these
are alike, the greatest name first. "oldest" is "newest" reversed."""

Standing = Literal["refereed", "attested", "consistent", "unverified"]
"""How far a record can be trusted: refereed by this service; or imported, and then attested by a key that was named,
consistent in itself, or not verified."""

TRUSTED: frozenset[Standing] = frozenset({"refereed", "attested"})
"""The standings of records that count in statistics of players."""

KEPT_REFUSALS = 100
"""How many refused moves of one actor of a game are stored; an older one is dropped for a new one."""

MOST_PAPERS = 400
"""How many papers one game can have."""

PAPER_BYTES = 8192
"""The size of the largest paper."""


# Values, all frozen. Times are milliseconds since 1970, UTC. Games, titles and statuses are named by the caller.


class Stored(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log; `command_id` is empty if the entry answers no client's command.

    `apart` is what of the entry can be replaced for ever, and is empty if there is nothing. `data` shows whether there
    is something, and has a digest of it, which the caller compares: the digest of a head is that of `data` alone.
    """

    version: int
    command_id: str
    data: bytes
    apart: bytes = b""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The version of the last entry of a log and the SHA-256 of its bytes, empty if the log has no entry of its own."""

    game: str
    version: int
    digest: bytes
    rows: int = 0
    """How many rows beside the log were written for the game so far: grants, consents, refusals, papers, summaries."""
    public: bool = True
    lost: int = 0
    """The version that was acknowledged, if the operator accepted that the log ends at this one instead; else 0."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The facts fixed at the creation of a game that are not in its log; a fork names its parent and the version.

    `provenance` is what the caller keeps of where a log was imported from; it is empty for every other log.
    """

    game: str
    title: str
    secret: bytes
    public: bool = True
    parent: str = ""
    parent_version: int = 0
    provenance: bytes = b""

    def __repr__(self) -> str:
        """Return all fields except the secrets, which a provenance has too, since representations end up in logs."""
        origin = f", parent={self.parent!r}, parent_version={self.parent_version}" if self.parent else ""
        imported = ", imported" if self.provenance else ""
        return f"Opening(game={self.game!r}, title={self.title!r}, public={self.public}{origin}{imported})"


class Grant(msgspec.Struct, frozen=True):
    """The role that a token gives in a game; `seat` and `since` are 0 unless the role is "seat".

    `since` is the version of the entry that gave the seat to the token: whether it has it still is in the log.
    """

    token_hash: bytes
    game: str
    role: Role
    seat: int = 0
    since: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the catalogue; `players` has a name for each seat in order, empty for a free seat.

    `played_on` is an ISO 8601 date, of a day, a month or a year, or empty. `absent` are the seats that gave no share of
    chance in time, and `has_deadlines` is whether something may follow in it by itself, after a time. The seats of
    a branch are `held` by those who have them in its parent, who consented to it. `keys` has the public key of each
    seat in order, in hexadecimal digits, empty for a seat without one.
    """

    game: str
    title: str
    status: str
    seats: int
    created_at: int
    changed_at: int
    label: str = ""
    players: tuple[str, ...] = ()
    ending: str = ""
    winners: tuple[int, ...] = ()
    played_on: str = ""
    tags: tuple[str, ...] = ()
    absent: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()
    has_deadlines: bool = False
    held: bool = False
    standing: Standing = "refereed"
    public: bool = True
    parent: str = ""
    parent_version: int = 0
    head: int = 0


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """The conditions of a list of games, which must all hold; those that are empty, 0 or None are none.

    `label`, `player`, `ending` and `winner` (the name of a player who won) are parts of texts; these and `tags` are
    compared as `store.matching.folded` says. `key` is that of a seat. `min_...` and `max_...` belong to the range. A
    game whose date is a month or a year is in a range of dates if any of its days is.
    """

    title: str = ""
    status: str = ""
    standing: Standing | Literal[""] = ""
    parent: str = ""
    label: str = ""
    player: str = ""
    seats: int = 0
    ending: str = ""
    winner: str = ""
    min_created_at: int | None = None
    max_created_at: int | None = None
    min_changed_at: int | None = None
    max_changed_at: int | None = None
    min_played_on: str = ""
    max_played_on: str = ""
    tags: tuple[str, ...] = ()
    key: str = ""
    public: bool | None = None
    has_deadlines: bool | None = None
    held: bool | None = None


ANY_GAME = Filter()


class Page(msgspec.Struct, frozen=True):
    """Some summaries in the order asked for, and the token of the next page (empty on the last)."""

    summaries: tuple[Summary, ...]
    next_page_token: str
    astray: tuple[str, ...] = ()
    """The public games whose row is missing or was altered, whatever the filter."""
    private_astray: tuple[str, ...] = ()
    """The private games with the same damage: only the service may know them."""
    lost: tuple[str, ...] = ()
    """The games of this page that lost entries, where that was accepted."""


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """A hash of 32 bytes that is written with entries of a game, in the one log of leaves of all games.

    `kind` and `version` are the caller's, who finds a leaf of a game by them. The store assigns the `number`, from 0
    without a gap.
    """

    game: str
    kind: str
    version: int
    data: bytes
    number: int = 0


class LeafLog(msgspec.Struct, frozen=True):
    """The log of leaves: how many were acknowledged, and its name, which is random.

    It gets another name when the operator accepts that it lost leaves: others take their numbers from then on.
    """

    name: str
    size: int


class Cosignature(msgspec.Struct, frozen=True, order=True, gc=False):
    """A witness's cosignature of the log of leaves at some size; both texts are the caller's."""

    size: int
    witness: str
    line: str


class RulesNote(msgspec.Struct, frozen=True, order=True, gc=False):
    """The fingerprint of a rules version of a title, as the caller computes it."""

    title: str
    rules_version: int
    fingerprint: str


class RefusedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A refused move, stored apart from the chain for audits. The store assigns its `number`."""

    game: str
    version: int
    at: int
    actor: str
    command_id: str
    data: bytes
    number: int = 0


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A statement about a game after the fact, stored next to its log for ever; numbered from 1."""

    game: str
    number: int
    at: int
    data: bytes


# Errors


class StoreError(Exception):
    """Base of all errors of a store, except ValueError for invalid arguments."""


class GameNotFound(StoreError):
    """The game does not exist."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game!r}")
        self.game = game


class GameExists(StoreError):
    """A game of this name exists already."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is already a game {game!r}")
        self.game = game


class VersionNotFound(StoreError):
    """A fork names a version that its parent's log does not have."""

    def __init__(self, game: str, version: int, head: int) -> None:
        super().__init__(f"game {game!r} has no version {version}: its head is {head}")
        self.game, self.version, self.head = game, version, head


class Conflict(StoreError):
    """The head is not the expected version: another write was first, or the caller is ahead of the log."""

    def __init__(self, game: str, expected: int, head: int) -> None:
        super().__init__(f"game {game!r}: version {expected} was expected, its head is {head}")
        self.game, self.expected, self.head = game, expected, head


class DuplicateCommand(StoreError):
    """The game already has an entry for this command; `find` returns it."""

    def __init__(self, game: str, command_id: str) -> None:
        super().__init__(f"game {game!r} already has an entry for command {command_id!r}")
        self.game, self.command_id = game, command_id


class DuplicateToken(StoreError):
    """The token of a new grant already has one. Messages never contain tokens or their hashes."""

    def __init__(self, game: str) -> None:
        super().__init__(f"a new token of game {game!r} is already in use")
        self.game = game


class ConsentUsed(StoreError):
    """A game was made before with a consent that a new one needs."""

    def __init__(self, game: str) -> None:
        super().__init__(f"one of these consents was already used for a branch of game {game!r}")
        self.game = game


class PaperConflict(StoreError):
    """The last paper of the game is not the expected one: another was first, or the caller is ahead of the list."""

    def __init__(self, game: str, expected: int, found: int) -> None:
        super().__init__(f"game {game!r}: {expected} papers were expected, it has {found}")
        self.game, self.expected, self.found = game, expected, found


class PapersFull(StoreError):
    """The game has as many papers as are stored, or would have more with these: none of them was stored."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} cannot have more than {MOST_PAPERS} papers")
        self.game = game


class WentBack(StoreError):
    """The log lost acknowledged entries, and the operator accepted it: what comes next would contradict them."""

    def __init__(self, game: str, expected: int, found: int) -> None:
        reached = f"version {expected} was acknowledged" if expected > found else "it may have gone further"
        super().__init__(
            f"game {game!r} was restored to version {found}, and {reached}: nobody can play on; "
            f"branch it at a version up to {found}, where the dice are new, or start another game"
        )
        self.game, self.expected, self.found = game, expected, found


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
    """The medium failed, and the call had no effect."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file, self.reason = file, reason


class StorageFull(StorageError):
    """The medium is full: nothing was written, and the same call works once there is room."""

    def __init__(self, file: str, reason: str = "the disk is full; nothing was written") -> None:
        super().__init__(file, reason)


class StorageUnsettled(StorageError):
    """What the call wrote is in the log, and reads show it, but its head could not be stored apart.

    It is not acknowledged: should the log lose it now, nobody would miss it. The same call again finds it there.
    """

    def __init__(self, file: str, game: str) -> None:
        problem = "written to the log, but not to the file of heads: not acknowledged until that file can be written"
        super().__init__(file, problem)
        self.game = game


class StorageCorrupt(StorageError):
    """A page or a log was altered: restore it from a backup."""

    def __init__(self, file: str, game: str, reason: str) -> None:
        super().__init__(file, f"damaged{f' at game {game!r}' if game else ''}: {reason}")
        self.game = game


def _restored(file: str) -> str:
    accept = f"gunbai server doctor --accept-loss{f' --database {file}' if file else ''}"
    return f"restore the newest backup; if this is the newest, accept the loss: {accept}"


class LogBehind(StorageCorrupt):
    """A log ends before the entry that was acknowledged last, or has another entry in its place."""

    def __init__(self, file: str, game: str, expected: int, found: int) -> None:
        ends = f"it ends at version {found}" if found < expected else "another entry is in its place"
        problem = f"version {expected} was acknowledged, but {ends if found >= 0 else 'the game is missing'}"
        super().__init__(file, game, f"{problem}; {_restored(file)}")
        self.expected, self.found = expected, max(found, 0)


class LeavesBehind(StorageCorrupt):
    """The log of leaves ends before the leaf that was acknowledged last, or has another leaf in its place."""

    def __init__(self, file: str, expected: int, found: int) -> None:
        ends = f"it ends after {found}" if found < expected else "the last leaf differs"
        problem = f"{expected} leaves of the log of all games were acknowledged, but {ends}"
        super().__init__(file, "", f"{problem}; {_restored(file)}")
        self.expected, self.found = expected, found


class StorageReplaced(StorageError):
    """The file is not the one that was opened: writes to it would be lost."""

    def __init__(self, file: str) -> None:
        super().__init__(file, "deleted, replaced or linked while in use; stop the service and put the file back")


class StorageLocked(StorageError):
    """Another process uses the file, which only one process may do."""

    def __init__(self, file: str, pid: int) -> None:
        super().__init__(file, f"in use by {f'process {pid}' if pid else 'another process'}; stop it first")
        self.pid = pid


class GamesChanged(Protocol):
    """The games that changed since their names were last taken."""

    async def next(self) -> str:
        """Return the name that waits longest, once there is one. Raises StoreClosed."""


class Store(Protocol):
    """Logs of bytes by game and version, with grants, openings, refusals, papers, a catalogue, and one log of leaves.

    Laws of every method:
    - A call that returns has taken effect, and in a durable engine survives the loss of power; a call that raises a
      StoreError has changed nothing, except for StorageUnsettled: then it has taken effect as a whole, later calls see
      it, and it may be lost with the power. Cancelling a call discards its answer, not its effect.
    - A log has versions first..head without a gap, and an entry never changes, but that what is apart can be replaced.
    - A game with a parent shares the prefix: its versions 1..parent_version *are* the parent's entries, to any depth.
      Its own entries begin at parent_version + 1; later entries of the parent do not belong to it.
    - The head of each log is stored a second time, apart from the log, before a call that creates a game or adds
      entries returns. A log that ends before this head, or has another entry there, raises LogBehind wherever it is
      written, or read up to there; other logs are not affected. A log may be ahead of it after a crash.
    - While a head cannot be stored apart, nothing is written, and what was is not acknowledged: `find` raises
      StorageUnsettled for the games concerned. The first write that can store it settles all.
    - A log that lost entries, if the operator accepted it, is read and forked as it is: `append` raises WentBack. What
      was written to it would have the version and the chance of entries that others have seen.
    - A row beside the log that is missing, or is not what was written, raises StorageCorrupt where it is asked for.
    - The leaves of all games are numbered in the order in which they were written, 0, 1, 2 ..., and never change. The
      head of their log is stored apart like those of games: a log of leaves that ends before it raises LeavesBehind
      where it is read, and where leaves are written.
    - After `close` every method raises StoreClosed.
    """

    # Creates a game, its first entries (versions from parent_version + 1), its grants and its row of the catalogue, all
    # or nothing. `consents` are the ids of the consents that the game needs: no other is created with one of them.
    # `leaves` are of this game, with any number: they get the next ones. Raises GameExists; GameNotFound,
    # VersionNotFound (the parent); DuplicateCommand; DuplicateToken; ConsentUsed.
    async def create(
        self,
        opening: Opening,
        entries: Sequence[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        consents: Sequence[bytes] = (),
        leaves: Sequence[Leaf] = (),
    ) -> None: ...

    # Creates a game with a whole log that came from elsewhere, its grants and its row of the catalogue, all or nothing.
    # `entries` has the versions from 1 and no command id; it is read once, in another thread, by a durable engine a few
    # entries at a time; an error that it raises is raised here. `size` is about how many bytes they have. Raises
    # GameExists and DuplicateToken.
    async def adopt(
        self,
        opening: Opening,
        entries: Iterator[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        size: int,
        leaves: Sequence[Leaf] = (),
    ) -> None: ...

    # Writes entries expected_version + 1, + 2, ... with the new summary, grants and leaves, all or nothing. Of several
    # callers that expect the same version exactly one succeeds; the others get Conflict with the new head; so does one
    # whose `unless` a row of the catalogue meets. A command_id that the game's own entries have raises
    # DuplicateCommand, even if the version conflicts too, so that a repeated command needs no `find` first. Without
    # entries the expected version is checked, the rest is written. Versions that do not follow it raise ValueError.
    # An engine may return a future instead of a coroutine. It then begins at once, so its caller needs no task, and
    # raises StoreClosed and whatever is wrong with the arguments from the call itself.
    def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
        leaves: Sequence[Leaf] = (),
        unless: Sequence[Filter] = (),
    ) -> Awaitable[None]: ...

    # Returns the name of the log of leaves and how many were acknowledged, after comparing it with its head. Raises
    # StorageUnsettled if the last of them are not acknowledged yet.
    async def leaf_log(self) -> LeafLog: ...

    # Returns the acknowledged leaves from number `first` on, at most so many, in order.
    async def leaves(self, first: int = 0, limit: int = 256) -> list[Leaf]: ...

    # Returns the leaves of a game, in order.
    async def leaves_of(self, game: str) -> list[Leaf]: ...

    # Stores a cosignature in the place of what the same witness said of the same size. Those of the KEPT_COSIGNED
    # greatest sizes are kept. A log of leaves under another name has none.
    async def cosign(self, cosignature: Cosignature) -> None: ...

    # Returns the cosignatures of the log of leaves that are kept, by size and witness.
    async def cosignatures(self) -> list[Cosignature]: ...

    # Returns the entries after < version <= upto, in order, across forks, as far as they exist; upto None means the
    # head. The cost is the entries read plus one step per fork between the game and its origin.
    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]: ...

    # Returns the head of the log, after comparing it with the one stored apart. Raises GameNotFound or LogBehind.
    async def head(self, game: str) -> Head: ...

    # Returns the last version of a game that is known here, whoever wrote it, at no cost; 0 if none is.
    def newest(self, game: str) -> int: ...

    # Waits until what other processes had written before the call can be read here.
    async def catch_up(self) -> None: ...

    # Returns the game's own entry for a command, not those of the shared prefix. Never finds "". Raises
    # StorageUnsettled.
    async def find(self, game: str, command_id: str) -> Stored | None: ...

    # Returns the command ids by which `find` finds the game's own entries, in no order.
    async def commands(self, game: str) -> list[str]: ...

    # Yields the entries after a version, those that exist and then those that are appended, each once, until the caller
    # stops (`aclose`) or the store closes (StoreClosed). A slow reader delays nobody. Raises GameNotFound at once.
    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]: ...

    # Returns a context in which the names of games are collected to which entries or papers are added. A name is there
    # once until it is taken, so that a slow reader takes no more room than the games do.
    def changes(self) -> AbstractContextManager[GamesChanged]: ...

    # Replaces what is apart from the game's own entries of these versions for ever, with a new row of the catalogue,
    # all or nothing; entries that have nothing apart are passed over. In a durable engine the former bytes are then
    # gone from its files, also those of the former row, deleted pages and journals included: when the call returns, or
    # as soon as earlier readers have ended.
    async def replace_apart(self, game: str, apart: Mapping[int, bytes], summary: Summary) -> None: ...

    # Returns the opening given to `create`, the secret included.
    async def opening(self, game: str) -> Opening: ...

    # Returns the names of all games, in no order, from the openings and the heads rather than the catalogue.
    async def every_game(self) -> list[str]: ...

    # Returns the grant of a token, by its hash. If there is none, the grants of the games that the caller asks about
    # must all be there: raises StorageCorrupt or LogBehind if one of them is missing.
    async def grant(self, token_hash: bytes, *games: str) -> Grant | None: ...

    # Stores a refused move with the next number; numbers grow within a game. Of each actor of a game the newest
    # KEPT_REFUSALS are stored.
    async def add_refusal(self, refusal: RefusedMove) -> None: ...

    # Returns the refused moves of a game with number > after, oldest first.
    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]: ...

    # Returns how many refused moves of a game were dropped for newer ones.
    async def dropped_refusals(self, game: str) -> int: ...

    # Stores papers of a game for ever, and `leaves` with them, all or nothing. Their numbers follow each other from
    # expected + 1: of several callers that expect the same last number one succeeds; the others get PaperConflict.
    # Raises PapersFull; ValueError for numbers that do not follow, another game, or more than PAPER_BYTES.
    async def add_papers(
        self, game: str, expected: int, papers: Sequence[Paper], *, leaves: Sequence[Leaf] = ()
    ) -> None: ...

    # Returns the papers of a game with number > after, in order. All papers of the game must be there, whatever is
    # asked for: raises StorageCorrupt or LogBehind if one of them is missing.
    async def papers(self, game: str, after: int = 0, limit: int = MOST_PAPERS) -> list[Paper]: ...

    # Returns a page of the catalogue. All pages together, each asked for by the token of the one before with the same
    # filter and order, show each game that existed at the start once; ordered by change, a game that changes meanwhile
    # is shown once at most. The head in a row is that of the log, or the one stored apart if that is later. Every page
    # names the public games that have no sound row. Raises BadPageToken.
    async def games(
        self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50, *, order: Order = "newest"
    ) -> Page: ...

    # Returns in how many games, of standings that are TRUSTED, a player of this name gave no share of chance in time.
    async def absences(self, player: str) -> int: ...

    # Replaces the whole catalogue, all or nothing; it can be computed from the logs and openings. Raises GameNotFound.
    async def rebuild(self, summaries: Iterable[Summary]) -> None: ...

    # Compares the catalogue with what was written, and returns the names of the games whose row is missing or differs,
    # or is not found everywhere; lists do without what does not find it. This is done before the first page too; later
    # pages name what was found last.
    async def check_catalogue(self) -> list[str]: ...

    # Notes that the service is there at a moment, in microseconds since 1970 (UTC). A crash may lose the last notes.
    async def note_presence(self, at: int) -> None: ...

    # Returns the moment that was noted last; 0 if none is known.
    async def presence(self) -> int: ...

    # Notes by which rules games are refereed here, in the place of what was noted of the same version of a title.
    async def note_rules(self, notes: Sequence[RulesNote]) -> None: ...

    # Returns the rules that were noted, by title and version. Stores that share a stream have notes of their own.
    async def rules(self) -> list[RulesNote]: ...

    # Returns what is wrong with the medium, in words; `thorough` misses less. No other call waits for it.
    async def inspect(self, *, thorough: bool = False) -> list[str]: ...

    # Finishes earlier calls, then releases the medium. Closing twice has no further effect.
    async def close(self) -> None: ...
