"""`gunbai player ratings`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from clients.cli.account.replacements import vouched_players
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from clients.cli.sources.ratings import Rating, rated
from clients.cli.sources.ratings import ratings as ratings_of
from gunbai_record.players import marked
from gunbai_record.text.foreign import visible
from gunbai_record.verify.attestation import EvidenceError, read_evidence
from gunbai_record.verify.file import record_files


def ratings(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Record files, or folders of record files."),
    ],
    *,
    key: Annotated[
        list[str],
        typer.Option("--key", metavar="KEY", help="Trusted verifier key of a service, or a file of keys. Repeatable."),
    ],
    replaced: Annotated[
        Path | None,
        typer.Option("--replaced", metavar="FILE", help="Replaced keys, from `gunbai player replaced --output`."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rate players by key, from attested record files. Works offline.

    The same files always give the same numbers. A game counts if a player with a key won and another lost. A rating
    is a cautious estimate: the player is almost certainly at least that good. Ratings start at 0; the average skill is
    25.
    """
    if find_spec("openskill") is None:
        raise typer.BadParameter("install the extra `ratings`: pip install 'gunbai[ratings]'")
    try:
        evidence = read_evidence(key, ())
        games, left = rated(record_files(files), evidence, vouched_players(replaced, evidence.keys))
    except EvidenceError as error:
        raise typer.BadParameter(str(error), param_hint=error.option) from None
    output, ranked = Output(as_json), ratings_of(games)
    for omitted in left:
        output.remark(f"[dim]{escape(visible(f'{omitted.file}: {omitted.why}'))}[/]")
    output.answer(
        {"games": len(games), "ratings": [_facts(rating) for rating in ranked]},
        _table(ranked) if ranked else "No game counts.",
    )


def _facts(rating: Rating) -> dict[str, object]:
    return rating._asdict() | {"key": rating.key.hex(), "rating": rating.rating}


def _table(ranked: Sequence[Rating]) -> Table:
    table = Table("rank", "player", "games", "rating", "skill", "±", box=None, header_style="dim")
    for rank, rating in enumerate(ranked, 1):
        name = escape(visible(marked(rating.player, rating.key)))
        table.add_row(str(rank), name, str(rating.games), *(f"{value:.2f}" for value in (rating.rating, *rating[3:])))
    return table
