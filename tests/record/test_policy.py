"""Policies of witnesses: what they accept, and how they judge a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from gunbai_record.__main__ import main
from gunbai_record.note import Note, NoteError
from gunbai_record.policy import Policy, PolicyError
from gunbai_record.record_file import delimited, read
from gunbai_record.verify.attestation import Evidence
from gunbai_record.verify.file import verify_file
from referee.proof import offline
from referee.proof.verify_command import verify
from tools.fixtures.vouched import SERVICE, WITNESS
from tools.vectors import policies
from tools.vectors.write import FOLDER

VECTORS = json.loads((FOLDER / "policies.json").read_text(encoding="utf-8"))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "records"
ATTESTED = FIXTURES / "liars_dice.attested.gunbai"
ALONE = f"witness eye {WITNESS}\nquorum eye\n"
ONE_OF_TWO = f"witness eye {WITNESS}\nwitness ann {policies.WITNESSES['ann']}\ngroup both any eye ann\nquorum both\n"
TWO_OF_TWO = ONE_OF_TWO.replace("any", "2")


def run(*words: object) -> Result:
    """Run `gunbai verify`."""
    app = typer.Typer()
    app.command()(verify)
    return CliRunner().invoke(app, [*map(str, words)])


@pytest.mark.parametrize("case", VECTORS["accepted"], ids=lambda case: case["policy"][-40:])
def test_a_policy_counts_the_cosignatures_of_its_quorum(case: dict[str, object]) -> None:
    judged = Policy.parse(str(case["policy"])).judged(Note.parse(VECTORS["checkpoint"]))._asdict()
    assert json.loads(json.dumps(judged)) == {key: value for key, value in case.items() if key != "policy"}


@pytest.mark.parametrize("text", VECTORS["refused"])
def test_what_is_no_policy_is_refused_in_words(text: str) -> None:
    with pytest.raises(PolicyError, match=r"^(line \d+ of the|a) policy"):
        Policy.parse(text)


def test_a_false_cosignature_in_the_name_of_a_witness_is_no_missing_one() -> None:
    text, _, lines = VECTORS["checkpoint"].rpartition("\N{EM DASH} bob.example ")
    note = Note.parse(f"{text}\N{EM DASH} bob.example {lines[:20]}{'B' if lines[20] == 'A' else 'A'}{lines[21:]}")
    with pytest.raises(NoteError, match=r"'bob\.example' is not valid"):
        Policy.parse(f"{policies.LINES}group g any ann bob\nquorum g\n").judged(note)


@pytest.mark.parametrize(
    ("policy", "words", "code"),
    [
        (ALONE, "witnessed by 1 of 1 (the policy needs 1): eye", 0),
        (ONE_OF_TWO, "witnessed by 1 of 2 (the policy needs 1): eye", 0),
        (TWO_OF_TWO, "NOT enough: witnessed by 1 of 2 (the policy needs 2): eye", 4),
        (f"log {policies.LOG}\n{ALONE}", "NOT witnessed: no log of the policy signed the checkpoint", 4),
    ],
    ids=["one", "one of two", "two of two", "another log"],
)
def test_every_verifier_holds_a_record_to_the_policy(
    policy: str, words: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.policy"
    file.write_text(policy, encoding="utf-8")
    assert main(["verify", str(ATTESTED), "--policy", str(file)]) == code
    assert f"witness       {words}\n" in capsys.readouterr().out
    ran = run(ATTESTED, "--policy", file)
    assert (ran.exit_code, words in ran.stdout) == (code, True)
    report = json.loads(run(ATTESTED, "--policy", file, "--json").stdout)
    assert (report["witnessed"], report["unwitnessed"]) == (words, code == 4)
    named = ("--policy", file, "--key", str(SERVICE.verifier))
    good = ("VERDICT_ATTESTED", "attested by") if code == 0 else ("VERDICT_CONSISTENT", "signed by")
    assert json.loads(run(ATTESTED, *named, "--json").stdout)["verdict"] == good[0]
    assert main(["verify", str(ATTESTED), *map(str, named)]) == code
    assert f"verdict       {good[1]} {SERVICE.verifier}" in capsys.readouterr().out


def test_a_record_without_a_proof_of_its_last_entry_is_not_witnessed(tmp_path: Path) -> None:
    with ATTESTED.open("rb") as source:
        header, listed = read(source)
        entries = [*listed]
    del header.leaves[-1]
    file = tmp_path / "game.gunbai"
    file.write_bytes(b"".join(map(delimited, (header, *entries))))
    evidence = Evidence(policy=Policy.parse(ALONE))
    for attestation in (
        verify_file(file, evidence).attestation,
        offline.verify_file(file, evidence=evidence).attestation,
    ):
        assert attestation.unwitnessed
        assert attestation.witnessed == "NOT witnessed: no proof shows the last entry in a log"


def test_a_false_cosignature_fails_a_record_only_under_a_policy_that_names_the_witness(tmp_path: Path) -> None:
    content, file = bytearray(ATTESTED.read_bytes()), tmp_path / "game.gunbai"
    content[content.index(b"witness.example ") + len(b"witness.example ") + 40] ^= 1
    file.write_bytes(content)
    other = Evidence(policy=Policy.parse(f"witness ann {policies.WITNESSES['ann']}\nquorum none\n"))
    for evidence, failed in ((Evidence(), False), (other, False), (Evidence(policy=Policy.parse(ALONE)), True)):
        report = offline.verify_file(file, evidence=evidence)
        assert report.failed is failed
        assert (verify_file(file, evidence).verdict == "failed") is failed


def test_a_policy_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "club.policy"
    file.write_text("quorum nobody\n", encoding="utf-8")
    ran = run(ATTESTED, "--policy", file)
    assert (ran.exit_code, "no earlier line defines" in ran.stderr) == (2, True)
    with pytest.raises(SystemExit, match="2"):
        main(["verify", str(ATTESTED), "--policy", str(tmp_path / "missing")])
