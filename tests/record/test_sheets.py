"""Result sheets: seats sign the game, its last entry and the result, and nothing else passes for that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.record.v1.file_pb2 import FileHeader, ResultSignature
from gunbai.record.v1.lifecycle_pb2 import GameClosed, GameStalled
from gunbai.record.v1.results_pb2 import RESULT_BASIS_AGREEMENT, RESULT_BASIS_CONCESSION, GameDecided
from gunbai.referee.v1 import game_pb2 as pb
from gunbai.referee.v1.results_pb2 import ResultSheet
from gunbai_record.messages import packed
from gunbai_record.sheets import (
    SheetError,
    check_sheet,
    misfit_of_signatures,
    payload_of,
    read_sheet,
    sheet_at,
    sheet_of,
    signed_sheet,
    with_signatures,
)

ANN, BOB, EVE = (Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2, 3))
GAME = pb.GameInfo(
    game="night",
    status=pb.GAME_STATUS_DECIDED,
    head=9,
    head_digest=bytes(32),
    seats=[
        pb.Seat(seat=1, public_key=ANN.public_key().public_bytes_raw()),
        pb.Seat(seat=2, public_key=BOB.public_key().public_bytes_raw()),
        pb.Seat(seat=3),
    ],
    result=pb.Result(ending="agreement", winners=[2], basis=RESULT_BASIS_AGREEMENT),
)


def both() -> dict[str, Any]:
    """Return the sheet that two seats have signed, read again from its text."""
    sheet = signed_sheet(signed_sheet(sheet_of(GAME), GAME, BOB), GAME, ANN)
    return read_sheet(json.dumps(signed_sheet(sheet, GAME, ANN)))


def test_seats_with_keys_sign_each_once() -> None:
    assert check_sheet(sheet_of(GAME), GAME) == []
    assert check_sheet(both(), GAME) == [1, 2]
    with pytest.raises(SheetError, match="no seat of the game has this key"):
        signed_sheet(sheet_of(GAME), GAME, EVE)
    with pytest.raises(SheetError, match="its head is 8, but the game's is 9"):
        signed_sheet(sheet_of(GAME) | {"head": 8}, GAME, ANN)


def test_a_sheet_names_the_game_its_last_entry_and_the_result() -> None:
    assert sheet_of(GAME) == {
        "game": "night",
        "head": 9,
        "digest": "00" * 32,
        "result": {"basis": "agreement", "ending": "agreement", "winners": [2], "scores": []},
        "signatures": [],
    }


def test_what_is_signed_has_the_bytes_that_are_documented() -> None:
    result = {"winners": [2], "scores": [], "ending": "dohoda č. 1", "basis": "rules"}
    sheet = {"game": "noc č. 1", "head": 9, "digest": "0102", "result": result, "signatures": []}
    text = '{"basis":"rules","ending":"dohoda č. 1","scores":[],"winners":[2]}'.encode()
    game = "noc č. 1".encode()
    parts = (bytes([0, 0, 0, len(game)]), game, bytes(7), b"\t", b"\0\0\0\2\1\2", bytes([0, 0, 0, len(text)]), text)
    assert payload_of(sheet) == b"gunbai result 1\0" + b"".join(parts)


def test_a_sheet_gets_the_signatures_that_a_service_knows_beside_its_own_in_the_order_of_the_seats() -> None:
    mine = sheet_of(GAME) | {"signatures": [{"seat": 2, "signature": "22"}]}
    signed_result = ResultSheet()
    for seat, signature in ((3, b""), (2, b"other"), (1, b"\x11")):
        signed_result.confirmations.add(seat=seat, signature=signature)
    assert with_signatures(mine, signed_result) == sheet_of(GAME) | {
        "signatures": [{"seat": 1, "signature": "11"}, {"seat": 2, "signature": "22"}]
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda sheet: sheet | {"game": "another"},
        lambda sheet: sheet | {"head": 8},
        lambda sheet: sheet | {"digest": "11" * 32},
        lambda sheet: sheet | {"result": sheet["result"] | {"winners": [1]}},
        lambda sheet: sheet | {"signatures": [sheet["signatures"][0] | {"seat": 2}]},
        lambda sheet: sheet | {"signatures": [sheet["signatures"][0] | {"seat": 3}]},
        lambda sheet: sheet | {"signatures": [sheet["signatures"][0] | {"seat": 7}]},
        lambda sheet: sheet | {"signatures": [sheet["signatures"][0]] * 2},
        lambda sheet: sheet | {"signatures": [{"seat": 1, "signature": "xyz"}]},
        lambda sheet: sheet | {"signatures": [{"seat": 1}]},
        lambda sheet: {},
    ],
)
def test_a_sheet_that_is_another_is_refused(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    with pytest.raises(SheetError):
        check_sheet(change(both()), GAME)


@pytest.mark.parametrize(
    "signatures",
    [{}, {"seat": 1}, 5, None, "text", [5], ["text"], [{"seat": 1}], [{"signature": "00"}],
     [{"seat": "1", "signature": "00"}], [{"seat": 1, "signature": 0}]],
)  # fmt: skip
def test_signatures_of_another_shape_are_refused(signatures: object) -> None:
    with pytest.raises(SheetError, match="its signatures must be a list, each with a seat and a signature"):
        check_sheet(sheet_of(GAME) | {"signatures": signatures}, GAME)


def test_a_signature_is_for_one_result() -> None:
    other = pb.GameInfo()
    other.CopyFrom(GAME)
    other.result.winners[:] = [1]
    with pytest.raises(SheetError, match="its result"):
        check_sheet(both(), other)
    carried = sheet_of(other) | {"signatures": both()["signatures"]}
    with pytest.raises(SheetError, match="seat 1's signature"):
        check_sheet(carried, other)


def test_without_a_final_result_there_is_no_sheet() -> None:
    for status in (pb.GAME_STATUS_RUNNING, pb.GAME_STATUS_APPEALED, pb.GAME_STATUS_ABANDONED):
        running = pb.GameInfo(game="night", status=status)
        with pytest.raises(SheetError, match="no final result"):
            sheet_of(running)


@pytest.mark.parametrize("text", ["nothing", "[]"])
def test_what_is_no_sheet_is_not_read(text: str) -> None:
    with pytest.raises(SheetError, match="not a result sheet"):
        read_sheet(text)


LAST = Entry(
    game="night",
    version=9,
    digest=bytes(32),
    events=[Item(open=packed(GameDecided(basis=RESULT_BASIS_AGREEMENT, winners=[2])))],
)
KEYS = {seat.seat: seat.public_key for seat in GAME.seats if seat.public_key}


def under(*signatures: dict[str, Any]) -> FileHeader:
    """Return the header of a record file with these signatures under the result."""
    signed = [
        ResultSignature(seat=signature["seat"], signature=bytes.fromhex(signature["signature"]))
        for signature in signatures
    ]
    return FileHeader(result_signatures=signed)


def test_the_last_entry_of_a_record_has_the_sheet_of_its_game() -> None:
    assert sheet_at(LAST) == sheet_of(GAME)
    for none in (Entry(game="night"), Entry(game="night", events=[Item(sealed=bytes(32))])):
        with pytest.raises(SheetError, match="the last entry of the game 'night' has no result"):
            sheet_at(none)


@pytest.mark.parametrize(
    ("event", "basis", "ending", "scores"),
    [
        (GameClosed(ending="TWENTY_STARS", winners=[1], scores=[20, 7]), "rules", "TWENTY_STARS", [20, 7]),
        (GameDecided(basis=RESULT_BASIS_CONCESSION, winners=[1], scores=[5, 7]), "concession", "concession", [5, 7]),
        (GameStalled(winners=[1], seats=[2]), "time", "stalled", []),
    ],
)
def test_every_end_with_a_result_has_its_basis_and_ending(
    event: Message, basis: str, ending: str, scores: list[int]
) -> None:
    sheet = sheet_at(Entry(game="night", version=9, digest=b"\1", events=[Item(open=packed(event))]))
    assert sheet["result"] == {"basis": basis, "ending": ending, "winners": [1], "scores": scores}
    assert (sheet["game"], sheet["head"], sheet["digest"], sheet["signatures"]) == ("night", 9, "01", [])


def test_an_imported_game_is_signed_under_the_id_of_its_record() -> None:
    imported = pb.GameInfo()
    imported.CopyFrom(GAME)
    imported.provenance.header.game = "day"
    assert sheet_of(imported)["game"] == "day"


def test_the_signatures_in_a_record_file_are_of_its_seats_in_order_under_its_result() -> None:
    one, other = both()["signatures"]
    assert misfit_of_signatures(FileHeader(), Entry(), {}) == ""
    assert misfit_of_signatures(under(one, other), LAST, KEYS) == ""
    for wrong in ((other, one), (one, one)):
        assert "in the order of the seats" in misfit_of_signatures(under(*wrong), LAST, KEYS)
    assert "has no result" in misfit_of_signatures(under(one), Entry(game="night"), KEYS)
    assert "seat 2" in misfit_of_signatures(under(one, other), LAST, KEYS | {2: KEYS[1]})
    assert "seat 1" in misfit_of_signatures(under(one), LAST, {})
