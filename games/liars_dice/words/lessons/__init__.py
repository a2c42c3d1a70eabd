"""The first game of Liar's Dice, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.liars_dice.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "players", "LD-7.1"),
    Lesson("cup", "players", "LD-1.2"),
    Lesson("bid", "question", "LD-3.2", when=(cmd.MakeBid,), breaks=cmd.MakeBid(quantity=11, face=6)),
    Lesson("wild", "players", "LD-4.4"),
    Lesson("raise", "question", "LD-3.3", when=(cmd.MakeBid, cmd.ChallengeBid)),
    Lesson("log", "log", "LD-2.5"),
    Lesson("doubt", "question", "LD-4.1", when=(cmd.ChallengeBid,)),
    Lesson("count", "players", "LD-4.5"),
    Lesson("next", "question", "LD-6.2"),
)

TUTORIAL = Tutorial("practice", 2, "{}", LESSONS, Catalogues(__name__))
