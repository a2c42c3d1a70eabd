"""`gunbai game rule`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import ArbiterKey, private_key
from clients.cli.options.arguments import read_text
from clients.cli.options.positions import GameId
from clients.cli.session import session_of

HEADING = "Arbiter and dealer"


def rule(
    context: typer.Context,
    game: GameId,
    *,
    clause: Annotated[
        str, typer.Option("--clause", help="The number of the clause that was broken, or the event's own rule.")
    ],
    done: Annotated[str, typer.Option("--done", help="What was done, without naming a player.")],
    seat: Annotated[int, typer.Option("--seat", min=0, help="The seat that did it; 0 if none did.")] = 0,
    stands: Annotated[
        bool, typer.Option("--stands/--corrected", help="Whether what was done stands, or is put right.")
    ] = False,
    table: Annotated[
        Path | None, typer.Option("--table", help="A file with the table from which the game goes on, as JSON.")
    ] = None,
    arbiter_key: ArbiterKey = None,
) -> None:
    """Rule, as the arbiter or the dealer, on what was done against the rules.

    The game goes on from the table, which `gunbai record export --table` prints to be changed, or from where it is. The
    record verifies except for this entry, which the verification names.
    """
    from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, REMEDY_STANDS, RuleIrregularity

    session, key = session_of(context), private_key(arbiter_key)
    ruling = RuleIrregularity(clause=clause, done=done, seat=seat, remedy=REMEDY_STANDS if stands else REMEDY_CORRECTED)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        ruled = gunbai.arbiter(game, key).rule(ruling, table=_table(table))
    version = ruled.accepted.entries[0].version
    session.output.answer(ruled, f"Ruled under {clause} in entry [bold]{version}[/]; the game goes on.")


def _table(file: Path | None) -> str:
    """Return the table in a file without the spaces that it may have. Raises typer.BadParameter."""
    text = read_text(file)
    try:
        return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False) if text else ""
    except ValueError as error:
        raise typer.BadParameter(f"{file} is not JSON: {error}", param_hint="--table") from None
