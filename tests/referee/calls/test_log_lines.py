"""A log line has the facts of a call, never its contents."""

from __future__ import annotations

import io
import json
import string
import time

import pytest

from gunbai.referee.v1 import game_pb2, lobby_pb2, referee_pb2, ruling_pb2
from lab.patience import PATIENCE
from lab.toy import protos
from referee.calls.log_lines import Sink, console_line, facts_of, json_line
from referee.calls.reception import _ms
from referee.game.entries import packed


def test_a_request_is_logged_by_its_game_alone() -> None:
    request = referee_pb2.SubmitRequest(
        game="g", command_id="id", command=packed(protos.Bid(seat=1, light=5)), signature=b"signature"
    )
    assert facts_of(request) == {"game": "g"}
    assert facts_of(lobby_pb2.JoinGameRequest(game="g", player="Ada", entropy=b"entropy")) == {"game": "g"}
    assert facts_of(lobby_pb2.ListTitlesRequest()) == {}


def test_a_long_game_id_is_cut() -> None:
    assert facts_of(lobby_pb2.GetGameRequest(game="x" * 1000)) == {"game": "x" * 40}


def test_a_response_is_logged_without_tokens() -> None:
    response = lobby_pb2.JoinGameResponse(seat=1, info=game_pb2.GameInfo(game="g", label="secret"))
    assert facts_of(response) == {"game": "g"}


def test_a_ruling_is_logged_by_its_clause_or_its_version() -> None:
    refused = ruling_pb2.Ruling()
    refused.refused.clause, refused.refused.version = "LN-1", 7
    assert facts_of(refused) == {"ruling": "command_refused", "clause": "LN-1", "version": 7}
    accepted = referee_pb2.SubmitResponse()
    entry = accepted.ruling.accepted.entries.add(version=8)
    entry.actor.seat = 2
    assert facts_of(accepted) == {"ruling": "command_accepted", "seat": 2, "version": 8}


def test_a_call_is_logged_with_its_milliseconds() -> None:
    assert 1000 <= _ms(time.perf_counter() - 1) < 60_000


def test_lines_are_rendered_as_json_or_for_people() -> None:
    line = {"event": "call_answered", "call": "GetGame"}
    assert json.loads(json_line(0.0, "info", dict(line))) == {"at": "1970-01-01T00:00:00Z", "level": "info", **line}
    shown = console_line(time.time(), "warning", dict(line))
    assert b"call_answered" in shown
    assert b"warning" in shown


@pytest.mark.parametrize("name", ["game", "exception", "event"])
def test_a_line_for_people_takes_no_escapes_and_no_line_ends_from_clients(name: str) -> None:
    hostile = "\x1b[2Jx\x1b]0;title\x07\r\x9b31m\u202e\ud800"
    shown = console_line(0.0, "info", {"event": "call_failed", name: hostile}).decode()
    assert "\\x1b[2Jx" in shown
    ours = console_line(0.0, "info", {"event": "call_failed", name: "plain"}).decode()
    assert set(shown) - set(ours) <= set(string.printable) - set("\x1b\r\x07\x0b\x0c")
    assert shown.count("\n") == ours.count("\n")
    if name != "exception":
        assert console_line(0.0, "info", {"event": "e", name: "one\ntwo"}).count(b"\n") == 1


def test_a_sink_writes_what_it_took_when_it_closes() -> None:
    stream = io.BytesIO()
    sink = Sink(stream, "json")
    levels = ["debug", "info", "info", "warning", "error"]
    for number, level in enumerate(levels):
        getattr(sink, level)(event="call", number=number)
    sink.close(PATIENCE)
    written = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["number"]) for line in written] == [(level, i) for i, level in enumerate(levels)]


def test_lines_for_people_have_colours_on_a_terminal_alone() -> None:
    class Terminal(io.BytesIO):
        def isatty(self) -> bool:
            return True

    written = []
    for stream in (Terminal(), io.BytesIO()):
        sink = Sink(stream, "console")
        sink.info(event="call")
        sink.close(PATIENCE)
        written.append(stream.getvalue())
    assert [(b"call" in line, b"\x1b" in line) for line in written] == [(True, True), (True, False)]


def test_a_line_does_not_wait_in_a_buffer() -> None:
    file = io.BytesIO()
    stream = io.BufferedWriter(file)
    sink = Sink(stream, "json")
    sink.info(event="call")
    sink.close(PATIENCE)
    assert file.getvalue().count(b"\n") == 1


def test_a_broken_stream_costs_lines_not_calls() -> None:
    class Broken(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError("the pipe is gone")

    sink = Sink(Broken(), "json")
    sink.warning(event="lost")
    sink.close(PATIENCE)
