"""Sittings: a person plays one or more seats and hears the news before each question."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

import typer
from google.protobuf import json_format
from google.protobuf.message import Message

from clients.cli import errors
from clients.cli.account.refusals import last_refusal
from clients.cli.options.arguments import parse_command
from clients.cli.screen.boards import board_lines
from clients.cli.screen.corrections import correction_lines
from clients.cli.screen.input_lines import Interrupted, Lines, Piped
from clients.cli.screen.markup import escape
from clients.cli.screen.output import Output
from clients.cli.screen.pictures import write_picture
from clients.cli.screen.sentences import (
    actor_room,
    clock_lines,
    disputed_advice,
    is_of,
    is_untimely,
    played_advice,
    refusal_line,
    rule_advice,
    told_lines,
)
from clients.cli.screen.word_matching import plain
from clients.cli.table.choice_list import completions, help_lines
from clients.cli.table.choices import Choices
from clients.cli.table.chooser import Chooser, Chosen, Heard, Mistaken
from clients.cli.table.feed import PAUSE, Empty, Feed
from clients.cli.table.forbidden_moves import command_spoken, commands_at, commands_begun, commands_named, named_alone
from clients.cli.table.handover import Handover
from clients.cli.table.lookups import Lookups
from clients.cli.table.moves import moves_of
from clients.cli.table.subsets import KEPT, understood
from gunbai.record.v1 import lifecycle_pb2
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.audit_pb2 import AdjudicateResponse
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
from gunbai_client.blocking.vocabulary import vocabulary_in
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.picture import spot_words, text_board
from gunbai_record.clauses import code_of
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import named, of_title, unpacked
from gunbai_record.notation.words import ShortFormError
from gunbai_record.numerals import is_whole

WORDS_OF_A_SENTENCE = 3
"""How many words a line needs to count as a sentence."""
MOST_TOLD = 30
"""The most entries that are printed when a person returns to a game."""
TYPED = re.compile(r"([A-Z]\w*)(?:\s+(\{.*\}))?", re.DOTALL)
"""A whole command: its name, and its fields as JSON."""

UNTOLD = (lifecycle_pb2.RevealShare, lifecycle_pb2.CloseGame)
"""Commands that players do not hear about: shares of chance, and the end, which the result covers."""
SHELL = re.compile(r"(?:gunbai\s+)?(?:title\s+)?clauses((?:\s+[\w.:'-]+)+)")
"""The command that prints clauses outside a game."""
LEAVING = ("quit", "exit", "q")
OTHER_WORDS = frozenset(("undo", "back", "?", "help", "board", "picture", "what", "rules", "dispute"))
"""The words that ask for something other than a choice."""
ASKING = ("help", "rules", "what")
"""Words that a question mark does not change."""
GOING_ON = (GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GAME_STATUS_RUNNING)
"""The states in which a game waits for somebody."""


class Answer(Enum):
    """What became of a question."""

    GIVEN = "given"
    LATER = "later"
    """It has changed while the person was thinking."""
    UNDO = "undo"
    """The person wants to take back a move."""
    ELSEWHERE = "elsewhere"
    """A move was taken back, and the game continues in a branch."""
    NONE = "none"
    """The person leaves, or their input has ended and none of their seats is asked."""


AGREEING = {
    **dict.fromkeys(understood("yes"), Answer.GIVEN),
    **dict.fromkeys(understood("no"), Answer.LATER),
    **dict.fromkeys(LEAVING, Answer.NONE),
}
"""The words, plain, that say whether somebody agrees."""


class Standing(NamedTuple):
    """A question that was asked and not answered, and how far the choice has got."""

    question: ListLegalCommandsResponse
    chooser: Chooser

    def is_for(self, question: ListLegalCommandsResponse) -> bool:
        """Return whether another question is the same one, whatever others did meanwhile."""
        same = all(getattr(self.question, name) == getattr(question, name) for name in ("seat", "expected_version"))
        return same and list(self.question.commands) == list(question.commands)


@dataclass
class Sitting:
    """One person's seats at a game, what they have been told, and where their lines come from."""

    output: Output
    lines: Lines
    seats: Sequence[Seat]
    game: GameInfo
    strict: bool
    start: Callable[[], GameInfo]
    """Starts the game if that is all it waits for, and returns it."""
    history: list[Said] = field(default_factory=list)
    """Every entry that was read, in order."""
    shown: int = 0
    """How many of them were printed."""
    caught_up: bool = False
    boards: dict[int, str] = field(default_factory=dict)
    """The picture that each seat saw last."""
    helped: bool = False
    secretive: set[str] = field(default_factory=set)
    """The players who have acted in secret since the last printed entry."""
    standing: Standing | None = None
    """The question that news interrupted last."""
    refused: Seat | None = None
    """The seat whose command was refused last."""
    waits: bool = False
    """Whether the last line said that others are being waited for."""

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
        """The version of these seats' last entry since the start that was not taken back; 0 if there is none."""
        upto = self.history[-1].version if self.history else 0
        for entry in reversed(self.history):
            sent = entry.entry.command.open
            if sent.Is(lifecycle_pb2.TakeBack.DESCRIPTOR):
                upto = min(upto, lifecycle_pb2.TakeBack.FromString(sent.value).version)
            elif entry.version <= upto and self._is_own(entry) and entry.entry.position_digest:
                return entry.version
        return 0

    @cached_property
    def lookups(self) -> Lookups:
        """What a person can look up about the title."""
        return Lookups(self.seats[0].gunbai, self.game.title, self.game.rules_version)

    @cached_property
    def handover(self) -> Handover:
        """Whose turn it is to look at the screen."""
        return Handover(self.output, self.lines, self.seats, self.game.title)

    # --- What happened ---

    def _next(self, feed: Feed[Said | CaughtUp]) -> Said | CaughtUp | None:
        """Return the next update, or None at the end of the game. Raises Empty when the lines have ended."""
        if self.caught_up and not isinstance(self.lines, Piped):
            try:
                return feed.next(PAUSE)
            except Empty:
                if not self.waits:
                    self.output.remark("[dim]Waiting for the other players; press Ctrl-C to leave.[/]")
                self.waits = True
        return feed.next()

    def _take(self, update: Said | CaughtUp) -> None:
        if isinstance(update, CaughtUp):
            self.caught_up = True
            if not self.output.as_json:
                self.shown = self.handover.start = self._since()
        else:
            self.history.append(self.handover.shown_to_all(update))

    def _since(self) -> int:
        """Return how many entries a returning person has seen: those up to their last move, and old ones."""
        after = len(list(takewhile(lambda entry: not self._is_own(entry), reversed(self.history))))
        return len(self.history) - min(after, MOST_TOLD)

    def _tell(self) -> None:
        for entry in self.history[self.shown :]:
            secret = not any((entry.sentences.command, *entry.sentences.events))
            again = secret and entry.sentences.actor in self.secretive
            lines = [] if again else self._lines_of(entry)
            self.output.answer({"entry": entry.entry}, *lines)
            self.waits = self.waits and not lines
            self.secretive = {*self.secretive, entry.sentences.actor} if secret else set()
        self.shown = len(self.history)

    def _lines_of(self, entry: Said) -> list[str]:
        if any(entry.entry.command.open.Is(kind.DESCRIPTOR) for kind in UNTOLD):
            return []
        you = len(self.seats) == 1 and self._is_own(entry)
        lines = told_lines(entry.sentences, you=you, room=actor_room(self.game))
        if self.handover.is_shared:
            return [*lines]
        return [*lines, *correction_lines(self.seats[0].gunbai, self.game.game, entry.entry)]

    def _is_own(self, entry: Said) -> bool:
        return is_of(entry.entry, [seat.number for seat in self.seats])

    # --- What is asked ---

    def _ask(self, feed: Feed[Said | CaughtUp]) -> Answer:
        """Ask the first of the seats that has a question, if any."""
        for seat in self.seats:
            question = _question(seat)
            if question is not None:
                # What led to the question comes with the next updates.
                return Answer.LATER if question.version > self._newest else self._put(seat, question, feed)
        info = self.seats[0].gunbai.game(self.game.game)
        if info.continued_by:
            return Answer.ELSEWHERE
        leaves = self.lines.ended and info.status in GOING_ON and info.head <= self._newest
        return Answer.NONE if leaves else Answer.LATER

    @property
    def _newest(self) -> int:
        """The version of the newest entry that was read."""
        return self.history[-1].version if self.history else 0

    def _put(self, seat: Seat, question: ListLegalCommandsResponse, feed: Feed[Said | CaughtUp]) -> Answer:
        """Ask a question until it is answered."""
        self.waits = False
        if self.handover.is_due(seat) and not self._handed_over(seat):
            return Answer.NONE
        self.handover.told[seat.number] = len(self.history)
        picture = seat.picture()
        chooser = self._interrupted(seat, question, picture)
        if chooser is None:
            self._discard()
            self._show(seat, question, picture)
            choices = Choices(moves_of(question.commands), spot_words(picture), tuple(question.waiting.commands))
            chooser = Chooser(choices, text_board(picture))
            self._list(chooser)
        while True:
            try:
                line = self.lines.read(completions(chooser.current), feed.has_news)
            except Interrupted:
                # Kept, so that news does not cost a person a half-made choice.
                self.standing = Standing(question, chooser)
                return Answer.LATER
            if line is None or line.casefold() in LEAVING:
                return Answer.NONE
            answer = self._heard(seat, question, chooser, line)
            if answer is not None:
                return answer

    def _handed_over(self, seat: Seat) -> bool:
        """Give the screen to the player of a seat, and tell them what they missed; return whether they take it."""
        taken = self.handover.to(seat, self._player(seat) or f"Seat {seat.number}")
        self.boards.pop(seat.number, None)
        for entry in (
            self.history[self.handover.told.get(seat.number, self.handover.start) :][-MOST_TOLD:] if taken else ()
        ):
            self.output.show(*self._lines_of(entry))
        return taken

    def _player(self, seat: Seat) -> str:
        return next((place.player for place in self.game.seats if place.seat == seat.number), "")

    def _interrupted(self, seat: Seat, question: ListLegalCommandsResponse, picture: str) -> Chooser | None:
        """Return how far the choice had got when news interrupted the question, after printing the news."""
        standing, self.standing = self.standing, None
        if standing is None or not standing.is_for(question):
            return None
        self.output.show(*board_lines(picture, self.boards[seat.number]))
        self.boards[seat.number] = picture
        return standing.chooser

    def _discard(self) -> None:
        """Say which lines were typed before they were asked for: they may have been meant for something else."""
        unread = self.lines.discard()
        if unread:
            self.output.remark(f"[dim]Typed too early, so not used:[/] {escape(unread)}")

    def _list(self, chooser: Chooser) -> None:
        if not self.output.as_json:
            self.output.show(*chooser.lines())

    def _heard(self, seat: Seat, question: ListLegalCommandsResponse, chooser: Chooser, line: str) -> Answer | None:
        """Act on a line; return what became of the question, if it is settled."""
        line = asking(line)
        word = line.partition(" ")[0].casefold()
        if word in OTHER_WORDS:
            chooser.cancel()
        match word:
            case "undo" | "back":
                return self._undone(seat, question, chooser)
            case "?" | "help":
                self.output.show(*help_lines(chooser.current))
                return None
            case "board" | "picture":
                self.output.show(*self._information(word, seat, question))
                return None
            case "dispute":
                self._dispute(seat, line.partition(" ")[2].strip())
                return None
            case "what" | "rules":
                self._look_up(word, line.partition(" ")[2].strip(), seat)
                return None
        # Programs count the listed commands; for people, numbers may be amounts.
        if self.output.as_json and is_whole(line) and 1 <= int(line) <= len(question.commands):
            return self._submitted(seat, chooser, chooser.whole.moves[int(line) - 1].command)
        return self._chosen(seat, question, chooser, line)

    def _dispute(self, seat: Seat, claim: str) -> None:
        """Open a dispute of the last refusal here, or else of the last one that one of the seats met."""
        seats = [self.refused] if self.refused else [seat, *(player for player in self.seats if player.number)]
        met = ((player, last_refusal(player)) for player in seats) if claim else ()
        seat, receipt = next((found for found in met if found[1] is not None), (seat, None))
        if receipt is None:
            nothing = (
                f"none of your moves was refused: `gunbai dispute open {seat.game}@VERSION CLAIM` disputes an entry"
            )
            self._mistaken(nothing if claim else "type `dispute`, then what is wrong with the last refusal")
            return
        try:
            made = seat.disputes().open(claim, receipt=receipt)
        except RequestError as error:
            self._mistaken(str(error))
            return
        self.output.answer(made, f"Opened dispute [bold]{made.number}[/].", disputed_advice(made))

    def _information(self, word: str, seat: Seat, question: ListLegalCommandsResponse) -> Iterable[str]:
        """Return what a word asks for, as lines of markup."""
        match word.casefold():
            case "board":
                return board_lines(self.boards[seat.number])
            case "picture":
                return (self._pictured(seat, question.version, self.boards[seat.number]),)
        return ()

    def _pictured(self, seat: Seat, version: int, svg: str) -> str:
        """Write a picture and return where it is, as a line of markup."""
        path = write_picture(seat.game, version, seat.number, svg)
        return f"The picture is in {escape(str(path))}"

    def _look_up(self, word: str, rest: str, seat: Seat) -> None:
        """Print what a word asks for: what happened, or the title's aim, clauses and things."""
        match word, rest:
            case "what", "":
                place = next((n for n, entry in enumerate(self.history) if entry.version == self.last_move), 0)
                lines = [line for entry in self.history[place:][-MOST_TOLD:] for line in self._lines_of(entry)]
            case "rules", "":
                lines = [*self.lookups.aim()]
            case "what", _:
                lines = [*self._explained(rest, seat), *self.lookups.clauses_with(rest)]
                lines = lines or [*self.lookups.on_board(rest, self.boards.get(seat.number, ""))]
            case _:
                lines = [*self.lookups.clause(rest)] or [*self.lookups.clauses_with(rest)]
        if lines or not rest:
            self.output.show(*lines)
        else:
            self._mistaken(f"neither the board nor the rules mention {rest!r}")

    def _explained(self, name: str, seat: Seat) -> list[str]:
        """Return the description of a clause by its number, or of a thing by its name."""
        if code_of(name):
            return [*self.lookups.clause(name)]
        return [*self.lookups.thing(name, self.boards.get(seat.number, ""))] or [*self.lookups.clause(name)]

    def _chosen(self, seat: Seat, question: ListLegalCommandsResponse, chooser: Chooser, line: str) -> Answer | None:
        named = None if self.output.as_json else chooser.of_kind(line)
        if named is not None:
            return self._answered(seat, chooser, line, named)
        try:
            whole = whole_command(self.game.title, line)
        except typer.BadParameter as error:
            chooser.cancel()
            self._mistaken(str(error))
            return None
        if whole is not None:
            chooser.cancel()
            return self._submitted(seat, chooser, whole)
        alone = None if self._is_script else named_alone(self.game.title, chooser, line)
        heard = alone or chooser.heard(line)
        verb = chooser.proposed and commands_begun(self.game.title, line, {move.kind for move in chooser.whole.moves})
        if verb and not self._is_script and (refusal := [*self._forbidden(line, seat, chooser, question)]):
            # What is suggested only begins like the verb: "Stop buying" for "buy".
            chooser.cancel()
            self.output.show(*refusal)
            return None
        if isinstance(heard, Mistaken) and not self._is_script:
            forbidden = () if plain(line) in KEPT else self._forbidden(line, seat, chooser, question)
            answer = [*forbidden] or self._explained(line, seat)
            if answer:
                self.output.show(*answer)
                return None
            ruled = self.lookups.ruled_word(line, self.boards.get(seat.number, ""))
            if ruled or len(line.split()) >= WORDS_OF_A_SENTENCE:
                self._mistaken(heard.text)
                self.output.remark(_question_line(question, rule_advice(question.waiting.clause, ruled)))
                return None
        return self._answered(seat, chooser, line, heard)

    @property
    def _is_script(self) -> bool:
        return self.strict or self.output.as_json

    def _forbidden(self, line: str, seat: Seat, chooser: Chooser, question: ListLegalCommandsResponse) -> Iterator[str]:
        """Yield as lines of markup the clause that forbids a command which a line names; nothing if none does."""
        picture = self.boards.get(seat.number, "")

        def ids(name: str) -> set[str]:
            return self.lookups.ids(name, picture)

        def seats(name: str) -> set[int]:
            return self.lookups.seats(name, picture) - (set() if name else {seat.number})

        legal = {move.kind for move in chooser.whole.moves}
        named = commands_named(self.game.title, line, ids, seats, legal)
        begun = [] if named else commands_begun(self.game.title, line, legal)
        try:
            judged = [_judged(seat, command) for command in named or begun or self._spoken(line, seat)]
            judged = self._begun(seat, begun, judged) if begun else judged
        except RequestError:
            return
        if len({ruling.refused.clause for ruling in judged}) == 1 and judged[0].HasField("refused"):
            refused = judged[0].refused
            if len(named) == 1:
                self._attempt(seat, named[0])
            yield refusal_line(refused)
            advice = played_advice(refused, self.lookups.place(refused.clause))
            yield advice
            if is_untimely(refused):
                yield _question_line(question)

    def _begun(self, seat: Seat, begun: list[Message], judged: list[AdjudicateResponse]) -> list[AdjudicateResponse]:
        """Return the refusal of commands that lack their fields, if any.

        It is for their time, or else for what lies on the board, as far as nothing there can be chosen.
        """
        if all(is_untimely(ruling.refused) for ruling in judged):
            return judged[:1]
        spots = spot_words(self.boards.get(seat.number, ""))
        tried = [_judged(seat, command) for command in commands_at(begun, spots)]
        return tried[:1] if all(ruling.HasField("refused") for ruling in tried) else []

    def _attempt(self, seat: Seat, command: Message) -> None:
        """Submit a command that is refused: the refusal stays among the rulings, and can be disputed."""
        self.refused = seat
        with suppress(RequestError):
            seat.submit(command)

    def _spoken(self, line: str, seat: Seat) -> list[Message]:
        """Return the command that a sentence describes, if any."""
        try:
            return command_spoken(self.game.title, line, vocabulary_in(seat.gunbai, self.game), seat.number)
        except ShortFormError:
            return []

    def _answered(self, seat: Seat, chooser: Chooser, line: str, heard: Heard) -> Answer | None:
        match heard:
            case Chosen(command):
                return self._submitted(seat, chooser, command)
            case Mistaken(text):
                self._mistaken(text)
                return None
        if heard.unfinished and self.strict:
            self._mistaken(f"{line!r} chooses nothing yet: {'; '.join(heard.plain)}")
        if not self.output.as_json:
            self.output.show(*heard.lines)
        return None

    def _undone(self, seat: Seat, question: ListLegalCommandsResponse, chooser: Chooser) -> Answer | None:
        if chooser.back():
            self._list(chooser)
            return None
        undoing = tuple(move for move in chooser.whole.moves if move.takes_back)
        if len(undoing) == 1:
            return self._submitted(seat, chooser, undoing[0].command)
        if undoing:
            return self._answered(seat, chooser, "undo", chooser.only(undoing))
        if question.HasField("take_back"):
            return self._submitted(seat, chooser, unpacked(question.take_back.command))
        if self.last_move:
            return Answer.UNDO
        self._mistaken("you have no move to take back")
        return None

    def agrees(self, question: str) -> Answer:
        """Ask until a yes (GIVEN) or a no (LATER) is typed; NONE if the person leaves."""
        self.output.answer({"question": question}, f"{question} Yes or no?")
        while True:
            try:
                line = self.lines.read(("yes", "no", "board"), lambda: False)
            except Interrupted:
                continue
            answer = LEAVING[0] if line is None else plain(line)
            if answer in AGREEING:
                return AGREEING[answer]
            match answer:
                case "":
                    self.output.answer({"question": question}, f"{question} Type yes or no.")
                    self._stop_if_strict()
                case "board":
                    self.output.show(*board_lines(list(self.boards.values())[-1]))
                case "?" | "help":
                    self.output.show(f"{question} Yes or no? `board` shows the board.")
                case _:
                    self._mistaken(f"answer yes or no, not {line!r}")

    def _submitted(self, seat: Seat, chooser: Chooser, command: Message) -> Answer | None:
        try:
            ruling = seat.submit(command)
        except StaleVersion:
            self.output.remark("[dim]Too late, so not used: the decision has already been made.[/]")
            return Answer.LATER
        except RequestError as error:
            self._mistaken(str(error))
            return None
        if ruling.HasField("accepted"):
            return Answer.GIVEN
        self.refused = seat
        self._refused(ruling, chooser)
        return None

    def _refused(self, ruling: Ruling, chooser: Chooser) -> None:
        self.output.answer({"refused": ruling.refused}, refusal_line(ruling.refused))
        self.output.remark(played_advice(ruling.refused, self.lookups.place(ruling.refused.clause)))
        self._stop_if_strict()
        self._list(chooser)

    def _mistaken(self, text: str) -> None:
        self.output.answer({"error": text}, f"[red]{escape(text)}[/]")
        self._stop_if_strict()

    def _stop_if_strict(self) -> None:
        if self.strict:
            raise typer.Exit(errors.MISUSED)

    def _show(self, seat: Seat, question: ListLegalCommandsResponse, picture: str) -> None:
        """Print the board as far as it is new to the seat, the clocks, and the question."""
        waiting, seen = question.waiting, self.boards.get(seat.number, "")
        self.boards[seat.number] = picture
        player = self._player(seat)
        who = f"Seat {seat.number}" + (f", {escape(player)}" if player else "")
        clocks = clock_lines(waiting.clocks, self.game) if waiting.HasField("clocks") else ()
        prompt = f"[bold]{who}:[/] {escape(waiting.sentence)} [dim]({waiting.clause})[/]"
        help_line = () if self.helped else ("[dim]Type a number or words; ? lists what else you can type.[/]",)
        self.helped = True
        value = {"asked": question, "seat": seat.number}
        self.output.answer(value, "", *board_lines(picture, seen), "", *clocks, prompt, *help_line)


