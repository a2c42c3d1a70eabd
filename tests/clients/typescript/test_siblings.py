"""What the TypeScript client makes, and what it reads in the protos, is what the Python client has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import grpc
import pytest

from gunbai.referee.v1 import reasons_pb2
from gunbai_client import reasons
from gunbai_client.channel import SERVICE_CONFIG
from gunbai_record.shares import Shares, links
from gunbai_record.tokens import game_id, token_bytes
from tests.clients.typescript.conftest import facts_of

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def own(programs: Path) -> Any:
    """Return what the client has of its own making and from the protos."""
    return facts_of(programs, "own.mjs")


def test_its_tokens_are_tokens_and_it_knows_the_id_of_a_new_game(own: Any) -> None:
    assert len({token_bytes(token) for token in own["tokens"]} - {b""}) == 2
    assert own["game"] == game_id("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "r-1")


def test_both_make_the_same_shares_of_a_seed(own: Any) -> None:
    short = Shares("nightingale", 2, SEED, 3)
    tips = [short.tip(), short.tip(1), Shares("nightingale", 2, SEED).tip()]
    assert own["tips"] == [tip.hex() for tip in tips]
    last = links("nightingale", 2, bytes.fromhex(own["last"][0]), 3)
    assert (last[-1], own["last"][1]) == (tips[0], tips[1].hex())


def test_both_repeat_the_same_calls(own: Any) -> None:
    names = json.loads(SERVICE_CONFIG)["methodConfig"][0]["name"]
    assert {tuple(call) for call in own["repeated"]} == {(name["service"], name["method"]) for name in names}


def test_each_reason_is_an_error_with_its_status_and_advice(own: Any) -> None:
    assert list(own["reasons"]) == list(reasons.BY_REASON)
    for name, reason in own["reasons"].items():
        value = reasons_pb2.Reason.DESCRIPTOR.values_by_name[f"REASON_{name}"]
        meant, error_kind = value.GetOptions().Extensions[reasons_pb2.failure], reasons.BY_REASON[name]
        code = {status.value[0]: status.name for status in grpc.StatusCode}[meant.code]
        assert reason["code"].upper() == code.replace("_", "")
        assert reason["advice"] == reason["given"] == meant.advice
        assert reason["kinds"] == [kind.__name__ for kind in error_kind.__mro__[:2]]


def test_an_error_is_named_after_its_class(own: Any) -> None:
    assert own["named"] == "Unreachable"
