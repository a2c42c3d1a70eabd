"""The saved tokens."""

from __future__ import annotations

import stat
from pathlib import Path

from tests.clients.cli.ran import Run


def test_tokens_are_kept_where_only_their_owner_reads_them(run: Run, duel: str, state: Path) -> None:
    kept = [path for path in (state / "gunbai").rglob("*") if path.is_file()]
    assert sorted(path.name for path in kept) == ["1", "2", "host"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
