"""A page in a browser plays a game and watches another, from an origin that the service lets in."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from bench.ports import free_port
from clients.cli.sources.local_service import serving
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import Gunbai, connect
from lab.patience import PATIENCE
from tests.clients.typescript.conftest import HERE

CHROMIUM = shutil.which("chromium")
REPORT = """
addEventListener("error", ({ message: problem }) => {
  fetch("/done", { method: "POST", body: JSON.stringify({ problem }) });
});
"""
"""A script that posts the first problem of the page, such as a module that is not found."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def target_of(exported: Any) -> str:
    """Return the file of an entry of a package's exports for a page."""
    while isinstance(exported, dict):
        exported = exported.get("import") or exported["default"]
    return str(exported)


def import_map(client: Path) -> Mapping[str, str]:
    """Return where the modules of a client and its packages are, by the names that their importers use."""
    own = json.loads((client / "package.json").read_text("utf-8"))
    imports = modules_of(own, "")
    for package in own["dependencies"]:
        folder = f"node_modules/{package}/"
        imports |= modules_of(json.loads((client / folder / "package.json").read_text("utf-8")), folder)
    return imports


def modules_of(package: Any, folder: str) -> dict[str, str]:
    """Return where the modules are that a package exports by name, in a folder of the client."""
    return {
        package["name"] + name.removeprefix("."): f"/{folder}{target_of(exported).removeprefix('./')}"
        for name, exported in package["exports"].items()
        if "*" not in name and name != "./package.json"
    }


class Pages(SimpleHTTPRequestHandler):
    """Serves the page and the modules of the client, and takes what the page posts."""

    page = b""
    posted: Queue[tuple[str, Any]]

    def do_GET(self) -> None:
        if self.path.startswith("/?"):
            self._answer(self.page, "text/html; charset=utf-8")
        elif self.path == "/page.mjs":
            self._answer((HERE / "page.mjs").read_bytes(), "text/javascript")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        report = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self._answer(b"", "text/plain")
        self.posted.put((self.path, report))

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def pages(client: Path, posted: Queue[tuple[str, Any]]) -> Iterator[str]:
    """Serve the page with the modules of a client, and yield its origin."""
    modules = json.dumps({"imports": import_map(client)})
    scripts = (f'type="importmap">{modules}', f">{REPORT}", 'type="module" src="/page.mjs">')
    html = "<!doctype html>" + "".join(f"<script {script}</script>" for script in scripts)
    handler = type("Handler", (Pages,), {"page": html.encode(), "posted": posted})
    with ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: handler(*a, directory=str(client))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def browser(url: str, profile: Path) -> Iterator[None]:
    """Show a page in a browser that nobody sees."""
    with (profile / "log").open("wb") as log:
        command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={profile}", url]
        with subprocess.Popen(command, stdout=log, stderr=log) as process:
            try:
                yield
            finally:
                process.terminate()
                process.wait(PATIENCE)


def play(gunbai: Gunbai, game: str, tokens: list[str]) -> None:
    """Play a game to its end at random."""
    seats = [gunbai.holding(token).seat(game, number) for number, token in enumerate(tokens, 1)]
    while waiting := gunbai.view(game).waiting.seats:
        seat = seats[waiting[0] - 1]
        seat.submit(random.choice(seat.legal().commands).command)


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="needs `chromium`, such as that of `apt-get install chromium`")
def test_a_page_plays_a_game_and_watches_another(built: Path, tmp_path: Path) -> None:
    posted: Queue[tuple[str, Any]] = Queue()
    web = f"127.0.0.1:{free_port()}"
    profile = tmp_path / "profile"
    profile.mkdir()
    with (
        pages(built, posted) as origin,
        serving(tmp_path, options=["--connect", web, "--connect-origin", origin]) as address,
        connect(address) as gunbai,
    ):
        created = gunbai.create("infludance_duel", seats=2, chance="referee")
        game = created.info.game
        tokens = [gunbai.join(game, player).token for player in ("Ada", "Bea")]
        gunbai.holding(created.host_token).start(game)
        with browser(f"{origin}/?{urlencode({'url': f'http://{web}', 'game': game})}", profile):
            watching = posted.get(timeout=PATIENCE)
            assert watching == ("/watching", {})
            play(gunbai, game, tokens)
            path, report = posted.get(timeout=PATIENCE)
        assert (path, report.get("problem")) == ("/done", None)
        assert report["status"] == GAME_STATUS_FINISHED
        assert len(report["winners"]) == 1
        assert report["watched"] == [*range(1, gunbai.game(game).head + 1)]
        assert report["missing"] == "GameNotFound"
        assert gunbai.verify(report["game"]).verdict == VERDICT_CONSISTENT
