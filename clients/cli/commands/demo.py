"""`gunbai demo`: a game of every title, played, verified, exported, branched and challenged on this machine."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf.message import Message
from rich.progress import Progress, TaskID
from rich.table import Table

import gunbai_client.aio
from clients.bots import level_bot, random_bot
from clients.bots.levels import NAMES, Bot
from clients.cli.options.arguments import installed_titles
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from clients.cli.screen.sentences import refusal_line, result_sentence
from clients.cli.sources.local_service import serving
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor, Entry
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_FAILED, Verification
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GameInfo
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai_client import InvalidRequest
from gunbai_client.aio import Gunbai, Seat
from gunbai_record.messages import named, unpacked
from gunbai_record.text.counts import counted

SEARCHED, SEARCHING = "liars_dice", 2
"""The title and level of the one game with a searching bot among random ones. This title is the quickest."""
SEARCHER = NAMES[SEARCHING]


@dataclass
class Ran:
    """A game that bots played to its end, and the service's verification of its record."""

    game: GameInfo
    moves: int
    seconds: float
    proof: Verification

    def holds(self) -> bool:
        """Return whether the game ended by its rules and its record is consistent."""
        return self.game.status == GAME_STATUS_FINISHED and self.proof.verdict == VERDICT_CONSISTENT


@dataclass
class DemoResult:
    """The demo's results for one title."""

    title: Title
    played: Ran
    file: Path
    branched_at: int
    branch: Ran
    illegal: str
    """The command that the rules refused, as a sentence."""
    refused: Refused
    key: str
    file_holds: bool = False
    file_says: str = "no answer"

    def lines(self) -> Iterator[tuple[bool, str, str]]:
        """Yield the checks: whether each passed, its name, and its outcome."""
        yield self.played.game.status == GAME_STATUS_FINISHED, "played", _summary(self.played)
        yield self.played.holds(), "verified", _proven(self.played.proof)
        yield self.file_holds, "exported", f"{self.file.name}; without the service: {escape(self.file_says)}"
        yield self.branch.holds(), "branched", f"at version {self.branched_at}: {_summary(self.branch)}"
        yield self.branch.holds(), "verified", _proven(self.branch.proof)
        illegal = escape(self.illegal or "no illegal command found")
        yield bool(self.refused.clause), "challenged", f"“{illegal}” → {refusal_line(self.refused)}"

    def holds(self) -> bool:
        """Return whether all checks passed."""
        return all(holds for holds, _, _ in self.lines())


def _summary(ran: Ran) -> str:
    seats = len(ran.game.seats)
    searcher = f", {SEARCHER} of level {SEARCHING}" if any(seat.player == SEARCHER for seat in ran.game.seats) else ""
    return escape(
        f"{counted(seats, 'bot')}{searcher}, {counted(ran.moves, 'move')}, "
        f"{counted(ran.game.head, 'entry')}, {ran.seconds:.1f} s: {result_sentence(ran.game)}"
    )


def _proven(proof: Verification) -> str:
    if proof.verdict == VERDICT_FAILED:
        return f"[red]entry {proof.bad_version}: {escape(proof.problem)}[/]"
    return (
        f"{counted(proof.linked, 'entry')} linked, {proof.adjudicated} judged again, "
        f"{counted(proof.chance_recomputed, 'outcome')} of chance recomputed"
    )


def demo(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="TITLE...", help="Titles to play (default: all).", autocompletion=installed_titles),
    ] = None,
    *,
    as_json: AsJson = False,
    limit: Annotated[float, typer.Option("--limit", metavar="SECONDS", help="Time limit.")] = 300,
) -> None:
    """Let bots play every title, and check the results.

    gunbai starts a service, lets bots play, and verifies, exports, branches and challenges their games.
    """
    output, began = Output(as_json), time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="gunbai-demo-") as folder, serving(Path(folder)) as address:
            output.remark(f"The service runs at {address}; its database is in {folder}.")
            shown = asyncio.run(asyncio.wait_for(_all(output, names, address, Path(folder)), limit))
    except TimeoutError:
        output.remarks.print(f"[red]gunbai:[/] the demo took longer than {limit:g} s; allow more with --limit")
        raise typer.Exit(1) from None
    _print(output, shown, time.monotonic() - began)
    raise typer.Exit(0 if shown and all(demonstration.holds() for demonstration in shown) else 1)


