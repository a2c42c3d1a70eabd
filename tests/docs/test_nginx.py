"""The pages behind nginx, with the lines of docs/nginx.conf and with nothing but `proxy_pass`."""

from __future__ import annotations

import json
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

import pytest
from playwright.async_api import expect

from bench.ports import free_port
from clients.cli.sources.local_service import serving as serving_games
from clients.web.frame.cookies import COOKIE, NAME
from clients.web.frame.static_files import PATH
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import Gunbai, aio, connect
from lab.browser import CHROMIUM, chromium
from lab.patience import PATIENCE
from tests.clients.web.people import person
from tests.referee.test_commands import made

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
LINES = Path(__file__).parents[2] / "docs" / "nginx.conf"
MANY = 120
"""More games than the cookies of which fitted into nginx's buffers for headers, or into a browser's 180 for a site."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(NGINX is None, reason="nginx is missing; Debian has it as `nginx-light`"),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a service."""
    with serving_games(tmp_path_factory.mktemp("games"), options=["--no-quotas"]) as address:
        yield address


@contextmanager
def behind(folder: Path, games: str, prefix: str, *, defaults: bool = False) -> Iterator[tuple[str, ssl.SSLContext]]:
    """Yield the address of pages behind nginx, and what trusts its certificate."""
    port, scheme = free_port(), "http" if defaults else "https"
    address = f"{scheme}://localhost:{port}"
    certificate, key = made(folder, "localhost")
    site = make_site(lambda: aio.connect(games, own_connection=True), base_url=address + prefix, pause=0)
    with serving(site) as pages:
        if defaults:
            server = f"server {{ listen 127.0.0.1:{port}; location {prefix}/ {{ proxy_pass {pages}; }} }}"
        else:
            server = LINES.read_text(encoding="utf-8")
            for printed, here in (
                ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                ("games.example;", "localhost;"),
                ("/etc/ssl/games.example.pem", str(certificate)),
                ("/etc/ssl/games.example.key", str(key)),
                ("location /", f"location {prefix}/"),
                ("http://127.0.0.1:8080", pages),
            ):
                assert printed in server
                server = server.replace(printed, here)
        with running(folder, server, port):
            yield address + prefix, ssl.create_default_context(cafile=str(certificate))


@contextmanager
def running(folder: Path, server: str, port: int) -> Iterator[None]:
    """Run nginx with a server; all that it writes is in a folder."""
    settings = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; {settings}\n{server}\n}}\n"
    )
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-e", f"{folder}/errors", "-p", str(folder), "-c", str(configuration)])
    try:
        end = time.monotonic() + PATIENCE
        while not (folder / "pid").exists() or not (folder / "pid").read_text():
            assert process.poll() is None, (folder / "errors").read_text()
            assert time.monotonic() < end
            time.sleep(0.05)
        yield
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


class Browser:
    """A browser without scripts, that keeps cookies."""

    def __init__(self, address: str, trusted: ssl.SSLContext) -> None:
        self.address, self.jar = address, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar), HTTPSHandler(context=trusted))

    def open(self, path: str, /, **form: str) -> Any:
        """Return the answer to a request for a page, or of one that a form sends."""
        origin = re.match(r"https?://[^/]+", self.address)
        assert origin is not None
        url = path if path.startswith("http") else self.address + path
        body = urlencode(form).encode() if form else None
        return self._opener.open(Request(url, body, {"origin": origin[0]} if form else {}), timeout=PATIENCE)

    def create(self) -> str:
        """Create a game with the form, sit down, and return the address of its page."""
        with self.open("/new/liars_dice", player="Ann", people="1", chance="referee") as response:
            return str(response.url)

    def seats(self, address: str) -> str:
        """Return the seats that the page of a game says are the browser's."""
        with self.open(address) as response:
            shown = re.search(r'data-seats="([\d ]*)"', response.read().decode())
        assert shown is not None
        return shown[1]


@pytest.mark.parametrize(("prefix", "defaults"), [("", False), ("/club/games", False), ("", True)])
def test_forms_streams_and_many_games_pass(tmp_path: Path, games: str, prefix: str, *, defaults: bool) -> None:
    with behind(tmp_path, games, prefix, defaults=defaults) as (address, trusted), connect(games) as gunbai:
        browser = Browser(address, trusted)
        first = browser.create()
        assert first.startswith(f"{address}/games/")
        assert {cookie.path for cookie in browser.jar} == {f"{prefix}/"}
        assert all(cookie.secure != defaults for cookie in browser.jar)
        told_at_once(browser, gunbai, first.rpartition("/")[2])
        others = [browser.create() for _ in range(MANY)]
        assert [browser.seats(page) for page in (first, others[0], others[-1])] == ["1", "1", "1"]
        assert {cookie.name for cookie in browser.jar} == {COOKIE, NAME}
        with browser.open(f"{address}{PATH}/game.js") as response:
            assert response.status == 200


def told_at_once(browser: Browser, gunbai: Gunbai, game: str) -> None:
    """Check that a stream is not held back."""
    with browser.open(f"/heads?game={game}@1") as lines:
        assert json.loads(next(lines)) == {}
        gunbai.join(game, "Bob")
        assert any(json.loads(line).get("head") == 3 for line in lines)


async def test_a_person_plays_below_a_path(tmp_path: Path, games: str) -> None:
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    with behind(tmp_path, games, "/club/games", defaults=True) as (address, _):
        async with chromium() as browser, person(browser, address) as page:
            await page.goto(f"{address}/new/liars_dice")
            await page.get_by_label("Your name").fill("Ann")
            await page.get_by_role("button", name=re.compile("^Play against")).click()
            await page.wait_for_url(re.compile(rf"^{address}/games/[a-z0-9]+$"))
            await page.locator("#menu > .move, #menu > .stepper .main").first.click()
            await expect(page.locator("#entries")).to_contain_text("Ann")
            await page.get_by_role("tab", name="What if?").click()
            await expect(page.locator("#what-if [name=name] option")).not_to_have_count(0)
            await page.get_by_role("button", name="Čeština").click()
            await expect(page.locator("html")).to_have_attribute("lang", "cs")
