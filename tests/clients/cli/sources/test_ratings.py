"""Ratings from attested records: which games count, in which order, and the numbers that follow."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.cli.sources.ratings import DECIMALS, Left, Rated, rated, ratings
from gunbai_client import Gunbai, connect
from gunbai_client.standings import standings
from gunbai_record.players import marked, proven_seats
from gunbai_record.record_file import read
from gunbai_record.verify.attestation import Evidence, read_evidence
from referee.proof.identity import Identity
from tests.clients.cli.command_run import DUEL

ANN, BOB, CIM = (bytes([number]) * 32 for number in (1, 2, 3))
EXPECTED = [
    (ANN, 3, 27.023654, 7.712705, 3.89),
    (CIM, 2, 26.569998, 7.80615, 3.15),
    (BOB, 2, 21.387235, 7.824234, -2.09),
]
"""The numbers of three games, which are the same with the compiled and the plain modules of the library."""


def game(at: int, won: bytes, *others: bytes) -> Rated:
    """Return a game that one player won."""
    return Rated(at, bytes([at]) * 32, (won, *others), frozenset({0}), ("",) * (1 + len(others)))


def test_who_wins_is_rated_higher_and_the_numbers_are_these_on_every_machine() -> None:
    rated_players = ratings([game(1, ANN, BOB), game(2, ANN, BOB, CIM), game(3, CIM, ANN)])
    assert [(rating.key, rating.games, rating.mu, rating.sigma, rating.rating) for rating in rated_players] == EXPECTED


def test_the_order_of_games_matters_and_their_numbers_are_rounded() -> None:
    games = [game(1, ANN, BOB), game(2, BOB, CIM), game(3, CIM, ANN)]
    orders = {tuple(ratings(order)) for order in permutations(games)}
    assert len(orders) > 1
    assert all(round(rating.mu, DECIMALS) == rating.mu for order in orders for rating in order)


@pytest.fixture
def keyed(address: str, tmp_path: Path) -> tuple[Gunbai, Path, list[Ed25519PrivateKey]]:
    """Return a client, a folder for records, and the keys of two players."""
    folder = tmp_path / "records"
    folder.mkdir()
    return connect(address), folder, [Ed25519PrivateKey.generate() for _ in range(2)]


def conceded(gunbai: Gunbai, folder: Path, *players: tuple[str, Ed25519PrivateKey | None], signs: bool = True) -> Path:
    """Return the record file of a duel that its first player concedes, and whose other player signs the result."""
    made = gunbai.create(DUEL, seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name, key=key) for name, key in players]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].concede()
    if signs and players[1][1] is not None:
        seats[1].confirm_result()
    file = folder / f"{made.info.game}.gunbai"
    file.write_bytes(b"".join(gunbai.export(made.info.game)))
    return file


def evidence_of(gunbai: Gunbai) -> Evidence:
    """Return the key of the service."""
    return read_evidence([gunbai.log.checkpoint().key], ())


def test_attested_games_count_once_in_the_order_in_which_they_ended(
    keyed: tuple[Gunbai, Path, list[Ed25519PrivateKey]],
) -> None:
    gunbai, folder, (ann, bob) = keyed
    files = [conceded(gunbai, folder, ("Ann", ann), ("Bob", bob)), conceded(gunbai, folder, ("B", bob), ("A", ann))]
    copy = folder / "copy.gunbai"
    copy.write_bytes(files[0].read_bytes())
    games, left = rated([files[1], copy, files[0]], evidence_of(gunbai))
    assert [game.names for game in games] == [("Ann", "Bob"), ("B", "A")]
    assert left == [Left(files[0], "the same record as another file")]
    publics = [key.public_key().public_bytes_raw() for key in (ann, bob)]
    assert {rating.key: (rating.player, rating.games) for rating in ratings(games)} == {
        publics[0]: ("A", 2),
        publics[1]: ("B", 2),
    }


def test_what_nobody_attests_and_what_has_no_keys_does_not_count(
    keyed: tuple[Gunbai, Path, list[Ed25519PrivateKey]],
) -> None:
    gunbai, folder, (ann, bob) = keyed
    file, nameless = (
        conceded(gunbai, folder, ("Ann", ann), ("Bob", bob)),
        conceded(gunbai, folder, ("Ann", None), ("Bob", bob)),
    )
    twice = conceded(gunbai, folder, ("Ann", ann), ("Bob", ann))
    elsewhere = str(Identity(bytes(range(32))).verifier)
    assert rated([file], read_evidence([elsewhere], ())) == (
        [],
        [Left(file, "NOT attested: no key you named signed its head")],
    )
    assert rated([nameless, twice], evidence_of(gunbai)) == (
        [],
        [
            Left(nameless, "no player with a key that signed something won against another one"),
            Left(twice, "one player has several seats"),
        ],
    )


def test_a_key_that_somebody_else_named_for_a_seat_has_neither_won_nor_lost(
    keyed: tuple[Gunbai, Path, list[Ed25519PrivateKey]],
) -> None:
    """Anyone can name a public key: only what it signs shows that its holder plays."""
    gunbai, folder, (ann, bob) = keyed
    named = conceded(gunbai, folder, ("Ann", ann), ("Bob", bob), signs=False)
    assert rated([named], evidence_of(gunbai)) == (
        [],
        [Left(named, "no player with a key that signed something won against another one")],
    )
    with named.open("rb") as source:
        header, entries = read(source)
        assert proven_seats(header, entries) == {1: ann.public_key().public_bytes_raw()}
    (listed,) = gunbai.games(public_key=bob.public_key().public_bytes_raw())
    assert not any(seat.key_unproven for seat in listed.seats), "a list does not tell"
    game = gunbai.game(listed.game)
    assert [seat.key_unproven for seat in game.seats] == [False, True]
    assert [row.player for row in standings([game], by_key=True)] == [
        marked("Ann", ann.public_key().public_bytes_raw())
    ]


def test_a_file_that_was_changed_does_not_count(keyed: tuple[Gunbai, Path, list[Ed25519PrivateKey]]) -> None:
    gunbai, folder, (ann, bob) = keyed
    file = conceded(gunbai, folder, ("Ann", ann), ("Bob", bob))
    changed = bytearray(file.read_bytes())
    changed[-40] ^= 1
    file.write_bytes(changed)
    games, (left,) = rated([file], evidence_of(gunbai))
    assert (games, left.file) == ([], file)
