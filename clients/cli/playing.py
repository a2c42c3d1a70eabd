"""`gunbai play bot`: seats played by a person who chooses from the legal commands, or by a bot."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from google.protobuf.message import Message
from rich.markup import escape

import gunbai_client.aio
from clients.bots import random_bot
from clients.cli.lobby import GameId
from clients.cli.records import CommandName, FieldsJson, Position, parse_command, parse_position
from clients.cli.session import Session, with_session
from clients.cli.telling import board_of, tell_entry, tell_refusal, tell_result
from clients.cli.tokens import DEALER, Tokens
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import GAME_STATUS_OPEN, Ruling
from gunbai_client import Gunbai, RequestError, Seat, StaleVersion

MENU = 30
"""The most commands that are listed at once; a word typed narrows a longer list down."""


def register(app: typer.Typer) -> None:
    """Add the subcommands."""
    for command in (play, submit, consent, bot):
        app.command()(with_session(command))


def play(
    session: Session,
    game: GameId,
    seat: Annotated[int, typer.Option("--seat", help="The seat; 0 for all whose tokens you have.")] = 0,
) -> None:
    """Play: whenever a seat of yours is asked, choose one of its legal commands. Reads a terminal or a pipe."""
    with session.connect() as gunbai:
        seats = _seats(session, gunbai, game, seat)
        mine = seats[0].gunbai
        known = mine.game(game)
        sitting = _Sitting(session, known.title, seats)
        if known.status == GAME_STATUS_OPEN:
            session.remark("[dim]The game has not begun; waiting for the other seats and the host.[/]")
        caught_up = False
        for told in mine.watch(game):
            if isinstance(told, Entry):
                session.answer({"entry": told}, *tell_entry(told))
            else:
                caught_up = True
            if caught_up and told.version >= sitting.head and not sitting.answer():
                session.remark("[dim]The game goes on without you; `gunbai play` comes back to it.[/]")
                return
        known = mine.game(game)
    session.answer({"game": known}, f"[bold]{escape(tell_result(known))}[/]")


def submit(
    session: Session,
    game: GameId,
    command: CommandName,
    fields: FieldsJson = "{}",
    seat: Annotated[int, typer.Option("--seat", help="Your seat; 0 for the only one, or for the dealer.")] = 0,
) -> None:
    """Give one command, and tell the ruling. Exits with 1 if it is refused."""
    with session.connect() as gunbai:
        sits = _seats(session, gunbai, game, seat)[0]
        ruling = sits.submit(parse_command(sits.gunbai.game(game).title, command, fields))
    if ruling.HasField("refused"):
        session.answer(ruling, tell_refusal(ruling.refused))
        raise typer.Exit(1)
    session.answer(ruling, *(line for entry in ruling.accepted.entries for line in tell_entry(entry)))


def consent(
    session: Session,
    position: Position,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; 0 for the only one.")] = 0,
) -> None:
    """Consent to a branch of a running game with hidden facts; the host hands it to `gunbai fork`."""
    game, version = parse_position(position)
    with session.connect() as gunbai:
        sits = _seats(session, gunbai, game, seat)[0]
        given = sits.consent(version or sits.gunbai.game(game).head)
    session.answer({"seat": sits.number, "consent": given}, given)


def _seats(session: Session, gunbai: Gunbai, game: str, wanted: int) -> list[Seat]:
    tokens = Tokens(session.target)
    if session.token:
        return [gunbai.seat(game, wanted or gunbai.view(game).seat)]
    roles: list[tuple[int, str | int]] = [(wanted, wanted)] if wanted else [(each, each) for each in tokens.seats(game)]
    if not wanted:
        roles.append((0, DEALER))
    found = [gunbai.holding(token).seat(game, number) for number, role in roles if (token := tokens.find(game, role))]
    if not found:
        raise typer.BadParameter(f"you have no seat at {game}: take one with `gunbai join {game}`", param_hint="GAME")
    return found


@dataclass
class _Sitting:
    """A person at the terminal with one seat or several."""

    session: Session
    title: str
    seats: Sequence[Seat]
    head: int = 0
    """The version that must have been told before the next question is put."""

    def answer(self) -> bool:
        """Put what one of the seats is asked, if anything, until it is answered; False at the end of the input."""
        for seat in self.seats:
            asked = self._asked(seat)
            if asked is not None:
                return self._put(seat, asked)
        return True

    def _asked(self, seat: Seat) -> ListLegalCommandsResponse | None:
        try:
            legal = seat.legal()
        except RequestError:
            return None
        return legal if seat.number in legal.waiting.seats or (legal.waiting.chance and not seat.number) else None

    def _put(self, seat: Seat, asked: ListLegalCommandsResponse) -> bool:
        self._show(seat, asked)
        while (command := self._choose(seat, asked.commands)) is not None:
            try:
                ruling = seat.submit(command)
            except StaleVersion:
                return True
            except RequestError as error:
                self.session.answer({"error": str(error)}, f"[red]{escape(str(error))}[/]")
                continue
            if self._take(ruling):
                return True
        return False

    def _take(self, ruling: Ruling) -> bool:
        if ruling.HasField("refused"):
            self.session.answer({"refused": ruling.refused}, tell_refusal(ruling.refused))
            return False
        self.head = ruling.accepted.entries[-1].version
        return True

    def _show(self, seat: Seat, asked: ListLegalCommandsResponse) -> None:
        who = f"Seat {seat.number}" if seat.number else "Dealer"
        question = f"[bold]{who}[/]: {escape(asked.waiting.sentence)} [dim]({asked.waiting.clause})[/]"
        self.session.answer({"asked": asked, "seat": seat.number}, "", escape(board_of(seat.picture())), question)

    def _choose(self, seat: Seat, commands: Sequence[LegalCommand]) -> Message | None:
        """Return the chosen command, or None at the end of input."""
        shown = commands
        while True:
            self._menu(seat, shown)
            line = self._line()
            if line is None:
                return None
            if line.isdecimal() and 1 <= int(line) <= len(shown):
                return shown[int(line) - 1].command
            if line[:1].isupper():
                typed = self._typed(line)
                if typed is not None:
                    return typed
            else:
                shown = [each for each in commands if line.lower() in each.sentence.lower()] or commands

    def _line(self) -> str | None:
        """Return the next line that is typed or piped, or None at the end of input."""
        if not self.session.as_json:
            self.session.console.print("> ", end="")
        line = sys.stdin.readline()
        if not sys.stdin.isatty() and not self.session.as_json:
            self.session.console.print(escape(line.rstrip()))
        return line.strip() if line else None

    def _menu(self, seat: Seat, shown: Sequence[LegalCommand]) -> None:
        if self.session.as_json:
            return
        for number, command in enumerate(shown[:MENU], start=1):
            self.session.console.print(f"{number:>4}  {escape(command.sentence)}")
        if len(shown) > MENU:
            self.session.console.print(f"[dim]      and {len(shown) - MENU} more: type a word to narrow them down[/]")
        if seat.number == 0:
            self.session.console.print('[dim]      type what chance showed, such as ShowDice {"faces": [1, 6]}[/]')

    def _typed(self, line: str) -> Message | None:
        name, _, fields = line.partition(" ")
        try:
            return parse_command(self.title, name, fields or "{}")
        except typer.BadParameter as error:
            self.session.answer({"error": str(error)}, f"[red]{escape(str(error))}[/]")
            return None


def bot(
    session: Session,
    *,
    game: GameId,
    seat: Annotated[int, typer.Option("--seat", help="The seat; it is taken if it is free. 0 for any free one.")] = 0,
    player: Annotated[str, typer.Option("--player", help="What the bot is called at the table.")] = "Random",
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the bot's choices repeatable.")] = None,
    unary: Annotated[bool, typer.Option("--unary", help="One call per command instead of one stream.")] = False,
) -> None:
    """Let a bot play a seat to the end of the game, choosing any legal command."""
    tokens = Tokens(session.target)
    if session.token and not seat:
        raise typer.BadParameter("say whose token it is", param_hint="--seat")

    async def run() -> int:
        async with gunbai_client.aio.connect(session.target, token=session.token, tls=session.tls) as gunbai:
            token = session.token or (tokens.find(game, seat) if seat else "")
            if token:
                sits = gunbai.holding(token).seat(game, seat)
            else:
                sits = await gunbai.join(game, player, seat=seat)
                tokens.save(game, sits.number, sits.token)
                session.remark(f"[dim]{escape(player)} sits on seat {sits.number}.[/]")
            way = random_bot.play_unary if unary else random_bot.play
            return await way(sits, random_bot.WHIM if seed is None else random.Random(seed))  # noqa: S311  # no secret

    moves = asyncio.run(run())
    session.answer({"game": game, "moves": moves}, f"The game is over; the bot made {moves} moves.")
