"""`gunbai record rulings`."""

from __future__ import annotations

import json
import re

from tests.clients.cli.command_run import Run


def test_rulings_are_listed_those_that_refused_too(run: Run, duel: str) -> None:
    assert run("record", "rulings", duel, "--refused").err.strip() == "Nothing was refused."
    run("game", "submit", duel, "Shoot", "--seat", "1")
    run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    shown = run("record", "rulings", duel).out
    assert re.search(
        r"^    4  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  Ann     Shoot. → Refused by IN-3.10", shown, re.MULTILINE
    )
    assert re.search(r"^ +IN-3.10: \S", shown, re.MULTILINE), "the place in the rulebook"
    assert "Ann     Choose the large figure. → accepted as 5" in shown
    (refused,) = run("record", "rulings", duel, "--refused", "--json").out.splitlines()
    assert json.loads(refused)["refused"]["clause"] == "IN-3.10"
