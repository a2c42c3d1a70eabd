"""The file's tables, created by migrations: each runs once, in its own transaction.

A released migration never changes; a change to the tables is a new migration.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache

from sqlite_utils import Database, Migrations

from store.contract import KEPT_REFUSALS, MOST_PAPERS, StorageCorrupt, StorageError

migrations = Migrations("gunbai.store")
REMEDY = "restore the newest backup, see `gunbai server doctor`"

# Every table's foreign key.
GAME = ("game", "openings", "game")
# The tables whose rows are counted, each with its column in `tallies`.
TALLIED = {
    "grants": "grants",
    "consents": "consents",
    "refusals": "refusals",
    "catalogue": "summaries",
    "papers": "papers",
    "leaves": "leaves",
}
SETTINGS = {"encoding": "UTF-8", "auto_vacuum": 0}


@migrations()
def create_openings(db: Database) -> None:
    """Create the table of titles and origins, and the table of secrets, which a public copy can leave out."""
    opening = {
        "game": str, "title": str, "public": int, "parent": str, "parent_version": int, "provenance": bytes,
        "seal": bytes,
    }  # fmt: skip
    db.create_table("openings", opening, pk="game", not_null=opening, strict=True)
    secret = {"game": str, "secret": bytes}
    db.create_table("secrets", secret, pk="game", not_null=secret, foreign_keys=[GAME], strict=True)


@migrations()
def create_entries(db: Database) -> None:
    """Create the logs. The primary key detects conflicts, the index repeated commands."""
    entry = {"game": str, "version": int, "command_id": str, "data": bytes}
    db.create_table("entries", entry, pk=("game", "version"), not_null=entry, foreign_keys=[GAME], strict=True)
    db.execute("CREATE UNIQUE INDEX entries_by_command ON entries (game, command_id) WHERE command_id <> ''")


@migrations()
def create_apart(db: Database) -> None:
    """Create the table for the replaceable parts of entries; the entries' own rows do not change."""
    apart = {"game": str, "version": int, "data": bytes}
    db.create_table("apart", apart, pk=("game", "version"), not_null=apart, foreign_keys=[GAME], strict=True)


@migrations()
def create_heads(db: Database) -> None:
    """Create a view of each game's last version, the parent's included."""
    db.create_view(
        "heads",
        "SELECT game, coalesce((SELECT max(version) FROM entries WHERE entries.game = openings.game), parent_version)"
        " AS head FROM openings",
    )


@migrations()
def forbid_gaps_and_changes(db: Database) -> None:
    """Create triggers against gaps between entries, changes to entries, and forks at missing versions."""
    db.execute(
        "CREATE TRIGGER entries_follow BEFORE INSERT ON entries"
        " WHEN new.version IS NOT 1 + (SELECT head FROM heads WHERE game = new.game)"
        " BEGIN SELECT raise(ABORT, 'an entry follows the head'); END"
    )
    db.execute(
        "CREATE TRIGGER forks_begin BEFORE INSERT ON openings WHEN new.parent <> ''"
        " AND NOT coalesce((SELECT head FROM heads WHERE game = new.parent) >= new.parent_version, 0)"
        " BEGIN SELECT raise(ABORT, 'a fork begins at a version of its parent'); END"
    )
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER entries_refuse_{change.lower()} BEFORE {change} ON entries"
            " BEGIN SELECT raise(ABORT, 'entries never change'); END"
        )


@migrations()
def create_tallies(db: Database) -> None:
    """Create the table of how many rows of each kind were ever written for a game; every insertion updates it."""
    tally = {"game": str} | dict.fromkeys(TALLIED.values(), int)
    db.create_table("tallies", tally, pk="game", not_null=tally, foreign_keys=[GAME], strict=True)
    db.execute(
        "CREATE TRIGGER tallies_begin AFTER INSERT ON openings"  # noqa: S608  # zeros of ours
        f" BEGIN INSERT INTO tallies VALUES (new.game{', 0' * len(TALLIED)}); END"
    )


def tallied(db: Database, table: str) -> None:
    """Count the rows that are inserted into a table."""
    column = TALLIED[table]
    db.execute(
        f"CREATE TRIGGER {table}_are_tallied AFTER INSERT ON {table}"  # noqa: S608  # names of ours
        f" BEGIN UPDATE tallies SET {column} = {column} + 1 WHERE game = new.game; END"  # names of ours
    )


@migrations()
def create_grants(db: Database) -> None:
    """Create the table of roles by token hash."""
    grant = {"token_hash": bytes, "game": str, "role": str, "seat": int, "since": int, "seal": bytes}
    db.create_table("grants", grant, pk="token_hash", not_null=grant, foreign_keys=[GAME], strict=True)
    db.table("grants").create_index(["game"], "grants_by_game")
    tallied(db, "grants")


