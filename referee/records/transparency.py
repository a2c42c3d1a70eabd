"""A service's transparency log: its tree over the store's leaves, its checkpoints and its proofs.

The tree is built from the leaves when it is first needed, and grows with them from then on; a write costs only the
leaf. Every checkpoint covers leaves whose head is stored separately, so none is signed that a later one could
contradict. A log with an accepted loss has a new name, and so a new origin: to everybody who saw the old one, it is a
different log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Sequence

from gunbai.record.v1.log_pb2 import LeafKind, LeafProof, SignedCheckpoint
from gunbai_record.checkpoint import Checkpoint, LogProof, cosigned_at, log_key
from gunbai_record.heads import Rotation
from gunbai_record.note import Note, NoteError, VerifierKey, sign_note
from gunbai_record.policy import Policy
from gunbai_record.text.counts import counted
from gunbai_record.tree import ProofError, Range, consistency_ranges, inclusion_ranges, leaf_hash
from referee.errors import InvalidField
from referee.proof.identity import Identity
from referee.proof.tiles import LEVELS, WIDTH, Tiles
from store.contract import Cosignature, Leaf, LeavesBehind, StorageCorrupt, Store

_AT_ONCE = 4096
"""How many leaves are read at a time while the tree is built."""


class Transparency:
    """A store's log, signed by an identity, and cosigned by the witnesses that the operator named."""

    def __init__(
        self, store: Store, identity: Identity, witnesses: Sequence[VerifierKey] = (), policy: Policy | None = None
    ) -> None:
        self._store, self._identity, self._policy = store, identity, policy
        asked = [cosigner.key for cosigner in policy.cosigners.values()] if policy else []
        self._witnesses = tuple(dict.fromkeys((*witnesses, *asked)))
        self._tiles, self._name = Tiles(), ""
        self._growing = asyncio.Lock()
        self._cosigning = asyncio.Lock()
        self._replaced: list[Leaf] = []
        """The leaves of replaced keys, in order."""
        self._noted: dict[int, str] = {}
        """The newest checkpoint's note, by its size."""

    @property
    def keys(self) -> list[VerifierKey]:
        """The key of the service, and those before it."""
        former = [Rotation.parse(rotation).old for rotation in self._identity.rotations]
        return [self._identity.verifier, *former]

    async def checkpoint(self, size: int | None = None) -> SignedCheckpoint:
        """Return the log's checkpoint, the newest or that of a size. Raises InvalidField or StorageCorrupt."""
        size = await self._at(size)
        note = self._noted.get(size)
        if note is None:
            (root,) = await self._hashes([Range(0, size)])
            note = self._signed(Checkpoint(self._origin, size, root))
            if size == self._tiles.size:
                self._noted = {size: note}
        lines = [cosignature.line for cosignature in await self._cosigned(size)]
        key, rotations = str(self._identity.verifier), self._identity.rotations
        return SignedCheckpoint(note=note + "".join(lines), key=key, rotations=rotations)

    async def proofs(
        self, game: str, wanted: Callable[[Leaf], bool] = lambda _: True
    ) -> tuple[list[LeafProof], SignedCheckpoint]:
        """Return a game's wanted leaves, proven to be in the checkpoint that is returned with them.

        It is the one with the best cosignatures that has all of them, or the newest.
        """
        newest = await self._at(None)
        leaves = [leaf for leaf in await self._store.leaves_of(game) if wanted(leaf) and leaf.number < newest]
        size = await self._witnessed(max((leaf.number for leaf in leaves), default=newest), newest)
        checkpoint = await self.checkpoint(size)
        return [await self._proof(leaf, size, checkpoint.note) for leaf in leaves], checkpoint

    async def proofs_if_whole(self, game: str) -> list[LeafProof]:
        """Return a game's leaves as `proofs` does, but none while the log lacks leaves that were acknowledged."""
        try:
            return (await self.proofs(game))[0]
        except LeavesBehind:
            return []

    async def proof(self, number: int, size: int = 0) -> tuple[bytes, LogProof, SignedCheckpoint]:
        """Return a leaf's entry, proven to be in the returned checkpoint of a size.

        A size of 0 means the newest. Raises InvalidField.
        """
        size = await self._at(size or None)
        if number >= size:
            raise InvalidField("index", f"a log with {counted(size, 'leaf')} has no leaf with index {number}")
        (leaf,) = await self._store.leaves(number, 1)
        checkpoint = await self.checkpoint(size)
        hashes = await self._hashes(inclusion_ranges(number, size))
        return leaf.data, LogProof(number, tuple(hashes), checkpoint.note), checkpoint

    async def size(self) -> int:
        """Return how many leaves the log has."""
        return await self._at(None)

    async def replaced(self, first: int, limit: int) -> list[tuple[Leaf, LeafProof]]:
        """Return leaves of replaced keys from an index on, at most so many, each proven to be in the newest log."""
        size = await self._at(None)
        leaves = [leaf for leaf in self._replaced if first <= leaf.number < size][:limit]
        checkpoint = await self.checkpoint(size)
        return [(leaf, await self._proof(leaf, size, checkpoint.note)) for leaf in leaves]

    async def of(self, game: str) -> list[Leaf]:
        """Return a game's leaves, each compared with the tree. Raises StorageCorrupt if one is not in it."""
        size = await self._at(None)
        leaves = [leaf for leaf in await self._store.leaves_of(game) if leaf.number < size]
        for leaf in leaves:
            (digest,) = await self._hashes([Range(leaf.number, leaf.number + 1)])
            if digest != leaf_hash(leaf.data):
                raise StorageCorrupt("", game, f"leaf {leaf.number} differs from the one in the log of all games")
        return leaves

    async def consistency(self, old: int, new: int) -> tuple[list[bytes], SignedCheckpoint]:
        """Return the proof that one size of the log continues another, and the later size's checkpoint.

        A later size of 0 means the newest. Raises InvalidField.
        """
        new = await self._at(new or None, "new_size")
        if old > new:
            raise InvalidField(
                "old_size", f"a log with {counted(new, 'leaf')} does not continue a log with {counted(old, 'leaf')}"
            )
        return await self._hashes(consistency_ranges(old, new)), await self.checkpoint(new)

    async def tile(self, level: int, index: int, width: int) -> bytes:
        """Return a tile's hashes; a width of 0 means a full one. Raises InvalidField if the tree does not have it."""
        await self._at(None)
        width = self._checked(level, index, width)
        if level == 0:
            return b"".join(map(leaf_hash, await self._entries(index, width)))
        try:
            return b"".join(self._tiles.tile(level, index, width))
        except ProofError as error:
            raise InvalidField("index", str(error)) from None

    async def entries(self, index: int, width: int) -> bytes:
        """Return the entries below a tile of leaves, each after its length. Raises InvalidField."""
        await self._at(None)
        entries = await self._entries(index, self._checked(0, index, width))
        return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)

    async def cosign(self, size: int, line: str) -> SignedCheckpoint:
        """Add a witness's cosignature to a size's checkpoint, and return that. Raises InvalidField."""
        text = Note.parse((await self.checkpoint(size)).note).text
        try:
            note = Note.parse(f"{text}\n{line}\n")
            witness = self._witness(note)
            at = _cosigned_at(note, witness)
        except NoteError as error:
            raise InvalidField("cosignature", str(error)) from None
        async with self._cosigning:
            # Anybody can send a witness's line again: an earlier one must never replace a later one.
            earlier = {cosignature.witness: cosignature.line for cosignature in await self._cosigned(size)}.get(
                str(witness)
            )
            if earlier is None or at > _cosigned_at(Note.parse(f"{text}\n{earlier}"), witness):
                await self._store.cosign(Cosignature(size, str(witness), f"{line}\n"))
        return await self.checkpoint(size)

    async def _cosigned(self, size: int) -> list[Cosignature]:
        """Return the cosignatures of a size's checkpoint by witnesses that the operator names today."""
        named = {*map(str, self._witnesses)}
        return [
            cosignature
            for cosignature in await self._store.cosignatures()
            # A witness that the operator no longer names stays in the store, but counts for nothing.
            if cosignature.size == size and cosignature.witness in named
        ]

    async def _witnessed(self, last: int, newest: int) -> int:
        """Return the size above a leaf that the policy accepts, else that most witnesses cosigned, else the newest."""
        named = {str(witness) for witness in self._witnesses}
        if not named:
            return newest
        by = dict[int, set[str]]()
        for cosignature in await self._store.cosignatures():
            if cosignature.witness in named and last < cosignature.size <= newest:
                by.setdefault(cosignature.size, set()).add(cosignature.witness)
        return max(by, key=lambda size: (self._is_enough(by[size]), len(by[size]), size), default=newest)

    def _is_enough(self, keys: Container[str]) -> bool:
        """Return whether the policy accepts the cosignatures of these keys."""
        if self._policy is None:
            return False
        return self._policy.holds(
            {name for name, cosigner in self._policy.cosigners.items() if str(cosigner.key) in keys}
        )

    def _witness(self, note: Note) -> VerifierKey:
        """Return the witness in whose name a note is signed. Raises NoteError for anybody else."""
        named = {(signature.name, signature.key_id) for signature in note.signatures}
        for key in self._witnesses:
            if named == {(key.name, key.id)}:
                return key
        raise NoteError("the operator named no witness with this key")

    @property
    def _origin(self) -> str:
        return f"gunbai/{self._name}"

    def _signed(self, checkpoint: Checkpoint) -> str:
        return sign_note(checkpoint.text, log_key(self._identity.verifier, checkpoint.origin), self._identity.sign)

    async def _at(self, size: int | None, field: str = "size") -> int:
        """Return a size that the tree has, once it has grown with the store; None means all. Raises InvalidField."""
        async with self._growing:
            # Under the lock, or two callers would add the same leaves twice.
            log = await self._store.leaf_log()
            self._name = log.name
            while self._tiles.size < log.size:
                leaves = await self._store.leaves(self._tiles.size, min(_AT_ONCE, log.size - self._tiles.size))
                self._tiles.add(leaf_hash(leaf.data) for leaf in leaves)
                self._replaced += [leaf for leaf in leaves if leaf.kind == "replaced"]
        if size is not None and size > self._tiles.size:
            raise InvalidField(field, f"the log has only {counted(self._tiles.size, 'leaf')}")
        return self._tiles.size if size is None else size

    async def _proof(self, leaf: Leaf, size: int, note: str) -> LeafProof:
        hashes = await self._hashes(inclusion_ranges(leaf.number, size))
        kind = LeafKind.Value(f"LEAF_KIND_{leaf.kind.upper()}")
        return LeafProof(kind=kind, version=leaf.version, proof=LogProof(leaf.number, tuple(hashes), note).text)

    async def _hashes(self, ranges: Sequence[Range]) -> list[bytes]:
        read = dict[int, list[bytes]]()
        # While tiles are read, the tree may grow and fill what was the last tile.
        while missing := self._tiles.needed(ranges) - read.keys():
            read |= {tile: [*map(leaf_hash, await self._entries(tile, WIDTH))] for tile in missing}
        return self._tiles.hashes(ranges, read)

    async def _entries(self, index: int, width: int) -> list[bytes]:
        """Return the entries below a tile. Raises InvalidField if the tree does not have them."""
        first = index * WIDTH
        if first + width > self._tiles.size:
            raise InvalidField("index", f"the log has only {counted(self._tiles.size, 'leaf')}")
        return [leaf.data for leaf in await self._store.leaves(first, width)]

    def _checked(self, level: int, index: int, width: int) -> int:
        """Return the width of a requested tile. Raises InvalidField."""
        if level >= LEVELS:
            raise InvalidField("level", f"expected a level below {LEVELS}")
        if width >= WIDTH:
            raise InvalidField("width", f"expected a width below {WIDTH} for a partial tile")
        return width or WIDTH


def _cosigned_at(note: Note, witness: VerifierKey) -> int:
    """Return when a witness in whose name a note is signed cosigned it. Raises NoteError if it did not."""
    return cosigned_at(note, witness) or 0
