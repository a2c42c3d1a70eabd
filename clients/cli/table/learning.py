"""Learning: a person plays the first game of a title, and hears its lessons one at a time.

A lesson that asks for a move is shown when the learner can make one, and ends when they do. The others are only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from google.protobuf.message import Message

from clients.cli.screen.markup import escape
from clients.cli.table.chooser import Chooser
from clients.cli.table.sitting import Answer, Sitting
from gunbai.referee.v1.lobby_pb2 import Lesson
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai_client import Seat
from gunbai_record.messages import unpacked

NEXT, TRY = "next", "try"
"""The words that lead to the next lesson, and that attempt the move of a lesson."""


@dataclass
class Lessons:
    """The lessons of a title, and how far the learner is."""

    lessons: Sequence[Lesson]
    at: int = 0
    """The place of the next lesson."""

    def due(self, offered: frozenset[str]) -> Lesson | None:
        """Return the next lesson, if it is only read or asks for one of the commands that are offered."""
        lesson = self.lessons[self.at] if self.at < len(self.lessons) else None
        return lesson if lesson and (not lesson.commands or offered & {*lesson.commands}) else None

    def made(self, command: str) -> bool:
        """End the next lesson that asks for a move, and those before it, if this is its command; tell whether it is."""
        asking = next((n for n, lesson in enumerate(self.lessons) if n >= self.at and lesson.commands), None)
        if asking is None or command not in self.lessons[asking].commands:
            return False
        self.at = asking + 1
        return True

    def lines(self, lesson: Lesson) -> Iterator[str]:
        """Yield a lesson as lines of markup."""
        place = f"Lesson {self.at + 1} of {len(self.lessons)}"
        yield f"[bold]{place}.[/] {escape(lesson.text)} [dim]({escape(lesson.clause)})[/]"
        if lesson.HasField("refused_move"):
            yield f"[dim]Type `{TRY}` to attempt this:[/] {escape(lesson.refused_sentence)}"
        elif not lesson.commands:
            yield "[dim]Press Enter for the next lesson.[/]"


@dataclass
class Learning(Sitting):
    """The learner's place."""

    lessons: Lessons = field(default_factory=lambda: Lessons(()))
    offered: frozenset[str] = frozenset()
    """The full names of the commands that the learner can give."""

    def _list(self, chooser: Chooser) -> None:
        super()._list(chooser)
        self.offered = frozenset(move.command.DESCRIPTOR.full_name for move in chooser.whole.moves)
        self._teach()

    def _teach(self) -> None:
        """Print the lesson that is due."""
        if lesson := self.lessons.due(self.offered):
            self.output.answer({"lesson": lesson}, "", *self.lessons.lines(lesson))

    def _heard(self, seat: Seat, question: ListLegalCommandsResponse, chooser: Chooser, line: str) -> Answer | None:
        lesson = None if chooser.proposed else self.lessons.due(self.offered)
        word = line.casefold()
        if lesson and (word == NEXT or (not word and not lesson.commands)):
            self.lessons.at += 1
            self._end()
            self._teach()
            return None
        if lesson and word == TRY and lesson.HasField("refused_move"):
            return self._submitted(seat, chooser, unpacked(lesson.refused_move))
        return super()._heard(seat, question, chooser, line)

    def _end(self) -> None:
        """Say so if no lesson is left."""
        if self.lessons.at == len(self.lessons.lessons):
            self.output.show("That was the last lesson. Play on, or start a real game with `gunbai new`.")

    def _submitted(self, seat: Seat, chooser: Chooser, command: Message) -> Answer | None:
        answer = super()._submitted(seat, chooser, command)
        if answer is Answer.GIVEN and self.lessons.made(command.DESCRIPTOR.full_name):
            self._end()
        return answer