def _print(output: Output, shown: Sequence[DemoResult], seconds: float) -> None:
    for demonstration in shown:
        output.console.quiet = output.as_json
        output.console.print(f"\n[bold]{demonstration.title.label}[/]")
        lines = Table.grid("", "", "", padding=(0, 1))
        for holds, what, outcome in demonstration.lines():
            lines.add_row("  [green]✓[/]" if holds else "  [red]✗[/]", what, outcome)
        output.console.print(lines, soft_wrap=False)
    games, command = 2 * len(shown), escape(_own_name())
    entries = sum(demonstration.played.game.head + demonstration.branch.game.head for demonstration in shown)
    result = "all checks passed" if all(demonstration.holds() for demonstration in shown) else "[red]a check failed[/]"
    output.answer(
        {
            "holds": all(demonstration.holds() for demonstration in shown),
            "seconds": round(seconds, 1),
            "titles": [*map(_json, shown)],
        },
        f"\n{counted(len(shown), 'title')}, {counted(games, 'game')}, {entries} entries in {seconds:.1f} s: "
        f"[bold]{result}[/].",
        f"[dim]Next:[/] {command} serve, and in another terminal {command} title list, then",
        f"      {command} new TITLE --bots 1 --start, and {command} play GAME",
    )


def _own_name() -> str:
    """Return what a person types to run this command again: its name, with its folder if PATH lacks it."""
    program = shutil.which("gunbai")
    own = Path(sys.executable).with_name("gunbai")
    if program is not None and Path(program).resolve() == own.resolve():
        return "gunbai"
    return os.path.relpath(own) if own.is_file() else "gunbai"


def _json(shown: DemoResult) -> dict[str, object]:
    return {
        "title": shown.title.name,
        "holds": shown.holds(),
        "game": shown.played.game,
        "moves": shown.played.moves,
        "proof": shown.played.proof,
        "offline": shown.file_holds,
        "branch": shown.branch.game,
        "branch_proof": shown.branch.proof,
        "refused": shown.refused,
    }


async def _illegal(seat: Seat, command: Message) -> str:
    """Return a command as a sentence if the rules would refuse it, "" otherwise: some never reach them."""
    try:
        judged = await seat.gunbai.adjudicate(seat.game, Actor(kind=ACTOR_KIND_SEAT, seat=seat.number), command)
    except InvalidRequest:
        return ""
    return judged.sentence if judged.HasField("refused") else ""


async def _all(output: Output, names: list[str] | None, address: str, folder: Path) -> list[DemoResult]:
    async with gunbai_client.aio.connect(address) as gunbai:
        titles = [(await gunbai.title(name)).title for name in names] if names else await gunbai.titles()
        with output.progress() as progress:
            shown = [await _Show(gunbai, title, folder, progress).run() for title in titles]
            offline = progress.add_task("exported records, offline", total=len(shown))
            await asyncio.to_thread(_verify_offline, shown)
            progress.update(offline, completed=len(shown))
    return shown


