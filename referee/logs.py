"""Logs: one line per call on the standard error, as JSON or for the eye; never a token, a secret or a hidden card."""

from __future__ import annotations

import logging
import sys
from typing import Any, Literal

import msgspec
import structlog
from google.protobuf.message import Message
from structlog.typing import Processor

from gunbai.referee.v1 import ruling_pb2 as told
from gunbai.referee.v1.referee_pb2 import SubmitResponse

Format = Literal["json", "console"]


def configure(level: str, form: Format) -> None:
    """Set up structlog for the process."""
    shared: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        render: Processor = structlog.processors.JSONRenderer(serializer=encode)
        factory: Any = structlog.BytesLoggerFactory(sys.stderr.buffer)
    else:
        render = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        factory = structlog.PrintLoggerFactory(sys.stderr)
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, render],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=factory,
        cache_logger_on_first_use=True,
    )


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
