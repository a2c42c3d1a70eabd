"""The record's own commands: creating, branching, joining, starting and abandoning a game. Pure, like the judge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from google.protobuf.message import Message

from games import canonical
from games.canonical import BadTableError
from games.decider import begin
from games.edition import Edition, EditionError
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import lobby_pb2 as lobby
from gunbai_client.chain import ORIGIN, digest_with
from gunbai_client.chance import commitment, derive
from referee.errors import GameNotOpen, GameNotStarted, GameOver, InvalidField, SeatsFree, SeatTaken
from referee.game import Game, begun, edition_of, followed, founded, table_of
from referee.judge import settled
from referee.titles import Rulebook, Titles
from referee.writing import HOST, Added, Deed, drafted, items_of, packed, seat, write

SOURCES = {
    life.CHANCE_SOURCE_UNSPECIFIED: life.CHANCE_SOURCE_REFEREE,
    life.CHANCE_SOURCE_REFEREE: life.CHANCE_SOURCE_REFEREE,
    life.CHANCE_SOURCE_DEALER: life.CHANCE_SOURCE_DEALER,
}


def create(titles: Titles, request: lobby.CreateGameRequest, game: str, secret: bytes, at: int) -> Added:
    """The first entry of a new game. Raises TitleNotFound or InvalidField."""
    book = titles.rulebook(request.title, request.rules_version)
    edition = _edition(book, request.edition_json)
    command = life.CreateGame(
        title=book.title.name,
        rules_version=book.title.rules_version,
        seats=_seats(book, request.seats),
        options_json=_options(book, request.options_json),
        edition_json=edition.text if request.edition_json else "",
        edition_digest=edition.digest,
        table_json=_table(book, request, edition),
        chance_source=source_of(request.chance_source),
        private=request.private,
        commitment=commitment(secret),
    )
    try:
        table_of(book, command, edition)
    except ValueError as error:
        raise InvalidField("options_json", str(error)) from None
    entry = drafted(game, 1, ORIGIN, Deed(HOST, at, packed(command)))
    leaves = [*items_of(entry, book, derive(secret), [life.GameCreated(label=request.label)])]
    entry.digest = digest_with(entry, leaves)
    return Added(founded(titles, entry, {game: secret}), (entry,))


def fork(parent: Game, branch: str, command: life.ForkGame, label: str, *, secret: bytes, at: int) -> Added:
    """The first entry of a branch that leaves `parent` at its version. Raises GameNotStarted."""
    if not parent.started:
        raise GameNotStarted(parent.id, f"it had not begun at version {parent.version}")
    command.commitment = commitment(secret)
    entry = drafted(branch, parent.version + 1, parent.digest, Deed(HOST, max(at, parent.changed_at), packed(command)))
    leaves = [*items_of(entry, parent.charter.rulebook, derive(secret), [life.GameForked(label=label)])]
    entry.digest = digest_with(entry, leaves)
    return Added(followed(parent, entry, {branch: secret}), (entry,))


def take_seat(game: Game, request: lobby.JoinGameRequest, at: int) -> Added:
    """A player sits down. Raises GameNotOpen, SeatTaken or InvalidField."""
    _check_open(game)
    number = request.seat or next((n for n, sitting in enumerate(game.sittings, 1) if not sitting.player), 0)
    if number > len(game.sittings):
        raise InvalidField("seat", f"the game has {len(game.sittings)} seats, not {request.seat}")
    if not number or game.sittings[number - 1].player:
        raise SeatTaken(game.id, f"seat {number} is taken" if number else "all seats are taken")
    command = life.TakeSeat(seat=number, player=request.player, entropy=request.entropy, public_key=request.public_key)
    return _own(game, seat(number), command, [life.SeatTaken(seat=number)], at)


def start(game: Game, at: int) -> Added:
    """The game begins, or goes on after a fork, up to the first decision. Raises GameNotOpen or SeatsFree."""
    return settled(begin_entry(game, at))


def begin_entry(game: Game, at: int) -> Added:
    """The entry with which a game begins, alone. Raises GameNotOpen or SeatsFree."""
    _check_open(game)
    free = tuple(number for number, sitting in enumerate(game.sittings, 1) if not sitting.player)
    if free:
        raise SeatsFree(game.id, f"nobody sits at {', '.join(map(str, free))}")
    first = begin(game.charter.rulebook.title, game.table)
    deed = Deed(HOST, max(at, game.changed_at), packed(life.StartGame()))
    return write(game, deed, (life.GameStarted(), *first.events), partial(begun, game, table=first.table))


def abandon(game: Game, reason: str, at: int) -> Added:
    """The host ends the game. Raises GameOver."""
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    deed = Deed(HOST, max(at, game.changed_at), packed(life.AbandonGame(reason=reason)))
    opened = life.GameAbandoned(secret=game.secret)
    return write(game, deed, [opened], lambda entry: game.ended(entry, "abandoned"))


def _own(game: Game, actor: record.Actor, command: Message, events: Sequence[Message], at: int) -> Added:
    deed = Deed(actor, max(at, game.changed_at), packed(command))
    return write(game, deed, events, lambda entry: followed(game, entry, {}))


def _check_open(game: Game) -> None:
    if game.status != "open":
        raise GameNotOpen(game.id, f"it is {game.status}")


def _seats(book: Rulebook, seats: int) -> int:
    if seats not in book.title.seats:
        allowed = ", ".join(map(str, book.title.seats))
        raise InvalidField("seats", f"{book.title.label} is played with {allowed} seats, not {seats}")
    return seats


def _options(book: Rulebook, text: str) -> str:
    try:
        options = msgspec.json.decode(text or "{}", type=book.title.options)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidField("options_json", str(error)) from None
    return msgspec.json.encode(options, order="deterministic").decode()


def _edition(book: Rulebook, text: str) -> Edition[Any]:
    try:
        return edition_of(book, text)
    except (EditionError, RecursionError) as error:
        raise InvalidField("edition_json", str(error)) from None


def _table(book: Rulebook, request: lobby.CreateGameRequest, edition: Edition[Any]) -> str:
    if not request.table_json:
        return ""
    try:
        return canonical.encode(canonical.read(book.title, request.table_json, edition, request.seats)).decode()
    except (BadTableError, RecursionError) as error:
        raise InvalidField("table_json", str(error)) from None


def source_of(source: life.ChanceSource.ValueType) -> life.ChanceSource.ValueType:
    """The source of chance, which is the referee where none is named. Raises InvalidField."""
    if source not in SOURCES:
        raise InvalidField("chance_source", f"{source} is no source of chance")
    return SOURCES[source]
