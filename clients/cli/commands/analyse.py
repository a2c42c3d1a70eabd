"""`gunbai analyse`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.markup import escape
from rich.table import Table

from clients.bots.analysis import (
    Change,
    Judged,
    Matter,
    Position,
    Spread,
    Total,
    analysed,
    change_of,
    changes,
    margin,
    mean,
    totals,
)
from clients.bots.levels import SECONDS, Budget, cache_folder
from clients.bots.played import Played, asked_at, open_tables, played
from clients.cli.output import as_json
from clients.cli.positions import SourceAtVersion
from clients.cli.sentences import counted, sentence_or_seal
from clients.cli.session import session_of
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client import Gunbai
from gunbai_client.chart import Course, Scale, chart
from gunbai_client.errors import RequestError
from gunbai_client.messages import packed
from gunbai_client.reasons import HiddenFacts

HEADING = "Ask the referee"
NOTHING = "Nothing was decided by the rules yet."


class Game(NamedTuple):
    """A game as its reader sees it: its positions, its entries in words by their versions, and its players."""

    matter: Matter
    positions: Sequence[Position]
    said: Mapping[int, EntrySentences]
    names: Mapping[int, str]

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names.get(seat) or f"seat {seat}"


def analyse(
    context: typer.Context,
    source: SourceAtVersion,
    *,
    svg: Annotated[Path | None, typer.Option("--svg", "-o", help="Draw the course of the game to this file.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long a core searches at a position.")] = SECONDS,
    playouts: Annotated[int, typer.Option(min=0, help="The playouts at a position, in place of seconds.")] = 0,
    most: Annotated[int, typer.Option(min=1, help="How many entries are looked at closer, and printed.")] = 10,
    seed: Annotated[int, typer.Option(help="With playouts, repeats the analysis.")] = 0,
    cores: Annotated[int, typer.Option(min=0, help="How many processes; 0 for one for each core.")] = 0,
) -> None:
    """Estimate for each seat what it could expect at every version, and say what changed it: luck, or a choice.

    Each seat's share of the victory is what a bot of level 3 expects from what that seat could know. Of a running game
    that hides facts, from what the holder of the token may know.
    """
    session = session_of(context)
    with session.reading(source, *session.tokens.seats(source.game)) as (gunbai, game):
        with session.output.progress() as progress:
            bar = progress.add_task("reading", total=source.version or gunbai.game(game).head)
            read = _read(gunbai, game, source.version)
            progress.update(bar, description="searching", total=len(read.positions))

            def advance(done: int, whole: int) -> None:
                progress.update(bar, completed=done, total=whole)

            entries = analysed(
                read.matter,
                read.positions,
                Budget(playouts, seconds),
                seed,
                closer=most,
                cores=cores or os.cpu_count() or 1,
                folder=cache_folder(),
                progress=advance,
            )
        better = {each.version: _sentence(gunbai, game, each) for each in entries if each.closer and each.better}
    if svg is not None:
        svg.write_text(_picture(read, entries), encoding="utf-8")
    budget = f"{playouts} playouts" if playouts else f"{seconds:g} s"
    value = {
        "game": game,
        "title": read.matter.title,
        "reader": _reader(read),
        "playouts": playouts,
        "seconds": 0.0 if playouts else seconds,
        "seed": seed,
        "entries": [_json(each, read, better.get(each.version, "")) for each in entries],
        "seats": [each._asdict() | {"player": read.name(each.seat)} for each in totals(entries)],
    }
    if not entries:
        session.output.answer(value, NOTHING)
        return
    heading = f"{counted(len(read.positions), 'position')}, {budget} each, from what {_reader(read)} could know. "
    largest = sorted((each for each in entries if each.closer), key=lambda each: -each.weight)
    lines = [line for each in largest for line in _lines(each, read, better.get(each.version, ""))]
    session.output.answer(
        value, heading + "Shares of the victory, with intervals of 95 %.", *lines, _table(totals(entries), read)
    )


def _read(gunbai: Gunbai, game: str, version: int) -> Game:
    """Return a game up to a version, with whole tables, or where facts are hidden as the reader may guess them."""
    try:
        return _read_open(gunbai, game, version)
    except HiddenFacts:
        return _read_guessed(gunbai, game, version)


def _read_open(gunbai: Gunbai, game: str, version: int) -> Game:
    found = list(gunbai.replay(game, 1, version, tables=True, sentences=True))
    return _game(gunbai, game, played(found, open_tables(found)))


def _read_guessed(gunbai: Gunbai, game: str, version: int) -> Game:
    found = list(gunbai.replay(game, 1, version, views=True, sentences=True))
    tables = {each: gunbai.table(game, each, guess=True) for each in asked_at(found)}
    return _game(gunbai, game, played(found, tables, (found[-1].view.seat or None,)))


def _game(gunbai: Gunbai, game: str, read: Played) -> Game:
    return Game(*read, {seat.seat: seat.player for seat in gunbai.game(game).seats})


def _sentence(gunbai: Gunbai, game: str, entry: Judged) -> str:
    """Return what the bot would have played as a sentence; its name where the service says nothing of it."""
    if entry.better is None:
        return ""
    actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=entry.actor or 0)
    try:
        return gunbai.adjudicate(game, actor, entry.better, entry.version - 1).sentence
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
        "sentence": read.said[entry.version].command,
        "kind": kind,
        "closer": entry.closer,
        "estimate": mean(entry.after),
        "estimate_margin": margin(entry.after),
        "swing": mean(entry.swing),
        "rest": mean(entry.rest),
    }
    part = entry.luck or entry.choice
    if part:
        value |= {kind: mean(part), "margin": margin(part)}
    if entry.outcomes:
        value |= {"outcomes": entry.outcomes, "exact": entry.exact}
    if entry.better is not None:
        value["better"] = {"command": as_json(packed(entry.better)), "sentence": better}
    return value


def _lines(entry: Judged, read: Game, better: str) -> Iterator[str]:
    """Yield an entry as lines of markup: what was done, and what it changed for whom."""
    said = read.said[entry.version]
    yield f"[dim]{entry.version:>5}[/]  [bold]{escape(said.actor)}[/]  {escape(sentence_or_seal(said.command))}"
    if entry.luck:
        how = "all" if entry.exact else "drawn:"
        beside = f" [dim]({how} {counted(entry.outcomes, 'outcome')})[/]" if entry.outcomes else ""
        yield f"       [dim]luck:[/] {_changes(entry.luck, read)}{beside}"
    elif entry.choice and entry.actor:
        own = _change(change_of(entry.choice, entry.actor), read)
        played = f"{own}. [dim]The bot would have played:[/] {escape(better)}"
        yield f"       [dim]choice:[/] {played if entry.better is not None else 'the bot knows nothing better'}"
    if entry.says_rest:
        yield f"       [dim]what it revealed, and what is seen from here:[/] {_changes(entry.rest, read)}"


def _changes(spread: Spread, read: Game) -> str:
    return ", ".join(_change(each, read) for each in changes(spread)) or "nothing to speak of"


def _change(change: Change, read: Game) -> str:
    return f"{100 * change.share:+.1f} % ± {100 * change.margin:.1f} for {escape(read.name(change.seat))}"


def _table(found: Sequence[Total], read: Game) -> Table:
    table = Table("seat", "begin", "luck", "own choices", "of others", "rest", "end", box=None, header_style="dim")
    for each in found:
        changes = [f"{100 * change:+.1f}" for change in (each.luck, each.own, each.others, each.rest)]
        name = f"[bold]{escape(read.name(each.seat))}[/]"
        table.add_row(name, f"{100 * each.begin:.1f} %", *changes, f"{100 * each.end:.1f} %")
    return table


def _picture(read: Game, entries: Sequence[Judged]) -> str:
    """Return the course of the estimates as SVG."""
    begin = mean(entries[0].before) if entries else ()
    after = [(each.version, mean(each.after)) for each in entries]
    courses = [
        Course(read.name(seat), share, [(version, shares[seat - 1]) for version, shares in after])
        for seat, share in enumerate(begin, 1)
    ]
    return chart("Analysis: the share of the victory that each seat expects", courses, Scale(0, 1, "0 %", "100 %"))
