"""Submissions of the log to witnesses, over the wire: to ones that answer, fail, and disagree."""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.checkpoint import Checkpoint, LogProof, cosign, log_key, own_note, signed_checkpoint
from gunbai_record.note import Note, sign_note
from gunbai_record.policy import Policy
from gunbai_record.submission import SIZE_TYPE, Submission, path_of
from lab.witnesses import answering, listening, named, own, witness
from referee.calls.observer import Observer
from referee.records.log_leaves import leaf
from referee.records.transparency import Transparency
from referee.witnessing import exchange
from referee.witnessing.submissions import Submissions
from store.memory import MemoryStore
from tests.certificates import certified
from tests.referee.services.test_log import SERVICE, kept


@contextmanager
def logged() -> Iterator[list[Any]]:
    """Yield the lines that are logged for an operator."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))
    with capture_logs() as lines:
        yield lines


class Heard(Observer):
    """What came of submissions."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[str, str]] = []

    def submitted(self, witness: str, outcome: str) -> None:
        self.outcomes.append((witness, outcome))


def policy(needed: str, *urls: str) -> Policy:
    """Return a policy with a witness at each address, and one more without."""
    lines = [f"witness w{number} {named(number)} {url}" for number, url in enumerate(urls, 1)]
    names = [f"w{number}" for number in range(1, len(urls) + 1)]
    return Policy.parse("\n".join([*lines, f"group g {needed} {' '.join(names)}", "quorum g"]))


def submissions(store: MemoryStore, asked: Policy, beside: Path | None = None) -> tuple[Submissions, Heard]:
    """Return the submissions of the log of a store, and what an observer hears of them."""
    heard = Heard()
    return Submissions(Transparency(store, SERVICE, policy=asked), asked, beside, [heard], pause_seconds=0), heard


async def grown(store: MemoryStore, count: int) -> None:
    """Add leaves to a log."""
    size = (await store.leaf_log()).size
    added = [leaf("verdict", "g", size + number, bytes(32)) for number in range(1, count + 1)]
    await store.append("g", 1, [], leaves=added)


async def newest(store: MemoryStore, asked: Policy) -> Note:
    """Return the newest checkpoint of a log, with the cosignatures that it has."""
    return Note.parse((await Transparency(store, SERVICE, policy=asked).checkpoint()).note)


async def test_each_round_has_the_newest_checkpoint_cosigned_by_every_witness(tmp_path: Path) -> None:
    store = await kept(3)
    with ExitStack() as open_:
        urls = [open_.enter_context(listening(witness(tmp_path, n, [SERVICE.verifier]))) for n in (1, 2, 3)]
        asked = policy("2", *urls)
        found, heard = submissions(store, asked)
        for size in (3, 4, 11):
            await grown(store, size - (await store.leaf_log()).size)
            await found.round()
            judged = asked.judged(await newest(store, asked))
            assert (judged.holds, judged.by) == (True, ("w1", "w2", "w3"))
            assert (found.leaves, found.witnessed) == (size, size)
        await found.round()
        assert len(heard.outcomes) == 9, "nobody is asked twice for one checkpoint"
        assert {outcome for _, outcome in heard.outcomes} == {"cosigned"}


async def test_after_a_restart_a_witness_names_the_size_that_it_saw(tmp_path: Path) -> None:
    store = await kept(5)
    with listening(witness(tmp_path, 1, [SERVICE.verifier])) as url:
        await submissions(store, policy("1", url))[0].round()
        await grown(store, 4)
        found, heard = submissions(store, policy("1", url))
        await found.round()
        assert (found.witnessed, heard.outcomes) == (9, [("w1", "cosigned")])


