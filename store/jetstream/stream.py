"""A record's stream: the requests to NATS, in the engine's words.

An unanswered request is repeated until it is answered: the engine never guesses whether a message was written.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import NamedTuple, Self, TypeVar, cast

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    Header,
    RawStreamMsg,
    RetentionPolicy,
    StorageType,
    StreamConfig,
    StreamInfo,
)
from nats.js.errors import (
    APIError,
    KeyNotFoundError,
    NoStreamResponseError,
    NotFoundError,
    ServiceUnavailableError,
)

from store.contract import StorageError, StorageFull

T = TypeVar("T")

OLDEST_SERVER = (2, 11)
"""The oldest nats-server to keep a record: earlier ones lack metadata of streams, or `sync_interval: always`."""
MOST_AT_ONCE = 256
"""The most messages that are followed at once."""
_ANSWER_SECONDS = 1.0
"""How long to wait before asking again: a leader that is gone never answers."""
_CONNECT_SECONDS = 10
_GREETING_SECONDS = 2
_PING_SECONDS = 1
"""A server that is paused or cut off keeps its connections: the client leaves it after two missed pings."""
_PAUSE_SECONDS = 0.1
_HEARTBEAT_SECONDS = 1.0
_LEAVE_SECONDS = 4.0
"""How long to ask a server that does not answer before trying another."""
_LEASE_NANOS = 2_500_000_000
"""Servers choose a new leader after at least 4 seconds without hearing from theirs, which speaks every second."""
_SILENCE_SECONDS = 2.5
"""A consumer that is silent for this long, without a heartbeat, is gone."""
_DEDUPLICATION_SECONDS = 120.0
_OTHER_MESSAGE_LAST = 10071
"""The error for a message that expected another last sequence on the subject."""
_FULL = {10023, 10047, 10077}
"""The errors of a stream or server without room: insufficient resources, storage, and the stream's limit."""
NO_STREAM = 10059
"""The error for a missing stream."""
FOUNDING = "gunbai-record"
"""The metadata of a record's stream, with the random name that it got when it was made."""
_KEY = "gunbai-key"
_SUCCEEDS = "gunbai-succeeds"
_AT = "at"
_NOW_SECONDS = 2 * 24 * 60 * 60.0
"""How long the stream of what all referees know at once keeps its messages."""


class Overtaken(Exception):
    """Another message was written on the subject before this one."""


class NotFounded(StorageError):
    """No stream was made with this referee's key: nothing depends on the key."""


