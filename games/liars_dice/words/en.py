"""The sentences of Liar's Dice."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Sentence, Speaker
from games.liars_dice.rules import steps
from games.liars_dice.words.legend import LEGEND
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev
from gunbai.liars_dice.v1 import view_pb2
from gunbai_record.plain import Plain

OPTIONS = {
    "ones_wild": ("Wild ones", "Ones count as every face."),
    "spot_on": ("Spot-on", "Players may call a bid spot-on: if it is exact, everyone else loses a die."),
}
AIM = (
    "Be the last player with dice. On your turn, either bid how many dice under all the cups show a face, going "
    "higher than the last bid, or challenge the last bid. After a challenge the cups are lifted, and the player who "
    "was wrong loses a die."
)


def _shaken(outcome: cmd.ShakeCup, say: Speaker) -> str:
    one = len(outcome.dice) == 1
    return say.filled("The die of {seat} shows {dice}." if one else "The dice of {seat} show {dice}.", outcome)


def bid_so_far(view: view_pb2.View) -> str:
    """Return "first" before the first bid of the round, and "spot_on" where the bid may be called spot-on (LD-5.1)."""
    if not view.HasField("bid"):
        return "first"
    return "spot_on" if view.spot_on else ""


def asking(otherwise: str, *, first: str, spot_on: str, dice: str) -> Sentence:
    """Return the question of a turn, followed by the reader's own `dice` once they are under the cup (LD-1.2)."""
    templates = {"first": first, "spot_on": spot_on}

    def sentence(step: steps.RaiseOrDoubt, say: Speaker) -> str:
        view = say.view
        if view is None:
            return say.filled(otherwise, step)
        question = say.filled(templates.get(bid_so_far(view), otherwise), step)
        hand = view.cups[step.seat - 1].hand
        own = {"hand": " ".join(map(str, hand)), "one": len(hand) == 1}
        return f"{question} {say.filled(dice, own)}" if hand else question

    return sentence


ASIDES: frozenset[type[Plain]] = frozenset({ev.DiceSeen, ev.BidMade, ev.BidChallenged, ev.SpotOnCalled, ev.TurnPassed})

WORDS = Phrasebook(
    {
        # Commands
        cmd.ShakeCup: _shaken,
        cmd.MakeBid: "Bid {quantity:die|dice} showing {face}.",
        cmd.ChallengeBid: "Challenge the bid.",
        cmd.CallSpotOn: "Call the bid spot-on.",
        # Events
        ev.CupShaken: "{seat} shakes the cup.",
        ev.DiceSeen: "{seat} sees {dice} under the cup.",
        ev.BidMade: "{seat} bids {quantity:die|dice} showing {face}.",
        ev.TurnPassed: "The turn passes to {seat}.",
        ev.BidChallenged: "{seat} challenges the bid.",
        ev.SpotOnCalled: "{seat} calls the bid spot-on.",
        ev.Hand: lambda hand, speaker: f"{speaker.seat(hand.seat)} has {'-'.join(map(str, hand.dice))}",
        ev.CupsLifted: "The cups are lifted: {hands}.",
        ev.DiceCounted: "The bid was {quantity:die|dice} showing {face}, and {count:die counts|dice count}.",
        ev.DieLost: "{seat} loses a die.",
        ev.PlayerOut: "{seat} has no dice left and is out.",
        ev.RoundBegan: "Round {round} begins; {seat} bids first.",
        ev.GameWon: "{seat} wins the game.",
        # Steps
        steps.ShakeCup: "Chance rolls the dice under {seat}'s cup.",
        steps.RaiseOrDoubt: asking(
            "{seat} raises the bid or challenges it.",
            first="{seat} makes the first bid of the round.",
            spot_on="{seat} raises the bid, challenges it or calls it spot-on.",
            dice="Your [one?die|dice]: {hand:id}.",
        ),
        steps.LiftCups: "The cups are lifted.",
    },
    aim=AIM,
    legend=LEGEND,
    words={"waits_for": {"RaiseOrDoubt": "raise or challenge"}},
    options=OPTIONS,
    facts={"active": "active: {active:seat}", "faces": "faces: 1 to {faces}", "winner": "winner: {winner:seat}"},
)
