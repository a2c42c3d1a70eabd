"""Witnesses of a log on free ports: gunbai's own, and ones that answer what a test says."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.cli.witnessing import LogWitness, WitnessPort
from gunbai_record.note import COSIGNATURE, VerifierKey

Answering = Callable[[str, str, bytes], tuple[int, str, bytes]]
"""Answers a method, a path and a body with a status, a type and a body."""


def own(number: int) -> Ed25519PrivateKey:
    """Return the private key of a witness."""
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def named(number: int) -> VerifierKey:
    """Return the key of a witness."""
    return VerifierKey(f"w{number}.example", own(number).public_key().public_bytes_raw(), COSIGNATURE)


def witness(folder: Path, number: int, keys: Sequence[VerifierKey]) -> LogWitness:
    """Return a witness of the log of a service with these keys, whose state is in a folder."""
    return LogWitness(named(number), own(number), tuple(keys), folder / f"w{number}.checkpoint")


@contextmanager
def listening(
    of: LogWitness,
    said: Callable[[str], None] = lambda _: None,
    port: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Iterator[str]:
    """Yield the address at which a witness answers, as it would behind a proxy with a certificate if there is one."""
    with WitnessPort(("127.0.0.1", port), of, said) as served:
        if tls is not None:
            served.socket = tls.wrap_socket(served.socket, server_side=True, do_handshake_on_connect=False)
        with _threaded(served):
            yield f"{'https' if tls else 'http'}://127.0.0.1:{served.server_port}"


@contextmanager
def answering(answer: Answering) -> Iterator[str]:
    """Yield an address at which a function answers."""

    class Handler(BaseHTTPRequestHandler):
        """Passes requests on."""

        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            """Answer by the function."""
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, kind, content = answer(self.command, self.path, body)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST  # noqa: N815  # the name that the library looks for

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served, _threaded(served):
        yield f"http://127.0.0.1:{served.server_port}"


@contextmanager
def _threaded(served: ThreadingHTTPServer) -> Iterator[None]:
    served.daemon_threads = True
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    try:
        yield
    finally:
        served.shutdown()
        thread.join()