async def test_a_restored_record_is_not_called_witnessed_at_its_start(tmp_path: Path) -> None:
    """Its witnesses saw more of the log, and say so before there is anything new to cosign."""
    store, heads = await kept(6), tmp_path / "games.sqlite"
    with ExitStack() as open_:
        witnesses = [witness(tmp_path, number, [SERVICE.verifier]) for number in (1, 2)]
        asked = policy("2", *[open_.enter_context(listening(each)) for each in witnesses])
        await submissions(store, asked)[0].round()
        for each in witnesses:
            # What each saw after the copy was made.
            seen = Checkpoint.parse(Note.parse(each.seen()).text)
            later = seen._replace(size=8, root=bytes(32))
            signed = sign_note(later.text, log_key(SERVICE.verifier, seen.origin), SERVICE.sign)
            each.state.write_text(signed + each.keep(signed), "utf-8")
        found, heard = submissions(store, asked, heads)
        with logged() as lines:
            await found.round()
        assert heard.outcomes == [("w1", "ahead"), ("w2", "ahead")]
        assert [line["event"] for line in lines] == ["witness_failed", "witness_failed"]
        assert (found.leaves, found.witnessed, found.disagreeing, found.evidence) == (6, 0, [], [])
        for _ in range(2):
            await found.round()
        assert found.disagreeing == ["w1", "w2"]
        assert found.failing["w1"] == "it has seen 8 leaves of the log, more than this service has"
        assert len(found.evidence) == 3, "what each shows, and what is here"
        await grown(store, 2)
        await found.round()
        shown = [Checkpoint.parse(Note.parse(file.read_text("utf-8")).text) for file in found.evidence]
        assert sorted(checkpoint.size for checkpoint in shown) == [6, 8, 8, 8]
        assert len({checkpoint.root for checkpoint in shown if checkpoint.size == 8}) == 2, "which proves the fork"
    assert Submissions(Transparency(store, SERVICE), asked, heads).evidence == found.evidence, "also after a restart"


async def test_a_witness_of_the_log_before_a_loss_says_what_to_do(tmp_path: Path) -> None:
    store, of = await kept(5), witness(tmp_path, 1, [SERVICE.verifier])
    before = Checkpoint("gunbai/before", 5, bytes(32))
    of.take(Submission(0, (), sign_note(before.text, log_key(SERVICE.verifier, before.origin), SERVICE.sign)))
    with listening(of) as url:
        found, heard = submissions(store, policy("1", url))
        await found.round()
    assert heard.outcomes == [("w1", "refused")]
    assert "'gunbai/before', but " in found.failing["w1"]
    assert found.failing["w1"].endswith("to follow the new log, give the witness a new state file")


async def test_a_witness_that_is_down_holds_up_nobody_and_is_asked_again_later(tmp_path: Path) -> None:
    store = await kept(3)
    with listening(witness(tmp_path, 2, [SERVICE.verifier])) as gone:
        pass
    with listening(witness(tmp_path, 1, [SERVICE.verifier])) as url:
        asked = policy("1", url, gone)
        found, heard = submissions(store, asked)
        with logged() as lines:
            await found.round()
        assert heard.outcomes == [("w1", "cosigned"), ("w2", "unreachable")]
        assert [(line["event"], line["log_level"]) for line in lines] == [
            ("witness_failed", "warning"), ("log_witnessed", "info"),
        ]  # fmt: skip
        port = int(gone.rpartition(":")[2])
        with listening(witness(tmp_path, 2, [SERVICE.verifier]), port=port), logged() as lines:
            await found.round()
        assert [line["event"] for line in lines] == ["witness_recovered"]
        assert asked.judged(await newest(store, asked)).by == ("w1", "w2")


async def test_a_failing_witness_is_left_alone_for_longer_each_time() -> None:
    store = await kept(3)
    with answering(lambda *_: (503, "text/plain", b"busy\n")) as url:
        asked = policy("1", url)
        found = Submissions(Transparency(store, SERVICE, policy=asked), asked, pause_seconds=1000)
        with logged() as lines:
            await found.round()
            await found.round()
        assert [(line["outcome"], line["retry_seconds"]) for line in lines] == [("unreachable", 600)], "the maximum"


