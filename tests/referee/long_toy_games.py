"""Long games of Lantern Night: as many lanterns hang in the market as it takes."""

from __future__ import annotations

from functools import cache

import msgspec

from lab.toy import protos
from lab.toy_games import Night, started


@cache
def long_night(entries: int) -> Night:
    """Return a running game with so many entries at least, in which nobody ever bids anything."""
    lanterns = [str(number) for number in range(entries)]
    night = started(edition_json=msgspec.json.encode({"names": lanterns}).decode())
    while night.game.version < entries:
        moves = [(seat, protos.Bid(seat=seat)) for seat in (1, 2)]
        night = night.play(*moves, (2, protos.Withdraw()))
    return night
