"""Games of the toy title Lantern Night as values, without a service, for the tests of the inner rooms."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.plain import plain_type
from gunbai_record.player_names import Name
from lab.toy import LANTERN_NIGHT, protos
from referee.game.entries import Added, packed
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.titles import Titles
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Opening, Store
from store.memory import MemoryStore

TITLES = Titles([LANTERN_NIGHT])
SECRET = bytes(range(32))
NAME = "nightnightnight2"
AT = 1_000_000

_ids = count(1)


class Night(NamedTuple):
    """A game and its record so far."""

    game: Game
    entries: tuple[record.Entry, ...]

    def then(self, added: Added) -> Night:
        """Return the night after what was added to it."""
        return Night(added.game, (*self.entries, *added.entries))

    def play(self, *moves: tuple[int, Message]) -> Night:
        """Return the night after moves that the rules accept."""
        night = self
        for actor, move in moves:
            ruling = judge(night.game, command(night.game, actor, move), AT)
            assert not isinstance(ruling, Refused), ruling
            night = night.then(ruling)
        return night


def named(player: str) -> Name:
    """Return the name of a player, with the same salt always."""
    return Name(player, sha256(player.encode()).digest())


def created(seats: int = 2, secret: bytes = SECRET, game: str = NAME, **terms: Any) -> Night:
    """Return a game whose seats are free."""
    added = create_game(TITLES, life.CreateGame(title="lantern_night", seats=seats, **terms), game, secret, AT)
    return Night(added.game, added.entries)


def seated(seats: int = 2, keys: Sequence[bytes] = (), **terms: Any) -> Night:
    """Return a game whose seats are all taken."""
    night = created(seats, **terms)
    for seat in range(1, seats + 1):
        key = keys[seat - 1] if keys else b""
        taken = life.TakeSeat(seat=seat, entropy=bytes([seat]), public_key=key)
        night = night.then(take_seat(night.game, taken, named(f"player {seat}"), AT))
    return night


def started(seats: int = 2, keys: Sequence[bytes] = (), **terms: Any) -> Night:
    """Return a game that has started."""
    night = seated(seats, keys, **terms)
    return night.then(settled(start_game(night.game, AT)))


async def keep(store: Store, night: Night) -> None:
    """Write a night into a store; for a branch, whose parent is already there, its own entries."""
    game, charter = night.game, night.game.charter
    opening = Opening(
        game=game.id,
        title="lantern_night",
        secret=SECRET,
        public=not charter.private,
        parent=charter.parent,
        parent_version=charter.parent_version,
    )
    own = night.entries[charter.parent_version :]
    await store.create(opening, [stored(entry) for entry in own], [], summary_of(game))


async def store_with(night: Night, store: MemoryStore | None = None) -> MemoryStore:
    """Return a store, a new one if none is given, that has the night."""
    store = store or MemoryStore()
    await keep(store, night)
    return store


def command(game: Game, actor: int, move: Message, **changes: Any) -> Command:
    """Return a command that answers the question that its actor is asked now."""
    facts: dict[str, Any] = {
        "actor": actor,
        "command_id": f"command {next(_ids)}",
        "expected_version": game.expected(actor),
        "sent": packed(move),
        "message": move,
    }
    return Command(**facts | changes)


def bid(seat: int, light: int) -> tuple[int, Message]:
    """Return the bid of a seat as a move."""
    return seat, protos.Bid(seat=seat, light=light)


def finished(seats: int = 2) -> Night:
    """Return a game that was played to its end."""
    night = started(seats)
    while night.game.status == "running":
        night = night.play(next_move(night.game))
    return night


def next_move(game: Game) -> tuple[int, Message]:
    """Return a move of the first asked seat: it bids its number if it can, or withdraws."""
    seat = min(seat for seat in range(1, game.charter.seats + 1) if _is_asked(game, seat))
    table: Any = game.table
    moves = [protos.Bid(seat=seat, light=min(seat, table.purses[seat - 1])), protos.Withdraw()]
    return seat, next(move for move in moves if _takes(game, move))


def _is_asked(game: Game, seat: int) -> bool:
    step: Any = game.step
    return step is not None and seat in step.seats(game.table)


def _takes(game: Game, move: Message) -> bool:
    step: Any = game.step
    return plain_type(move.DESCRIPTOR) in step.takes
