"""Receipts in files: what is written is read, and anything else is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from clients.cli.disputes.receipts import read_receipt, write_receipt
from gunbai.record.v1.receipt_pb2 import SignedReceipt


def test_a_receipt_is_read_as_it_was_written(tmp_path: Path) -> None:
    receipt = SignedReceipt(note="a note — signed\n", key="a+b+c", rotations=["one"])
    write_receipt(tmp_path / "receipt.json", receipt)
    assert read_receipt(tmp_path / "receipt.json") == receipt


@pytest.mark.parametrize("content", [b"", b'{"note": 1}', b'{"other": 1}', b"\xff"])
def test_any_other_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "receipt.json").write_bytes(content)
    with pytest.raises(typer.BadParameter, match=r"receipt\.json is not a receipt"):
        read_receipt(tmp_path / "receipt.json")


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(typer.BadParameter, match=r"missing\.json is not a receipt"):
        read_receipt(tmp_path / "missing.json")
