"""Forgeries: records that were altered or played anew, by a stranger or by the operator."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import digest_of, sealed
from lab.attacks.figures import Figure, at_least, at_most
from lab.fuzz.targets.record_files import made
from lab.toy_games import AT, TITLES, Night, finished, named, started
from referee.game.forks import fork_game
from referee.game.judge import settled
from referee.game.lifecycle import abandon_game, start_game, take_seat
from referee.proof.offline import verify_file
from referee.proof.verification import verify

DAMAGED = 2_000
VERIFIED = {pb.VERDICT_CONSISTENT, pb.VERDICT_ATTESTED}


BRANCH, OWN_SECRET = "branchbranchbra2", bytes(range(1, 33))


def rechained(entries: list[record.Entry], first: int = 1) -> list[record.Entry]:
    """Return the entries with a matching chain from one entry on."""
    for index in range(first - 1, len(entries)):
        entries[index].previous = entries[index - 1].digest if index else bytes(32)
        entries[index].digest = digest_of(entries[index])
    return entries


def branch(parent: Night, *, secret: bytes = OWN_SECRET) -> Night:
    """Return a branch of a game at its newest version, in which everybody is seated and which has started."""
    fork = life.ForkGame(parent=parent.game.id, chance_source=life.CHANCE_SOURCE_REFEREE)
    night = parent.then(fork_game(parent.game, fork, BRANCH, secret, AT))
    for seat in range(1, parent.game.charter.seats + 1):
        night = night.then(take_seat(night.game, life.TakeSeat(entropy=b"heir"), named(f"heir {seat}"), AT))
    return night.then(settled(start_game(night.game, AT)))


def abandoned(night: Night) -> Night:
    """Return a game that its host ended."""
    return night.then(abandon_game(night.game, life.AbandonGame(reason="rain"), AT))


def closing_of(entries: list[record.Entry]) -> life.GameClosed:
    """Return the event that ends a game."""
    return life.GameClosed.FromString(entries[-1].events[0].open.value)


def crown(entries: list[record.Entry], winner: int) -> None:
    """Write another winner into the last entry."""
    closed = closing_of(entries)
    closed.winners[:] = [winner]
    entries[-1].events[0].open.value = closed.SerializeToString()


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Alter record files byte by byte, then forge records whose chains fit."""
    rng, files = random.Random(11), list(made())
    whole = sum(_verdict(folder, data) != pb.VERDICT_FAILED for data in files)
    missed = sum(_verdict(folder, _damaged(rng.choice(files), rng)) != pb.VERDICT_FAILED for _ in range(DAMAGED))
    yield at_least("true record files, none of which fails", whole, len(files))
    yield at_most(f"of {DAMAGED:,} damaged record files: not noticed", missed, 0)
    forged = {
        "an item sealed and the winner changed": _sealed_winner(),
        "the end opens no secret": _without_secret(),
        "a branch whose parent runs": verify(TITLES, list(branch(started(3)).entries)).verdict,
    }
    held = [name for name, verdict in forged.items() if verdict in VERIFIED]
    yield at_most(f"of {len(forged)} forged records: verified as whole", len(held), 0, before="3 of 3")


def _verdict(folder: Path, data: bytes) -> pb.Verdict.ValueType:
    file = folder / "record.gunbai"
    file.write_bytes(data)
    return verify_file(file).verification.verdict


def _damaged(data: bytes, rng: random.Random) -> bytes:
    """Return a file with a flipped bit, a lost byte or an added one, or without its end."""
    place = rng.randrange(len(data))
    flipped = bytes([data[place] ^ 1 << rng.randrange(8)])
    return rng.choice(
        (
            data[:place] + flipped + data[place + 1 :],
            data[:place] + data[place + 1 :],
            data[:place] + rng.randbytes(1) + data[place:],
            data[:place],
        )
    )


def _sealed_winner() -> pb.Verdict.ValueType:
    entries = list(finished(3).entries)
    crown(entries, 1 + closing_of(entries).winners[0] % 3)
    move = next(entry for entry in entries if entry.command.salt)
    move.command.CopyFrom(sealed(move.command))
    return verify(TITLES, rechained(entries)).verdict


def _without_secret() -> pb.Verdict.ValueType:
    entries = list(abandoned(started(3)).entries)
    entries[-1].events[0].open.value = b""
    return verify(TITLES, rechained(entries)).verdict
