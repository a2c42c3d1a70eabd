"""The connection to a stream: what is asked again and of whom, what is an error, and messages without a gap."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from nats.aio.client import Client, ServerVersion
from nats.aio.msg import Msg
from nats.errors import ConnectionClosedError
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ClusterInfo,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    Header,
    PeerInfo,
    PubAck,
    RawStreamMsg,
    RetentionPolicy,
    StorageType,
    StreamConfig,
    StreamInfo,
    StreamState,
)
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from store.contract import StorageError, StorageFull
from store.jetstream import stream as module
from store.jetstream.stream import Delivered, OtherKey, Overtaken, Stream, _Order

ROOM = 10_000


class Server:
    """A connection, and what is asked over it: answers are given, or raised, in turn."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.calls: list[tuple[object, ...]] = []
        self.reconnected = 0
        self.is_closed, self.is_connected = False, True
        self.consumers: list[str | None] = []
        self.max_payload = 4096 + ROOM
        self.connected: tuple[object, dict[str, Any]] = ((), {})
        self.connected_server_version = ServerVersion("2.11.0")

    async def connect(self, servers: list[str], **options: object) -> None:
        self.connected = (servers, options)
        self._next()

    def jetstream(self, timeout: float) -> Server:
        del timeout
        return self

    async def publish(
        self, subject: str, data: bytes = b"", *, headers: dict[str, str] | None = None, **_: object
    ) -> Any:
        self.calls.append((subject, data) if headers is None else (subject, data, headers))
        return self._next()

    async def get_msg(self, stream: str, **which: object) -> Any:
        self.calls.append((stream, which))
        return self._next()

    async def delete_msg(self, stream: str, sequence: int) -> Any:
        self.calls.append(("delete", stream, sequence))
        return self._next()

    def new_inbox(self) -> str:
        return "inbox"

    async def subscribe(self, inbox: str, *, cb: Callable[[Msg], Awaitable[None]], **limits: int) -> Server:
        self.calls.append(("subscribe", inbox, limits))
        self._arrive = cb
        return self

    async def unsubscribe(self) -> None:
        self.calls.append(("unsubscribe",))

    async def add_consumer(self, stream: str, config: ConsumerConfig) -> None:
        """Deliver the messages that are the answer."""
        self.calls.append(("consume", stream, config.deliver_subject, config.opt_start_seq))
        self.consumers.append(config.name)
        for message in cast(list[Msg], self._next()):
            await self._arrive(message)

    async def delete_consumer(self, stream: str, name: str) -> None:
        self.calls.append(("leave", stream, self.consumers.index(name)))

    async def stream_info(self, stream: str) -> Any:
        self.calls.append((stream,))
        return self._next()

    async def add_stream(self, config: StreamConfig) -> Any:
        self.calls.append(("add", config.name))
        return self._next()

    async def force_reconnect(self) -> None:
        self.reconnected += 1

    async def close(self) -> None:
        self.is_closed = True

    def _next(self) -> object:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def stream(server: Server) -> Stream:
    config = StreamConfig(metadata={module.FOUNDING: "founding"})
    return Stream(cast(Client, server), "RECORD", "there", StreamInfo(config, StreamState(0, 0, 0, 0, 0)))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return a clock whose `now` is what the stream takes for the time; it asks again at once."""
    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0)
    return clock


def unanswered(clock: SimpleNamespace, times: int) -> Callable[[], Awaitable[str]]:
    """Return a question that costs a second and has no answer, so many times."""
    left = [times]

    async def ask() -> str:
        if not left[0]:
            return "answer"
        clock.now += 1
        left[0] -= 1
        raise TimeoutError

    return ask


@pytest.mark.parametrize(("times", "left"), [(4, 0), (5, 1), (9, 1), (10, 2)])
async def test_a_server_without_an_answer_is_left_after_four_seconds_and_again_after_four_more(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, times: int, left: int
) -> None:
    server, slept = Server(), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.1)
    assert await stream(server)._answered(unanswered(clock, times)) == "answer"
    assert (server.reconnected, slept) == (left, [0.1] * times)


@pytest.mark.usefixtures("clock")
async def test_what_is_asked_over_a_closed_connection_is_not_asked_again() -> None:
    server = Server(ConnectionClosedError(), PubAck("RECORD", 1))
    server.is_closed = True
    with pytest.raises(ConnectionClosedError):
        await stream(server).publish("game.g", b"")
    assert len(server.calls) == 1


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("number", "kind", "problem"),
    [
        (10071, Overtaken, "^$"),
        (10023, StorageFull, "the stream is full"),
        (10047, StorageFull, "the stream is full"),
        (10077, StorageFull, "the stream is full"),
        (10060, StorageError, "in words"),
    ],
)
async def test_what_the_servers_refuse_to_write_is_an_error_of_its_kind(
    number: int, kind: type[Exception], problem: str
) -> None:
    server = Server(APIError(400, "in words", number), PubAck("RECORD", 1))
    with pytest.raises(kind, match=problem) as raised:
        await stream(server).publish("game.g", b"", after=1)
    assert type(raised.value) is kind
    assert getattr(raised.value, "file", "there") == "there"
    assert len(server.calls) == 1


@pytest.mark.usefixtures("clock")
async def test_what_the_servers_refuse_without_words_is_told_by_its_number() -> None:
    with pytest.raises(StorageError, match=r"there: .*err_code=10060"):
        await stream(Server(APIError(code=500, err_code=10060))).publish("game.g", b"")


async def test_a_message_that_is_larger_than_the_servers_take_is_not_sent() -> None:
    server = Server(PubAck("RECORD", 1))
    with pytest.raises(StorageError, match=f"a message of {ROOM + 1} bytes: the servers take at most {ROOM}") as raised:
        await stream(server).publish("game.g", bytes(ROOM + 1))
    assert raised.value.file == "there"
    assert not server.calls
    assert await stream(server).publish("game.g", bytes(ROOM)) == 1


async def test_a_message_without_data_is_an_empty_one() -> None:
    server = Server(RawStreamMsg(subject="RECORD.here.one", seq=7), NotFoundError())
    opened = stream(server)
    assert await opened.last("here.one") == Delivered(7, "here.one", b"")
    assert await opened.last("here.two") is None


@pytest.mark.parametrize("error", [OSError("refused"), OtherKey("RECORD"), NotFoundError()])
async def test_a_stream_that_cannot_be_used_leaves_no_connection_open(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    server = Server(None)

    async def founded(*_: object) -> StreamInfo:
        raise error

    monkeypatch.setattr(module, "Client", lambda: server)
    monkeypatch.setattr(module, "_founded", founded)
    with pytest.raises(StorageError):
        await Stream.open(["nats://there"], "RECORD", 1, "fingerprint")
    assert server.is_closed


async def test_servers_that_cannot_be_reached_leave_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(OSError("refused"))
    monkeypatch.setattr(module, "Client", lambda: server)
    with pytest.raises(StorageError, match="cannot be reached: refused"):
        await Stream.open(["nats://there"], "RECORD", 1, "fingerprint")
    assert server.is_closed


async def test_a_message_says_for_which_stream_it_is_which_it_is_and_after_which_it_comes() -> None:
    server = Server(*[PubAck("RECORD", 7)] * 3)
    opened = stream(server)
    assert await opened.publish("game.g", b"data") == 7
    await opened.publish("game.g", b"data", "id", 0)
    await opened.publish("game.g", b"data", after=3)
    there, last = {Header.EXPECTED_STREAM.value: "RECORD"}, Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value
    assert server.calls == [
        ("RECORD.game.g", b"data", there),
        ("RECORD.game.g", b"data", there | {Header.MSG_ID.value: "id", last: "0"}),
        ("RECORD.game.g", b"data", there | {last: "3"}),
    ]
    assert opened.largest == ROOM


async def test_messages_are_asked_for_by_subject_and_sequence() -> None:
    message = RawStreamMsg(subject="RECORD.game.g", seq=7, data=b"data")
    delivered = Delivered(7, "game.g", b"data")
    server = Server(*[message] * 4, NotFoundError())
    asking = stream(server)
    assert await asking.last("game.g") == await asking.message(7) == await asking.next("game.g", 5) == delivered
    assert (await asking.end(), await asking.end()) == (7, 0)
    assert server.calls == [
        ("RECORD", {"subject": "RECORD.game.g"}),
        ("RECORD", {"seq": 7}),
        ("RECORD", {"subject": "RECORD.game.g", "seq": 5, "next": True}),
        ("RECORD", {"subject": "RECORD.>"}),
        ("RECORD", {"subject": "RECORD.>"}),
    ]


async def test_what_is_known_beside_the_record_is_in_streams_of_its_name() -> None:
    server = Server(PubAck("S", 1), RawStreamMsg(subject="s", seq=1, data=b"1700"), NotFoundError())
    record = stream(server)
    assert [stream.name for stream in (record.now(), record.lasting())] == ["RECORD-now", "RECORD-presence"]
    assert [stream.address for stream in (record.now(), record.lasting())] == ["there", "there"]
    await record.note(1700)
    assert (await record.noted(), await record.noted()) == (1700, 0)
    noted = ("RECORD-presence", {"subject": "RECORD-presence.at"})
    assert server.calls == [("RECORD-presence.at", b"1700"), noted, noted]


async def test_a_message_that_is_gone_is_erased() -> None:
    server = Server(True, APIError(400, "no message found", 10037))
    for sequence in (7, 8):
        await stream(server).erase(sequence)
    assert server.calls == [("delete", "RECORD", 7), ("delete", "RECORD", 8)]


async def test_what_is_written_while_a_consumer_is_lost_comes_before_that_of_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_SILENCE_SECONDS", 0.01)
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0)
    meanwhile = [RawStreamMsg(subject="RECORD.game.h", seq=sequence, data=b"%d" % sequence) for sequence in (9, 12)]
    refused = APIError(503, "no consumer now", 10074)
    server = Server(
        [message(1, 5), message(2, 8)], *meanwhile, NotFoundError(), refused, NotFoundError(), [message(1, 13)]
    )
    batches = stream(server).batches(4)
    deliveries = [await anext(batches) for _ in range(4)]
    assert [[delivered.sequence for delivered in batch] for batch in deliveries] == [[5, 8], [9], [12], [13]]
    assert deliveries[1] == [Delivered(9, "game.h", b"9")]
    await batches.aclose()
    begun = ("subscribe", "inbox", {"pending_msgs_limit": 0, "pending_bytes_limit": 0})
    after = [("RECORD", {"subject": "RECORD.>", "seq": sequence, "next": True}) for sequence in (9, 10, 13)]
    assert server.calls == [
        begun, ("consume", "RECORD", "inbox", 5), ("unsubscribe",), ("leave", "RECORD", 0), *after,
        begun, ("consume", "RECORD", "inbox", 13), ("unsubscribe",), ("leave", "RECORD", 1), after[2],
        begun, ("consume", "RECORD", "inbox", 13), ("unsubscribe",), ("leave", "RECORD", 2),
    ]  # fmt: skip
    assert len({*server.consumers}) == 3


async def test_a_consumer_is_not_deleted_over_a_connection_that_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SILENCE_SECONDS", 0.01)
    server = Server([])
    server.is_connected = False
    assert [batch async for batch in stream(server)._consumed(4)] == []
    assert server.calls[-1] == ("unsubscribe",)


def message(consumer: int, place: int) -> Msg:
    """Return a message as a consumer sends it: which of its own it is, and which of the stream."""
    reply, headers = f"$JS.ACK.RECORD.c.1.{place}.{consumer}.0.0", {Header.MSG_ID.value: "id"}
    return Msg(cast(Client, Server()), "RECORD.game.g", reply, b"%d" % place, headers)


def status(**headers: str) -> Msg:
    """Return what a consumer says of itself: a heartbeat, or a question."""
    names = {"last": Header.LAST_CONSUMER.value, "stalled": Header.CONSUMER_STALLED.value}
    all_headers = {Header.STATUS.value: "100", **{names[name]: value for name, value in headers.items()}}
    return Msg(cast(Client, Server(None)), "inbox", "", b"", all_headers)


async def test_messages_count_up_to_the_first_that_is_not_the_next() -> None:
    order = _Order()
    batch = await order.sorted([message(1, 5), message(2, 8)])
    assert batch == [Delivered(5, "game.g", b"5"), Delivered(8, "game.g", b"8")]
    assert order.sound
    assert await order.sorted([message(3, 9), message(5, 11), message(4, 10)]) == [Delivered(9, "game.g", b"9")]
    assert not order.sound


async def test_the_first_message_of_a_consumer_is_missed_like_any_other() -> None:
    order = _Order()
    assert await order.sorted([message(2, 6)]) == []
    assert not order.sound


@pytest.mark.parametrize(("headers", "sound"), [({}, True), ({"last": "1"}, True), ({"last": "2"}, False)])
async def test_a_heartbeat_tells_that_a_message_is_missing(headers: dict[str, str], *, sound: bool) -> None:
    order = _Order()
    batch = await order.sorted([message(1, 5), status(**headers), message(2, 6)])
    assert [delivered.sequence for delivered in batch] == ([5, 6] if sound else [5])
    assert order.sound is sound


async def test_a_consumer_that_waits_for_an_answer_gets_it() -> None:
    asking = status(stalled="go on")
    assert await _Order().sorted([asking]) == []
    assert cast(Server, asking._client).calls == [("go on", b"")]
    asking = status()
    asking.reply = "go on"
    assert await _Order().sorted([asking]) == []
    assert [publication[:2] for publication in cast(Server, asking._client).calls] == [("go on", b"")]


async def test_no_more_messages_are_taken_at_once_than_are_kept_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_AT_ONCE", 3)
    monkeypatch.setattr(module, "_SILENCE_SECONDS", 0.01)
    taken: list[int] = []

    async def sorted_(_: _Order, messages: list[Msg]) -> list[Delivered]:
        taken.append(len(messages))
        return [Delivered(1, "one", b"")]

    monkeypatch.setattr(_Order, "sorted", sorted_)
    arrived: asyncio.Queue[Msg] = asyncio.Queue()
    for _ in range(7):
        arrived.put_nowait(cast(Msg, SimpleNamespace()))
    assert len([batch async for batch in module._in_order(arrived)]) == 3
    assert taken == [3, 3, 1]


async def test_a_connection_is_opened_again_for_ever_and_left_when_two_pings_of_a_second_are_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, connections = Server(None, None, None), list[tuple[object, ...]]()

    async def founded(*wanted: object) -> StreamInfo:
        connections.append(wanted)
        return stream(server).info

    monkeypatch.setattr(module, "Client", lambda: server)
    monkeypatch.setattr(module, "_founded", founded)
    servers = ["nats://user:word@one:4222", "nats://two"]
    monkeypatch.setattr(module, "_checked", lambda *checked: checked[1])
    opened = await Stream.open(servers, "RECORD", 3, "fingerprint", succeeds="former")
    assert (opened.name, opened.address, opened.founding) == ("RECORD", "nats://one:4222,nats://two", "founding")
    assert not opened.made
    await Stream.open(servers, "RECORD", 1, "fingerprint")
    await Stream.open(servers, "RECORD", 1, "fingerprint")
    named = [cast(dict[str, str], connection[3]).pop("gunbai-record") for connection in connections]
    assert len({*named}) == 3
    assert [cast(dict[str, str], connection[3]).pop("gunbai-succeeds", None) for connection in connections] == [
        "former",
        None,
        None,
    ]
    assert connections == [(server, "RECORD", replicas, {"gunbai-key": "fingerprint"}) for replicas in (3, 1, 1)]
    there, options = server.connected
    assert await options.pop("error_cb")(OSError("cut off")) is None
    assert there == servers
    assert options == {
        "name": "gunbai RECORD",
        "max_reconnect_attempts": -1,
        "reconnect_time_wait": 0.1,
        "connect_timeout": 2,
        "ping_interval": 1,
        "max_outstanding_pings": 2,
    }


async def test_servers_that_do_not_answer_at_all_are_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Client", lambda: Server(TimeoutError()))
    with pytest.raises(StorageError, match="cannot be reached: no answer within 10 s") as raised:
        await Stream.open(["nats://there"], "RECORD", 1, "fingerprint")
    assert raised.value.file == "nats://there"


async def test_a_server_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(None)
    server.connected_server_version = ServerVersion("2.9.10")
    monkeypatch.setattr(module, "Client", lambda: server)
    with pytest.raises(StorageError, match=r"there: nats-server 2\.9 is too old: install 2\.11 or later"):
        await Stream.open(["nats://there"], "RECORD", 1, "fingerprint")
    assert server.is_closed


async def test_servers_without_a_quorum_are_named_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def founded(*_: object) -> StreamInfo:
        raise ServiceUnavailableError(code=503, err_code=10008)

    monkeypatch.setattr(module, "Client", lambda: Server(None))
    monkeypatch.setattr(module, "_founded", founded)
    with pytest.raises(StorageError, match=r"the stream RECORD cannot be used: most of its servers are down$"):
        await Stream.open(["nats://there"], "RECORD", 1, "fingerprint")


def cluster(*heard_seconds: float) -> StreamInfo:
    """Return what a leader says that heard from the others so many seconds ago."""
    peers = [PeerInfo(name="n", active=int(seconds * 10**9)) for seconds in heard_seconds]
    return StreamInfo(StreamConfig(), StreamState(0, 0, 1, 77, 0), cluster=ClusterInfo(leader="n1", replicas=peers))


async def test_a_leader_that_has_heard_of_nobody_is_asked_again_after_a_pause_and_left_in_the_end(
    monkeypatch: pytest.MonkeyPatch, clock: SimpleNamespace
) -> None:
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 1.5)

    async def sleep(seconds: float) -> None:
        clock.now += seconds

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(sleep=sleep))
    server = Server(*[cluster(9, 9)] * 4, cluster(9, 1))
    assert await stream(server).confirmed() == 77
    assert (len(server.calls), clock.now, server.reconnected) == (5, 6.0, 1)


@pytest.mark.parametrize(("seconds", "leads"), [(2.4, True), (2.5, False)])
def test_a_leader_is_believed_for_two_and_a_half_seconds(seconds: float, *, leads: bool) -> None:
    assert module._leads(cluster(seconds)) is leads
    assert module._leads(cluster(seconds, 9, 9)) is False


@pytest.mark.parametrize(("active", "leads"), [((1, 1), True), ((1, 9), True), ((9, 9), False), ((), True)])
def test_a_leader_is_believed_if_most_servers_heard_from_it(active: tuple[int, ...], *, leads: bool) -> None:
    peers = [PeerInfo(name="n", active=seconds * 10**9) for seconds in active]
    info = StreamInfo(StreamConfig(), StreamState(0, 0, 0, 0, 0), cluster=ClusterInfo(leader="n1", replicas=peers))
    assert module._leads(info) is leads


@pytest.mark.parametrize(("offline", "leads"), [((False, False), True), ((True, False), True), ((True, True), False)])
def test_a_server_that_is_cut_off_counts_for_no_leader_however_lately_it_was_heard(
    offline: tuple[bool, ...], *, leads: bool
) -> None:
    peers = [PeerInfo(name="n", active=1, offline=is_offline) for is_offline in offline]
    info = StreamInfo(StreamConfig(), StreamState(0, 0, 0, 0, 0), cluster=ClusterInfo(leader="n1", replicas=peers))
    assert module._leads(info) is leads


def test_servers_without_a_leader_are_not_believed_however_lately_they_heard_from_each_other() -> None:
    """So described the last of three servers the stream, once it was no longer its leader (2.15.1)."""
    peers = [PeerInfo(name=f"n{number}", active=0, current=number == 1) for number in (1, 2, 3)]
    info = StreamInfo(StreamConfig(), StreamState(0, 0, 0, 0, 0), cluster=ClusterInfo(leader=None, replicas=peers))
    assert not module._leads(info)


@pytest.mark.parametrize(
    "others", [None, ClusterInfo(leader="n1", replicas=None), ClusterInfo(leader="n1", replicas=[PeerInfo(name="n")])]
)
def test_a_leader_without_others_or_of_which_no_time_is_told_leads(others: ClusterInfo | None) -> None:
    assert module._leads(StreamInfo(StreamConfig(), StreamState(0, 0, 0, 0, 0), cluster=others))


@pytest.mark.usefixtures("clock")
async def test_a_stream_is_made_if_it_is_missing_and_asked_for_again_while_the_servers_start() -> None:
    made = cluster()
    for answers, calls in (
        ([made], [("S",)]),
        ([NotFoundError(), made], [("S",), ("add", "S")]),
        ([NotFoundError(), APIError(400, "in use", 10058), made], [("S",), ("add", "S"), ("S",)]),
        ([TimeoutError(), made], [("S",), ("S",)]),
    ):
        server = Server(*answers)
        assert await module._there(cast(JetStreamContext, server), StreamConfig(name="S", metadata={})) is made
        assert server.calls == calls


async def test_a_record_that_is_missing_is_not_made_unless_it_is_new() -> None:
    server = Server(NotFoundError())
    with pytest.raises(NotFoundError):
        await module._there(cast(JetStreamContext, server), StreamConfig(name="S"))
    assert server.calls == [("S",)]


async def test_servers_that_cannot_make_a_stream_are_asked_for_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, clock: SimpleNamespace
) -> None:
    async def sleep(_: float) -> None:
        clock.now += 2.5

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(sleep=sleep))
    server = Server(*[APIError(503, "not yet", 10008)] * 6)
    with pytest.raises(APIError):
        await module._there(cast(JetStreamContext, server), StreamConfig(name="S"))
    assert (len(server.calls), clock.now) == (6, 12.5)


@pytest.mark.parametrize("key", ["ours", "another", None])
async def test_a_stream_that_is_no_record_or_of_another_key_is_not_taken(
    key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = {module.FOUNDING: "founding", module._KEY: key} if key else None
    info = StreamInfo(StreamConfig(metadata=metadata), StreamState(0, 0, 0, 0, 0))
    configs: list[StreamConfig] = []

    async def there(_: object, config: StreamConfig) -> StreamInfo:
        configs.append(config)
        return info

    monkeypatch.setattr(module, "_there", there)
    founded = await module._founded(cast(Client, Server()), "RECORD", 3, {module._KEY: "ours"})
    assert founded is info
    match key:
        case "ours":
            assert module._checked("RECORD", founded, "ours") is info
        case "another":
            with pytest.raises(OtherKey, match="RECORD"):
                module._checked("RECORD", founded, "ours")
        case _:
            with pytest.raises(StorageError, match="this name belongs to a stream") as raised:
                module._checked("RECORD", founded, "ours")
            assert raised.value.file == "RECORD"
    assert [config.name for config in configs] == ["RECORD", "RECORD-presence", "RECORD-now"]
    for config in configs:
        assert config.subjects == [f"{config.name}.>"]
        assert (config.retention, config.storage) == (RetentionPolicy.LIMITS, StorageType.FILE)
        assert (
            config.num_replicas,
            config.duplicate_window,
            config.deny_purge,
            config.allow_direct,
        ) == (3, 120, True, True)
    assert [config.metadata for config in configs] == [{module._KEY: "ours"}, {}, {}]
    assert [config.discard for config in configs] == [DiscardPolicy.NEW, DiscardPolicy.OLD, DiscardPolicy.OLD]
    two_days = 2 * 24 * 60 * 60
    assert [config.max_age for config in configs] == [None, 0, two_days], (
        "the stream of referees has its messages for two days"
    )
    assert [config.max_msgs_per_subject for config in configs][1:] == [1, 1]


def test_a_consumer_has_what_follows_a_message_and_says_each_second_that_it_is_there() -> None:
    config = module._consumer("referee-1", "inbox", 7)
    assert (config.name, config.deliver_subject, config.opt_start_seq) == ("referee-1", "inbox", 8)
    assert (config.deliver_policy, config.ack_policy) == (DeliverPolicy.BY_START_SEQUENCE, AckPolicy.NONE)
    assert (config.flow_control, config.idle_heartbeat, config.inactive_threshold) == (True, 1.0, 30.0)
    assert (config.max_deliver, config.mem_storage, config.num_replicas) == (1, True, 1)


@pytest.mark.parametrize(
    ("server", "shown"),
    [
        ("nats://there:4222", "nats://there:4222"),
        ("nats://user:word@there", "nats://there"),
        ("tls://token@there", "tls://there"),
        ("user:word@there:4222", "there:4222"),
        ("there", "there"),
    ],
)
def test_an_address_is_shown_without_what_it_is_reached_with(server: str, shown: str) -> None:
    assert module.shown([server]) == shown
    assert module.shown([server, "nats://other"]) == f"{shown},nats://other"
