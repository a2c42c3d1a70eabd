"""A real service in a child process, for the clients to speak to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.cli.sources.local_service import serving
from gunbai_client import Gunbai, Seat, connect

WITNESS = "witness.example+d831bcf1+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs"
"""The key of a witness of the service's log, whose private key is 32 times the byte 7."""


@pytest.fixture(scope="session")
def service_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a service that runs as long as the tests."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="session")
def address(service_folder: Path) -> Iterator[str]:
    """Yield the address of the service."""
    with serving(service_folder, options=["--witness", WITNESS]) as address:
        yield address


@pytest.fixture
def operator(address: str, service_folder: Path) -> Path:
    """Return the file of the operator's token, which is there once the service has started."""
    assert address
    return service_folder / "games.operator"


@pytest.fixture
def gunbai(address: str) -> Iterator[Gunbai]:
    """Yield a client of the service."""
    with connect(address) as client:
        yield client


@pytest.fixture
def seats(gunbai: Gunbai) -> list[Seat]:
    """Return the two seats of a duel that has begun, the starting player's first."""
    created = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="referee")
    seats = [gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
    gunbai.holding(created.host_token).start(created.info.game)
    return seats


@pytest.fixture
def duel(seats: list[Seat]) -> list[Seat]:
    """Return the seats, by the name that the tests of the command give to their game."""
    return seats


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the tokens of the `gunbai` command."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"
