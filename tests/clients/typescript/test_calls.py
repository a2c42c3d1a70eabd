"""Every call that a service offers over Connect is made by the TypeScript client, in Node.js."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gunbai.referee.v1 import (
    arbiter_pb2,
    audit_pb2,
    disputes_pb2,
    lobby_pb2,
    log_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
    results_pb2,
)
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.clauses import clauses
from tests.clients.typescript.conftest import Service, facts_of
from titles.catalogue import TITLES, newest

FILES = (arbiter_pb2, audit_pb2, disputes_pb2, lobby_pb2, log_pb2, questions_pb2, record_pb2, referee_pb2, results_pb2)
SERVICES = [service for file in FILES for service in file.DESCRIPTOR.services_by_name.values()]
SERVED = {
    f"{service.name}.{method.name}" for service in SERVICES for method in service.methods if not method.client_streaming
}
"""Connect over HTTP/1.1 has no streams of requests."""


@pytest.fixture(scope="module")
def facts(programs: Path, service: Service) -> Any:
    """Return what the program that makes every call prints."""
    return facts_of(programs, "calls.mjs", service.url)


def test_every_call_that_connect_serves_is_made(facts: Any) -> None:
    assert set(facts["calls"]) == SERVED


def test_titles_clauses_and_games_are_found_page_by_page_and_in_a_language(facts: Any) -> None:
    assert facts["titles"] == sorted(TITLES)
    assert facts["clauses"] == len(clauses("liars_dice"))
    assert (facts["languages"], facts["found"]) == (["en", "cs", "pl"], True)
    assert facts["czech"].startswith("Hrají dva až šest hráčů")


def test_a_game_is_played_to_its_end_with_committed_chance_and_signed_commands(facts: Any) -> None:
    assert (facts["revealing"], facts["running"], facts["status"]) == ("REVEALING", "RUNNING", "FINISHED")
    assert set(facts["signed"]) == {1}
    assert facts["verdict"] == VERDICT_CONSISTENT
    assert facts["confirmed"] == [[1, 64], [2, 0]]


def test_one_stream_has_the_games_of_a_key_and_of_tokens(facts: Any) -> None:
    assert facts["mine"] == [[1, 2]]


def test_it_verifies_games_at_the_service_and_by_itself(facts: Any) -> None:
    head = facts["head"]
    assert (facts["verdict"], facts["progress"][0][1], facts["progress"][1]) == (VERDICT_CONSISTENT, head, [head, head])
    here = facts["here"]
    assert (here["verdict"], here["problem"], here["game"]) == ("attested", "", facts["game"])
    assert here["entries"] == here["linked"] == head
    assert here["chanceRecomputed"] > 0
    assert here["positionsChecked"] > here["signaturesChecked"] > 0
    assert (facts["bare"], facts["hidden"]) == ("incomplete", "incomplete")


def test_a_seat_with_a_key_disputes_a_refusal_and_the_dealer_settles(facts: Any) -> None:
    assert facts["dispute"] == {"signatures": [64, 64], "settled": 1, "listed": 1, "looked": True}


def test_a_seat_is_taken_with_an_invitation_left_freed_and_held_with_another_token(facts: Any) -> None:
    assert (facts["invited"], facts["uninvited"], facts["revoked"]) == (True, "INVITATION_MISSING", "TOKEN_REVOKED")
    assert (facts["left"], facts["freed"]) == ([False, False], [False, False])
    assert (facts["pending"], facts["notices"], facts["nameless"]) == ("TOKEN_PENDING", [True, False], "")


def test_a_refusal_is_a_ruling_with_its_clause(facts: Any) -> None:
    assert facts["refused"].startswith(f"{newest('liars_dice').code}-")
    assert facts["refusals"] == [facts["refused"]]
    assert (facts["adjudicated"], facts["sentence"]) == ("accepted", "Bid 1 die showing 1.")


def test_a_branch_is_made_with_consents_and_its_seat_taken_by_its_holder(facts: Any) -> None:
    assert (facts["seat"], facts["abandoned"]) == (2, "ABANDONED")


def test_games_are_decided_and_ruled_on_beside_the_rules(facts: Any) -> None:
    assert (facts["appealed"], facts["goesOn"], facts["conceded"]) == ("APPEALED", "RUNNING", ["Fay concedes."])
    assert (facts["corrected"], facts["set"]) == (1, [2, 2])
    assert facts["continued"] == ["CONTINUED", "RUNNING"]


def test_a_game_is_read_watched_drawn_and_exported(facts: Any) -> None:
    assert facts["watched"] == facts["entries"] == facts["head"]
    assert (facts["caughtUp"], facts["spoken"]) == (1, "host")
    assert (facts["view"], facts["picture"], facts["table"]) == ("gunbai.liars_dice.v1.View", "<svg", True)
    assert (facts["replayed"], facts["position"]) == ([0, 1, 2], [facts["view"], facts["picture"], True])
    assert facts["questions"] == [True, True, "bid", [[True, "true"]], True]
    assert facts["past"] == facts["sentence"]
    assert facts["file"] > facts["entries"] * 100
    assert facts["note"] == [facts["game"], str(facts["head"])]
    assert facts["packed"] == [
        f"type.googleapis.com/gunbai.liars_dice.v1.{name}" for name in ("MakeBid", "ChallengeBid")
    ]


def test_the_log_of_all_games_is_checked_here_and_cosigned(facts: Any) -> None:
    assert facts["replaced"][:2] == [[True], True]
    log = facts["log"]
    assert (log["leaves"], log["last"], log["cosigned"]) == ([True, True], [True, True], 1_700_000_000)
    assert log["unknown"] == "RecordError"
    assert log["changed"].startswith("a signature by gunbai/")


def test_tables_with_the_same_deal_are_created_together(facts: Any) -> None:
    assert facts["duplicates"] == [[True, True], [True, True]]