@migrations()
def create_consents(db: Database) -> None:
    """Create the table of used consents to games' branches, so that none is used twice."""
    consent = {"consent": bytes, "game": str, "seal": bytes}
    db.create_table("consents", consent, pk="consent", not_null=consent, foreign_keys=[GAME], strict=True)
    db.table("consents").create_index(["game"], "consents_by_game")
    tallied(db, "consents")


@migrations()
def create_refusals(db: Database) -> None:
    """Create the table of refused moves, and triggers that drop an actor's oldest ones and count them."""
    refusal = {
        "number": int, "game": str, "version": int, "at": int, "actor": str, "command_id": str, "data": bytes,
        "seal": bytes,
    }  # fmt: skip
    db.create_table("refusals", refusal, pk="number", not_null=refusal, foreign_keys=[GAME], strict=True)
    db.table("refusals").create_index(["game"], "refusals_by_game")
    db.table("refusals").create_index(["game", "actor"], "refusals_by_actor")
    dropped = {"game": str, "dropped": int}
    db.create_table("dropped_refusals", dropped, pk="game", not_null=dropped, foreign_keys=[GAME], strict=True)
    db.execute(
        "CREATE TRIGGER refusals_are_bounded AFTER INSERT ON refusals BEGIN"  # noqa: S608  # a number of ours
        " DELETE FROM refusals WHERE game = new.game AND actor = new.actor AND number <= (SELECT number FROM refusals"
        " WHERE game = new.game AND actor = new.actor"
        f" ORDER BY number DESC LIMIT 1 OFFSET {KEPT_REFUSALS}); END"
    )
    db.execute(
        "CREATE TRIGGER dropped_refusals_are_counted AFTER DELETE ON refusals BEGIN"
        " INSERT INTO dropped_refusals (game, dropped) VALUES (old.game, 1)"
        " ON CONFLICT (game) DO UPDATE SET dropped = dropped + 1; END"
    )
    tallied(db, "refusals")


@migrations()
def create_catalogue(db: Database) -> None:
    """Create the catalogue, which can be rebuilt from the logs; lists of players, seats and tags are JSON arrays."""
    summary = {
        "game": str, "title": str, "status": str, "seats": int, "label": str, "players": str, "ending": str,
        "winners": str, "played_on": str, "tags": str, "public": int, "parent": str, "parent_version": int,
        "created_at": int, "changed_at": int, "absent": str, "has_deadlines": int, "held": int,
        "standing": str, "seal": bytes,
    }  # fmt: skip
    db.create_table("catalogue", summary, pk="game", not_null=summary, foreign_keys=[GAME], strict=True)
    db.table("catalogue").create_index(["created_at", "game"], "catalogue_by_age")
    db.table("catalogue").create_index(["changed_at", "game"], "catalogue_by_change")
    db.table("catalogue").create_index(["played_on", "game"], "catalogue_by_play")
    db.table("catalogue").create_index(["title", "created_at", "game"], "catalogue_by_title")
    db.table("catalogue").create_index(["parent"], "catalogue_by_parent")
    db.execute("CREATE INDEX catalogue_by_absence ON catalogue (game) WHERE absent <> '[]'")
    tallied(db, "catalogue")


@migrations()
def create_papers(db: Database) -> None:
    """Create the table of papers, and triggers against gaps, changes and too many of them."""
    paper = {"game": str, "number": int, "at": int, "data": bytes, "seal": bytes}
    db.create_table("papers", paper, pk=("game", "number"), not_null=paper, foreign_keys=[GAME], strict=True)
    db.execute(
        "CREATE TRIGGER papers_follow BEFORE INSERT ON papers WHEN new.number IS NOT 1 + "  # noqa: S608  # ours
        "coalesce((SELECT max(number) FROM papers WHERE game = new.game), 0)"
        f" OR new.number > {MOST_PAPERS} BEGIN SELECT raise(ABORT, 'a paper follows the last, up to the most'); END"
    )
    for change in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER papers_refuse_{change.lower()} BEFORE {change} ON papers"
            " BEGIN SELECT raise(ABORT, 'papers never change'); END"
        )
    tallied(db, "papers")


