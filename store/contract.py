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
      LeafConflict       game, since             another leaf of the kind came first
      PapersFull         game                    the game has as many papers as are stored
      WentBack           game, expected, found   the log lost entries, which was accepted: it is read and forked only
      BadPageToken       page_token
      StoreClosed
      StorageError       file, reason            the medium failed
        StorageFull                              nothing was written; writes work again once there is room
        StorageSilent                            the medium does not answer, which says nothing about what it has
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
"""The orders for a list of games: by creation, by last change or by date of play, latest first; equal games are ordered
by name, greatest first. "oldest" is "newest" reversed."""

Standing = Literal["refereed", "attested", "consistent", "unverified"]
"""How far a record can be trusted: refereed by this service; or imported, and then attested by a named key, consistent
in itself, or not verified."""

TRUSTED: frozenset[Standing] = frozenset({"refereed", "attested"})
"""The standings whose records count in players' statistics."""

KEPT_REFUSALS = 100
"""How many refused moves are stored per actor and game; a new one then replaces the oldest."""

MOST_PAPERS = 400
"""How many papers a game can have."""

PAPER_BYTES = 8192
"""The largest paper, in bytes."""


# Values, all frozen. Times are milliseconds since 1970, UTC. The caller names games, titles and statuses.


class Stored(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log; `command_id` is empty if the entry answers no client's command.

    `apart` is the part of the entry that can be replaced forever; it is empty if there is none. `data` shows whether
    there is one and has its digest, which the caller compares: a head's digest covers `data` only.
    """

    version: int
    command_id: str
    data: bytes
    apart: bytes = b""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The version of a log's last entry and the SHA-256 of its bytes, empty if the log has no entry of its own."""

    game: str
    version: int
    digest: bytes
    rows: int = 0
    """How many rows were written for the game outside its log: grants, consents, refusals, papers, summaries."""
    public: bool = True
    lost: int = 0
    """The acknowledged version, if the operator accepted that the log ends at this one instead; else 0."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a game that are fixed at its creation and not in its log; a fork names its parent and a version.

    `provenance` is the caller's note of where a log was imported from; it is empty for every other log.
    """

    game: str
    title: str
    secret: bytes
    public: bool = True
    parent: str = ""
    parent_version: int = 0
    provenance: bytes = b""

    def __repr__(self) -> str:
        """Return all fields except the secrets, also a provenance's, because representations end up in logs."""
        origin = f", parent={self.parent!r}, parent_version={self.parent_version}" if self.parent else ""
        imported = ", imported" if self.provenance else ""
        return f"Opening(game={self.game!r}, title={self.title!r}, public={self.public}{origin}{imported})"


class Grant(msgspec.Struct, frozen=True):
    """The role that a token gives in a game; `seat` and `since` are 0 unless the role is "seat".

    `since` is the version of the entry that gave the seat to the token: the log shows whether it still has it.
    """

    token_hash: bytes
    game: str
    role: Role
    seat: int = 0
    since: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the catalogue; `players` has a name for each seat in order, empty for a free seat.

    `played_on` is an ISO 8601 date (a day, a month or a year), or empty. `absent` are the seats that gave no share of
    chance in time. `has_deadlines` is whether a timeout may change the game by itself. A branch's seats are `held` if
    they belong to the parent's players, who consented to it. `keys` has each seat's public key in order, in hexadecimal
    digits, empty for a seat without one.
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
    """The conditions for a list of games, all of which must hold; empty, 0 and None are no condition.

    `label`, `player`, `ending` and `winner` (a winner's name) match parts of texts; these and `tags` are compared as
    `store.matching.folded` says. `key` is a seat's. A range includes `min_...` and `max_...`. A game dated by month or
    year is in a range of dates if any of its days is.
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
    """Some summaries in the requested order, and the token for the next page (empty on the last one)."""

    summaries: tuple[Summary, ...]
    next_page_token: str
    astray: tuple[str, ...] = ()
    """The public games whose row is missing or was altered, whatever the filter."""
    private_astray: tuple[str, ...] = ()
    """The private games with the same damage: only the service may know of them."""
    lost: tuple[str, ...] = ()
    """The games on this page that lost entries, where the operator accepted the loss."""


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """A 32-byte hash that is written with a game's entries, in one log of leaves for all games.

    `kind` and `version` are the caller's, who finds a game's leaf by them. The store assigns the `number`, from 0
    without a gap.
    """

    game: str
    kind: str
    version: int
    data: bytes
    number: int = 0


class LeafLog(msgspec.Struct, frozen=True):
    """The log of leaves: how many were acknowledged, and its name, which is random.

    It gets a new name when the operator accepts that it lost leaves: other leaves then take their numbers.
    """

    name: str
    size: int


class Cosignature(msgspec.Struct, frozen=True, order=True, gc=False):
    """A witness's cosignature of the log of leaves at some size; both texts are the caller's."""

    size: int
    witness: str
    line: str


class RulesNote(msgspec.Struct, frozen=True, order=True, gc=False):
    """The fingerprint of a version of a title's rules, as the caller computes it."""

    title: str
    rules_version: int
    fingerprint: str


class RefusedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A refused move, stored outside the chain for audits. The store assigns its `number`."""

    game: str
    version: int
    at: int
    actor: str
    command_id: str
    data: bytes
    number: int = 0


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A statement about a game after the fact, stored next to its log forever; numbered from 1."""

    game: str
    number: int
    at: int
    data: bytes


# Errors


class StoreError(Exception):
    """The base of all store errors, except ValueError for invalid arguments."""


class GameNotFound(StoreError):
    """The game does not exist."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game!r}")
        self.game = game


class GameExists(StoreError):
    """A game with this name already exists."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is already a game {game!r}")
        self.game = game