class OtherKey(NotFounded):
    """The stream was made with another referee's key."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "the stream was made with another key; give this referee the other referees' key file")


class StreamMissing(StorageError):
    """The stream is missing, although there was one."""

    def __init__(self, address: str, name: str) -> None:
        problem = f"there is no stream {name}. Restore it, or rebuild it from the copy of a referee with `gunbai"
        super().__init__(address, f"{problem} server copy`; for a new record, start once with --new-stream")


class Delivered(NamedTuple):
    """A message of the stream."""

    sequence: int
    subject: str
    data: bytes


class Stream:
    """A connection to a record's stream; `founding` is a random name that it got when it was made.

    A copied stream `succeeds` what it was copied from; None for any other.
    """

    @classmethod
    async def open(
        cls,
        servers: Sequence[str],
        name: str,
        replicas: int,
        fingerprint: str,
        *,
        make: bool = True,
        succeeds: str | None = None,
    ) -> Self:
        """Connect, and create the stream if it is missing. Raises StorageError or StreamMissing."""
        address = shown(servers)
        # A random name tells a stream that was made again apart from the one that the marks and copies know.
        metadata = {FOUNDING: secrets.token_hex(8), _KEY: fingerprint}
        if succeeds is not None:
            metadata[_SUCCEEDS] = succeeds
        connection = Client()
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await connection.connect(
                    [*servers], name=f"gunbai {name}", error_cb=_unheard, max_reconnect_attempts=-1,
                    reconnect_time_wait=_PAUSE_SECONDS,  # type: ignore[arg-type]  # it sleeps for parts of a second too
                    connect_timeout=_GREETING_SECONDS, ping_interval=_PING_SECONDS, max_outstanding_pings=2,
                )  # fmt: skip
        except (NatsError, OSError, TimeoutError) as error:
            await connection.close()
            problem = str(error) or f"no answer within {_CONNECT_SECONDS} s"
            raise NotFounded(address, f"cannot be reached: {problem}") from error
        server = connection.connected_server_version
        if (release := (server.major, server.minor)) < OLDEST_SERVER:
            await connection.close()
            problem = f"nats-server {_dotted(release)} is too old: install {_dotted(OLDEST_SERVER)} or later"
            raise NotFounded(address, problem)
        try:
            info = await _founded(connection, name, replicas, metadata if make else None)
            made = (info.config.metadata or {}).get(FOUNDING) == metadata[FOUNDING]
            return cls(connection, name, address, _checked(name, info, fingerprint), made=made)
        except NotFoundError:
            await connection.close()
            raise StreamMissing(address, name) from None
        except (NatsError, OSError, TimeoutError) as error:
            await connection.close()
            kind = NotFounded if isinstance(error, APIError) else StorageError
            no_leader = isinstance(error, ServiceUnavailableError)
            reason = "most of its servers are down" if no_leader else str(error)
            reason = reason or f"no answer within {_CONNECT_SECONDS} s; check that most of its servers are up"
            raise kind(address, f"the stream {name} cannot be used: {reason}") from error
        except StorageError:
            await connection.close()
            raise

    def __init__(self, connection: Client, name: str, address: str, info: StreamInfo, *, made: bool = False) -> None:
        self.name, self.address, self.info = name, address, info
        metadata = info.config.metadata or {}
        self.founding, self.succeeds = metadata[FOUNDING], metadata.get(_SUCCEEDS)
        self.made = made
        """Whether it was created when it was opened."""
        self._connection = connection
        self._stream: JetStreamContext = connection.jetstream(timeout=_ANSWER_SECONDS)

    def now(self) -> Stream:
        """Return the stream of what all referees know at once, on the same connection."""
        return Stream(self._connection, f"{self.name}-now", self.address, self.info)

    def lasting(self) -> Stream:
        """Return the stream of lasting notes for all referees, on the same connection."""
        return Stream(self._connection, f"{self.name}-presence", self.address, self.info)

    async def replicas(self) -> StreamInfo:
        """Return the servers' description of the stream."""
        return await self._answered(lambda: self._stream.stream_info(self.name))

    async def copies(self) -> tuple[str, dict[str, bool]]:
        """Return the server that leads, "" while none does, and whether each server of the stream has all of it."""
        cluster = (await self.replicas()).cluster
        if cluster is None:
            return "", {}
        leader = cluster.leader or ""
        others = {
            str(peer_info.name): bool(peer_info.current) and not peer_info.offline
            for peer_info in cluster.replicas or ()
        }
        return leader, ({leader: True} if leader else {}) | others

    @property
    def largest(self) -> int:
        """The largest message in bytes that the servers accept."""
        # A message's headers count against the limit too: leave them room.
        return self._connection.max_payload - 4096

    async def publish(self, subject: str, data: bytes, message_id: str = "", after: int | None = None) -> int:
        """Write a message and return its sequence; `after` is the last one on its subject, if that matters.

        A message without an id may be written more than once.

        Raises Overtaken, StorageFull or StorageError: then nothing was written.
        """
        # A subject may have come to belong to another stream, which would acknowledge the message too.
        headers = {Header.EXPECTED_STREAM.value: self.name}
        if message_id:
            headers[Header.MSG_ID.value] = message_id
        if after is not None:
            headers[Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value] = str(after)
        if len(data) > self.largest:
            raise StorageError(self.address, f"a message of {len(data)} bytes: the servers take at most {self.largest}")
        try:
            answer = await self._answered(
                lambda: self._stream.publish(self._subject(subject), data, headers=headers, timeout=_ANSWER_SECONDS)
            )
        except APIError as error:
            if error.err_code == _OTHER_MESSAGE_LAST:
                raise Overtaken from None
            if error.err_code in _FULL:
                raise StorageFull(self.address, "the stream is full; nothing was written") from error
            raise StorageError(self.address, str(error.description or error)) from error
        return answer.seq

    async def last(self, subject: str) -> Delivered | None:
        """Return the last message on a subject."""
        return await self._got(subject=self._subject(subject))

    async def message(self, sequence: int) -> Delivered | None:
        """Return a message by its sequence."""
        return await self._got(seq=sequence)

    async def next(self, subject: str, sequence: int) -> Delivered | None:
        """Return the first message on a subject from a sequence on."""
        return await self._got(subject=self._subject(subject), seq=sequence, next=True)

    async def end(self) -> int:
        """Return the sequence of the stream's last message; later ones may have been erased."""
        last = await self._got(subject=self._subject(">"))
        return last.sequence if last is not None else 0

    async def confirmed(self) -> int:
        """Return the last written message's sequence, from a leader that just heard from most servers.

        A leader that was cut off or paused does not know yet that another leads, or what was written since.
        """
        # The last message is not enough: a leader that was cut off goes on answering with what it has. A barrier in the
        # stream would cost three disk syncs for each read.
        leave_at = time.monotonic() + _LEAVE_SECONDS
        while not _leads(info := await self.replicas()):
            leave_at = await self._left(leave_at)
            await asyncio.sleep(_PAUSE_SECONDS)
        return info.state.last_seq

    async def erase(self, sequence: int) -> None:
        """Overwrite a message, and delete it."""
        with suppress(APIError):
            await self._answered(lambda: self._stream.delete_msg(self.name, sequence))

    async def batches(self, after: int) -> AsyncGenerator[list[Delivered], None]:
        """Yield the messages after a sequence, existing ones and new ones, as many at once as have arrived."""
        while True:
            async with aclosing(self._consumed(after)) as consumed:
                async for batch in consumed:
                    yield batch
                    after = batch[-1].sequence
            # A consumer is lost with its server. Until there is a new one, ask for each message written meanwhile.
            while message := await self.next(">", after + 1):
                yield [message]
                after = message.sequence
            await asyncio.sleep(_PAUSE_SECONDS)

    async def note(self, at: int) -> None:
        """Note a moment, replacing the last one."""
        await self._answered(lambda: self._stream.publish(self._presence, str(at).encode(), timeout=_ANSWER_SECONDS))

    async def noted(self) -> int:
        """Return the moment that was noted last; 0 if there is none."""
        last = await self._got(subject=self._presence, stream=f"{self.name}-presence")
        return int(last.data) if last is not None else 0

    async def close(self) -> None:
        """Close the connection."""
        # Writing to servers that are gone fails; uvloop calls a closed transport a RuntimeError.
        with suppress(NatsError, OSError, TimeoutError, RuntimeError):
            await self._connection.close()

    @property
    def _presence(self) -> str:
        return f"{self.name}-presence.{_AT}"

    def _subject(self, subject: str) -> str:
        return f"{self.name}.{subject}"

    async def _got(self, *, stream: str = "", **which: object) -> Delivered | None:
        try:
            raw: RawStreamMsg = await self._answered(
                lambda: self._stream.get_msg(stream or self.name, **which)  # type: ignore[arg-type]  # as it names them
            )
        except (NotFoundError, KeyNotFoundError):
            return None
        return Delivered(cast(int, raw.seq), str(raw.subject).partition(".")[2], raw.data or b"")

    async def _consumed(self, after: int) -> AsyncGenerator[list[Delivered], None]:
        """Yield messages until the consumer, or one of its messages, is lost."""
        arrived: asyncio.Queue[Msg] = asyncio.Queue()

        async def arrive(message: Msg) -> None:
            arrived.put_nowait(message)

        inbox = self._connection.new_inbox()
        # Without limits: at the library's own, messages are dropped, while flow control makes the server wait.
        subscription = await self._connection.subscribe(inbox, cb=arrive, pending_msgs_limit=0, pending_bytes_limit=0)
        name = f"referee-{secrets.token_hex(8)}"
        try:
            with suppress(APIError):
                # If the stream cannot have a consumer now, `batches` asks for one again.
                await self._answered(lambda: self._stream.add_consumer(self.name, _consumer(name, inbox, after)))
                async for batch in _in_order(arrived):
                    yield batch
        finally:
            with suppress(NatsError, OSError, TimeoutError):
                await subscription.unsubscribe()
                if self._connection.is_connected:
                    await self._stream.delete_consumer(self.name, name)

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Return the answer to a request, which is repeated until a server answers. Raises APIError.

        A server that is cut off from the others answers pings, but nothing else: the client moves to another one.
        """
        leave_at = time.monotonic() + _LEAVE_SECONDS
        while True:
            try:
                return await ask()
            except ServiceUnavailableError:
                pass
            except NoStreamResponseError:
                await self._check_there()
            except APIError as error:
                if error.err_code == NO_STREAM:
                    raise StorageError(self.address, f"the stream {self.name} was deleted; stop this referee") from None
                raise
            except (NatsError, OSError, TimeoutError):
                if self._connection.is_closed:
                    raise
            leave_at = await self._left(leave_at)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _check_there(self) -> None:
        """Raise StorageError if the servers know that the stream is gone. Without a leader they may not know."""
        try:
            await self._stream.stream_info(self.name)
        except NotFoundError:
            raise StorageError(self.address, f"the stream {self.name} was deleted; stop this referee") from None
        except (NatsError, OSError, TimeoutError):
            return

    async def _left(self, leave_at: float) -> float:
        """Connect to another server if it is time, and return when the next time is."""
        if time.monotonic() <= leave_at:
            return leave_at
        await self._connection.force_reconnect()
        return time.monotonic() + _LEAVE_SECONDS


def _dotted(release: tuple[int, int]) -> str:
    return ".".join(map(str, release))


def _leads(info: StreamInfo) -> bool:
    """Return whether most servers of a stream answered its leader too recently to have chosen another."""
    if info.cluster is None:
        return True
    # Without a leader, the last of three servers describes all of them, as if it had just heard from them.
    if not info.cluster.leader:
        return False
    others = info.cluster.replicas or []
    heard = sum((other.active or 0) < _LEASE_NANOS and not other.offline for other in others)
    # The leader itself counts too.
    return 2 * (heard + 1) > len(others) + 1


class _Order:
    """The messages of one consumer, without a gap."""

    def __init__(self) -> None:
        self.number = 0
        self.sound = True

    async def sorted(self, messages: Sequence[Msg]) -> list[Delivered]:
        """Return the stream's messages among the arrived ones, up to the first that is out of order."""
        batch: list[Delivered] = []
        for message in messages:
            if (headers := message.headers) and headers.get(Header.STATUS.value):
                self.sound = await _is_alive(message, headers, self.number)
            else:
                place = message.metadata.sequence
                # The stream's own numbers have gaps where messages were erased; the consumer's have none.
                self.sound = place.consumer == self.number + 1
                if self.sound:
                    self.number = place.consumer
                    batch.append(Delivered(place.stream, message.subject.partition(".")[2], message.data))
            if not self.sound:
                break
        return batch