async def test_a_slow_witness_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "SECONDS", 0.2)
    store, slow = await kept(3), threading.Event()

    def answer(*_: object) -> tuple[int, str, bytes]:
        slow.wait(60)
        return 200, "text/plain", b""

    with answering(answer) as url:
        found, heard = submissions(store, policy("1", url))
        with logged() as lines:
            await found.round()
        slow.set()
        assert heard.outcomes == [("w1", "unreachable")]
        assert lines[0]["problem"] == "no answer within 0.2 s"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ((200, "text/plain", b""), "invalid"),
        ((200, "text/plain", "\N{EM DASH} other.example AAAAAAAA\n".encode()), "invalid"),
        ((200, "text/plain", b"\xff\n"), "unreachable"),
        ((200, "text/plain", bytes(70_000)), "unreachable"),
        ((404, "text/plain", b"unknown log\n"), "refused"),
        ((403, "text/plain", b"no signature\n"), "refused"),
        ((400, "text/plain", b""), "refused"),
        ((301, "text/plain", b""), "refused"),
        ((429, "text/plain", b""), "unreachable"),
        ((500, "text/plain", b""), "unreachable"),
        ((409, "text/plain", b"2\n"), "unreachable"),
        ((409, SIZE_TYPE, b"two\n"), "unreachable"),
        ((409, SIZE_TYPE, b"2\n"), "unreachable"),
        ((409, SIZE_TYPE, b"3\n"), "forked"),
        ((409, SIZE_TYPE, b"8\n"), "ahead"),
        ((422, "text/plain", b""), "forked"),
    ],
)
async def test_other_answers_are_told_apart(answer: tuple[int, str, bytes], outcome: str) -> None:
    store = await kept(3)
    with answering(lambda *_: answer) as url:
        asked = policy("1", url)
        found, heard = submissions(store, asked)
        await found.round()
        assert (found.witnessed, heard.outcomes) == (0, [("w1", outcome)])
        assert asked.judged(await newest(store, asked)).by == ()


async def test_a_cosignature_that_is_not_valid_is_no_cosignature() -> None:
    store = await kept(3)

    def answer(_: str, __: str, body: bytes) -> tuple[int, str, bytes]:
        note = Note.parse(Submission.parse(body).checkpoint)
        return 200, "text/plain", cosign(note.text, 1_700_000_000, named(1), own(2).sign).encode()

    with answering(answer) as url:
        found, heard = submissions(store, policy("1", url))
        with logged() as lines:
            await found.round()
        assert heard.outcomes == [("w1", "invalid")]
        assert lines[0]["problem"] == "a cosignature by 'w1.example' is not valid"


async def test_over_tls_a_witness_is_trusted_by_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, of = await kept(3), witness(tmp_path, 1, [SERVICE.verifier])
    certified(tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / "pair.pem", tmp_path / "pair.key")
    trusting = ssl.create_default_context(cafile=str(tmp_path / "authority.pem"))
    with listening(of, tls=server) as url:
        found, heard = submissions(store, policy("1", url))
        await found.round()
        monkeypatch.setattr(exchange, "_context", lambda: trusting)
        await found.round()
    assert [outcome for _, outcome in heard.outcomes] == ["unreachable", "cosigned"]


async def test_cosignatures_of_others_in_an_answer_are_ignored(tmp_path: Path) -> None:
    store, honest = await kept(3), witness(tmp_path, 1, [SERVICE.verifier])

    def answer(_: str, __: str, body: bytes) -> tuple[int, str, bytes]:
        submission = Submission.parse(body)
        other = cosign(Note.parse(submission.checkpoint).text, 5, named(2), own(2).sign)
        return 200, "text/plain", (other + honest.take(submission)).encode()

    with answering(answer) as url:
        asked = policy("1", url)
        found, _ = submissions(store, asked)
        await found.round()
        assert asked.judged(await newest(store, asked)).by == ("w1",)


async def test_a_race_between_two_submitters_is_settled_at_once(tmp_path: Path) -> None:
    """Somebody else submits a checkpoint between two requests of this service."""
    store, honest, overtaken = await kept(9), witness(tmp_path, 1, [SERVICE.verifier]), list[int]()
    log = Transparency(store, SERVICE)
    earlier = Note.parse((await log.checkpoint(4)).note)

    def answer(method: str, path: str, body: bytes) -> tuple[int, str, bytes]:
        assert (method, path) == ("POST", "/prefix/add-checkpoint")
        if not overtaken:
            overtaken.append(4)
            honest.take(Submission(0, (), own_note(earlier)))
        submission = Submission.parse(body)
        if submission.old != overtaken[-1]:
            return 409, f"{SIZE_TYPE}; charset=utf-8", b"4\n"
        return 200, "text/plain", honest.take(submission).encode()

    with answering(answer) as url:
        found, heard = submissions(store, policy("1", f"{url}/prefix/"))
        await found.round()
        assert (found.witnessed, heard.outcomes) == (9, [("w1", "cosigned")])


def found_in(folder: Path) -> dict[str, str]:
    """Return the evidence in a folder, by file."""
    return {str(file): file.read_text("utf-8") for file in folder.glob("games.sqlite*")}


