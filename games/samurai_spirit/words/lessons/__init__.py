"""The first game of Samurai Spirit, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "board", "SS-9.8"),
    Lesson("line", "players", "SS-4.6"),
    Lesson("fight", "question", "SS-4.1", when=(cmd.Fight,)),
    Lesson("meet", "question", "SS-4.4", when=(cmd.Confront, cmd.Defend, cmd.Send, cmd.Dismiss, cmd.Swap)),
    Lesson("marks", "players", "SS-9.1"),
    Lesson("penalty", "players", "SS-5.1"),
    Lesson("support", "question", "SS-4.9", when=(cmd.Fight, cmd.Support), breaks=cmd.Support(to_seat=1)),
    Lesson("intruders", "board", "SS-9.5"),
    Lesson("kiai", "players", "SS-8.1"),
    Lesson("pass", "question", "SS-4.2"),
)

TUTORIAL = Tutorial("practice 2", 3, "{}", LESSONS, Catalogues(__name__))
