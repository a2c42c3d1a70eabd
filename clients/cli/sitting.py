"""Sittings: a person plays one seat or several. What happened is told before they are asked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import takewhile

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.markup import escape

from clients.cli import errors
from clients.cli.arguments import parse_command
from clients.cli.boards import board_lines
from clients.cli.choice_list import HELP, choice_lines, completions
from clients.cli.choices import Choices, moves_of
from clients.cli.feed import PAUSE, Empty, Feed
from clients.cli.graphics import drawn
from clients.cli.lines import Interrupted, Lines, Piped, is_terminal
from clients.cli.output import Output
from clients.cli.pictures import write_picture
from clients.cli.sentences import clock_lines, entry_lines, is_of, refusal_advice, refusal_line
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_OPEN,
    GAME_STATUS_REVEALING,
    GAME_STATUS_RUNNING,
    GameInfo,
)
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client import RequestError, Seat, StaleVersion
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.errors import GunbaiError
from gunbai_client.messages import named
from gunbai_client.picture import spot_words

MOST_TOLD = 30
"""The most entries that are printed when a person returns to a game."""
TYPED = re.compile(r"([A-Z]\w*)(?:\s+(\{.*\}))?", re.DOTALL)
"""A whole command: its name, and its fields as JSON."""

LEAVING = ("quit", "exit", "q")
GOING_ON = (GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GAME_STATUS_RUNNING)
"""In which states a game waits for somebody."""


class Answer(Enum):
    """What became of a question."""

    GIVEN = "given"
    LATER = "later"
    """It has changed while the person thought."""
    UNDO = "undo"
    """The person wants to take back a move that was made."""
    ELSEWHERE = "elsewhere"
    """A move was taken back, and the game goes on in a branch."""
    NONE = "none"
    """The person leaves, or their input has ended and nobody of theirs is asked."""


@dataclass
class Sitting:
    """The seats of one person at a game, what they have been told, and where their lines come from."""

    output: Output
    lines: Lines
    seats: Sequence[Seat]
    game: GameInfo
    strict: bool
    start: Callable[[], GameInfo]
    """Starts the game if it waits for nothing but that, and returns it."""
    told: list[Said] = field(default_factory=list)
    """Every entry that was read, in order."""
    shown: int = 0
    """How many of them were printed."""
    caught_up: bool = False
    boards: dict[int, str] = field(default_factory=dict)
    """The picture that each seat saw last."""
    helped: bool = False

    def play(self, feed: Feed[Said | CaughtUp]) -> Answer:
        """Tell and ask until the game is over (GIVEN), or the answer is neither GIVEN nor LATER."""
        self.lines.announce_end(feed.wake)
        while True:
            if self.caught_up and not feed.has_news():
                self._tell()
                if self.game.status == GAME_STATUS_OPEN:
                    self.game = self.start()
                answer = self._ask(feed)
                if answer not in (Answer.GIVEN, Answer.LATER):
                    return answer
            try:
                update = self._next(feed)
            except Empty:
                continue
            if update is None:
                self._tell()
                return Answer.GIVEN
            self._take(update)

    @property
    def last_move(self) -> int:
        """The version of the last entry of these seats since the start; 0 if there is none."""
        own = (said for said in reversed(self.told) if self._is_own(said) and said.entry.position_digest)
        return next((said.version for said in own), 0)

    # --- What happened ---

    def _next(self, feed: Feed[Said | CaughtUp]) -> Said | CaughtUp | None:
        """Return the next update, or None at the end of the game. Raises Empty when the lines have ended."""
        if self.caught_up and not isinstance(self.lines, Piped):
            try:
                return feed.next(PAUSE)
            except Empty:
                self.output.remark("[dim]Waiting for the others; Ctrl-C leaves.[/]")
        return feed.next()

    def _take(self, update: Said | CaughtUp) -> None:
        if isinstance(update, CaughtUp):
            self.caught_up = True
            if not self.output.as_json:
                self.shown = self._since()
        else:
            self.told.append(update)

    def _since(self) -> int:
        """Return how many entries a person who returns has seen: those up to their last move, and old ones."""
        after = len(list(takewhile(lambda said: not self._is_own(said), reversed(self.told))))
        return len(self.told) - min(after, MOST_TOLD)

    def _tell(self) -> None:
        for said in self.told[self.shown :]:
            self.output.answer({"entry": said.entry}, *self._lines_of(said))
        self.shown = len(self.told)

    def _lines_of(self, said: Said) -> list[str]:
        alone = len(self.seats) == 1
        return list(entry_lines(said.sentences, you=alone and self._is_own(said)))

    def _is_own(self, said: Said) -> bool:
        return is_of(said.entry, [seat.number for seat in self.seats])

    # --- What is asked ---

    def _ask(self, feed: Feed[Said | CaughtUp]) -> Answer:
        """Ask the first of the seats that has a question, if any."""
        for seat in self.seats:
            question = _question(seat)
            if question is not None:
                # What led to the question comes with the next updates.
                return Answer.LATER if question.version > self._newest else self._put(seat, question, feed)
        known = self.seats[0].gunbai.game(self.game.game)
        if known.continued_by:
            return Answer.ELSEWHERE
        leaves = self.lines.ended and known.status in GOING_ON and known.head <= self._newest
        return Answer.NONE if leaves else Answer.LATER

    @property
    def _newest(self) -> int:
        """The version of the newest entry that was read."""
        return self.told[-1].version if self.told else 0

    def _put(self, seat: Seat, question: ListLegalCommandsResponse, feed: Feed[Said | CaughtUp]) -> Answer:
        """Put a question until it is answered."""
        picture = seat.picture()
        self._show(seat, question, picture)
        choosing = [Choices(moves_of(question.commands), spot_words(picture))]
        listed = True
        while True:
            if listed and not self.output.as_json:
                self.output.show(*choice_lines(choosing[-1]))
            try:
                line = self.lines.read(completions(choosing[-1]), feed.has_news)
            except Interrupted:
                return Answer.LATER
            if line is None or line.casefold() in LEAVING:
                return Answer.NONE
            answer, listed = self._heard(seat, question, choosing, line)
            if answer is not None:
                return answer

    def _heard(
        self, seat: Seat, question: ListLegalCommandsResponse, choosing: list[Choices], line: str
    ) -> tuple[Answer | None, bool]:
        """Act on a line; return what became of the question, if it is settled, and whether to list the choices."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "":
                only = choosing[-1].moves if len(choosing) > 1 and len(choosing[-1].moves) == 1 else ()
                return self._submitted(seat, only[0].command) if only else (None, True)
            case "undo" | "back":
                return self._undone(seat, question, choosing)
            case "search":
                return self._narrowed(choosing, choosing[0].found(rest), rest)
            case "?" | "help" | "board" | "picture" | "what":
                self.output.show(*self._information(word, seat, question))
                return None, False
        if self.output.as_json and line.isdecimal() and 1 <= int(line) <= len(question.commands):
            return self._submitted(seat, choosing[0].moves[int(line) - 1].command)
        return self._chosen(seat, choosing, line)

    def _information(self, word: str, seat: Seat, question: ListLegalCommandsResponse) -> Iterable[str]:
        """Return what a word asks for, as lines of markup."""
        match word.casefold():
            case "board":
                return board_lines(self.boards[seat.number])
            case "picture":
                svg = self.boards[seat.number]
                path = write_picture(seat.game, question.version, seat.number, svg)
                if is_terminal(self.output):
                    self.output.draw(drawn(svg, os.environ))
                return (f"The picture is in {escape(str(path))}",)
            case "what":
                place = next((n for n, said in enumerate(self.told) if said.version == self.last_move), 0)
                return [line for said in self.told[place:][-MOST_TOLD:] for line in self._lines_of(said)]
        return HELP

    def _chosen(self, seat: Seat, choosing: list[Choices], line: str) -> tuple[Answer | None, bool]:
        try:
            whole = whole_command(self.game.title, line)
        except typer.BadParameter as error:
            return self._mistaken(str(error))
        if whole is not None:
            return self._submitted(seat, whole)
        chosen = choosing[-1].chosen(line) or choosing[0].spoken(line)
        if chosen is not None and len(chosen.moves) == 1:
            return self._submitted(seat, chosen.moves[0].command)
        return self._narrowed(choosing, chosen or choosing[-1].found(line) or choosing[0].found(line), line)

    def _narrowed(self, choosing: list[Choices], found: Choices | None, line: str) -> tuple[Answer | None, bool]:
        if found is None or not line:
            return self._mistaken(f"nothing here fits {line!r}; ? helps")
        if found.moves != choosing[-1].moves:
            choosing.append(found)
        if len(found.moves) == 1 and not self.output.as_json:
            self.output.show(f"      {escape(found.moves[0].sentence)} [dim]Enter chooses it.[/]")
            return None, False
        return None, True

    def _undone(
        self, seat: Seat, question: ListLegalCommandsResponse, choosing: list[Choices]
    ) -> tuple[Answer | None, bool]:
        if len(choosing) > 1:
            choosing.pop()
            return None, True
        each = zip(choosing[0].moves, question.commands, strict=True)
        undoing = tuple(move for move, command in each if command.takes_back)
        if len(undoing) == 1:
            return self._submitted(seat, undoing[0].command)
        if undoing:
            return self._narrowed(choosing, Choices(undoing, choosing[0].words), "undo")
        if not self.last_move:
            return self._mistaken("there is no move of yours to take back")
        return Answer.UNDO, False

    def _submitted(self, seat: Seat, command: Message) -> tuple[Answer | None, bool]:
        try:
            ruling = seat.submit(command)
        except StaleVersion:
            return Answer.LATER, False
        except RequestError as error:
            return self._mistaken(str(error))
        if ruling.HasField("refused"):
            return self._refused(ruling)
        return Answer.GIVEN, False

    def _refused(self, ruling: Ruling) -> tuple[Answer | None, bool]:
        self.output.answer({"refused": ruling.refused}, refusal_line(ruling.refused))
        self.output.remark(refusal_advice(ruling.refused))
        self._stop_if_strict()
        return None, True

    def _mistaken(self, text: str) -> tuple[Answer | None, bool]:
        self.output.answer({"error": text}, f"[red]{escape(text)}[/]")
        self._stop_if_strict()
        return None, False

    def _stop_if_strict(self) -> None:
        if self.strict:
            raise typer.Exit(errors.MISUSED)

    def _show(self, seat: Seat, question: ListLegalCommandsResponse, picture: str) -> None:
        """Print the board, as far as it is new to the seat, the clocks and the question."""
        waiting, seen = question.waiting, self.boards.get(seat.number, "")
        self.boards[seat.number] = picture
        player = next((each.player for each in self.game.seats if each.seat == seat.number), "")
        who = f"Seat {seat.number}" + (f", {escape(player)}" if player else "")
        clocks = clock_lines(waiting.clocks, self.game) if waiting.HasField("clocks") else ()
        asked = f"[bold]{who}:[/] {escape(waiting.sentence)} [dim]({waiting.clause})[/]"
        help_line = () if self.helped else ("[dim]A number or words choose; ? shows what else.[/]",)
        self.helped = True
        value = {"asked": question, "seat": seat.number}
        self.output.answer(value, "", *board_lines(picture, seen), "", *clocks, asked, *help_line)


def whole_command(title: str, line: str) -> Message | None:
    """Return the command that a line gives by its name and fields, or as JSON; None for other words.

    Raises typer.BadParameter.
    """
    if line.startswith("{"):
        return _from_json(line)
    typed = TYPED.fullmatch(line)
    if typed is None or not (typed[2] or _is_command(title, typed[1])):
        return None
    return parse_command(title, typed[1], typed[2] or "{}")


def _is_command(title: str, name: str) -> bool:
    try:
        named(f"gunbai.{title}.v1.{name}")
    except GunbaiError:
        return False
    return True


def _from_json(line: str) -> Message:
    """Return the command in a line of JSON, whose "@type" names it. Raises typer.BadParameter."""
    try:
        fields = json.loads(line)
        command = named(str(fields.pop("@type", "")).rpartition("/")[2])
        return json_format.ParseDict(fields, command)
    except (ValueError, GunbaiError, json_format.ParseError) as error:
        raise typer.BadParameter(f"this is no command in JSON: {error}") from None


def _question(seat: Seat) -> ListLegalCommandsResponse | None:
    """Return the seat's open question with its legal commands, or None."""
    try:
        legal = seat.legal()
    except RequestError:
        return None
    return legal if seat.number in legal.waiting.seats else None
