"""Exit codes and advice for the errors that a user can expect."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clients.cli.errors import FAILED, MISUSED, REJECTED, UNREACHABLE, Failure, failure_of
from clients.cli.screen.failures import show_failure
from gunbai.referee.v1.lobby_pb2 import CreateGameRequest
from gunbai_client import InvalidRequest, NotAllowed, NotFound, ServiceError, Unreachable
from gunbai_client.reasons import BY_REASON, HiddenFacts
from gunbai_record.errors import BrokenRecord
from referee.errors import TokenMissing


@pytest.mark.parametrize(
    ("error", "code", "advice"),
    [
        (Unreachable("gone"), UNREACHABLE, "gunbai serve"),
        (NotAllowed("no token"), REJECTED, "GUNBAI_TOKEN"),
        (HiddenFacts("hidden", "HIDDEN_FACTS"), REJECTED, "or after the game."),
        (NotFound("no game"), REJECTED, ""),
        (InvalidRequest("bad field"), REJECTED, ""),
        (
            InvalidRequest("no track", facts={"clause": "TR-2.1", "sentence": "One of six tracks."}),
            REJECTED,
            "TR-2.1: One of six tracks.\n`gunbai title clauses TR-2.1` explains the rule.",
        ),
        (ServiceError("disk"), FAILED, ""),
        (BrokenRecord("g", 3, "changed"), FAILED, ""),
        (FileNotFoundError("no file"), FAILED, ""),
    ],
)
def test_an_error_has_its_exit_code_its_sentence_and_advice(error: Exception, code: int, advice: str) -> None:
    failure = failure_of(error)
    assert failure is not None
    assert (failure.code, failure.sentence) == (code, str(error))
    assert advice in failure.advice
    assert bool(advice) == bool(failure.advice)


@pytest.mark.parametrize("name", ["http_proxy", "grpc_proxy"])
def test_a_proxy_of_the_environment_is_named_where_a_service_is_not_reached(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "http://proxy.example:3128")
    failure = failure_of(Unreachable("gone"))
    assert failure is not None
    assert f"{name}=http://proxy.example:3128" in failure.advice


def test_how_a_program_sends_a_token_is_not_said_at_a_terminal() -> None:
    failure = failure_of(NotAllowed(str(TokenMissing("the host's token"))))
    assert failure is not None
    assert failure.sentence == "this call needs the host's token"
    assert "authorization" not in failure.advice


def test_a_file_that_the_system_refuses_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Errno") as raised:
        tmp_path.write_text("a")
    failure = failure_of(raised.value)
    assert failure is not None
    assert (failure.code, failure.sentence) == (FAILED, f"{tmp_path}: Is a directory")


@pytest.mark.parametrize("reason", sorted(BY_REASON))
def test_no_advice_at_a_terminal_is_about_calls_and_messages(reason: str) -> None:
    failure = failure_of(BY_REASON[reason]("no", reason))
    assert failure is not None
    assert re.findall(r"\b[A-Z][a-z]+[A-Z]\w*|metadata", failure.advice) == [], failure.advice


def test_a_note_says_more_than_that_tokens_are_saved() -> None:
    error = NotAllowed("no token")
    error.add_note("--operator names the file.")
    failure = failure_of(error)
    assert failure is not None
    assert failure.advice == "--operator names the file."


def test_notes_are_shown_and_a_defect_is_not_caught(capsys: pytest.CaptureFixture[str]) -> None:
    error = ServiceError("disk [full]")
    error.add_note("Log of the service: no space")
    failure = failure_of(error)
    assert failure is not None
    show_failure(failure)
    assert capsys.readouterr().err == "gunbai: disk [full]\nLog of the service: no space\n"
    assert failure_of(KeyError("defect")) is None


@pytest.mark.parametrize(("number", "size"), [(-1, "small"), (2**32, "large")])
def test_a_number_that_fits_no_field_of_a_request_is_wrong_usage(number: int, size: str) -> None:
    with pytest.raises(ValueError, match=str(number)) as raised:
        CreateGameRequest(seats=number)
    failure = failure_of(raised.value)
    assert failure is not None
    assert (failure.code, failure.sentence) == (MISUSED, f"the number {number} is too {size}")
    assert failure_of(ValueError("defect")) is None


def test_a_long_error_breaks_at_words_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    show_failure(Failure(FAILED, " ".join(["confederation"] * 12)))
    assert all(line.split()[-1].endswith("confederation") for line in capsys.readouterr().err.splitlines())
