"""Thirty irregularities from published tournament rules are played through: ruled on, decided, and verified by name."""

from __future__ import annotations

import io
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.record_file import read
from lab.toy_service import ALL_TITLES
from referee.files.move_lists import MovesError, record_of
from referee.game.corrections import is_correction
from referee.game.fold import fold
from referee.game.game import Game
from referee.proof.verification import verify
from tools.pages.moves import FOLDER

CASES = tomllib.loads((Path(__file__).parent / "irregularities.toml").read_text(encoding="utf-8"))["case"]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
END = '{"abandoned": "The table was looked at."}'
TITLES = {"infludance_duel", "king_of_tokyo", "samurai_spirit", "shogun", "titan_race"}


@cache
def beginning(title: str, after: int) -> tuple[tuple[str, ...], Game]:
    """Return the first lines of the game of a title, and the game after them."""
    lines = tuple((FOLDER / f"{title}.jsonl").read_text(encoding="utf-8").splitlines()[:after])
    return lines, fold(ALL_TITLES, played((*lines, END))[:-1], {})


def played(lines: tuple[str, ...]) -> list[record.Entry]:
    """Return the record of a list of moves, whose arbiter signs."""
    return list(read(io.BytesIO(record_of(ALL_TITLES, lines, KEY)))[1])


def changed(table: Any, changes: dict[str, Any]) -> Any:
    """Return a table with values at paths: in place of what is there, or with + or - after the path, beside it."""
    for path, value in changes.items():
        *above, last = path.rstrip("+-").split(".")
        place = table
        for name in above:
            place = place[int(name)] if isinstance(place, list) else place[name]
        if path.endswith("+"):
            place[last] = sorted(place[last] + value) if isinstance(value, list) else place[last] + value
        elif path.endswith("-"):
            place[last] = [item for item in place[last] if item not in value]
        else:
            place[last] = value
    return table


def refused(case: dict[str, Any], lines: tuple[str, ...]) -> str:
    """Return how the rules answer the move of a case."""
    with pytest.raises(MovesError) as error:
        played((*lines, json.dumps(case["attempt"])))
    return str(error.value)


def test_there_are_thirty_over_all_titles() -> None:
    assert [case["number"] for case in CASES] == [*range(1, 31)]
    assert {case["title"] for case in CASES} == TITLES


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['number']}: {case['source']}")
def test_an_irregularity_is_recorded_and_the_record_verifies_except_for_it(case: dict[str, Any]) -> None:
    lines, game = beginning(case["title"], case["after"])
    if "attempt" in case:
        assert f"refused by {case['clause']}: " in refused(case, lines)
    ruled: tuple[str, ...] = ()
    table = json.loads(canonical.encode(game.table))
    if "done" in case:
        irregularity: dict[str, Any] = {
            name: case[name] for name in ("clause", "done", "seat", "stands") if name in case
        }
        if "set" in case:
            table = changed(table, case["set"])
            irregularity["table"] = table
        ruled = (json.dumps({"irregularity": irregularity}),)
    entries = played((*lines, *ruled, *case.get("then", (END,))))
    report = verify(ALL_TITLES, entries)
    assert (report.problem, report.verdict) == ("", VERDICT_CONSISTENT)
    assert [(entry.clause, entry.done) for entry in report.irregular_entries] == [
        (case["clause"], case["done"]) for _ in ruled
    ]
    assert [entry.arbiter for entry in report.irregular_entries] == [KEY.public_key().public_bytes_raw() for _ in ruled]
    assert sum(map(is_correction, entries)) == case.get("corrected", 0)
    over = fold(ALL_TITLES, entries, {})
    assert (list(over.result.winners) if over.result else None) == case.get("winners")
    if ruled:
        assert json.loads(canonical.encode(over.table)) == table
