"""Policies of witnesses, as https://c2sp.org/tlog-policy specifies: which cosignatures a checkpoint needs.

    witness club club.example+ID+KEY https://club.example/witness
    witness shop shop.example+ID+KEY
    witness paper paper.example+ID+KEY
    group two 2 club shop paper
    quorum two

A line `log KEY` names a log by its key, whose name is the origin. A policy without one accepts every log. A witness may
have an address, to which logs submit their checkpoints.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gunbai_record.checkpoint import cosigned_at
from gunbai_record.errors import GunbaiError
from gunbai_record.note import COSIGNATURE, ED25519, Note, VerifierKey, bytes_of, checked_name
from gunbai_record.text_files import read_text

NONE = "none"
"""The quorum of a policy that needs no witness."""
_KEY_BYTES: Mapping[bytes, int] = {ED25519: 32, COSIGNATURE: 32, b"\x06": 1312}
"""The length of the keys of each kind; signatures of the last kind, ML-DSA-44, are not checked."""
_COUNT = re.compile("[1-9][0-9]*")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class PolicyError(GunbaiError, ValueError):
    """A text that is not a policy."""


class Cosigner(NamedTuple):
    """A witness of a policy: its key and, for logs, its address."""

    key: VerifierKey
    url: str = ""

    def cosigned(self, note: Note) -> bool:
        """Return whether it cosigned a checkpoint. Raises NoteError if a cosignature in its name is not valid."""
        return self.key.kind == COSIGNATURE and cosigned_at(note, self.key) is not None


class Group(NamedTuple):
    """A group of witnesses and groups, which has witnessed everything that `needed` of its members have witnessed."""

    needed: int
    members: tuple[str, ...]


class Witnessed(NamedTuple):
    """How a policy judges a checkpoint."""

    by: tuple[str, ...]
    """The witnesses of the quorum that cosigned it, by their names in the policy."""
    of: int
    """How many witnesses the quorum has."""
    needed: str
    """What the policy needs, in words."""
    holds: bool
    problem: str = ""
    """Why no number of cosignatures is enough, or ""."""

    @property
    def sentence(self) -> str:
        """The judgement in words."""
        names = f": {', '.join(self.by)}" if self.by else ""
        counted = f"witnessed by {len(self.by)} of {self.of} (the policy needs {self.needed}){names}"
        if self.problem:
            return f"NOT witnessed: {self.problem}"
        return counted if self.holds else f"NOT enough: {counted}"


class Policy(NamedTuple):
    """Which logs and witnesses a reader trusts, and which of the witnesses must have cosigned."""

    logs: tuple[VerifierKey, ...]
    cosigners: Mapping[str, Cosigner]
    groups: Mapping[str, Group]
    quorum: str

    @classmethod
    def parse(cls, text: str) -> Policy:
        """Parse a policy. Raises PolicyError."""
        reading = _Reading()
        if found := _CONTROL.search(text):
            raise PolicyError(f"a policy cannot contain the character {found[0]!r}")
        # Not `splitlines`, which also breaks lines at characters that may stand in a comment.
        for number, line in enumerate(text.split("\n"), 1):
            kind, *words = re.split("[\t ]+", line.strip("\t ")) or [""]
            if kind and not kind.startswith("#"):
                try:
                    reading.take(kind, words)
                except ValueError as error:
                    raise PolicyError(f"line {number} of the policy: {error}") from None
        if reading.quorum is None:
            raise PolicyError("a policy needs exactly one line `quorum NAME`")
        return cls(tuple(reading.logs), reading.cosigners, reading.groups, reading.quorum)

    def of_quorum(self, name: str = "") -> list[str]:
        """Return the names of the witnesses that count for the quorum, or for a group."""
        name = name or self.quorum
        if name in self.groups:
            return [witness for member in self.groups[name].members for witness in self.of_quorum(member)]
        return [] if name == NONE else [name]

    def holds(self, by: Collection[str], name: str = "") -> bool:
        """Return whether these witnesses are enough for the quorum, or for a group."""
        name = name or self.quorum
        if name in self.groups:
            needed, members = self.groups[name]
            return sum(self.holds(by, member) for member in members) >= needed
        return name == NONE or name in by

    @property
    def needed(self) -> str:
        """What the quorum needs, in words: how many witnesses, or the name of a group with groups in it."""
        group = self.groups.get(self.quorum)
        if group is None:
            return "0" if self.quorum == NONE else "1"
        return self.quorum if self.groups.keys() & set(group.members) else str(group.needed)

    def judged(self, note: Note) -> Witnessed:
        """Judge a checkpoint. Raises NoteError if a signature in the name of a log or a witness is not valid."""
        names = self.of_quorum()
        by = tuple(name for name in names if self.cosigners[name].cosigned(note))
        # Every signature in the name of a log must be valid.
        signed = [note.is_signed_by(log) for log in self.logs]
        if self.logs and not any(signed):
            return self.unwitnessed("no log of the policy signed the checkpoint")
        return Witnessed(by, len(names), self.needed, self.holds(by))

    def unwitnessed(self, problem: str) -> Witnessed:
        """Return the judgement that there is nothing that witnesses could have cosigned."""
        return Witnessed((), len(self.of_quorum()), self.needed, holds=False, problem=problem)


class _Reading:
    """What the lines of a policy said so far."""

    def __init__(self) -> None:
        self.logs: list[VerifierKey] = []
        self.cosigners: dict[str, Cosigner] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self._members: set[str] = set()

    def take(self, kind: str, words: Sequence[str]) -> None:
        """Take a line. Raises ValueError."""
        match kind, *words:
            case "log", key, *url if len(url) < 2:
                self._add_log(_key(key, ED25519))
            case "witness", name, key, *url if len(url) < 2:
                self._add_witness(name, Cosigner(_key(key, COSIGNATURE, b"\x06"), *url))
            case "group", name, needed, *members if members:
                self._add_group(name, needed, members)
            case "quorum", name:
                self._set_quorum(name)
            case _:
                raise ValueError("write `log KEY`, `witness NAME KEY`, `group NAME COUNT NAME...` or `quorum NAME`")

    def _add_log(self, key: VerifierKey) -> None:
        if key.public_key in {log.public_key for log in self.logs}:
            raise ValueError(f"the key of the log {key.name!r} appears twice")
        self.logs.append(key)

    def _add_witness(self, name: str, cosigner: Cosigner) -> None:
        self._check_new(name)
        # Under two names, one witness would count twice.
        if cosigner.key.public_key in {known.key.public_key for known in self.cosigners.values()}:
            raise ValueError(f"the key of the witness {name!r} appears twice")
        self.cosigners[name] = cosigner

    def _add_group(self, name: str, needed: str, members: Sequence[str]) -> None:
        self._check_new(name)
        for member in members:
            # Only lines above count, so no group can contain itself.
            self._check_known(member)
            # Nor can a member belong to two groups: one witness could then fill a quorum of two.
            if member in self._members:
                raise ValueError(f"{member!r} already belongs to a group")
            self._members.add(member)
        count = {"any": 1, "all": len(members)}.get(needed) or int(needed if _COUNT.fullmatch(needed) else 0)
        if not 1 <= count <= len(members):
            raise ValueError(f"a group needs `any`, `all` or 1 to {len(members)} of its members, not {needed!r}")
        self.groups[name] = Group(count, tuple(members))

    def _set_quorum(self, name: str) -> None:
        if self.quorum is not None:
            raise ValueError("a policy can have only one quorum")
        if name != NONE:
            self._check_known(name)
        self.quorum = name

    def _check_new(self, name: str) -> None:
        if name == NONE:
            raise ValueError(f"the name {name!r} is reserved")
        if name in self.cosigners or name in self.groups:
            raise ValueError(f"the name {name!r} is taken")

    def _check_known(self, name: str) -> None:
        if name not in self.cosigners and name not in self.groups:
            raise ValueError(f"no earlier line defines {name!r}")


def _key(text: str, *kinds: bytes) -> VerifierKey:
    """Return a verifier key of one of these kinds. Raises ValueError."""
    name, _, rest = text.partition("+")
    raw = bytes_of(rest.partition("+")[2])
    key = VerifierKey(checked_name(name), raw[1:], raw[:1])
    if key.kind not in kinds or len(key.public_key) != _KEY_BYTES[key.kind] or str(key) != text:
        raise ValueError(f"{text[:200]!r} is not a verifier key for this purpose: write NAME+ID+KEY")
    return key


def read_policy(file: Path) -> Policy:
    """Return the policy in a file. Raises PolicyError, OSError or UnicodeDecodeError."""
    return Policy.parse(read_text(file))
