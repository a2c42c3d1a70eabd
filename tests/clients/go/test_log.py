"""Go's golang.org/x/mod/sumdb accepts the checkpoints, proofs and tiles of a log, and those of no other log."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gunbai.referee.v1.log_pb2 import GetCheckpointRequest
from gunbai_record.checkpoint import LogProof, log_key, signed_checkpoint
from gunbai_record.note import VerifierKey
from lab.patience import PATIENCE
from lab.toy_service import serving
from referee.proof.identity import Identity
from referee.records.log_leaves import leaf
from referee.records.transparency import Transparency
from referee.server import Web as ConnectAt
from store.memory import MemoryStore
from tests.store.store_values import entries, opening, summary

HERE = Path(__file__).parent
GOPATH = Path("/usr/share/gocode")
SERVICE = Identity(bytes(range(32)), "referee.example")
SIZE = 600
Claim = dict[str, Any]


def base64(raw: bytes) -> str:
    return b64encode(raw).decode()


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program that checks a log."""
    return built("check.go", tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="session")
def follower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program that follows a log over HTTP."""
    return built("follow.go", tmp_path_factory.mktemp("go"))


def built(source: str, folder: Path) -> Path:
    """Return a program of ours in Go, made in a folder; skip the test where there is no Go."""
    if shutil.which("go") is None or not (GOPATH / "src/golang.org/x/mod/sumdb/tlog").exists():
        pytest.skip("no log is checked by Go: apt-get install golang-go golang-golang-x-mod-dev")
    environment = os.environ | {"GO111MODULE": "off", "GOPATH": str(GOPATH), "GOCACHE": str(folder), "GOFLAGS": ""}
    program = folder / "program"
    subprocess.run(["go", "build", "-o", program, HERE / source], check=True, env=environment, cwd=folder)
    return program


@pytest.fixture(scope="session")
def sound_claim() -> Claim:
    """Return what a log of 600 leaves says of itself."""
    return asyncio.run(claims())


@pytest.fixture
def claim(sound_claim: Claim) -> Claim:
    """Return the same for a test to change."""
    return copy.deepcopy(sound_claim)


async def claims() -> Claim:
    store = MemoryStore()
    leaves = [leaf("created", "g", number, bytes(32)) for number in range(SIZE)]
    await store.create(opening("g"), entries(1, 1), [], summary("g"), leaves=leaves)
    log = Transparency(store, SERVICE)
    proofs, newest = await log.proofs("g")
    parsed = [LogProof.parse(proof.proof) for proof in proofs[::37]]
    earlier = []
    for size in (1, 2, 255, 256, 257, 511, 599, 600):
        root = signed_checkpoint(await log.checkpoint(size), [SERVICE.verifier]).root
        hashes, _ = await log.consistency(size, 0)
        earlier.append({"Size": size, "Root": base64(root), "Hashes": [*map(base64, hashes)]})
    tiles = {"tile/8/0/001": (0, 1, 0), "tile/8/0/002.p/88": (0, 2, 88), "tile/8/1/000.p/2": (1, 0, 2)}
    return {
        "Key": str(log_key(SERVICE.verifier, signed_checkpoint(newest, [SERVICE.verifier]).origin)),
        "Checkpoint": newest.note,
        "Entries": [base64(leaf.data) for leaf in leaves],
        "Proofs": [{"Number": proof.number, "Hashes": [*map(base64, proof.hashes)]} for proof in parsed],
        "Earlier": earlier,
        "Tiles": {path: base64(await log.tile(*place)) for path, place in tiles.items()},
    }


def checked(checker: Path, claim: Claim) -> subprocess.CompletedProcess[str]:
    return subprocess.run([checker], input=json.dumps(claim), capture_output=True, text=True, check=False)


def test_go_accepts_a_log(checker: Path, claim: Claim) -> None:
    process = checked(checker, claim)
    assert (process.returncode, process.stdout) == (0, "600 entries, 17 proofs, 8 earlier logs, 3 tiles\n"), (
        process.stderr
    )


def another(raw: str) -> str:
    """Return other bytes in Base64."""
    return ("B" if raw[0] == "A" else "A") + raw[1:]


@pytest.mark.parametrize(
    "change",
    [
        lambda claim: claim.update(Checkpoint=claim["Checkpoint"].replace("\n600\n", "\n601\n")),
        lambda claim: claim["Entries"].__setitem__(7, claim["Entries"][8]),
        lambda claim: claim["Proofs"][3].update(Number=4),
        lambda claim: claim["Proofs"][3]["Hashes"].pop(),
        lambda claim: claim["Earlier"][3].update(Root=another(claim["Earlier"][3]["Root"])),
        lambda claim: claim["Earlier"][4]["Hashes"].reverse(),
        lambda claim: claim["Tiles"].update({"tile/8/0/000": claim["Tiles"]["tile/8/0/001"]}),
    ],
)
def test_go_refuses_another_log(checker: Path, claim: Claim, change: Callable[[Claim], object]) -> None:
    change(claim)
    assert checked(checker, claim).returncode == 1


@pytest.mark.long
async def test_go_follows_a_log_over_http(follower: Path, tmp_path: Path) -> None:
    store = MemoryStore()
    leaves = [leaf("created", "g", number, bytes(32)) for number in range(SIZE)]
    await store.create(opening("g"), entries(1, 1), [], summary("g"), leaves=leaves)
    async with serving(store, tmp_path, connect=ConnectAt()) as house:
        checkpoint = (await house.log.GetCheckpoint(GetCheckpointRequest())).checkpoint
        origin = checkpoint.note.partition("\n")[0]
        sound = await followed(follower, house.connect, str(log_key(VerifierKey.parse(checkpoint.key), origin)))
        assert sound == (0, f"600 entries, 7 proofs of {origin}\n"), sound
        # The tree was made of the leaves as they were: what the store has now in their place is not in it.
        store._leaves[300] = replace(store._leaves[300], data=bytes(32))
        code, problem = await followed(follower, house.connect, str(log_key(VerifierKey.parse(checkpoint.key), origin)))
        assert (code, "invalid transparency proof" in problem or "inconsistent" in problem) == (1, True), problem
        another = str(log_key(SERVICE.verifier, origin))
        assert (await followed(follower, house.connect, another))[0] == 1


async def followed(follower: Path, address: str, key: str) -> tuple[int | None, str]:
    """Return how the program ended that follows the log at an address, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        follower, f"http://{address}", key, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode, printed.decode()
