"""The TransparencyLog service: checkpoints of the log of all games, and proofs of its contents."""

from __future__ import annotations

from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1 import log_pb2 as pb
from gunbai.referee.v1 import log_pb2_grpc
from referee.access.callers import Callers, check_reading, check_watching
from referee.access.fields import check_text
from referee.access.peers import Context
from referee.errors import InvalidField
from referee.records.games import Games
from referee.records.transparency import Transparency


class TransparencyLogServicer(log_pb2_grpc.TransparencyLogServicer):
    """The TransparencyLog service."""

    def __init__(self, games: Games, callers: Callers, log: Transparency) -> None:
        self._games, self._callers, self._log = games, callers, log

    async def GetCheckpoint(self, request: pb.GetCheckpointRequest, context: Context) -> pb.GetCheckpointResponse:
        self._callers.stranger(context)
        return pb.GetCheckpointResponse(checkpoint=await self._log.checkpoint())

    async def ProveInclusion(self, request: pb.ProveInclusionRequest, context: Context) -> pb.ProveInclusionResponse:
        await self._check_reader(request.game, context)
        kind = kind_of(request.kind)
        leaves, checkpoint = await self._log.proofs(request.game, lambda leaf: kind in {"", leaf.kind})
        return pb.ProveInclusionResponse(leaves=leaves, checkpoint=checkpoint)

    async def ProveLeaf(self, request: pb.ProveLeafRequest, context: Context) -> pb.ProveLeafResponse:
        self._callers.stranger(context)
        entry, proof, checkpoint = await self._log.proof(request.index, request.size)
        return pb.ProveLeafResponse(entry=entry, proof=proof.text, checkpoint=checkpoint)

    async def ProveConsistency(
        self, request: pb.ProveConsistencyRequest, context: Context
    ) -> pb.ProveConsistencyResponse:
        self._callers.stranger(context)
        hashes, checkpoint = await self._log.consistency(request.old_size, request.new_size)
        return pb.ProveConsistencyResponse(hashes=hashes, checkpoint=checkpoint)

    async def ReadTile(self, request: pb.ReadTileRequest, context: Context) -> pb.ReadTileResponse:
        self._callers.stranger(context)
        if request.entries:
            if request.level:
                raise InvalidField("level", "only the tiles of level 0 have entries below")
            return pb.ReadTileResponse(data=await self._log.entries(request.index, request.width))
        return pb.ReadTileResponse(data=await self._log.tile(request.level, request.index, request.width))

    async def AddCosignature(self, request: pb.AddCosignatureRequest, context: Context) -> pb.AddCosignatureResponse:
        self._callers.stranger(context)
        check_text("cosignature", request.cosignature, 500)
        return pb.AddCosignatureResponse(checkpoint=await self._log.cosign(request.size, request.cosignature))

    async def _check_reader(self, game: str, context: Context) -> None:
        """Check that the caller may read a game. Raises GameNotFound or GamePrivate."""
        caller = await self._callers.caller(context, game)
        unverified = await self._games.unverified(game)
        if unverified is not None:
            check_reading(unverified, caller)
        else:
            check_watching(await self._games.game(game), caller)


def kind_of(kind: LeafKind.ValueType) -> str:
    """Return a leaf kind as the store has it, "" for none. Raises InvalidField for an unknown kind."""
    if kind not in LeafKind.values():
        raise InvalidField("kind", f"there are no leaves of the kind {kind}")
    return LeafKind.Name(kind).removeprefix("LEAF_KIND_").lower() if kind else ""
