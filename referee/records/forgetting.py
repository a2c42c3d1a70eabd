"""Players' names that are removed forever: from a game, and from branches that hold the player's seat.

Only the name's leaf stays in its entry: the chain and signed heads hold without the name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias, get_args

from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.messages import url_of
from gunbai_record.player_names import TAKEN, Name, name_in
from referee.access.callers import Caller, check_standing
from referee.errors import RefereeError, TokenRevoked
from referee.game.game import Game
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.stored_entries import as_written, remove_names
from referee.records.summaries import summary_of_unverified
from store.contract import StorageCorrupt

_OfSeat: TypeAlias = (
    life.FreeSeat | life.LeaveSeat | life.ReissueToken | life.AnnounceReissue | life.VetoReissue | life.CompleteReissue
)
_AT_ONCE = 1024
_NAMING = TAKEN.encode()
_OF_TOKENS: dict[str, type[_OfSeat]] = {url_of(kind): kind for kind in get_args(_OfSeat)}
"""The commands that change which token holds a seat, or prevent such a change."""


class Named(NamedTuple):
    """A name in a game's record: its entry, the seat and the name."""

    version: int
    seat: int
    player: str


class Removed(NamedTuple):
    """The names that were removed, each as its game and seat, and the unreadable games, which still have theirs."""

    names: tuple[tuple[str, int], ...]
    unread: tuple[str, ...]


async def name_removed(changes: Changes, game: str, caller: Caller) -> Game:
    """Return a game without the name of the player who took a seat, by the seat's token.

    A player who left their seat still has the token. Raises TokenRevoked if the seat has another token now, or if this
    one never had it, or TokenPending.
    """
    newest = await changes.games.game(game)
    sitting = newest.sitting(caller.seat)
    if not 0 < sitting.taken_at <= caller.since:
        await _check_held(changes.games, newest, caller)
        return await changes.without_names(game, {await _taken_at(changes.games, newest, caller)})
    check_standing(newest, caller)
    if not sitting.player:
        return newest
    # First below: a failure leaves the name in the game, and the request can be repeated.
    await _remove_below(changes, game, caller.seat, {sitting.player})
    return await changes.without_names(game, {sitting.taken_at})


async def seat_forgotten(changes: Changes, game: str, seat: int) -> Removed:
    """Remove the names of all players who ever took a game's seat.

    Raises GameNotFound, RecordDamaged or StorageError.
    """
    named = [name for name in await _names(changes.games, game) if name.seat == seat]
    below = await _remove_below(changes, game, seat, {name.player for name in named})
    await _remove(changes, game, named)
    return Removed((*((game, seat) for _ in named), *below), ())


async def player_forgotten(changes: Changes, player: str, progress: Callable[[int, int], None]) -> Removed:
    """Remove a name, exactly as it is written, from all of a store's games. Raises StorageError."""
    names: list[tuple[str, int]] = []
    unread = []
    games = sorted(await changes.games.store.every_game())
    for number, game in enumerate(games, 1):
        try:
            named = [name for name in await _names(changes.games, game) if name.player == player]
            await _remove(changes, game, named)
            names += ((game, name.seat) for name in named)
        except (RefereeError, StorageCorrupt, ValueError, DecodeError):
            unread.append(game)
        progress(number, len(games))
    return Removed(tuple(names), tuple(unread))


async def _names(games: Games, game: str) -> list[Named]:
    """Return the names that a game's own entries have, and that were not removed."""
    after, names = (await games.store.opening(game)).parent_version, list[Named]()
    while rows := await games.store.read(game, after, after + _AT_ONCE):
        for row in rows:
            # Parsing every entry of every game would take hours; the name of the command is in its bytes as it is.
            if row.apart or _NAMING in row.data:
                names += _named(as_written(game, row), row.version)
        after = rows[-1].version
    return names


def _named(entry: record.Entry, version: int) -> Iterator[Named]:
    """Yield an entry's name, unless it was removed. Raises ValueError or DecodeError."""
    item = name_in(entry)
    if item is not None and item.HasField("open"):
        yield Named(version, entry.actor.seat, Name.of(item).player)


async def _remove(changes: Changes, game: str, named: Sequence[Named]) -> None:
    """Remove a game's names, if there are any."""
    versions = {name.version for name in named}
    if not versions:
        return
    if (unverified := await changes.games.unverified(game)) is not None:
        # An unverified record is not a game: only its log has the names.
        await remove_names(changes.games.store, summary_of_unverified(unverified), versions)
    else:
        await changes.without_names(game, versions)


async def _remove_below(changes: Changes, game: str, seat: int, players: Collection[str]) -> list[tuple[str, int]]:
    """Remove names from the branches that keep a seat for its player, and from their branches; return where."""
    removed = []
    for branch in await changes.held_branches(game):
        removed += await _remove_below(changes, branch, seat, players)
        named = [name for name in await _names(changes.games, branch) if name.seat == seat and name.player in players]
        await _remove(changes, branch, named)
        removed += ((branch, seat) for _ in named)
    return removed


async def _check_held(games: Games, game: Game, caller: Caller) -> None:
    """Check that a seat which the caller no longer holds was once theirs. Raises TokenRevoked.

    An announced token holds the seat once the announcement is completed.
    """
    noticed = False
    async for entry in games.history(game.id, caller.since - 1, game.version):
        kind, about = entry.command.open, seat_about(entry)
        if entry.version == caller.since:
            noticed = kind.Is(life.AnnounceReissue.DESCRIPTOR)
        elif noticed and about == caller.seat:
            if kind.Is(life.CompleteReissue.DESCRIPTOR):
                return
            raise TokenRevoked(caller.seat)
    if noticed:
        raise TokenRevoked(caller.seat)


def seat_about(entry: record.Entry) -> int:
    """Return the seat whose token an entry changes, or may change; 0 for any other entry."""
    kind = _OF_TOKENS.get(entry.command.open.type_url)
    return kind.FromString(entry.command.open.value).seat if kind is not None else 0


async def _taken_at(games: Games, game: Game, caller: Caller) -> int:
    """Return the version where a player took the seat that they have left."""
    version = 0
    async for entry in games.history(game.id, game.charter.parent_version, caller.since):
        if entry.command.open.type_url == TAKEN and entry.actor.seat == caller.seat:
            version = entry.version
    return version
