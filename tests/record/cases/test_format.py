"""Case files: a case that cannot be read is an error that names the file, the case and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_record.cases import CaseError, find_files, read_file, read_files, readable
from gunbai_record.cases.format import read_text

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
        (TABLE_SET + "position = 'off'", "a.toml: case 1 ('A case.'): no [positions.off] in this file"),
        (TABLE_SET + "position = []", "a.toml: case 1 ('A case.'): no [positions.[]] in this file"),
        ("[positions.off]\nmoves = []\n" + TABLE_SET, "a.toml: Object contains unknown field `moves`"),
        (TABLE_SET + "ended = true", "a.toml: case 1 ('A case.'): "),
        (TABLE_SET + "views.red = {}", "a.toml: 'A case.': views.red: a seat is a number, counted from 1"),
        (
            "[[case]]\nname = 'A'\nclause = 'B'\nrefused = 'B'",
            "a.toml: 'A': a refusal is expected, but there is no move",
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


def test_a_case_starts_from_the_position_that_it_names_over_the_start_of_its_file() -> None:
    start = "[start]\nseats = 2\nchanges = { starter = 1, side = 'B' }\n"
    named = "[positions.late]\nseats = 3\npools = ['deck']\nchanges = { starter = 2, active = 2 }\n"
    case = "[[case]]\nname = 'A'\nclause = 'C'\nposition = 'late'\nchanges = { active = 1 }\n"
    named_case, other = readable(read_text(start + named + case + TABLE_SET, "a.toml"))
    assert (named_case.seats, named_case.pools, named_case.changes) == (
        3,
        ("deck",),
        {"starter": 2, "side": "B", "active": 1},
    )
    assert (other.seats, other.pools, other.changes) == (2, (), {"starter": 1, "side": "B"})


def test_a_start_may_say_what_is_the_default_of_a_case_and_what_is_not() -> None:
    for seats in (0, 1, 2):
        (case,) = readable(read_text(f"[start]\nseats = {seats}\n" + TABLE_SET, "a.toml"))
        assert case.seats == seats


@pytest.mark.parametrize(
    ("addition", "problem"),
    [
        ("refused_creation = 'IN-1.1'", "the creation should be refused, but there are moves"),
        ("before = [{ actor = 1, command = 'Step', fork_at = 0 }]", "before: only `moves` may have fork_at"),
    ],
)
def test_keys_that_contradict_each_other_are_an_error(addition: str, problem: str) -> None:
    (error,) = read_text(TABLE_SET + addition, "a.toml")
    assert str(error) == f"a.toml: 'A case.': {problem}"


def test_a_refused_creation_has_no_moves_before_it_either() -> None:
    moves = "before = [{ actor = 1, command = 'Step' }]"
    (error,) = read_text(f"[[case]]\nname = 'A'\nclause = 'B'\nrefused_creation = true\n{moves}", "a.toml")
    assert str(error) == "a.toml: 'A': the creation should be refused, but there are moves"
    (alone,) = readable(read_text("[[case]]\nname = 'A'\nclause = 'B'\nrefused_creation = true", "a.toml"))
    assert (alone.refused_creation, alone.refusals, alone.clauses) == (True, (), ("B",))


def test_a_later_move_branches_at_any_position_before_it() -> None:
    move = "{ actor = 1, command = 'Step' }"
    for fork_at, error in ((0, ""), (1, ""), (2, "a.toml: 'A': move 2: fork_at must be from 0 to 1, not 2")):
        later = move.replace("}", f", fork_at = {fork_at} }}")
        (case_or_error,) = read_text(f"[[case]]\nname = 'A'\nclause = 'B'\nmoves = [{move}, {later}]", "a.toml")
        assert (str(case_or_error) if isinstance(case_or_error, CaseError) else "") == error


def test_a_case_that_says_nothing_expects_and_changes_nothing() -> None:
    (case,) = readable(read_text("[[case]]\nname = 'A'\nclause = 'B'", "a.toml", "shogun"))
    values = {name: getattr(case, name) for name in case.__struct_fields__}
    assert values == dict.fromkeys(
        ("refused", "values", "events", "events_end", "events_include", "events_exclude", "waits", "view", "views")
    ) | {
        "legal": (),
        "not_legal": (),
        "ended": None,
        "name": "A",
        "clause": "B",
        "title": "shogun",
        "rules_version": 0,
        "seats": 0,
        "options": {},
        "edition": "",
        "table": "",
        "changes": "",
        "pools": (),
        "refused_creation": None,
        "before": (),
        "moves": (),
        "file": "a.toml",
    }
    assert case.place == "a.toml: 'A'"


def test_the_title_is_that_of_the_case_of_its_file_or_of_its_folder() -> None:
    case = "[[case]]\nname = 'A'\nclause = 'B'\n"
    for text, titles in (
        (case, ["folder"]),
        (f"title = 'file'\n{case}", ["file"]),
        (f"title = 'file'\n{case}title = 'own'\n{case}", ["own", "file"]),
    ):
        assert [read_case.title for read_case in readable(read_text(text, "a.toml", "folder"))] == titles
    assert [read_case.title for read_case in readable(read_text(case, "a.toml"))] == [""]


def test_a_case_is_named_by_its_number_in_the_file() -> None:
    case = "[[case]]\nname = 'A'\nclause = 'B'\n"
    _, second = read_text(f"{case}{case}seats = 'x'", "a.toml")
    assert str(second).startswith("a.toml: case 2 ('A'): Expected `int`, got `str`")


def test_changes_may_be_the_text_of_an_object_which_stands_for_itself() -> None:
    start = "[start]\nchanges = { starter = 1 }\n"
    (case,) = readable(read_text(f"{start}[[case]]\nname = 'A'\nclause = 'B'\nchanges = '{{}}'", "a.toml"))
    assert case.changes == "{}"


def test_the_files_of_a_folder_come_in_order_and_hold_cases(tmp_path: Path) -> None:
    for name in ("b.toml", "a.toml", "c.toml"):
        (tmp_path / name).write_text(TABLE_SET if name != "c.toml" else "[case]", encoding="utf-8")
    assert [path.name for path in find_files([tmp_path, tmp_path / "c.toml"])] == ["a.toml", "b.toml", "c.toml"]


@pytest.mark.parametrize("fork_at", [1, -1])
def test_a_case_branches_only_where_it_has_been(fork_at: int) -> None:
    (error,) = read_text(TABLE_SET.replace("} }]", f"}}, fork_at = {fork_at} }}]"), "a.toml")
    assert str(error) == f"a.toml: 'A case.': move 1: fork_at must be from 0 to 0, not {fork_at}"


def test_the_expected_clauses_are_cited() -> None:
    (case,) = readable(read_text("[[case]]\nname = 'A'\nclause = 'IN-1.1'\nrefused_creation = 'IN-1.2'", "a.toml"))
    assert (case.clauses, case.refusals) == (("IN-1.1", "IN-1.2"), ("IN-1.2",))
    text = TABLE_SET.replace("'IN-2.3'", "").replace('"IN-2.3"', "['IN-2.3', 'IN-2.4', 'IN-2.3']")
    refused = text.replace("} }]", "}, refused = 'IN-3.9' }]") + "refused = 'IN-2.4'"
    (case,) = readable(read_text(refused, "a.toml", "infludance_duel"))
    assert (case.clauses, case.refusals) == (("IN-2.3", "IN-2.4", "IN-3.9"), ("IN-3.9", "IN-2.4"))


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
    (error,) = read_file(file)
    assert str(error).startswith(f"{file}: ")
