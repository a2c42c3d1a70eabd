"""`gunbai seat keygen`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_a_key_is_made_once_and_its_public_key_names_an_arbiter(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arbiter.pem"
    public = run("seat", "keygen", str(file)).out.strip()
    content = file.read_bytes()
    assert run("seat", "keygen", str(file), "--json").json == {"public_key": public}
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (content, 0o600)
    made = run("new", DUEL, "--chance", "referee", "--arbiter", public, "--json").json["info"]
    assert run("game", "list", "--json").json[0]["arbiter"] == made["arbiter"]
