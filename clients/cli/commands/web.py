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
from clients.web.bots.bot_processes import IN_ALL
from gunbai_client import aio

EVERYWHERE = {"", "0.0.0.0", "::", "[::]"}  # noqa: S104  # nothing is bound here: these name no host by which pages are reached


def web(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="Port (0: any free port).", min=0, max=65535)] = 8080,
    bots: Annotated[
        int, typer.Option(metavar="COUNT", help="Maximum number of bots that play at once.", min=0)
    ] = IN_ALL,
    base_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Public address, such as https://games.example/gunbai, if the server is behind a proxy. The proxy "
            "must pass paths on unchanged.",
        ),
    ] = "",
    forwarder: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Credential file from `gunbai serve --forwarder`, to give each visitor separate quotas.",
        ),
    ] = None,
    talk: Annotated[bool, typer.Option(help="Let players talk at their tables.")] = True,
) -> None:
    """Serve web pages to watch, play, replay and branch games."""
    if host in EVERYWHERE and not base_url:
        raise typer.BadParameter("name the address that visitors use: --base-url http://HOST:PORT", param_hint="--host")
    session = session_of(context)
    if find_spec("starlette") is None or find_spec("jinja2") is None:
        raise typer.BadParameter("install the extra `web`: pip install 'gunbai[web]'")
    from clients.web.server import run
    from clients.web.site import make_site
    from clients.web.storage.private_files import CannotStore

    def service() -> AbstractAsyncContextManager[aio.Gunbai]:
        return aio.connect(session.target, tls=session.tls, own_connection=True)

    credential = ""
    if forwarder is not None:
        credential = token_in(forwarder, "--forwarder", "`gunbai serve --forwarder` makes it")
    pages_folder = folders_of(session.target, folder().with_name("pages"))[0]
    bare = host.strip("[]")
    hosts = [] if host in EVERYWHERE else [f"[{bare}]" if ":" in bare else bare]
    try:
        site = make_site(
            service,
            folder=pages_folder,
            bots=bots,
            forwarder=credential,
            base_url=base_url,
            hosts=hosts,
            talk=talk,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--base-url") from None
    except CannotStore as error:
        raise typer.BadParameter(f"cannot keep files in {pages_folder}: {error}") from None

    def announce(address: str) -> None:
        shown = base_url or address
        session.output.answer({"address": shown, "served_at": address}, f"Pages at {shown}")

    run(site, host, port, announce)
