"""The commands on the page of questions print what it says they print."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from clients.cli.app import main
from clients.cli.files import recorded

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = re.findall(r"```console\n\$ gunbai (.*?)\n(.*?)```", (DOCS / "questions.md").read_text("utf-8"), re.DOTALL)


def test_the_page_shows_each_of_its_commands() -> None:
    assert {command.split()[0] for command, _ in BLOCKS} >= {"log", "blame", "find", "diff", "luck"}


def test_every_command_of_the_page_prints_what_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "night.gunbai").write_bytes(recorded(DOCS / "moves" / "king_of_tokyo.jsonl"))
    monkeypatch.chdir(tmp_path)
    for name, value in {"GUNBAI_LANGUAGE": "en", "COLUMNS": "200", "GUNBAI_TARGET": "127.0.0.1:1"}.items():
        monkeypatch.setenv(name, value)
    for command, printed in BLOCKS:
        monkeypatch.setattr(sys, "argv", ["gunbai", *shlex.split(command)])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit):
            main()
        found = capsys.readouterr()
        assert found.out + found.err == printed, command
