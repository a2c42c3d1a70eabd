"""A service's transparency log: checkpoints and proofs, including the proof that the log only grew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunbai.record.v1.log_pb2 import KeyReplacement, LeafKind, LoggedReplacement, SignedCheckpoint
from gunbai.referee.v1 import log_pb2
from gunbai_client.errors import RequestError
from gunbai_record.checkpoint import Checkpoint, LogForked, check_continued, signed_checkpoint
from gunbai_record.note import NoteError, VerifierKey

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


@dataclass(frozen=True)
class TransparencyLog:
    """The log of all of a service's games; `gunbai_record.checkpoint` verifies it."""

    gunbai: Gunbai

    async def checkpoint(self) -> SignedCheckpoint:
        """Return the newest checkpoint, signed by the service."""
        request = log_pb2.GetCheckpointRequest()
        return (await self.gunbai.ask(self.gunbai.stubs.log.GetCheckpoint, request)).checkpoint

    async def inclusion(
        self, game: str, kind: LeafKind.ValueType = LeafKind.LEAF_KIND_UNSPECIFIED
    ) -> log_pb2.ProveInclusionResponse:
        """Return the leaves about a game (by default of all kinds), with proofs that the log contains them."""
        request = log_pb2.ProveInclusionRequest(game=game, kind=kind)
        return await self.gunbai.ask(self.gunbai.stubs.log.ProveInclusion, request)

    async def leaf(self, index: int, size: int = 0) -> log_pb2.ProveLeafResponse:
        """Return the leaf at an index, with the proof that the log at this size (0: the newest) contains the leaf."""
        request = log_pb2.ProveLeafRequest(index=index, size=size)
        return await self.gunbai.ask(self.gunbai.stubs.log.ProveLeaf, request)

    async def consistency(self, old_size: int, new_size: int = 0) -> log_pb2.ProveConsistencyResponse:
        """Return the proof that the log at this size (0: the newest) continues the log at a smaller size."""
        request = log_pb2.ProveConsistencyRequest(old_size=old_size, new_size=new_size)
        return await self.gunbai.ask(self.gunbai.stubs.log.ProveConsistency, request)

    async def tile(self, level: int, index: int, width: int = 0, *, entries: bool = False) -> bytes:
        """Return a tile's hashes, or the entries below it; a width of 0 means a full tile."""
        request = log_pb2.ReadTileRequest(level=level, index=index, width=width, entries=entries)
        return (await self.gunbai.ask(self.gunbai.stubs.log.ReadTile, request)).data

    async def replace_key(self, game: str, replacement: KeyReplacement) -> LoggedReplacement:
        """Replace the key of a player with a seat in a public game. The old key or the operator must approve it."""
        request = log_pb2.ReplaceKeyRequest(game=game, replacement=replacement)
        return (await self.gunbai.ask(self.gunbai.stubs.log.ReplaceKey, request)).logged

    async def key_replacements(self) -> list[LoggedReplacement]:
        """Return the key replacements of players, each with its proof from the log; `gunbai_record` checks them."""
        found, first = list[LoggedReplacement](), 0
        while True:
            request = log_pb2.ReadKeyReplacementsRequest(first=first)
            page = await self.gunbai.ask(self.gunbai.stubs.log.ReadKeyReplacements, request)
            found += page.replacements
            if not page.next:
                return found
            first = page.next

    async def cosign(self, size: int, cosignature: str) -> SignedCheckpoint:
        """Add a witness's signature line to the checkpoint at a size, and return the checkpoint."""
        request = log_pb2.AddCosignatureRequest(size=size, cosignature=cosignature.removesuffix("\n"))
        return (await self.gunbai.ask(self.gunbai.stubs.log.AddCosignature, request)).checkpoint

    async def since(self, seen: SignedCheckpoint, keys: Iterable[VerifierKey]) -> SignedCheckpoint:
        """Return the newest checkpoint, which continues an earlier one. Save it instead of the earlier one.

        Both checkpoints must be signed by one of the keys. Raises NoteError. Raises LogForked if the service now shows
        a different log: the error has a checkpoint of the same size that contradicts the earlier one, or else the
        newest checkpoint.
        """
        named = [*keys]
        old = signed_checkpoint(seen, named)
        shown = await self.checkpoint()
        newest = signed_checkpoint(shown, named)
        try:
            # Then there is no proof to ask for: it is a different log, or one that shrank.
            if newest.origin != old.origin or newest.size < old.size:
                check_continued(old, newest, ())
            proven = await self.consistency(old.size, newest.size)
            # The log may have grown in between, so the proof is for the checkpoint that comes with it.
            shown, newest = proven.checkpoint, signed_checkpoint(proven.checkpoint, named)
            check_continued(old, newest, proven.hashes)
        except LogForked as fork:
            fork.shown = await self._at_size(old, named) or shown
            raise
        return shown

    async def _at_size(self, seen: Checkpoint, keys: Sequence[VerifierKey]) -> SignedCheckpoint | None:
        """Return the checkpoint that the service now shows for a size, if it contradicts the one that was seen."""
        # Checkpoints of different sizes prove a fork only together with the log itself.
        with suppress(RequestError, NoteError):
            shown = (await self.consistency(seen.size, seen.size)).checkpoint
            if signed_checkpoint(shown, keys).contradicts(seen):
                return shown
        return None
