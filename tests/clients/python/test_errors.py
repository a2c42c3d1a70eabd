"""Errors of the client."""

from __future__ import annotations

from gunbai_client import errors
from gunbai_record.errors import BrokenRecord, GunbaiError


def test_an_error_has_no_more_than_the_service_said() -> None:
    error = GunbaiError("no")
    assert (str(error), error.reason, error.advice, error.facts, error.fields) == ("no", "", "", {}, {})
    assert errors.Unreachable("gone").unavailable is False
    full = errors.NotNow("no", "GAME_OVER", {"game": "g"}, {"seat": "at most 2"})
    assert (full.reason, full.facts, full.fields) == ("GAME_OVER", {"game": "g"}, {"seat": "at most 2"})


def test_a_request_that_breaks_no_clause_names_none() -> None:
    clause = {"clause": "TR-2.1", "sentence": "The tracks are those of the edition."}
    broken = errors.InvalidRequest("no", "INVALID_FIELD", clause)
    assert (broken.clause, broken.sentence) == (clause["clause"], clause["sentence"])
    assert (errors.InvalidRequest("no").clause, errors.InvalidRequest("no").sentence) == ("", "")


def test_a_broken_record_names_its_game_entry_and_problem() -> None:
    broken = BrokenRecord("g", 7, "it is not signed")
    assert (broken.game, broken.version, broken.problem) == ("g", 7, "it is not signed")
    assert str(broken) == "the record of g is damaged at entry 7: it is not signed"
