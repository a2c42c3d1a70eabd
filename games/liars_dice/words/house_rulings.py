"""The register of house rulings, for points on which players of Liar's Dice disagree.

The game is a folk game without a rulebook; places are headings of the clauses.
"""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

ROUND = "A round"
BIDS = "Bids"
CHALLENGE = "The challenge"
SPOT_ON = "Spot-on"
NEXT_ROUND = "The next round"

HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="LD-A1",
        question="Who bids first in the first round?",
        readings=("Seat 1.", "The player with the highest roll of a die.", "The youngest player."),
        chosen="Seat 1.",
        reason="Players choose their seats when they join, so drawing lots would add nothing.",
        place=ROUND,
    ),
    HouseRuling(
        number="LD-A2",
        question="May a bid name more dice than the players have?",
        readings=("No.", "Yes, but the next player will challenge such a bid."),
        chosen="No.",
        reason="Such a bid only gives away a die, and without a limit a round might never end.",
        place=BIDS,
    ),
    HouseRuling(
        number="LD-A3",
        question="When is one bid higher than another?",
        readings=(
            "A greater quantity of any face, or the same quantity of a higher face.",
            "A higher face of any quantity, or a greater quantity of the same face.",
            "A greater quantity or a higher face, while the other stays the same.",
        ),
        chosen="A greater quantity of any face, or the same quantity of a higher face.",
        reason="It is the most common rule, and it puts all bids in one order, so every round ends.",
        place=BIDS,
    ),
    HouseRuling(
        number="LD-A4",
        question="Do ones count as every face?",
        readings=("Yes: ones are wild.", "No: a one is a one."),
        chosen="Yes, unless the players agree otherwise; either way, a bid of ones counts only ones.",
        reason="Both versions are common; wild ones make bluffs safer and the game livelier.",
        place=CHALLENGE,
        option="ones_wild",
    ),
    HouseRuling(
        number="LD-A5",
        question="How many dice does the loser of a challenge lose?",
        readings=("One.", "As many as the difference between the bid and the count."),
        chosen="One.",
        reason="It is the most common rule, and one bold bid cannot put anybody out of the game.",
        place=CHALLENGE,
    ),
    HouseRuling(
        number="LD-A6",
        question="Can a bid be called exact, and what happens then?",
        readings=(
            "No.",
            "Yes: if the call is correct, all other players lose a die.",
            "Yes: if the call is correct, the caller gets a lost die back.",
        ),
        chosen="Only if the players agree on it; if the call is correct, all other players lose a die.",
        reason="The basic game has no such call. If dice came back, a game could last forever.",
        place=SPOT_ON,
        option="spot_on",
    ),
    HouseRuling(
        number="LD-A7",
        question="Who bids first in the next round?",
        readings=(
            "The player who lost a die, or the next player if that one is out.",
            "The player who won the challenge.",
            "The player after the one who began this round.",
        ),
        chosen="The player who lost a die, or the next player if that one is out; after a correct call, the caller.",
        reason="It is the most common rule. After a correct call several players lose a die, but there is only one "
        "caller.",
        place=NEXT_ROUND,
    ),
    HouseRuling(
        number="LD-A8",
        question="If the player who lost a die has now left the game, who bids first in the next round?",
        readings=(
            "The next player who has dice.",
            "The player who won the challenge: the bidder, if the challenger is out.",
        ),
        chosen="The next player who has dice.",
        reason="Play continues where it would have anyway, and winning a challenge brings no other advantage.",
        place=NEXT_ROUND,
    ),
    HouseRuling(
        number="LD-A9",
        question="When ones are wild, how does a bid of ones compare with bids of other faces?",
        readings=(
            "Like a bid of the lowest face.",
            (
                "Ones count double: switching to ones takes half the quantity, rounded up; switching back takes twice "
                "the quantity plus 1."
            ),
        ),
        chosen="Like a bid of the lowest face.",
        reason="A single order of all bids is the simpler rule; the other belongs to variants such as Perudo.",
        place=BIDS,
    ),
    HouseRuling(
        number="LD-A10",
        question="May a player call a bid spot-on, or challenge it, out of turn?",
        readings=("No: only the player whose turn it is.", "Yes: the first player to say so, except the bidder."),
        chosen="No: only the player whose turn it is.",
        reason="Over a network nobody can tell who spoke first, and taking turns is fairer.",
        place=ROUND,
    ),
)
