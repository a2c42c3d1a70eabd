"""The container file: what it copies and installs is there, and what runs is not root and keeps its data in a volume.

No engine runs where the tests run: that the image can be built is not shown here.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from tools import code

FILE = (code.ROOT / "Containerfile").read_text(encoding="utf-8")
INSTRUCTIONS = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE",
    "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


class Instruction(NamedTuple):
    """An instruction of the file and its arguments."""

    name: str
    rest: str


def instructions() -> list[Instruction]:
    """Return the instructions of the file, continued lines joined and comments left out."""
    lines = "\n".join(line for line in FILE.splitlines() if not line.startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    return [Instruction(*line.split(" ", 1)) for line in joined.splitlines() if line]


PARSED = instructions()
STAGES = [number for number, instruction in enumerate(PARSED) if instruction.name == "FROM"]
LAST = dict(PARSED[STAGES[-1] :])


def pins(file: str) -> dict[str, str]:
    return dict(PIN.findall((code.ROOT / file).read_text(encoding="utf-8")))


def test_every_line_is_an_instruction() -> None:
    assert {instruction.name for instruction in PARSED} <= INSTRUCTIONS
    assert [instruction.name for instruction in PARSED].count("FROM") == 2


def test_what_runs_comes_from_the_stage_that_built_it() -> None:
    assert PARSED[0] == ("FROM", "python:3.13-slim AS build")
    assert LAST["COPY"] == "--from=build /opt/gunbai /opt/gunbai"


def test_what_runs_is_not_root_and_keeps_its_data_in_a_volume() -> None:
    (volume,) = json.loads(LAST["VOLUME"])
    serve = [*json.loads(LAST["ENTRYPOINT"]), *json.loads(LAST["CMD"])]
    assert LAST["USER"] == "10001"
    assert f"--uid {LAST['USER']} --home-dir {volume} " in LAST["RUN"]
    assert serve[:4] == ["gunbai", "serve", "--host", "0.0.0.0"]
    assert serve[-1] == f"{volume}/games.sqlite"
    assert (LAST["WORKDIR"], LAST["EXPOSE"], LAST["STOPSIGNAL"]) == (volume, "7070", "SIGTERM")


def test_its_health_is_what_the_service_says_without_a_certificate() -> None:
    options, _, command = LAST["HEALTHCHECK"].partition(" CMD ")
    assert all(re.fullmatch(r"--(interval|timeout|start-period)=\d+s", option) for option in options.split())
    assert json.loads(command) == ["gunbai", "server", "status", "--json"]
    assert "GUNBAI_SERVE_PROBES=127.0.0.1:9465" in LAST["ENV"].split()


def test_what_it_copies_is_in_the_checkout() -> None:
    copies = [
        instruction.rest.split()[:-1]
        for instruction in PARSED
        if instruction.name == "COPY" and "--from" not in instruction.rest
    ]
    named = re.findall(r"--requirement (\S+)", FILE)
    assert [
        path for path in [*(path for copy in copies for path in copy), *named] if not (code.ROOT / path).exists()
    ] == []
    assert "--require-hashes" in FILE


def test_it_installs_the_versions_that_are_tested() -> None:
    installed, tested = pins("container/requirements.lock.txt"), pins("requirements.lock.txt")
    assert installed.items() <= tested.items()
    assert {"grpcio", "protobuf", "uvicorn", "cryptography"} <= installed.keys()
    assert not installed.keys() & {"pytest", "mypy", "mcp"}


def test_the_locks_hold_names_versions_and_hashes_alone() -> None:
    for folder in ("container", "docs/site", "tests/datasette", "tools/mutants"):
        lock = (code.ROOT / folder / "requirements.lock.txt").read_text(encoding="utf-8")
        assert "://" not in lock
        assert all(line.startswith("    --hash=sha256:") or "==" in line for line in lock.splitlines())