def _verify_offline(shown: Sequence[DemoResult]) -> None:
    """Verify the exported records in a process without a service. The service's key vouches for them."""
    keys = [word for key in {demonstration.key for demonstration in shown} for word in ("--key", key)]
    verify = [
        sys.executable,
        "-P",  # as for the service of the demo
        "-m",
        "clients.cli",
        "verify",
        *keys,
        *(str(demonstration.file) for demonstration in shown),
    ]
    done = subprocess.run(verify, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603  # the running Python and this program
    for line in (done.stdout + done.stderr).splitlines():
        for demonstration in shown:
            if line.startswith(f"{demonstration.file}: "):
                demonstration.file_says = line.removeprefix(f"{demonstration.file}: ")
                demonstration.file_holds = demonstration.file_says.startswith("attested: ")


class _Show:
    """One title's demo, with its line of progress."""

    def __init__(self, gunbai: Gunbai, title: Title, folder: Path, progress: Progress) -> None:
        self._gunbai, self._title, self._folder = gunbai, title, folder
        self._seats = min(max(title.seats_min, 3), title.seats_max)
        self._progress = progress
        self._task: TaskID = progress.add_task(title.label, total=None)
        self._illegal = ""
        self._refused = Refused()

    async def run(self) -> DemoResult:
        """Play, verify and export a game; then branch it in the middle, break a rule there, and play the branch."""
        created = await self._gunbai.create(self._title.name, seats=self._seats, label="demo")
        game = created.info.game
        played = await self._ran("playing", game, created.host_token, searching=self._title.name == SEARCHED)
        path = self._folder / f"{self._title.name}.gunbai"
        await self._export(game, path)
        key = (await self._gunbai.head(game)).key
        decisions = await self._decisions(game)
        middle = decisions[len(decisions) // 2].version - 1
        forked = await self._gunbai.fork(game, middle, label="demo, another end")
        given = [unpacked(entry.command.open) for entry in reversed(decisions)]
        branch = await self._ran("branching", forked.info.game, forked.host_token, given)
        self._progress.update(self._task, description=f"{self._title.label}: done", total=1, completed=1)
        return DemoResult(self._title, played, path, middle, branch, self._illegal, self._refused, key)

    async def _ran(
        self, what: str, game: str, host_token: str, given: Sequence[Message] = (), *, searching: bool = False
    ) -> Ran:
        self._progress.update(self._task, description=f"{self._title.label}: {what}")
        began = time.monotonic()
        names = [f"Random {number}" for number in range(1, self._seats + 1)]
        if searching:
            names[0] = SEARCHER
        seats = [await self._gunbai.join(game, name) for name in names]
        begun = await self._gunbai.holding(host_token).start(game)
        for seat in seats:
            await seat.view()  # The seat reveals its share of chance.
        if given:
            await self._challenge(seats, given)
        counting = asyncio.create_task(self._count(game, begun.head))
        with Bot(SEARCHING) as chooser:
            first = level_bot.play(seats[0], chooser) if searching else random_bot.play(seats[0])
            moves = await asyncio.gather(first, *map(random_bot.play, seats[1:]))
        await counting
        seconds = time.monotonic() - began
        return Ran(await self._gunbai.game(game), sum(moves), seconds, await self._gunbai.verify(game))

    async def _count(self, game: str, after: int) -> None:
        """Count the entries as they come, each verified against the chain."""
        async for entry in self._gunbai.watch(game, after):
            self._progress.update(self._task, completed=entry.version)

    async def _export(self, game: str, path: Path) -> None:
        """Write the record to a file."""
        record = b"".join([piece async for piece in self._gunbai.export(game)])
        await asyncio.to_thread(path.write_bytes, record)

    async def _decisions(self, game: str) -> list[Entry]:
        """Return the seats' decisions, as a spectator may see them now."""
        entries = [entry async for entry in self._gunbai.entries(game)]
        return [entry for entry in entries if entry.actor.kind == ACTOR_KIND_SEAT and entry.position_digest]

    async def _challenge(self, seats: Sequence[Seat], given: Sequence[Message]) -> None:
        """Break a rule: submit the first command that the rules now refuse."""
        answer = await self._gunbai.title(self._title.name)
        for seat in seats:
            legal = await seat.legal()
            empty = [_empty(name, seat.number) for name in answer.commands]
            for command in _suspects(seat, legal, [*given, *empty]) if seat.number in legal.waiting.seats else ():
                if illegal := await _illegal(seat, command):
                    ruling = await seat.submit(command, expected_version=legal.expected_version)
                    self._illegal, self._refused = illegal, ruling.refused
                    return


def _suspects(seat: Seat, legal: ListLegalCommandsResponse, given: Sequence[Message]) -> Iterator[Message]:
    """Yield commands that may be illegal: first those of types that are legal now, then any others."""
    due = {unpacked(command.command).DESCRIPTOR.full_name for command in legal.commands}
    own = [command for command in given if getattr(command, "seat", seat.number) == seat.number]
    yield from (command for command in own if command.DESCRIPTOR.full_name in due)
    yield from (command for command in own if command.DESCRIPTOR.full_name not in due)


def _empty(name: str, seat: int) -> Message:
    """Return a seat's command of this type with default fields."""
    command = named(name)
    if "seat" in command.DESCRIPTOR.fields_by_name:
        command.seat = seat  # type: ignore[attr-defined]  # some messages have one
    return command
