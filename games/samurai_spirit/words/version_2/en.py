"""Samurai Spirit in English, for version 2 of its rules."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling
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
HOUSE_RULINGS = (
    HouseRuling(
        number="SS-A8",
        question="Does a kiai trigger when a wound at the end of a round turns the board?",
        readings=(
            "Yes, whenever the total is equal.",
            "Yes, until the intruders are revealed.",
            "No, the round is over.",
        ),
        chosen="No, the round is over; if the players agree, yes, until the intruders are revealed.",
        reason='"Whenever the total equals the number, at once, even out of turn" supports a kiai, but a round "ends '
        'at once", and its end is a list of steps without decisions. The last step says "reveal the cards of the '
        'intruder stack": once they are face up, no kiai can look at them, reorder them or drive them away.',
        place="Kiai, page 7",
        option="round_end_kiai",
    ),
    HouseRuling(
        number="SS-A17",
        question="Who starts the next round if an arrow or a talent made another samurai draw the last raider?",
        readings=(
            "The left neighbour of the samurai whose turn it was.",
            "The left neighbour of the samurai who drew the last raider.",
        ),
        chosen="The left neighbour of the samurai who drew the last raider or, if nobody drew it, of the samurai whose "
        "turn it was.",
        reason='The Czech rulebook says "who drew the last raider or passed last"; the English one says "the last '
        'player", and the option keeps that reading.',
        place="End of a round, page 10",
        option="round_starter",
    ),
)
SWITCHES = {"SS-A36": "no_talent_bars_support"}
"""The options that choose another reading, by the number of the house ruling."""

WORDS = WORDS_1.reworded(CLAUSES, OPTIONS)
