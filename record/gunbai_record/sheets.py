"""Result sheets: a finished game's result, for the seats with keys to sign (docs/record-format.md).

A service keeps each game's sheet, and a record file has its signatures. As a separate file, a sheet is passed on until
all have signed it. The signed text names the game, its last entry by number and digest, and the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import GameClosed, GameStalled
from gunbai.record.v1.results_pb2 import RESULT_BASIS_RULES, RESULT_BASIS_TIME, GameDecided, ResultBasis
from gunbai_record.chain import field, signed_by
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import unpacked

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.game_pb2 import GameInfo
    from gunbai.referee.v1.results_pb2 import ResultSheet


class SheetError(GunbaiError):
    """A result sheet that cannot be made, read or signed, or belongs to a different game; the message says why."""


def sheet_of(game: GameInfo) -> dict[str, Any]:
    """Return a game's result sheet, without signatures. Raises SheetError if there is no final result."""
    if not game.HasField("result"):
        raise SheetError(f"game {game.game!r} has no final result")
    # An imported game is signed under the id in its record.
    recorded, ended = game.provenance.header.game or game.game, game.result
    result = _result(ended.basis, ended.ending, ended.winners, ended.scores)
    return {"game": recorded, "head": game.head, "digest": game.head_digest.hex(), "result": result, "signatures": []}


def sheet_at(last: Entry) -> dict[str, Any]:
    """Return the sheet for the last entry of a game's record. Raises SheetError if the entry has no result."""
    event = unpacked(last.events[0].open) if last.events and last.events[0].HasField("open") else None
    match event:
        case GameClosed():
            result = _result(RESULT_BASIS_RULES, event.ending, event.winners, event.scores)
        case GameDecided():
            result = _result(event.basis, _named(event.basis), event.winners, event.scores)
        case GameStalled():
            result = _result(RESULT_BASIS_TIME, "stalled", event.winners, ())
        case _:
            raise SheetError(f"the last entry of the game {last.game!r} has no result")
    return {"game": last.game, "head": last.version, "digest": last.digest.hex(), "result": result, "signatures": []}


def misfit_of_signatures(header: FileHeader, last: Entry, keys: Mapping[int, bytes]) -> str:
    """Return what is wrong with the result's signatures in a record file, or "".

    `keys` are the public keys of the seats in its record.
    """
    if not header.result_signatures:
        return ""
    seats = [signature.seat for signature in header.result_signatures]
    if seats != sorted({*seats}):
        return "the signatures on the result must be in the order of the seats, at most one for each seat"
    try:
        payload = payload_of(sheet_at(last))
    except SheetError as error:
        return str(error)
    for signature in header.result_signatures:
        if not signed_by(keys.get(signature.seat, b""), signature.signature, payload):
            return f"seat {signature.seat}'s signature on the result is not by its key"
    return ""


def _result(basis: ResultBasis.ValueType, ending: str, winners: Iterable[int], scores: Iterable[int]) -> dict[str, Any]:
    return {"basis": _named(basis), "ending": ending, "winners": [*winners], "scores": [*scores]}


def _named(basis: ResultBasis.ValueType) -> str:
    """Return a basis as a sheet has it, for example "concession"."""
    return ResultBasis.Name(basis).removeprefix("RESULT_BASIS_").lower()


def with_signatures(sheet: dict[str, Any], known: ResultSheet) -> dict[str, Any]:
    """Return a sheet with the signatures that a service knows; where a seat signed both, the sheet's own stays."""
    own = {signature["seat"] for signature in sheet["signatures"]}
    further = [
        confirmation for confirmation in known.confirmations if confirmation.signature and confirmation.seat not in own
    ]
    signed = [{"seat": confirmation.seat, "signature": confirmation.signature.hex()} for confirmation in further]
    return sheet | {"signatures": sorted([*sheet["signatures"], *signed], key=_seat)}


def signed_sheet(sheet: dict[str, Any], game: GameInfo, key: Ed25519PrivateKey) -> dict[str, Any]:
    """Return a sheet with the signature of the seat that has this key. Raises SheetError if none has."""
    check_sheet(sheet, game)
    public = key.public_key().public_bytes_raw()
    seat = next((taken.seat for taken in game.seats if taken.public_key == public), 0)
    if not seat:
        raise SheetError("no seat of the game has this key")
    others = [signature for signature in sheet["signatures"] if signature["seat"] != seat]
    mine = {"seat": seat, "signature": key.sign(payload_of(sheet)).hex()}
    return sheet | {"signatures": sorted([*others, mine], key=_seat)}


def check_sheet(sheet: dict[str, Any], game: GameInfo) -> list[int]:
    """Return the seats that have signed a game's sheet.

    Raises SheetError if it belongs to a different game, or if a signature is not by its seat's key.
    """
    for name, value in sheet_of(game).items():
        if name != "signatures" and sheet.get(name) != value:
            raise SheetError(f"its {name} is {sheet.get(name)!r}, but the game's is {value!r}")
    keys = {seat.seat: seat.public_key for seat in game.seats}
    seats = [*map(_seat, _signatures(sheet))]
    for signature in _signatures(sheet):
        if not signed_by(keys.get(signature["seat"], b""), _unhex(signature["signature"]), payload_of(sheet)):
            raise SheetError(f"seat {signature['seat']}'s signature is not by its key")
    if len({*seats}) < len(seats):
        raise SheetError("a seat has signed twice")
    return sorted(seats)


def payload_of(sheet: dict[str, Any]) -> bytes:
    """Return what a seat signs for a sheet."""
    # One spelling, because seats sign these bytes.
    result = json.dumps(sheet["result"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    parts = (field(sheet["game"].encode()), sheet["head"].to_bytes(8, "big"), field(_unhex(sheet["digest"])))
    return b"".join((b"gunbai result 1\x00", *parts, field(result.encode())))


def read_sheet(text: str) -> dict[str, Any]:
    """Return the sheet in a file's text. Raises SheetError."""
    try:
        sheet = json.loads(text)
    except ValueError as error:
        raise SheetError(f"not a result sheet: {error}") from None
    if not isinstance(sheet, dict):
        raise SheetError("not a result sheet: expected a JSON object")
    return sheet


def _signatures(sheet: dict[str, Any]) -> Iterable[dict[str, Any]]:
    signatures = sheet.get("signatures")
    if not isinstance(signatures, list) or not all(map(_is_signature, signatures)):
        raise SheetError("its signatures must be a list, each with a seat and a signature")
    return signatures


def _is_signature(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("seat"), int) and isinstance(value.get("signature"), str)


def _seat(signature: dict[str, Any]) -> int:
    seat: int = signature["seat"]
    return seat


def _unhex(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise SheetError(f"{digits[:80]!r} is not hexadecimal") from None
