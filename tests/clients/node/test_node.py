"""A client in another language, made of nothing but the protos, plays a game to its end and verifies its record."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import MethodDescriptorProto
from google.protobuf.json_format import MessageToDict
from google.rpc import status_pb2

from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import connect
from gunbai_record.tokens import kept_in
from lab import requests
from lab.patience import PATIENCE
from titles.catalogue import TITLES, newest
from tools.protos import declared

HERE = Path(__file__).parent
PROTOS = HERE.parents[2] / "protos"
NODE = shutil.which("node")
EVERY_CALL = ["/{}/{}".format(*call.name.rsplit(".", 1)) for call, _ in declared(MethodDescriptorProto)]
"""The path of every call of the protos."""


@pytest.mark.parametrize(
    ("title", "seats"),
    [
        ("infludance_duel", 2),
        pytest.param("king_of_tokyo", 2, marks=pytest.mark.long),
        ("liars_dice", 2),
        pytest.param("samurai_spirit", 3, marks=pytest.mark.long),
        pytest.param("shogun", 3, marks=pytest.mark.long),
        pytest.param("titan_race", 2, marks=pytest.mark.long),
    ],
)
def test_a_client_of_the_protos_alone_plays_and_verifies_a_game(
    node_client: Path, address: str, title: str, seats: int
) -> None:
    played = play(node_client, address, title, seats)
    assert played["verified"]
    assert played["attested"]
    assert played["result"]
    assert played["refused"].startswith(f"{newest(title).code}-")
    assert played["entries"] > played["moves"] >= seats


@pytest.mark.parametrize("chance", ["CHANCE_SOURCE_COMMITTED", "CHANCE_SOURCE_SHARED"])
def test_it_gives_shares_of_chance_with_links_of_its_own_making(node_client: Path, address: str, chance: str) -> None:
    played = play(node_client, address, "liars_dice", 2, chance)
    assert played["verified"]
    with connect(address) as gunbai:
        assert gunbai.game(played["game"]).status == GAME_STATUS_FINISHED
        assert gunbai.verify(played["game"]).verdict == VERDICT_CONSISTENT


def test_it_finds_titles_clauses_and_games_page_by_page(node_client: Path, address: str) -> None:
    listed = run(node_client, "lists.mjs", address, "titan_race")
    assert listed["titles"] == sorted(TITLES)
    assert (listed["languages"][0], listed["clauses"], listed["cut"]) == ("en", True, True)
    assert listed["found"] == [{"game": listed["game"], "played_on": "1972-07-11", "tags": ["Reykjavík"]}]
    assert listed["refused"] == grpc.StatusCode.INVALID_ARGUMENT.value[0]


def test_it_makes_every_call_of_every_service(node_client: Path, address: str, operator: Path) -> None:
    made = run(node_client, "calls.mjs", address, kept_in(operator.read_text("ascii")), readings())
    assert sorted(made.pop("calls")) == sorted(EVERY_CALL)
    assert made.pop("watched") == made.pop("entries")
    assert made.pop("replayed") == made.pop("after")
    assert made == {
        "sheet": [[2], [1, 2]],
        "dispute": ["DISPUTE_OUTCOME_UPHELD", 2, 1],
        "corrected": ["OutcomeCorrected", True],
        "guessed": 2,
        "taken_back": ["GAME_STATUS_CONTINUED", "GAME_STATUS_RUNNING"],
        "by_bot": [{"kind": "ACTOR_KIND_SUBSTITUTE", "seat": 1}, "bot"],
        "looked": True,
        "titles": len(TITLES),
        "clauses": True,
        "invited": True,
        "named": ["", "Bob"],
        "vetoed": True,
        "played": True,
        "asked": [2],
        "refused": ["LD-3.2"] * 3,
        "branches": [[True, "GAME_STATUS_ABANDONED"]],
        "ruled": ["GAME_STATUS_RUNNING", "GAME_STATUS_APPEALED"],
        "irregular": ["LD-4.1"],
        "status": "GAME_STATUS_ABANDONED",
        "sealed": True,
        "opened": True,
        "shown": True,
        "czech": 'Ukončit hru předčasně: "enough".',
        "once_legal": [True, 1, 0],
        "questions": ["1", True, "bid", "true", 0],
        "table": 2,
        "picture": "<svg",
        "file": True,
        "lines": ["gunbai record", True, ""],
        "head": True,
        "verdict": "VERDICT_CONSISTENT",
        "leaves": ["LEAF_KIND_CREATED", "LEAF_KIND_ABANDONED"],
        "leaf": True,
        "consistent": True,
        "tile": True,
        "cosigned": True,
        "replaced": True,
        "imported": ["STANDING_CONSISTENT", True, False],
    }


def readings() -> str:
    """Return a request for each call that reads a game, as the program takes them."""
    reading = {
        name: MessageToDict(request, preserving_proto_field_name=True)
        for name, request in requests.readings("GAME").items()
        if "command" not in request.DESCRIPTOR.fields_by_name
    }
    return json.dumps(reading)


def play(node_client: Path, address: str, title: str, seats: int, chance: str = "CHANCE_SOURCE_REFEREE") -> Any:
    """Return what the client prints of a game that it has played."""
    return run(node_client, "play.mjs", address, title, str(seats), chance)


def run(node_client: Path, program: str, *arguments: str) -> Any:
    """Return what a program of the client prints."""
    # The loader brings google.protobuf, but not google.rpc.Status.
    google = Path(str(status_pb2.__file__)).parents[2]
    command = [str(NODE), program, *arguments, str(PROTOS), str(google)]
    done = subprocess.run(command, cwd=node_client, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
