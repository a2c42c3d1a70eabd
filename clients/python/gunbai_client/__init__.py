"""The gunbai client, which calls a referee and verifies its records."""

import gunbai_client.own_stubs  # noqa: F401  # the others need the stubs

# isort: split

from gunbai_client.blocking import Gunbai, Seat, connect
from gunbai_client.channel import DEFAULT_TARGET, Tls
from gunbai_client.errors import (
    AlreadyThere,
    Exhausted,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotNow,
    RequestError,
    ServiceError,
    StaleVersion,
    Unreachable,
)
from gunbai_client.new_game import NewGame, NewTokens
from gunbai_record.errors import BrokenRecord, GunbaiError
from gunbai_record.messages import unpacked

__all__ = [
    "DEFAULT_TARGET",
    "AlreadyThere",
    "BrokenRecord",
    "Exhausted",
    "Gunbai",
    "GunbaiError",
    "InvalidRequest",
    "NewGame",
    "NewTokens",
    "NotAllowed",
    "NotFound",
    "NotNow",
    "RequestError",
    "Seat",
    "ServiceError",
    "StaleVersion",
    "Tls",
    "Unreachable",
    "connect",
    "unpacked",
]
