"""Case files: a case that cannot be read is an error that names the file, the case and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_client.cases import CaseError, find_files, read_file, read_files, readable
from gunbai_client.cases.format import read_text

TABLE_SET = """
[[case]]
name = "A case."
clause = "IN-2.3"
options = { starting_player = "red" }
moves = [{ actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" } }]
"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[case", "a.toml: "),
        ("[[case]]\nclause = 'IN-1.1'", "a.toml: case 1 ('without a name'): Object missing required field `name`"),
        (TABLE_SET + "waits = { setp = 'X' }", "a.toml: case 1 ('A case.'): Object contains unknown field `setp`"),
        ("[start]\nmoves = []\n" + TABLE_SET, "a.toml: Object contains unknown field `moves`"),
        (TABLE_SET + "ended = true", "a.toml: case 1 ('A case.'): "),
        (TABLE_SET + "views.red = {}", "a.toml: 'A case.': views.red: a seat is a number, counted from 1"),
        (
            "[[case]]\nname = 'A'\nclause = 'B'\nrefused = 'B'",
            "a.toml: 'A': a refusal is expected, but no move is made",
        ),
    ],
)
def test_a_file_that_cannot_be_read_names_the_file_the_case_and_the_field(text: str, problem: str) -> None:
    with pytest.raises(CaseError) as error:
        list(readable(read_text(text, "a.toml", folder="infludance_duel")))
    assert str(error.value).startswith(problem)


def test_the_start_of_a_file_is_the_start_of_its_cases() -> None:
    start = "[start]\nseats = 2\noptions = { board_side = 'B' }\nchanges = { starter = 1, side = 'B' }\n"
    case, other = readable(
        read_text(start + "[[case]]\nname = 'A'\nclause = 'C'\nchanges = { starter = 2 }\n" + TABLE_SET, "a.toml")
    )
    assert (case.seats, case.options, case.changes) == (2, {"board_side": "B"}, {"starter": 2, "side": "B"})
    assert (other.options, other.changes) == ({"starting_player": "red"}, {"starter": 1, "side": "B"})


def test_a_start_may_say_what_is_the_default_of_a_case_and_what_is_not() -> None:
    for seats in (0, 1, 2):
        (case,) = readable(read_text(f"[start]\nseats = {seats}\n" + TABLE_SET, "a.toml"))
        assert case.seats == seats


@pytest.mark.parametrize(
    ("addition", "problem"),
    [
        ("refused_creation = 'IN-1.1'", "the creation is expected to be refused, but moves are made"),
        ("before = [{ actor = 1, command = 'Step', fork_at = 0 }]", "before: only `moves` may have fork_at"),
    ],
)
def test_keys_that_contradict_each_other_are_an_error(addition: str, problem: str) -> None:
    (found,) = read_text(TABLE_SET + addition, "a.toml")
    assert str(found) == f"a.toml: 'A case.': {problem}"


@pytest.mark.parametrize("fork_at", [1, -1])
def test_a_case_branches_only_where_it_has_been(fork_at: int) -> None:
    (found,) = read_text(TABLE_SET.replace("} }]", f"}}, fork_at = {fork_at} }}]"), "a.toml")
    assert str(found) == f"a.toml: 'A case.': move 1: fork_at is from 0 to 0, not {fork_at}"


def test_the_expected_clauses_are_cited() -> None:
    (case,) = readable(read_text("[[case]]\nname = 'A'\nclause = 'IN-1.1'\nrefused_creation = 'IN-1.2'", "a.toml"))
    assert (case.clauses, case.refusals) == (("IN-1.1", "IN-1.2"), ("IN-1.2",))


def test_a_bad_case_does_not_hide_the_others_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text(TABLE_SET + "chair = 1\n" + TABLE_SET, encoding="utf-8")
    bad, good = read_file(file)
    assert isinstance(bad, CaseError)
    assert not isinstance(good, CaseError)
    with pytest.raises(CaseError, match="unknown field `chair`"):
        list(read_files([file]))


def test_a_folder_and_a_bare_file_name_give_the_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "infludance_duel"
    folder.mkdir()
    (folder / "a.toml").write_text(TABLE_SET, encoding="utf-8")
    monkeypatch.chdir(folder)
    for path in (Path(), Path("a.toml"), folder):
        assert [case.title for case in read_files([path])] == ["infludance_duel"]


def test_files_without_cases_and_hidden_folders_are_left_out_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]", encoding="utf-8")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "b.toml").write_text(TABLE_SET, encoding="utf-8")
    (tmp_path / "a.toml").write_text(TABLE_SET, encoding="utf-8")
    assert list(find_files([tmp_path])) == [tmp_path / "a.toml"]
    with pytest.raises(CaseError, match="no such file or folder"):
        list(find_files([tmp_path / "nothing"]))


def test_a_file_that_is_no_text_is_an_error_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"\xff[[case")
    (found,) = read_file(file)
    assert str(found).startswith(f"{file}: ")
