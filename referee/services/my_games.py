"""The stream of the caller's games: each as it is now, and again whenever it changes.

One task learns from the store which games change, and tells each reader with a place there. A reader keeps the names of
the games not yet taken, each once: a slow reader takes no more room than their games do, gets a game once for several
changes, and misses none.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple, TypeVar

from games.kit.rules.decider import Chance
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1.game_pb2 import GameInfo, Invitation
from gunbai_record.players import invitation_tag, invites
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, at_table
from referee.access.charges import charge_nobody, charge_to
from referee.access.invitations import invitations
from referee.access.key_proofs import check_proof
from referee.access.peers import Context
from referee.calls.statuses import status_of
from referee.calls.stopping import Awaited, Quiet, Stopping
from referee.errors import (
    ForeignToken,
    InvalidField,
    RecordDamaged,
    RecordUnverified,
    RefereeError,
    TokenPending,
    TokenRevoked,
    TokenUnknown,
)
from referee.game.game import Game, Status
from referee.proof.identity import Identity
from referee.records import wall_clock
from referee.records.games import Games
from referee.services.game_messages import message_of
from referee.services.play_stream import seats_asked
from referee.services.prompts import expected_of, share_due
from store.contract import (
    Filter,
    GameNotFound,
    GamesChanged,
    StorageCorrupt,
    Store,
    StoreError,
    Summary,
)

MOST_PLACES = 2000
"""The maximum number of places that a reader can name, and of games per key."""
GOING_ON: Sequence[Status] = ("running", "revealing", "appealed", "continued", "open")
"""The states of a game that may change; first those of games that have begun.

Anybody can give a seat of an open game somebody's key, and so many of them must not hide the games that are played.
"""
LOST = (
    TokenUnknown,
    ForeignToken,
    TokenRevoked,
    TokenPending,
    RecordDamaged,
    RecordUnverified,
    GameNotFound,
    StorageCorrupt,
)
"""The errors of a place that does not come back by itself."""
_PAGE = 200
_T = TypeVar("_T")


class HeldPlace(NamedTuple):
    """A place in the request: its number, counted from 1, and its holder."""

    number: int
    caller: Caller


class Reader:
    """One reader of their games, with or without a key: their places by game, and the games not yet taken."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.places: defaultdict[str, list[HeldPlace]] = defaultdict(list)
        self._waiting: dict[str, None] = {}
        self._news = asyncio.Event()
        self._error: Exception | None = None

    def tell(self, game: str) -> None:
        """Note that a game changed."""
        self._waiting[game] = None
        self._news.set()

    @property
    def ready(self) -> bool:
        """Return whether a game waits to be taken."""
        return bool(self._waiting)

    def take(self) -> str:
        """Return the game that has waited longest."""
        game = next(iter(self._waiting))
        del self._waiting[game]
        return game

    def fail(self, error: Exception) -> None:
        """Note that nothing more will be sent, and why."""
        self._error = error
        self._news.set()

    async def changed(self) -> AsyncGenerator[str, None]:
        """Yield the games that change. Raises the error of the task that reports them."""
        while self._error is None:
            while self._waiting:
                yield self.take()
            self._news.clear()
            await self._news.wait()
        raise self._error


