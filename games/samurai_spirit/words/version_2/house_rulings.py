"""The house rulings of Samurai Spirit that version 2 of its rules changes."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

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
        chosen="The left neighbour of the samurai who drew the last raider or, if nobody did, of the one whose turn it "
        "was.",
        reason='The Czech rulebook says "who drew the last raider or passed last"; the English one says "the last '
        'player", and the option keeps that reading.',
        place="End of a round, page 10",
        option="round_starter",
    ),
)
SWITCHES = {"SS-A36": "no_talent_bars_support"}
"""The options that choose a different reading, by the number of the house ruling."""
