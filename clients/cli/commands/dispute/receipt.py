"""`gunbai dispute receipt`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.disputes.receipts import read_receipt
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from gunbai_record.chain import type_name
from gunbai_record.note import VerifierKey
from gunbai_record.receipts import receipt_of, vouched


def receipt(
    file: Annotated[Path, typer.Argument(help="Receipt written by `gunbai game submit --receipt`.", metavar="FILE")],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="Trusted verifier key of the service.")] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """Check the receipt for a refusal offline.

    It shows what was refused, why, and who signed it.

    Without --key gunbai only shows which key signed, but anyone can make a key. With --key, that key or its successor
    must have signed.
    """
    signed = read_receipt(file)
    content = vouched(signed, [VerifierKey.parse(key)]) if key else receipt_of(signed)
    at = datetime.fromtimestamp(content.at_micros / 1_000_000, UTC).isoformat(timespec="seconds")
    command = type_name(signed.command.open.type_url).rpartition(".")[2]
    by = signed.key.partition("+")[0]
    value = {
        "game": content.game, "version": content.version, "seat": content.seat, "command": command,
        "clause": content.clause, "at": at, "signer": signed.key, "vouched": bool(key),
    }  # fmt: skip
    refused = (
        f"At {content.game}@{content.version}, the rules refused {command} by seat {content.seat} "
        f"under {content.clause}, {at}."
    )
    unchecked = (
        f"Not checked: a key that calls itself {by} signed it, and anyone can make such a key. Name "
        "the service's key with --key."
    )
    vouches = f"Signed by {by}, the key you named." if key else unchecked
    Output(as_json).answer(value, escape(refused), escape(vouches))
