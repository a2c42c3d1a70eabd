"""`gunbai web`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from lab.patience import PATIENCE

WEB = [sys.executable, "-m", "clients.cli", "web", "--json", "--port", "0", "--target"]


@contextmanager
def served(address: str, folder: Path, *options: str) -> Iterator[dict[str, str]]:
    """Yield what the command says of the pages that it serves, until it is told to end."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    with subprocess.Popen([*WEB, address, *options], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        try:
            yield json.loads(child.stdout.readline())
        finally:
            child.terminate()
            child.wait(PATIENCE)
    assert child.returncode in {0, -15, 143}


def test_pages_are_served_until_the_command_is_told_to_end(address: str, tmp_path: Path) -> None:
    with served(address, tmp_path) as facts, urlopen(facts["address"]) as response:
        assert "Play now against bots" in response.read().decode()
    assert facts["address"] == facts["served_at"]
    (folder,) = (tmp_path / "gunbai" / "pages").iterdir()
    assert (folder / "browsers.sqlite").stat().st_mode & 0o777 == 0o600


def test_pages_behind_a_proxy_are_announced_by_the_address_that_visitors_know(address: str, tmp_path: Path) -> None:
    with served(address, tmp_path, "--base-url", "https://games.example/club") as facts:
        assert facts["address"] == "https://games.example/club"
        with urlopen(Request(f"{facts['served_at']}/club/", headers={"host": "games.example"})) as response:
            assert response.status == 200


@pytest.mark.parametrize(
    ("options", "state", "problem"),
    [
        (["--host", "0.0.0.0"], "", "--base-url http://HOST:PORT"),
        (["--host", "::"], "", "--base-url http://HOST:PORT"),
        (["--base-url", "games.example"], "", "is not a public address"),
        ([], "file", "cannot keep files in"),
        ([], "file/below", "cannot keep files in"),
    ],
)
def test_what_cannot_be_served_or_kept_is_told_before_anything_is_served(
    tmp_path: Path, options: list[str], state: str, problem: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / state)}
    process = subprocess.run(
        [*WEB, "localhost:1", *options], capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False
    )
    assert (process.returncode, process.stdout) == (2, "")
    assert problem in " ".join(process.stderr.replace("│", " ").split())
    assert "Traceback" not in process.stderr


def test_without_its_extra_the_command_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['starlette'] = None; sys.argv[1:] = ['web']; "
    text = f"{hidden}from clients.cli.app import main; main()"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "pip install 'gunbai[web]'" in done.stderr
