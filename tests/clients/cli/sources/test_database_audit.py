"""A database is read by the package that contributes its reader."""

from __future__ import annotations

import pytest

from clients.cli.sources import database_audit
from gunbai_record.errors import GunbaiError
from referee.commands import audit_rules


def test_the_referee_audits_databases() -> None:
    assert database_audit.audit_of() is audit_rules


def test_without_such_a_package_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_audit, "GROUP", "gunbai.nothing")
    with pytest.raises(GunbaiError, match="no installed package reads databases"):
        database_audit.audit_of()
