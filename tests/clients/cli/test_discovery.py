"""Subcommands are found in their folder and among the entry points, and imported when they run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup

from clients.cli import discovery
from clients.cli.discovery import CommandSource

PAGE = Path(__file__).parents[3] / "docs" / "command.md"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a module `extra` that can be imported."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "extra", raising=False)
    return tmp_path / "extra.py"


def test_own_and_contributed_commands_are_found() -> None:
    commands = discovery.sources()
    assert commands["play"] == CommandSource("play", "clients.cli.commands.play", "play")
    assert commands["record import"] == CommandSource("record import", "clients.cli.commands.record.import_", "import_")
    assert commands["serve"].module.startswith("referee.")
    assert commands["server backup"].module.startswith("referee.")


def test_every_noun_is_explained_and_every_everyday_command_has_its_place() -> None:
    assert discovery.nouns() == [*discovery.NOUNS]
    assert discovery.everyday() == [*discovery.EVERYDAY]


@pytest.mark.parametrize("name", sorted(discovery.sources()))
def test_every_command_has_a_heading_and_a_help_text(name: str) -> None:
    listing = discovery.sources()[name].listing
    assert listing.heading in discovery.HEADINGS
    assert listing.help.split("\n", maxsplit=1)[0].endswith(".")


@pytest.mark.parametrize("name", sorted(discovery.sources()))
def test_the_listing_is_that_of_the_imported_command(name: str) -> None:
    source = discovery.sources()[name]
    command = source.load()
    assert command.name == source.verb
    assert (command.help or "").split() == source.listing.help.split()


def test_the_example_of_the_page_is_a_command_with_the_shared_options(module: Path) -> None:
    (example,) = re.findall(r"```\n(\"\"\"`gunbai game players.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module.write_text(example, encoding="utf-8")
    source = CommandSource("players", "extra", "players")
    assert source.listing == ("Commands", "Print the players of a game.")
    assert "extra" not in sys.modules
    command = source.load()
    assert isinstance(command, TyperCommand)
    assert {"game", "target", "token", "as_json"} <= {param.name for param in command.params}


def test_a_command_with_subcommands_is_a_typer(module: Path) -> None:
    module.write_text(
        "import typer\n"
        "HEADING = 'Play'\n"
        "extra = typer.Typer(help='Do two things.')\n"
        "@extra.command()\ndef one() -> None: ...\n"
        "@extra.command()\ndef two() -> None: ...\n"
    )
    source = CommandSource("extra", "extra", "extra")
    assert source.listing == ("Play", "Do two things.")
    command = source.load()
    assert isinstance(command, TyperGroup)
    assert [*command.commands] == ["one", "two"]
    assert not {"install_completion", "show_completion"} & {param.name for param in command.params}


@pytest.mark.parametrize(("module_name", "command"), [("play", "play"), ("import_", "import"), ("dry_run", "dry-run")])
def test_a_command_is_named_after_its_module(module_name: str, command: str) -> None:
    assert discovery._command_name(module_name) == command


def test_unknown_headings_are_listed_last(module: Path) -> None:
    module.write_text("HEADING = 'Others'\ndef extra() -> None: ...\n")
    places = [discovery._order(source) for source in discovery.sources().values()]
    assert discovery._order(CommandSource("game extra", "extra", "extra")) > max(places)


def test_a_contributed_command_that_is_not_installed_is_left_out() -> None:
    assert not discovery._is_here("nothing.here")
    assert discovery._is_here("clients.cli.app")
