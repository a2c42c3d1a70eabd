"""`gunbai record import`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clients.cli.sources.local_service import serving
from gunbai_record.tokens import as_kept, new_token
from lab.patience import PATIENCE
from tests.clients.cli.command_run import Run

ROOT = Path(__file__).parents[5]
NODE = shutil.which("node")
NOTES = """\
# On the back of a menu, Saturday night.
Game: King of Tokyo
Players: Ada, Bob
Date: 2026-11-21
Result: Ada

Ada: play Kraken
Bob: play Alienoid  = acid = jets = energize
1. Ada: roll = 1 1 attack attack heart 3
2. Bob: roll = 1 2 3 heart energy energy
3. Ada: roll = 2 2 attack energy energy 1     # the 1 was a 2
   corrected = 2 2 attack energy energy 2
   buy jets
Bob: ! conceded
"""
"""A game of King of Tokyo as it was written on paper."""


@pytest.fixture
def file(run: Run, finished: str, tmp_path: Path) -> Path:
    path = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    return path


def test_a_record_is_imported_and_shown_with_where_it_came_from(
    run: Run, finished: str, file: Path, operator: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Too narrow for a table, whose columns are the narrower the more the other games say.
    monkeypatch.setenv("COLUMNS", "100")
    made = run("record", "import", str(file), "--operator", str(operator), "--json").json
    assert made["info"]["standing"] == "STANDING_CONSISTENT"
    assert made["info"]["provenance"]["header"]["game"] == finished
    game = made["info"]["game"]
    again = run("record", "import", str(file), "--operator", str(operator))
    assert again.code == 0
    assert f"{finished} was already imported as {game}, consistent" in again.out
    assert run("game", "replay", game).code == 0
    assert f"{finished}, consistent" in run("game", "list", "--standing", "consistent").out
    key = made["info"]["provenance"]["header"]["signed_head"]["key"]
    signed = f"Imported from {finished}, consistent; signed by {key}, which the operator did not name"
    assert signed in run("game", "show", game).out
    assert "Imported" not in run("game", "show", finished).out


def test_a_trusted_key_is_named_or_in_a_file(
    run: Run, finished: str, file: Path, operator: Path, tmp_path: Path
) -> None:
    words = ("record", "import", str(file), "--operator", str(operator), "--json", "--key")
    refused = run(*words, str(tmp_path / "none"))
    assert (refused.code, "is neither a file nor" in refused.err) == (2, True)
    signer = run("record", "head", finished, "--json").json["key"]
    keys = tmp_path / "keys"
    keys.write_text(f"{signer}\n", encoding="utf-8")
    made = run(*words, str(keys))
    assert (made.code, made.json["info"]["standing"]) == (0, "STANDING_ATTESTED")


def test_a_record_that_was_changed_is_refused_with_its_bad_entry_or_kept_unverified(
    run: Run, finished: str, tmp_path: Path, operator: Path
) -> None:
    path = tmp_path / "duel.jsonl"
    assert run("record", "export", finished, "--jsonl", "--output", str(path)).code == 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["head"] -= 1
    header["signed_head"] = None
    lines[0] = json.dumps(header, separators=(",", ":"), ensure_ascii=False) + "\n"
    del lines[7]
    path.write_text("".join(lines), encoding="utf-8")
    refused = run("record", "import", str(path), "--operator", str(operator))
    assert refused.code == 1
    assert "entry 7" in refused.out
    imported = run("record", "import", str(path), "--operator", str(operator), "--keep-unverified")
    assert imported.code == 0
    assert "unverified (entry 7" in imported.out
    assert f"{finished}, NOT verified" in run("game", "list", "--standing", "unverified").out


def test_it_takes_the_operators_token(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("record", "import", str(file), "--operator", str(tmp_path / "none.operator")).code == 2
    assert run("record", "import", str(file), "--token", "x" * 43).code == 3
    (tmp_path / "bare.operator").write_text(new_token(), encoding="ascii")
    bare = run("record", "import", str(file), "--operator", str(tmp_path / "bare.operator"))
    assert (bare.code, "does not contain a token with its digest" in bare.err) == (2, True)


def test_a_list_of_moves_is_imported_or_refused_with_its_line_and_clause(
    run: Run, tmp_path: Path, operator: Path
) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text((ROOT / "docs" / "moves" / "liars_dice.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    made = run("record", "import", "--moves", str(path), "--operator", str(operator), "--json")
    assert made.code == 0
    assert made.json["info"]["status"] == "GAME_STATUS_FINISHED"
    assert made.json["info"]["chance_source"] == "CHANCE_SOURCE_DEALER"
    lines = path.read_text(encoding="utf-8").splitlines()
    bids = [number for number, line in enumerate(lines) if json.loads(line).get("command") == "MakeBid"]
    lines[bids[1]] = lines[bids[0]].replace('"actor": 1', '"actor": 2')
    path.write_text("\n".join(lines), encoding="utf-8")
    refused = run("record", "import", "--moves", str(path), "--operator", str(operator))
    assert refused.code == 1
    assert f"line {bids[1] + 1}: refused by LD-" in refused.out
    assert "irregularity" in refused.out


def test_a_table_game_with_an_illegal_move_that_stood_verifies_except_for_it(
    run: Run, tmp_path: Path, operator: Path
) -> None:
    """Imported from a list of moves, exported by the service, and verified without it, by two verifiers."""
    lines = (ROOT / "docs" / "moves" / "liars_dice.jsonl").read_text(encoding="utf-8").splitlines()
    bids = [number for number, line in enumerate(lines) if json.loads(line).get("command") == "MakeBid"]
    first, second = bids[:2]
    path, arbiter = tmp_path / "night.jsonl", tmp_path / "arbiter.pem"
    public = run("seat", "keygen", str(arbiter)).out.strip()
    words = ("record", "import", "--moves", str(path), "--operator", str(operator), "--arbiter-key", str(arbiter))
    low = json.loads(lines[second]) | {"fields": json.loads(lines[first])["fields"]}
    path.write_text("\n".join([*lines[:second], json.dumps(low), *lines[second:]]), encoding="utf-8")
    stopped = run(*words)
    clause = re.findall(rf"line {second + 1}: refused by (LD-[\d.]+):", stopped.out)[0]
    assert (stopped.code, f'{{"irregularity": {{"clause": "{clause}"' in stopped.out) == (1, True)
    path.write_text("\n".join([*lines[:second], '{"abandoned": "to see the table"}']), encoding="utf-8")
    before = run(*words, "--json").json["info"]
    table = json.loads(run("record", "export", f"{before['game']}@{int(before['head']) - 1}", "--table").out)
    other = json.loads(lines[second])["actor"]
    irregularity = {
        "clause": clause,
        "done": "The same bid was made again, and nobody noticed.",
        "seat": other,
        "stands": True,
    }
    ruling = json.dumps({"irregularity": irregularity | {"table": table}})
    path.write_text("\n".join([*lines[:second], ruling, *lines[second:]]), encoding="utf-8")
    game = run(*words, "--json").json["info"]["game"]
    file = tmp_path / "night.gunbai"
    assert run("record", "export", game, "--output", str(file)).code == 0
    watched = map(json.loads, run("watch", game, "--no-follow", "--json").out.splitlines())
    version = next(entry["version"] for entry in watched if "RuleIrregularity" in json.dumps(entry))
    done = json.dumps(irregularity["done"])
    exception_line = f"except entry {version}: {done} (it stands), ruled by the arbiter {public} under {clause}"
    verified = run("verify", str(file))
    assert (verified.code, "consistent: " in verified.out) == (0, True), verified
    assert exception_line in verified.out
    assert exception_line.removeprefix("except ") in run("record", "audit", game).out
    if NODE is None:
        return
    command = [NODE, str(ROOT / "clients" / "typescript" / "verify" / "cli.js"), str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, exception_line in ran.stdout) == (3, True)


@pytest.mark.long
def test_notes_on_paper_become_a_game_that_another_service_takes(run: Run, operator: Path, tmp_path: Path) -> None:
    paper, record = tmp_path / "night.txt", tmp_path / "night.gunbai"
    paper.write_text(NOTES, encoding="utf-8")
    refused = run("record", "import", str(paper), "--notation", "--operator", str(operator))
    assert refused.code == 1
    assert "line 13, column 4: refused by KT-" in refused.out
    paper.write_text(NOTES.replace("buy jets", "stop; done"), encoding="utf-8")
    made = run("record", "import", str(paper), "--notation", "--operator", str(operator), "--json").json["info"]
    assert (made["standing"], made["result"]["winners"]) == ("STANDING_CONSISTENT", [1])
    assert run("record", "export", made["game"], "--output", str(record)).code == 0
    written = run("record", "notate", made["game"]).out
    assert "1. Ada: roll = 2 2 attack energy energy 1 corrected = 2 2 attack energy energy 2; stop; done" in written
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with serving(folder) as elsewhere:
        there = ("--target", elsewhere)
        token = ("--operator", str(folder / "games.operator"))
        taken = run("record", "import", str(record), *token, *there, "--json").json["info"]
        assert taken["standing"] == "STANDING_CONSISTENT"
        assert run("record", "notate", taken["game"], *there).out == written
        assert run("record", "audit", taken["game"], *there).code == 0


def test_the_same_notes_are_imported_once(run: Run, operator: Path, tmp_path: Path) -> None:
    paper, moves = tmp_path / "night.txt", tmp_path / "night.jsonl"
    paper.write_text(NOTES.replace("buy jets", "stop; done"), encoding="utf-8")
    moves.write_text((ROOT / "docs" / "moves" / "liars_dice.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    for option, file in (("--notation", paper), ("--moves", moves)):
        words = ("record", "import", option, str(file), "--operator", str(operator))
        made = run(*words, "--json").json
        again = run(*words)
        assert again.code == 0
        assert f"was already imported as {made['info']['game']}, consistent" in again.out
        repeated = run(*words, "--json").json
        assert (repeated["repeated"], repeated["info"]["game"]) == (True, made["info"]["game"])
    paper.write_text(paper.read_text(encoding="utf-8").replace("Ada", "Eva"), encoding="utf-8")
    assert "imported as" in run("record", "import", "--notation", str(paper), "--operator", str(operator)).out


def test_a_file_of_another_kind_is_refused_with_how_it_is_imported(
    run: Run, file: Path, operator: Path, tmp_path: Path
) -> None:
    paper, moves = tmp_path / "night.txt", tmp_path / "night.jsonl"
    paper.write_text(NOTES, encoding="utf-8")
    moves.write_text((ROOT / "docs" / "moves" / "liars_dice.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    for option, notes in (("--notation", paper), ("--moves", moves)):
        refused = run("record", "import", str(notes), "--operator", str(operator))
        assert (refused.code, f"this is not a record file; import it with {option}" in refused.out) == (1, True)
        refused = run("record", "import", option, str(file), "--operator", str(operator))
        assert "this is a gunbai record file: import it without --moves and --notation" in refused.out
        assert refused.out.count(str(file)) == 1


def test_the_token_of_another_service_is_refused_with_the_option_that_names_it(
    run: Run, file: Path, operator: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.operator"
    other.write_text(as_kept(new_token()), encoding="ascii")
    there = run("record", "import", str(file), "--operator", str(other))
    assert (there.code, f"{other} has the token of another service" in there.err) == (3, True)
    strange = run("record", "import", str(file), "--token", new_token())
    assert strange.code == 3
    assert "With --operator, name the file" in strange.err
    assert "gunbai join" not in strange.err


def test_what_is_wrong_with_notes_comes_with_its_place_for_scripts(run: Run, operator: Path, tmp_path: Path) -> None:
    paper = tmp_path / "night.txt"
    paper.write_text(NOTES, encoding="utf-8")
    refused = run("record", "import", "--notation", str(paper), "--operator", str(operator), "--json").json["refused"]
    assert (refused["line"], refused["column"], refused["clause"]) == ("13", "4", "KT-7.2")
    assert json.loads(refused["table"])["monsters"]


def test_each_line_about_a_move_out_of_turn_stands_on_its_own(run: Run, operator: Path, tmp_path: Path) -> None:
    paper = tmp_path / "night.txt"
    paper.write_text(NOTES.replace("buy jets", "Bob: roll"), encoding="utf-8")
    refused = run("record", "import", "--notation", str(paper), "--operator", str(operator))
    assert any(line.startswith("Next: Ada") for line in refused.out.splitlines())
    assert "\\n" not in refused.out


def test_a_result_that_names_no_player_is_refused_with_its_place_and_the_next_file_is_read(
    run: Run, operator: Path, tmp_path: Path
) -> None:
    right = NOTES.replace("buy jets", "stop; done")
    papers = tmp_path / "friday.txt", tmp_path / "saturday.txt"
    for paper, text in zip(papers, (right.replace("Result: Ada", "Result: Eve"), right), strict=True):
        paper.write_text(text, encoding="utf-8")
    ran = run("record", "import", "--notation", *map(str, papers), "--operator", str(operator), "--json")
    refused, made = ran.lines
    assert (ran.code, refused["file"], made["info"]["standing"]) == (1, str(papers[0]), "STANDING_CONSISTENT")
    assert refused["refused"] == {
        "problem": "line 5, column 9: 'Eve' is not a player; the players are Ada, Bob",
        "line": "5",
        "column": "9",
    }
