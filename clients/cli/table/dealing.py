"""Dealing: a person enters the dice and cards of a real table, and corrects the last entry.

The dealer can hold seats too, which are asked as in any sitting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import typer
from google.protobuf.message import Message

from clients.cli.screen.boards import board_lines
from clients.cli.screen.input_lines import Interrupted, Piped
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import refusal_line
from clients.cli.table.chooser import Chooser
from clients.cli.table.feed import Feed
from clients.cli.table.sitting import LEAVING, MOST_TOLD, Answer, Sitting, whole_command
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client import RequestError, Seat, StaleVersion
from gunbai_client.blocking.watch_stream import Said
from gunbai_record.messages import texts_in, unpacked
from gunbai_record.notation.outcomes import (
    ChanceQuestion,
    asked_again,
    asked_of,
    choices_of,
    how_many,
    miscount,
    outcome_in,
    places_of,
    several,
    unlisted,
)
from gunbai_record.notation.short_forms import Vocabulary
from gunbai_record.notation.words import ShortFormError

WRONG = "wrong"
HELP = (
    "[bold]1 1 3 heart …[/]   all dice by their faces, in order",
    "[bold]acid[/]            a card by its name, or the first letters of the name",
    "[bold]acid; jets; sol[/] several answers at once, in the order of the questions",
    "[bold]wrong[/]           correct the last entry (until a seat has acted on it): gunbai asks again.",
    "                [bold]wrong jets[/] corrects the entry at once. The record keeps both entries. Answers",
    ("                typed ahead are dropped; repeat them: [bold]wrong acid; jets[/]. Enter or [bold]back[/] cancels"),
    "[bold]board[/]           the board     [bold]picture[/]  write it to a file     [bold]what[/]  what happened",
    "[bold]quit[/]            leave; the game waits, and `gunbai game deal` returns to it",
    'You can also type a whole command: [bold]ThrowDice {"faces": ["FACE_HEART"]}[/]',
)
"""What `?` prints, as markup."""
COMPLETED = ("?", "back", "board", "picture", "quit", "what", WRONG)


@dataclass
class Dealing(Sitting):
    """The dealer's place at a game: it is asked for chance, and what really came up is entered."""

    words: Vocabulary = field(default_factory=Vocabulary)
    waiting: list[str] = field(default_factory=list)
    """The answers typed ahead."""
    announced: list[str] = field(default_factory=list)
    """The kept answers that were announced."""
    correcting: int = 0
    """The version of the entry that the next outcome corrects; 0 if it corrects none."""
    asked_version: int = 0
    """The version at which the last question was printed."""

    @property
    def dealer(self) -> Seat:
        """The dealer's place, the last of the person's."""
        return self.seats[-1]

    def play(self, feed: Feed[Said | CaughtUp]) -> Answer:
        """Tell and ask until the game is over (GIVEN), or the dealer leaves."""
        self.lines.announce_lines(feed.wake)
        return super().play(feed)

    def _ask(self, feed: Feed[Said | CaughtUp]) -> Answer:
        """Ask the dealer for what came up, or for a correction while the seats think."""
        listed = self.dealer.legal()
        if listed.version > self._newest:
            return Answer.LATER  # What led to the question comes with the next updates.
        self._end_correction()
        if not listed.waiting.chance:
            self._announce_kept()
        if not listed.waiting.chance and not (listed.waiting.seats and self._deals_while_others_think()):
            return super()._ask(feed)
        self._question(listed)
        while True:
            line = self._line(listed, feed)
            if isinstance(line, Answer):
                return line
            answer = self._acted(listed, line)
            if answer is Answer.LATER:
                return super()._ask(feed)
            if answer is not None:
                return answer

    def _deals_while_others_think(self) -> bool:
        """Return whether to read a line from a dealer without a seat while the seats are asked.

        A person can type at any time. A script waits if it has typed ahead, or has nothing to correct.
        """
        in_order = not isinstance(self.lines, Piped) or (self._last() is not None and not self.waiting)
        return len(self.seats) == 1 and in_order and self.lines.at_hand

    def _announce_kept(self) -> None:
        """Say once which entries are kept until chance is asked again."""
        if self.waiting and self.waiting != self.announced:
            self.output.remark(f"[dim]Kept for the next questions: {escape('; '.join(self.waiting))}[/]")
        self.announced = [*self.waiting]

    def _end_correction(self) -> None:
        """Stop the correction once the entry to correct is no longer the last."""
        last = self._last()
        # A seat may have acted while the dealer typed, and its decision rests on the outcome.
        if self.correcting and (last is None or last.version != self.correcting):
            self.output.show("      Nothing was corrected: the game has moved on.")
            self.correcting = 0

    def _heard(self, seat: Seat, question: ListLegalCommandsResponse, chooser: Chooser, line: str) -> Answer | None:
        """Act on a line from a seat that the dealer holds: it may be a correction."""
        word, _, rest = line.partition(" ")
        if self.correcting and line.casefold() in {"", "back"}:
            self._leave_correction(line)
            return None
        if self.correcting:
            return self._corrected(line)
        if word.casefold() == WRONG:
            return self._corrected(rest.strip())
        return super()._heard(seat, question, chooser, line)

    def _line(self, listed: ListLegalCommandsResponse, feed: Feed[Said | CaughtUp]) -> str | Answer:
        """Return the next line for a question: one that was typed ahead, or a new one."""
        if self.waiting and listed.waiting.chance:
            return self.waiting.pop(0)
        completed = {*COMPLETED, *(self.words.names if listed.waiting.chance else ())}
        try:
            line = self.lines.read(completed, feed.has_news)
        except Interrupted:
            return Answer.LATER
        return Answer.NONE if line is None or line.casefold() in LEAVING else line

    def _question(self, listed: ListLegalCommandsResponse) -> None:
        """Print the question, once."""
        if self.asked_version == listed.version and not self.correcting:
            return
        if self.asked_version != listed.version:
            self._discard()
        self.asked_version = listed.version
        if not listed.waiting.chance:
            self.output.remark(f"[dim]{escape(' '.join((listed.waiting.sentence, *self._correctable())))}[/]")
            return
        question = asked_of(listed, self.words)
        value = {"asked": listed, "seat": 0}
        heading = f"[bold]Dealer:[/] {escape(listed.waiting.sentence)} [dim]({listed.waiting.clause})[/]"
        self.output.answer(value, "", heading, self._expected(listed, question))
        if not self.helped:
            self.output.remark("[dim]? lists what else you can type.[/]")
        self.helped = True

    def _expected(self, listed: ListLegalCommandsResponse, question: ChanceQuestion) -> str:
        """Return as a line of markup what can be entered: the outcomes if they are few, else each field's values."""
        example = _example(listed)
        count = how_many(example) if example is not None else ""
        named = bool(count) and question.expected.startswith(f"{count.partition(' ')[2]}: ")
        rest = question.expected[question.expected.index(":") :] if named else f"; {question.expected}"
        values = f"{count}{rest}"
        values = values if count else question.expected
        return f"      {escape(', '.join(choices_of(question, self.words)) or values)}"

    def _acted(self, listed: ListLegalCommandsResponse, line: str) -> Answer | None:
        """Act on a line and return what became of the question, None if it stays open."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "" | "back":
                self._leave_correction(line)
            case "?" | "help":
                self.output.show(*HELP)
            case "board":
                self.output.show(*board_lines(self.dealer.picture()))
            case "picture":
                self.output.show(self._pictured(self.dealer, listed.version, self.dealer.picture()))
            case "what":
                self.output.show(*(shown for entry in self.history[-MOST_TOLD:] for shown in self._lines_of(entry)))
            case "wrong" | "undo":
                return self._corrected(rest.strip())
            case _:
                return self._entered(listed, line)
        return None

    def _leave_correction(self, line: str) -> None:
        """Give up the correction."""
        if self.correcting:
            self.correcting, self.asked_version = 0, 0
            self.output.show("      Nothing was corrected.")
        elif line:
            self._mistaken(" ".join(("Nothing is being corrected.", *self._correctable())))

    # --- Outcomes ---

    def _entered(self, listed: ListLegalCommandsResponse, line: str) -> Answer | None:
        if self.correcting:
            return self._corrected(line)
        if not listed.waiting.chance:
            if isinstance(self.lines, Piped):
                self.waiting.append(line)  # It is for the next question.
                return Answer.LATER
            self._mistaken(" ".join(("No dice or cards are asked for now.", *self._correctable())))
            return None
        outcome = self._first(line, asked_of(listed, self.words), _example(listed))
        return None if outcome is None else self._ruled(outcome, self.dealer.submit)

    def _first(self, line: str, question: ChanceQuestion, example: Message | None) -> Message | None:
        """Return the first outcome in a line and keep the others; if it is mistaken, return None and keep nothing."""
        first, *others = [line] if line.startswith("{") else several(line, question, self.words)
        # In front: they answer the questions right after this one.
        self.waiting[:0] = others
        outcome = self._read(first, question, example)
        if outcome is None:
            self._drop_kept()
        return outcome

    def _ruled(self, outcome: Message, send: Callable[[Message], Ruling]) -> Answer | None:
        """Have an outcome ruled on. Unless it is accepted, return None and keep nothing."""
        ruling = self._sent(lambda: send(outcome))
        if ruling is not None and ruling.HasField("accepted"):
            return Answer.GIVEN
        if ruling is not None:
            self._refused_outcome(ruling, outcome)
        self._drop_kept()
        return None

    def _read(self, text: str, question: ChanceQuestion, example: Message | None) -> Message | None:
        """Return the outcome that words mean; None after saying why they mean none, or which of several."""
        try:
            outcome = (
                whole_command(self.game.title, text) if text.startswith("{") else outcome_in(text, question, self.words)
            )
        except (ShortFormError, typer.BadParameter) as error:
            self._mistaken(str(error))
            return None
        if outcome is not None and example is not None and (problem := miscount(outcome, example)):
            self._mistaken(problem)
            return None
        if outcome is not None and question.listed and not (self.output.as_json or text.startswith("{")):
            problem = unlisted(outcome, question, self.words, unpacked(self.dealer.view().view))
            if problem:
                self._mistaken(problem)
                return None
        return outcome

    def _refused_outcome(self, ruling: Ruling, outcome: Message) -> None:
        """Print a refusal, where the components it is about lie, as far as the dealer may know, and slips."""
        counted = Counter(text for text in texts_in(outcome) if text in self.words.names)
        twice = (f"{self.words.name(text)} was entered twice" for text, count in counted.items() if count > 1)
        named_in = [text for text, count in counted.items() if count == 1]
        places = places_of(unpacked(self.dealer.view().view), named_in, self.words)
        near = {text: self.words.near(text) for text in texts_in(outcome) if text not in self.words.names}
        slips = (f"nothing here is called {text!r}{meant}" for text, meant in near.items() if meant)
        more = (f"      {escape(line)}" for line in (*twice, *places, *slips))
        self.output.answer({"refused": ruling.refused}, refusal_line(ruling.refused), *more)
        self._stop_if_strict()

    # --- Corrections ---

    def _last(self) -> Said | None:
        """Return the last entry if it is an outcome that nobody has acted on."""
        newest = next(iter(self.history[-1:]), None)
        return newest if newest is not None and newest.entry.actor.kind == ACTOR_KIND_CHANCE else None

    def _corrected(self, text: str) -> Answer | None:
        """Replace the last entry, or ask for what it should be."""
        last = self._last()
        if last is None:
            self.correcting = 0
            self._mistaken(self._beyond_correction())
            return None
        self._drop_kept()
        if not text:
            self.correcting = last.version
            self.output.show(f"      Entry {last.version}: {escape(last.sentences.command)} What should it be?")
            return None
        entered = unpacked(last.entry.command.open)
        outcome = self._first(text, asked_again(entered), entered)
        if outcome is None:
            return None
        self.correcting = 0
        if outcome == entered:
            self.output.show(f"      Nothing was corrected: entry {last.version} already says that.")
            return None
        return self._ruled(outcome, lambda other: self.dealer.correct(other, last.version))

    def _correctable(self) -> tuple[str, ...]:
        """Return the sentence that says how to correct the last entry, if it can be corrected."""
        return (f"`{WRONG}` corrects the last entry.",) if self._last() is not None else ()

    def _beyond_correction(self) -> str:
        """Return why the last entry cannot be corrected."""
        if any(entry.entry.actor.kind == ACTOR_KIND_CHANCE for entry in self.history):
            return "a seat has acted on the last outcome: use `gunbai game rule` to correct it"
        return "nothing has been entered yet"

    def _drop_kept(self) -> None:
        """Drop the answers typed ahead, and say so: they rest on a mistaken or corrected entry."""
        if self.waiting:
            self.output.answer({"dropped": self.waiting}, f"[dim]Not used: {escape('; '.join(self.waiting))}[/]")
            self.waiting.clear()

    def _sent(self, send: Callable[[], Ruling]) -> Ruling | None:
        """Return the ruling on an outcome; None after saying why there is none."""
        try:
            return send()
        except StaleVersion:
            self._mistaken("the game has moved on")
        except RequestError as error:
            self._mistaken(str(error))
        return None


def _example(listed: ListLegalCommandsResponse) -> Message | None:
    """Return a possible outcome, None unless chance is asked."""
    return unpacked(listed.example.command) if listed.HasField("example") else None
