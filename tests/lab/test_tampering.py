"""Whatever is changed in a record, in its signed head or in a database is noticed, and named with its entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gunbai.referee.v1.audit_pb2 import VERDICT_ATTESTED
from gunbai_record.record_file import delimited
from gunbai_record.verify.attestation import Evidence
from lab.paths import FIXTURES
from lab.tampering.__main__ import KIND
from lab.tampering.results import A_ROW, results
from lab.tampering.ways import WAYS, parts
from referee.proof.offline import verify_file
from titles.catalogue import TITLES
from tools.fixtures.vouched import FIRST

OFTEN, SELDOM = 23, 999
WITNESS = b"witness.example "
"""What a witness's line begins with: whoever has not named the witness goes by the rest of a checkpoint."""
"""Every so many bytes are changed; `make tampering` changes each."""


def record_of(title: str) -> bytes:
    """Return the record of a title that is tampered with."""
    return (FIXTURES / f"{title}.{KIND}.gunbai").read_bytes()


@pytest.mark.parametrize(
    ("title", "step"),
    [("liars_dice", SELDOM), *(pytest.param(title, OFTEN, marks=pytest.mark.long) for title in TITLES)],
)
def test_whatever_is_tampered_with_is_noticed_and_named(title: str, step: int, tmp_path: Path) -> None:
    all_results = list(results(title, record_of(title), tmp_path, step))
    assert [result.way for result in all_results] == [*WAYS, A_ROW]
    for result in all_results:
        assert result.missed == ()
        assert result.noticed == result.named == result.tried > 0, result


def headers(title: str, step: int) -> Iterator[tuple[int, bytes]]:
    """Yield the record that others vouch for with a bit of its header flipped, and the place of the byte."""
    file = (FIXTURES / f"{title}.attested.gunbai").read_bytes()
    for place in range(0, len(delimited(parts(file)[0])), step):
        altered = bytearray(file)
        altered[place] ^= 1 << (place // step) % 8
        yield place, bytes(altered)


def is_of_the_witness(file: bytes, place: int) -> bool:
    """Return whether a byte is in the line of the witness after its dash."""
    begins = file.rfind(WITNESS, 0, place + len(WITNESS))
    return 0 <= begins <= place < file.index(b"\n", begins)


@pytest.mark.long
@pytest.mark.parametrize(("title", "step"), [(title, 37 + number) for number, title in enumerate(TITLES)])
def test_a_flipped_bit_in_what_others_vouch_for_is_noticed(title: str, step: int, tmp_path: Path) -> None:
    """In the signed head, its rotations, the log's proofs and checkpoints, and the signatures under the result."""
    original, file, tried = (FIXTURES / f"{title}.attested.gunbai").read_bytes(), tmp_path / "game.gunbai", 0
    for place, altered in headers(title, step):
        file.write_bytes(altered)
        report = verify_file(file, evidence=Evidence((FIRST.verifier,)))
        vouched = report.verification.verdict == VERDICT_ATTESTED and not report.attestation.lacking
        assert not vouched or is_of_the_witness(original, place), (place, report.sentence())
        tried += 1
    assert tried > 30
