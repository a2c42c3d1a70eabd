"""The client, with every call of the service."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain as chain_of
from typing import Any, Self, TypeAlias, TypeVar, Unpack

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.clocks_pb2 import ClockTerms
from gunbai.record.v1.entry_pb2 import Actor, Entry
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2, referee_pb2, results_pb2
from gunbai_client.aio.arbiter import Arbiter
from gunbai_client.aio.disputes import Disputes
from gunbai_client.aio.log import TransparencyLog
from gunbai_client.aio.my_games import MyGames
from gunbai_client.aio.questions import Questions
from gunbai_client.aio.seat import Seat
from gunbai_client.aio.seating import committed, take_token
from gunbai_client.aio.stubs import Stubs
from gunbai_client.aio.watch_stream import PATIENCE, Said, Update, WatchOptions, entry_of, update_of, watch
from gunbai_client.channel import (
    DEFAULT_TARGET,
    SILENCE,
    Metadata,
    Patience,
    Tls,
    bearer,
    forwarded,
    pauses,
    repeatable,
)
from gunbai_client.errors import InvalidRequest, NotFound, StaleVersion, Unreachable
from gunbai_client.fairness import SOURCES
from gunbai_client.game_list import LARGEST_PAGE, Conditions, Order, Rulings, list_request
from gunbai_client.new_game import PRACTICE, NewGame, NewTokens, ids_of
from gunbai_client.reasons import TitleNotFound, TokenUsed
from gunbai_client.takebacks import sign_consent
from gunbai_client.terms import STALLED, Chance, Stalled, branch_source
from gunbai_client.transport.aio import ServerStream, Unary, call, open_channel, reading, sending, sleep
from gunbai_record.messages import has_stubs, is_known, json_text, learn, packed
from gunbai_record.shares import SHARE_BYTES
from gunbai_record.sheets import payload_of, sheet_of
from gunbai_record.tokens import new_token

Json: TypeAlias = Mapping[str, Any] | str
"""An object or its JSON text; empty for the default."""
Key: TypeAlias = Ed25519PrivateKey | None
Q = TypeVar("Q")
R = TypeVar("R")
T = TypeVar("T")


def connect(
    target: str = DEFAULT_TARGET,
    *,
    token: str = "",
    tls: Tls | None = None,
    deadline: float = 15,
    wait: bool = True,
    language: str = "",
    own_connection: bool = False,
) -> Gunbai:
    """Return a client of the service at `target`: "host:port", or "host:port,host:port" for several referees.

    Every unary call ends within `deadline` seconds.

    Until then the client keeps trying to reach the service, and retries calls that are safe to retry. Without `wait`,
    it raises Unreachable at once. Sentences come in `language`, such as "cs" or "pl, cs;q=0.5", if the title supports
    it, and otherwise in English. Clients of the same service share one connection and its limit of concurrent calls,
    unless they ask for an `own_connection`.
    """
    return Gunbai(Stubs(open_channel(target, tls, own_connection=own_connection)), token, deadline, wait, language)


@dataclass(frozen=True)
class Gunbai:
    """A client of one service. Its calls carry `token`, if it has one."""

    stubs: Stubs
    token: str = field(repr=False)
    deadline: float
    wait: bool
    language: str
    forwarded: Metadata = field(default=(), repr=False)
    """The metadata that names the visitor for whom the client calls, if any."""
    met: set[str] = field(default_factory=set, repr=False, compare=False)
    """The titles whose messages the client has looked up."""

    @property
    def metadata(self) -> Metadata:
        """The metadata of the client's calls."""
        return (*bearer(self.token, self.language), *self.forwarded)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the channel, which all clients made from this client share."""
        await self.stubs.channel.close()

    def holding(self, token: str) -> Gunbai:
        """Return a client on the same channel that calls with a different token."""
        return replace(self, token=token)

    def speaking(self, language: str) -> Gunbai:
        """Return a client on the same channel that gets sentences in a different language."""
        return replace(self, language=language)

    def forwarding(self, visitor: str, forwarder: str) -> Gunbai:
        """Return a client on the same channel. Its calls count against the quotas of a visitor's IP address.

        Use it in a server that makes calls for other people and has a credential from the service (`gunbai serve
        --forwarder`). Without the credential or an address, the calls count against the server's own quotas.
        """
        return replace(self, forwarded=forwarded(visitor, forwarder))

    def seat(self, game: str, number: int = 0, key: Ed25519PrivateKey | None = None, seed: bytes = b"") -> Seat:
        """Return the seat whose token this client holds; number 0 is the dealer.

        `seed` is the seed of the seat's shares of chance: the value of `Seat.seed` when the seat joined.
        """
        return Seat(self, game, number, key, seed)

    def arbiter(self, game: str, key: Ed25519PrivateKey | None = None) -> Arbiter:
        """Return a game's arbiter: the holder of `key`, which the game names, or without a key the dealer."""
        return Arbiter(self, game, key)

    def disputes(self, game: str, key: Ed25519PrivateKey | None = None) -> Disputes:
        """Return a game's disputes, for the holder of the token. `key` is the key of the seat or of the arbiter."""
        return Disputes(self, game, key)

    def my_games(self, key: Key = None, patience: float = PATIENCE) -> MyGames:
        """Return the games to watch over one stream: the places that you add, and all games of `key`."""
        return MyGames(self, key, patience)

    @property
    def log(self) -> TransparencyLog:
        """The service's transparency log."""
        return TransparencyLog(self)

    # The lobby.
    async def titles(self) -> Sequence[lobby_pb2.Title]:
        """Return the titles that can be played."""
        pages = self._pages(self.stubs.lobby.ListTitles, lobby_pb2.ListTitlesRequest(page_size=LARGEST_PAGE))
        return [title async for page in pages for title in page.titles]

    async def title(self, title: str, rules_version: int = 0) -> lobby_pb2.GetTitleResponse:
        """Return a title with its options, edition, commands, events and languages.

        If the client has no stubs for the title's messages, it builds them from the service's protos.
        """
        request = lobby_pb2.GetTitleRequest(title=title, rules_version=rules_version)
        answer = await self.ask(self.stubs.lobby.GetTitle, request)
        if not all(map(is_known, answer.commands)):
            request.with_protos = True
            answer = await self.ask(self.stubs.lobby.GetTitle, request)
            learn(answer.file_descriptor_set)
        return answer

    async def create(
        self,
        title: str,
        *,
        seats: int = 0,
        options: Json = "",
        edition: Json = "",
        table: Json = "",
        chance: Chance = "committed",
        share_seconds: int = 0,
        stalled: Stalled = "",
        private: bool = False,
        label: str = "",
        played_on: str = "",
        tags: Sequence[str] = (),
        invited_only: bool = False,
        reissue_seconds: int = 0,
        absence_seconds: int = 0,
        arbiter: bytes = b"",
        clock: ClockTerms | None = None,
        rules_version: int = 0,
        seed: str = "",
        duplicate_games: Sequence[str] = (),
        tokens: NewTokens | None = None,
    ) -> NewGame:
        """Create a game and return it with its tokens, which are new unless you give `tokens`.

        Repeating the call with the same tokens returns the same game.

        `chance` names the source of chance (see gunbai_client.fairness). Seats that give shares have `share_seconds`
        for each share, and `stalled` says how a game with shared chance ends if a share is late. `played_on` is the ISO
        8601 date of a game played at a real table: a day, a month or a year. With `invited_only`, taking a seat needs
        an invitation, and `NewGame.invitations` has one for each seat. With `reissue_seconds`, a seat without a key can
        get a new token unless it vetoes the token within this time. A seat that is away has `absence_seconds` to come
        back (0: a day) before the others can decide without it. `arbiter` is the Ed25519 public key of the person who
        rules on irregularities and decides results; without it, the dealer does both. `clock` sets the terms of the
        clocks, if any (see `gunbai_client.terms.clock`). For tests, the referee can draw from a `seed`. With
        `duplicate_games`, it draws from one secret for the games with these ids (see `create_duplicates`).
        """
        tokens = tokens or NewTokens()
        request = lobby_pb2.CreateGameRequest(
            title=title, seats=seats, options_json=json_text(options), edition_json=json_text(edition),
            table_json=json_text(table), chance_source=SOURCES["referee" if seed or duplicate_games else chance],
            private=private or bool(duplicate_games), label=label, played_on=played_on, tags=tags,
            invited_only=invited_only, reissue_seconds=reissue_seconds, absence_seconds=absence_seconds,
            arbiter=arbiter, clock=clock, rules_version=rules_version, share_seconds=share_seconds,
            stalled=STALLED[stalled], seed=seed, duplicate_games=duplicate_games,
        )  # fmt: skip
        tokens.fill(request)
        created = await self.ask(self.stubs.lobby.CreateGame, request)
        return tokens.of(created.info, created.invitations)

    async def tutorial(self, title: str, rules_version: int = 0) -> lobby_pb2.Tutorial:
        """Return the tutorial of a title with its lessons. Raises NotFound if it has none."""
        request = lobby_pb2.GetTitleRequest(title=title, rules_version=rules_version, with_lessons=True)
        answer = await self.ask(self.stubs.lobby.GetTitle, request)
        if not answer.HasField("tutorial"):
            raise NotFound(f"{title} has no tutorial", "TITLE_NOT_FOUND")
        return answer.tutorial

    async def create_first_game(
        self, title: str, tutorial: lobby_pb2.Tutorial, *, label: str = "", tokens: NewTokens | None = None
    ) -> NewGame:
        """Create a tutorial's game, which nobody else can see. The learner takes the first seat."""
        return await self.create(
            title, seats=tutorial.seats, options=tutorial.options_json, seed=tutorial.seed, label=label,
            tags=[PRACTICE], private=True, invited_only=True, tokens=tokens,
        )  # fmt: skip

    async def create_duplicates(self, tokens: Sequence[NewTokens], title: str, **terms: Any) -> list[NewGame]:
        """Create private games with common chance, one for each item in `tokens`; `terms` goes to `create`.

        The referee draws from one secret, which it reveals when all these games are over. Repeating the call with the
        same tokens returns the same games.
        """
        games = ids_of(tokens)
        return [await self.create(title, tokens=token, duplicate_games=games, **terms) for token in tokens]

    async def game(self, game: str) -> game_pb2.GameInfo:
        """Return a game: its seats, status and result. Like `title`, builds missing stubs of the title's messages."""
        info = (await self.ask(self.stubs.lobby.GetGame, lobby_pb2.GetGameRequest(game=game))).info
        if info.title and info.title not in self.met and not has_stubs(info.title):
            with suppress(TitleNotFound):
                await self.title(info.title, info.rules_version)
        self.met.add(info.title)
        return info

    async def games(self, *, order: Order = "newest", **only: Unpack[Conditions]) -> AsyncIterator[game_pb2.GameInfo]:
        """Yield the public games that meet all conditions (see `gunbai_client.game_list.Conditions`)."""
        async for page in self._pages(self.stubs.lobby.ListGames, list_request(order, **only)):
            for game in page.games:
                yield game

    async def join(
        self,
        game: str,
        player: str,
        *,
        seat: int = 0,
        key: Ed25519PrivateKey | None = None,
        entropy: bytes = b"",
        token: str = "",
        seed: bytes = b"",
        invitation: str = "",
        consents_at: int = 0,
    ) -> Seat:
        """Claim a seat, or any free seat, with `token` or a new token.

        If you name no seat, an `invitation` claims the seat that it is for. With `key`, the seat signs its commands.
        `entropy` is the seat's contribution to chance. In a game where seats give shares, the seat makes its shares
        from `seed` instead: save `Seat.seed` with the token. Both are random by default. Repeating the call with the
        same seat, token, entropy and seed returns the same seat.
        """
        request = lobby_pb2.JoinGameRequest(
            game=game,
            seat=seat,
            player=player,
            public_key=key.public_key().public_bytes_raw() if key else b"",
            token=token or new_token(),
            invitation=invitation,
        )
        # This is tried first, because only the service's answer says that the game takes commitments instead.
        request.entropy = entropy or secrets.token_bytes(SHARE_BYTES)
        sign_consent(request, key, consents_at)
        try:
            joined = await self.ask(self.stubs.lobby.JoinGame, request)
        except InvalidRequest as error:
            if "commitment" not in error.fields:
                raise
            return await committed(self, request, key, seed or secrets.token_bytes(SHARE_BYTES), consents_at)
        except TokenUsed:
            if not (token and seed):
                raise
            # The token may already have committed to this seed's shares.
            return await committed(self, request, key, seed, consents_at, again=True)
        return Seat(self.holding(request.token), game, joined.seat, key)

    async def invitations(self, game: str) -> Sequence[game_pb2.Invitation]:
        """Return the invitations to a game's seats in order. Requires the host's token."""
        return (await self.ask(self.stubs.lobby.GetInvitations, lobby_pb2.GetInvitationsRequest(game=game))).invitations

    async def free(self, game: str, seat: int, *, request_id: str = "") -> game_pb2.GameInfo:
        """Free a seat before the start, which revokes its token. Requires the host's token.

        Repeating the call with the same `request_id` (by default a new id) has no effect.
        """
        request = lobby_pb2.FreeSeatRequest(game=game, seat=seat, request_id=request_id or uuid.uuid4().hex)
        return (await self.ask(self.stubs.lobby.FreeSeat, request)).info

    async def reissue(
        self, game: str, seat: int, key: Ed25519PrivateKey, *, token: str = "", request_id: str = "", seed: bytes = b""
    ) -> Seat:
        """Get a new token for a seat that joined with a key, and return the seat; the old token stops working.

        Repeating the call with the same token and `request_id` has no effect.
        """
        request = lobby_pb2.ReissueTokenRequest(
            game=game, seat=seat, token=token or new_token(), request_id=request_id or uuid.uuid4().hex
        )
        try:
            await take_token(self, request, key, at=1)
        except StaleVersion as error:
            # The seat's signature was valid, so the service says which versions are allowed.
            await take_token(self, request, key, at=int(error.facts["head"]))
        return Seat(self.holding(request.token), game, seat, key, seed)

    async def announce_reissue(
        self, game: str, seat: int, token_hash: bytes, *, request_id: str = ""
    ) -> game_pb2.GameInfo:
        """Announce a new token, given by its SHA-256, for a seat without a key. Requires the host's token.

        The player makes the token (`gunbai_record.tokens.new_token`) and keeps it secret. The new token works once the
        time for a veto is over, unless the seat vetoes it (`Seat.veto_reissue`). Repeating the call with the same
        `request_id` (by default a new id) has no effect.
        """
        request = lobby_pb2.AnnounceReissueRequest(
            game=game, seat=seat, token_hash=token_hash, request_id=request_id or uuid.uuid4().hex
        )
        return (await self.ask(self.stubs.lobby.AnnounceReissue, request)).info

    async def start(self, game: str) -> game_pb2.GameInfo:
        """Start a game whose seats are all taken. Requires the host's token."""
        return (await self.ask(self.stubs.lobby.StartGame, lobby_pb2.StartGameRequest(game=game))).info

    async def abandon(self, game: str, reason: str = "") -> game_pb2.GameInfo:
        """End an unfinished game. Requires the host's token, or the operator's token and a reason."""
        request = lobby_pb2.AbandonGameRequest(game=game, reason=reason)
        return (await self.ask(self.stubs.lobby.AbandonGame, request)).info

    async def fork(
        self,
        game: str,
        version: int,
        *,
        chance: Chance | None = None,
        share_seconds: int = 0,
        stalled: Stalled = "",
        private: bool = False,
        label: str = "",
        played_on: str = "",
        tags: Sequence[str] = (),
        invited_only: bool = False,
        reissue_seconds: int = 0,
        absence_seconds: int = 0,
        arbiter: bytes = b"",
        clock: ClockTerms | None = None,
        consents: Sequence[str] = (),
        tokens: NewTokens | None = None,
    ) -> NewGame:
        """Branch a game at a version into a new game, whose tokens are new unless you give `tokens`.

        By default, the branch keeps the source of chance, but not the arbiter or the clocks. To keep them too, name
        them again.

        A branch that shares hidden facts needs every seat's consent (`Seat.consent`) and the host's token. The holders
        of the game's seats take the same seats in the branch with `Seat.join`.
        """
        tokens = tokens or NewTokens()
        request = referee_pb2.ForkGameRequest(
            game=game,
            version=version,
            chance_source=branch_source(chance),
            private=private,
            label=label,
            played_on=played_on,
            tags=tags,
            invited_only=invited_only,
            reissue_seconds=reissue_seconds,
            absence_seconds=absence_seconds,
            arbiter=arbiter,
            clock=clock,
            consents=consents,
            share_seconds=share_seconds,
            stalled=STALLED[stalled],
        )
        tokens.fill(request)
        forked = await self.ask(self.stubs.referee.ForkGame, request)
        return tokens.of(forked.info, forked.invitations)

    # The record.
    def entries(self, game: str, after: int = 0, up_to: int = 0) -> AsyncIterator[Entry]:
        """Yield the entries after a version, as the caller can see them, unverified. Use `watch` to verify them.

        A lost stream is resumed within the client's deadline.
        """
        return (entry_read.entry async for entry_read in self._read(game, after, up_to, sentences=False))

    def entries_in_words(self, game: str, after: int = 0, up_to: int = 0) -> AsyncIterator[Said]:
        """Yield the entries as `entries` does, each with its sentences in the client's language."""
        return self._read(game, after, up_to, sentences=True)

    async def _read(self, game: str, after: int, up_to: int, *, sentences: bool) -> AsyncIterator[Said]:
        def request(version: int) -> record_pb2.ReadEntriesRequest:
            return record_pb2.ReadEntriesRequest(
                game=game, after_version=version, up_to_version=up_to, sentences=sentences
            )

        def place(response: record_pb2.ReadEntriesResponse) -> int:
            return response.entry.version

        async for response in self.resumed(self.stubs.record.ReadEntries, request, place, after):
            yield Said(response.entry, response.sentences)

    async def replay(
        self,
        game: str,
        first: int = 1,
        last: int = 0,
        *,
        views: bool = False,
        pictures: bool = False,
        sentences: bool = False,
        tables: bool = False,
        seat: int = 0,
    ) -> AsyncIterator[record_pb2.ReplayGameResponse]:
        """Yield a game's positions from one version to another (by default the newest), as a seat sees them.

        Each position has the parts that you ask for, as `view`, `picture`, `entries_in_words` and `table` return them.
        The service computes all positions in one pass, so this is faster than a call for each position. A lost stream
        is resumed within the client's deadline. Raises NotAllowed for another player's seat while the game hides facts.
        """
        last = last or (await self.game(game)).head
        query = record_pb2.ReplayGameRequest(
            game=game, to_version=last, views=views, pictures=pictures, sentences=sentences, tables=tables, seat=seat
        )

        def request(version: int) -> record_pb2.ReplayGameRequest:
            query.from_version = version + 1
            return query

        def place(response: record_pb2.ReplayGameResponse) -> int:
            return response.version

        async for response in self.resumed(self.stubs.record.ReplayGame, request, place, first - 1, last):
            yield response

    async def resumed(
        self,
        method: ServerStream[Q, R],
        request: Callable[[int], Q],
        place: Callable[[R], int],
        after: int,
        last: int = 0,
    ) -> AsyncIterator[R]:
        """Yield the responses after a version, up to version `last` if given. A lost stream is resumed."""
        left = Patience(self.deadline)
        while True:
            try:
                async with reading(method, request(after), self.metadata, silence=SILENCE) as responses:
                    async for response in responses:
                        after = place(response)
                        left.succeeded()
                        yield response
            except Unreachable:
                # The stream was lost after its last response, so nothing is missing.
                if last and after >= last:
                    return
                if not self.wait or left.ends():
                    raise
            else:
                return
            await sleep(0.2)

    def watch(self, game: str, after: int = 0, **how: Unpack[WatchOptions]) -> AsyncIterator[Entry]:
        """Yield the entries after a version, then new entries live until the game is over, each exactly once.

        A connection that is lost or silent is resumed; Unreachable is raised after `patience` seconds of failed
        attempts. Unless `verify` is False, every entry is checked against the chain, and at the end of the game the
        opened items are checked against the sealed ones. BrokenRecord names the first entry that does not fit. In a
        game with clocks, `on_clocks` gets the clocks after each change.
        """
        record = self.stubs.record
        methods = (record.WatchGame, record.ReadEntries)
        return watch(methods, game, after, self.metadata, entry_of, **how)

    def updates(
        self, game: str, after: int = 0, *, sentences: bool = False, **how: Unpack[WatchOptions]
    ) -> AsyncIterator[Update]:
        """Yield the entries that `watch` yields, with their sentences if you ask for them, and CaughtUp once.

        CaughtUp comes after all stored entries. Sentences are in the client's language.
        """
        record = self.stubs.record
        methods = (record.WatchGame, record.ReadEntries)
        return watch(methods, game, after, self.metadata, update_of, sentences=sentences, **how)

    async def view(self, game: str, version: int = 0, *, seat: int = 0) -> record_pb2.GetViewResponse:
        """Return a position (by default the newest) as the caller or a seat sees it, as in `replay`."""
        request = record_pb2.GetViewRequest(game=game, version=version, seat=seat)
        return await self.ask(self.stubs.record.GetView, request)

    async def table(self, game: str, version: int = 0, *, guess: bool = False) -> str:
        """Return a table as canonical JSON: the real one if it hides nothing, or with `guess` a possible one."""
        request = record_pb2.GetTableRequest(game=game, version=version, guess=guess)
        return (await self.ask(self.stubs.record.GetTable, request)).table_json

    async def picture(self, game: str, version: int = 0, *, seat: int = 0) -> str:
        """Return an SVG picture of a position, as the caller or a seat sees it; see `view`."""
        request = record_pb2.DrawPositionRequest(game=game, version=version, seat=seat)
        return (await self.ask(self.stubs.record.DrawPosition, request)).svg

    async def export(self, game: str) -> AsyncIterator[bytes]:
        """Yield the pieces of the game's record file."""
        request = record_pb2.ExportRecordRequest(game=game)
        async with reading(self.stubs.record.ExportRecord, request, self.metadata, silence=SILENCE) as responses:
            async for response in responses:
                yield response.chunk

    async def import_record(
        self,
        pieces: Iterable[bytes],
        *,
        keys: Sequence[str] = (),
        keep_unverified: bool = False,
        spectator_token: str = "",
        deadline: float = 600,
    ) -> record_pb2.ImportRecordResponse:
        """Import the record of a game played elsewhere, from the pieces of its file, each at most 64 KiB.

        This client must hold the operator's token. `keys` are verifier keys that can vouch for the record. Raises
        RecordRefused.
        """
        terms = record_pb2.ImportTerms(keys=keys, keep_unverified=keep_unverified, spectator_token=spectator_token)
        first, request = record_pb2.ImportRecordRequest(terms=terms), record_pb2.ImportRecordRequest
        requests = chain_of((first,), (request(chunk=piece) for piece in pieces))
        return await sending(self.stubs.record.ImportRecord, requests, self.metadata, deadline)

    async def legal(self, game: str, version: int = 0, *, seat: int = 0) -> referee_pb2.ListLegalCommandsResponse:
        """Return the commands that a seat (by default the caller's) can give at a position (by default the newest).

        While the game hides facts, raises NotAllowed for everyone but the holder of the seat.
        """
        request = referee_pb2.ListLegalCommandsRequest(game=game, version=version, seat=seat)
        return await self.ask(self.stubs.referee.ListLegalCommands, request)

    @property
    def questions(self) -> Questions:
        """Questions about games' records, for the holder of this client's token."""
        return Questions(self)

    # The audit.
    async def adjudicate(
        self, game: str, actor: Actor, command: Message, version: int = 0, rules_version: int = 0
    ) -> audit_pb2.AdjudicateResponse:
        """Return how a command would be judged, optionally by another version of the rules; nothing is written."""
        request = audit_pb2.AdjudicateRequest(
            game=game, version=version, actor=actor, command=packed(command), rules_version=rules_version
        )
        return await self.ask(self.stubs.audit.Adjudicate, request)

    async def verify(
        self, game: str, deadline: float = 300, progress: Callable[[int, int], None] = lambda done, entries: None
    ) -> audit_pb2.Verification:
        """Have the service check the chain, judge every command again and, after the end, recompute chance.

        `progress` gets the number of entries checked and the total. A lost stream is restarted within the deadline.
        """
        request, end, waits = audit_pb2.VerifyGameRequest(game=game), time.monotonic() + deadline, pauses()
        while True:
            left = max(end - time.monotonic(), 0)
            try:
                return await self._verified(request, left, progress)
            except Unreachable as error:
                pause = next(waits)
                if not self.wait or not repeatable(error, request) or time.monotonic() + pause >= end:
                    raise
            await sleep(pause)

    async def _verified(
        self, request: audit_pb2.VerifyGameRequest, deadline: float, progress: Callable[[int, int], None]
    ) -> audit_pb2.Verification:
        async with reading(self.stubs.audit.VerifyGame, request, self.metadata, deadline=deadline) as responses:
            async for response in responses:
                if response.HasField("verification"):
                    return response.verification
                progress(response.progress.entries_done, response.progress.entries)
        raise Unreachable("the verification ended without a verdict")

    async def clauses(self, title: str, rules_version: int = 0) -> audit_pb2.ListClausesResponse:
        """Return a title's clauses (by default of its newest rules) and its register of house rulings."""
        request = audit_pb2.ListClausesRequest(title=title, page_size=LARGEST_PAGE, rules_version=rules_version)
        listed = audit_pb2.ListClausesResponse()
        async for page in self._pages(self.stubs.audit.ListClauses, request):
            listed.rulebook = page.rulebook
            listed.clauses.extend(page.clauses)
            listed.house_rulings.extend(page.house_rulings)
        return listed

    async def rulings(self, game: str, **only: Unpack[Rulings]) -> AsyncIterator[audit_pb2.GivenRuling]:
        """Yield a game's rulings, including refusals, as the caller can see them."""
        request = audit_pb2.ListRulingsRequest(game=game, page_size=LARGEST_PAGE, **only)
        async for page in self._pages(self.stubs.audit.ListRulings, request):
            for ruling in page.rulings:
                yield ruling

    async def result_sheet(self, game: str) -> results_pb2.ResultSheet:
        """Return a game's result, and the seats that have confirmed it."""
        request = results_pb2.GetResultSheetRequest(game=game)
        return (await self.ask(self.stubs.results.GetResultSheet, request)).sheet

    async def confirm_result(
        self, game: str, seat: int, *, key: Ed25519PrivateKey | None = None, signature: bytes = b""
    ) -> results_pb2.ResultSheet:
        """Confirm a game's result for a seat: with the seat's key, with its signature, or as the holder of its token.

        Repeating the call has no further effect. Raises SheetError if the game has no final result.
        """
        sheet = sheet_of(await self.game(game))
        signed = key.sign(payload_of(sheet)) if key is not None else signature
        request = results_pb2.ConfirmResultRequest(
            game=game, seat=seat, digest=bytes.fromhex(sheet["digest"]), signature=signed
        )
        return (await self.ask(self.stubs.results.ConfirmResult, request)).sheet

    async def head(self, game: str, version: int = 0) -> SignedHead:
        """Return a game's head at a version, signed by the service; `gunbai_record.heads` checks it."""
        request = audit_pb2.GetHeadRequest(game=game, version=version)
        return (await self.ask(self.stubs.audit.GetHead, request)).signed_head

    async def ask(self, method: Unary[Q, R], request: Q, deadline: float = 0) -> R:
        """Make a unary call with the client's token and deadline, and return its response. Raises GunbaiError."""
        return await call(method, request, self.metadata, deadline or self.deadline, wait=self.wait)

    async def _pages(self, method: Unary[Any, R], request: Any) -> AsyncIterator[R]:
        """Yield a list's pages, from the requested page on."""
        while True:
            page: Any = await self.ask(method, request)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token
