"""`gunbai game stats`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
from rich.table import Table

from clients.cli.options.arguments import OfTitle, parse_date
from clients.cli.options.positions import Source, names_file
from clients.cli.screen.markup import escape
from clients.cli.screen.pictures import drawing, write_drawing
from clients.cli.session import Session, session_of
from clients.cli.sources.sql_database import write
from clients.cli.sources.title_names import no_title
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai, RequestError
from gunbai_client.luck import account
from gunbai_client.standings import counts
from gunbai_client.statistics import GROUPS, Played, Rate, Row, Spread, picture, statistics
from gunbai_record.errors import GunbaiError
from gunbai_record.heads import attested
from gunbai_record.note import NoteError, VerifierKey
from gunbai_record.record_file import read
from gunbai_record.text.counts import counted

HEADING = "Look back"
RECORDS = "*.gunbai"
Since = Annotated[
    str,
    typer.Option("--since", parser=parse_date, metavar="DATE", help="Only games on or after this date."),
]
Until = Annotated[
    str, typer.Option("--until", parser=parse_date, metavar="DATE", help="Only games on or before this date.")
]


def stats(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Record files or folders, instead of a service."),
    ] = None,
    *,
    by: Annotated[str, typer.Option("--by", help=f"Group by {', '.join(GROUPS)}.")] = "title",
    title: OfTitle = "",
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Only games with a player whose name contains this.")
    ] = "",
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Only games with this tag. Repeatable.")
    ] = None,
    since: Since = "",
    until: Until = "",
    luck: Annotated[bool, typer.Option("--luck", help="Measure luck too (slow).")] = False,
    keys: Annotated[
        list[str] | None,
        typer.Option("--key", metavar="KEY", help="Count only files with a head signed by this key. Repeatable."),
    ] = None,
    drawn: Annotated[
        Path | None,
        drawing("Draw the rates, .svg or .png.", "--output"),
    ] = None,
    sqlite: Annotated[
        Path | None, typer.Option("--sqlite", metavar="FILE", help="Write the games and moves to this SQLite file.")
    ] = None,
) -> None:
    """Print statistics: wins, length, scores, first-seat advantage.

    Rates have 95% confidence intervals. gunbai counts only final results, of attested games and of games that the
    service refereed. With --key, a file counts if one of these keys signed its head. Without --key, every readable
    file counts.
    """
    _check_files(files or ())
    if by not in GROUPS:
        raise typer.BadParameter(f"expected one of {', '.join(GROUPS)}", param_hint="--by")
    session = session_of(context)
    verifiers = _keys(keys or [])
    wanted = (pair for pair in _games(session, files or (), verifiers) if _meets(pair[1], title, player, tag or ()))
    dated = (pair for pair in wanted if _in_time(Played(pair[1]).date, since, until))
    if sqlite is not None:
        count = write(sqlite, ((info, gunbai.entries_in_words(info.game, 0, info.head)) for gunbai, info in dated))
        wrote = f"Wrote {counted(count, 'game')} to {escape(str(sqlite))}."
        session.output.answer({"file": str(sqlite), "games": count}, wrote)
        return
    games = [_played(gunbai, info, luck=luck) for gunbai, info in dated]
    if not (games or files):
        _say_unknown(session, title)
    rows = statistics(games, by)
    left_out = sum(not counts(game.info) for game in games)
    if left_out:
        why = "no final result, a what-if branch, or an unattested import"
        session.output.remark(f"[dim]{counted(left_out, 'game')} left out: {why}.[/]")
    if drawn is not None:
        write_drawing(picture(rows, by), drawn)
        session.output.remark(f"[dim]Drew the rates in {escape(str(drawn))}.[/]")
    session.output.answer([_facts(row) for row in rows], _table(rows, by) if rows else "No game counts.")


def _check_files(files: Sequence[Path]) -> None:
    for file in files:
        if not file.exists():
            hint = "" if names_file(str(file)) else f"; `gunbai record export {quote(str(file))}` writes one for a game"
            raise typer.BadParameter(f"no file {file}{hint}", param_hint="FILES")


def _keys(texts: Sequence[str]) -> list[VerifierKey]:
    try:
        return [VerifierKey.parse(text) for text in texts]
    except NoteError as error:
        raise typer.BadParameter(str(error), param_hint="--key") from None


# --- Which games ---


def _games(session: Session, files: Sequence[Path], keys: Sequence[VerifierKey]) -> Iterator[tuple[Gunbai, GameInfo]]:
    """Yield the service's public games, or the files', each once, with a client that reads them."""
    if not files:
        with session.connect() as gunbai:
            yield from ((gunbai, info) for info in gunbai.games())
        return
    seen: set[str] = set()
    for file in _records(files):
        try:
            if keys and not _is_attested(file, keys):
                session.output.remark(f"[dim]{escape(str(file))}: no key you named vouches for it[/]")
                continue
            with session.reading(Source(file=file)) as (gunbai, game):
                if game not in seen:
                    seen.add(game)
                    yield gunbai, gunbai.game(game)
        except GunbaiError as error:
            session.output.remark(f"[dim]{escape(str(file))} left out: {escape(str(error))}[/]")


def _records(files: Sequence[Path]) -> Iterator[Path]:
    for file in files:
        yield from sorted(file.rglob(RECORDS)) if file.is_dir() else (file,)


def _is_attested(file: Path, keys: Sequence[VerifierKey]) -> bool:
    """Return whether a named key vouches for a file's last entry. Raises GunbaiError or OSError."""
    with file.open("rb") as source:
        header, entries = read(source)
        last = next(iter(deque(entries, maxlen=1)), None)
    try:
        head = attested(header.signed_head, keys)
    except NoteError:
        return False
    return last is not None and (head.version, head.digest) == (last.version, last.digest)


