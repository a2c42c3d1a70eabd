"""Exit codes, and messages for the errors that a user can expect."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import NamedTuple

from typer import TyperException

ADVICE = {
    "INVALID_FIELD": "Add `--help` to the command to see what it takes.",
    "UNPARSABLE_REQUEST": "The service may run a different version. Compare it with `gunbai --version`.",
    "UNKNOWN_COMMAND": "`gunbai game legal GAME` lists the legal commands for `gunbai game submit`.",
    "TITLE_NOT_FOUND": "`gunbai title list` lists the titles and their rules versions.",
    "TITLE_NOT_SERVED": "",
    "SEAT_TAKEN": "`gunbai game list` shows which games have free seats.",
    "SEAT_NOT_TAKEN": "`gunbai game list --json` lists the seats of a game.",
    "QUOTA_EXCEEDED": "",
    "STORED_QUOTA_EXCEEDED": "You can still read.",
    "SERVICE_BUSY": "",
    "REQUEST_TOO_LARGE": "Send a smaller request.",
    "STORAGE_UNSETTLED": "Run the same command again.",
    "UNPARSABLE_COMMAND": "The service may run a different version. Compare it with `gunbai --version`.",
    "NOT_TAKEN_BACK": "`gunbai game takeback GAME` proposes the takeback to the other players.",
    "BROKEN_CLAUSE": "`gunbai title clauses TITLE` lists the rules.",
}
"""What to do at a terminal, by an error's reason: its own advice is for programs, or its sentence says enough."""
SAVED = (
    "`gunbai new` and `gunbai join` save tokens under the address in --target; --token or GUNBAI_TOKEN overrides them."
)
NOT_BY_TOKEN = frozenset({"GAME_PRIVATE", "HIDDEN_FACTS", "INVITATION_INVALID", "INVITATION_MISSING"})
"""Reasons that no saved token can cure; their own advice says what can."""
BY_KEY = {
    "SIGNATURE_MISSING": "Name the file of your private key: --arbiter-key as the arbiter, --seat-key for a seat.",
    "SIGNATURE_INVALID": "The game names a different public key; `gunbai seat keygen FILE` prints that of your file.",
}
"""What to do if a key decides, not a token."""
BEYOND = "Value out of range: "
"""How the error begins for a number that does not fit its request field."""
OPTIONS = "`gunbai title show TITLE` lists the options and their values."

FAILED, MISUSED, REJECTED, UNREACHABLE, INTERRUPTED = 1, 2, 3, 4, 130


class Failure(NamedTuple):
    """An expected error: its exit code, its sentence, and its advice ("" without advice)."""

    code: int
    sentence: str
    advice: str = ""


def failure_of(error: Exception) -> Failure | None:
    """Return how an error is shown, or None if it is a bug in the program."""
    return _misuse(error) or _failure(error)


def _misuse(error: Exception) -> Failure | None:
    """Return how to show that the command was misused; None for any other error."""
    match error:
        case TyperException():
            context = getattr(error, "ctx", None)
            usage = f"{context.get_usage()}\nSee `{context.command_path} --help`." if context else ""
            return Failure(error.exit_code, error.format_message(), usage)
        case UnicodeEncodeError(object=str(text), reason="surrogates not allowed"):
            return Failure(MISUSED, f"not UTF-8: {text}", ADVICE["INVALID_FIELD"])
        case ValueError() if str(error).startswith(BEYOND):
            number = str(error).removeprefix(BEYOND)
            size = "small" if number.startswith("-") else "large"
            return Failure(MISUSED, f"the number {number} is too {size}", ADVICE["INVALID_FIELD"])
    return None


def _failure(error: Exception) -> Failure | None:
    """Return how to show an error of the service, a file or this machine; None for any other."""
    from gunbai_client import InvalidRequest, NotAllowed, RequestError, Unreachable
    from gunbai_record.errors import GunbaiError

    notes = "\n".join(getattr(error, "__notes__", ()))
    match error:
        case Unreachable():
            advice = (
                "Is the service running? Start a service with `gunbai serve`, or name another service with --target or "
                "GUNBAI_TARGET. If the service encrypts, add --tls."
            )
            return Failure(UNREACHABLE, str(error), "\n".join(filter(None, (advice, _proxy_advice(), notes))))
        case NotAllowed():
            advice = BY_KEY.get(error.reason) or (error.advice if error.reason in NOT_BY_TOKEN else SAVED)
            return Failure(REJECTED, str(error), notes or advice)
        case InvalidRequest(clause=number) if number:
            advice = f"{number}: {error.sentence}\n`gunbai title clauses {number}` explains the rule."
            return Failure(REJECTED, str(error), advice)
        case RequestError():
            advice = OPTIONS if "options_json" in error.fields else ADVICE.get(error.reason, error.advice)
            return Failure(REJECTED, str(error), "\n".join(filter(None, (advice, notes))))
        case OSError(strerror=str(why), filename=str() | PurePath() as file):
            return Failure(FAILED, f"{file}: {why}", notes)
        case GunbaiError() | OSError():
            return Failure(FAILED, str(error), notes)
    return None


def _proxy_advice() -> str:
    """Return what to do about a proxy that the environment sets for gRPC; "" if it sets none."""
    name = next((name for name in ("grpc_proxy", "https_proxy", "http_proxy") if os.environ.get(name)), "")
    if not name:
        return ""
    return f"Calls to other machines go through {name}={os.environ[name]}; list hosts to call directly in no_proxy."
