"""The commands of the service: what is wrong with their options is said before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.__main__ import app


@pytest.mark.parametrize("options", [("certificate",), ("key",), ("clients",), ("certificate", "clients")])
def test_tls_takes_a_certificate_and_its_key(options: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.pem"
    file.touch()
    database = tmp_path / "games.sqlite"
    words = [word for option in options for word in (f"--tls-{option}", str(file))]
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), *words])
    assert ended.exit_code == 2
    assert "TLS takes both" in ended.output
    assert not database.exists()
