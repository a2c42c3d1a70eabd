"""A witness of a log: its key, the checkpoint that it cosigned last, and its port for https://c2sp.org/tlog-witness."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv6Network, ip_address
from pathlib import Path
from threading import Lock, Timer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai_record.checkpoint import Checkpoint, cosign, cosigned_at
from gunbai_record.kept_checkpoints import keep_fork, locked
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.numerals import is_whole
from gunbai_record.submission import (
    LARGEST_BODY,
    PATH,
    SIZE_TYPE,
    NotContinued,
    OldSizeDiffers,
    Submission,
    SubmissionRefused,
    path_of,
)
from gunbai_record.text.counts import counted
from gunbai_record.text_files import replace_text

MOST_CONNECTIONS = 64
MOST_OF_A_PEER = 16
"""How many connections an address, or an IPv6 network of 64 bits, holds; this machine, where a proxy may be, any."""
CONNECTION_SECONDS = 60.0
"""How long a connection lasts, however many requests come on it."""
SILENT_SECONDS = 10.0
MOST_UNPROVEN = 16
"""How many checkpoints are kept of which no proof, but no other root of the same size either, was shown."""
PLAIN = "text/plain; charset=utf-8"


class LogWitness(NamedTuple):
    """A witness of the log of a service with one of `keys`; `state` keeps the checkpoint that it cosigned last."""

    name: VerifierKey
    own: Ed25519PrivateKey
    keys: tuple[VerifierKey, ...]
    state: Path

    def seen(self) -> str:
        """Return the checkpoint that it cosigned last, "" if there is none yet. Raises NoteError or OSError."""
        if not self.state.exists():
            return ""
        seen = self.state.read_text("utf-8")
        if not seen:
            # A full disk or a copy that broke off empties a file; the next log that is seen would be trusted.
            raise NoteError(f"{self.state} is empty: restore the last checkpoint to it, or move the file away")
        return seen

    def keep(self, note: str) -> str:
        """Cosign a checkpoint and replace the state by it, which must be locked; return the cosignature."""
        line = cosign(Note.parse(note).text, int(time.time()), self.name, self.own.sign)
        replace_text(self.state, note + line)
        return line

    def take(self, submission: Submission) -> str:
        """Return the cosignature of a submitted checkpoint. Raises SubmissionRefused, NoteError or OSError.

        A checkpoint that contradicts the state is written next to it.
        """
        with locked(self.state):
            seen = self.seen()
            before = Checkpoint.parse(Note.parse(seen).text) if seen else None
            try:
                note = submission.judged(before, self.keys)
            except NotContinued:
                self._keep_evidence(submission.checkpoint, before)
                raise
            return self.keep(note)

    def shown(self, path: str) -> str:
        """Return the checkpoint at a path for monitors, "" if there is none. Raises NoteError or OSError."""
        seen = self.seen()
        note = Note.parse(seen) if seen else None
        if note is None or path != path_of(Checkpoint.parse(note.text).origin) or cosigned_at(note, self.name) is None:
            return ""
        return seen

    def _keep_evidence(self, note: str, before: Checkpoint | None) -> None:
        shown = Checkpoint.parse(Note.parse(note).text)
        if before is not None and before.contradicts(shown):
            keep_fork(self.state, note)
        elif len([*self.state.parent.glob(f"{self.state.name}.unproven-*")]) < MOST_UNPROVEN:
            keep_fork(self.state, note, "unproven")


class WitnessPort(ThreadingHTTPServer):
    """Answers the submissions of a log, and monitors; `said` hears each in words."""

    # A connection that stays open must not keep the witness from ending.
    daemon_threads = True
    # The default of 5 would refuse connections that come at once.
    request_queue_size = 128

    def __init__(self, place: tuple[str, int], witness: LogWitness, said: Callable[[str], None]) -> None:
        """Listen. Raises OSError."""
        self.witness, self.said = witness, said
        self._counting = Lock()
        self._of_peer = Counter[str]()
        host, port = place[0].strip("[]"), place[1]
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection, or close it at once if there are too many, or too many of its peer."""
        if self._admit(client_address[0]):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def _admit(self, address: str) -> bool:
        """Count a connection of an address, if there is room for it."""
        most = MOST_CONNECTIONS if ip_address(address).is_loopback else MOST_OF_A_PEER
        with self._counting:
            is_free = self._of_peer.total() < MOST_CONNECTIONS and self._of_peer[_peer(address)] < most
            if is_free:
                self._of_peer[_peer(address)] += 1
        return is_free

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer on a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._counting:
                self._of_peer[_peer(client_address[0])] -= 1
                self._of_peer += Counter()  # Peers without a connection are forgotten.

    def handle_error(self, *_: Any) -> None:
        """Say nothing of a connection that broke off."""


def _peer(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 one, whose owner has all of it."""
    parsed = ip_address(address)
    return address if parsed.version == 4 else str(IPv6Network((int(parsed), 64), strict=False))


class _Handler(BaseHTTPRequestHandler):
    server: WitnessPort
    protocol_version = "HTTP/1.1"
    # The default tells everybody the version of Python.
    server_version, sys_version = "gunbai", ""
    timeout = SILENT_SECONDS

    def setup(self) -> None:
        super().setup()
        self._end = Timer(CONNECTION_SECONDS, self._cut)
        self._end.daemon = True
        self._end.start()

    def finish(self) -> None:
        self._end.cancel()
        super().finish()

    def do_POST(self) -> None:
        """Answer a submission."""
        size = self.headers.get("Content-Length", "")
        if self.path != PATH or not is_whole(size) or int(size) > LARGEST_BODY:
            # The unread body would be taken for the next request.
            self.close_connection = True
            status = HTTPStatus.NOT_FOUND if self.path != PATH else HTTPStatus.BAD_REQUEST
            self._answer(status, f"submit a checkpoint to {PATH}\n")
            return
        try:
            submission = Submission.parse(self.rfile.read(int(size)))
            line = self.server.witness.take(submission)
        except OldSizeDiffers as error:
            self._answer(error.status, f"{error.size}\n", SIZE_TYPE)
        except SubmissionRefused as error:
            self.server.said(f"refused with {error.status}: {error}")
            self._answer(error.status, f"{error}\n")
        except (NoteError, OSError) as error:
            self._fail(error)
        else:
            shown = Checkpoint.parse(Note.parse(submission.checkpoint).text)
            self.server.said(f"cosigned {shown.origin} with {counted(shown.size, 'leaf')}")
            self._answer(HTTPStatus.OK, line)

    def do_GET(self) -> None:
        """Answer a monitor."""
        try:
            shown = self.server.witness.shown(self.path)
        except (NoteError, OSError) as error:
            self._fail(error)
        else:
            self._answer(HTTPStatus.OK if shown else HTTPStatus.NOT_FOUND, shown or "no checkpoint is here\n")

    def log_message(self, *_: Any) -> None:
        """Log no request."""

    def _fail(self, error: Exception) -> None:
        """Answer that the state cannot be used."""
        self.server.said(f"cannot use {self.server.witness.state}: {error}")
        self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, "the witness cannot use its state\n")

    def _answer(self, status: HTTPStatus, text: str, kind: str = PLAIN) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def _cut(self) -> None:
        with suppress(OSError):
            # Not `close`, which would not wake the thread that reads from it.
            self.connection.shutdown(socket.SHUT_RDWR)
