"""The menu of `gunbai play`: it puts a question to the person at the terminal and submits the chosen command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import typer
from google.protobuf.message import Message
from rich.markup import escape

from clients.cli.arguments import parse_command
from clients.cli.output import Output
from clients.cli.sentences import clock_lines, refusal_advice, refusal_line
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client import RequestError, Seat, StaleVersion
from gunbai_client.picture import text_board

LONGEST = 30
"""The most commands that are listed at once; a typed word filters a longer list."""


@dataclass
class Menu:
    """The questions to one person who holds one seat or several."""

    output: Output
    title: str
    seats: Sequence[Seat]
    head: int = 0
    """The version up to which entries must be printed before the next question."""

    def ask(self) -> bool:
        """Ask the first of the seats that has a question, if any; return False at the end of the input."""
        for seat in self.seats:
            question = _question(seat)
            if question is not None:
                return self._ask(seat, question)
        return True

    def _ask(self, seat: Seat, question: ListLegalCommandsResponse) -> bool:
        self._show(seat, question)
        while (command := self._choose(seat, question.commands)) is not None:
            try:
                ruling = seat.submit(command)
            except StaleVersion:
                return True
            except RequestError as error:
                self._show_error(str(error))
                continue
            if self._is_accepted(ruling):
                return True
        return False

    def _is_accepted(self, ruling: Ruling) -> bool:
        if ruling.HasField("refused"):
            self.output.answer({"refused": ruling.refused}, refusal_line(ruling.refused))
            self.output.remark(refusal_advice(ruling.refused))
            return False
        self.head = ruling.accepted.entries[-1].version
        return True

    def _show(self, seat: Seat, question: ListLegalCommandsResponse) -> None:
        who = f"Seat {seat.number}" if seat.number else "Dealer"
        waiting = question.waiting
        sentence = f"[bold]{who}[/]: {escape(waiting.sentence)} [dim]({waiting.clause})[/]"
        board = escape(text_board(seat.picture()))
        clocks = clock_lines(waiting.clocks, seat.gunbai.game(seat.game)) if waiting.HasField("clocks") else ()
        self.output.answer({"asked": question, "seat": seat.number}, "", board, *clocks, sentence)

    def _show_error(self, text: str) -> None:
        self.output.answer({"error": text}, f"[red]{escape(text)}[/]")

    def _choose(self, seat: Seat, commands: Sequence[LegalCommand]) -> Message | None:
        """Return the chosen command, or None at the end of the input."""
        shown = commands
        while True:
            self._list(seat, shown)
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
        """Return the next line of the input, or None at its end."""
        if not self.output.as_json:
            self.output.console.print("> ", end="")
        line = sys.stdin.readline()
        if not sys.stdin.isatty() and not self.output.as_json:
            self.output.console.print(escape(line.rstrip()))
        return line.strip() if line else None

    def _list(self, seat: Seat, shown: Sequence[LegalCommand]) -> None:
        if self.output.as_json:
            return
        for number, command in enumerate(shown[:LONGEST], start=1):
            self.output.console.print(f"{number:>4}  {escape(command.sentence)}")
        if len(shown) > LONGEST:
            self.output.console.print(f"[dim]      and {len(shown) - LONGEST} more: type a word to filter the list[/]")
        if seat.number == 0:
            self.output.console.print('[dim]      type what chance showed, such as ShowDice {"faces": [1, 6]}[/]')

    def _typed(self, line: str) -> Message | None:
        name, _, fields = line.partition(" ")
        try:
            return parse_command(self.title, name, fields or "{}")
        except typer.BadParameter as error:
            self._show_error(str(error))
            return None


def _question(seat: Seat) -> ListLegalCommandsResponse | None:
    """Return the seat's open question with its legal commands, or None."""
    try:
        legal = seat.legal()
    except RequestError:
        return None
    return legal if seat.number in legal.waiting.seats or (legal.waiting.chance and not seat.number) else None
