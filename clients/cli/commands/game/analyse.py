"""`gunbai game analyse`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table

from clients.bots.analysis import (
    CLOSER,
    Change,
    Judged,
    Matter,
    Part,
    Position,
    Total,
    analysed,
    is_solved,
    margin,
    mean,
    shared_out,
    telling,
    totals,
)
from clients.bots.levels import MOST_SECONDS, SECONDS, Budget, cache_folder
from clients.bots.played import Played, asked_at, open_tables, played
from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.markup import escape
from clients.cli.screen.output import as_json
from clients.cli.screen.pictures import DrawnCourse, write_drawing
from clients.cli.screen.sentences import sentence_or_seal
from clients.cli.session import session_of
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client import Gunbai
from gunbai_client.chart import Course, Scale, chart, colour_of
from gunbai_client.errors import RequestError
from gunbai_client.picture import seat_colours
from gunbai_client.reasons import HiddenFacts
from gunbai_record.messages import packed
from gunbai_record.plain import as_message
from gunbai_record.text.counts import counted

HEADING = "Look back"
NOTHING = "Nothing has been decided yet."
LEGEND = (
    "In each row, begin plus the changes gives end. A change is a sum over all entries, so it can exceed 100%.",
    (
        "Luck compares an outcome with everything that could have come up. A choice is compared with the bot's "
        "choice, so it never counts as a gain."
    ),
    "The remainder (re-estimated) is what an entry revealed, and what the search saw only after that entry.",
)
SHARED = (
    "The seats' shares need not add up to 100%: each estimate is based on what that seat knew.",
    "If several seats win together, each counts as having the whole victory.",
)
Seconds = Annotated[
    float, typer.Option(min=0.01, max=MOST_SECONDS, metavar="SECONDS", help="Search time per position and core.")
]
PARTS = {"luck": "luck", "choice": "choice", "rest": "re-estimated"}


class Game(NamedTuple):
    """A game as its reader sees it: its positions, its entries in words by version, and its players."""

    matter: Matter
    positions: Sequence[Position]
    sentences: Mapping[int, EntrySentences]
    names: Mapping[int, str]

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.names.get(seat) or f"seat {seat}"


def analyse(
    context: typer.Context,
    source: SourceAtVersion,
    *,
    drawing: DrawnCourse = None,
    seconds: Seconds = SECONDS,
    playouts: Annotated[
        int, typer.Option(min=0, metavar="COUNT", help="Playouts per position, instead of seconds.")
    ] = 0,
    most: Annotated[
        int,
        typer.Option(min=1, metavar="COUNT", help="Number of entries to search more deeply and list."),
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Random seed, with --playouts.")] = 0,
    cores: Annotated[int, typer.Option(min=0, metavar="COUNT", help="Number of processes (0: one per core).")] = 0,
) -> None:
    """Show how each seat's chances changed, and why.

    A level 3 bot estimates each seat's share of the victory from what that seat could know. While a game hides facts,
    the estimate uses only what you may know.
    """
    session = session_of(context)
    with session.reading(source, *session.tokens.seats(source.game)) as (gunbai, game):
        with session.output.progress() as progress:
            bar = progress.add_task("reading", total=source.version or gunbai.game(game).head)
            read = _read(gunbai, game, source.version)
            budget, cores = Budget(playouts, seconds), cores or os.cpu_count() or 1
            if read.positions:
                session.output.remark(f"[dim]{_work(read, budget, most, cores)}[/]")
            progress.update(bar, description="searching", total=len(read.positions))

            def advance(done: int, whole: int) -> None:
                progress.update(bar, completed=done, total=whole)

            entries = analysed(
                read.matter,
                read.positions,
                budget,
                seed,
                closer=most,
                cores=cores,
                folder=cache_folder(),
                progress=advance,
            )
        named = [entry for entry in entries if entry.better and (entry.closer or session.output.as_json)]
        better = {entry.version: _sentence(gunbai, game, entry) for entry in named}
        drawn = gunbai.picture(game, source.version) if drawing is not None and entries else ""
    if drawing is not None:
        write_drawing(_picture(read, entries, seat_colours(drawn)), drawing)
        session.output.remark(f"[dim]Drew the game as a chart in {escape(str(drawing))}.[/]")
    value = {
        "game": game,
        "title": read.matter.title,
        "reader": _reader(read),
        "playouts": playouts,
        "seconds": 0.0 if playouts else seconds,
        "seed": seed,
        "entries": [_json(entry, read, better.get(entry.version, "")) for entry in entries],
        "seats": [total._asdict() | {"player": read.name(total.seat)} for total in totals(entries)],
    }
    session.output.answer(value, *(_shown(read, entries, budget, better) if entries else (NOTHING,)))


def _work(read: Game, budget: Budget, most: int, cores: int) -> str:
    """Return how much is searched, and how long that takes at least, as far as it is known."""
    count, closer = len(read.positions), min(most, len(read.positions) - 1)
    if is_solved(read.matter):
        return (
            f"{counted(count, 'position')} of a solved title: gunbai looks the values up, or works "
            "them out in a minute or more."
        )
    work = f"Searching {counted(count, 'position')}, at least {_each(budget)} each"
    if closer:
        work += f", and {counted(closer, 'entry')} {CLOSER} times as long"
    least = "" if budget.playouts else f": {count * budget.seconds / cores:.0f} s or more"
    return f"{work}, on {counted(cores, 'core')}{least}."


def _shown(read: Game, entries: Sequence[Judged], budget: Budget, better: Mapping[int, str]) -> Iterator[str | Table]:
    """Yield an analysis for a person: what changed most, as lines of markup, and the table with its meaning."""
    how = "all exact" if is_solved(read.matter) else f"{_each(budget)} each"
    searched = f"{counted(len(read.positions), 'position')}, {how}, from what {_reader(read)} could know."
    yield f"{searched} Expected shares of the victory, with 95% confidence intervals."
    if entries_told := telling(entries):
        closer = counted(sum(entry.closer for entry in entries), "entry")
        yield f"The {closer} searched closely (--most), largest change first:"
    for entry in entries_told:
        yield from _lines(entry, read, better.get(entry.version, ""))
    yield _table(totals(entries), read)
    yield from (f"[dim]{line}[/]" for line in _legend(entries))


def _each(budget: Budget) -> str:
    return counted(budget.playouts, "playout") if budget.playouts else f"{budget.seconds:g} s"


def _legend(entries: Iterable[Judged]) -> Iterator[str]:
    """Yield what the figures mean."""
    yield from LEGEND
    if not shared_out(entries):
        yield from SHARED


def _read(gunbai: Gunbai, game: str, version: int) -> Game:
    """Return a game up to a version, with whole tables, or where facts are hidden, as the reader may guess them."""
    try:
        return _read_open(gunbai, game, version)
    except HiddenFacts:
        return _read_guessed(gunbai, game, version)


def _read_open(gunbai: Gunbai, game: str, version: int) -> Game:
    replayed = list(gunbai.replay(game, 1, version, tables=True, sentences=True))
    return _game(gunbai, game, played(replayed, open_tables(replayed)))


def _read_guessed(gunbai: Gunbai, game: str, version: int) -> Game:
    replayed = list(gunbai.replay(game, 1, version, views=True, sentences=True))
    tables = {at: gunbai.table(game, at, guess=True) for at in asked_at(replayed)}
    return _game(gunbai, game, played(replayed, tables, (replayed[-1].view.seat or None,)))


def _game(gunbai: Gunbai, game: str, read: Played) -> Game:
    return Game(*read, {seat.seat: seat.player for seat in gunbai.game(game).seats})


def _sentence(gunbai: Gunbai, game: str, entry: Judged) -> str:
    """Return what the bot would have played as a sentence; its name if the service has no sentence for it."""
    if entry.better is None:
        return ""
    actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=entry.actor or 0)
    try:
        return gunbai.adjudicate(game, actor, as_message(entry.better), entry.version - 1).sentence
    except RequestError:
        return type(entry.better).__name__


def _reader(read: Game) -> str:
    if not read.matter.readers:
        return "each seat"
    (reader,) = read.matter.readers
    return read.name(reader) if reader else "a spectator"


def _json(entry: Judged, read: Game, better: str) -> dict[str, Any]:
    kind = "luck" if entry.luck else "choice" if entry.choice else "other"
    value: dict[str, Any] = {
        "version": entry.version,
        "actor": entry.actor,
        "substituted": entry.is_substituted,
        "sentence": read.sentences[entry.version].command,
        "kind": kind,
        "closer": entry.closer,
        "estimate": mean(entry.after),
        "estimate_margin": margin(entry.after),
        "swing": mean(entry.swing),
        "swing_margin": margin(entry.swing),
        "rest": mean(entry.rest),
        "rest_margin": margin(entry.rest),
    }
    part = entry.luck or entry.choice
    if part:
        value |= {kind: mean(part), "margin": margin(part)}
    if entry.outcomes:
        value |= {"outcomes": entry.outcomes, "exact": entry.exact}
    if entry.better is not None:
        value["better"] = {"command": as_json(packed(as_message(entry.better))), "sentence": better}
    return value


def _lines(entry: Judged, read: Game, better: str) -> Iterator[str]:
    """Yield an entry as lines of markup: the move, and what it changed for each seat."""
    sentences = read.sentences[entry.version]
    command = escape(sentence_or_seal(sentences.command))
    yield f"[dim]{entry.version:>5}[/]  [bold]{escape(sentences.actor)}[/]  {command}"
    for part in entry.parts:
        changes = ", ".join(_change(change, read) for change in part.changes)
        yield f"       [dim]{PARTS[part.kind]}:[/] {changes}{_beside(entry, part, better)}"


def _beside(entry: Judged, part: Part, better: str) -> str:
    """Return what a part of a swing was compared with, as markup."""
    if part.kind == "choice":
        return f". [dim]The bot would have played:[/] {escape(better)}"
    if part.kind == "luck" and entry.outcomes:
        how = "all" if entry.exact else "drawn:"
        return f" [dim]({how} {counted(entry.outcomes, 'outcome')})[/]"
    return ""


def _change(change: Change, read: Game) -> str:
    return f"{100 * change.share:+.1f} % ± {100 * change.margin:.1f} for {escape(read.name(change.seat))}"


def _table(per_seat: Sequence[Total], read: Game) -> Table:
    columns = ("seat", "begin", "luck", "own choices", "choices of others", "re-estimated", "end")
    table = Table(*columns, box=None, header_style="dim")
    for total in per_seat:
        changes = [f"{100 * change:+.1f}" for change in (total.luck, total.own, total.others, total.rest)]
        name = f"[bold]{escape(read.name(total.seat))}[/]"
        table.add_row(name, f"{100 * total.begin:.1f} %", *changes, f"{100 * total.end:.1f} %")
    return table


def _picture(read: Game, entries: Sequence[Judged], colours: Mapping[int, str]) -> str:
    """Return the estimates over the game as SVG."""
    begin = mean(entries[0].before) if entries else ()
    after = [(entry.version, mean(entry.after)) for entry in entries]
    courses = [
        Course(
            read.name(seat), share, [(version, shares[seat - 1]) for version, shares in after], colour_of(seat, colours)
        )
        for seat, share in enumerate(begin, 1)
    ]
    return chart("Analysis: each seat's expected share of the victory", courses, Scale(0, 1, "0 %", "100 %"))
