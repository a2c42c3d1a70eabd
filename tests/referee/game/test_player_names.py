"""The name of a player is an event beside the seat that was taken, with a salt of its own."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import leaf_of, sealed
from gunbai_record.player_names import NAMED, Name, hiding, is_name
from lab.toy_games import AT, NAME, SECRET, TITLES, created, named, started
from referee.game.fold import fold
from referee.game.lifecycle import take_seat


def test_a_seat_is_taken_under_a_name_that_only_its_event_has() -> None:
    night = created()
    name = Name("Ada Lovelace", b"s" * 32)
    (entry,) = take_seat(night.game, life.TakeSeat(seat=2), name, AT).entries
    assert b"Ada" not in entry.command.open.value
    assert entry.events[1] == name.item(2)
    assert (entry.events[1].open.type_url, entry.events[1].salt) == (NAMED, b"s" * 32)
    assert life.PlayerNamed.FromString(entry.events[1].open.value) == life.PlayerNamed(seat=2, player="Ada Lovelace")


def test_a_name_is_read_as_it_was_written_or_as_the_leaf_that_is_left() -> None:
    item = named("Ada").item(1)
    assert Name.of(item) == named("Ada")
    left = Name.of(sealed(item))
    assert (left.player, left.leaf) == ("", leaf_of(item))
    assert left.item(1) == sealed(item)


@pytest.mark.parametrize("salt", [b"", b"short", b"x" * 33])
def test_a_name_without_a_salt_is_none(salt: bytes) -> None:
    with pytest.raises(ValueError, match="with a salt"):
        Name.of(Name("Ada", salt).item(1))


def test_another_event_is_no_name() -> None:
    item = named("Ada").item(1)
    item.open.type_url = item.open.type_url.replace("PlayerNamed", "SeatTaken")
    with pytest.raises(ValueError, match="must name the player"):
        Name.of(item)


def test_a_game_without_its_names_is_the_same_game_but_for_them() -> None:
    night = started()
    bare = []
    for entry in night.entries:
        copied = record.Entry()
        copied.CopyFrom(entry)
        for index, item in enumerate(copied.events):
            if is_name(copied, index):
                item.CopyFrom(sealed(item))
        bare.append(copied)
    game = fold(TITLES, bare, {NAME: SECRET})
    assert [(sitting.taken, sitting.player) for sitting in game.sittings] == [(True, "")] * 2
    assert (game.digest, game.table, game.keys) == (night.game.digest, night.game.table, night.game.keys)


def test_what_can_hide_facts_is_everything_but_a_name() -> None:
    seat, start = started().entries[1], started().entries[3]
    assert hiding(seat) == [seat.command, seat.events[0]]
    assert hiding(start) == [start.command, *start.events]