class VersionNotFound(StoreError):
    """A fork names a version that its parent's log does not have."""

    def __init__(self, game: str, version: int, head: int) -> None:
        super().__init__(f"game {game!r} has no version {version}: its head is {head}")
        self.game, self.version, self.head = game, version, head


class Conflict(StoreError):
    """The head is not the expected version: another write came first, or the caller is ahead of the log."""

    def __init__(self, game: str, expected: int, head: int) -> None:
        super().__init__(f"game {game!r}: version {expected} was expected, but its head is {head}")
        self.game, self.expected, self.head = game, expected, head


class DuplicateCommand(StoreError):
    """The game already has an entry for this command; `find` returns it."""

    def __init__(self, game: str, command_id: str) -> None:
        super().__init__(f"game {game!r} already has an entry for command {command_id!r}")
        self.game, self.command_id = game, command_id


class DuplicateToken(StoreError):
    """A new grant's token already has one. Messages never contain tokens or their hashes."""

    def __init__(self, game: str) -> None:
        super().__init__(f"a new token of game {game!r} is already in use")
        self.game = game


class ConsentUsed(StoreError):
    """An earlier game used one of the consents that a new game needs."""

    def __init__(self, game: str) -> None:
        super().__init__(f"one of these consents was already used for a branch of game {game!r}")
        self.game = game


class PaperConflict(StoreError):
    """The game's last paper is not the expected one: another came first, or the caller is ahead of the list."""

    def __init__(self, game: str, expected: int, found: int) -> None:
        super().__init__(f"game {game!r}: its last paper was expected to be {expected}, but is {found}")
        self.game, self.expected, self.found = game, expected, found


class LeafConflict(StoreError):
    """The log of leaves has another leaf of this kind since it was read: what the caller found there may be wrong."""

    def __init__(self, game: str, since: int) -> None:
        super().__init__(f"game {game!r}: another leaf of this kind came first, number {since} or later")
        self.game, self.since = game, since


