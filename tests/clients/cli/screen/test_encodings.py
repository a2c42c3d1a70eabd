"""Output in encodings that lack signs of ours, and arguments in encodings that are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clients.cli.sources.served_files import notated
from tests.clients.cli.command_run import Run

ENCODINGS = ["ascii", "latin-1", "cp1252", "utf-8"]


def gunbai(*words: str | bytes, encoding: str = "utf-8", **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process whose output has an encoding."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "GUNBAI_LANGUAGE": "cs", **variables}
    command = [sys.executable, "-m", "clients.cli", *words]
    return subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_record_is_told_in_any_encoding(encoding: str, night: Path) -> None:
    ran = gunbai("record", "show", str(night), encoding=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    printed = ran.stdout.decode(encoding)
    assert ("\N{RIGHTWARDS ARROW}" if encoding == "utf-8" else "->") in printed
    assert "\\u" not in printed


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_means_the_same_in_any_encoding(encoding: str, night: Path) -> None:
    ran = gunbai("watch", str(night), "--json", encoding=encoding)
    assert ran.returncode == 0
    whole = gunbai("watch", str(night), "--json")
    assert [*map(json.loads, ran.stdout.decode(encoding).splitlines())] == [*map(json.loads, whole.stdout.splitlines())]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_programs_read_is_utf_8_in_any_encoding(encoding: str, night: Path) -> None:
    ran = gunbai("record", "notate", str(night), encoding=encoding)
    assert ran.stdout.decode() == notated(night.read_bytes())


def test_an_argument_that_is_not_utf_8_is_refused_before_anything_is_asked(address: str, run: Run) -> None:
    before = run("game", "list", "--json").out
    for words in (("new", "liars_dice", "--player"), ("game", "list", "--player"), ("game", "show")):
        ran = gunbai(*words, b"a\xff", GUNBAI_TARGET=address)
        assert ran.returncode == 2, ran
        assert b"not UTF-8" in ran.stderr
        assert b"Traceback" not in ran.stderr
    assert run("game", "list", "--json").out == before


def test_a_file_may_have_any_name(night: Path, tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/a\xff.gunbai"
    Path(os.fsdecode(file)).write_bytes(night.read_bytes())
    for words in (("verify",), ("record", "show"), ("game", "show")):
        ran = gunbai(*words, file)
        assert (ran.returncode, b"Traceback" in ran.stderr) == (0, False), ran.stderr