@migrations()
def create_leaves(db: Database) -> None:
    """Create the log of all games' leaves, whose numbers have no gap, and the tables of its names and cosignatures.

    The last name is the current one.
    """
    leaf = {"number": int, "game": str, "kind": str, "version": int, "data": bytes, "seal": bytes}
    db.create_table("leaves", leaf, pk="number", not_null=leaf, foreign_keys=[GAME], strict=True)
    db.table("leaves").create_index(["game"], "leaves_by_game")
    tallied(db, "leaves")
    name = {"number": int, "name": str, "seal": bytes}
    db.create_table("leaf_logs", name, pk="number", not_null=name, strict=True)
    # One row for each name, from the first: without it, nobody would notice missing cosignatures.
    cosigned = {"number": int, "lines": str, "seal": bytes}
    db.create_table("cosigned", cosigned, pk="number", not_null=cosigned, strict=True)
    db.execute(
        "CREATE TRIGGER leaves_follow BEFORE INSERT ON leaves"
        " WHEN new.number IS NOT coalesce((SELECT max(number) FROM leaves) + 1, 0)"
        " BEGIN SELECT raise(ABORT, 'a leaf follows the last'); END"
    )
    for table in ("leaves", "leaf_logs"):
        for change in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER {table}_refuse_{change.lower()} BEFORE {change} ON {table}"
                " BEGIN SELECT raise(ABORT, 'leaves never change'); END"
            )


@migrations()
def create_followed(db: Database) -> None:
    """Create the table of the stream that a copy follows, with its last message."""
    followed = {"stream": str, "sequence": int, "digest": bytes}
    db.create_table("followed", followed, pk="stream", not_null=followed, strict=True)


@migrations()
def create_games(db: Database) -> None:
    """Create a readable view of the catalogue, with heads and times as text."""
    db.create_view(
        "games",
        "SELECT game, title, status, head, seats, label, players, ending, winners, played_on, tags, absent, standing,"
        " public,"
        " parent, parent_version,"
        " datetime(created_at / 1000, 'unixepoch') AS created_at,"
        " datetime(changed_at / 1000, 'unixepoch') AS changed_at"
        " FROM catalogue JOIN heads USING (game)",
    )


@migrations()
def create_rules(db: Database) -> None:
    """Create the table of the rules by which the games are refereed."""
    rules = {"title": str, "rules_version": int, "fingerprint": str, "seal": bytes}
    db.create_table("rules", rules, pk=("title", "rules_version"), not_null=rules, strict=True)


@migrations()
def create_record_notes(db: Database) -> None:
    """Create the table of notes about the whole record: which key signs it, and where it moved."""
    note = {"name": str, "value": str, "seal": bytes}
    db.create_table("record_notes", note, pk="name", not_null=note, strict=True)


@migrations()
def add_keys_of_seats(db: Database) -> None:
    """Add the seats' keys to the catalogue, as a JSON array; empty in rows that were written before."""
    db.execute("ALTER TABLE catalogue ADD COLUMN keys TEXT NOT NULL DEFAULT ''")


def bring_up_to_date(db: Database, file: str) -> None:
    """Apply the missing migrations. Raises StorageError for a file from a later release, or StorageCorrupt."""
    try:
        later = [migration.name for migration in migrations.applied(db) if migration.name not in migration_names()]
    except KeyError as column:
        raise StorageCorrupt(file, "", f"its table of migrations has no column {column}; {REMEDY}") from None
    if later:
        raise StorageError(file, f"written by a later release of gunbai ({', '.join(later)}); upgrade to open it")
    migrations.apply(db)
    check_tables(db, file)


def check_tables(db: Database, file: str) -> None:
    """Check that the tables, indexes, views and triggers are the migrations'. Raises StorageCorrupt."""
    differing = sorted(name for name, _ in schema() ^ found_in(db) if name in dict(schema()))
    if differing:
        raise StorageCorrupt(file, "", f"its schema differs from what was written: {', '.join(differing)}; {REMEDY}")
    for setting, expected in SETTINGS.items():
        ((value,),) = db.execute(f"PRAGMA {setting}").fetchall()
        if value != expected:
            raise StorageCorrupt(file, "", f"its {setting} is {value!r} instead of {expected!r}; {REMEDY}")


@cache
def schema() -> frozenset[tuple[str, str]]:
    """Return the names and definitions of everything that the migrations create."""
    with closing(Database(memory=True)) as made:
        migrations.apply(made)
        return found_in(made)


@cache
def migration_names() -> tuple[str, ...]:
    """Return the names of all migrations, in their order."""
    with closing(Database(memory=True)) as empty:
        return tuple(migration.name for migration in migrations.pending(empty))


def found_in(db: Database) -> frozenset[tuple[str, str]]:
    """Return the names and definitions of all tables, indexes, views and triggers."""
    rows = db.execute(
        "SELECT name, type || ' of ' || tbl_name || ': ' || coalesce(sql, '') FROM sqlite_master"
    ).fetchall()
    return frozenset((str(name), str(definition)) for name, definition in rows)
