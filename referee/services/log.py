"""The TransparencyLog service: checkpoints of the log of all games, and proofs of its contents."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gunbai.record.v1.log_pb2 import KeyReplacement, LeafKind, LoggedReplacement
from gunbai.referee.v1 import log_pb2 as pb
from gunbai.referee.v1 import log_pb2_grpc
from gunbai_record.key_replacements import ReplacementError, check_replacement
from referee.access.callers import Callers, check_reading, check_watching
from referee.access.fields import check_text
from referee.access.key_proofs import check_recent
from referee.access.peers import Context
from referee.errors import InvalidField, RoleNeeded, TokenMissing
from referee.game.game import Game
from referee.records import wall_clock
from referee.records.games import Games
from referee.records.log_leaves import leaf_of_replacement
from referee.records.papers import Papers, filed, papers_of
from referee.records.transparency import Transparency
from store.contract import Leaf, LeafConflict

MOST_REPLACEMENTS = 256
"""The maximum number of replaced keys in an answer."""
OPERATOR = "the operator's token"
REPLACED = "this key has already been replaced: replace its newest key"


class TransparencyLogServicer(log_pb2_grpc.TransparencyLogServicer):
    """The TransparencyLog service."""

    def __init__(self, games: Games, callers: Callers, log: Transparency) -> None:
        self._games, self._callers, self._log = games, callers, log
        self._replacing = asyncio.Lock()
        self._first: dict[bytes, KeyReplacement] = {}
        """The first replacement of each replaced key, as far as the log was read."""
        self._read = 0
        """How many leaves of the log were read for that."""

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
                raise InvalidField("level", "only tiles of level 0 have entries")
            return pb.ReadTileResponse(data=await self._log.entries(request.index, request.width))
        return pb.ReadTileResponse(data=await self._log.tile(request.level, request.index, request.width))

    async def ReplaceKey(self, request: pb.ReplaceKeyRequest, context: Context) -> pb.ReplaceKeyResponse:
        replacement = request.replacement
        by_operator = self._callers.is_operator(context)
        caller = None if by_operator else await self._callers.caller(context, request.game)
        if replacement.reason and caller is not None:
            raise RoleNeeded(OPERATOR) if caller.role else TokenMissing(OPERATOR)
        game = await self._games.game(request.game)
        if caller is not None:
            check_watching(game, caller)
        if game.charter.private:
            raise InvalidField("game", "name a public game: the log shows the game to everybody")
        version = seated_at(game, replacement.old_key)
        try:
            check_replacement(replacement)
        except ReplacementError as error:
            raise InvalidField("replacement", str(error)) from None

        def decided(papers: Papers) -> KeyReplacement | None:
            earlier = [made for made in papers.replacements if made.old_key == replacement.old_key]
            if replacement in earlier:
                return None
            # Another referee may have logged it a moment ago, so that the log as read here does not show it yet.
            if earlier:
                raise InvalidField("replacement.old_key", REPLACED)
            now = wall_clock.now()
            # The operator may take days over a claim; nobody says what is to come.
            said = max(replacement.time_micros, now) if replacement.reason else replacement.time_micros
            check_recent("replacement.time_micros", said, now)
            return replacement

        async with self._replacing:
            await self._file(replacement, game.id, decided, version)
        expected = leaf_of_replacement(game.id, version, replacement).data
        leaves, _ = await self._log.proofs(game.id, lambda leaf: leaf.data == expected)
        (leaf,) = leaves
        return pb.ReplaceKeyResponse(logged=_logged(replacement, game.id, version, leaf.proof))

    async def _file(
        self, replacement: KeyReplacement, game: str, decided: Callable[[Papers], KeyReplacement | None], version: int
    ) -> None:
        """Add a replacement to a game's papers if it is the first of its key. Raises InvalidField."""
        while True:
            since = await self._check_first(replacement)
            try:
                await filed(self._games.store, game, wall_clock.now, decided, version=version, since=since)
            except LeafConflict:  # another referee logged a replacement in another game meanwhile
                continue
            return

    async def _check_first(self, replacement: KeyReplacement) -> int:
        """Check that neither key was replaced before, unless by this replacement. Raises InvalidField.

        Returns the size of the log in which it is the first.
        """
        more, size = True, await self._log.size()
        while more:
            found, following = await self._replaced(self._read)
            for made, leaf, _ in found:
                self._first.setdefault(made.old_key, made)
                self._read = leaf.number + 1
            more, self._read = bool(following), following or self._read
        earlier = self._first.get(replacement.old_key)
        if earlier is not None and earlier != replacement:
            raise InvalidField("replacement.old_key", REPLACED)
        if earlier is None and replacement.new_key in self._first:
            raise InvalidField("replacement.new_key", "this key has already been replaced: make a new one")
        return size

    async def ReadKeyReplacements(
        self, request: pb.ReadKeyReplacementsRequest, context: Context
    ) -> pb.ReadKeyReplacementsResponse:
        self._callers.stranger(context)
        found, following = await self._replaced(request.first)
        checkpoint = await self._log.checkpoint()
        return pb.ReadKeyReplacementsResponse(
            replacements=[_logged(replacement, leaf.game, leaf.version, proof) for replacement, leaf, proof in found],
            next=following,
            checkpoint=checkpoint,
        )

    async def _replaced(self, first: int) -> tuple[list[tuple[KeyReplacement, Leaf, str]], int]:
        """Return replaced keys from an index of the log on, each with its leaf and the proof of that.

        With them comes the index after them, 0 if there are no more.
        """
        leaves, found = await self._log.replaced(first, MOST_REPLACEMENTS), []
        for leaf, proof in leaves:
            found += [
                (replacement, leaf, proof.proof)
                for replacement in (await papers_of(self._games.store, leaf.game)).replacements
                if leaf_of_replacement(leaf.game, leaf.version, replacement).data == leaf.data
            ]
        return found, leaves[-1][0].number + 1 if len(leaves) == MOST_REPLACEMENTS else 0

    async def AddCosignature(self, request: pb.AddCosignatureRequest, context: Context) -> pb.AddCosignatureResponse:
        self._callers.stranger(context)
        check_text("cosignature", request.cosignature, 500)
        return pb.AddCosignatureResponse(checkpoint=await self._log.cosign(request.size, request.cosignature))

    async def _check_reader(self, game: str, context: Context) -> None:
        """Check that the caller can read a game. Raises GameNotFound or GamePrivate."""
        caller = await self._callers.caller(context, game)
        unverified = await self._games.unverified(game)
        if unverified is not None:
            check_reading(unverified, caller)
        else:
            check_watching(await self._games.game(game), caller)


def seated_at(game: Game, key: bytes) -> int:
    """Return the version of the entry that gave a key its seat. Raises InvalidField if it has none."""
    for sitting in game.sittings:
        if key and sitting.public_key == key:
            return sitting.taken_at
    raise InvalidField("replacement.old_key", "this key has no seat in the game")


def _logged(replacement: KeyReplacement, game: str, version: int, proof: str) -> LoggedReplacement:
    return LoggedReplacement(replacement=replacement, game=game, version=version, proof=proof)


def kind_of(kind: LeafKind.ValueType) -> str:
    """Return a leaf kind as the store has it, "" for none. Raises InvalidField for an unknown kind."""
    if kind not in LeafKind.values():
        raise InvalidField("kind", f"there are no leaves of the kind {kind}")
    return LeafKind.Name(kind).removeprefix("LEAF_KIND_").lower() if kind else ""
