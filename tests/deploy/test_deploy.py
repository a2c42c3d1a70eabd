"""The files of deploy/: systemd takes the units, the parts of Compose fit, the board asks for metrics that exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from referee.telemetry.metrics import Metrics
from referee.upkeep import config
from tests.store.nats_servers import PROGRAM
from tools import code

DEPLOY = code.ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
FUNCTIONS = {
    "sum", "by", "rate", "topk", "histogram_quantile", "time", "le", "instance", "code", "reason", "title", "clause",
    "step", "call", "up", "job",
}  # fmt: skip
SHOWN_LATER = {"gunbai_open_calls", "gunbai_hot_games", "gunbai_database_bytes", "gunbai_disk_free_bytes"}
SHOWN_LATER |= {"gunbai_certificate_expires_seconds", "gunbai_write_ahead_log_bytes"}
"""What a service adds to its metrics; tests/referee/telemetry holds the page of operations to them."""


def said(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / file).read_text(encoding="utf-8"))
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = tmp_path / "gunbai"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in UNITS:
        (tmp_path / unit.name).write_text(
            unit.read_text(encoding="utf-8").replace("/opt/gunbai/bin/gunbai", str(program))
        )
    command = ["systemd-analyze", "verify", *(str(tmp_path / unit.name) for unit in UNITS)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("name", ["gunbai.service", "gunbai-backup.service"])
def test_a_unit_may_do_little_else(name: str) -> None:
    """2.0 of 10 is "OK" in the words of systemd, 9.6 a unit without any limits."""
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(DEPLOY / "systemd" / name)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)
def test_what_a_unit_runs_is_a_command_with_its_options(unit: Path) -> None:
    (line,) = re.findall(r"^ExecStart=/opt/gunbai/bin/gunbai (.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)
    words = line.split()
    command = takewhile(str.isalpha, words)
    ended = subprocess.run(
        [sys.executable, "-m", "clients.cli", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=code.ROOT,
    )
    assert [word for word in words if word.startswith("--") and word not in ended.stdout] == []


def test_the_settings_are_taken() -> None:
    ended = CliRunner().invoke(config, ["--json", "--config", str(DEPLOY / "gunbai.toml")])
    assert ended.exit_code == 0, ended.output


@pytest.mark.parametrize("name", ["referee1", "referee2"])
def test_the_settings_of_a_referee_are_taken_and_fit_its_surroundings(name: str) -> None:
    referee = SERVICES[name]
    ended = CliRunner().invoke(config, ["--json"], env=referee["environment"])
    assert ended.exit_code == 0, ended.output
    found = {each["name"]: each["value"] for each in json.loads(ended.output)}
    servers = [f"nats://{server}:4222" for server in ("n1", "n2", "n3")]
    assert found["store"].split(",") == servers
    assert found["store-monitor"] == [f"http://{server}:8222" for server in ("n1", "n2", "n3")]
    volumes = {place.split(":")[1]: place.split(":")[0] for place in referee["volumes"]}
    for setting in ("database", "key", "store-key", "operator"):
        assert str(Path(found[setting]).parent) in volumes
    assert volumes["/keys"] == "keys"
    assert referee["ports"][0].endswith(f":{found['port']}")
    assert referee["ports"][0].startswith("127.0.0.1:")


def test_every_volume_network_and_file_of_compose_is_there() -> None:
    for name, service in SERVICES.items():
        assert set(service["networks"]) <= COMPOSE["networks"].keys(), name
        assert set(service.get("depends_on", ())) <= SERVICES.keys()
        for place in service.get("volumes", ()):
            source = place.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    assert (DEPLOY / SERVICES["referee1"]["build"]["context"] / SERVICES["referee1"]["build"]["dockerfile"]).exists()
    assert COMPOSE["networks"]["record"] == {"internal": True}
    published = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_nats_takes_its_configuration(tmp_path: Path) -> None:
    file = tmp_path / "nats.conf"
    file.write_text((DEPLOY / "nats.conf").read_text(encoding="utf-8").replace("/data", str(tmp_path)))
    ended = subprocess.run([PROGRAM, "-t", "--config", str(file)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def queries() -> list[str]:
    """Return the queries of the board and of the alerts."""
    board = json.loads((DEPLOY / "grafana" / "gunbai.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    alerts = [rule["expr"] for group in said("alerts.yml")["groups"] for rule in group["rules"]]
    return [*shown, *alerts]


def existing() -> set[str]:
    """Return the names of the samples that a service has."""
    from prometheus_client import generate_latest

    metrics = Metrics()
    metrics.answered("Submit", 0.1)
    metrics.failed("Submit", "ABORTED", "VERSION_CONFLICT", 0.1)
    metrics.ruled("king_of_tokyo", "RollDice", "", (0, 1))
    metrics.stored((0, 1))
    families = text_string_to_metric_families(generate_latest(metrics.registry).decode())
    return {sample.name for family in families for sample in family.samples} | SHOWN_LATER


@pytest.mark.parametrize("query", queries())
def test_a_query_names_metrics_that_exist(query: str) -> None:
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]', "", query)
    names = set(re.findall(r"[a-z_]{2,}", bare)) - FUNCTIONS
    assert names <= existing()
    assert names or query.startswith("up{")
    assert query.count("(") == query.count(")")


def test_prometheus_reads_every_referee_and_grafana_reads_prometheus() -> None:
    scraped = said("prometheus.yml")["scrape_configs"][0]["static_configs"][0]["targets"]
    assert scraped == [f"{name}:9464" for name in SERVICES if name.startswith("referee")]
    assert all(service["environment"]["GUNBAI_SERVE_METRICS"].endswith(":9464")
               for name, service in SERVICES.items() if name.startswith("referee"))  # fmt: skip
    assert said("prometheus.yml")["rule_files"] == ["alerts.yml"]
    (source,) = said("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    board = json.loads((DEPLOY / "grafana" / "gunbai.json").read_text(encoding="utf-8"))
    assert source["url"] == "http://prometheus:9090"
    assert {target["datasource"]["uid"] for panel in board["panels"] for target in panel["targets"]} == {source["uid"]}
    assert board["uid"] == "gunbai"
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
