"""Datasette itself serves a database of games: every query of docs/datasette.json has an answer."""

from __future__ import annotations

import json
import subprocess
import venv
from pathlib import Path
from typing import Any

import pytest

from clients.cli.sources.sql_database import write
from gunbai.king_of_tokyo.v1.commands_pb2 import ChooseMonster
from gunbai_client import Gunbai, Seat, connect

HERE = Path(__file__).parent
METADATA = HERE.parents[1] / "docs" / "datasette.json"
QUERIES = json.loads(METADATA.read_text(encoding="utf-8"))["databases"]["games"]["queries"]

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def datasette(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of Datasette, installed in an environment of its own."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:")
    lock = ("--require-hashes", "--requirement", HERE / "requirements.lock.txt")
    subprocess.run((*pip, *lock), check=True, timeout=600)
    return folder / "bin" / "datasette"


def finished(gunbai: Gunbai) -> list[Seat]:
    """Return the seats of a game that Bob has won."""
    made = gunbai.create("king_of_tokyo", seats=2, label="club", chance="referee")
    seats = [gunbai.join(made.info.game, player) for player in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].submit(ChooseMonster(monster="kraken"))
    seats[0].concede()
    return seats


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return a database of games, and the id of one of them."""
    from clients.cli.sources.local_service import serving

    folder = tmp_path_factory.mktemp("service")
    with serving(folder) as address, connect(address) as gunbai:
        games = [finished(gunbai)[0].game for _ in range(3)]
        write(folder / "games.db", ((gunbai.game(game), gunbai.entries_in_words(game)) for game in games))
    return folder / "games.db", games[0]


def answer_of(datasette: Path, database: Path, path: str) -> Any:
    """Return what Datasette answers."""
    words = (datasette, database, "--metadata", METADATA, "--get", path)
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True, timeout=120).stdout)


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_canned_query_has_an_answer(datasette: Path, database: tuple[Path, str], name: str) -> None:
    path, game = database
    rows = answer_of(datasette, path, f"/games/{name}.json?game={game}&player=ann&_shape=array")
    assert rows, name
    expected = {
        "winners": {"player": "Bob", "title": "king_of_tokyo", "games": 3, "won": 3, "percent": 100.0},
        "first_seat": {"title": "king_of_tokyo", "seats": 2, "games": 3, "won": 0, "percent": 0.0, "fair": 50.0},
        "meetings": {"player": "Ann", "opponent": "Bob", "games": 3, "won": 0, "lost": 3},
    }
    assert name not in expected or rows[0] == expected[name]
    if name == "story":
        assert "Kraken" in str(rows)


def test_the_views_are_tables_that_can_be_filtered(datasette: Path, database: tuple[Path, str]) -> None:
    path, game = database
    (row,) = answer_of(datasette, path, f"/games/games.json?game={game}&_shape=array")
    assert (row["label"], row["players"], row["winners"], row["status"]) == (
        "club",
        "Ann, Bob",
        "Bob",
        "decided",
    )
    chosen = answer_of(datasette, path, f"/games/moves.json?game={game}&type=ChooseMonster&_shape=array")
    assert json.loads(chosen[0]["command"]) == {"type": "ChooseMonster", "monster": "kraken"}
