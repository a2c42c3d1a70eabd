"""`gunbai title cases`: what it prints, and the exit codes that scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients.cli.commands.title.cases import cases
from gunbai_record.clauses import clauses

GOOD = """
[[case]]
name = "Figures are chosen in turn."
clause = "IN-2.2"
options = { starting_player = "red" }
waits = { seats = [1] }
"""
FAILING = GOOD.replace("[1]", "[2]").replace("Figures", "Boots")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of cases of INFLUDANCE Duel."""
    made = tmp_path / "infludance_duel"
    made.mkdir()
    return made


def gunbai_cases(*words: str | Path) -> Result:
    """Return what a run of `gunbai title cases` leaves."""
    return CliRunner().invoke(cases, [str(word) for word in words])


def test_no_words_print_what_can_be_done() -> None:
    ended = gunbai_cases()
    assert (ended.exit_code, "Usage" in ended.output) == (2, True)
    assert "Run the rule cases" in ended.output


def test_without_a_path_the_cases_of_the_checkout_are_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "cases.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr("clients.cli.commands.title.cases.FOLDER", folder.parent)
    ran = gunbai_cases("run")
    assert (ran.exit_code, "infludance_duel: 1 of 1 cases pass" in ran.stdout) == (0, True)


def test_cases_that_hold_end_with_0(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD, encoding="utf-8")
    ran = gunbai_cases("run", folder)
    assert ran.exit_code == 0
    assert "✓ infludance_duel: 1 of 1 cases pass" in ran.stdout
    assert "✗" not in ran.stdout


def test_json_has_the_letters_of_every_language_as_they_are(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD.replace("Figures", "Figury hráčů"), encoding="utf-8")
    ran = gunbai_cases("run", folder, "--json")
    assert '"case": "Figury hráčů are chosen in turn."' in ran.stdout


def test_the_cases_of_each_title_are_counted_apart(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD, encoding="utf-8")
    other = "title = 'liars_dice'\n[[case]]\nname = 'Seven faces.'\nclause = 'LD-1.1'\nview = { faces = 7 }\n"
    (folder / "other.toml").write_text(other, encoding="utf-8")
    ran = gunbai_cases("run", folder)
    assert "✓ infludance_duel: 1 of 1 cases pass" in ran.stdout
    assert "✗ liars_dice: 0 of 1 cases pass" in ran.stdout


def test_a_case_that_does_not_hold_ends_with_1_and_is_reported(folder: Path) -> None:
    (folder / "mixed.toml").write_text(GOOD + FAILING, encoding="utf-8")
    ran = gunbai_cases("run", folder)
    assert ran.exit_code == 1
    assert "'Boots are chosen in turn.': at the end, waits, seats" in ran.stdout
    assert "✗ infludance_duel: 1 of 2 cases pass" in ran.stdout
    output = json.loads(gunbai_cases("run", folder, "--json").stdout)
    assert (output["cases"], output["failed"]) == (2, 1)
    assert [bool(result["problem"]) for result in output["results"]] == [False, True]
    assert [(result["title"], result["case"]) for result in output["results"]] == [
        ("infludance_duel", "Figures are chosen in turn."),
        ("infludance_duel", "Boots are chosen in turn."),
    ]


def test_a_case_that_cannot_be_read_or_played_fails_by_its_name_and_the_run_goes_on(folder: Path) -> None:
    unplayable = GOOD.replace("Figures", "Boots").replace('"red"', '"green"')
    (folder / "bad.toml").write_text(GOOD + "chair = 1" + unplayable + GOOD, encoding="utf-8")
    (folder / "worse.toml").write_text("[[case", encoding="utf-8")
    ran = gunbai_cases("run", folder)
    assert ran.exit_code == 1
    assert "bad.toml: case 1 ('Figures are chosen in turn.'): Object contains unknown field `chair`" in ran.stdout
    assert "bad.toml: 'Boots are chosen in turn.': a game of infludance_duel cannot be created: " in ran.stdout
    assert "worse.toml: " in ran.stdout
    assert "infludance_duel: 1 of 2 cases pass" in ran.stdout
    assert "unreadable cases and files: 2" in ran.stdout
    output = json.loads(gunbai_cases("run", folder, "--json").stdout)
    assert (output["cases"], output["failed"]) == (4, 3)
    assert gunbai_cases("coverage", folder).exit_code == 1


def test_a_path_that_does_not_exist_ends_with_2(folder: Path) -> None:
    assert gunbai_cases("run", folder / "nothing").exit_code == 2


def test_the_current_folder_and_a_bare_file_name_are_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "good.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.chdir(folder)
    for path in (".", "good.toml"):
        assert "infludance_duel: 1 of 1 cases pass" in gunbai_cases("run", path).stdout


def test_clauses_that_the_cases_leave_out_end_with_1(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD + FAILING.replace("IN-2.2", "IN-99.1"), encoding="utf-8")
    ran = gunbai_cases("coverage", folder, "--title", "infludance_duel")
    assert ran.exit_code == 1
    assert f"1 of {len(clauses('infludance_duel'))} clauses cited" in ran.stdout
    assert "cited, but not a clause of the title: IN-99.1" in ran.stdout
    (folder / "good.toml").write_text(GOOD, encoding="utf-8")
    ran = gunbai_cases("coverage", folder, "--title", "infludance_duel")
    assert "not clauses of the title" not in ran.stdout
    (output,) = json.loads(gunbai_cases("coverage", folder, "--title", "infludance_duel", "--json").stdout)
    assert "IN-4.2" in output["uncited"]
    assert "IN-4.2" in output["unrefused"]
    assert gunbai_cases("coverage", folder, "--title", "chess").exit_code == 2
