"""The first game of Titan Race, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.titan_race.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "players", "TR-14.1"),
    Lesson("titan", "question", "TR-2.2", when=(cmd.ChooseTitan,)),
    Lesson("die", "die", "TR-3.3", when=(cmd.ChooseDie,)),
    Lesson("place", "field", "TR-4.5", when=(cmd.ChooseStart,)),
    Lesson("move", "field", "TR-4.3", when=(cmd.Move,), breaks=cmd.UseAbility()),
    Lesson("faces", "die", "TR-5.2"),
    Lesson("life", "players", "TR-3.6"),
    Lesson("push", "field", "TR-7.1"),
    Lesson("again", "question", "TR-4.2", when=(cmd.ChooseDie,)),
    Lesson("card", "players", "TR-10.2"),
    Lesson("log", "log", "TR-6.5"),
)

TUTORIAL = Tutorial("practice", 3, "{}", LESSONS, Catalogues(__name__))
