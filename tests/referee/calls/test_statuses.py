"""Every error has one status and one reason; a mistake of ours shows nothing of itself."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from referee import errors
from referee.calls.statuses import REASONS, code_of, status_of
from store import contract


def detail(status: Status, kind: type[Message]) -> Message | None:
    for packed in status.details:
        message = kind()
        if packed.Unpack(message):
            return message
    return None


def subclasses(kind: type[Exception]) -> set[type[Exception]]:
    return {kind, *(subclass for below in kind.__subclasses__() for subclass in subclasses(below))}


def test_every_error_of_referee_and_store_has_a_status_of_its_own_or_of_a_class_above() -> None:
    bases = {errors.RefereeError, errors.NotAllowed, errors.WrongState, contract.StoreError}
    answered_elsewhere = {
        contract.Conflict, contract.DuplicateCommand, contract.DuplicateToken, contract.GameExists,
        contract.PaperConflict, contract.LeafConflict,
    }  # fmt: skip
    every = subclasses(errors.RefereeError) | subclasses(contract.StoreError)
    assert {kind for kind in every - bases - answered_elsewhere if not set(kind.__mro__) & set(REASONS)} == set()


def test_a_broken_clause_is_cited_with_its_sentence() -> None:
    status = status_of(errors.BrokenClause("options_json", "no such track (TR-2.1)", "TR-2.1", "One of six tracks."))
    info = detail(status, ErrorInfo)
    assert isinstance(info, ErrorInfo)
    assert (status.code, info.reason) == (StatusCode.INVALID_ARGUMENT.value[0], "BROKEN_CLAUSE")
    assert (info.metadata["clause"], info.metadata["sentence"]) == ("TR-2.1", "One of six tracks.")
    assert isinstance(detail(status, BadRequest), BadRequest)


@pytest.mark.parametrize(
    ("error", "field", "problem"),
    [
        (errors.InvalidField("seats", "two are needed"), "seats", "two are needed"),
        (errors.TokenUsed("token", "a role"), "token", "this token already has a role; make a new one"),
    ],
)
def test_a_field_at_fault_is_named(error: Exception, field: str, problem: str) -> None:
    bad = detail(status_of(error), BadRequest)
    assert isinstance(bad, BadRequest)
    assert [(violation.field, violation.description) for violation in bad.field_violations] == [(field, problem)]


def test_the_facts_of_an_error_travel_as_metadata() -> None:
    info = detail(status_of(errors.VersionConflict("g", 3, 5, 9)), ErrorInfo)
    assert isinstance(info, ErrorInfo)
    assert (info.reason, info.domain) == ("VERSION_CONFLICT", "gunbai")
    assert dict(info.metadata) == {"game": "g", "expected": "3", "earliest": "5", "head": "9"}


def test_several_values_of_a_fact_are_a_list_with_commas() -> None:
    for error, fact in (
        (errors.ConsentsMissing("g", (1, 3)), ("seats", "1, 3")),
        (errors.BranchRunning("g", ["one", "two"]), ("branches", "one, two")),
    ):
        info = detail(status_of(error), ErrorInfo)
        assert isinstance(info, ErrorInfo)
        assert (fact[0], info.metadata[fact[0]]) == fact
    assert str(errors.ConsentsMissing("g", (1, 3))).endswith("missing: 1, 3")


def test_a_quota_says_when_to_retry() -> None:
    retry = detail(status_of(errors.QuotaExceeded("two a second", 2.6)), RetryInfo)
    assert isinstance(retry, RetryInfo)
    assert retry.retry_delay.seconds == 3


@pytest.mark.parametrize("error", [RuntimeError("the secret is 42"), KeyError("token abc")])
def test_a_mistake_of_ours_is_internal_and_keeps_its_message_to_itself(error: Exception) -> None:
    status = status_of(error)
    assert code_of(error) == (StatusCode.INTERNAL, "BUG")
    assert str(error) not in str(status)


def test_an_error_says_what_is_wrong() -> None:
    status = status_of(errors.InvalidField("seats", "two are needed"))
    assert (status.code, status.message) == (StatusCode.INVALID_ARGUMENT.value[0], "seats: two are needed")
    assert status_of(errors.ServiceStopping()).message == str(errors.ServiceStopping())


def test_the_operators_files_are_not_named_to_clients() -> None:
    status = status_of(contract.StorageFull("/var/lib/gunbai/games.sqlite"))
    assert status.code == StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert "sqlite" not in str(status)


def test_a_long_message_is_cut() -> None:
    assert len(status_of(errors.InvalidField("x", "y" * 100_000)).SerializeToString()) < 4000


def test_what_went_back_is_said_with_both_places() -> None:
    game = status_of(contract.LogBehind("file", "g", 7, 5))
    assert "game 'g' went back: version 7 was acknowledged, but only version 5 was found" in game.message
    gone = status_of(contract.LogBehind("file", "g", 7, -1, accepted=True))
    assert "the operator accepted its loss: create a new game" in gone.message
    log = status_of(contract.LeavesBehind("file", 9, 4))
    assert "the log of all games went back: leaf 9 was acknowledged, but the log ends after leaf 4" in log.message


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (contract.StorageFull("file"), "the disk is full; nothing was written"),
        (contract.StorageFull("file", "the quota is used up"), "the quota is used up"),
        (contract.StorageUnsettled("file", "g"), "repeat the call with the same command_id"),
        (contract.StorageCorrupt("file", "g", "why"), "stored data of game 'g' is damaged"),
        (contract.StorageCorrupt("file", "", "why"), "stored data of the games is damaged"),
        (contract.StorageError("file", "why"), "the service cannot use its storage right now"),
        (contract.StorageReplaced("file"), "the service cannot use its storage right now"),
    ],
)
def test_what_is_wrong_with_the_storage_is_said_without_its_file(error: Exception, message: str) -> None:
    text = status_of(error).message
    assert message in text
    assert "file" not in text
    assert isinstance(error, contract.StorageFull) == (text == message)
