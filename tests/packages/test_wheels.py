"""The distributions, built as they are published, work in environments that have nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

import pytest

from clients.cli.sources.local_service import serving

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "clients" / "python" / "README.md").read_text("utf-8"), re.DOTALL)
FIXTURES = sorted((ROOT / "tests" / "fixtures" / "records").glob("*.attested.gunbai"))
STUBS = "gunbai/referee/v1/lobby_pb2_grpc.py"


class Built(NamedTuple):
    """The wheels, each built from the unpacked sdist of its distribution."""

    folder: Path
    gunbai: Path
    client: Path
    record: Path


def run(*words: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command outside the checkout; return what it printed. An AssertionError if it failed."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=inherited | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-5000:]}"
    return done.stdout


def checkout(folder: Path) -> Path:
    """Return a copy of what git tracks, as a clean checkout has it."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def wheel_of(project: Path, folder: Path) -> Path:
    """Build the sdist of a project, and from what it unpacks to the wheel."""
    made = folder / f"from-{project.name}"
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", made, cwd=project)
    (sdist,) = made.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(made, filter="data")
    (unpacked,) = (path for path in made.iterdir() if path.is_dir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", cwd=unpacked)
    (wheel,) = (folder / "dist").glob(f"{unpacked.name.rpartition('-')[0]}-*.whl")
    return wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build all distributions."""
    folder = tmp_path_factory.mktemp("built")
    tree = checkout(folder / "checkout")
    record = wheel_of(tree / "record", folder)
    client = wheel_of(tree / "clients" / "python", folder)
    gunbai = wheel_of(tree, folder)
    return Built(folder / "dist", gunbai, client, record)


def environment(folder: Path, *packages: str | Path) -> Path:
    """Return the folder of the programs of a new environment with these packages."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages, cwd=folder)
    return programs


def metadata(wheel: Path) -> Message:
    """Return the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(files.read(name).decode())


def test_a_wheel_has_what_its_distribution_is_and_no_more(built: Built) -> None:
    for wheel, tops in (
        (built.gunbai, {"games", "titles", "store", "referee", "clients", "gunbai_learn"}),
        (built.client, {"gunbai", "gunbai_client"}),
        (built.record, {"gunbai", "gunbai_record"}),
    ):
        with zipfile.ZipFile(wheel) as files:
            names = files.namelist()
        assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == tops
        assert [name for name in names if "__pycache__" in name or name.endswith(".tmp")] == []
        message = metadata(wheel)
        assert (message["License-Expression"], message["Description-Content-Type"]) == ("Apache-2.0", "text/markdown")
        assert any(name.endswith("licenses/LICENSE") for name in names)
    with zipfile.ZipFile(built.client) as files:
        assert {STUBS, "gunbai/referee/py.typed", "gunbai_client/blocking/client.py"} <= set(files.namelist())


def test_uvx_runs_the_demo_from_the_wheels(built: Built, tmp_path: Path) -> None:
    programs = environment(tmp_path / "uv", "uv")
    command = (programs / "uvx", "--isolated", "--python", sys.executable, "--find-links", built.folder)
    shown = run(*command, "--from", built.gunbai, "gunbai", "demo", cwd=tmp_path)
    assert shown.count("verified") >= 12
    assert "failed" not in shown.lower()


def test_an_author_writes_and_tests_a_title_with_what_its_workflow_installs(built: Built, tmp_path: Path) -> None:
    programs = environment(tmp_path / "author", "--find-links", built.folder, "gunbai[titles]", "pytest")
    run(programs / "gunbai", "title", "new", "pig", "--seats", "2-6", cwd=tmp_path)
    assert " passed in " in run(programs / "pytest", cwd=tmp_path / "gunbai-pig")


def test_a_learner_plays_with_what_the_extra_installs(built: Built, tmp_path: Path) -> None:
    programs = environment(tmp_path / "learner", "--find-links", built.folder, "gunbai[learn]")
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "learners.md").read_text("utf-8"), re.DOTALL)
    run(programs / "python", "-c", program, cwd=tmp_path)
    assert "its chance follows from a seed" in run(programs / "gunbai", "verify", "game.gunbai", cwd=tmp_path)


def test_an_installed_command_saves_the_same_page_as_a_checkout(built: Built, tmp_path: Path) -> None:
    """What it depends on it finds in the environment of the checkout, but not the checkout itself."""
    programs = environment(tmp_path / "web", "--no-deps", built.record, built.client, built.gunbai)
    record = ROOT / "tests" / "fixtures" / "records" / "liars_dice.finished.gunbai"
    pages = []
    for folder in (programs, Path(sys.executable).parent):
        command = (folder / "gunbai", "game", "replay", record, "--animate", tmp_path / "game.html")
        run(*command, cwd=tmp_path, PYTHONPATH=sysconfig.get_path("purelib"))
        pages.append((tmp_path / "game.html").read_text("utf-8"))
    assert pages[0] == pages[1]


def test_the_client_plays_with_the_oldest_packages_that_it_accepts(built: Built, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "clients" / "python" / "pyproject.toml").read_text("utf-8"))["project"]
    floors = [
        requirement.replace(">=", "==")
        for requirement in project["dependencies"]
        if not requirement.startswith("gunbai-")
    ]
    # The stubs of a version of protobuf have its number and a date.
    dated = [f"{floor}.*" if floor.startswith("types-") else floor for floor in floors]
    programs = environment(tmp_path / "floors", built.record, built.client, *dated)
    (tmp_path / "service").mkdir()
    with serving(tmp_path / "service") as address:
        for example in EXAMPLES:
            program = tmp_path / "example.py"
            program.write_text(example.replace("localhost:7070", address), encoding="utf-8")
            assert run(programs / "python", "-W", "error", program, cwd=tmp_path)
    installed = run(programs / "python", "-m", "pip", "freeze", cwd=tmp_path).lower().splitlines()
    assert [floor for floor in floors if not any(line.startswith(floor) for line in installed)] == []


def test_the_record_alone_verifies_records_with_two_libraries(built: Built, tmp_path: Path) -> None:
    programs = environment(tmp_path / "auditor", built.record)
    installed = run(programs / "python", "-m", "pip", "list", "--format=freeze", cwd=tmp_path).lower()
    names = {line.partition("==")[0] for line in installed.splitlines()}
    assert names - {"pip", "setuptools"} == {"gunbai-record", "protobuf", "cryptography", "cffi", "pycparser"}
    for file in FIXTURES:
        shown = run(programs / "python", "-m", "gunbai_record", "verify", file, cwd=tmp_path)
        assert shown.splitlines()[-1].split() == ["verdict", "intact"]


def test_a_build_with_one_title_is_whole(tmp_path: Path) -> None:
    """What RIGHTS.md says of a build: two folders of a title are removed, and what is left is whole."""
    tree = checkout(tmp_path / "checkout")
    left_out = ("infludance_duel", "king_of_tokyo", "samurai_spirit", "shogun", "titan_race")
    for title in left_out:
        shutil.rmtree(tree / "games" / title)
        shutil.rmtree(tree / "protos" / "gunbai" / title)
    record = wheel_of(tree / "record", tmp_path)
    client = wheel_of(tree / "clients" / "python", tmp_path)
    wheel = wheel_of(tree, tmp_path)
    programs = environment(tmp_path / "small", wheel, client, record)
    shown = run(programs / "gunbai", "demo", cwd=tmp_path)
    assert "Liar's Dice" in shown
    for built_wheel in (wheel, client, record):
        with zipfile.ZipFile(built_wheel) as files:
            assert [name for name in files.namelist() if any(f"/{title}/" in name for title in left_out)] == []
