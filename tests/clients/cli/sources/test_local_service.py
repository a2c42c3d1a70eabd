"""A local service is a child process, which is stopped with its context and shows its log when it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.sources.local_service import ServiceFailed, serving
from gunbai_client import Unreachable, connect
from gunbai_record.errors import GunbaiError


def test_a_service_runs_as_long_as_its_context(tmp_path: Path) -> None:
    with serving(tmp_path) as address, connect(address) as gunbai:
        assert gunbai.titles()
    assert (tmp_path / "games.sqlite").exists()
    with connect(address, deadline=1) as gunbai, pytest.raises(Unreachable):
        gunbai.titles()


def test_a_service_runs_in_a_folder_that_holds_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`git clone` names the folder gunbai, as the stubs' package is named."""
    package = tmp_path / "gunbai" / "referee"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    with serving(tmp_path) as address, connect(address) as gunbai:
        assert [*gunbai.titles()]


def test_a_service_that_does_not_start_shows_why(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(ServiceFailed, match="the service did not start"), serving(tmp_path):
        pytest.fail("it has started")


@pytest.mark.parametrize(("logged", "notes"), [("no space", ["Log of the service: no space"]), ("", [])])
def test_an_error_has_the_log_of_the_service(tmp_path: Path, logged: str, notes: list[str]) -> None:
    (tmp_path / "service.log").write_text(logged, "utf-8")
    with pytest.raises(GunbaiError) as raised, serving(tmp_path):
        raise GunbaiError("lost")
    assert getattr(raised.value, "__notes__", []) == notes
