"""The first game of King of Tokyo, and its lessons."""

from __future__ import annotations

from games.kit.words.tutorial import Lesson, Tutorial
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.text.catalogue import Catalogues

LESSONS = (
    Lesson("goal", "players", "KT-10.1"),
    Lesson("monster", "question", "KT-2.1", when=(cmd.ChooseMonster,)),
    Lesson("start", "question", "KT-2.5", when=(cmd.Roll,)),
    Lesson("roll", "board", "KT-4.4", when=(cmd.Roll,)),
    Lesson("faces", "die", "KT-5.1"),
    Lesson("keep", "die", "KT-4.5", when=(cmd.Reroll, cmd.StopRolling)),
    Lesson("tokyo", "board", "KT-9.1"),
    Lesson("buy", "card", "KT-7.8", when=(cmd.BuyCard, cmd.EndBuying), breaks=cmd.BuyCard(card="nova_breath")),
    Lesson("log", "log", "KT-3.1"),
    Lesson("yield", "question", "KT-5.14", when=(cmd.YieldTokyo, cmd.StayInTokyo)),
)

TUTORIAL = Tutorial("practice 43", 2, "{}", LESSONS, Catalogues(__name__))
