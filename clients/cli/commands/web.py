"""`gunbai web`."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.services import folders_of
from clients.cli.account.tokens import folder
from clients.cli.session import session_of, token_in
from clients.web.bots.bot_players import IN_ALL
from gunbai_client import aio


def web(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help="The address at which pages are served.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for a free one.", min=0, max=65535)] = 8080,
    bots: Annotated[int, typer.Option(help="How many bots play at its tables at the same time.", min=0)] = IN_ALL,
    forwarder: Annotated[
        Path | None,
        typer.Option(help="The file that `gunbai serve --forwarder` made: each visitor has their own quotas."),
    ] = None,
) -> None:
    """Serve pages for browsers, as a client of the service. People look at games, replay, branch and play them."""
    session = session_of(context)
    if find_spec("starlette") is None or find_spec("jinja2") is None:
        raise typer.BadParameter("this takes the extra `web`: pip install 'gunbai[web]'")
    from clients.web.server import run
    from clients.web.site import make_site

    def service() -> AbstractAsyncContextManager[aio.Gunbai]:
        return aio.connect(session.target, tls=session.tls)

    credential = ""
    if forwarder is not None:
        credential = token_in(forwarder, "--forwarder", "`gunbai serve --forwarder` makes it")
    bots_folder, studies_folder = (
        folders_of(session.target, folder().with_name(kind))[0] for kind in ("bots", "studies")
    )
    run(
        make_site(service, folder=bots_folder, studies_folder=studies_folder, bots=bots, forwarder=credential),
        host,
        port,
        lambda address: session.output.answer({"address": address}, f"Pages at {address}"),
    )
