"""A seat is the same token's again only for the request that took it; what was not said then must not be said now."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gunbai.record.v1 import lifecycle_pb2 as life
from lab.toy_games import started
from referee.game.game import Sitting
from referee.records.seat_changes import _same

KEY, OTHER_KEY = bytes([1]) * 32, bytes([2]) * 32
TAKEN: dict[str, Any] = {"seat": 2, "public_key": KEY, "entropy": b"salt"}


def same(player: str = "Ada", *, held: bool = False, sits: Sitting | None = None, **facts: Any) -> bool:
    """Return whether a request is the one by which Ada took seat 2, or whoever sits there."""
    game = started().game
    sitting = sits or Sitting("Ada", b"salt", KEY, taken=True)
    charter = replace(game.charter, holders=game.sittings if held else ())
    changed = replace(game, charter=charter, sittings=(game.sittings[0], sitting), used=frozenset({b"committed"}))
    return _same(changed, 2, life.TakeSeat(**TAKEN | facts), player)


def test_the_same_request_names_its_seat_or_none() -> None:
    assert same()
    assert same(seat=0)
    assert not same(seat=1)


@pytest.mark.parametrize(
    "facts",
    [{"player": "Bob"}, {"player": ""}, {"public_key": OTHER_KEY}, {"public_key": b""}, {"entropy": b"pepper"},
     {"entropy": b""}, {"commitment": b"committed"}],
)  # fmt: skip
def test_another_player_key_or_share_is_another_request(facts: dict[str, Any]) -> None:
    assert not same(**facts)


def test_a_held_seat_needs_only_be_named() -> None:
    assert same("", held=True, public_key=b"")
    assert same(held=True)
    assert not same("Bob", held=True)
    assert not same(held=True, public_key=OTHER_KEY)


def test_a_name_that_was_removed_is_compared_with_nothing() -> None:
    removed = Sitting("", b"salt", KEY, taken=True)
    assert same("anybody", sits=removed)
    assert same("", sits=removed)


def test_what_a_seat_committed_to_is_known_as_long_as_the_game_is() -> None:
    committed = Sitting("Ada", b"salt", KEY, b"the share after", taken=True)
    assert same(sits=committed, commitment=b"committed")
    assert not same(sits=committed, commitment=b"never used")
    assert not same(sits=committed)