class PapersFull(StoreError):
    """The game has as many papers as it can, or would have more with these: none of them was stored."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} cannot have more than {MOST_PAPERS} papers")
        self.game = game


class WentBack(StoreError):
    """The log lost acknowledged entries, and the operator accepted it: a new entry would contradict them."""

    def __init__(self, game: str, expected: int, found: int, *, started: bool = True) -> None:
        reached = f"version {expected} was acknowledged" if expected > found else "it may have had later versions"
        branch = f"branch it at a version up to {found}, with new dice, or create a new game"
        super().__init__(
            f"game {game!r} was restored to version {found}, but {reached}: it can no longer be "
            f"played; {branch if started else 'create a new game'}"
        )
        self.game, self.expected, self.found = game, expected, found


class BadPageToken(StoreError):
    """This store did not make the page token."""

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
    """The medium is full: nothing was written, and the same call will work once there is room."""

    def __init__(self, file: str, reason: str = "the disk is full; nothing was written") -> None:
        super().__init__(file, reason)


class StorageSilent(StorageError):
    """The medium did not answer in time: an outage, which shows no damage. Nothing was written."""


class StorageUnsettled(StorageError):
    """The call's data is in the log, and reads show it, but its head could not be stored separately.

    It is not acknowledged: if the log lost it now, nobody would notice. Repeating the call finds it there.
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


def restoring(file: str) -> str:
    """Return what to do about a file that is older than what was acknowledged."""
    accept = f"gunbai server doctor --accept-loss{f' --database {file}' if file else ''}"
    return f"restore the newest backup; if this is the newest, accept the loss: {accept}"


class LogBehind(StorageCorrupt):
    """A log ends before its last acknowledged entry, or has a different entry there."""

    def __init__(self, file: str, game: str, expected: int, found: int, *, accepted: bool = False) -> None:
        ends = f"it ends at version {found}" if found < expected else "a different entry is in its place"
        problem = f"version {expected} was acknowledged, but {ends if found >= 0 else 'the game is missing'}"
        super().__init__(file, game, f"{problem}; {'that loss was accepted' if accepted else restoring(file)}")
        self.expected, self.found, self.accepted = expected, max(found, 0), accepted


class LeavesBehind(StorageCorrupt):
    """The log of leaves ends before its last acknowledged leaf, or has a different leaf there."""

    def __init__(self, file: str, expected: int, found: int) -> None:
        ends = f"the log ends after leaf {found}" if found < expected else "a different leaf is in its place"
        problem = f"leaf {expected} of the log of all games was acknowledged, but {ends}"
        super().__init__(file, "", f"{problem}; {restoring(file)}")
        self.expected, self.found = expected, found


class StorageReplaced(StorageError):
    """The file is not the one that was opened: writes to it would be lost."""

    def __init__(self, file: str) -> None:
        super().__init__(file, "deleted, replaced or linked while in use; stop the service and put the file back")


class StorageLocked(StorageError):
    """Another process uses the file, and only one may."""

    def __init__(self, file: str, pid: int) -> None:
        super().__init__(file, f"in use by {f'process {pid}' if pid else 'another process'}; stop it first")
        self.pid = pid


class GamesChanged(Protocol):
    """The games that changed since their names were last taken."""

    async def next(self) -> str:
        """Return the name that has waited longest, once there is one. Raises StoreClosed."""