class MyGames:
    """All readers of their own games, and the task that tells them about changes. Belongs to one event loop."""

    def __init__(self, games: Games, callers: Callers, identity: Identity, stopping: Stopping, page: str) -> None:
        self.games, self.callers, self.identity, self.stopping, self.page = games, callers, identity, stopping, page
        self._by_game: defaultdict[str, set[Reader]] = defaultdict(set)
        self._by_key: defaultdict[bytes, set[Reader]] = defaultdict(set)
        self._readers: set[Reader] = set()
        self._following = ExitStack()
        self._telling: asyncio.Task[None] | None = None

    @contextmanager
    def reading(self, reader: Reader) -> Iterator[None]:
        """Tell a reader which games change. `follow` adds games where they have no place yet."""
        if not self._readers:
            # The changes are collected from here on, so none is missed while places are looked up.
            self._telling = asyncio.create_task(self._tell(self._following.enter_context(self.games.store.changes())))
        self._readers.add(reader)
        if reader.key:
            self._by_key[reader.key].add(reader)
        try:
            yield
        finally:
            for game in reader.places:
                _leave(self._by_game, game, reader)
            _leave(self._by_key, reader.key, reader)
            self._readers.discard(reader)
            if not self._readers and self._telling is not None:
                self._telling.cancel()
                self._following.close()

    def follow(self, reader: Reader, game: str) -> None:
        """Tell a reader about a game from now on."""
        self._by_game[game].add(reader)

    def leave(self, reader: Reader, game: str) -> None:
        """Stop telling a reader about a game."""
        del reader.places[game]
        _leave(self._by_game, game, reader)

    async def _tell(self, changes: GamesChanged) -> None:
        """Tell the readers about changes. No call pays for this."""
        charge_to(charge_nobody, charge_nobody)
        try:
            while True:
                await self._changed(await changes.next())
        except Exception as error:  # noqa: BLE001  # the table of statuses decides what the readers get
            for reader in self._readers:
                reader.fail(error)

    async def _changed(self, name: str) -> None:
        """Tell those whom a game's change concerns."""
        for reader in self._by_game.get(name, ()):
            reader.tell(name)
        with suppress(RefereeError, StoreError):
            # A branch in which a game may continue concerns everybody with a place at the game.
            if name not in self._by_game and (parent := (await self.games.store.opening(name)).parent) in self._by_game:
                await self._proposed(name, parent)
            if self._by_key:
                self._tell_keys(await self.games.game(name))

    async def _proposed(self, name: str, parent: str) -> None:
        game = await self.games.game(name)
        if game.charter.continues and game.status == "open":
            for reader in self._by_game.get(parent, ()):
                reader.tell(parent)

    def _tell_keys(self, game: Game) -> None:
        for key, readers in self._by_key.items():
            if has_place(game, key):
                for reader in readers:
                    reader.tell(game.id)


class MyGamesStream:
    """One reader's stream."""

    def __init__(self, my_games: MyGames, request: pb.WatchMineRequest, context: Context) -> None:
        """Read a request. Raises InvalidField."""
        if len(request.places) > MOST_PLACES:
            raise InvalidField("places", f"expected at most {MOST_PLACES} places, not {len(request.places)}")
        self._my_games, self._request, self._context = my_games, request, context
        self._negotiation = Negotiation(context)
        # Each game has its own titles and words: the result says which language its words have.
        self._negotiation.answered()
        key = b""
        if request.HasField("key"):
            key = check_proof("key", request.key, str(my_games.identity.verifier), wall_clock.now())
        for place in request.places:
            if not (place.token or key):
                raise InvalidField("places.token", "send a token, or prove that you hold a key")
        self._reader = Reader(key)

    async def responses(self, heartbeat_seconds: float) -> AsyncGenerator[pb.WatchMineResponse, None]:
        """Yield the stream's messages."""
        my_games, reader, peer = self._my_games, self._reader, self._my_games.callers.stranger(self._context)
        with my_games.reading(reader):
            async for lost in self._places():
                yield lost
            if reader.key:
                await self._games_of_key()
            while reader.ready:
                async for message in self._messages(reader.take()):
                    yield message
                # Many games are paid for as they come: the stream can be resumed once the quota has recovered.
                my_games.callers.quotas.check(peer)
            yield pb.WatchMineResponse(all_seen=pb.AllSeen(games=len(reader.places)))
            async for item in Awaited(reader.changed(), my_games.stopping, heartbeat_seconds):
                if isinstance(item, Quiet):
                    yield pb.WatchMineResponse(nothing_new=pb.NothingNew())
                else:
                    async for message in self._messages(item):
                        yield message
        yield pb.WatchMineResponse(drained=pb.MineDrained())

    async def _places(self) -> AsyncIterator[pb.WatchMineResponse]:
        """Take up the request's places; yield those that nobody holds."""
        for number, place in enumerate(self._request.places, 1):
            if place.token:
                try:
                    caller = await self._my_games.callers.place(self._context, place.game, place.token)
                except LOST as error:
                    yield lost_place(place.game, number, error)
                    continue
                self._reader.places[place.game].append(HeldPlace(number, caller))
            self._follow(place.game)
            if self._my_games.games.store.newest(place.game) != place.after_version:
                self._reader.tell(place.game)

    async def _games_of_key(self) -> None:
        """Take up the key's running games that were not named, and those that invite it."""
        named = {place.game for place in self._request.places}
        tag = invitation_tag(self._reader.key)
        filters = [Filter(key=self._reader.key.hex(), status=status) for status in GOING_ON]
        for only in (*filters, Filter(tags=(tag,), status="open")):
            async for summary in newest_of(self._my_games.games.store, only, MOST_PLACES - len(self._reader.places)):
                if summary.game not in named:
                    self._follow(summary.game)
                    self._reader.tell(summary.game)

    def _follow(self, game: str) -> None:
        self._reader.places.setdefault(game, [])
        self._my_games.follow(self._reader, game)

    async def _messages(self, name: str) -> AsyncIterator[pb.WatchMineResponse]:
        """Yield a game as it is now, if the reader still has a place there, and the places that they have lost."""
        held = self._reader.places.get(name, [])
        try:
            game = await self._my_games.games.game(name)
        except LOST as error:
            self._my_games.leave(self._reader, name)
            for number in [place.number for place in held] or [0]:
                yield lost_place(name, number, error)
            return
        places, standing, info = list[pb.Place](), list[HeldPlace](), await self._info(game)
        for place in held:
            try:
                places.append(place_of(game, at_table(game, place.caller)))
                standing.append(place)
            except LOST as error:
                yield lost_place(name, place.number, error)
        places += [
            place_of(game, Caller("", "seat", seat))
            for seat in seats_of(game, self._reader.key)
            if all(place.seat != seat for place in places)
        ]
        invited = self._invitation(game)
        if not places and invited is None:
            if name in self._reader.places:
                self._my_games.leave(self._reader, name)
            return
        self._reader.places[name] = standing
        self._my_games.follow(self._reader, name)
        own = pb.MyGame(info=info, places=map(unasked, places) if info.went_back else places, invitation=invited)
        due = share_due(game, self._my_games.games.held.of(game)) if not info.went_back else None
        if due is not None and {place.seat for place in places}.intersection(due.seats):
            own.share_due.CopyFrom(due)
        yield pb.WatchMineResponse(game=own)

    async def _info(self, game: Game) -> GameInfo:
        book = game.charter.rulebook
        in_words = game.result is not None and book.served
        translator = await self._negotiation.translator(book) if in_words else None
        return message_of(game, translator, went_back=await self._my_games.games.went_back(game))

    def _invitation(self, game: Game) -> Invitation | None:
        """Return the key's invitation to the first free seat; None if it has a seat, or is not invited."""
        key = self._reader.key
        if game.status != "open" or not invites(game.charter.tags, key) or seats_of(game, key):
            return None
        free = (number for number, sitting in enumerate(game.sittings) if not sitting.taken)
        seat = next(free, None)
        return invitations(game, self._my_games.page)[seat] if seat is not None else None


