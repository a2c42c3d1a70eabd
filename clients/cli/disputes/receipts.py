"""Receipts of refusals in files, in protobuf's JSON mapping."""

from __future__ import annotations

from pathlib import Path

import typer
from google.protobuf import json_format

from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_record.messages import UnknownMessageError, from_json
from gunbai_record.text_files import read_text


def write_receipt(file: Path, receipt: SignedReceipt) -> None:
    """Write a receipt to a file."""
    file.write_text(json_format.MessageToJson(receipt, ensure_ascii=False) + "\n", encoding="utf-8")


def read_receipt(file: Path) -> SignedReceipt:
    """Return the receipt in a file. Raises typer.BadParameter."""
    try:
        return from_json(read_text(file), SignedReceipt())
    except (OSError, ValueError, json_format.ParseError, UnknownMessageError) as error:
        raise typer.BadParameter(f"{file} is not a receipt: {error}") from None
