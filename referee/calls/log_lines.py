"""Logs: one line per call on standard error, as JSON or for people; never a token, a secret or a hidden card."""

from __future__ import annotations

import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from time import time
from types import MappingProxyType
from typing import Any, BinaryIO, Literal

import msgspec
import structlog
from structlog.typing import EventDict

from gunbai.referee.v1 import ruling_pb2 as rulings
from gunbai.referee.v1.referee_pb2 import SubmitResponse
from gunbai_record.text.foreign import visible, visible_json, visible_lines

Format = Literal["json", "console"]

NOTED: ContextVar[Mapping[str, str]] = ContextVar("noted", default=MappingProxyType({}))
"""What every line about the current call contains: its client's label, and its trace if it is traced."""

_WAITING = 10_000
_SECONDS = 0.1


class Sink:
    """A sink that queues lines; its own thread writes them ten times a second, so that no call waits for the stream.

    A blocked or closed stream loses lines, never calls.
    """

    def __init__(self, stream: BinaryIO, form: Format) -> None:
        coloured = form == "console" and stream.isatty()
        self._stream, self._rendered = stream, coloured_line if coloured else FORMS[form]
        # The standard library's queue handler takes five times as long for the call.
        self._lines: deque[tuple[float, str, EventDict]] = deque(maxlen=_WAITING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    def debug(self, **line: Any) -> None:
        """Queue a line, dropping the oldest one if the queue is full."""
        self._lines.append((time(), "debug", line))

    def info(self, **line: Any) -> None:
        """Queue a line."""
        self._lines.append((time(), "info", line))

    def warning(self, **line: Any) -> None:
        """Queue a line."""
        self._lines.append((time(), "warning", line))

    def error(self, **line: Any) -> None:
        """Queue a line."""
        self._lines.append((time(), "error", line))

    def close(self, seconds: float = 1) -> None:
        """Write the queued lines and stop; wait at most this many seconds."""
        self._closing.set()
        self._thread.join(seconds)

    def _write_all(self) -> None:
        while not self._closing.wait(_SECONDS):
            self._write()
        self._write()

    def _write(self) -> None:
        # Only the lines that are there now: other threads may add more meanwhile.
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        if not lines:
            return
        with suppress(OSError, ValueError):
            self._stream.write(b"".join(self._rendered(*line) for line in lines))
            self._stream.flush()


def configure(level: str, form: Format) -> Sink:
    """Set up structlog for the process; close the returned object at the end."""
    sink = Sink(sys.stderr.buffer, form)
    structlog.configure(processors=[as_it_is], logger_factory=lambda *_: sink)
    filter_at(level)
    return sink


def filter_at(level: str) -> None:
    """Log this level and those above from now on; a logger that was bound before does not change."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())))


def as_it_is(_: Any, __: str, line: EventDict) -> EventDict:
    """Return a line unchanged: the sink adds the time and renders it later."""
    return line


def json_line(at: float, level: str, line: EventDict) -> bytes:
    """Render a line as JSON."""
    facts = {"at": datetime.fromtimestamp(at, UTC), "level": level, **line}
    encoded = msgspec.json.encode(facts, enc_hook=str)
    # ASCII JSON has no character that a terminal obeys, and it is by far the most common.
    return (encoded if encoded.isascii() else visible_json(encoded.decode()).encode()) + b"\n"


def console_line(at: float, level: str, line: EventDict) -> bytes:
    """Render a line for people; nothing from a client can end the line, or reach the terminal as an escape."""
    return _for_people(_plain, at, level, line)


def coloured_line(at: float, level: str, line: EventDict) -> bytes:
    """Render such a line for a terminal."""
    return _for_people(_coloured, at, level, line)


def _for_people(rendered: structlog.dev.ConsoleRenderer, at: float, level: str, line: EventDict) -> bytes:
    safe = {name: visible(value) if isinstance(value, str) else value for name, value in line.items()}
    facts = {"timestamp": f"{datetime.fromtimestamp(at, UTC):%H:%M:%S.%f}", "level": level, **safe}
    if "exception" in line:
        facts["exception"] = visible_lines(str(line["exception"]))
    # Clients' texts can have half a character, and a line must not fail for it.
    return f"{rendered(None, level, facts)}\n".encode(errors="backslashreplace")


_plain, _coloured = (
    structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)
    for colours in (False, True)
)

FORMS: dict[Format, Callable[[float, str, EventDict], bytes]] = {"json": json_line, "console": console_line}
"""How a line is rendered in each form."""


def facts_of(message: object) -> dict[str, Any]:
    """Return what a log line may contain from a request or response: the game, the seat, the version, the clause."""
    if isinstance(message, SubmitResponse):
        return facts_of(message.ruling)
    if isinstance(message, rulings.Ruling):
        return _ruling(message)
    game = getattr(message, "game", "") or getattr(getattr(message, "info", None), "game", "")
    # A request's game is whatever a client wrote.
    return {"game": game[:40]} if game else {}


def _ruling(ruling: rulings.Ruling) -> dict[str, Any]:
    if ruling.HasField("refused"):
        return {"ruling": "command_refused", "clause": ruling.refused.clause, "version": ruling.refused.version}
    first = ruling.accepted.entries[0]
    return {"ruling": "command_accepted", "seat": first.actor.seat, "version": first.version}