async def _in_order(arrived: asyncio.Queue[Msg]) -> AsyncGenerator[list[Delivered], None]:
    """Yield arrived messages until one is missing or the consumer is silent."""
    order = _Order()
    while order.sound:
        try:
            async with asyncio.timeout(_SILENCE_SECONDS):
                messages = [await arrived.get()]
        except TimeoutError:
            return
        while not arrived.empty() and len(messages) < MOST_AT_ONCE:
            messages.append(arrived.get_nowait())
        if batch := await order.sorted(messages):
            yield batch


async def _is_alive(message: Msg, headers: Mapping[str, str], number: int) -> bool:
    """Answer a consumer's flow control, and return whether everything that it counted has arrived."""
    if message.reply:
        await message.respond(b"")
    if stalled := headers.get(Header.CONSUMER_STALLED.value):
        await message._client.publish(stalled)  # noqa: SLF001  # the library has no other way to answer it
    last = headers.get(Header.LAST_CONSUMER.value)
    return last is None or int(last) == number


def _consumer(name: str, inbox: str, after: int) -> ConsumerConfig:
    return ConsumerConfig(
        name=name, deliver_subject=inbox, deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=after + 1,
        # Nothing is redelivered and the consumer is not replicated: a lost one is made again after the last message.
        ack_policy=AckPolicy.NONE, max_deliver=1, flow_control=True, idle_heartbeat=_HEARTBEAT_SECONDS,
        mem_storage=True, num_replicas=1, inactive_threshold=30.0,
    )  # fmt: skip


