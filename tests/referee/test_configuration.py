"""The settings of a service: a flag counts before the environment, that before the file, that before the default."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.__main__ import app
from referee.commands import serve
from referee.configuration import PREFIX, SHARED, settings_of
from referee.upkeep import config
from tools import code


def shown(*options: str, **environment: str) -> dict[str, tuple[Any, str]]:
    """Return what `gunbai server config` shows: each setting's value, and where it comes from."""
    ended = CliRunner().invoke(config, ["--json", *options], env=environment)
    assert ended.exit_code == 0, ended.output
    return {setting["name"]: (setting["value"], setting["source"]) for setting in json.loads(ended.output)}


def refused(*options: str, **environment: str) -> str:
    """Return in one line why options are refused, as wrong usage."""
    return plain_text(CliRunner().invoke(config, [*options], env=environment))


def plain_text(ended: Result) -> str:
    assert ended.exit_code == 2, ended.output
    return " ".join(ended.output.replace("│", " ").split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "g.toml"
    written.write_text(
        'port = 7171\nhost = "10.0.0.1"\ndatabase = "games.sqlite"\nkey = "/keys/a.key"\nquotas = false\n'
        'connect-origin = ["https://a.example"]\ngames-per-minute = 3\nlog = "error"\n'
    )
    return written


def test_each_setting_is_shown_with_its_value_and_where_it_comes_from(file: Path) -> None:
    settings = shown("--config", str(file), "--port", "1", GUNBAI_SERVE_HOST="::1", GUNBAI_SERVE_PORT="2")
    assert settings["port"] == (1, "flag")
    assert settings["host"] == ("::1", "GUNBAI_SERVE_HOST")
    assert settings["quotas"] == (False, str(file))
    assert settings["games-per-minute"] == (3, str(file))
    assert settings["connect-origin"] == (["https://a.example"], str(file))
    assert settings["log"] == ("error", str(file))
    assert settings["streams"] == (256, "default")
    assert settings["json"] == (False, "default")
    assert settings.keys() == settings_of(serve).keys()
    assert "config" not in settings


def test_a_file_from_another_editor_has_the_same_settings(file: Path) -> None:
    expected = shown("--config", str(file))
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")[:-2])
    assert shown("--config", str(file)) == expected


def test_without_json_the_settings_are_a_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name in square brackets is no markup; a path of any length stays on its line."""
    monkeypatch.delenv("COLUMNS", raising=False)
    long = f"/{'x' * 200}/[bold]é.sqlite"
    ended = CliRunner().invoke(config, ["--config", str(file), "--database", long, "--public-url", ""])
    assert ended.exit_code == 0, ended.output
    lines = [[cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in ended.output.splitlines()]
    rows = [row for row in lines if len(row) == 3]
    assert rows[0] == ["setting", "value", "from"]
    assert ["database", f'"{long}"', "flag"] in rows
    assert ["quotas", "false", str(file)] in rows
    assert ["key", '"/keys/a.key"', str(file)] in rows
    assert ["operator", "", "default"] in rows
    assert [row[0] for row in rows[1:]] == [*settings_of(serve)]


def test_a_relative_path_begins_at_the_folder_of_the_file(file: Path) -> None:
    settings = shown("--config", str(file))
    assert settings["database"] == (str(file.parent / "games.sqlite"), str(file))
    assert settings["key"] == ("/keys/a.key", str(file))


def test_the_environment_names_the_file_and_has_lists_and_switches(file: Path) -> None:
    settings = shown(
        GUNBAI_CONFIG=str(file), GUNBAI_SERVE_STORE_MONITOR="http://a:1 http://b:1", GUNBAI_SERVE_LOOPBACK_QUOTAS="yes",
        GUNBAI_SERVE_COMMANDS_PER_SECOND="1.5", GUNBAI_SERVE_NAME="",
    )  # fmt: skip
    assert settings["port"] == (7171, str(file))
    assert settings["store-monitor"] == (["http://a:1", "http://b:1"], "GUNBAI_SERVE_STORE_MONITOR")
    assert settings["loopback-quotas"] == (True, "GUNBAI_SERVE_LOOPBACK_QUOTAS")
    assert settings["commands-per-second"] == (1.5, "GUNBAI_SERVE_COMMANDS_PER_SECOND")
    assert settings["name"] == ("", "default")


@pytest.mark.parametrize("name", ["flag", "GUNBAI_STORE", "GUNBAI_SERVE_STORE"])
def test_no_password_is_shown(name: str) -> None:
    servers = "nats://ada:top/se@cret@one:4222,tls://token@two:4222,nats://three:4222"
    given = {} if name == "flag" else {name: servers}
    settings = shown(*(["--store", servers] if name == "flag" else []), **given)
    assert settings["store"] == ("nats://***@one:4222,tls://***@two:4222,nats://three:4222", name)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("prot = 1", "unknown setting 'prot'; did you mean port?"),
        ("tls_key = 'a'", "unknown setting 'tls_key'; did you mean tls-key?"),
        ("[serve]\nport = 1", "unknown setting 'serve'"),
        ("config = 'a'", "unknown setting 'config'"),
        ("port = '1'", "port takes a whole number, not '1'"),
        ("port = true", "port takes a whole number, not True"),
        ("quotas = 1", "quotas takes true or false, not 1"),
        ("games-per-minute = 'many'", "games-per-minute takes a number, not 'many'"),
        ("host = ['a']", "host takes a string, not ['a']"),
        ("connect-origin = 'a'", "connect-origin takes a list of strings, not 'a'"),
        ("connect-origin = [1]", "connect-origin takes a list of strings, not [1]"),
        ("database = 1", "database takes a path, not 1"),
        ("port =", "cannot read it: Invalid value"),
        ("log = 'loud'", "Invalid value for '--log'"),
        ("port = 65536", "Invalid value for '--port'"),
        ("port = -1", "Invalid value for '--port'"),
    ],
)
def test_a_file_with_what_is_no_setting_is_refused(line: str, reason: str, tmp_path: Path) -> None:
    written = tmp_path / "g.toml"
    written.write_text(line)
    problem = refused("--config", str(written))
    assert reason in problem
    assert str(written).replace(" ", "") in problem.replace(" ", "") or "for '--" in reason
    database = tmp_path / "games.sqlite"
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), "--config", str(written)])
    assert reason in plain_text(ended)
    assert not database.exists()


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("PROT", "1", "GUNBAI_SERVE_PROT: not the name of a setting; did you mean GUNBAI_SERVE_PORT?"),
        ("PORT", "tcp://10.0.0.1:7070", "GUNBAI_SERVE_PORT: it takes a whole number, not 'tcp://10.0.0.1:7070'"),
        ("QUOTAS", "maybe", "GUNBAI_SERVE_QUOTAS: it takes true or false, not 'maybe'"),
        ("GAMES_PER_MINUTE", "many", "GUNBAI_SERVE_GAMES_PER_MINUTE: it takes a number, not 'many'"),
    ],
)
def test_a_variable_that_is_no_setting_is_refused(variable: str, value: str, reason: str) -> None:
    assert reason in refused(**{f"{PREFIX}{variable}": value})


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    assert "cannot read it: [Errno 2]" in refused("--config", str(tmp_path / "missing.toml"))


@pytest.mark.parametrize("command", ["doctor", "reindex"])
def test_other_commands_take_from_the_file_which_files_the_service_has(command: str, file: Path) -> None:
    missing = plain_text(CliRunner().invoke(app, [command, "--config", str(file)]))
    assert f"{file.parent}/games.sqlite".replace(" ", "") in missing.replace(" ", "")
    assert "does not exist" in missing


def test_other_commands_take_only_what_is_a_setting_of_the_service_and_what_it_accepts_is_none_of_it() -> None:
    assert settings_of(serve).keys() > SHARED
    assert "accept-loss" not in SHARED


@pytest.mark.parametrize("option", sorted(SHARED - {"forwarder", "tls-certificate", "tls-key"}))
def test_the_doctor_takes_each_of_its_options_from_the_file(option: str, file: Path, tmp_path: Path) -> None:
    """One that it has to refuse is named; the others do not end it before the database is looked for."""
    values = {"store": '"localhost:1"', "store-monitor": '["http://a:1"]', "store-name": '"S"'}
    text = file.read_text().replace('database = "games.sqlite"\n', "").replace('key = "/keys/a.key"\n', "")
    (tmp_path / "there").touch()
    lines = {"database": '"there"', option: values.get(option, '"there"')}
    file.write_text(text + "".join(f"{name} = {value}\n" for name, value in lines.items()))
    ended = CliRunner().invoke(app, ["doctor", "--config", str(file)])
    assert ended.exit_code == (2 if option == "store" else 1), ended.output
    assert ("--store takes addresses" in ended.output) == (option == "store")


@pytest.mark.long
def test_what_a_service_accepts_is_not_accepted_by_the_doctor(file: Path) -> None:
    """`accept-loss` in the file is about the stream; at the doctor it would mark games."""
    file.write_text('accept-loss = true\ndatabase = "games.sqlite"\nstore = "nats://127.0.0.1:1"\n')
    (file.parent / "games.sqlite").touch()
    ended = CliRunner().invoke(app, ["doctor", "--config", str(file)])
    assert "what a stream lost is not accepted" not in ended.output


def test_the_page_of_operations_has_a_file_that_is_taken(tmp_path: Path) -> None:
    page = (code.ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    written = tmp_path / "gunbai.toml"
    written.write_text(example)
    settings = shown("--config", str(written))
    assert {name for name, (_, source) in settings.items() if source == str(written)} == {
        line.partition(" =")[0] for line in example.splitlines() if not line.startswith("#")
    }
