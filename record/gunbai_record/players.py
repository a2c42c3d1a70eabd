"""Players: an Ed25519 key identifies a player across games and services.

A key's fingerprint is its short name. A game with that fingerprint in its tags invites the key. A proof shows a service
that the caller holds the key now; docs/record-format.md specifies its text, with a test vector.
"""

from __future__ import annotations

from base64 import b32encode, b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Entry
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import TakeSeat
from gunbai.record.v1.results_pb2 import AbsenceSettled, Agree

PROOF = "gunbai key proof v1"
TAG = "player:"
"""How a game tag that invites a key begins."""
MARK = 6
"""How many of its letters mark a name."""
LETTERS = 22
"""How many letters a fingerprint has: 110 bits."""


def fingerprint(public_key: bytes) -> str:
    """Return a key's short name: lower-case Base32 letters and digits."""
    return b32encode(sha256(public_key).digest()).decode().lower()[:LETTERS]


def marked(name: str, public_key: bytes, *, unproven: bool = False) -> str:
    """Return a player's name with a mark of their key, for example "Ann #k3fa9x"; only the name if there is no key.

    Two players with the same name have different marks. To identify a player for certain, compare the whole key. A
    question mark follows a key that is `unproven`: somebody named it, but it has signed nothing.
    """
    return f"{name} #{fingerprint(public_key)[:MARK]}{'?' * unproven}".lstrip() if public_key else name


def proven_seats(header: FileHeader, entries: Iterable[Entry]) -> dict[int, bytes]:
    """Return the seats of a verified record whose keys have signed something, each with its last player's key.

    A record names the key of whoever took a seat, but only a signature shows that they held it.
    """
    keys, signed = dict[int, bytes](), set[int]()
    for entry in entries:
        taken = TakeSeat()
        if entry.command.open.Unpack(taken):
            keys[taken.seat] = taken.public_key
            signed.discard(taken.seat)
        # A seat that was handed over is no longer its key's.
        settled = any(item.open.Is(AbsenceSettled.DESCRIPTOR) for item in entry.events[-1:])
        if settled and entry.command.open.Is(Agree.DESCRIPTOR):
            agreed = Agree.FromString(entry.command.open.value).absence
            if agreed.token_hash:
                keys.pop(agreed.absent_seat, None)
        if entry.signature and entry.actor.kind == ACTOR_KIND_SEAT:
            signed.add(entry.actor.seat)
    signed |= {signature.seat for signature in header.result_signatures}
    return {seat: key for seat, key in keys.items() if key and seat in signed}


def invitation_tag(public_key: bytes) -> str:
    """Return the game tag that invites a key."""
    return f"{TAG}{fingerprint(public_key)}"


def invites(tags: Sequence[str], public_key: bytes) -> bool:
    """Return whether a game with these tags invites a key."""
    return bool(public_key) and invitation_tag(public_key) in tags


def proof_text(service: str, public_key: bytes, at_micros: int) -> bytes:
    """Return what a key signs to prove to a service, named by its verifier key, that its holder has it at this time."""
    lines = (PROOF, service, b64encode(public_key).decode(), at_micros)
    return "".join(f"{line}\n" for line in lines).encode()
