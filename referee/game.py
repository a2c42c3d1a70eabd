"""A game as a value: everything that its entries tell, folded.

    fold(entries)      from nothing to the game at the last entry
    followed(game, e)  the game after one more entry
    moved(...)         the same, where the table after the entry is known already

The record's own commands (creation, seats, start, fork, end) have a handler each; all others are the title's, whose
events the title folds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from games import canonical
from games.decider import Outcome, Step, Table, waiting
from games.edition import Edition
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chain import ORIGIN, check
from gunbai_client.chance import Keys, derive, position_digest
from referee.errors import RecordDamaged
from referee.titles import Rulebook, Titles

Status = Literal["open", "running", "finished", "abandoned"]


class Sitting(msgspec.Struct, frozen=True):
    """Who sits at a seat; nobody while the player has no name."""

    player: str = ""
    entropy: bytes = b""
    public_key: bytes = b""


class Charter(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed when a game is created or branched, and holds from then on."""

    game: str
    label: str
    rulebook: Rulebook
    edition: Edition[Any]
    seats: int
    options_json: str
    chance_source: life.ChanceSource.ValueType
    private: bool
    commitment: bytes
    created_at: int
    parent: str = ""
    parent_version: int = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one version."""

    charter: Charter
    secret: bytes
    keys: Keys
    status: Status = "open"
    sittings: tuple[Sitting, ...]
    table: Table
    step: Step[Any] | None = None
    """What the rules wait for; None before the first start and after the end."""
    version: int
    digest: bytes
    changed_at: int
    asked_since: int = 0
    """The version at which the rules came to wait for `step`."""
    acted: tuple[int, ...]
    """The version of the last command of chance, of seat 1, of seat 2 …"""
    started: int = 0
    """The version of the first start; 0 before it."""
    sealed: bool = False
    """Whether any item so far may be seen by one seat only."""
    result: Outcome | None = None

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.charter.game

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that everything is open."""
        return self.status in {"finished", "abandoned"}

    def expected(self, actor: int) -> int:
        """The earliest version that a command of the actor may expect: since then its question has stood unanswered."""
        return max(self.asked_since, self.acted[actor])

    def linked(self, digest: bytes) -> Game:
        """The same game, whose last entry has this digest."""
        return msgspec.structs.replace(self, digest=digest)

    def noted(self, entry: record.Entry, **changes: Any) -> Game:
        """The game after one of the record's own entries."""
        return msgspec.structs.replace(
            self, version=entry.version, digest=entry.digest, changed_at=entry.at_micros, **changes
        )

    def ended(self, entry: record.Entry, status: Status, result: Outcome | None = None) -> Game:
        """The game after its last entry."""
        return self.noted(entry, status=status, step=None, result=result)

    def position(self) -> bytes:
        """The position digest of an entry that leaves this table: empty while seats are being taken."""
        if self.status == "open":
            return b""
        return position_digest(self.keys, self.version, canonical.encode(self.table))


def fold(
    titles: Titles, entries: Iterable[record.Entry], secrets: Mapping[str, bytes], *, trusted: bool = False
) -> Game:
    """The game that the entries of a record tell, each checked against the chain unless they are trusted.

    `secrets` has the secret of each game whose entries these are, as far as it is known. Raises RecordDamaged.
    """
    game: Game | None = None
    for version, entry in enumerate(entries, 1):
        try:
            if not trusted:
                check(entry, version, game.digest if game is not None else ORIGIN)
            game = followed(game, entry, secrets) if game is not None else founded(titles, entry, secrets)
        except Exception as error:
            raise RecordDamaged(entry.game, version, str(error) or type(error).__name__) from error
    if game is None:
        raise RecordDamaged("", 1, "it has no entry")
    return game


