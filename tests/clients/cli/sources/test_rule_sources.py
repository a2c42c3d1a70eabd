"""Where rules are found: at a service that is named, or else in the installed titles."""

from __future__ import annotations

from clients.cli.sources.rule_sources import Rules, ServiceRules
from gunbai_client import Gunbai
from gunbai_record.clauses import Citations


def test_a_service_is_a_source_of_rules_without_source_code(gunbai: Gunbai) -> None:
    rules: Rules = ServiceRules(gunbai)
    assert rules.title_of("TR-6.1") == rules.title_of("titan_race") == "titan_race"
    assert rules.title_of("chess") == "chess"
    assert rules.clauses("titan_race") == gunbai.clauses("titan_race")
    assert rules.citations("titan_race", ["TR-6.1"]) == Citations((), ())
