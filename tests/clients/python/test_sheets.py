"""Result sheets: seats sign the game, its last entry and the result, and nothing else passes for that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.record.v1.file_pb2 import FileHeader, ResultSignature
from gunbai.record.v1.results_pb2 import RESULT_BASIS_AGREEMENT, GameDecided
from gunbai.referee.v1 import game_pb2 as pb
from gunbai_client.messages import packed
from gunbai_client.sheets import (
    SheetError,
    check_sheet,
    misfit_of_signatures,
    read_sheet,
    sheet_at,
    sheet_of,
    signed_sheet,
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
        lambda sheet: sheet | {"signatures": {}},
        lambda sheet: {},
    ],
)
def test_a_sheet_that_is_another_is_refused(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    with pytest.raises(SheetError):
        check_sheet(change(both()), GAME)


def test_a_signature_is_for_one_result() -> None:
    other = pb.GameInfo()
    other.CopyFrom(GAME)
    other.result.winners[:] = [1]
    with pytest.raises(SheetError, match="its result"):
        check_sheet(both(), other)
    carried = sheet_of(other) | {"signatures": both()["signatures"]}
    with pytest.raises(SheetError, match="the signature of seat 1"):
        check_sheet(carried, other)


def test_without_a_final_result_there_is_no_sheet() -> None:
    for status in (pb.GAME_STATUS_RUNNING, pb.GAME_STATUS_APPEALED, pb.GAME_STATUS_ABANDONED):
        running = pb.GameInfo(game="night", status=status)
        with pytest.raises(SheetError, match="no final result"):
            sheet_of(running)


@pytest.mark.parametrize("text", ["nothing", "[]"])
def test_what_is_no_sheet_is_not_read(text: str) -> None:
    with pytest.raises(SheetError, match="it is no result sheet"):
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
    signed = [ResultSignature(seat=each["seat"], signature=bytes.fromhex(each["signature"])) for each in signatures]
    return FileHeader(result_signatures=signed)


def test_the_last_entry_of_a_record_has_the_sheet_of_its_game() -> None:
    assert sheet_at(LAST) == sheet_of(GAME)
    with pytest.raises(SheetError, match="the last entry of the game 'night' has no result"):
        sheet_at(Entry(game="night"))


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
