"""A snapshot opens to the game that it was made of, for who has the secret, and to nothing else."""

from __future__ import annotations

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai.record.v1 import lifecycle_pb2 as life
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT, protos
from lab.toy_games import AT, SECRET, Night, bid, finished, named, started
from lab.toy_games import TITLES as TOYS
from referee.game.game import Game
from referee.game.judge import settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.snapshot import BadSnapshotError, restored, snapshot
from referee.game.titles import Rulebook
from referee.game.titles import finished as every_title
from titles.catalogue import TITLES

NIGHT = started().play(bid(1, 3))


def opened(night: Night, data: bytes, secret: bytes = SECRET) -> Game:
    """Return the game of a snapshot."""
    return restored(TOYS, data, night.entries[0], night.entries[-1], secret).game


@pytest.mark.parametrize("night", [NIGHT, finished()], ids=["running", "finished"])
def test_a_snapshot_opens_to_its_game(night: Night) -> None:
    assert opened(night, snapshot(night.game)) == night.game
    first, last = night.entries[0], night.entries[-1]
    assert restored(TOYS, snapshot(night.game, b"digests"), first, last, SECRET).digests == b"digests"


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_game_of_every_title_is_continued_from_its_snapshot(name: str) -> None:
    titles = every_title()
    seats = titles.rulebook(name).title.rules.seats[-1]
    source = life.CHANCE_SOURCE_REFEREE
    added = create_game(titles, life.CreateGame(title=name, seats=seats, chance_source=source), "game", SECRET, AT)
    entries, game = list(added.entries), added.game
    for seat in range(1, seats + 1):
        added = take_seat(game, life.TakeSeat(seat=seat, entropy=b"e"), named(f"player {seat}"), AT)
        entries, game = [*entries, *added.entries], added.game
    added = settled(start_game(game, AT))
    entries, game = [*entries, *added.entries], added.game
    assert restored(titles, snapshot(game), entries[0], entries[-1], SECRET).game == game


@pytest.mark.parametrize("place", [0, 11, 12, 100, -1])
def test_a_flipped_bit_is_noticed(place: int) -> None:
    data = bytearray(snapshot(NIGHT.game))
    data[place] ^= 1
    with pytest.raises(BadSnapshotError):
        opened(NIGHT, bytes(data))


def test_snapshots_are_sealed_with_a_key_of_their_own() -> None:
    """The key is HKDF-SHA256 (RFC 5869) of the secret with the words of this format: no other use has the same."""
    key = HKDF(SHA256(), 64, None, b"gunbai snapshots 2").derive(SECRET)
    context = [NIGHT.game.id.encode(), NIGHT.game.version.to_bytes(8, "big")]
    facts = msgspec.msgpack.decode(AESSIV(key).decrypt(snapshot(NIGHT.game, b"digests"), context))
    assert (facts["version"], facts["digests"]) == (NIGHT.game.version, b"digests")


def test_nothing_can_be_read_or_made_without_the_secret() -> None:
    data = snapshot(NIGHT.game)
    assert b"purses" not in data
    assert NIGHT.game.keys.chance not in data
    with pytest.raises(BadSnapshotError):
        opened(NIGHT, data, secret=bytes(32))
    forged = msgspec.structs.replace(NIGHT.game, secret=bytes(32))
    with pytest.raises(BadSnapshotError):
        opened(NIGHT, snapshot(forged))


def test_a_snapshot_is_of_the_same_rules_and_edition() -> None:
    newer = Rulebook(but(LANTERN_NIGHT, rules_version=2))
    charter = msgspec.structs.replace(NIGHT.game.charter, rulebook=newer)
    with pytest.raises(BadSnapshotError, match="this game does not use"):
        opened(NIGHT, snapshot(msgspec.structs.replace(NIGHT.game, charter=charter)))
    other = started(edition_json='{"names": ["a", "b", "c", "d", "e"]}').play(bid(1, 3))
    with pytest.raises(BadSnapshotError, match="this game does not use"):
        opened(NIGHT, snapshot(other.game))


def test_a_snapshot_of_another_version_or_table_is_refused() -> None:
    later = NIGHT.play((2, protos.Bid(seat=2, light=1)))
    with pytest.raises(BadSnapshotError):
        opened(NIGHT, snapshot(later.game))
    richer = msgspec.structs.replace(NIGHT.game, table=NIGHT.game.table.but(purses=(9, 9)))
    with pytest.raises(BadSnapshotError, match="its table differs"):
        opened(NIGHT, snapshot(richer))
    unlike = msgspec.structs.replace(NIGHT.game, digest=bytes(32))
    with pytest.raises(BadSnapshotError, match="belongs to a different entry"):
        opened(NIGHT, snapshot(unlike))


def test_a_snapshot_holds_what_a_game_is_made_of_and_nothing_else() -> None:
    with pytest.raises(TypeError, match="a snapshot cannot hold a object"):
        snapshot(msgspec.structs.replace(NIGHT.game, words=(object(),)))