def _meets(info: GameInfo, title: str, player: str, tags: Sequence[str]) -> bool:
    named = not player or any(player.casefold() in seat.player.casefold() for seat in info.seats)
    return named and title in {"", info.title} and set(tags) <= {*info.tags}


def _in_time(date: str, since: str, until: str) -> bool:
    """Return whether any day of a date is in a period; dates are days, months or years."""
    return (not since or date >= since[: len(date)]) and (not until or date[: len(until)] <= until)


def _played(gunbai: Gunbai, info: GameInfo, *, luck: bool) -> Played:
    if not (luck and counts(info)):
        return Played(info)
    try:
        return Played(info, account(gunbai.questions.luck(info.game)))
    except RequestError:
        return Played(info)  # Its secret is not open.


def _say_unknown(session: Session, title: str) -> None:
    """Say that the service has no such title."""
    with session.connect() as gunbai:
        if unknown := no_title(gunbai.titles(), title):
            session.output.remark(escape(unknown))


# --- What is shown ---


def _facts(row: Row) -> dict[str, Any]:
    return {
        "group": row.group,
        "games": row.games,
        "wins": row.wins.facts if row.wins else None,
        "first_seat": row.first_seat.facts,
        "together": _shared(row.together) if row.together else None,
        "length": asdict(row.length) if row.length else None,
        "score": asdict(row.score) if row.score else None,
        "luck": row.luck,
    }


def _shared(rate: Rate) -> dict[str, float]:
    """Return a rate as JSON has it, without the fair value, which no lot defines."""
    return {name: figure for name, figure in rate.facts.items() if name in {"count", "of", "share", "low", "high"}}


def _table(rows: Sequence[Row], by: str) -> Table:
    shown = ["games", "won", "fair", "together", "first seat", "fair there", "advantage", "entries", "scores", "luck"]
    lines = [(row, _cells(row)) for row in rows]
    used = [place for place in range(len(shown)) if any(cells[place] for _, cells in lines)]
    table = Table(by, *(shown[place] for place in used), box=None, header_style="dim")
    for row, cells in lines:
        table.add_row(f"[bold]{escape(row.group)}[/]", *(cells[place] for place in used))
    return table


def _cells(row: Row) -> tuple[str, ...]:
    wins, first = row.wins, row.first_seat
    low, high = first.interval
    advantage = f"{first.advantage:+.0%} ({low - first.fair:+.0%} to {high - first.fair:+.0%})" if first.of else ""
    return (
        str(row.games),
        _rate(wins) if wins else "",
        f"{wins.fair:.0%}" if wins else "",
        _rate(row.together) if row.together else "",
        _rate(first) if first.of else "",
        f"{first.fair:.0%}" if first.of else "",
        advantage,
        _spread(row.length),
        _spread(row.score),
        f"{row.luck:+.2f}" if row.luck is not None else "",
    )


def _rate(rate: Rate) -> str:
    low, high = rate.interval
    return f"{rate.count}/{rate.of} {rate.share:.0%} ({low:.0%} to {high:.0%})"


def _spread(spread: Spread | None) -> str:
    return f"{spread.mean:.1f} ({spread.least:g} to {spread.most:g})" if spread else ""
