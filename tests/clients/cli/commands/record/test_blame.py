"""`gunbai record blame`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import Run


def test_a_value_is_traced_to_the_events_and_clauses_that_changed_it(run: Run, night: Path) -> None:
    ran = run("record", "blame", f"{night}@58", "monsters.1.life")
    assert ran.out.splitlines() == [
        "    4  host    monsters.1.life: nothing → 10  Start the game.",
        "   48  player 1 monsters.1.life: 10 → 9  player 2 loses 1 life to player 1. (KT-5.10)",
        "   58  player 2 monsters.1.life: 9 → 10  player 2 heals 1 with Heal. (KT-14.10)",
    ]
    assert not ran.err
    below = run("record", "blame", f"{night}@58", "monsters.1", "--json").lines
    assert {"monsters.1.life", "monsters.1.energy"} <= {
        change["path"] for cause in below for change in cause["changes"]
    }
    table = run("record", "blame", f"{night}@58", "monsters.1.life", "--table", "--json").lines
    assert [cause["entry"]["entry"]["version"] for cause in table] == ["4", "48", "58"]


def test_a_path_that_no_view_has_is_an_error(run: Run, night: Path) -> None:
    refused = run("record", "blame", str(night), "monsters.1.lief")
    assert (refused.code, "Monster has no field 'lief'" in refused.err) == (3, True)
