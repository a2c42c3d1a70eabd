"""The audit of record files by a version of the rules: what would differ in each file, and what is not judged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from clients.cli.app import app
from games.kit.rules.decider import Evolve
from games.liars_dice import LIARS_DICE
from gunbai.liars_dice.v1 import events
from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import sealed
from lab.paths import FIXTURES
from lab.recorded_games import NAME, file_of, played
from lab.toy import LANTERN_NIGHT
from referee.errors import TitleNotFound
from referee.game.rejudging import OWN
from referee.game.titles import Titles
from referee.records.files_audit import audit_file, audit_files, audit_files_in, records_in
from referee.records.rules_audit import Audited
from tests.games.liars_dice import rules_2

BOTH = Titles([LANTERN_NIGHT, LIARS_DICE, rules_2.LIARS_DICE])


@pytest.fixture(scope="module")
def entries() -> list[record.Entry]:
    return played(BOTH, "liars_dice", 2, 3, rules_version=1)[1]


def kept(folder: Path, name: str, entries: Sequence[record.Entry]) -> Path:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(file_of(entries))
    return file


def audited(*paths: Path, rules_version: int = 0) -> Audited:
    """Judge files in one thread; progress ends with the last."""
    files, seen = [*records_in(paths)], list[tuple[int, int]]()
    with ThreadPoolExecutor(1) as pool:
        audit = audit_files_in(files, rules_version, lambda *done: seen.append(done), pool, BOTH)
    assert seen == [(number, len(files)) for number in range(1, len(files) + 1)]
    return audit


def test_what_would_differ_is_listed_by_file(tmp_path: Path, entries: list[record.Entry]) -> None:
    file = kept(tmp_path, "night.gunbai", entries)
    audit = audited(file)
    assert audit.by_clause == {"LD-3.3": len(audit.differences)}
    first = audit.differences[0]
    assert (first.file, first.game) == (str(file), NAME)
    assert (
        next(audit.sentences()) == f"{file}@{first.version}: MakeBid by {first.actor}: accepted; now refused by LD-3.3"
    )
    assert json.loads(audit.as_json())["differences"][0]["file"] == str(file)
    assert audited(file, rules_version=1).differences == ()


def test_a_file_is_judged_by_the_installed_titles_unless_others_are_given(
    tmp_path: Path, entries: list[record.Entry]
) -> None:
    file = kept(tmp_path, "night.gunbai", entries)
    alone = audit_file(file, 0)
    assert (alone.unjudged, alone.differences) == ((), ())
    assert audit_file(file, 0, BOTH).differences


def test_folders_are_searched_with_the_folders_in_them(tmp_path: Path, entries: list[record.Entry]) -> None:
    inner, outer = kept(tmp_path, "club/b.gunbai", entries), kept(tmp_path, "a.gunbai", entries)
    (tmp_path / "a.head").write_text("a head is no record")
    assert [*records_in([tmp_path])] == [outer, inner]
    audit = audited(tmp_path, rules_version=1)
    assert (audit.games, audit.rulings) == (2, 2 * (len(entries) - 2))  # all but the taking of two seats


def test_what_does_not_verify_or_cannot_be_read_is_not_judged(tmp_path: Path, entries: list[record.Entry]) -> None:
    changed = [*entries]
    changed[8] = record.Entry()
    changed[8].CopyFrom(entries[8])
    changed[8].at_micros += 1
    kept(tmp_path, "changed.gunbai", changed)
    kept(tmp_path, "short.gunbai", entries).write_bytes(file_of(entries)[:-9])
    audit = audited(tmp_path)
    assert (audit.games, audit.rulings, audit.differences) == (2, 0, ())
    assert [(Path(unjudged.file).name, unjudged.version) for unjudged in audit.unjudged] == [
        ("changed.gunbai", 9),
        ("short.gunbai", 1),
    ]
    assert audit.unjudged[0].why.startswith("it does not verify: ")
    assert audit.unjudged[1].why.startswith("the file is cut off: ")


def test_a_running_game_is_judged_up_to_what_is_sealed(tmp_path: Path, entries: list[record.Entry]) -> None:
    begun = (place for place, entry in enumerate(entries) if entry.position_digest)
    first = next(place for place in begun if any(item.salt for item in entries[place].events))
    hidden = record.Entry()
    hidden.CopyFrom(entries[first])
    for item in (event for event in hidden.events if event.salt):
        item.CopyFrom(sealed(item))
    audit = audited(kept(tmp_path, "running.gunbai", [*entries[:first], hidden]))
    assert audit.rulings == first - 2
    (unseen,) = audit.unjudged
    assert unseen.version == first + 1
    assert unseen.why == "an item is sealed: from here on, everything was checked except the rules"


def test_a_name_that_was_removed_hides_no_ruling(tmp_path: Path) -> None:
    _, entries = played(BOTH, "liars_dice", 2, 3, rules_version=1)
    for entry in entries:
        if entry.command.open.type_url.endswith("TakeSeat"):
            entry.events[1].CopyFrom(sealed(entry.events[1]))
    assert audited(kept(tmp_path, "night.gunbai", entries)).unjudged == ()


def test_a_version_that_no_title_has_is_an_error() -> None:
    with pytest.raises(TitleNotFound):
        audit_files([], 77, lambda *_: None)


@pytest.mark.parametrize(("processes", "files", "workers"), [(0, 9, 4), (2, 9, 2), (2, 1, 1), (0, 3, 3)], ids=str)
def test_there_are_as_many_processes_as_are_asked_for_or_one_per_core_but_no_more_than_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, processes: int, files: int, workers: int
) -> None:
    workers_used: list[int] = []

    def pool(count: int) -> ThreadPoolExecutor:
        workers_used.append(count)
        return ThreadPoolExecutor(1)

    monkeypatch.setattr("referee.records.files_audit.pool_of", pool)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    names, seen = [tmp_path / f"{number}.gunbai" for number in range(files)], list[tuple[int, int]]()
    for name in names:
        name.write_bytes(b"no record")
    audit = audit_files(names, 0, lambda *done: seen.append(done), processes)
    assert (workers_used, audit.games, len(audit.unjudged)) == ([workers], files, files)
    assert seen[-1] == (files, files)


@pytest.mark.parametrize(
    ("differences", "unjudged", "code"), [((), (), 0), (("d",), (), 1), ((), ("u",), 3), (("d",), ("u",), 1)]
)
def test_the_exit_code_says_whether_anything_differs_or_is_not_judged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, differences: tuple[str, ...], unjudged: tuple[str, ...], code: int
) -> None:
    judged_runs: list[Any] = []

    class Found:
        """What an audit found."""

        def __init__(self) -> None:
            self.differences, self.unjudged = differences, unjudged

        def as_json(self) -> str:
            return "as JSON"

        def sentences(self) -> list[str]:
            return ["one", "two"]

    def audit(*arguments: Any) -> Found:
        judged_runs.append((arguments[:2], arguments[3:]))
        return Found()

    monkeypatch.setattr("referee.records.files_audit.audit_files", audit)
    file = tmp_path / "a.gunbai"
    file.touch()
    ended = run("--rules", "2", "--processes", "3", str(tmp_path))
    assert (ended.exit_code, ended.output) == (code, "one\ntwo\n")
    ended = run("--rules", "NEWEST", str(file), "--json")
    assert (ended.exit_code, ended.output) == (code, "as JSON\n")
    assert judged_runs == [(([file], 2), (3,)), (([file], 0), (0,))]


def run(*options: str) -> Any:
    return CliRunner().invoke(app, ["record", "audit", *options])


def test_the_command_says_what_it_cannot_use(tmp_path: Path) -> None:
    missing, database = str(tmp_path / "night.gunbai"), tmp_path / "games.sqlite"
    database.touch()
    for options in (
        ["--rules", "1", missing],
        ["--rules", "1", str(tmp_path)],
        ["--rules", "1", str(FIXTURES), "--database", str(database)],
        [str(FIXTURES)],
        ["one", "two"],
    ):
        assert run(*options).exit_code == 2, options


@pytest.mark.long
def test_files_are_judged_in_several_processes(tmp_path: Path) -> None:
    """Branches with their parents, games with a dealer, irregularities and titles with clocks are judged alike."""
    for file in FIXTURES.glob("*.gunbai"):
        if not {"unverified", "running"} & {*file.name.split(".")}:
            shutil.copy(file, tmp_path)
    ended = run("--rules", "NEWEST", "--processes", "2", str(tmp_path), "--json")
    audit, files = json.loads(ended.stdout), len([*tmp_path.iterdir()])
    assert (ended.exit_code, audit["games"], audit["differences"], audit["unjudged"]) == (0, files, [], [])
    assert audit["rulings"] > 20 * files


def mended_in_place(**parts: Any) -> Titles:
    """Return Liar's Dice with rules whose first version is no longer what it was."""
    return Titles([replace(LIARS_DICE, rules=replace(LIARS_DICE.rules, **parts))])


