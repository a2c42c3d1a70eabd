"""A list of moves becomes the record of a game, or stops at the first line that is no legal move."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.rules import canonical
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.record_file import read
from lab.toy_games import AT, NAME, started
from lab.toy_service import ALL_TITLES
from referee.files.move_lists import MovesError, moves_of, record_of, recorded
from referee.game.fold import fold
from referee.game.forks import fork_game
from referee.proof.verification import verify
from titles.catalogue import TITLES
from tools.pages.moves import FOLDER, lines_of, written

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
DICE = (FOLDER / "liars_dice.jsonl").read_text(encoding="utf-8").splitlines()


def bids(lines: list[str]) -> list[int]:
    """Return the places of the bids in a list."""
    return [place for place, line in enumerate(lines) if json.loads(line).get("command") == "MakeBid"]


def edited(place: int, **fields: Any) -> list[str]:
    """Return the dice with other fields in a line."""
    return [*DICE[:place], json.dumps(json.loads(DICE[place]) | fields), *DICE[place + 1 :]]


def refusal(lines: list[str]) -> MovesError:
    """Return the error of these lines."""
    with pytest.raises(MovesError) as error:
        record_of(ALL_TITLES, lines)
    return error.value


def problem(lines: list[str]) -> str:
    """Return why there is no record of these lines."""
    return str(refusal(lines))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_list_of_each_title_is_the_game_that_it_was_made_of(title: str) -> None:
    lines = (FOLDER / f"{title}.jsonl").read_text(encoding="utf-8").splitlines()
    _, read_entries = read(io.BytesIO(record_of(ALL_TITLES, lines)))
    entries = list(read_entries)
    report = verify(ALL_TITLES, entries)
    assert (report.verdict, report.problem) == (VERDICT_CONSISTENT, "")
    created = life.CreateGame.FromString(entries[0].command.open.value)
    assert created.chance_source == life.CHANCE_SOURCE_DEALER
    assert fold(ALL_TITLES, entries, {}).status == "finished"
    assert list(moves_of(ALL_TITLES, entries)) == lines


def test_the_lists_are_those_that_the_tool_writes() -> None:
    assert lines_of("liars_dice") == DICE
    assert {path.name for path in FOLDER.iterdir()} == {f"{title}.jsonl" for title in TITLES}


def test_the_page_shows_the_beginning_of_a_list() -> None:
    page = (FOLDER.parent / "move-lists.md").read_text(encoding="utf-8")
    assert "```json\n" + "\n".join(DICE[:4]) + "\n```" in page


def test_a_line_that_is_no_legal_move_is_named_with_its_clause_and_the_way_on() -> None:
    first, second, *_ = bids(DICE)
    error = refusal(edited(second, fields=json.loads(DICE[first])["fields"]))
    problem, table = str(error), error.facts["table"]
    assert problem.startswith(f"line {second + 1}: refused by LD-")
    assert '{"irregularity": {"clause": "LD-' in problem
    assert table not in problem
    assert (error.facts["line"], error.facts["clause"]) == (str(second + 1), re.findall(r"LD-[.0-9]+", problem)[0])
    # What the facts have can be the table of the ruling that takes the place of the line, as it is.
    clause = re.findall(r'"clause": "([^"]+)"', problem)[0]
    ruling = {"irregularity": {"clause": clause, "done": "The bid stood.", "table": json.loads(table), "stands": True}}
    assert json.loads(table)["bid"]
    assert record_of(ALL_TITLES, [*DICE[:second], json.dumps(ruling), json.dumps({"abandoned": "It is late."})])


def test_a_move_for_which_nobody_is_asked_is_answered_with_the_commands_for_which_the_rules_wait() -> None:
    first, second, *_ = bids(DICE)
    missing = problem([*DICE[:first], *DICE[second:]])
    assert '\nWrite it like this: {"actor": 1, "command": "MakeBid"}\nIs something missing before this?' in missing
    assert '\nWrite it like this: {"actor": "chance", "command": "ShakeCup"}\n' in problem([DICE[0], DICE[first]])
    assert "irregularity" not in missing


def test_the_clause_of_an_irregularity_is_that_of_the_title_in_any_case() -> None:
    lines = [*DICE[:4], '{"irregularity": {"clause": "ld-4.1", "done": "x"}}', '{"abandoned": "It is late."}']
    report = verify(ALL_TITLES, [*read(io.BytesIO(record_of(ALL_TITLES, lines)))[1]])
    assert [entry.clause for entry in report.irregular_entries] == ["LD-4.1"]


def test_a_move_against_the_rules_that_stood_is_ruled_on_and_the_record_names_it() -> None:
    place = bids(DICE)[1]
    _, read_entries = read(io.BytesIO(record_of(ALL_TITLES, [*DICE[:place], '{"abandoned": "looked at"}'])))
    before = list(read_entries)[:-1]
    table = json.loads(canonical.encode(fold(ALL_TITLES, before, {}).table))
    ruling = {"clause": "LD-4.1", "done": "Seat 2 bid too low, and nobody noticed.", "seat": 2, "stands": True}
    lines = [*DICE[:place], json.dumps({"irregularity": ruling | {"table": table}}), *DICE[place:]]
    _, read_entries = read(io.BytesIO(record_of(ALL_TITLES, lines)))
    report = verify(ALL_TITLES, list(read_entries))
    assert report.verdict == VERDICT_CONSISTENT
    assert [(entry.clause, entry.done) for entry in report.irregular_entries] == [(ruling["clause"], ruling["done"])]


@pytest.mark.parametrize(
    ("line", "winners", "basis"),
    [
        ({"conceded": 1}, (2,), results.RESULT_BASIS_CONCESSION),
        ({"agreed": {"winners": [1, 2]}}, (1, 2), results.RESULT_BASIS_AGREEMENT),
        ({"decided": {"basis": "adjudication", "reason": "x"}}, (), results.RESULT_BASIS_ADJUDICATION),
        (
            {"decided": {"basis": "penalty", "seats": [1], "winners": [2], "reason": "x"}},
            (2,),
            results.RESULT_BASIS_PENALTY,
        ),
    ],
)
def test_a_game_may_be_decided_beside_the_rules(
    line: dict[str, Any], winners: tuple[int, ...], basis: results.ResultBasis.ValueType
) -> None:
    _, read_entries = read(io.BytesIO(record_of(ALL_TITLES, [*DICE[:4], json.dumps(line)], KEY)))
    entries = list(read_entries)
    game = fold(ALL_TITLES, entries, {})
    assert game.result is not None
    assert (game.status, game.result.winners, game.basis) == ("decided", winners, basis)
    assert verify(ALL_TITLES, entries).verdict == VERDICT_CONSISTENT
    assert bool(entries[-2].signature) == ("decided" in line)


def test_what_was_misread_is_replaced() -> None:
    misread = edited(1, fields={"seat": 1, "dice": [2, 2, 2, 2, 2]})[1]
    put_right = edited(1, corrects=True)[1]
    _, entries = read(io.BytesIO(record_of(ALL_TITLES, [DICE[0], misread, put_right, *DICE[2:]])))
    assert verify(ALL_TITLES, list(entries)).verdict == VERDICT_CONSISTENT


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], "after line 0: the game is not over"),
        (DICE[:-3], f"after line {len(DICE) - 3}: the game is not over"),
        (["nonsense"], "line 1: "),
        (["[]"], "line 1: expected a JSON object"),
        (['{"title": "liars_dice"}'], 'line 1: "players" is missing'),
        (['{"title": "chess", "players": ["A", "B"]}'], "line 1: unknown title 'chess'"),
        (['{"title": "liars_dice", "players": 2}'], "line 1: "),
        (['{"title": "liars_dice", "players": ["A", "B"], "moves": []}'], 'line 1: unknown key "moves"'),
        ([DICE[0], "{}"], "line 2: expected one of actor, irregularity, conceded, agreed, decided, abandoned"),
        ([DICE[0], '{"conceded": 3}'], "line 2: expected a seat from 1 to 2"),
        ([DICE[0], '{"agreed": {}}'], 'line 2: "winners" is missing'),
        ([DICE[0], '{"agreed": {"winners": "all"}}'], "line 2: "),
        ([DICE[0], '{"agreed": {"winners": [3]}}'], "line 2: winners"),
        ([DICE[0], '{"decided": {"basis": "lot", "reason": "x"}}'], "line 2: expected one of"),
        ([DICE[0], '{"decided": {"basis": "forfeit", "reason": "x"}}'], "line 2: seats"),
        ([DICE[0], DICE[1], edited(1, corrects=True, actor=1)[1]], "line 3: "),
        (edited(1, actor=1), "line 2: "),
        (edited(1, actor=3), 'line 2: expected "chance" as the actor, or a seat from 1 to 2'),
        (edited(1, actor="Ann"), 'line 2: expected "chance" as the actor, or a seat from 1 to 2'),
        (edited(1, command="Castle"), "line 2: "),
        (edited(1, fields={"dices": []}), "line 2: "),
        (edited(1, fields={"seat": 1, "dice": [7, 1, 1, 1, 1]}), "line 2: refused by LD-"),
        ([*DICE, DICE[1]], f"line {len(DICE) + 1}: "),
        ([DICE[0], '{"irregularity": {"clause": "LD-99", "done": "x"}}'], "line 2: clause: "),
        ([DICE[0], '{"irregularity": "LD-4.1"}'], "line 2: expected a JSON object"),
        ([DICE[0], '{"abandoned": "so", "then": 1}'], 'line 2: unknown key "then"; the keys are abandoned'),
        ([DICE[0], '{"irregularity": {"clause": "LD-4.1", "done": "x", "table": {}}}'], "line 2: "),
    ],
)
def test_what_is_no_game_is_refused_with_its_line(lines: list[str], expected: str) -> None:
    assert problem(lines).startswith(expected)


def test_a_game_that_was_not_played_to_its_end_is_abandoned() -> None:
    lines = [*DICE[:5], '{"abandoned": "It was late."}']
    _, read_entries = read(io.BytesIO(record_of(ALL_TITLES, lines)))
    entries = list(read_entries)
    assert fold(ALL_TITLES, entries, {}).status == "abandoned"
    assert list(moves_of(ALL_TITLES, entries)) == lines


def test_the_record_of_a_branch_is_no_list_of_moves() -> None:
    night = started()
    fork = life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE)
    branch = fork_game(night.game, fork, "branch", bytes(32), AT)
    with pytest.raises(MovesError, match="the record of a branch cannot be a list of moves"):
        list(moves_of(ALL_TITLES, branch.entries))


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    path.write_bytes(b"\xff")
    with pytest.raises(MovesError, match=r"not UTF-8 text, from byte 1 on"):
        recorded(path)
    path.write_text("\n".join(DICE), encoding="utf-8")
    _, entries = read(io.BytesIO(recorded(path)))
    assert list(moves_of(ALL_TITLES, list(entries))) == DICE


@pytest.mark.long
def test_the_lists_of_all_titles_are_those_that_the_tool_writes() -> None:
    assert written() == {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
