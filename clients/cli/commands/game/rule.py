"""`gunbai game rule`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import ArbiterKey, private_key
from clients.cli.options.arguments import read_text
from clients.cli.options.positions import GameId
from clients.cli.screen.corrections import correction_lines
from clients.cli.session import session_of

HEADING = "Arbiter and dealer"


def rule(
    context: typer.Context,
    game: GameId,
    *,
    clause: Annotated[
        str, typer.Option("--clause", metavar="CLAUSE", help="Number of the broken clause, or the house rule in words.")
    ],
    done: Annotated[str, typer.Option("--done", metavar="TEXT", help="What happened. Do not name players.")],
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat that broke the rule (0: none).")] = 0,
    stands: Annotated[bool, typer.Option("--stands/--corrected", help="Let the move stand, or correct it.")] = False,
    table: Annotated[Path | None, typer.Option("--table", metavar="FILE", help="The corrected table (JSON).")] = None,
    arbiter_key: ArbiterKey = None,
) -> None:
    """Rule on a move that broke the rules, as the arbiter or the dealer.

    The game continues from the current position or from a corrected table. To correct the table, edit what
    `gunbai record export --table` prints. Verification lists this entry as an exception.
    """
    from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, REMEDY_STANDS, RuleIrregularity

    session, key = session_of(context), private_key(arbiter_key)
    ruling = RuleIrregularity(clause=clause, done=done, seat=seat, remedy=REMEDY_STANDS if stands else REMEDY_CORRECTED)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        ruled = gunbai.arbiter(game, key).rule(ruling, table=_table(table))
        entry = ruled.accepted.entries[0]
        said = f"Ruled under {clause} in entry [bold]{entry.version}[/]. The game continues."
        session.output.answer(ruled, said, *correction_lines(gunbai, game, entry))


def _table(file: Path | None) -> str:
    """Return the table in a file without its optional spaces. Raises typer.BadParameter."""
    text = read_text(file)
    try:
        return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False) if text else ""
    except ValueError as error:
        raise typer.BadParameter(f"{file} is not JSON: {error}", param_hint="--table") from None
