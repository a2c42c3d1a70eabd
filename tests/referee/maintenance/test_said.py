"""What the commands that look after a service say of what was found: in words, as JSON, and of what went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from gunbai_record.text.counts import counted
from referee import upkeep
from referee.maintenance.archiving import Archived
from referee.maintenance.backups import RestoredBackup
from referee.maintenance.environment_checks import Around, versions
from referee.records.doctor import Examined, Fault
from store.contract import StorageError

BEHIND = (Fault("one", "it went on"), Fault("two", "it went on too"))


def ran(command: Callable[..., Any], *words: str) -> Result:
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, words)


@pytest.fixture
def database(tmp_path: Path) -> str:
    file = tmp_path / "games.sqlite"
    file.touch()
    return str(file)


def answering(monkeypatch: pytest.MonkeyPatch, name: str, answer: Any) -> list[tuple[Any, ...]]:
    """Let a coroutine function return an answer, or raise it; return with what it is called."""
    calls: list[tuple[Any, ...]] = []

    async def answered(*arguments: Any, **named: Any) -> Any:
        calls.append((*arguments, named))
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(name, answered)
    return calls


class TestBackup:
    """What a backup has, and which old ones were removed."""

    MADE = Path("backups/new"), SimpleNamespace(games=3, parts=[SimpleNamespace(name="a"), SimpleNamespace(name="b")])

    @pytest.fixture(autouse=True)
    def elsewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have backups on another disk than the database."""
        monkeypatch.setattr("referee.maintenance.backups.on_one_disk", lambda *_: False)

    def test_a_backup_on_the_disk_of_its_database_is_warned_of(
        self, monkeypatch: pytest.MonkeyPatch, database: str
    ) -> None:
        answering(monkeypatch, "referee.maintenance.backups.back_up", self.MADE)
        monkeypatch.setattr("referee.maintenance.backups.on_one_disk", lambda *_: True)
        printed = ran(upkeep.backup, "backups", "--database", database).output
        assert "backups is on the same disk as the database: copy the backup to another machine." in printed

    def test_it_names_the_files_and_what_was_removed(self, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
        (call,) = (answering(monkeypatch, "referee.maintenance.backups.back_up", self.MADE),)
        monkeypatch.setattr("referee.maintenance.backups.spare", lambda *_: [Path("backups/old")])
        ended = ran(upkeep.backup, "backups", "--database", database, "--keep", "1", "--forwarder", "f")
        assert (ended.exit_code, ended.output) == (
            0, "backups/new: 3 games examined; a, b\nRemoved backups/old.\n"
        )  # fmt: skip
        ((source, folder, *_),) = call
        assert (folder, source.forwarder) == (Path("backups"), Path("f"))
        ended = ran(upkeep.backup, "backups", "--database", database, "--keep", "1", "--json")
        assert json.loads(ended.output) == {
            "backup": "backups/new", "games": 3, "files": ["a", "b"], "removed": ["backups/old"], "same_disk": False
        }  # fmt: skip

    def test_none_is_removed_unless_it_is_said_how_many_are_kept(
        self, monkeypatch: pytest.MonkeyPatch, database: str
    ) -> None:
        answering(monkeypatch, "referee.maintenance.backups.back_up", self.MADE)
        monkeypatch.setattr("referee.maintenance.backups.spare", lambda *_: [Path("backups/old")])
        assert "removed" not in ran(upkeep.backup, "backups", "--database", database).output

    @pytest.mark.parametrize("error", [StorageError("games.sqlite", "lost"), OSError("full"), ValueError("wrong")])
    def test_why_there_is_none_is_said(self, monkeypatch: pytest.MonkeyPatch, database: str, error: Exception) -> None:
        answering(monkeypatch, "referee.maintenance.backups.back_up", error)
        ended = ran(upkeep.backup, "backups", "--database", database)
        assert (ended.exit_code, ended.output) == (1, f"gunbai server backup: {error}\n")


NEWER = "Restore a newer backup. If this is the newest, "
REFUSED = f"The service rejects calls for the games above. {NEWER}"


class TestRestore:
    """What was put back, and what it lacks."""

    @pytest.mark.parametrize(
        ("restored", "last"),
        [
            (RestoredBackup(2, heads=True, behind=(), missing=(), accepted=False), ""),
            (RestoredBackup(2, heads=True, behind=BEHIND, missing=("new",), accepted=True), ""),
            (RestoredBackup(2, heads=False, behind=(), missing=(), accepted=True, of_root=True), ""),
            (RestoredBackup(2, heads=True, behind=BEHIND, missing=(), accepted=False), REFUSED),
            (RestoredBackup(2, heads=True, behind=(), missing=("new", "newer"), accepted=False), REFUSED),
            (RestoredBackup(2, heads=True, behind=(), missing=(), accepted=False, short_log=True), NEWER),
            (
                RestoredBackup(2, heads=False, behind=BEHIND, missing=(), accepted=False),
                "The service does not start until you ",
            ),
        ],
    )
    def test_it_names_the_games_that_went_on_and_what_is_to_do(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, restored: RestoredBackup, last: str
    ) -> None:
        answering(monkeypatch, "referee.maintenance.backups.restore", restored)
        ended = ran(upkeep.restore, str(tmp_path), "--database", "/folder/g.sqlite")
        todo = (
            f"{last}accept the loss: gunbai server doctor --accept-loss --database /folder/g.sqlite\n" if last else ""
        )
        named = "".join(f"{fault.place}: {fault.problem}\n" for fault in restored.behind)
        named += "".join(f"{game}: newer than the backup, and missing\n" for game in restored.missing)
        went_on = "continued after the backup" if restored.heads else "may have continued after the backup"
        count = f"/folder/g.sqlite: restored 2 games. {len(restored.behind)} of them {went_on}.\n"
        if restored.missing:
            count += f"Newer than the backup, and missing: {counted(len(restored.missing), 'game')}.\n"
        if restored.of_root:
            todo += "The files belong to root. If the service runs as another user: chown USER: /folder/g.sqlite*\n"
        if restored.short_log:
            count += "The log of all games lacks leaves: until you accept the loss, "
            count += "no game can be created or ended, and exported records have no proofs.\n"
        assert (ended.exit_code, ended.output) == (0, named + count + todo)

    def test_as_json_it_has_the_same(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        restored = RestoredBackup(2, heads=True, behind=BEHIND[:1], missing=("new",), accepted=False)
        calls = answering(monkeypatch, "referee.maintenance.backups.restore", restored)
        ended = ran(upkeep.restore, str(tmp_path), "--json", "--accept-loss")
        assert ended.exit_code == 0
        assert json.loads(ended.output) == {
            "games": 2, "heads": True, "accepted": False, "behind": [{"place": "one", "problem": "it went on"}],
            "missing": ["new"], "of_root": False, "short_log": False,
        }  # fmt: skip
        ran(upkeep.restore, str(tmp_path))
        assert [call[-1] for call in calls] == [{"accept": True}, {"accept": False}]

    @pytest.mark.parametrize("error", [StorageError("games.sqlite", "lost"), OSError("full"), ValueError("wrong")])
    def test_why_nothing_was_put_back_is_said(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception
    ) -> None:
        answering(monkeypatch, "referee.maintenance.backups.restore", error)
        ended = ran(upkeep.restore, str(tmp_path))
        assert (ended.exit_code, ended.output) == (1, f"gunbai server restore: {error}\n")


class TestArchive:
    """How many files were written, and which games could not be read."""

    @pytest.mark.parametrize(("damaged", "code"), [((), 0), (("one: it is lost", "two: it is lost"), 1)])
    def test_it_names_the_games_that_are_damaged(
        self, monkeypatch: pytest.MonkeyPatch, database: str, damaged: tuple[str, ...], code: int
    ) -> None:
        calls = answering(monkeypatch, "referee.maintenance.archiving.archive", Archived(4, 2, 1, damaged))
        ended = ran(upkeep.archive, "files", "--database", database)
        printed = "".join(f"{line}\n" for line in damaged) + "files: 4 games, 1 of them finished; wrote 2 files.\n"
        assert (ended.exit_code, ended.output) == (code, printed)
        assert ran(upkeep.archive, "files", "--database", database, "--json", "--key", "k").exit_code == code
        assert [call[1] for call in calls] == [Path(database).with_suffix(".key"), Path("k")]

    @pytest.mark.parametrize("error", [StorageError("games.sqlite", "lost"), OSError("full"), ValueError("wrong")])
    def test_why_there_is_none_is_said(self, monkeypatch: pytest.MonkeyPatch, database: str, error: Exception) -> None:
        answering(monkeypatch, "referee.maintenance.archiving.archive", error)
        ended = ran(upkeep.archive, "files", "--database", database)
        assert (ended.exit_code, ended.output) == (1, f"gunbai server archive: {error}\n")


class TestDoctor:
    """What is wrong, what was accepted, and what was examined with."""

    @pytest.mark.parametrize(("faults", "code"), [((), 0), (BEHIND, 1)])
    def test_it_names_what_was_accepted_and_the_faults(
        self, monkeypatch: pytest.MonkeyPatch, database: str, faults: tuple[Fault, ...], code: int
    ) -> None:
        accepted = (Fault("three", "its loss was accepted"),)
        answering(monkeypatch, "referee.records.doctor.examine", Examined(5, faults, accepted))
        monkeypatch.setattr("referee.maintenance.environment_checks.found_around", lambda *_, **__: Around())
        ended = ran(upkeep.doctor, "--database", database)
        lines = "".join(f"{fault.place}: {fault.problem}\n" for fault in (*accepted, *faults))
        assert (ended.exit_code, ended.output) == (
            code, f"{lines}{versions()}\n5 games examined, {counted(len(faults), 'fault')}.\n"
        )  # fmt: skip

    def test_what_is_wrong_around_the_database_is_a_fault_too(
        self, monkeypatch: pytest.MonkeyPatch, database: str
    ) -> None:
        answering(monkeypatch, "referee.records.doctor.examine", Examined(5, BEHIND[:1], ()))
        monkeypatch.setattr("referee.maintenance.environment_checks.found_around", lambda *_, **__: Around(BEHIND[1:]))
        ended = ran(upkeep.doctor, "--database", database, "--json")
        assert ended.exit_code == 1
        assert json.loads(ended.output) == {
            "games": 5, "versions": versions(), "faults": [fault._asdict() for fault in BEHIND], "accepted": []
        }  # fmt: skip

    def test_a_loss_is_accepted_before_the_database_is_examined_and_only_there(
        self, monkeypatch: pytest.MonkeyPatch, database: str
    ) -> None:
        accepted = answering(monkeypatch, "referee.records.doctor.accept_loss", None)
        answering(monkeypatch, "referee.records.doctor.examine", Examined(0, (), ()))
        monkeypatch.setattr("referee.maintenance.environment_checks.found_around", lambda *_, **__: Around())
        assert ran(upkeep.doctor, "--database", database).exit_code == 0
        assert accepted == []
        assert ran(upkeep.doctor, "--database", database, "--accept-loss").exit_code == 0
        assert [call[0] for call in accepted] == [Path(database)]
        ended = ran(upkeep.doctor, "--database", database, "--accept-loss", "--store", "nats://s:1")
        assert ended.exit_code == 2
        assert "to accept that a stream lost entries, start `gunbai serve --after-restore`" in " ".join(
            ended.output.replace("│", " ").split()
        )
        assert len(accepted) == 1

    def test_a_database_that_cannot_be_opened_is_said(self, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
        answering(monkeypatch, "referee.records.doctor.examine", StorageError("games.sqlite", "lost"))
        ended = ran(upkeep.doctor, "--database", database)
        assert (ended.exit_code, ended.output) == (1, "gunbai server doctor: games.sqlite: lost\n")


FILES = {"backup": ["--database"], "archive": ["--database"], "doctor": ["--database"]}


@pytest.mark.parametrize(("command", "option"), [(name, option) for name, file in FILES.items() for option in file])
def test_a_database_is_a_file_that_is_there(command: str, option: str, tmp_path: Path) -> None:
    words = [] if command == "doctor" else [str(tmp_path / "folder")]
    for wrong, problem in ((tmp_path, "is a directory"), (tmp_path / "none", "does not exist")):
        ended = ran(getattr(upkeep, command), *words, option, str(wrong))
        assert ended.exit_code == 2
        assert problem in " ".join(ended.output.replace("│", " ").split())
    assert [*tmp_path.iterdir()] == []


def test_folders_are_folders(database: str, tmp_path: Path) -> None:
    for command, words in (("backup", [database, "--database", database]), ("restore", [database])):
        ended = ran(getattr(upkeep, command), *words)
        assert ended.exit_code == 2
        assert "is a file" in " ".join(ended.output.replace("│", " ").split())
    ended = ran(upkeep.restore, str(tmp_path / "none"))
    assert ended.exit_code == 2
    assert "does not exist" in " ".join(ended.output.replace("│", " ").split())
    assert ran(upkeep.backup, "b", "--database", database, "--keep", "-1").exit_code == 2
