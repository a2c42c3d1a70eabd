"""The package of the TypeScript client, installed into an empty folder, plays, verifies and has its types."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lab.patience import PATIENCE
from tests.clients.typescript.conftest import CLIENT, Service, facts_of, run

pytestmark = pytest.mark.long
NPM = shutil.which("npm")
CONSUMER = """
import { connect, reasons, type Gunbai } from "gunbai-client";
import { type Report, verify } from "gunbai-client/verify";
import { GameStatus } from "gunbai-client/stubs/referee/v1/game";

export async function checked(gunbai: Gunbai, game: string): Promise<Report | undefined> {
  const { status } = await gunbai.game(game);
  return status === GameStatus.FINISHED ? verify(new Uint8Array(), { keys: [] }) : undefined;
}
export const gunbai: Gunbai = connect("http://localhost:7071");
export const advice: string = reasons.REASONS.SEAT_TAKEN.advice;
// @ts-expect-error: it is no field of a report
export const wrong = (report: Report) => report.verdicts;
"""
"""A program that is checked by the types of the package."""
OPTIONS = {
    "module": "nodenext",
    "target": "es2022",
    "lib": ["es2023", "dom"],
    "types": [],
    "strict": True,
    "noEmit": True,
    "skipLibCheck": False,
}


def npm(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what npm did in a folder."""
    command = [str(NPM), *words, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which nothing but the package is installed, with what the package names."""
    folder = tmp_path_factory.mktemp("packed")
    packed = npm(built, "pack", "--json", "--pack-destination", str(folder))
    assert packed.returncode == 0, packed.stderr
    (package,) = json.loads(packed.stdout)
    empty = folder / "empty"
    empty.mkdir()
    done = npm(empty, "install", str(folder / package["filename"]))
    if done.returncode:
        pytest.skip(f"npm cannot install the package here: {done.stderr.strip().splitlines()[:1]}")
    return empty


def test_the_package_has_what_it_exports_and_nothing_that_it_is_made_from(installed: Path) -> None:
    package = installed / "node_modules" / "gunbai-client"
    exported: dict[str, Any] = json.loads((package / "package.json").read_text("utf-8"))["exports"]
    for targets in exported.values():
        for target in targets.values():
            assert list(package.glob(target.replace("*", "**/*"))), target
    assert {path.name for path in package.iterdir()} == {
        *("README.md", "LICENSE", "package.json"),
        *("dist", "verify", "examples"),
    }
    assert not [path for path in package.rglob("*.ts") if not path.name.endswith(".d.ts")]


def test_two_bots_of_the_package_play_a_game_which_it_verifies(installed: Path, service: Service) -> None:
    played = facts_of(installed, "node_modules/gunbai-client/examples/bot.mjs", service.url)
    assert played["winners"]
    (installed / "verify.mjs").write_text(
        'import { connect } from "gunbai-client";\n'
        "const [url, game] = process.argv.slice(2);\n"
        "console.log(JSON.stringify(await connect(url).verifyHere(game)));\n",
        "utf-8",
    )
    report = facts_of(installed, "verify.mjs", service.url, played["game"])
    assert (report["verdict"], report["problem"]) == ("consistent", "")
    assert report["chanceRecomputed"] > 0


def test_its_verifier_is_a_command(installed: Path) -> None:
    shutil.copy(CLIENT.parents[1] / "docs" / "vectors" / "records" / "referee.jsonl", installed)
    shutil.copy(CLIENT.parents[1] / "docs" / "vectors" / "records" / "referee.tables.jsonl", installed)
    command = ("node_modules/.bin/gunbai-verify", "referee.jsonl", "--tables", "referee.tables.jsonl")
    assert run(installed, *command).startswith("referee.jsonl: consistent: ")


def test_its_types_are_those_of_a_consumer(installed: Path) -> None:
    (installed / "package.json").write_text('{"type": "module"}', "utf-8")
    (installed / "consumer.ts").write_text(CONSUMER, "utf-8")
    settings = {"compilerOptions": OPTIONS, "files": ["consumer.ts"]}
    (installed / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    compiler = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"
    assert run(installed, str(compiler), "--project", "tsconfig.json") == ""
