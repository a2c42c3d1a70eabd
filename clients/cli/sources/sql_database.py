"""A database of games for SQL: a plain SQLite file with what its reader may see of them.

Its views are `games`, `players` and `moves`. A service's own database does not suit such queries: its entries are the
bytes that are hashed, with removable names stored separately, and its rows are sealed against changes.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from clients.render.wording import STATUS
from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.record.v1.irregularities_pb2 import OutcomeCorrected
from gunbai.record.v1.lifecycle_pb2 import AbandonGame
from gunbai.referee.v1.game_pb2 import GameInfo, Standing
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.standings import counts
from gunbai_record.chain import type_name
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import as_json

TABLES = """
CREATE TABLE game (
  game TEXT PRIMARY KEY, title TEXT NOT NULL, rules_version INTEGER NOT NULL, label TEXT NOT NULL, status TEXT NOT NULL,
  ending TEXT, clause TEXT, remark TEXT, counts INTEGER NOT NULL, standing TEXT NOT NULL, entries INTEGER NOT NULL,
  played_on TEXT, created_at TEXT NOT NULL, changed_at TEXT NOT NULL, parent TEXT, parent_version INTEGER,
  tags TEXT NOT NULL, options TEXT NOT NULL
) STRICT;
CREATE TABLE seat (
  game TEXT NOT NULL REFERENCES game, seat INTEGER NOT NULL, player TEXT, won INTEGER, score INTEGER,
  PRIMARY KEY (game, seat)
) STRICT;
CREATE TABLE entry (
  game TEXT NOT NULL REFERENCES game, version INTEGER NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL,
  seat INTEGER, type TEXT, command TEXT, sentence TEXT NOT NULL, events TEXT NOT NULL, digest TEXT NOT NULL,
  corrected_by INTEGER,
  PRIMARY KEY (game, version)
) STRICT;
CREATE INDEX seat_by_player ON seat (player);
CREATE INDEX entry_by_type ON entry (type);
CREATE VIEW games AS
SELECT game.game, title, label, status,
  (SELECT group_concat(player, ', ') FROM (SELECT player FROM seat WHERE seat.game = game.game ORDER BY seat))
    AS players,
  (SELECT group_concat(player, ', ') FROM (SELECT player FROM seat WHERE seat.game = game.game AND won ORDER BY seat))
    AS winners,
  (SELECT group_concat(score, ', ') FROM (SELECT score FROM seat WHERE seat.game = game.game ORDER BY seat)) AS scores,
  ending, clause, remark, entries, (SELECT count(*) FROM seat WHERE seat.game = game.game) AS seats,
  coalesce(played_on, substr(changed_at, 1, 10)) AS date, created_at, changed_at, counts, standing, parent,
  parent_version, tags, rules_version, options
FROM game;
CREATE VIEW players AS
SELECT player, title, count(*) AS games, sum(won) AS won, round(avg(score), 2) AS mean_score
FROM seat JOIN game USING (game) WHERE counts AND player IS NOT NULL GROUP BY player, title;
CREATE VIEW moves AS
SELECT entry.game, title, version, at, actor, entry.seat, player, type, command, sentence, events, digest,
  corrected_by
FROM entry JOIN game USING (game) LEFT JOIN seat ON seat.game = entry.game AND seat.seat = entry.seat;
"""
SEALED = {"sealed": True}
"""What replaces a command or an event that the reader may not see."""


def write(path: Path, games: Iterable[tuple[GameInfo, Iterable[Said]]]) -> int:
    """Write a new database of games with their entries, and return how many there are.

    It appears under its name only when complete. Raises GunbaiError if the file exists, or OSError.
    """
    if path.exists():
        raise GunbaiError(f"{path} exists: name a new file")
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with closing(sqlite3.connect(new)) as database:
            database.executescript(TABLES)
            count = sum(_add(database, info, entries) for info, entries in games)
            database.commit()
        new.replace(path)
    except sqlite3.Error as error:
        raise GunbaiError(f"{path}: {error}") from None
    finally:
        new.unlink(missing_ok=True)
    return count


def _add(database: sqlite3.Connection, info: GameInfo, entries: Iterable[Said]) -> int:
    _insert(database, "game", [_game(info)])
    _insert(database, "seat", _seats(info))
    for entry_read in entries:
        _insert(database, "entry", [_entry(info.game, entry_read)])
        if corrected := _corrected(entry_read.entry):
            put_right = (entry_read.version, info.game, corrected)
            database.execute("UPDATE entry SET corrected_by = ? WHERE game = ? AND version = ?", put_right)
        if _type(entry_read.entry) == AbandonGame.DESCRIPTOR.name:
            reason = AbandonGame.FromString(entry_read.entry.command.open.value).reason
            database.execute("UPDATE game SET remark = ? WHERE game = ?", (reason or None, info.game))
    return 1


def _insert(database: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608  # names of ours


def _game(info: GameInfo) -> tuple[Any, ...]:
    result = info.result
    return (
        info.game,
        info.title,
        info.rules_version,
        info.label,
        STATUS.get(info.status, ""),
        result.ending or None,
        result.clause or None,
        result.remark or None,
        int(counts(info)),
        Standing.Name(info.standing).removeprefix("STANDING_").lower(),
        info.head,
        info.played_on or None,
        _time(info.create_time),
        _time(info.update_time),
        info.parent or None,
        info.parent_version or None,
        json.dumps(list(info.tags), ensure_ascii=False),
        info.options_json,
    )


def _seats(info: GameInfo) -> Iterator[tuple[Any, ...]]:
    over = info.HasField("result")
    for seat in info.seats:
        won = int(seat.seat in info.result.winners) if over else None
        score = info.result.scores[seat.seat - 1] if seat.seat <= len(info.result.scores) else None
        yield info.game, seat.seat, seat.player or None, won, score


def _entry(game: str, entry_read: Said) -> tuple[Any, ...]:
    entry, words = entry_read.entry, entry_read.sentences
    sentences = [*words.events, *[""] * len(entry.events)]
    events = [{**_item(item), "sentence": sentence} for item, sentence in zip(entry.events, sentences, strict=False)]
    return (
        game,
        entry.version,
        datetime.fromtimestamp(entry.at_micros / 1e6, UTC).isoformat(timespec="milliseconds"),
        words.actor,
        entry.actor.seat or None,
        _type(entry),
        json.dumps(_item(entry.command), ensure_ascii=False),
        words.command,
        json.dumps(events, ensure_ascii=False),
        entry.digest.hex(),
        None,
    )


def _corrected(entry: Entry) -> int:
    """Return the version of the outcome that an entry replaces; 0 if it replaces none."""
    first = next(iter(entry.events[:1]), None)
    if first is None or type_name(first.open.type_url) != OutcomeCorrected.DESCRIPTOR.full_name:
        return 0
    return OutcomeCorrected.FromString(first.open.value).version


def _type(entry: Entry) -> str | None:
    return type_name(entry.command.open.type_url).rpartition(".")[2] or None


def _item(item: Item) -> dict[str, Any]:
    """Return a command or an event as JSON with its type, without the record's secrets."""
    if not item.HasField("open"):
        return SEALED
    fields = as_json(item.open)
    fields.pop("secret", None)
    return {
        "type": type_name(item.open.type_url).rpartition(".")[2],
        **{k: v for k, v in fields.items() if k != "@type"},
    }


def _time(moment: Timestamp) -> str:
    return moment.ToDatetime(UTC).isoformat(timespec="milliseconds")
