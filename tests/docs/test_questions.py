"""The commands on the pages of questions and of the analysis print what these say they print."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from clients.cli.app import main
from clients.cli.sources.served_files import recorded

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str) -> list[tuple[str, str]]:
    """Return the commands of a page, each with what the page says it prints."""
    return re.findall(r"```console\n\$ gunbai (.*?)\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def test_the_page_shows_each_of_its_commands() -> None:
    shown = {command.split()[1] for command, _ in blocks("questions.md")}
    assert shown >= {"show", "blame", "find", "diff", "luck"}


@pytest.mark.parametrize("page", ["questions.md", pytest.param("analysis.md", marks=pytest.mark.long)])
def test_every_command_of_the_page_prints_what_stands_there(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "night.gunbai").write_bytes(recorded(DOCS / "moves" / "king_of_tokyo.jsonl"))
    monkeypatch.chdir(tmp_path)
    for name, value in {"GUNBAI_LANGUAGE": "en", "COLUMNS": "200", "GUNBAI_TARGET": "127.0.0.1:1"}.items():
        monkeypatch.setenv(name, value)
    for command, printed in blocks(page):
        monkeypatch.setattr(sys, "argv", ["gunbai", *shlex.split(command)])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as exited:
            main()
        result = capsys.readouterr()
        # A command that does its work has nothing on standard error but its progress.
        assert result.out + (result.err if exited.value.code else "") == printed, command
