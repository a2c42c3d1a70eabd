"""Lists of games, with their conditions and order, and of a game's rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias, TypedDict, TypeVar, Unpack

from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.referee.v1.game_pb2 import GAME_STATUS_UNSPECIFIED, STANDING_UNSPECIFIED, GameStatus, Standing
from gunbai.referee.v1.lobby_pb2 import (
    GAME_ORDER_LAST_CHANGED,
    GAME_ORDER_NEWEST,
    GAME_ORDER_OLDEST,
    GAME_ORDER_PLAYED_ON,
    GameOrder,
    ListGamesRequest,
)

V = TypeVar("V")

Order: TypeAlias = Literal["newest", "oldest", "changed", "played"]
"""The order: by creation, by last change or by date of play, latest first; "oldest" is the reverse of "newest"."""
Between: TypeAlias = tuple[V | None, V | None]
"""The first and the last value of a range, both included; None for an open end."""

ORDERS: Mapping[Order, GameOrder.ValueType] = {
    "newest": GAME_ORDER_NEWEST,
    "oldest": GAME_ORDER_OLDEST,
    "changed": GAME_ORDER_LAST_CHANGED,
    "played": GAME_ORDER_PLAYED_ON,
}
LARGEST_PAGE = 200


class Rulings(TypedDict, total=False):
    """Which of a game's rulings to list, and how."""

    refused_only: bool
    receipts: bool
    """Whether each refusal whose command the caller can see comes with a receipt signed by the service."""


class Conditions(TypedDict, total=False):
    """The conditions that games must meet, all of them. Comparisons of text ignore case and diacritics."""

    title: str
    status: GameStatus.ValueType
    standing: Standing.ValueType
    """How far the record can be trusted."""
    player: str
    """Part of a player's name."""
    parent: str
    label: str
    """Part of the label."""
    seats: int
    ending: str
    """Part of the ending's name."""
    winner: str
    """Part of a winner's name."""
    created: Between[datetime]
    changed: Between[datetime]
    """When the state or the seats last changed."""
    played_on: Between[str]
    """ISO 8601 dates: a day, a month or a year."""
    tags: Sequence[str]
    """Tags, all of which a game must have."""
    public_key: bytes
    """A seat's Ed25519 public key: it identifies a player, which a name does not."""


def list_request(order: Order = "newest", **only: Unpack[Conditions]) -> ListGamesRequest:
    """Return the request for the first page of the games that meet all conditions."""
    played_from, played_to = only.get("played_on", (None, None))
    created_from, created_to = only.get("created", (None, None))
    changed_from, changed_to = only.get("changed", (None, None))
    return ListGamesRequest(
        title=only.get("title", ""),
        status=only.get("status", GAME_STATUS_UNSPECIFIED),
        standing=only.get("standing", STANDING_UNSPECIFIED),
        player=only.get("player", ""),
        parent=only.get("parent", ""),
        label=only.get("label", ""),
        seats=only.get("seats", 0),
        ending=only.get("ending", ""),
        winner=only.get("winner", ""),
        min_create_time=_moment(created_from),
        max_create_time=_moment(created_to),
        min_change_time=_moment(changed_from),
        max_change_time=_moment(changed_to),
        min_played_on=played_from or "",
        max_played_on=played_to or "",
        tags=only.get("tags", ()),
        public_key=only.get("public_key", b""),
        order_by=ORDERS[order],
        page_size=LARGEST_PAGE,
    )


def _moment(time: datetime | None) -> Timestamp | None:
    """Return a time as a timestamp."""
    if time is None:
        return None
    moment = Timestamp()
    moment.FromDatetime(time)
    return moment
