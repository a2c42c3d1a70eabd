"""The notices that were sent, in a file that outlives the process, so that none is sent twice."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from clients.cli.account.services import folder_name
from clients.cli.account.tokens import folder
from clients.cli.notify.notices import Notice
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.errors import GunbaiError
from gunbai_record.text_files import replace_text


def state_file(target: str, *sinks: str) -> Path:
    """Return the file that remembers the delivered notices, named by service, command and address."""
    name = sha256(json.dumps([folder_name(target), *sinks]).encode()).hexdigest()[:16]
    return folder().parent / "notified" / f"{name}.json"


@dataclass
class SentNotices:
    """The delivered notices by game, and the games that get no more notices."""

    path: Path
    since: datetime
    """When the first notice was sent. Games that were over by then get none."""
    notices: dict[str, list[str]]
    over: set[str]

    def has(self, notice: Notice) -> bool:
        """Return whether a notice was delivered."""
        return notice.id in self.notices.get(notice.game, ())

    def add(self, notice: Notice) -> None:
        """Remember a delivered notice. Raises OSError."""
        self.notices.setdefault(notice.game, []).append(notice.id)
        self._write()

    def is_news(self, info: GameInfo) -> bool:
        """Return whether a game ended after the first notice."""
        return info.update_time.ToDatetime(UTC) >= self.since

    def close(self, game: str) -> None:
        """Remember that a game gets no more notices. Raises OSError."""
        self.notices.pop(game, None)
        self.over.add(game)
        self._write()

    def _write(self) -> None:
        """Replace the file atomically: a crash leaves the old one or the new one."""
        fields = {"since": self.since.isoformat(), "notices": self.notices, "over": sorted(self.over)}
        replace_text(self.path, json.dumps(fields))


@contextmanager
def sent_notices(path: Path) -> Iterator[SentNotices]:
    """Yield the delivered notices, locked against other processes. Raises GunbaiError or OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GunbaiError(f"another `gunbai game notify` is using {path}") from None
        yield _read(path)


def _read(path: Path) -> SentNotices:
    try:
        fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return SentNotices(path, datetime.fromisoformat(fields["since"]), dict(fields["notices"]), set(fields["over"]))
    except FileNotFoundError:
        return SentNotices(path, datetime.now(UTC), {}, set())
    except (ValueError, KeyError, TypeError):
        raise GunbaiError(f"{path} is damaged; delete it to get the open notices again") from None