@pytest.mark.parametrize("size", [3, 5, 7])
async def test_a_witness_of_another_log_has_the_evidence_kept(tmp_path: Path, size: int) -> None:
    """Anybody who has the two checkpoints and the key of the service can see that it signed two logs."""
    store, beside = await kept(5), tmp_path / "games.sqlite"
    name = f"gunbai/{(await store.leaf_log()).name}"
    honest = witness(tmp_path, 1, [SERVICE.verifier])
    other = Checkpoint(name, size, bytes([size]) * 32)
    honest.take(Submission(0, (), sign_note(other.text, log_key(SERVICE.verifier, name), SERVICE.sign)))
    with listening(honest) as url:
        found, heard = submissions(store, policy("1", url), beside)
        with logged() as lines:
            for _ in range(4):
                await found.round()
    assert {outcome for _, outcome in heard.outcomes} == {"ahead" if size > 5 else "forked"}
    files = found_in(tmp_path)
    notes = [*files.values()]
    key = SERVICE.verifier
    shown = [signed_checkpoint(SignedCheckpoint(note=note, key=str(key)), [key]) for note in notes]
    assert {checkpoint.size for checkpoint in shown} == ({5, 7} if size > 5 else {size})
    assert other in shown
    assert len({checkpoint.root for checkpoint in shown}) == 2
    first, *_ = (line for line in lines if line["event"] == "log_forked")
    assert sorted(first["evidence"]) == sorted(files)
    assert first["log_level"] == "error"


async def test_what_a_witness_shows_is_no_evidence_unless_this_service_signed_it(tmp_path: Path) -> None:
    store = await kept(5)
    origin = f"gunbai/{(await store.leaf_log()).name}"
    thief = sign_note(Checkpoint(origin, 5, bytes(32)).text, log_key(named(2), origin), own(2).sign)

    def answer(method: str, path: str, _: bytes) -> tuple[int, str, bytes]:
        if method == "POST":
            return 422, "text/plain", b""
        assert path == path_of(origin)
        return 200, "text/plain", thief.encode()

    with answering(answer) as url, logged() as lines:
        await submissions(store, policy("1", url), tmp_path / "games.sqlite")[0].round()
    assert [line["event"] for line in lines] == ["evidence_missing", "witness_disagrees"]
    assert lines[1]["evidence"] == []
    assert found_in(tmp_path) == {}


async def test_a_witness_that_lost_its_state_is_named(tmp_path: Path) -> None:
    store, of = await kept(5), witness(tmp_path, 1, [SERVICE.verifier])
    with listening(of) as url:
        found, heard = submissions(store, policy("1", url))
        await found.round()
        of.state.unlink()
        await grown(store, 2)
        with logged() as lines:
            await found.round()
    assert [outcome for _, outcome in heard.outcomes] == ["cosigned", "cosigned"]
    assert [line["event"] for line in lines] == ["witness_went_back", "log_witnessed"]
    assert lines[0]["problem"] == "it cosigned 5 leaves, but says that the last it saw was 0"


async def test_proofs_prefer_the_checkpoint_that_enough_witnesses_cosigned(tmp_path: Path) -> None:
    store = await kept(3)
    with listening(witness(tmp_path, 1, [SERVICE.verifier])) as url:
        asked = policy("1", url)
        await submissions(store, asked)[0].round()
    log = Transparency(store, SERVICE, policy=asked)
    await grown(store, 2)

    async def size(number: int) -> int:
        leaves, _ = await log.proofs("g", lambda each: each.number == number)
        return Checkpoint.parse(LogProof.parse(leaves[0].proof).note().text).size

    assert [await size(number) for number in (0, 2, 3, 4)] == [3, 3, 5, 5]


async def came_true(fact: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not fact():  # noqa: ASYNC110  # the service does not tell
            await asyncio.sleep(0.01)


async def test_submissions_go_on_in_the_background_and_end_with_the_service(tmp_path: Path) -> None:
    store = await kept(3)
    with listening(witness(tmp_path, 1, [SERVICE.verifier])) as url:
        asked = policy("1", url)
        found = Submissions(Transparency(store, SERVICE, policy=asked), asked, pause_seconds=0.01)
        found.begin()
        for size in (3, 8):
            await grown(store, size - (await store.leaf_log()).size)
            await came_true(lambda: found.witnessed == size)  # noqa: B023  # it is called here and now
        await found.end()
