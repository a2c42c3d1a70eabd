"""Witnesses that others wrote cosign our log, and our witness cosigns what their client submits.

They are run where their commands are on the PATH: `aics-witness` of the package in PyPI, and `litewitness` with
`witnessctl` of filippo.io/torchwood, which needs an ssh-agent.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography.hazmat.primitives import serialization

from gunbai_record.checkpoint import Checkpoint, cosigned_at, log_key, witness_key
from gunbai_record.note import Note, sign_note
from gunbai_record.policy import Policy
from gunbai_record.submission import PATH, Submission
from lab.witnesses import listening, named, own, witness
from referee.records.transparency import Transparency
from referee.witnessing.exchange import Connection
from referee.witnessing.submissions import Submissions
from store.memory import MemoryStore
from tests.record.test_submission import CLUB, ORIGIN, checkpoint, submission
from tests.referee.services.test_log import SERVICE, kept
from tests.referee.witnessing.test_submissions import Heard, found_in, grown, newest

Running = Callable[[Path, str, str], AbstractContextManager[tuple[str, str]]]
"""Runs a witness of the log with an origin and a key, with its files in a folder; yields its address and its key."""
AICS = shutil.which("aics-witness")
LITE = all(map(shutil.which, ("litewitness", "witnessctl", "ssh-agent", "ssh-add")))


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def aics(folder: Path, origin: str, key: str) -> Iterator[tuple[str, str]]:
    """Run aics-witness."""
    config = ("--config", str(folder / "witness.json"))

    def ran(*words: str) -> str:
        return subprocess.run([str(AICS), *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    verifier = ran("init", *config, "--name", "aics.example/w1").strip().splitlines()[-1]
    ran("add-log", *config, "--origin", origin, "--vkey", key)
    with running([str(AICS), "serve", *config, "--listen"], folder) as url:
        yield url, verifier


@contextmanager
def litewitness(folder: Path, origin: str, key: str) -> Iterator[tuple[str, str]]:
    """Run litewitness, which signs with a key that an ssh-agent holds."""
    private = own(1)
    form, plain = serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
    (folder / "key").write_bytes(private.private_bytes(serialization.Encoding.PEM, form, plain))
    (folder / "key").chmod(0o600)
    openssh = private.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    fingerprint = b64encode(sha256(b64decode(openssh.split()[1])).digest()).decode().rstrip("=")
    # The path of a socket is short.
    with TemporaryDirectory(dir="/tmp") as short:
        agent = f"{short}/agent"
        with subprocess.Popen(["ssh-agent", "-D", "-a", agent], stdout=subprocess.DEVNULL) as holding:
            try:
                environment = os.environ | {"SSH_AUTH_SOCK": agent}
                wait_until(Path(agent).exists)
                ran = partial(subprocess.run, cwd=folder, check=True, capture_output=True)
                ran(["ssh-add", "key"], env=environment)
                ran(["witnessctl", "add-log", "-db", "lite.db", "-origin", origin])
                ran(["witnessctl", "add-key", "-db", "lite.db", "-origin", origin, "-key", key])
                options = ["-db", "lite.db", "-ssh-agent", agent, "-key", f"SHA256:{fingerprint}"]
                command = ["litewitness", *options, "-name", named(1).name, "-listen"]
                with running(command, folder) as url:
                    yield url, str(named(1))
            finally:
                holding.terminate()


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[str]:
    """Run a witness, whose address is the last word of its command, and yield its URL once it listens."""
    place = f"127.0.0.1:{free_port()}"
    log = subprocess.DEVNULL
    with subprocess.Popen([*command, place], cwd=folder, stdout=log, stderr=log) as ran:
        try:
            wait_for(place)
            yield f"http://{place}"
        finally:
            ran.terminate()


def wait_for(place: str) -> None:
    """Wait until an address takes connections."""
    host, _, port = place.partition(":")

    def listens() -> bool:
        try:
            socket.create_connection((host, int(port))).close()
        except OSError:
            return False
        return True

    wait_until(listens)


def wait_until(fact: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(600):
        if fact():
            return
        time.sleep(0.1)
    raise AssertionError(f"{fact} did not come true")


NEEDS_AICS = pytest.mark.skipif(AICS is None, reason="aics-witness is missing: pip install aics-witness (Python 3.12)")
NEEDS_LITE = pytest.mark.skipif(
    not LITE, reason="litewitness is missing: go install filippo.io/torchwood/cmd/litewitness and witnessctl"
)
WITNESSES = [
    pytest.param(aics, id="aics-witness", marks=NEEDS_AICS),
    pytest.param(litewitness, id="litewitness", marks=NEEDS_LITE),
]


async def origin_of(store: MemoryStore) -> str:
    return f"gunbai/{(await store.leaf_log()).name}"


def asking(store: MemoryStore, policy: Policy, beside: Path) -> tuple[Submissions, Heard]:
    heard = Heard()
    return Submissions(Transparency(store, SERVICE, policy=policy), policy, beside, [heard], 0), heard


@pytest.mark.parametrize("public", WITNESSES)
async def test_a_public_witness_cosigns_a_log_that_grows(public: Running, tmp_path: Path) -> None:
    store = await kept(3)
    origin = await origin_of(store)
    with public(tmp_path, origin, str(log_key(SERVICE.verifier, origin))) as (url, key):
        policy = Policy.parse(f"witness public {key} {url}\nquorum public\n")
        found, heard = asking(store, policy, tmp_path / "games.sqlite")
        for size in (3, 4, 7, 8, 300):
            await grown(store, size - (await store.leaf_log()).size)
            await found.round()
            seconds = cosigned_at(await newest(store, policy), witness_key(key))
            assert seconds is not None, heard.outcomes
            assert abs(seconds - time.time()) < 60
        # A service that knows nothing of the witness begins with 0, and learns its size.
        await grown(store, 5)
        again, heard = asking(store, policy, tmp_path / "games.sqlite")
        await again.round()
        assert (again.witnessed, heard.outcomes) == (305, [("public", "cosigned")])


@pytest.mark.parametrize("public", WITNESSES)
@pytest.mark.parametrize(("size", "outcome"), [(3, "forked"), (5, "forked"), (7, "ahead")])
async def test_a_public_witness_that_saw_another_log_disagrees(
    public: Running, size: int, outcome: str, tmp_path: Path
) -> None:
    store = await kept(5)
    origin = await origin_of(store)
    signer = log_key(SERVICE.verifier, origin)
    with public(tmp_path, origin, str(signer)) as (url, key):
        other = sign_note(Checkpoint(origin, size, bytes([size]) * 32).text, signer, SERVICE.sign)
        connection = Connection(url)
        assert (await connection.ask("POST", PATH, Submission(0, (), other).text)).status == 200
        await connection.close()
        policy = Policy.parse(f"witness public {key} {url}\nquorum public\n")
        found, heard = asking(store, policy, tmp_path / "games.sqlite")
        for _ in range(3):
            await found.round()
        assert (found.witnessed, {*heard.outcomes}) == (0, {("public", outcome)})
        if public is aics:  # the other does not show what it cosigned
            kept_roots = {Checkpoint.parse(Note.parse(note).text).root for note in found_in(tmp_path).values()}
            assert bytes([size]) * 32 in kept_roots
            assert len(kept_roots) == 2


@pytest.mark.parametrize("public", WITNESSES)
async def test_a_public_witness_that_does_not_know_the_log_refuses(public: Running, tmp_path: Path) -> None:
    store = await kept(3)
    with public(tmp_path, ORIGIN, str(log_key(CLUB.verifier, ORIGIN))) as (url, key):
        found, heard = asking(store, Policy.parse(f"witness public {key} {url}\nquorum public\n"), tmp_path / "x")
        await found.round()
    assert heard.outcomes == [("public", "refused")]


CLIENT = """
import sys
from aics_witness.feeder import WitnessClient
url, key = sys.argv[1:3]
with WitnessClient(url, key, max_attempts=1) as client:
    for note, proof in zip(sys.argv[3::2], sys.argv[4::2]):
        hashes = [bytes.fromhex(each) for each in proof.split()]
        print(client.submit(note, lambda old, new: hashes), end="")
"""


@NEEDS_AICS
def test_our_witness_cosigns_what_a_public_client_submits(tmp_path: Path) -> None:
    python = Path(str(AICS)).with_name("python")
    submitted = [submission(old, size) for old, size in ((0, 3), (3, 8), (8, 13))]
    given = [part for sent in submitted for part in (sent.checkpoint, " ".join(digest.hex() for digest in sent.hashes))]
    with listening(witness(tmp_path, 1, [CLUB.verifier])) as url:
        command = [str(python), "-c", CLIENT, url, str(named(1)), *given]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines(keepends=True)
    assert [
        cosigned_at(Note.parse(checkpoint(size) + line), named(1)) is not None
        for size, line in zip((3, 8, 13), lines, strict=True)
    ] == [True] * 3
