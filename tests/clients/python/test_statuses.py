"""The states of a game as clients know them."""

from __future__ import annotations

from gunbai.referee.v1.game_pb2 import GAME_STATUS_UNSPECIFIED, GameStatus
from gunbai_client.statuses import OVER
from referee.game import game
from referee.services.game_messages import STATUSES


def test_what_is_over_for_a_client_is_over_for_the_referee() -> None:
    assert {STATUSES[status] for status in game.OVER} == OVER
    assert {*STATUSES.values()} == {*GameStatus.values()} - {GAME_STATUS_UNSPECIFIED}