class Store(Protocol):
    """Logs of bytes by game and version, with grants, openings, refusals, papers, a catalogue, and one log of leaves.

    Laws for every method:
    - A call that returns has taken effect, and in a durable engine survives a power failure; a call that raises a
      StoreError has changed nothing. The exception is StorageUnsettled: the call has then taken effect as a whole,
      later calls see it, and a power failure may lose it. Cancelling a call discards its answer, not its effect.
    - A log has versions first..head without a gap, and an entry never changes, except that its separate part can be
      replaced.
    - A game with a parent shares the prefix: its versions 1..parent_version *are* the parent's entries, to any depth.
      Its own entries begin at parent_version + 1; the parent's later entries do not belong to it.
    - Each log's head is stored a second time, outside the log, before a call that creates a game or adds entries
      returns. A log that ends before this head, or has a different entry there, raises LogBehind wherever it is
      written, or read up to there; other logs are not affected. A log may be ahead of it after a crash.
    - While a head cannot be stored separately, nothing more is written, and earlier writes are not acknowledged: `find`
      raises StorageUnsettled for the games concerned. The first write that can store it settles them all.
    - A log that lost entries can be read and forked as it is once the operator accepts the loss: `append` raises
      WentBack. A new entry would have the version and the chance of an entry that others have seen.
    - A missing or altered row outside the log raises StorageCorrupt when it is asked for.
    - All games' leaves are numbered 0, 1, 2 ... in the order in which they were written, and never change. Their log's
      head is stored separately like games' heads: a log of leaves that ends before it raises LeavesBehind when it is
      read, and when leaves are written.
    - After `close`, every method raises StoreClosed.
    """

    # Creates a game, its first entries (versions from parent_version + 1), its grants and its catalogue row, all or
    # nothing. `consents` are the ids of the consents that the game needs: no other game can be created with one of
    # them. `leaves` belong to this game; their numbers are ignored, and they get the next ones. Raises GameExists;
    # GameNotFound, VersionNotFound (the parent); DuplicateCommand; DuplicateToken; ConsentUsed.
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

    # Creates a game with a whole log from elsewhere, its grants and its catalogue row, all or nothing. `entries` has
    # the versions from 1 without command ids; it is read once, in another thread, a few entries at a time in a durable
    # engine; an error that it raises is raised here. `size` is roughly their number of bytes. Raises GameExists and
    # DuplicateToken.
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
    # callers that expect the same version, exactly one succeeds; the others get Conflict with the new head, and so does
    # a caller with an `unless` that a catalogue row meets. A command_id of one of the game's own entries raises
    # DuplicateCommand, even if the version conflicts too, so that a repeated command needs no `find` first. Without
    # entries, the expected version is checked and the rest is written. Versions that do not follow it raise ValueError.
    # An engine may return a future instead of a coroutine: it then begins at once, so its caller needs no task, and the
    # call itself raises StoreClosed and argument errors.
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
    # StorageUnsettled if the last ones are not acknowledged yet.
    async def leaf_log(self) -> LeafLog: ...

    # Returns up to `limit` acknowledged leaves from number `first` on, in order.
    async def leaves(self, first: int = 0, limit: int = 256) -> list[Leaf]: ...

    # Returns a game's leaves, in order.
    async def leaves_of(self, game: str) -> list[Leaf]: ...

    # Stores a cosignature, and drops an earlier one by the same witness for the same size. The KEPT_COSIGNED greatest
    # sizes are kept. A log of leaves under a new name has none.
    async def cosign(self, cosignature: Cosignature) -> None: ...

    # Returns the kept cosignatures of the log of leaves, by size and witness.
    async def cosignatures(self) -> list[Cosignature]: ...

    # Returns the entries after < version <= upto, in order, across forks, as far as they exist; upto None means the
    # head. The cost is the entries read plus one step per fork between the game and its origin.
    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]: ...

    # Returns the log's head, after comparing it with the one stored separately. Raises GameNotFound or LogBehind.
    async def head(self, game: str) -> Head: ...

    # Returns a game's last version that is known here, whoever wrote it, at no cost; 0 if none is.
    def newest(self, game: str) -> int: ...

    # Waits until everything that other processes wrote before the call can be read here.
    async def catch_up(self) -> None: ...

    # Returns the game's own entry for a command, not one from the shared prefix. Never finds "". Raises
    # StorageUnsettled.
    async def find(self, game: str, command_id: str) -> Stored | None: ...

    # Returns the command ids by which `find` finds the game's own entries, in no order.
    async def commands(self, game: str) -> list[str]: ...

    # Yields the entries after a version, the existing ones and then those that are appended, each once, until the
    # caller stops (`aclose`) or the store closes (StoreClosed). A slow reader delays nobody. Raises GameNotFound at
    # once.
    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]: ...

    # Returns a context that collects the names of games that get entries or papers. A name is there once until it is
    # taken, so that a slow reader takes no more room than the games do.
    def changes(self) -> AbstractContextManager[GamesChanged]: ...

    # Replaces the separate parts of the game's own entries of these versions forever, with a new catalogue row, all or
    # nothing; entries without a separate part are skipped. In a durable engine, the old bytes, the old row's included,
    # are then gone from its files, deleted pages and journals included: when the call returns, or as soon as earlier
    # readers have ended.
    async def replace_apart(self, game: str, apart: Mapping[int, bytes], summary: Summary) -> None: ...

    # Returns the opening given to `create`, the secret included.
    async def opening(self, game: str) -> Opening: ...

    # Returns the names of all games, in no order, from the openings and the heads rather than the catalogue. Missing
    # games are among them until the operator accepts that loss.
    async def every_game(self) -> list[str]: ...

    # Returns the first of these names after a name, in order.
    async def games_after(self, game: str = "", limit: int = 1000) -> list[str]: ...

    # Returns a token's grant, by its hash. If there is none, the grants of the games that the caller asks about must
    # all be there: raises StorageCorrupt or LogBehind if one of them is missing.
    async def grant(self, token_hash: bytes, *games: str) -> Grant | None: ...

    # Stores a refused move with the next number; numbers grow within a game. The newest KEPT_REFUSALS per actor and
    # game are stored.
    async def add_refusal(self, refusal: RefusedMove) -> None: ...

    # Returns a game's refused moves with number > after, oldest first.
    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]: ...

    # Returns how many of a game's refused moves were dropped for newer ones.
    async def dropped_refusals(self, game: str) -> int: ...

    # Stores a game's papers forever, and `leaves` with them, all or nothing. Their numbers continue from expected + 1:
    # of several callers that expect the same last number, one succeeds; the others get PaperConflict. With
    # `since`, the log of leaves has no leaf with this number or a later one that is of a kind of these leaves: raises
    # LeafConflict. Raises PapersFull; ValueError for numbers that do not follow, another game, or more than
    # PAPER_BYTES.
    async def add_papers(
        self,
        game: str,
        expected: int,
        papers: Sequence[Paper],
        *,
        leaves: Sequence[Leaf] = (),
        since: int | None = None,
    ) -> None: ...

    # Returns a game's papers with number > after, in order. All of the game's papers must be there, whichever are asked
    # for: raises StorageCorrupt or LogBehind if one of them is missing.
    async def papers(self, game: str, after: int = 0, limit: int = MOST_PAPERS) -> list[Paper]: ...

    # Returns a page of the catalogue. All pages together, each asked for by the previous page's token with the same
    # filter and order, show each game that existed at the start once; ordered by change, a game that changes meanwhile
    # is shown at most once. The head in a row is the log's, or the one stored separately if that is later. Every page
    # names the public games that have no sound row. Raises BadPageToken.
    async def games(
        self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50, *, order: Order = "newest"
    ) -> Page: ...

    # Returns in how many games with TRUSTED standings a player of this name gave no share of chance in time.
    async def absences(self, player: str) -> int: ...

    # Replaces the whole catalogue, all or nothing; it can be computed from the logs and openings. Raises GameNotFound.
    async def rebuild(self, summaries: Iterable[Summary]) -> None: ...

    # Compares the catalogue with what was written, and returns the games whose row is missing, differs, or cannot be
    # found by every list, which then leaves it out. This also happens before the first page; later pages name the last
    # findings.
    async def check_catalogue(self) -> list[str]: ...

    # Notes that the service is running at a moment, in microseconds since 1970 (UTC). A crash may lose the last notes.
    async def note_presence(self, at: int) -> None: ...

    # Returns the moment that was noted last; 0 if none is known.
    async def presence(self) -> int: ...

    # Notes the rules by which games are refereed here, replacing earlier notes for the same versions of titles.
    async def note_rules(self, notes: Sequence[RulesNote]) -> None: ...

    # Returns the noted rules, by title and version. Stores that share a stream have notes of their own.
    async def rules(self) -> list[RulesNote]: ...

    # Returns what is wrong with the medium, in words; `thorough` misses less. No other call waits for it.
    async def inspect(self, *, thorough: bool = False) -> list[str]: ...

    # Finishes earlier calls, then releases the medium. Closing twice has no further effect.
    async def close(self) -> None: ...
