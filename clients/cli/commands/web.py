"""`gunbai web`."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from typing import Annotated

import typer

from clients.cli.session import session_of
from gunbai_client import aio

HEADING = "Read games"


def web(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help="The address at which pages are served.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for a free one.", min=0, max=65535)] = 8080,
) -> None:
    """Serve pages for browsers: games to look at, replay, branch and play, as a client of the service."""
    session = session_of(context)
    if find_spec("starlette") is None or find_spec("jinja2") is None:
        raise typer.BadParameter("this takes the extra `web`: pip install 'gunbai[web]'")
    from clients.web.running import run

    def service() -> AbstractAsyncContextManager[aio.Gunbai]:
        return aio.connect(session.target, tls=session.tls)

    run(service, host, port, lambda address: session.output.answer({"address": address}, f"Pages at {address}"))
