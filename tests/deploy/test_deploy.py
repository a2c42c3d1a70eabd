"""The files of deploy/: systemd takes the units, the parts of Compose fit, the board asks for metrics that exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from referee.probes.pulse import EVERY_SECONDS
from referee.telemetry.metrics import Metrics
from referee.upkeep import config
from tests.store.nats_servers import PROGRAM
from tests.structure.test_container import LAST
from tools import code

DEPLOY = code.ROOT / "deploy"
KUBERNETES_PORTS = {"grpc": "port", "metrics": "metrics", "probes": "probes"}
"""The setting that has each port of a container."""
UNITS = sorted(unit for unit in (DEPLOY / "systemd").iterdir() if unit.suffix in {".service", ".timer"})
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
FUNCTIONS = {
    "sum", "by", "rate", "topk", "histogram_quantile", "time", "le", "instance", "code", "reason", "title", "clause",
    "step", "call", "up", "job", "and", "or", "max", "increase", "outcome",
}  # fmt: skip
SHOWN_LATER = {"gunbai_open_calls", "gunbai_hot_games", "gunbai_database_bytes", "gunbai_disk_free_bytes"}
SHOWN_LATER |= {"gunbai_certificate_expires_seconds", "gunbai_write_ahead_log_bytes"}
SHOWN_LATER |= {"gunbai_certificate_expires_seconds", "gunbai_storage_quota_bytes", "gunbai_backup_seconds"}
SHOWN_LATER |= {"gunbai_damaged_games", "gunbai_storage_damaged", "gunbai_store_reached", "gunbai_store_durable"}
SHOWN_LATER |= {"gunbai_stream_behind_messages", "gunbai_stream_copies"}
"""What a service adds to its metrics; tests/referee/telemetry holds the page of monitoring to them."""


def document(file: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((DEPLOY / file).read_text(encoding="utf-8"))
    return document


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


def test_the_unit_says_when_it_is_ready_and_is_started_again_when_it_hangs() -> None:
    unit = settings_in("gunbai.service")
    assert (unit["Type"], unit["NotifyAccess"], unit["ExecReload"]) == ("notify", "main", "/bin/kill -HUP $MAINPID")
    assert float(unit["WatchdogSec"]) > EVERY_SECONDS * 10
    assert "AF_UNIX" in unit["RestrictAddressFamilies"]


def test_backups_are_on_another_disk_than_the_database_and_reach_the_servers_of_a_stream() -> None:
    unit = settings_in("gunbai-backup.service")
    (folder,) = re.findall(r"server backup (\S+)", unit["ExecStart"])
    assert unit["AssertPathIsMountPoint"] == unit["RequiresMountsFor"] == unit["ReadWritePaths"] == folder
    database = said_toml("gunbai.toml")["database"]
    assert not Path(folder).is_relative_to(Path(database).parent)
    assert "AF_INET" in unit["RestrictAddressFamilies"]
    assert "PrivateNetwork" not in unit
    assert unit["User"] == settings_in("gunbai.service")["User"]


def settings_in(unit: str) -> dict[str, str]:
    """Return the settings of a unit; of one that is given twice the last."""
    lines = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def said_toml(file: str) -> dict[str, Any]:
    return tomllib.loads((DEPLOY / file).read_text(encoding="utf-8"))


class TestKubernetes:
    """The manifests fit the image and the service."""

    PARTS: ClassVar[dict[str, dict[str, Any]]] = {
        part["kind"]: part
        for part in yaml.safe_load_all((DEPLOY / "kubernetes" / "gunbai.yaml").read_text(encoding="utf-8"))
    }
    POD: ClassVar[dict[str, Any]] = PARTS["StatefulSet"]["spec"]["template"]["spec"]
    (CONTAINER,) = POD["containers"]

    def test_the_settings_are_taken_and_their_ports_are_those_of_the_container(self, tmp_path: Path) -> None:
        file = tmp_path / "gunbai.toml"
        file.write_text(self.PARTS["ConfigMap"]["data"]["gunbai.toml"])
        variables = {variable["name"]: variable["value"] for variable in self.CONTAINER["env"]}
        ended = CliRunner().invoke(config, ["--json", "--config", str(file)], env=variables)
        assert ended.exit_code == 0, ended.output
        settings = {setting["name"]: setting["value"] for setting in json.loads(ended.output)}
        ports = {port["name"]: port["containerPort"] for port in self.CONTAINER["ports"]}
        assert ports == {name: int(str(settings[key]).rpartition(":")[2]) for name, key in KUBERNETES_PORTS.items()}
        mounted = {mount["mountPath"] for mount in self.CONTAINER["volumeMounts"]}
        assert str(Path(settings["database"]).parent) in mounted

    @pytest.mark.parametrize(
        ("probe", "path"), [("startupProbe", "/ready"), ("livenessProbe", "/live"), ("readinessProbe", "/ready")]
    )
    def test_a_probe_asks_what_it_is_for(self, probe: str, path: str) -> None:
        assert self.CONTAINER[probe]["httpGet"] == {"path": path, "port": "probes"}

    def test_it_runs_as_the_user_of_the_image_and_one_process_has_the_database(self) -> None:
        assert str(self.POD["securityContext"]["runAsUser"]) == LAST["USER"]
        assert self.POD["securityContext"]["fsGroup"] == self.POD["securityContext"]["runAsUser"]
        assert self.PARTS["StatefulSet"]["spec"]["replicas"] == 1
        assert self.POD["terminationGracePeriodSeconds"] >= 60
        labels = self.PARTS["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
        assert self.PARTS["Service"]["spec"]["selector"] == labels
        assert self.PARTS["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels


def test_the_settings_are_taken() -> None:
    ended = CliRunner().invoke(config, ["--json", "--config", str(DEPLOY / "gunbai.toml")])
    assert ended.exit_code == 0, ended.output


@pytest.mark.parametrize("name", ["referee1", "referee2"])
def test_the_settings_of_a_referee_are_taken_and_fit_its_surroundings(name: str) -> None:
    referee = SERVICES[name]
    ended = CliRunner().invoke(config, ["--json"], env=referee["environment"])
    assert ended.exit_code == 0, ended.output
    settings = {setting["name"]: setting["value"] for setting in json.loads(ended.output)}
    servers = [f"nats://{server}:4222" for server in ("n1", "n2", "n3")]
    assert settings["store"].split(",") == servers
    assert settings["store-monitor"] == [f"http://{server}:8222" for server in ("n1", "n2", "n3")]
    volumes = {place.split(":")[1]: place.split(":")[0] for place in referee["volumes"]}
    for setting in ("database", "key", "store-key", "operator"):
        assert str(Path(settings[setting]).parent) in volumes
    assert volumes["/keys"] == "keys"
    assert referee["ports"][0].endswith(f":{settings['port']}")
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
    alerts = [rule["expr"] for group in document("alerts.yml")["groups"] for rule in group["rules"]]
    return [*shown, *alerts]


def existing() -> set[str]:
    """Return the names of the samples that a service has."""
    from prometheus_client import generate_latest

    metrics = Metrics()
    metrics.answered("Submit", 0.1)
    metrics.failed("Submit", "ABORTED", "VERSION_CONFLICT", 0.1)
    metrics.ruled("king_of_tokyo", "RollDice", "", (0, 1))
    metrics.stored((0, 1))
    metrics.submitted("north", "forked")
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
    scraped = document("prometheus.yml")["scrape_configs"][0]["static_configs"][0]["targets"]
    assert scraped == [f"{name}:9464" for name in SERVICES if name.startswith("referee")]
    assert all(service["environment"]["GUNBAI_SERVE_METRICS"].endswith(":9464")
               for name, service in SERVICES.items() if name.startswith("referee"))  # fmt: skip
    assert document("prometheus.yml")["rule_files"] == ["alerts.yml"]
    (source,) = document("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    board = json.loads((DEPLOY / "grafana" / "gunbai.json").read_text(encoding="utf-8"))
    assert source["url"] == "http://prometheus:9090"
    assert {target["datasource"]["uid"] for panel in board["panels"] for target in panel["targets"]} == {source["uid"]}
    assert board["uid"] == "gunbai"
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
