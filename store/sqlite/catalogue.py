"""Lists of games: the rows of the game list as values, and their comparison with their seals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

import msgspec

from store.contract import TRUSTED, Filter, Head, Order, Summary
from store.matching import folded
from store.paging import COLUMNS, Place
from store.sqlite.encryption import Vault
from store.sqlite.queries import LAST_VERSION, ROWS_OF_ALL, snapshot
from store.sqlite.sqlite_errors import Damage

CATALOGUE = """
game, title, status, seats, label, players, ending, winners, played_on, tags, public, parent, parent_version,
created_at, changed_at, absent, has_deadlines, held, standing, keys, seal
"""
WRITTEN = CATALOGUE.replace(",", "").split()[:-1]
# The catalogue's rows, each with its log's head, whatever the other tables have about the game.
SUMMARY = f"""
SELECT {CATALOGUE}, coalesce((SELECT max(version) FROM entries WHERE game = catalogue.game), parent_version)
FROM catalogue
"""  # noqa: S608  # names of ours
# The catalogue's indexes, each with its columns and the rows that it covers.
INDEXES = {
    "sqlite_autoindex_catalogue_1": ("game", "true"),
    "catalogue_by_age": ("created_at, game", "true"),
    "catalogue_by_change": ("changed_at, game", "true"),
    "catalogue_by_play": ("played_on, game", "true"),
    "catalogue_by_title": ("title, created_at, game", "true"),
    "catalogue_by_parent": ("parent", "true"),
    "catalogue_by_absence": ("game", "absent <> '[]'"),
}
LOST = """
SELECT game, public FROM openings NOT INDEXED
WHERE NOT EXISTS (SELECT 1 FROM listed WHERE listed.game = openings.game AND sound)
"""
UNSOUND_TWICE = """
UPDATE listed SET sound = 0
WHERE sound AND {again} IN (SELECT {again} FROM listed {among} GROUP BY {again} HAVING count(*) > 1)
"""
PLAYED_BY = """
instr(folded(players), ?) AND EXISTS (SELECT 1 FROM json_each(players) WHERE instr(folded(value), ?))
"""
WON_BY = """
instr(folded(players), ?) AND EXISTS (
  SELECT 1 FROM json_each(winners) AS won JOIN json_each(players) AS player ON player.key = won.value - 1
  WHERE instr(folded(player.value), ?)
)
"""


ABSENCES = f"""
SELECT count(DISTINCT game) FROM catalogue INDEXED BY catalogue_by_absence, json_each(absent) AS seat
WHERE absent <> '[]' AND standing IN ({", ".join(f"'{standing}'" for standing in sorted(TRUSTED))})
AND json_extract(players, '$[' || (seat.value - 1) || ']') = ?
"""  # noqa: S608  # standings of ours


def of(connection: sqlite3.Connection, game: str, vault: Vault) -> Summary:
    """Return a game's row. Raises Damage if it has none."""
    row = connection.execute(f"{SUMMARY} WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise Damage("its row in the game list is missing")
    return summary_of(row, vault)


def has(connection: sqlite3.Connection, only: Filter) -> bool:
    """Return whether a catalogue row meets a filter."""
    filters = conditions(only)
    where = " AND ".join(condition for condition, _ in filters) or "true"
    sql = f"SELECT 1 FROM catalogue WHERE {where} LIMIT 1"  # noqa: S608  # conditions of ours
    return connection.execute(sql, [*chain.from_iterable(values for _, values in filters)]).fetchone() is not None


def games(
    connection: sqlite3.Connection,
    only: Filter,
    before: Place | None,
    limit: int,
    order: Order,
    *,
    vault: Vault,
    astray: Astray,
) -> list[Summary]:
    """Return the first games after a place that meet a filter, without damaged rows. Raises Damage."""
    column = COLUMNS[order]
    follows, direction = (">", "ASC") if order == "oldest" else ("<", "DESC")
    filters = conditions(only)
    # First, so that the function that folds texts is not called with a damaged one.
    if astray.rows:
        filters.insert(
            0, ("rowid NOT IN (SELECT value FROM json_each(?))", [msgspec.json.encode(astray.rows).decode()])
        )
    if before:
        filters.append((f"({column}, game) {follows} (?, ?)", before))
    values = [*chain.from_iterable(values for _, values in filters), min(limit, LAST_VERSION)]
    where = " AND ".join(condition for condition, _ in filters) or "true"
    # Naming the games that an index lost is not enough: a key that is out of order hides its neighbours too, and a
    # wrong row number leads to another sound row.
    sound = "" if astray.indexed else " NOT INDEXED"
    sql = f"{SUMMARY}{sound} WHERE {where} ORDER BY {column} {direction}, game {direction} LIMIT ?"
    return [summary_of(row, vault) for row in connection.execute(sql, values).fetchall()]


def conditions(only: Filter) -> list[tuple[str, Sequence[object]]]:
    """Return a filter's conditions, each with its values; they mean the same as `store.matching.answers`."""
    every: list[tuple[str, Sequence[object]]] = [
        ("title = ?", [only.title]),
        ("status = ?", [only.status]),
        ("standing = ?", [only.standing]),
        ("parent = ?", [only.parent]),
        ("instr(folded(label), ?)", [folded(only.label)]),
        (PLAYED_BY, [somewhere(only.player), folded(only.player)]),
        ("seats = ?", [only.seats or None]),
        ("instr(folded(ending), ?)", [folded(only.ending)]),
        (WON_BY, [somewhere(only.winner), folded(only.winner)]),
        ("created_at >= ?", [only.min_created_at]),
        ("created_at <= ?", [only.max_created_at]),
        ("changed_at >= ?", [only.min_changed_at]),
        ("changed_at <= ?", [only.max_changed_at]),
        ("played_on <> '' AND played_on >= substr(?, 1, length(played_on))", [only.min_played_on]),
        ("played_on <> '' AND substr(played_on, 1, length(?)) <= ?", [only.max_played_on] * 2),
        ("public = ?", [only.public]),
        ("has_deadlines = ?", [only.has_deadlines]),
        ("held = ?", [only.held]),
        ("instr(keys, ?)", [f'"{only.key}"' if only.key else ""]),
    ]
    tagged = "EXISTS (SELECT 1 FROM json_each(tags) WHERE folded(value) = ?)"
    filters = [(condition, values) for condition, values in every if values[-1] not in {"", None}]
    return [*filters, *((tagged, [folded(tag)]) for tag in only.tags)]


def somewhere(name: str) -> str:
    """Return a text that the JSON list must contain, in the form that is compared, if any name has this part.

    It rules out most rows at the cost of one comparison. For a part that JSON would escape, nothing is certain: "".
    """
    compared = folded(name)
    return "" if '"' in compared or "\\" in compared else compared


def absences(connection: sqlite3.Connection, player: str) -> int:
    """Return in how many games a player of this name gave no share of chance in time."""
    return int(connection.execute(ABSENCES, (player,)).fetchone()[0])


def summary_of(row: Sequence[object], vault: Vault) -> Summary:
    """Return a catalogue row, with its log's head, as a value. Raises Damage."""
    *written, seal, last = row
    if not vault.fits("catalogue", sealed_part(written), seal):
        raise Damage("a row of the game list differs from what was written")
    columns = dict(zip(WRITTEN, written, strict=True)) | {"head": last}
    columns |= {name: msgspec.json.decode(str(columns[name])) for name in ("players", "winners", "tags", "absent")}
    # Rows from before there were keys have "".
    columns["keys"] = msgspec.json.decode(str(columns["keys"]) or "[]")
    return msgspec.convert(columns, Summary, strict=False)


def sealed_part(written: Sequence[object]) -> Sequence[object]:
    """Return the columns that a row's seal covers: all, except the keys in a row from before there were keys."""
    return written if written[-1] != "" else written[:-1]


class Astray(NamedTuple):
    """The result of comparing the game list with its seals."""

    games: tuple[str, ...]
    """The games that have no sound row, or that an index does not find."""
    public: tuple[str, ...]
    """The public games that have no sound row."""
    private: tuple[str, ...]
    """The private games that have no sound row."""
    rows: tuple[int, ...]
    """The rows that are damaged, or older than what was acknowledged."""
    indexed: bool
    """Whether all indexes find all rows."""


def astray(connection: sqlite3.Connection, vault: Vault, heads: Mapping[str, Head]) -> Astray:
    """Compare the whole catalogue with its seals, its indexes, the games and their tallies.

    Rows are read one by one, and noted in a temporary table: a catalogue is larger than the damage in it.
    """
    with snapshot(connection):
        rows = _rows(connection, vault, heads)
        lost = {game: bool(public) for game, public in connection.execute(LOST)}
        # A game with an accepted loss is either among the openings or gone for good.
        lost |= {game: head.public for game, head in heads.items() if not head.lost and not rows.has(game)}
        differing = [name for name in INDEXES if not _is_whole(connection, name)]
        unfound = set[int]()
        for name in differing:
            indexed, expected = (
                {*connection.execute(listing(name, by)).fetchall()} for by in (f"INDEXED BY {name}", "NOT INDEXED")
            )
            unfound |= {row[-1] for row in indexed ^ expected}
        unsound, missed = rows.unsound(), {*rows.games(unfound)}
    return Astray(
        games=tuple(sorted({*lost, *missed})),
        public=tuple(game for game in sorted(lost) if lost[game]),
        private=tuple(game for game in sorted(lost) if not lost[game]),
        rows=tuple(unsound),
        indexed=not differing,
    )


class _Rows:
    """The catalogue's rows in a temporary table that ends with the snapshot: their numbers, games and soundness."""

    def __init__(self, connection: sqlite3.Connection, rows: Iterator[tuple[int, str, bool]]) -> None:
        self._connection = connection
        connection.execute("CREATE TEMP TABLE listed (number INTEGER, game TEXT, sound INTEGER)")
        connection.executemany("INSERT INTO listed VALUES (?, ?, ?)", rows)
        connection.execute("CREATE INDEX temp.listed_by_game ON listed (game, sound)")
        # A row that its index lost before a newer one replaced it is sound, but outdated.
        for again, among in (("number", ""), ("game", "WHERE sound")):
            connection.execute(UNSOUND_TWICE.format(again=again, among=among))

    def has(self, game: str) -> bool:
        """Return whether a game has exactly one sound row."""
        found = self._connection.execute("SELECT 1 FROM listed WHERE game = ? AND sound LIMIT 1", (game,))
        return found.fetchone() is not None

    def unsound(self) -> list[int]:
        """Return the damaged rows, in order."""
        numbers = self._connection.execute("SELECT DISTINCT number FROM listed WHERE NOT sound ORDER BY number")
        return [number for (number,) in numbers]

    def games(self, numbers: set[int]) -> Iterator[str]:
        """Yield the games of those of the rows that are sound."""
        if numbers:
            rows = self._connection.execute("SELECT number, game FROM listed WHERE sound")
            yield from (game for number, game in rows if number in numbers)


def _rows(connection: sqlite3.Connection, vault: Vault, heads: Mapping[str, Head]) -> _Rows:
    """Compare each row with its seal, and the games' other rows with their tallies."""
    tallied = 0
    behind = set[str]()
    for game, number in connection.execute(ROWS_OF_ALL):
        if (head := heads.get(game)) is not None:
            tallied += 1
            if number < head.rows:
                behind.add(game)
    if tallied < len(heads):
        behind |= heads.keys() - {game for game, _ in connection.execute(ROWS_OF_ALL)}
    rows = connection.execute(f"SELECT rowid, {CATALOGUE} FROM catalogue NOT INDEXED")  # noqa: S608  # ours
    return _Rows(
        connection,
        (
            (number, row[0], vault.fits("catalogue", sealed_part(row), seal) and row[0] not in behind)
            for number, *row, seal in rows
        ),
    )


def _is_whole(connection: sqlite3.Connection, index: str) -> bool:
    """Return whether an index finds all its rows, in its order."""
    indexed, expected = (connection.execute(listing(index, by)) for by in (f"INDEXED BY {index}", "NOT INDEXED"))
    return all(one == other for one, other in zip_longest(indexed, expected))


def listing(index: str, by: str) -> str:
    """Return the query for an index's content, in its order; the last column is the row."""
    columns, where = INDEXES[index]
    return f"SELECT {columns}, rowid FROM catalogue {by} WHERE {where} ORDER BY {columns}, rowid"  # noqa: S608  # ours


def last_change(connection: sqlite3.Connection) -> int:
    """Return when the game with the last written row was changed; 0 without a game."""
    row = connection.execute("SELECT changed_at FROM catalogue ORDER BY rowid DESC LIMIT 1").fetchone()
    return int(row[0]) if row is not None else 0