def otherwise() -> Evolve[Any]:
    """Return the fold in which a bid counts one die more."""
    evolve = Evolve(LIARS_DICE.rules.evolve)
    handler = evolve.handlers[events.BidMade]
    evolve.handlers[events.BidMade] = lambda table, event: handler(
        table, events.BidMade(seat=event.seat, quantity=event.quantity + 1, face=event.face)
    )
    return evolve


@pytest.mark.parametrize(
    ("parts", "recorded"),
    [
        ({"steps": rules_2.LIARS_DICE.rules.steps, "revisions": rules_2.LIARS_DICE.rules.revisions}, "accepted"),
        ({"evolve": otherwise()}, "its table"),
    ],
    ids=["another verdict", "another fold"],
)
def test_a_version_that_was_changed_in_place_is_named_with_the_first_entry_that_departs_from_it(
    tmp_path: Path, entries: list[record.Entry], parts: dict[str, Any], recorded: str
) -> None:
    file = kept(tmp_path, "night.gunbai", entries)
    assert audit_file(file, OWN, BOTH).differences == ()
    departed = audit_file(file, OWN, mended_in_place(**parts))
    first = departed.differences[0]
    bids = [entry.version for entry in entries if entry.command.open.type_url.endswith("MakeBid")]
    assert (first.version in bids, first.recorded, departed.unjudged) == (True, recorded, ())
