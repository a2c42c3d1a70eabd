"""A witness that listens: its answers over HTTP, its state, and the records that it lets a reader trust."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from clients.cli import witnessing
from clients.cli.sources.local_service import serving
from gunbai_client import connect
from gunbai_record.checkpoint import Checkpoint, cosigned_at, own_note
from gunbai_record.note import Note
from gunbai_record.submission import PATH, SIZE_TYPE, Submission, path_of
from lab.witnesses import listening, named, witness
from tests.clients.cli.command_run import Run
from tests.record.test_submission import CLUB, ORIGIN, OTHERS, THIEF, altered, checkpoint, submission

KEYS = [CLUB.verifier]


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    text: str
    kind: str


def asked(url: str, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> Answer:
    """Return the answer to a request."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
    try:
        connection.request(method, path, body.encode(), dict(headers or {}))
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode(), answer.headers["Content-Type"])
    finally:
        connection.close()


def submitted(url: str, found: Submission) -> Answer:
    """Return the answer to a submission."""
    return asked(url, "POST", PATH, found.text)


def test_a_log_that_grows_is_cosigned_and_a_monitor_sees_how_far(tmp_path: Path) -> None:
    said = list[str]()
    with listening(witness(tmp_path, 1, KEYS), said.append) as url:
        assert asked(url, "GET", path_of(ORIGIN)).status == 404
        for old, size in ((0, 3), (3, 8), (8, 8), (8, 13)):
            answer = submitted(url, submission(old, size))
            assert answer.status == 200
            note = Note.parse(checkpoint(size) + answer.text)
            assert abs((cosigned_at(note, named(1)) or 0) - time.time()) < 60
            assert asked(url, "GET", path_of(ORIGIN)).text == checkpoint(size) + answer.text
        assert asked(url, "GET", path_of("another")).status == 404
    assert said[-1] == f"cosigned {ORIGIN} with 13 leaves"


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (Submission(9, (), checkpoint(5)), 400),
        (submission(3, 5, altered(checkpoint(5))), 403),
        (submission(3, 5, checkpoint(5, by=THIEF)), 403),
        (submission(3, 5, checkpoint(5, origin="gunbai/other")), 404),
        (submission(3, 5)._replace(hashes=()), 422),
        (submission(3, 5, checkpoint(5, leaves=OTHERS)), 422),
    ],
)
def test_what_it_does_not_cosign_leaves_its_state_as_it_was(tmp_path: Path, found: Submission, status: int) -> None:
    of = witness(tmp_path, 1, KEYS)
    with listening(of) as url:
        assert submitted(url, submission(0, 3)).status == 200
        before = of.seen()
        assert submitted(url, found).status == status
        assert of.seen() == before


def test_a_conflict_is_answered_with_the_size(tmp_path: Path) -> None:
    with listening(witness(tmp_path, 1, KEYS)) as url:
        assert submitted(url, submission(2, 3)) == (409, "0\n", SIZE_TYPE)
        submitted(url, submission(0, 3))
        assert submitted(url, submission(0, 5)) == (409, "3\n", SIZE_TYPE)


def test_other_requests_are_refused(tmp_path: Path) -> None:
    with listening(witness(tmp_path, 1, KEYS)) as url:
        assert asked(url, "POST", PATH, "hello").status == 400
        assert asked(url, "POST", "/add", submission(0, 3).text).status == 404
        assert asked(url, "PUT", PATH, submission(0, 3).text).status == 501
        assert asked(url, "POST", PATH, "", {"Content-Length": str(2**20)}).status == 400
        assert asked(url, "POST", PATH, "", {"Content-Length": "-1"}).status == 400


def test_one_connection_takes_many_requests_and_ends_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witnessing, "CONNECTION_SECONDS", 1.0)
    with listening(witness(tmp_path, 1, KEYS)) as url:
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
        for old, size in ((0, 3), (3, 5)):
            connection.request("POST", PATH, submission(old, size).text.encode())
            answer = connection.getresponse()
            assert (answer.status, answer.read() != b"") == (200, True)
        assert connection.sock is not None
        assert connection.sock.recv(1) == b"", "it was cut"
        connection.close()


def test_more_connections_than_there_may_be_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnessing, "MOST_CONNECTIONS", 1)
    with listening(witness(tmp_path, 1, KEYS)) as url:
        first = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
        first.request("POST", PATH, submission(0, 3).text.encode())
        assert first.getresponse().read()
        with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
            submitted(url, submission(3, 5))
        first.close()


def test_a_stranger_leaves_connections_for_the_log(tmp_path: Path) -> None:
    with witnessing.WitnessPort(("127.0.0.1", 0), witness(tmp_path, 1, KEYS), print) as port:
        strange = [port._admit(f"2001:db8::{number:x}") for number in range(2 * witnessing.MOST_OF_A_PEER)]
        assert sum(strange) == witnessing.MOST_OF_A_PEER
        assert port._admit("2001:db8:0:1::1")
        assert port._admit("192.0.2.1")
        room = witnessing.MOST_CONNECTIONS - witnessing.MOST_OF_A_PEER - 2
        assert sum(port._admit("127.0.0.1") for _ in range(witnessing.MOST_CONNECTIONS)) == room


def test_two_logs_of_one_size_are_kept_as_evidence(tmp_path: Path) -> None:
    of = witness(tmp_path, 1, KEYS)
    with listening(of) as url:
        submitted(url, submission(0, 5))
        assert submitted(url, submission(5, 5, checkpoint(5, leaves=OTHERS))).status == 422
    (evidence,) = tmp_path.glob("w1.checkpoint.forked-5-*")
    ours, theirs = (Checkpoint.parse(Note.parse(note).text) for note in (of.seen(), evidence.read_text("utf-8")))
    assert ours.contradicts(theirs)


