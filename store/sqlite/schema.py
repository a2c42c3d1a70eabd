"""The tables of the file, made by migrations: each runs once, in its own transaction, and is named for what it does.

A migration that has been released never changes; a change of the tables is a further one.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from store.contract import StorageError

migrations = Migrations("gunbai.store")

# Every table speaks of games that there are.
GAME = ("game", "openings", "game")


@migrations()
def create_openings(db: Database) -> None:
    """Each game's title and origin; its secret apart, so that a copy for the public can leave that table out."""
    opening = {"game": str, "title": str, "public": int, "parent": str, "parent_version": int}
    db.create_table("openings", opening, pk="game", not_null=opening, strict=True)
    secret = {"game": str, "secret": bytes}
    db.create_table("secrets", secret, pk="game", not_null=secret, foreign_keys=[GAME], strict=True)


@migrations()
def create_entries(db: Database) -> None:
    """The logs. The primary key is the check of concurrency, the index that of repeated commands."""
    entry = {"game": str, "version": int, "command_id": str, "data": bytes}
    db.create_table("entries", entry, pk=("game", "version"), not_null=entry, foreign_keys=[GAME], strict=True)
    db.execute("CREATE UNIQUE INDEX entries_by_command ON entries (game, command_id) WHERE command_id <> ''")


@migrations()
def create_heads(db: Database) -> None:
    """The version of each game's last entry, its parent's included."""
    db.create_view(
        "heads",
        "SELECT game, coalesce((SELECT max(version) FROM entries WHERE entries.game = openings.game), parent_version)"
        " AS head FROM openings",
    )


@migrations()
def forbid_gaps_and_changes(db: Database) -> None:
    """Entries follow one another and stay as they are; forks begin at a version that there is. Whoever writes."""
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
def create_grants(db: Database) -> None:
    """What the holder of a token may be; of the token there is only a hash."""
    grant = {"token_hash": bytes, "game": str, "role": str, "seat": int}
    db.create_table("grants", grant, pk="token_hash", not_null=grant, foreign_keys=[GAME], strict=True)
    db.table("grants").create_index(["game"], "grants_by_game")


@migrations()
def create_refusals(db: Database) -> None:
    """Moves that were refused, beside the logs."""
    refusal = {
        "number": int, "game": str, "version": int, "at": int, "actor": str, "command_id": str, "data": bytes
    }  # fmt: skip
    db.create_table("refusals", refusal, pk="number", not_null=refusal, foreign_keys=[GAME], strict=True)
    db.table("refusals").create_index(["game", "number"], "refusals_by_game")


@migrations()
def create_catalogue(db: Database) -> None:
    """What a list of games shows; players and winners are JSON arrays. All of it can be rebuilt from the logs."""
    summary = {
        "game": str, "title": str, "status": str, "seats": int, "players": str, "winners": str, "public": int,
        "parent": str, "parent_version": int, "created_at": int, "changed_at": int,
    }  # fmt: skip
    db.create_table("catalogue", summary, pk="game", not_null=summary, foreign_keys=[GAME], strict=True)
    db.table("catalogue").create_index(["created_at", "game"], "catalogue_by_age")
    db.table("catalogue").create_index(["parent"], "catalogue_by_parent")


@migrations()
def create_games(db: Database) -> None:
    """The catalogue as people read it: with the heads, and times as words."""
    db.create_view(
        "games",
        "SELECT game, title, status, head, seats, players, winners, public, parent, parent_version,"
        " datetime(created_at / 1000, 'unixepoch') AS created_at,"
        " datetime(changed_at / 1000, 'unixepoch') AS changed_at"
        " FROM catalogue JOIN heads USING (game)",
    )


def bring_up_to_date(db: Database, file: str) -> None:
    """Applies the migrations that the file lacks. Raises StorageError for a file that a later release has written."""
    known = {migration.name for migration in migrations.pending(Database(memory=True))}
    later = [migration.name for migration in migrations.applied(db) if migration.name not in known]
    if later:
        raise StorageError(file, f"written by a later release of gunbai ({', '.join(later)}); upgrade to open it")
    migrations.apply(db)
