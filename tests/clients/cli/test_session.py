"""The session: the shared options reach every subcommand that calls a service."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from clients.cli.session import ServiceCommand, Session, locale_language, session_of, token_in
from tests.clients.cli.command_run import DUEL, Run

app = typer.Typer()
seen: list[tuple[Session, str]] = []


@app.command(cls=ServiceCommand)
def look(context: typer.Context, game: str) -> None:
    """Look."""
    seen.append((session_of(context), game))


def session(*words: str) -> Session:
    """Return the session of a run with these words."""
    seen.clear()
    ran = CliRunner().invoke(app, ["abc", *words])
    assert ran.exit_code == 0, ran.output
    ((answered, game),) = seen
    assert game == "abc"
    return answered


def test_the_shared_options_have_defaults() -> None:
    made = session()
    assert (made.target, made.token, made.tls, made.output.as_json) == ("localhost:7070", "", None, False)


def test_the_shared_options_are_read_from_the_command_line_and_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNBAI_TARGET", "there:1")
    made = session("--token", "t", "--json")
    assert (made.target, made.token, made.output.as_json) == ("there:1", "t", True)
    assert made.tokens.target == "there:1"


def test_an_option_that_takes_one_value_is_given_once() -> None:
    twice = CliRunner().invoke(app, ["abc", "--token", "t", "--token", "u"])
    assert (twice.exit_code, "--token takes one value, but got 2." in twice.output) == (2, True)
    assert session("--json", "--json").output.as_json


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale_if_a_title_speaks_it(environment: dict[str, str], language: str) -> None:
    assert locale_language(environment) == language


def test_the_language_is_read_from_the_command_line_and_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL")
    monkeypatch.delenv("GUNBAI_LANGUAGE", raising=False)
    assert session().language == "pl"
    monkeypatch.setenv("GUNBAI_LANGUAGE", "cs")
    assert session().language == "cs"
    assert session("--language", "pl, cs;q=0.5").language == "pl, cs;q=0.5"


@pytest.mark.parametrize(
    ("language", "remark"),
    [
        ("de", "INFLUDANCE Duel is not available in de, only in: en, cs, pl."),
        ("xx", "INFLUDANCE Duel is not available in xx, only in: en, cs, pl."),
        ("cs-CZ", ""),
        ("de, en;q=0.5", ""),
    ],
)
def test_a_language_that_a_title_does_not_speak_is_said_once_with_those_that_it_does(
    run: Run, finished: str, language: str, remark: str
) -> None:
    for words in (("watch", finished, "--no-follow"), ("play", finished), ("title", "show", DUEL)):
        ran = run(*words, "--language", language)
        assert ran.code == 0
        assert [line for line in ran.err.splitlines() if "available" in line] == [remark] * bool(remark)
    assert "available" not in run("game", "show", finished, "--language", language, "--json").err


def test_nothing_is_said_of_the_language_of_the_locale(run: Run, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL")
    monkeypatch.delenv("GUNBAI_LANGUAGE", raising=False)
    assert "available" not in run("game", "show", duel).err


def test_certificates_encrypt_the_connection() -> None:
    assert session("--tls").tls is not None
    tls = session("--tls-ca", "ca.pem", "--tls-certificate", "cert.pem", "--tls-key", "key.pem").tls
    assert tls is not None
    assert (tls.roots, tls.certificate, tls.key) == (Path("ca.pem"), Path("cert.pem"), Path("key.pem"))


def test_the_shared_options_have_a_heading_of_their_own(run: Run) -> None:
    shown = run("new", "--help").out
    assert shown.index("--seats") < shown.index("Shared options:") < shown.index("--target")


def test_a_file_without_a_token_is_refused_with_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xf0\x00")
    for name, why in (("binary", "not a token"), ("missing", "No such file or directory")):
        with pytest.raises(typer.BadParameter, match=f"{tmp_path / name}: {why}; `gunbai serve` makes it"):
            token_in(tmp_path / name, "--operator", "`gunbai serve` makes it")
