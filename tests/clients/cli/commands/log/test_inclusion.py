"""`gunbai log inclusion`."""

from __future__ import annotations

import re

from tests.clients.cli.command_run import Run


def test_the_creation_and_the_end_of_a_game_are_in_the_log(run: Run, finished: str) -> None:
    printed = run("log", "inclusion", finished)
    created, ended = printed.out.splitlines()
    assert re.match(r"created at entry 1: index \d+ of \d+ leaves in gunbai/", created)
    assert ended.startswith("ended at entry ")
    inclusion = run("log", "inclusion", finished, "--json").json
    assert [(leaf["kind"], leaf["checked"]) for leaf in inclusion["leaves"]] == [("created", True), ("ended", True)]