def lost_place(game: str, number: int, error: Exception) -> pb.WatchMineResponse:
    """Return the message that a place in the request, 0 for one of the key's, is not watched."""
    return pb.WatchMineResponse(lost=pb.LostPlace(game=game, place=number, error=status_of(error)))


def seats_of(game: Game, key: bytes) -> Sequence[int]:
    """Return a game's seats with a key; none for no key."""
    return [number for number, sitting in enumerate(game.sittings, 1) if key and sitting.public_key == key]


def has_place(game: Game, key: bytes) -> bool:
    """Return whether a seat in a game has a key, or the game invites it."""
    return bool(seats_of(game, key)) or (game.status == "open" and invites(game.charter.tags, key))


def place_of(game: Game, caller: Caller) -> pb.Place:
    """Return a place as it is now: whether the game waits for it, and the version to expect then."""
    asks_now = is_asked(game, caller)
    role = str(caller.role)
    return pb.Place(
        role=role,
        seat=caller.seat,
        asked=asks_now,
        expected_version=expected_of(game, role, caller.seat) if asks_now else 0,
    )


def unasked(place: pb.Place) -> pb.Place:
    """Return a place in a game that lost entries: it takes no commands, whatever its last position asks."""
    return pb.Place(role=place.role, seat=place.seat)


def is_asked(game: Game, caller: Caller) -> bool:
    """Return whether a game waits for a place: for a decision, for what chance shows, or for the host's start."""
    match caller.role:
        case "host":
            return game.status == "open" and all(sitting.taken for sitting in game.sittings)
        case "dealer":
            dealt = game.charter.chance_source == CHANCE_SOURCE_DEALER
            return dealt and game.status == "running" and isinstance(game.step, Chance)
    return bool(caller.seat) and caller.seat in seats_asked(game)


async def newest_of(store: Store, only: Filter, most: int) -> AsyncIterator[Summary]:
    """Yield a filter's newest games, at most this many."""
    token, left = "", most
    while left > 0:
        page = await store.games(only, token, min(_PAGE, left))
        for summary in page.summaries:
            yield summary
        token, left = page.next_page_token, left - len(page.summaries)
        if not token:
            return


def _leave(readers: defaultdict[_T, set[Reader]], at: _T, reader: Reader) -> None:
    if at in readers:
        readers[at].discard(reader)
        if not readers[at]:
            del readers[at]
