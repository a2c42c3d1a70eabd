"""Playing on from a position: the visitor's seat, and bots at the others."""

from __future__ import annotations

from clients.web.pages.rematch import find_levels
from clients.web.samples.sample_files import find_samples
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai_client import connect
from tests.clients.web.http_requests import Visitor


def test_a_game_that_ships_with_the_pages_is_played_on_at_the_seat_that_was_looked_at(pages: str, address: str) -> None:
    sample = find_samples()["liars_dice"]
    url, _ = Visitor(pages).sees(f"/games/{sample.game}/play-on", version="20", seat="2", command="")
    with connect(address) as gunbai:
        info = gunbai.game(url.partition("#")[0].rpartition("/")[2])
    assert info.status != GAME_STATUS_OPEN
    assert [seat.player for seat in info.seats if seat.seat == 2] == ["Guest"]
    assert [*find_levels(info)] == [1, 3]
