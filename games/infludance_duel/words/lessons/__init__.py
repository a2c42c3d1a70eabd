"""The first game of INFLUDANCE Duel, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "board", "IN-7.1"),
    Lesson("figure", "question", "IN-2.3", when=(cmd.ChooseFigure,)),
    Lesson("place", "field", "IN-2.7", when=(cmd.PlaceCowboy,)),
    Lesson("step", "field", "IN-4.2", when=(cmd.Step,), breaks=cmd.Step(heading=cmd.Heading.value("forward"))),
    Lesson("bullets", "field", "IN-5.1"),
    Lesson("edge", "board", "IN-5.4"),
    Lesson("end", "question", "IN-3.5", when=(cmd.EndTurn, cmd.Shoot)),
    Lesson("shoot", "players", "IN-6.1", when=(cmd.Shoot,)),
    Lesson("tokens", "players", "IN-6.6"),
    Lesson("log", "log", "IN-5.11"),
)

TUTORIAL = Tutorial("practice", 2, "{}", LESSONS, Catalogues(__name__))
