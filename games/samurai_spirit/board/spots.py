"""Where commands of Samurai Spirit point in the picture: samurai by their seat, raiders, and tokens of the absent."""

from __future__ import annotations

from typing import Any

from games.kit.board.spots import pointed
from gunbai_record.plain import Plain

KINDS = {
    "samurai": "samurai",
    "raider": "raider",
    "raiders": "raider",
    "from_seat": "seat",
    "to_seat": "seat",
    "healed_seat": "seat",
}


def spots(table: Any, move: Plain) -> tuple[str, ...]:
    """Return the things a command names."""
    return tuple(pointed(move, KINDS))