async def _founded(connection: Client, name: str, replicas: int, metadata: dict[str, str] | None) -> StreamInfo:
    """Return the stream, creating it with this metadata if it is missing. Raises NotFoundError without metadata."""
    stream = connection.jetstream(timeout=_ANSWER_SECONDS)
    info = await _there(stream, _config(name, [f"{name}.>"], replicas, metadata))
    await _beside(stream, f"{name}-presence", replicas)
    await _beside(stream, f"{name}-now", replicas, _NOW_SECONDS)
    return info


def _checked(name: str, info: StreamInfo, fingerprint: str) -> StreamInfo:
    """Return a stream that is a record with this key. Raises StorageError."""
    stored = info.config.metadata or {}
    if FOUNDING not in stored:
        raise NotFounded(name, "this name belongs to a stream that is not a record; choose another name")
    if stored.get(_KEY) != fingerprint:
        raise OtherKey(name)
    return info


async def _beside(stream: JetStreamContext, name: str, replicas: int, max_age: float = 0) -> None:
    """Create a stream that keeps each subject's last message, if it is missing."""
    config = _config(name, [f"{name}.>"], replicas, {})
    config.max_msgs_per_subject, config.discard, config.max_age = 1, DiscardPolicy.OLD, max_age
    await _there(stream, config)


