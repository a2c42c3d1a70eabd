"""The vectors in docs/vectors are those that the code makes, and the page lists them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.kit.rules.decider import Chance
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.chain import signed_by
from gunbai_record.checkpoint import LogProof, cosigned_at, signed_checkpoint, witness_key
from gunbai_record.note import Note, VerifierKey
from gunbai_record.tree import ProofError, check_consistency, leaf_hash, root_with
from gunbai_record.verify.file import verify_file as verify_without_rules
from referee.proof.offline import verify_file
from titles.catalogue import TITLES, newest
from tools.vectors import kinds, write

PAGE = write.PAGE.read_text("utf-8")
LISTED = (
    "format.json",
    "common.json",
    "chain.json",
    "modes.json",
    "forms.json",
    "leaves.json",
    "log.json",
    "papers.json",
    "policies.json",
    "outcomes/",
    "records.json",
    "branches.json",
    "records/",
    "kinds.json",
    "imported.json",
    "undone.json",
    "refused.json",
)


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return write.files()


def test_the_vectors_are_those_of_the_code(made: dict[str, bytes]) -> None:
    kept = {path.relative_to(write.FOLDER).as_posix() for path in write.FOLDER.rglob("*") if path.is_file()}
    assert kept == set(made), "`make vectors` writes them anew"
    for name, content in made.items():
        assert (write.FOLDER / name).read_bytes() == content, f"{name}: `make vectors` writes it anew"


@pytest.mark.parametrize("name", LISTED)
def test_the_page_lists_the_vectors(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("title", TITLES)
def test_every_chance_step_that_a_referee_draws_has_an_outcome(title: str) -> None:
    steps = {step.__name__ for step in newest(title).rules.steps if issubclass(step, Chance)}
    assert {outcome["step"] for outcome in write.outcomes(title)} == steps - write.NEVER_DRAWN


@pytest.mark.parametrize(
    "name",
    ["referee", "committed", "shared", "signed", "running", "branched", "undone", *(kind.name for kind in kinds.KINDS)],
)
def test_our_verifier_has_nothing_against_the_records(name: str) -> None:
    report = verify_file(write.FOLDER / "records" / f"{name}.jsonl").verification
    assert report.problem == ""
    assert report.linked == report.entries > 0


@pytest.mark.parametrize(
    "case", json.loads((write.FOLDER / "refused.json").read_text("utf-8")), ids=lambda case: str(case["has"])
)
def test_our_verifiers_refuse_what_no_record_may_have(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("".join(f"{line}\n" for line in case["record"]), encoding="utf-8")
    assert verify_file(file).verification.bad_version == verify_without_rules(file).bad_version == case["bad_version"]


def test_some_throws_find_cubes_in_the_tower_and_in_the_tray() -> None:
    """So that they decide which cubes are thrown, and in which order the colours are taken."""
    tables = [json.loads(outcome["table"]) for outcome in write.tower()]
    assert len(tables) == write.THROWS
    for table in tables:
        assert min(sum(table[cubes]) for cubes in ("engaged", "tray", "tower")) > 0


def test_our_client_accepts_the_log_and_no_other() -> None:
    vectors = json.loads((write.FOLDER / "log.json").read_text("utf-8"))
    entries, roots = ([*map(bytes.fromhex, vectors[name])] for name in ("entries", "roots"))
    for inclusion in vectors["inclusions"]:
        proof = [*map(bytes.fromhex, inclusion["hashes"])]
        assert (
            root_with(leaf_hash(entries[inclusion["index"]]), inclusion["index"], inclusion["size"], proof)
            == roots[inclusion["size"]]
        )
    for claim in vectors["consistencies"]:
        old, size = claim["old_size"], claim["size"]
        check_consistency(old, roots[old], size, roots[size], [*map(bytes.fromhex, claim["hashes"])])
    kept = LogProof.parse(vectors["proof"])
    key = VerifierKey.parse(vectors["checkpoint"]["key"])
    signed = SignedCheckpoint(note=vectors["checkpoint"]["note"], key=str(key))
    assert kept.shown(entries[9]) == signed_checkpoint(signed, [key])
    witness = witness_key(vectors["checkpoint"]["witness"])
    assert cosigned_at(Note.parse(vectors["checkpoint"]["cosigned"]), witness) == vectors["checkpoint"]["seconds"]
    with pytest.raises(ProofError):
        kept.shown(entries[8])


def test_the_papers_are_signed_by_those_who_should_have() -> None:
    papers = json.loads((write.FOLDER / "papers.json").read_text("utf-8"))
    for name in ("claim", "statement", "inspection", "verdict", "result"):
        key = papers["arbiter_key" if name in {"inspection", "verdict"} else "seat_key"]
        signature, payload = (bytes.fromhex(papers[name][part]) for part in ("signature", "payload"))
        assert signed_by(bytes.fromhex(key), signature, payload), name