def test_a_wrong_proof_proves_no_fork_and_fills_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnessing, "MOST_UNPROVEN", 3)
    with listening(witness(tmp_path, 1, KEYS)) as url:
        submitted(url, submission(0, 5))
        for size in range(6, 16):
            assert submitted(url, submission(5, size)._replace(hashes=())).status == 422
        assert len([*tmp_path.glob("w1.checkpoint.unproven-*")]) == 3
        assert [*tmp_path.glob("w1.checkpoint.forked-*")] == []
        assert submitted(url, submission(5, 16)).status == 200


def test_no_submission_rolls_another_back(tmp_path: Path) -> None:
    """Of many that begin at the size that it saw last, one is cosigned; the others learn of that size."""
    of, answers = witness(tmp_path, 1, KEYS), list[tuple[int, Answer]]()
    with listening(of) as url:
        submitted(url, submission(0, 1))
        threads = [
            threading.Thread(target=lambda size=size: answers.append((size, submitted(url, submission(1, size)))))
            for size in range(2, 18)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    ((cosigned, _),) = [(size, answer) for size, answer in answers if answer.status == 200]
    assert {answer[:2] for size, answer in answers if size != cosigned} == {(409, f"{cosigned}\n")}
    assert Note.parse(of.seen()).text == Note.parse(checkpoint(cosigned)).text


def test_a_damaged_state_is_never_replaced(tmp_path: Path) -> None:
    of, said = witness(tmp_path, 1, KEYS), list[str]()
    of.state.write_text("nonsense", encoding="utf-8")
    with listening(of, said.append) as url:
        assert submitted(url, submission(0, 5)).status == 500
        assert asked(url, "GET", path_of(ORIGIN)).status == 500
    assert of.seen() == "nonsense"
    assert said[0].startswith(f"cannot use {of.state}")


def test_an_empty_state_is_no_new_beginning(tmp_path: Path) -> None:
    of, said = witness(tmp_path, 1, KEYS), list[str]()
    of.state.touch()
    with listening(of, said.append) as url:
        assert submitted(url, submission(0, 5)).status == 500
    assert of.state.read_bytes() == b""
    assert said == [
        f"cannot use {of.state}: {of.state} is empty: restore the last checkpoint to it, or move the file away"
    ]


def test_an_address_that_is_none_is_a_misuse(run: Run, tmp_path: Path) -> None:
    for address in ("here", ":7380", "127.0.0.1:99999", "127.0.0.1:\u0663"):
        key = str(tmp_path / "key.pem")
        ran = run("log", "witness", str(CLUB.verifier), "--witness-key", key, "--listen", address)
        assert (ran.code, "write HOST:PORT" in ran.err) == (2, True)


@contextmanager
def commanded(folder: Path, name: str, *keys: str) -> Iterator[tuple[str, str]]:
    """Yield the address and the key of a witness that the command runs."""
    options = ["--witness-key", f"{name}.pem", "--state", f"{name}.checkpoint", "--name", f"{name}.example"]
    options += ["--listen", "127.0.0.1:0", "--json"]
    command = [sys.executable, "-m", "clients.cli", "log", "witness", *keys, *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        started = json.loads(ran.stdout.readline())
        try:
            yield started["address"], started["key"]
        finally:
            ran.terminate()


def test_a_club_keeps_a_record_that_two_of_three_witnesses_cosigned(run: Run, tmp_path: Path) -> None:
    """Two clubs run a witness for a third; a third witness is down, and the policy says that two are enough."""
    with serving(tmp_path) as address, connect(address) as gunbai:
        key = gunbai.log.checkpoint().key
    with ExitStack() as witnesses:
        north, north_key = witnesses.enter_context(commanded(tmp_path, "north", key))
        south, south_key = witnesses.enter_context(commanded(tmp_path, "south", key))
        policy = tmp_path / "club.policy"
        text = (
            f"witness north {north_key} {north}\nwitness south {south_key} {south}\n"
            f"witness west {named(1)} http://127.0.0.1:1\ngroup clubs 2 north south west\nquorum clubs\n"
        )
        policy.write_text(text, encoding="utf-8")
        with serving(tmp_path, options=["--policy", str(policy)]) as address, connect(address) as gunbai:
            created = gunbai.create("liars_dice", seats=2, chance="referee")
            game = created.info.game
            gunbai.holding(created.host_token).abandon(game)
            size = Checkpoint.parse(Note.parse(gunbai.log.checkpoint().note).text).size
            begun = time.monotonic()
            while len(Note.parse(gunbai.log.checkpoint().note).signatures) < 3:
                assert time.monotonic() < begun + 60
                time.sleep(0.1)
            record = tmp_path / "game.gunbai"
            assert run("record", "export", game, "-o", str(record), "--target", address).code == 0
    found = run("verify", str(record), "--key", key, "--policy", str(policy))
    assert (found.code, size) == (0, 2)
    assert "witnessed by 2 of 3 (the policy needs 2): north, south" in found.out
    policy.write_text(text.replace("clubs 2", "clubs all"), encoding="utf-8")
    found = run("verify", str(record), "--key", key, "--policy", str(policy))
    assert found.code == 4
    assert "NOT enough: witnessed by 2 of 3 (the policy needs 3): north, south" in found.out
    kept = (tmp_path / "north.checkpoint").read_text("utf-8")
    assert re.fullmatch(r"gunbai/[0-9a-f]{16}", Checkpoint.parse(Note.parse(kept).text).origin)
    assert own_note(Note.parse(kept)) in kept
