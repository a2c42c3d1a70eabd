"""An option that has no effect is refused, with what it takes to have one."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli import discovery
from clients.cli.options.effects import EFFECTS, SHARED
from tests.clients.cli.command_run import Run


@pytest.mark.parametrize("command", EFFECTS)
def test_every_option_is_one_of_its_command(command: str) -> None:
    source = next(source for name, source in discovery.sources().items() if name == command)
    params = {param.name for param in source.load().params}
    assert {name for effect in EFFECTS[command] for name in effect.options} <= params


def test_the_shared_options_are_those_of_every_command_that_calls_a_service() -> None:
    params = {param.name for param in discovery.sources()["game list"].load().params}
    assert {name for effect in SHARED for name in effect.options} <= params


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("game list --tls-key nonsense", "--tls-key"),
        ("game list --tls-certificate nonsense", "--tls-certificate"),
        ("new liars_dice --level 2", "--level"),
        ("new liars_dice --clock 60 --bot-seconds 5", "--bot-seconds"),
        ("game consent 4ethzj23jknwd7uk --clock 60 --bot-seconds 5", "--bot-seconds"),
        ("join 4ethzj23jknwd7uk --parent 4ethzj23jknwd7uk --player Ada", "--player"),
        ("bot 4ethzj23jknwd7uk --seconds 2", "--seconds"),
        ("bot 4ethzj23jknwd7uk --level 1 --playouts 20", "--playouts"),
        ("bot 4ethzj23jknwd7uk --lines", "GAME"),
        ("bot 4ethzj23jknwd7uk --substitute --player Ada", "--player"),
        ("record import {file} --arbiter-key {file}", "--arbiter-key"),
        ("record import {file} --notation --key KEY", "--key"),
        ("record audit 4ethzj23jknwd7uk --processes 2", "--processes"),
        ("record audit {file} --rules NEWEST --target localhost:7070", "--target"),
        ("game analyse {file} --seed 3", "--seed"),
        ("game analyse {file} --playouts 5 --seconds 1", "--seconds"),
        ("game replay {file} --svg . --animate a.gif", "--svg"),
        ("game stats --key KEY", "--key"),
        ("game stats {file} --sqlite a.sqlite --by player", "--by"),
        ("game show {file} --token TOKEN", "--token"),
        ("watch {file} --target localhost:7070", "--target"),
        ("serve --store-replicas 1", "--store-replicas"),
        ("serve --no-quotas --streams 5", "--streams"),
        ("serve --trace-share 0.5", "--trace-share"),
        ("server doctor --database {file} --store-name GAMES", "--store-name"),
    ],
)
def test_an_option_without_an_effect_is_refused(words: str, option: str, run: Run, night: Path) -> None:
    ran = run(*words.format(file=night).split())
    assert (ran.code, ran.out) == (2, "")
    assert option in ran.err
    assert "no effect here" in ran.err


def test_what_the_environment_says_to_all_commands_is_passed_over(
    run: Run, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUNBAI_TOKEN", "token")
    assert run("game", "show", str(night)).code == 0
