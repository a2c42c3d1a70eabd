"""The transparency log of a service: what is created, ended and imported is in it, and every proof of it holds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from gunbai.record.v1.log_pb2 import LeafKind, LeafProof, SignedCheckpoint
from gunbai.referee.v1 import log_pb2 as pb
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_FAILED
from gunbai_record.checkpoint import (
    Checkpoint,
    LogProof,
    check_continued,
    cosign,
    cosigned_at,
    signed_checkpoint,
)
from gunbai_record.leaves import leaf_entry
from gunbai_record.note import COSIGNATURE, Note, VerifierKey
from gunbai_record.tokens import new_token
from lab.imports import OPERATOR, bring, file_of, importing, night, requests
from lab.toy_service import House, Match, bearer, bids, failure, open_house, serving
from referee.proof.identity import Identity
from referee.records.log_leaves import leaf
from referee.records.transparency import Transparency
from store.contract import Leaf, StorageCorrupt
from store.memory import MemoryStore
from tests.referee.services.test_imports import finished_private
from tests.store.store_values import entries, opening, summary

SERVICE = Identity(bytes(range(32)), "referee.example")
WITNESS = Identity(bytes(range(1, 33)), "witness.example")
WITNESS_KEY = VerifierKey("witness.example", WITNESS.public_key, COSIGNATURE)


async def inclusion(match: Match, token: str = "", kind: str = "UNSPECIFIED") -> pb.ProveInclusionResponse:
    """Return the leaves of a game."""
    request = pb.ProveInclusionRequest(game=match.id, kind=LeafKind.Value(f"LEAF_KIND_{kind}"))
    answer: pb.ProveInclusionResponse = await match.house.log.ProveInclusion(request, metadata=bearer(token))
    return answer


def shown(game: str, leaf: LeafProof, digest: bytes) -> Checkpoint:
    """Return the checkpoint of a proof, which must hold for an entry with a digest."""
    kind = LeafKind.Name(leaf.kind).removeprefix("LEAF_KIND_").lower()
    return LogProof.parse(leaf.proof).shown(leaf_entry(kind, game, leaf.version, digest))  # type: ignore[arg-type]  # a kind


async def kinds(match: Match) -> list[str]:
    """Return the kinds of the leaves of a game."""
    return [LeafKind.Name(proof.kind).removeprefix("LEAF_KIND_") for proof in (await inclusion(match)).leaves]


async def checkpoint(house: House) -> SignedCheckpoint:
    answer: pb.GetCheckpointResponse = await house.log.GetCheckpoint(pb.GetCheckpointRequest())
    return answer.checkpoint


async def test_a_game_is_in_the_log_from_its_creation_to_its_end(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        created = (await inclusion(match)).leaves
        assert [proof.kind for proof in created] == [LeafKind.LEAF_KIND_CREATED]
        before = await checkpoint(house)
        await match.finish()
        leaves = await inclusion(match)
        assert [proof.kind for proof in leaves.leaves] == [LeafKind.LEAF_KIND_CREATED, LeafKind.LEAF_KIND_ENDED]
        log = await match.entries()
        for proof in leaves.leaves:
            found_checkpoint = shown(match.id, proof, log[proof.version - 1].digest)
            named = [VerifierKey.parse(leaves.checkpoint.key)]
            assert signed_checkpoint(leaves.checkpoint, named) == found_checkpoint
        assert leaves.leaves[-1].version == len(log)
        assert [proof.version for proof in (await inclusion(match, kind="ENDED")).leaves] == [len(log)]
        request = pb.ProveConsistencyRequest(old_size=Checkpoint.parse(Note.parse(before.note).text).size)
        grown = await house.log.ProveConsistency(request)
        old, new = (Checkpoint.parse(Note.parse(response.note).text) for response in (before, grown.checkpoint))
        assert (old.size, new.size) == (1, 2)
        check_continued(old, new, grown.hashes)


async def test_branches_abandoned_games_and_imports_are_in_it(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(3, 1))
        await match.finish()
        branch = await match.fork(5, match.host)
        await branch.abandon()
        request = requests(file_of(night()))
        imported = await house.record.ImportRecord(iter(request), metadata=bearer(OPERATOR))
        local = Match(house, match.made, match.creation)
        local.id = imported.info.game
        assert await kinds(match) == ["CREATED", "ENDED"]
        assert await kinds(branch) == ["CREATED", "ABANDONED"]
        assert (await inclusion(branch)).leaves[0].version == 6
        (leaf_of_import,) = (await inclusion(local)).leaves
        assert leaf_of_import.kind == LeafKind.LEAF_KIND_IMPORTED
        shown(local.id, leaf_of_import, night()[-1].digest)


async def test_a_record_that_is_kept_unverified_is_in_it(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        broken = [*night()[:-2], night()[-1]]
        request = requests(file_of(broken), keep_unverified=True)
        imported = await house.record.ImportRecord(iter(request), metadata=bearer(OPERATOR))
        answer = await house.log.ProveInclusion(pb.ProveInclusionRequest(game=imported.info.game))
        (leaf_proof,) = answer.leaves
        assert (leaf_proof.kind, leaf_proof.version) == (LeafKind.LEAF_KIND_IMPORTED, len(broken))
        shown(imported.info.game, leaf_proof, night()[-1].digest)


async def test_of_a_private_game_strangers_get_nothing_but_hashes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start(private=True)
        assert (await failure(inclusion(match))).reason == "GAME_PRIVATE"
        (leaf_proof,) = (await inclusion(match, match.host)).leaves
        assert LogProof.parse(leaf_proof.proof).number == 0
        tile = (await house.log.ReadTile(pb.ReadTileRequest(level=0, index=0, width=1, entries=True))).data
        assert (len(tile), tile[:2]) == (34, b"\0\x20")
        assert (
            await failure(house.log.ProveInclusion(pb.ProveInclusionRequest(game="nobody")))
        ).reason == "GAME_NOT_FOUND"


async def test_of_a_private_record_that_is_not_verified_strangers_get_nothing_either(tmp_path: Path) -> None:
    entries_, spectator = finished_private(), new_token()
    del entries_[5]
    async with importing(tmp_path) as house:
        brought = await bring(
            house, file_of(entries_, head=len(entries_)), spectator_token=spectator, keep_unverified=True
        )
        request = pb.ProveInclusionRequest(game=brought.info.game)
        assert (await failure(house.log.ProveInclusion(request))).reason == "GAME_PRIVATE"
        assert (await house.log.ProveInclusion(request, metadata=bearer(spectator))).leaves


async def kept(size: int) -> MemoryStore:
    """Return a store with so many leaves."""
    store = MemoryStore()
    await store.create(opening("g"), entries(1, 1), [], summary("g"), leaves=[leaf("created", "g", 1, bytes(32))])
    if size > 1:
        await store.append(
            "g", 1, [], leaves=[leaf("verdict", "g", number, bytes(32)) for number in range(2, size + 1)]
        )
    return store


@pytest.mark.parametrize("size", [1, 256, 300])
async def test_every_leaf_and_every_earlier_log_is_proven(size: int) -> None:
    store = await kept(size)
    log = Transparency(store, SERVICE)
    leaves, checkpoint_signed = await log.proofs("g")
    assert len(leaves) == size
    kept_leaves = await store.leaves(0, size)
    for proof, written in [*zip(leaves, kept_leaves, strict=True)][::7]:
        assert LogProof.parse(proof.proof).shown(written.data).size == size
    assert signed_checkpoint(checkpoint_signed, [SERVICE.verifier]).size == size
    for old in {0, 1, 100, 256, size - 1, size}:
        if old <= size:
            hashes, newest = await log.consistency(old, 0)
            before = signed_checkpoint(await log.checkpoint(old), [SERVICE.verifier])
            check_continued(before, signed_checkpoint(newest, [SERVICE.verifier]), hashes)


async def test_a_leaf_that_is_not_the_one_of_the_log_is_damage_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await kept(3)
    log = Transparency(store, SERVICE)
    sound = await log.of("g")
    assert [leaf.number for leaf in sound] == [0, 1, 2]
    forged = [*sound[:2], replace(sound[2], data=sound[0].data)]

    async def leaves_of(_: str) -> list[Leaf]:
        return forged

    monkeypatch.setattr(store, "leaves_of", leaves_of)
    with pytest.raises(StorageCorrupt) as damaged:
        await log.of("g")
    assert str(damaged.value) == ": damaged at game 'g': leaf 2 differs from the one in the log of all games"
    assert damaged.value.game == "g"


async def test_proofs_hold_while_the_log_grows() -> None:
    store = await kept(250)
    log = Transparency(store, SERVICE)

    async def grow() -> None:
        for number in range(100):
            await store.append("g", 1, [], leaves=[leaf("verdict", "g", 1000 + number, bytes(32))])
            await asyncio.sleep(0)

    async def check() -> None:
        old = signed_checkpoint(await log.checkpoint(), [SERVICE.verifier])
        for _ in range(20):
            hashes, newest = await log.consistency(old.size, 0)
            new = signed_checkpoint(newest, [SERVICE.verifier])
            check_continued(old, new, hashes)
            old = new
            (first,), _ = await log.proofs("g", lambda leaf: leaf.kind == "created")
            LogProof.parse(first.proof).shown((await store.leaves(0, 1))[0].data)

    await asyncio.gather(grow(), check(), check())


def cosigned(note: Note, key: VerifierKey, identity: Identity, seconds: int = 1_700_000_000) -> str:
    """Return the line of a witness, without its newline."""
    return cosign(note.text, seconds, key, identity.sign).removesuffix("\n")


async def test_the_cosignature_of_a_witness_that_was_named_is_kept(tmp_path: Path) -> None:
    async with open_house(tmp_path, witnesses=(WITNESS_KEY,)) as house:
        await house.open()
        note = Note.parse((await checkpoint(house)).note)
        line = cosigned(note, WITNESS_KEY, WITNESS)
        answer = await house.log.AddCosignature(pb.AddCosignatureRequest(size=1, cosignature=line))
        for given in (answer.checkpoint, await checkpoint(house)):
            assert cosigned_at(Note.parse(given.note), WITNESS_KEY) == 1_700_000_000
        other = VerifierKey("other.example", WITNESS.public_key, COSIGNATURE)
        for size, cosignature in (
            (0, line),
            (1, cosigned(note, other, WITNESS)),
            (1, cosigned(note, WITNESS_KEY, SERVICE)),
            (1, "nonsense"),
            (1, line.replace("witness", "other")),
        ):
            request = pb.AddCosignatureRequest(size=size, cosignature=cosignature)
            assert (await failure(house.log.AddCosignature(request))).field == "cosignature"
        assert (
            await failure(house.log.AddCosignature(pb.AddCosignatureRequest(size=9, cosignature=line)))
        ).field == "size"


async def test_cosignatures_outlast_a_restart_and_the_latest_stays() -> None:
    store = await kept(3)
    note = Note.parse((await Transparency(store, SERVICE).checkpoint()).note)
    log = Transparency(store, SERVICE, (WITNESS_KEY,))
    for seconds in (5, 9, 7):
        answer = await log.cosign(3, cosigned(note, WITNESS_KEY, WITNESS, seconds))
        assert cosigned_at(Note.parse(answer.note), WITNESS_KEY) == max(seconds, 9 if seconds == 7 else 0)
    log = Transparency(store, SERVICE, (WITNESS_KEY,))
    assert cosigned_at(Note.parse((await log.proof(0))[2].note), WITNESS_KEY) == 9
    earlier = await log.checkpoint(2)
    assert cosigned_at(Note.parse(earlier.note), WITNESS_KEY) is None
    forgotten = Transparency(store, SERVICE)
    assert cosigned_at(Note.parse((await forgotten.checkpoint()).note), WITNESS_KEY) is None, "no longer named"


async def test_a_leaf_is_proven_by_its_index_to_anybody(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start(private=True)
        await house.open()
        answer = pb.ProveLeafResponse()
        for size in (1, 2, 0):
            answer = await house.log.ProveLeaf(pb.ProveLeafRequest(index=0, size=size))
            proof = LogProof.parse(answer.proof)
            checkpoint_signed = signed_checkpoint(answer.checkpoint, [VerifierKey.parse(answer.checkpoint.key)])
            assert (proof.number, proof.checkpoint) == (0, answer.checkpoint.note)
            assert proof.shown(answer.entry) == checkpoint_signed
            assert checkpoint_signed.size == (size or 2)
        first = (await match.entries(match.host))[0]
        assert answer.entry == leaf_entry("created", match.id, 1, first.digest)
        for index, size, field in ((2, 0, "index"), (1, 1, "index"), (0, 3, "size"), (2**63, 0, "index")):
            request = pb.ProveLeafRequest(index=index, size=size)
            assert (await failure(house.log.ProveLeaf(request)))[:3] == ("INVALID_ARGUMENT", "INVALID_FIELD", field)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.ReadTileRequest(level=8), "level"),
        (pb.ReadTileRequest(level=1, entries=True), "level"),
        (pb.ReadTileRequest(width=256), "width"),
        (pb.ReadTileRequest(), "index"),
        (pb.ReadTileRequest(width=2), "index"),
        (pb.ReadTileRequest(level=1, width=1), "index"),
        (pb.ReadTileRequest(index=2**63, width=1), "index"),
        (pb.ReadTileRequest(index=1, width=1, entries=True), "index"),
    ],
)
async def test_a_tile_that_there_is_not_is_refused(tmp_path: Path, request_: pb.ReadTileRequest, field: str) -> None:
    async with open_house(tmp_path) as house:
        await house.open()
        assert (await failure(house.log.ReadTile(request_)))[:3] == ("INVALID_ARGUMENT", "INVALID_FIELD", field)


async def test_a_later_log_than_there_is_cannot_be_asked_for(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.open()
        assert (await failure(house.log.ProveConsistency(pb.ProveConsistencyRequest(new_size=2)))).field == "new_size"
        assert (await failure(house.log.ProveConsistency(pb.ProveConsistencyRequest(old_size=2)))).field == "old_size"
        wrong = pb.ProveInclusionRequest(game="nobody", kind=77)  # type: ignore[arg-type]  # no kind
        assert (await failure(house.log.ProveInclusion(wrong))).reason == "GAME_NOT_FOUND"
        match = await house.open()
        wrong.game = match.id
        assert (await failure(house.log.ProveInclusion(wrong))).field == "kind"


async def test_a_record_that_is_not_what_the_log_says_fails_verification(tmp_path: Path) -> None:
    store = MemoryStore()
    async with serving(store, tmp_path) as house:
        match = await house.start()
        await match.finish()
        report = await match.verify()
        assert (report.verdict, report.leaves) == (VERDICT_CONSISTENT, 2)
        sound = [*store._leaves]
        for change, problem in (
            ((sound[0], replace(sound[1], kind="abandoned")), "differs from the one in the log"),
            ((replace(sound[0], version=2), sound[1]), "entry 2 differs from"),
            ((sound[0], replace(sound[1], game="another")), "does not say that it was ended"),
            ((replace(sound[0], game="another"), sound[1]), "does not say that it was created"),
        ):
            store._leaves[:] = change
            report = await match.verify()
            assert report.verdict == VERDICT_FAILED
            assert problem in report.problem
        # The tree is made of what was there: a leaf that was changed since is not the one in it.
        store._leaves[:] = [replace(sound[0], data=bytes(32)), sound[1]]
        assert (await failure(match.verify())).reason == "STORAGE_DAMAGED"
