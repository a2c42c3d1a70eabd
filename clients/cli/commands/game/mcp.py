"""`gunbai game mcp`."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.session import Session, session_of
from gunbai_client import aio

if TYPE_CHECKING:
    from clients.bots.mcp_server import Refusals

HEADING = "Play"


def mcp(
    context: typer.Context,
    *,
    legal: Annotated[bool, typer.Option(help="Let the model list the legal commands.")] = True,
    refusals: Annotated[
        str, typer.Option(metavar="none|clause|facts", help="What the model learns about a refusal.")
    ] = "facts",
    records: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, writable=True, metavar="FOLDER", help="Folder to save the model's records in."
        ),
    ] = None,
) -> None:
    """Let language models play (MCP server).

    The server speaks the Model Context Protocol on standard input and output, with tools to play any title.
    """
    session = session_of(context)
    if find_spec("mcp") is None:
        raise typer.BadParameter("install the extra `mcp`: pip install 'gunbai[mcp]'")
    asyncio.run(_serve(session, _level(refusals), records, legal=legal))


def _level(name: str) -> Refusals:
    """Return the level of refusals with this name. Raises BadParameter."""
    from clients.bots.mcp_server import Refusals

    try:
        return Refusals(name)
    except ValueError:
        raise typer.BadParameter("expected none, clause or facts", param_hint="--refusals") from None


async def _serve(session: Session, refusals: Refusals, records: Path | None, *, legal: bool) -> None:
    from clients.bots.mcp_server import Table, server

    async with aio.connect(session.target, tls=session.tls, language=session.language) as gunbai:
        table = Table(gunbai, session.tokens, refusals=refusals, legal=legal, records=records)
        await server(table).run_stdio_async()
