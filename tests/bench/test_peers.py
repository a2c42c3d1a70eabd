"""The server that the benchmark is compared with is measured where npm can install it, and not elsewhere."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import peers
from bench.figures import Pace

BRIEF = Pace(seconds=0.3, rounds=1, lengths=(10,))


async def test_without_node_it_says_so_and_misses_no_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    (figure,) = await peers.measure(tmp_path, BRIEF, lambda _: None)
    assert (figure.value, figure.missed) == (None, False)
    assert figure.remark.startswith("Node.js and npm are missing")


async def test_without_a_registry_it_says_what_npm_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, stderr=b"npm error code ENOTFOUND\nnpm error more\n")

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", failing)
    monkeypatch.setattr(peers, "INSTALLED", tmp_path / "packages")
    (figure,) = await peers.measure(tmp_path, BRIEF, lambda _: None)
    assert (figure.value, figure.missed) == (None, False)
    assert figure.remark == "npm cannot install boardgame.io: npm error code ENOTFOUND"


def test_packages_are_installed_once_for_each_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installs: list[Path] = []
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda _, cwd, **__: installs.append(cwd))
    place = tmp_path / "packages"
    assert [peers.installed(place), peers.installed(place)] == [place, place]
    assert installs == [place]
    (place / "installed.json").write_text("that of another lock")
    peers.installed(place)
    assert installs == [place, place]


def test_the_lock_has_versions_and_hashes_and_no_addresses_of_packages() -> None:
    lock = json.loads((peers.SOURCES / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages["node_modules/boardgame.io"]["version"]
    for name, package in packages.items():
        assert package["version"], name
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


@pytest.mark.long
async def test_a_move_of_the_peer_is_measured_beside_a_command(tmp_path: Path) -> None:
    figures = await peers.measure(tmp_path, BRIEF, lambda _: None)
    if len(figures) == 1:
        pytest.skip(figures[0].remark)
    assert [figure.unit for figure in figures] == ["us", "us", "x", "/s", "/s", "us", "us", "x"]
    assert all(figure.value is not None and figure.value > 0 for figure in figures)
