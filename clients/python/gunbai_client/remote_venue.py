"""A service as a venue: any referee that speaks the protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor, Entry
from gunbai.record.v1.lifecycle_pb2 import StartGame
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, Result, Waiting
from gunbai_client import Gunbai, InvalidRequest, NewGame, NotNow, Seat
from gunbai_client.reasons import QuotaExceeded
from gunbai_record.cases.format import CaseError
from gunbai_record.cases.venues import CHANCE, CreationRefused, Judged, Setup
from gunbai_record.messages import unpacked
from gunbai_record.text.counts import counted

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 60
"""How many seconds a call is retried if it exceeds the service's quota."""


class RemoteVenue:
    """A service where one client creates games as their host, their dealer and every seat."""

    def __init__(self, gunbai: Gunbai) -> None:
        self._gunbai = gunbai
        self._fewest = {title.name: title.seats_min for title in gunbai.titles()}

    def open(self, setup: Setup) -> RemoteMatch:
        """Start a game. Raises CreationRefused, or CaseError for a title that the service does not have."""
        if setup.title not in self._fewest:
            raise CaseError(f"the service has no title {setup.title!r}")
        try:
            created = self._create(setup, setup.seats or self._fewest[setup.title])
        except InvalidRequest as error:
            raise CreationRefused(str(error), error.clause) from None
        return _begun(self._gunbai, created)

    def _create(self, setup: Setup, seats: int) -> NewGame:
        return _patiently(
            self._gunbai.create,
            setup.title,
            seats=seats,
            options=setup.options,
            rules_version=setup.rules_version,
            edition=setup.edition,
            table=setup.table,
            chance="dealer",
            label="a case",
        )

    def table(self, setup: Setup) -> str:
        """Return the canonical JSON of the game's first table."""
        return self.open(setup).table()


def _begun(gunbai: Gunbai, created: NewGame, holders: Sequence[Seat] = ()) -> RemoteMatch:
    """Take all seats of a new game or branch, and start it. `holders` hold a branch's seats in its parent."""
    game = created.info.game
    held = {holder.number: holder for holder in holders}
    seats = [
        _patiently(held[seat.seat].join, game)
        if seat.held
        else _patiently(gunbai.join, game, f"Case {seat.seat}", seat=seat.seat)
        for seat in created.info.seats
    ]
    host = gunbai.holding(created.host_token)
    _patiently(host.start, game)
    return RemoteMatch(host, gunbai.holding(created.dealer_token).seat(game), seats)


class RemoteMatch:
    """A game at a service that is under test."""

    def __init__(self, host: Gunbai, dealer: Seat, seats: Sequence[Seat]) -> None:
        self._host = host
        self._players = {CHANCE: dealer} | {seat.number: seat for seat in seats}
        self._game = dealer.game
        self._dealer = dealer
        entries = list(self._dealer.gunbai.entries(self._game))
        begun = next(entry for entry in entries if entry.command.open.Is(StartGame.DESCRIPTOR))
        self._head = entries[-1].version
        self.started: Sequence[Message] = self._events(begun)

    @property
    def position(self) -> int:
        """The version of the game, for `fork`."""
        return self._head

    def fork(self, position: int) -> RemoteMatch:
        """Return a branch at an earlier version, with every seat's consent."""
        seats = [seat for number, seat in self._players.items() if number != CHANCE]
        consents = [_patiently(seat.consent, position) for seat in seats]
        fork = self._host.fork
        created = _patiently(fork, self._game, position, chance="dealer", label="a case", consents=consents)
        return _begun(self._host.holding(""), created, seats)

    def table(self) -> str:
        """Return the canonical JSON of the table."""
        return self._dealer.gunbai.table(self._game)

    def judge(self, actor: int, command: Message) -> Judged:
        """Submit a command, and return the ruling. A command that is not refused is carried out."""
        player = self._player(actor)
        try:
            ruling = _patiently(player.submit, command, expected_version=self._head)
        except (NotNow, InvalidRequest):
            return self._adjudicate(actor, command)
        if ruling.HasField("refused"):
            return Judged(refused=ruling.refused)
        self._head = ruling.accepted.entries[-1].version
        return Judged(self._events(ruling.accepted.entries[0]))

    def _adjudicate(self, actor: int, command: Message) -> Judged:
        """Return the ruling on a move that `Submit` rejects, such as a move after the end or for a different seat."""
        who = Actor(kind=ACTOR_KIND_SEAT, seat=actor) if actor else Actor(kind=ACTOR_KIND_CHANCE)
        judged = self._player(actor).gunbai.adjudicate(self._game, who, command)
        if judged.HasField("refused"):
            return Judged(refused=judged.refused)
        return Judged([unpacked(event) for event in judged.accepted.events])

    def waiting(self) -> Waiting:
        """Return the step that the rules wait for."""
        return self._dealer.gunbai.view(self._game).waiting

    def view(self, seat: int | None) -> Message:
        """Return the view of a seat, or of a spectator."""
        gunbai = self._dealer.gunbai.holding("") if seat is None else self._player(seat).gunbai
        return unpacked(gunbai.view(self._game).view)

    def legal(self, seat: int) -> Sequence[Message]:
        """Return the commands that the seat can give."""
        return [unpacked(legal.command) for legal in self._player(seat).legal().commands]

    def result(self) -> Result | None:
        """Return how the game ended, or None while it is running."""
        info = self._dealer.gunbai.game(self._game)
        return info.result if info.status == GAME_STATUS_FINISHED else None

    def _player(self, actor: int) -> Seat:
        if actor not in self._players:
            raise CaseError(f"there is no seat {actor}: the game has {counted(len(self._players) - 1, 'seat')}")
        return self._players[actor]

    def _events(self, entry: Entry) -> list[Message]:
        """Return an entry's events from the title; an event that only one seat can see is read with its token."""
        items = list(entry.events)
        if any(item.HasField("sealed") for item in items):
            for seat in self._players.values():
                seen = next(seat.gunbai.entries(self._game, entry.version - 1, entry.version)).events
                items = [mine if mine.HasField("open") else item for mine, item in zip(seen, items, strict=True)]
        events = [unpacked(item.open) for item in items]
        return [event for event in events if event.DESCRIPTOR.file.package != "gunbai.record.v1"]


def _patiently(call: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Return the call's result as soon as the service's quota allows the call."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call(*arguments, **options)
        except QuotaExceeded:
            if time.monotonic() > end:
                raise
            time.sleep(1)
