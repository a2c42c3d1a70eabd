"""What strangers write into names, labels and reasons is data wherever it arrives.

It moves no cursor, begins no line, runs no formula and opens no element.
"""

from __future__ import annotations

import csv
import io
import json
import random
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_REFEREE, CreateGame
from gunbai_record.text.foreign import quoted, spreadsheet, visible, visible_json
from lab.recorded_games import AT, NAME, SECRET, begun, file_of, played_on
from referee.calls.log_lines import console_line, json_line
from referee.game.lifecycle import create_game
from referee.game.titles import finished
from tests.clients.cli.command_run import Run

FORGED = "night.gunbai: attested: 213 entries linked"
NAMES = (
    f"=1+1\x1b]0;owned\x07\x1b[2K\x1b[1G\r\n{FORGED}\u2028\u202egnal\x9b31m\x7f",
    "</text><script>alert(1)</script>[bold red]\\[/]'; DROP TABLE game;--\U000e0001\ud7ff\ufeff",
)
LABEL = f"\x1b[2J\n{FORGED}<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a consistent record of players whose names no service takes; a file is written by anybody."""
    creation = CreateGame(title="infludance_duel", seats=2, chance_source=CHANCE_SOURCE_REFEREE, label=LABEL)
    created = create_game(finished(), creation, NAME, SECRET, AT)
    game, entries = begun(created.game, [*created.entries], names=NAMES)
    _, entries = played_on(game, entries, random.Random(1))
    path = tmp_path_factory.mktemp("hostile") / "night.gunbai"
    path.write_bytes(file_of(entries))
    return path


def acting(text: str) -> set[str]:
    """Return the characters of a text that act on a terminal or show nothing, other than line ends."""
    hidden = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
    return {sign for sign in text if unicodedata.category(sign) in hidden} - {"\n"}


READING = [
    ("verify",),
    ("record", "show"),
    ("record", "rulings"),
    ("record", "blame", "{}", "turn"),
    ("record", "find", "{}", "true"),
    ("record", "audit"),
    ("watch",),
    ("game", "show"),
    ("game", "replay"),
    ("game", "luck"),
    ("game", "draw", "{}", "-o", "-"),
    ("game", "fairness"),
    ("game", "stats", "{}", "--by", "player"),
    ("record", "notate"),
]


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_file_prints_no_more_than_text(
    words: tuple[str, ...], form: tuple[str, ...], hostile: Path, run: Run
) -> None:
    words = words if "{}" in words else (*words, "{}")
    ran = run(*(str(hostile) if word == "{}" else word for word in words), *form)
    assert not acting(ran.out), repr(ran.out)
    assert not acting(ran.err), repr(ran.err)
    assert not [line for line in (ran.out + ran.err).splitlines() if line.startswith(FORGED)]


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_an_imported_game_prints_no_more_than_text(
    form: tuple[str, ...], hostile: Path, run: Run, operator: Path
) -> None:
    imported = run("record", "import", str(hostile), "--operator", str(operator), *form)
    assert imported.code == 0
    listed = [run(*words, *form) for words in (("game", "list"), ("game", "standings"), ("game", "stats"))]
    for ran in (imported, *listed):
        assert not acting(ran.out + ran.err), repr(ran.out + ran.err)


def test_standings_run_no_formula(hostile: Path, run: Run, operator: Path) -> None:
    run("record", "import", str(hostile), "--operator", str(operator))
    rows = csv.DictReader(io.StringIO(run("game", "standings", "--standing", "consistent", "--csv", "-").out))
    for row in rows:
        assert row["player"][0] not in "=+-@", row


def test_a_database_for_sql_has_names_as_they_are(hostile: Path, run: Run, tmp_path: Path) -> None:
    """They are values: what shows them, such as Datasette, escapes them as any text of others."""
    file = tmp_path / "games.db"
    assert run("game", "stats", str(hostile), "--sqlite", str(file)).code == 0
    with closing(sqlite3.connect(file)) as database:
        assert tuple(name for (name,) in database.execute("SELECT player FROM seat ORDER BY seat")) == NAMES
        assert database.execute("SELECT label FROM game").fetchone() == (LABEL,)


def test_a_page_and_a_picture_open_no_element(hostile: Path, run: Run, tmp_path: Path) -> None:
    page = tmp_path / "night.html"
    assert run("game", "replay", str(hostile), "--animate", str(page)).code == 0
    picture = run("game", "draw", str(hostile), "-o", "-").out
    for text in (page.read_text(encoding="utf-8"), picture):
        assert "<script>alert" not in text
        assert "<img" not in text


def test_an_error_prints_no_more_than_text(run: Run) -> None:
    ran = run("game", "show", "x\x1b[31my\n" + FORGED)
    assert ran.code != 0
    assert not acting(ran.err), repr(ran.err)


def test_a_log_line_is_one_line_that_no_terminal_obeys() -> None:
    for render in (console_line, json_line):
        line = render(0.0, "info", {"event": "call_failed", "error": NAMES[0], "game": NAMES[1]}).decode()
        assert line.count("\n") == 1
        assert not acting(line), repr(line)
    assert json.loads(json_line(0.0, "info", {"event": NAMES[0]}))["event"] == NAMES[0]


def test_text_for_each_kind_of_reader() -> None:
    assert visible("a\x1b[31m\n\u202eb") == r"a\x1b[31m\n\u202eb"
    assert (
        visible("می\u200cخواهم 👨\u200d👩\u200d👧 Dvořák\u00a0č. 1")
        == "می\u200cخواهم 👨\u200d👩\u200d👧 Dvořák\u00a0č. 1"
    )
    assert json.loads(visible_json(json.dumps(NAMES, ensure_ascii=False))) == [*NAMES]
    assert visible("Ann\u3164\ufe0f\u115f\u2800 ア\U000e0100") == r"Ann\u3164\ufe0f\u115f\u2800 ア\U000e0100"
    assert visible("❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100") == "❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100"
    assert json.loads(visible_json('"Ann\u3164\U000e0100"')) == "Ann\u3164\U000e0100"
    assert visible_json('"Ann\u3164"') == r'"Ann\u3164"'
    assert spreadsheet("\u200d=1+1") == "'\u200d=1+1"
    assert [*map(spreadsheet, ("\ufe0f=1+1", "\u3164=1+1"))] == [r"\ufe0f=1+1", r"\u3164=1+1"]
    assert [*map(spreadsheet, ("=1", " @x", "Ann", "＝1"))] == ["'=1", "' @x", "Ann", "'＝1"]
    assert quoted('Bob" now\u2028') == r'"Bob\" now\u2028"'
