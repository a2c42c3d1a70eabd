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
    host: Annotated[str, typer.Option(help="The address at which pages are served.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for a free one.", min=0, max=65535)] = 8080,
    bots: Annotated[int, typer.Option(help="How many bots play at its tables at the same time.", min=0)] = IN_ALL,
    base_url: Annotated[
        str,
        typer.Option(
            help="The address that visitors use, such as https://games.example/gunbai, if there is a proxy. The proxy "
            "has to pass the path of a request on unchanged.",
        ),
    ] = "",
    forwarder: Annotated[
        Path | None,
        typer.Option(help="The file that `gunbai serve --forwarder` made: each visitor has their own quotas."),
    ] = None,
) -> None:
    """Serve pages for browsers, as a client of the service. People look at games, replay, branch and play them."""
    if host in EVERYWHERE and not base_url:
        raise typer.BadParameter("name the address that visitors use: --base-url http://HOST:PORT", param_hint="--host")
    session = session_of(context)
    if find_spec("starlette") is None or find_spec("jinja2") is None:
        raise typer.BadParameter("this takes the extra `web`: pip install 'gunbai[web]'")
    from clients.web.server import run
    from clients.web.site import make_site
    from clients.web.storage.private_files import CannotStore

    def service() -> AbstractAsyncContextManager[aio.Gunbai]:
        return aio.connect(session.target, tls=session.tls, own_connection=True)

    credential = ""
    if forwarder is not None:
        credential = token_in(forwarder, "--forwarder", "`gunbai serve --forwarder` makes it")
    kept = folders_of(session.target, folder().with_name("pages"))[0]
    bare = host.strip("[]")
    hosts = [] if host in EVERYWHERE else [f"[{bare}]" if ":" in bare else bare]
    try:
        site = make_site(service, folder=kept, bots=bots, forwarder=credential, base_url=base_url, hosts=hosts)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--base-url") from None
    except CannotStore as error:
        raise typer.BadParameter(f"the pages keep their files in {kept}: {error}") from None

    def announce(address: str) -> None:
        shown = base_url or address
        session.output.answer({"address": shown, "served_at": address}, f"Pages at {shown}")

    run(site, host, port, announce)
