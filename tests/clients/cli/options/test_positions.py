"""`GAME@VERSION` names a position in one way for all subcommands."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from clients.cli.options.positions import Position, Source, parse_game, parse_position, parse_source, parse_whole


@pytest.mark.parametrize(("text", "position"), [("abc", Position("abc")), ("abc@12", Position("abc", 12))])
def test_a_position_is_a_game_at_a_version_or_at_its_newest(text: str, position: Position) -> None:
    assert parse_position(text) == position
    assert str(position) == text


@pytest.mark.parametrize("text", ["abc@", "abc@x", "abc@-1", "abc@0", "abc@1.5", "abc@²", "@3", ""])
def test_what_is_no_position_is_an_error_that_shows_the_form(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="write GAME@VERSION"):
        parse_position(text)


def test_a_command_that_takes_a_game_refuses_a_position() -> None:
    assert parse_game("abc") == "abc"
    with pytest.raises(typer.BadParameter, match="takes a game, not a position: write abc"):
        parse_game("abc@3")


def test_a_file_is_told_from_a_game_by_its_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("night", "night.gunbai", "home@night.gunbai"):
        Path(name).touch()
    assert parse_source("night") == Source(game="night")
    assert parse_source("night@7") == Source(game="night", version=7)
    assert parse_source("./night") == Source(file=Path("night"))
    assert parse_source("./night@7") == Source(file=Path("night"), version=7)
    assert parse_source("night.gunbai@7") == Source(file=Path("night.gunbai"), version=7)
    assert parse_source("home@night.gunbai") == Source(file=Path("home@night.gunbai"))
    assert parse_source("home@night.gunbai@7") == Source(file=Path("home@night.gunbai"), version=7)
    assert str(parse_source("night.gunbai@7")) == "night.gunbai@7"


@pytest.mark.parametrize("text", ["none.gunbai", "./none@3", "night.gunbai@x", "night.gunbai@0", "night.gunbai@", "@3"])
def test_what_names_neither_a_game_nor_a_file_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("night.gunbai").touch()
    with pytest.raises(typer.BadParameter):
        parse_source(text)


def test_a_whole_game_is_no_position() -> None:
    assert parse_whole("night") == Source(game="night")
    with pytest.raises(typer.BadParameter, match="write night"):
        parse_whole("night@7")