def asking(line: str) -> str:
    """Return a line that ends in a question mark as a lookup, and any other line unchanged.

    A shell command that prints clauses, as hints give it, is a lookup here. A lone question mark after `what` is a sign
    on the board.
    """
    if command := SHELL.fullmatch(line):
        words = [word.strip("'") for word in command[1].split() if word != "--search"]
        return " ".join(("rules", *(words[1:] if words and not code_of(words[0]) else words)))
    question = line.rstrip("? ")
    if not line.endswith("?") or line.casefold() == "what ?":
        return line
    if not question:
        return "?"
    return question if question.partition(" ")[0].casefold() in ASKING else f"what {question}"


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
        of_title(title, name)
    except GunbaiError:
        return False
    return True


def _from_json(line: str) -> Message:
    """Return the command in a line of JSON, whose "@type" names it. Raises typer.BadParameter."""
    try:
        fields = json.loads(line)
        command = named(str(fields.pop("@type")).rpartition("/")[2])
        return json_format.ParseDict(fields, command)
    except KeyError:
        missing = 'this JSON is not a command: it lacks "@type", the name of the command'
        raise typer.BadParameter(missing) from None
    except (ValueError, GunbaiError, json_format.ParseError) as error:
        raise typer.BadParameter(f"this JSON is not a command: {error}") from None


def _judged(seat: Seat, command: Message) -> AdjudicateResponse:
    """Return how a seat's command would be ruled on."""
    return seat.gunbai.adjudicate(seat.game, Actor(kind=ACTOR_KIND_SEAT, seat=seat.number), command)


def _question_line(question: ListLegalCommandsResponse, advice: str = "") -> str:
    """Return as a line of markup what is asked, and advice."""
    return f"[dim]The question is: {escape(question.waiting.sentence)}[/] {advice}".rstrip()


def _question(seat: Seat) -> ListLegalCommandsResponse | None:
    """Return the seat's open question with its legal commands, or None."""
    try:
        legal = seat.legal()
    except RequestError:
        return None
    return legal if seat.number in legal.waiting.seats else None
