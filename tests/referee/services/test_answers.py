"""What the API says of a game: from its row of the catalogue."""

from __future__ import annotations

from gunbai.referee.v1 import game_pb2
from referee.services.answers import outline_of
from tests.store.builders import summary


def test_the_outline_of_a_game_is_its_row_with_its_times() -> None:
    outline = outline_of(summary("g", created_at=7, public=False, parent="p", parent_version=3))
    assert (outline.create_time.ToMilliseconds(), outline.update_time.ToMilliseconds()) == (7, 8)
    assert (outline.game, outline.title, outline.parent, outline.parent_version) == ("g", "titan_race", "p", 3)
    assert (outline.status, outline.private) == (game_pb2.GAME_STATUS_RUNNING, True)
    assert [(seat.seat, seat.player) for seat in outline.seats] == [(1, "Ann"), (2, "")]


def test_the_outline_of_a_status_of_another_release_has_none() -> None:
    assert outline_of(summary("g", status="dreaming")).status == game_pb2.GAME_STATUS_UNSPECIFIED
