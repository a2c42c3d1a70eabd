"""What a visitor can do after a refusal that sending the same again cannot change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request

from clients.web.frame.visitor import Visitor
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai_record.errors import GunbaiError

WATCH, ASK_HOST, OWN_BROWSER, DISPUTES = "do.watch", "do.ask_host", "do.own_browser", "do.disputes"
ANOTHER_SEAT = "do.another_seat"
REMEDIES: Mapping[str, str] = {
    "SEAT_TAKEN": WATCH,
    "GAME_NOT_OPEN": WATCH,
    "GAME_OVER": WATCH,
    "GAME_TOO_LONG": WATCH,
    "GAME_WENT_BACK": WATCH,
    "RECORD_UNVERIFIED": WATCH,
    "SEAT_LEFT": WATCH,
    "GAME_PRIVATE": ASK_HOST,
    "INVITATION_MISSING": ASK_HOST,
    "INVITATION_INVALID": ASK_HOST,
    "SEAT_HELD": ASK_HOST,
    "TOKEN_MISSING": OWN_BROWSER,
    "TOKEN_UNKNOWN": OWN_BROWSER,
    "TOKEN_REVOKED": OWN_BROWSER,
    "FOREIGN_TOKEN": OWN_BROWSER,
    "ROLE_NEEDED": OWN_BROWSER,
    "ALREADY_DISPUTED": DISPUTES,
    "DISPUTE_SETTLED": DISPUTES,
}
"""The catalogue keys of what can be done instead, by the reason of the refusal."""


async def find_remedy(request: Request, reason: str) -> dict[str, Any]:
    """Return what can be done after a refusal, and the seats that can be taken instead of a taken one."""
    free = await _list_free_seats(request) if reason == "SEAT_TAKEN" else ()
    return {"remedy": ANOTHER_SEAT if free else REMEDIES.get(reason, ""), "free": free}


async def _list_free_seats(request: Request) -> Sequence[int]:
    """Return the seats of a request's game that anyone can take."""
    visitor = Visitor.of(request)
    try:
        info = await visitor.reader.game(visitor.game)
    except GunbaiError:
        return ()
    if info.status != GAME_STATUS_OPEN or info.invited_only:
        return ()
    return [seat.seat for seat in info.seats if not seat.taken]