def founded(titles: Titles, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
    """The game after its first entry. Raises an error where the entry creates none."""
    created = life.CreateGame.FromString(entry.command.open.value)
    announced = life.GameCreated.FromString(entry.events[0].open.value)
    book = titles.rulebook(created.title, created.rules_version)
    edition = edition_of(book, created.edition_json)
    secret = secrets.get(entry.game, b"")
    return Game(
        charter=Charter(
            game=entry.game,
            label=announced.label,
            rulebook=book,
            edition=edition,
            seats=created.seats,
            options_json=created.options_json,
            chance_source=created.chance_source,
            private=created.private,
            commitment=created.commitment,
            created_at=entry.at_micros,
        ),
        secret=secret,
        keys=derive(secret),
        sittings=(Sitting(),) * created.seats,
        table=table_of(book, created, edition),
        version=entry.version,
        digest=entry.digest,
        changed_at=entry.at_micros,
        acted=(0,) * (created.seats + 1),
    )


def edition_of(book: Rulebook, text: str) -> Edition[Any]:
    """The edition that a game is played with. Raises EditionError."""
    return book.title.edition.read(text) if text else book.title.edition


def table_of(book: Rulebook, created: life.CreateGame, edition: Edition[Any]) -> Table:
    """The table that a game starts from. Raises ValueError."""
    if created.table_json:
        table: Table = canonical.read(book.title, created.table_json, edition, created.seats)
        return table
    options = msgspec.json.decode(created.options_json, type=book.title.options)
    ordinary: Table = book.title.setup(created.seats, options, edition)
    return ordinary


def followed(game: Game, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
    """The game after one more entry, which the chain is known to allow."""
    own = _HANDLERS.get(entry.command.open.type_url)
    if own is None:
        return moved(game, entry, folded(game, entry.events))
    return own(game, entry, secrets)


def is_own(entry: record.Entry) -> bool:
    """Whether an entry is one of the record's own, not one of the title's."""
    return entry.command.open.type_url in _HANDLERS


def folded(game: Game, events: Iterable[record.Item]) -> Table:
    """The table after events of the title."""
    book, table = game.charter.rulebook, game.table
    evolve, kinds = book.title.evolve, book.events
    for item in events:
        content = item.open
        table = evolve(table, kinds[content.type_url].FromString(content.value))
    return table


def moved(game: Game, entry: record.Entry, table: Table) -> Game:
    """The game after an entry of a seat or of chance that leaves this table."""
    step = waiting(game.charter.rulebook.title, table)
    actor = entry.actor.seat
    acted = game.acted
    return msgspec.structs.replace(
        game,
        table=table,
        step=step,
        version=entry.version,
        digest=entry.digest,
        changed_at=entry.at_micros,
        asked_since=game.asked_since if step == game.step else entry.version,
        acted=(*acted[:actor], entry.version, *acted[actor + 1 :]),
        sealed=game.sealed or has_salt(game, entry),
    )


def has_salt(game: Game, entry: record.Entry) -> bool:
    """Whether an entry has an item that only one seat may see; in most titles there is none."""
    if not game.charter.rulebook.private:
        return False
    return bool(entry.command.salt) or any(item.salt for item in entry.events)


def _seat_taken(game: Game, entry: record.Entry, _: Mapping[str, bytes]) -> Game:
    taken = life.TakeSeat.FromString(entry.command.open.value)
    sitting = Sitting(taken.player, taken.entropy, taken.public_key)
    before, after = game.sittings[: taken.seat - 1], game.sittings[taken.seat :]
    return game.noted(entry, sittings=(*before, sitting, *after))


def _started(game: Game, entry: record.Entry, _: Mapping[str, bytes]) -> Game:
    return begun(game, entry, folded(game, entry.events[1:]))


def begun(game: Game, entry: record.Entry, table: Table) -> Game:
    """The game after the entry that starts it, or goes on with it after a fork."""
    return game.noted(
        entry,
        status="running",
        keys=derive(game.secret, [sitting.entropy for sitting in game.sittings]),
        table=table,
        step=waiting(game.charter.rulebook.title, table),
        asked_since=entry.version,
        started=game.started or entry.version,
        sealed=game.sealed or has_salt(game, entry),
    )


def _forked(game: Game, entry: record.Entry, secrets: Mapping[str, bytes]) -> Game:
    fork = life.ForkGame.FromString(entry.command.open.value)
    secret = secrets.get(entry.game, b"")
    return game.noted(
        entry,
        charter=msgspec.structs.replace(
            game.charter,
            game=entry.game,
            label=life.GameForked.FromString(entry.events[0].open.value).label,
            chance_source=fork.chance_source,
            private=fork.private,
            commitment=fork.commitment,
            created_at=entry.at_micros,
            parent=fork.parent,
            parent_version=fork.parent_version,
        ),
        secret=secret,
        keys=derive(secret),
        status="open",
        sittings=(Sitting(),) * game.charter.seats,
        step=None,
        acted=(0,) * len(game.acted),
        result=None,
    )


def _closed(game: Game, entry: record.Entry, _: Mapping[str, bytes]) -> Game:
    closed = life.GameClosed.FromString(entry.events[0].open.value)
    return game.ended(entry, "finished", closing(game, closed))


def closing(game: Game, closed: life.GameClosed) -> Outcome:
    """The outcome that the closing of a game tells."""
    numbers = {clause.number: value for value, clause in game.charter.rulebook.clauses.items()}
    return Outcome(
        closed.ending, numbers.get(closed.clause, 0), tuple(closed.winners), tuple(closed.scores), closed.remark
    )


def _abandoned(game: Game, entry: record.Entry, _: Mapping[str, bytes]) -> Game:
    return game.ended(entry, "abandoned")


_HANDLERS: dict[str, Callable[[Game, record.Entry, Mapping[str, bytes]], Game]] = {
    f"type.googleapis.com/gunbai.record.v1.{name}": handler
    for name, handler in {
        "TakeSeat": _seat_taken,
        "StartGame": _started,
        "ForkGame": _forked,
        "CloseGame": _closed,
        "AbandonGame": _abandoned,
    }.items()
}
