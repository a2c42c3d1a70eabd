"""A notice is delivered to a command or to an address, and to nobody else."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from clients.cli.notify import delivery
from clients.cli.notify.delivery import Address, Command, NotDelivered, Rejected, environment
from clients.cli.notify.notices import Notice
from tests.clients.cli.listening import listening

EVIL = "$(touch hacked)'; touch hacked; \"`touch hacked`"
NOTICE = Notice(
    "decision", "abc", "7", f"night: {EVIL} is asked", seat=2, player=EVIL, title="king_of_tokyo", version=9
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "PAUSES", (0.01, 0.01))


def test_a_command_finds_the_facts_in_its_environment_and_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GUNBAI_TOKEN", "secret")
    asyncio.run(Command('cat > facts.json; echo "$GUNBAI_NOTICE_TEXT" > text; env > env')(NOTICE))
    assert json.loads(Path("facts.json").read_text()) == NOTICE.facts
    assert Path("text").read_text() == f"{NOTICE.text}\n"
    assert "secret" not in Path("env").read_text()
    assert not Path("hacked").exists()


def test_the_environment_of_a_command_has_every_fact_and_no_token() -> None:
    variables = environment(NOTICE, {"PATH": "/bin", "GUNBAI_TOKEN": "secret", "GUNBAI_NOTIFY_POST": "https://secret"})
    assert variables["PATH"] == "/bin"
    assert {name for name in variables if name.startswith("GUNBAI_")} == {
        f"GUNBAI_NOTICE_{name.upper()}" for name in NOTICE.facts
    }
    assert variables["GUNBAI_NOTICE_SEAT"] == "2"


async def test_a_command_that_fails_or_takes_too_long_has_not_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Rejected, match="exited with code 3"):
        await Command("exit 3")(NOTICE)
    monkeypatch.setattr(delivery, "COMMAND_SECONDS", 0.2)
    pid = tmp_path / "pid"
    with pytest.raises(Rejected, match="longer than"):
        await Command(f"echo $$ > {pid}; sleep 1000; true")(NOTICE)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


async def test_a_command_ends_with_the_watch(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    os.mkfifo(pid)
    running = asyncio.create_task(Command(f"echo $$ > {pid}; sleep 1000; true")(NOTICE))
    number = int(await asyncio.to_thread(pid.read_text))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


async def test_an_address_gets_the_facts_as_json() -> None:
    with listening() as posted:
        await Address.parse(posted.url)(NOTICE)
    assert posted.bodies == [NOTICE.facts]
    assert posted.headers[0]["content-type"] == "application/json"
    assert posted.headers[0]["idempotency-key"] == "abc/decision/2/7"


@pytest.mark.parametrize(("statuses", "tries"), [((503,), 2), ((429, 500), 3)])
async def test_an_address_that_cannot_answer_is_tried_again(statuses: Sequence[int], tries: int) -> None:
    with listening(statuses) as posted:
        await Address.parse(posted.url)(NOTICE)
    assert len(posted.bodies) == tries


async def test_an_address_that_never_answers_well_is_given_up() -> None:
    with listening((500,) * 9) as posted:
        with pytest.raises(NotDelivered, match="answered 500") as raised:
            await Address.parse(posted.url)(NOTICE)
        assert not isinstance(raised.value, Rejected)
    assert len(posted.bodies) == 3
    with pytest.raises(NotDelivered):
        await Address.parse(posted.url)(NOTICE)


async def test_a_redirection_to_another_host_is_not_followed() -> None:
    with listening() as other, listening((307,), other.url) as posted:
        with pytest.raises(Rejected, match="does not follow redirects"):
            await Address.parse(posted.url)(NOTICE)
        assert (len(posted.bodies), other.bodies) == (1, [])


async def test_what_is_refused_is_not_tried_again() -> None:
    with listening((404, 200)) as posted:
        with pytest.raises(Rejected, match="answered 404"):
            await Address.parse(posted.url)(NOTICE)
        assert len(posted.bodies) == 1


async def test_an_address_that_does_not_answer_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "ANSWER_SECONDS", 0.05)

    async def keep_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    async with await asyncio.start_server(keep_silent, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        with pytest.raises(NotDelivered, match="did not answer within"):
            await Address.parse(f"http://127.0.0.1:{port}")(NOTICE)


async def test_what_answers_otherwise_than_http_is_not_believed() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"220 mail.example ready\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotDelivered):
            await Address.parse(f"http://127.0.0.1:{port}")(NOTICE)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "http://127.0.0.1.example.org/",
        "ftp://127.0.0.1/",
        "https://ann:secret@example.org/",
        "https:///hook",
        "https://example.org:port/",
        "https://example.org/a b",
        "example.org",
    ],
)
def test_only_an_encrypted_address_or_one_of_this_machine_is_taken(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the sentences are those of several checks
        Address.parse(url)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://example.org", Address("example.org", 443, "/", encrypted=True)),
        ("http://localhost:8080/a?b=c", Address("localhost", 8080, "/a?b=c", encrypted=False)),
        ("http://[::1]:1/", Address("::1", 1, "/", encrypted=False)),
    ],
)
def test_an_address_is_read(url: str, address: Address) -> None:
    assert Address.parse(url) == address
