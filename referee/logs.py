"""Logs: one line per call on the standard error, as JSON or for the eye; never a token, a secret or a hidden card."""

from __future__ import annotations

import logging
import queue
import sys
import threading
from typing import Any, BinaryIO, Literal

import msgspec
import structlog
from google.protobuf.message import Message
from structlog.typing import Processor

from gunbai.referee.v1 import ruling_pb2 as told
from gunbai.referee.v1.referee_pb2 import SubmitResponse

Format = Literal["json", "console"]

_WAITING = 10_000


class Sink:
    """Takes lines at once and writes them on a thread of its own: a stream that is stuck costs lines, not calls."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines: queue.Queue[str | bytes | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    def msg(self, line: str | bytes) -> None:
        """Take a line, if there is room for one."""
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            return

    debug = info = warning = error = critical = msg

    def close(self) -> None:
        """Write what was taken, and no more; wait a second at most."""
        self._lines.put(None)
        self._thread.join(1)

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self._stream.write(line.encode() if isinstance(line, str) else line)
                self._stream.write(b"\n")
                if self._lines.empty():
                    self._stream.flush()
            except (OSError, ValueError):
                continue


def configure(level: str, form: Format) -> Sink:
    """Set up structlog for the process; close what is returned at the end."""
    sink = Sink(sys.stderr.buffer)
    render: Processor = structlog.processors.JSONRenderer(serializer=encode)
    if form == "console":
        render = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if form == "json" else []),
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: sink,
        cache_logger_on_first_use=False,
    )
    return sink


def encode(line: dict[str, Any], **_: Any) -> bytes:
    """A line as JSON."""
    return msgspec.json.encode(line, enc_hook=str)


def facts_of(message: object) -> dict[str, Any]:
    """What a log line may tell of a request or response: the game, the seat, the version, the clause."""
    if isinstance(message, SubmitResponse):
        return _ruling(message.ruling)
    game = getattr(message, "game", None)
    if isinstance(game, str) and game:
        return {"game": game[:40]}
    if isinstance(game, Message):
        return {"game": getattr(game, "game", "")}
    return {}


def _ruling(ruling: told.Ruling) -> dict[str, Any]:
    if ruling.HasField("refused"):
        return {"ruling": "command_refused", "clause": ruling.refused.clause, "version": ruling.refused.version}
    first = ruling.accepted.entries[0]
    return {"ruling": "command_accepted", "seat": first.actor.seat, "version": first.version}
