"""Samurai Spirit in English, for version 2 of its rules."""

from __future__ import annotations

from games.samurai_spirit.words.en import WORDS as WORDS_1

CLAUSES = {
    "SS-5.13": "A samurai under the no-talent penalty cannot use their own talent or any token this turn; they "
    "can still use their kiai. With no_talent_bars_support, they cannot choose Support either.",
    "SS-8.18": "No kiai can trigger in the steps at the end of a round; with round_end_kiai, the kiai of a "
    "samurai who has not passed can, until the intruders are revealed.",
    "SS-9.11": "The next round is started by the left neighbour of the samurai who drew the last raider; if "
    "nobody drew it, or if the players agree, of the one who had the last turn.",
}
OPTIONS = {
    "round_end_kiai": (
        "Kiai at the end of a round",
        "A wound that turns a board at the end of a round triggers the kiai, until the intruders are revealed.",
    ),
    "no_talent_bars_support": (
        "No talent, no Support",
        "A samurai who cannot use tokens this turn cannot choose Support.",
    ),
}

WORDS = WORDS_1.reworded(CLAUSES, OPTIONS)