async def _there(stream: JetStreamContext, config: StreamConfig) -> StreamInfo:
    """Return a stream, creating it if it is missing. Servers that have just started need some time for that.

    If another referee creates it at the same moment, that one counts. Raises APIError, TimeoutError, or NotFoundError
    for a record without metadata, which is not created.
    """
    end = time.monotonic() + _CONNECT_SECONDS
    while True:
        try:
            try:
                return await stream.stream_info(str(config.name))
            except NotFoundError:
                if config.metadata is None:
                    raise
            return await stream.add_stream(config)
        except NotFoundError:
            raise
        except (APIError, NatsError, TimeoutError):
            if time.monotonic() > end:
                raise
        await asyncio.sleep(_PAUSE_SECONDS)


def shown(servers: Sequence[str]) -> str:
    """Return servers' addresses without their credentials: user, password or token."""
    parts = (server.rpartition("://") for server in servers)
    return ",".join(f"{scheme}{at}{rest.rpartition('@')[2]}" for scheme, at, rest in parts)


def _config(name: str, subjects: list[str], replicas: int, metadata: dict[str, str] | None) -> StreamConfig:
    return StreamConfig(
        name=name, subjects=subjects, retention=RetentionPolicy.LIMITS, storage=StorageType.FILE,
        # A full stream refuses new messages, because the old ones are the record.
        discard=DiscardPolicy.NEW, num_replicas=replicas, duplicate_window=_DEDUPLICATION_SECONDS, deny_purge=True,
        allow_direct=True, metadata=metadata,
    )  # fmt: skip


async def _unheard(_error: Exception) -> None:
    """Ignore what the library reports about a connection: it reconnects by itself."""
