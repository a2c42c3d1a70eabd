"""`gunbai game submit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.disputes.receipts import write_receipt
from clients.cli.errors import FAILED
from clients.cli.options.arguments import CommandName, FieldsJson, meant_in, parse_command
from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import entry_lines, refusal_advice, refusal_line
from clients.cli.seating.seats import own_seats
from clients.cli.session import session_of
from gunbai_client.blocking.vocabulary import vocabulary_in
from gunbai_record.notation.short_forms import Vocabulary

HEADING = "Play"


def submit(
    context: typer.Context,
    game: GameId,
    command: CommandName,
    fields: FieldsJson = "{}",
    *,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: your only seat, or the dealer).")
    ] = 0,
    receipt: Annotated[
        Path | None,
        typer.Option(
            "--receipt", metavar="FILE", help="File for the signed receipt, written if the command is refused."
        ),
    ] = None,
    corrects: Annotated[
        int,
        typer.Option(
            "--corrects",
            min=0,
            metavar="VERSION",
            help="As the dealer, correct the last entry. VERSION must be its version.",
        ),
    ] = 0,
) -> None:
    """Submit one command and print the ruling. Exits with 1 if the command is refused.

    The service signs a receipt for each refusal. Check the receipt offline with `gunbai dispute receipt FILE`, or
    dispute the refusal with `gunbai dispute open --receipt FILE`.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        mine = own_seats(session, gunbai, game, seat, bots=False)[-1 if corrects else 0]
        message, wants_receipt = parse_command(mine.gunbai.game(game).title, command, fields), receipt is not None
        ruling = (
            mine.correct(message, corrects, sentences=True, receipt=wants_receipt)
            if corrects
            else mine.submit(message, sentences=True, receipt=wants_receipt)
        )
        words = vocabulary_in(mine.gunbai, mine.gunbai.game(game)) if ruling.HasField("refused") else Vocabulary()
    if ruling.HasField("refused"):
        if receipt is not None:
            write_receipt(receipt, ruling.refused.receipt)
        session.output.answer(ruling, refusal_line(ruling.refused))
        for line in meant_in(words, message):
            session.output.remark(f"[red]{escape(line)}[/]")
        session.output.remark(refusal_advice(ruling.refused))
        raise typer.Exit(FAILED)
    session.output.answer(ruling, *(line for sentences in ruling.accepted.sentences for line in entry_lines(sentences)))
