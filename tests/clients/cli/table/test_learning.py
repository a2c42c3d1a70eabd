"""Lessons at a terminal: which one is due, and which a move ends."""

from __future__ import annotations

from rich.markup import render

from clients.cli.table.learning import Lessons
from gunbai.referee.v1.lobby_pb2 import Lesson

BID, CHALLENGE = "a.Bid", "a.Challenge"
LESSONS = (Lesson(name="goal"), Lesson(name="bid", commands=[BID]), Lesson(name="raise", commands=[BID, CHALLENGE]))


def due(lessons: Lessons, *offered: str) -> str:
    """Return the name of the lesson that is due, or "" for none."""
    lesson = lessons.due(frozenset(offered))
    return lesson.name if lesson else ""


def test_a_lesson_to_be_read_is_due_at_once_and_others_once_their_move_can_be_made() -> None:
    lessons = Lessons(LESSONS)
    assert due(lessons) == "goal"
    lessons.at = 1
    assert (due(lessons), due(lessons, CHALLENGE), due(lessons, CHALLENGE, BID)) == ("", "", "bid")
    lessons.at = 3
    assert due(lessons, BID) == ""


def test_a_move_ends_the_next_lesson_that_asks_for_one_and_no_later_one() -> None:
    lessons = Lessons(LESSONS)
    assert (lessons.made(CHALLENGE), lessons.at) == (False, 0)
    assert (lessons.made(BID), lessons.at) == (True, 2)
    assert (lessons.made(CHALLENGE), lessons.at) == (True, 3)
    assert (lessons.made(BID), lessons.at) == (False, 3)


def test_the_words_of_a_lesson_style_nothing_and_move_no_cursor() -> None:
    hostile = "[red]\x1b[2J\n"
    lesson = Lesson(text=hostile, clause=hostile, refused_sentence=hostile)
    lesson.refused_move.SetInParent()
    for line in Lessons([lesson]).lines(lesson):
        shown = render(line).plain
        assert "[red]" in shown, line
        assert not {"\x1b", "\n"} & {*shown}, line
