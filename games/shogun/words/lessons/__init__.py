"""The first game of Shogun, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "players", "SH-17.1"),
    Lesson("map", "province", "SH-1.3"),
    Lesson("actions", "board", "SH-9.1"),
    Lesson("plan", "question", "SH-6.1", when=(cmd.LayCard,)),
    Lesson("seal", "question", "SH-6.4", when=(cmd.LayCard,), breaks=cmd.SealPlan(seat=1)),
    Lesson("bid", "question", "SH-6.10", when=(cmd.SealPlan,)),
    Lesson("special", "special", "SH-8.4", when=(cmd.PickSpecial,)),
    Lesson("tower", "board", "SH-13.1"),
    Lesson("march", "question", "SH-10.10", when=(cmd.MarchTo, cmd.MarchArmies)),
    Lesson("revolt", "province", "SH-10.7"),
    Lesson("winter", "log", "SH-16.2"),
)

TUTORIAL = Tutorial("practice", 3, '{"start": "preset"}', LESSONS, Catalogues(__name__))
