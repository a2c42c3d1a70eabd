"""Liar's Dice in Czech."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Speaker
from games.liars_dice.rules import steps
from games.liars_dice.words.cs.clauses import CLAUSES
from games.liars_dice.words.cs.forms import COMMANDS, FIELDS
from games.liars_dice.words.cs.house_rulings import RULINGS, SECTIONS
from games.liars_dice.words.cs.picture import LABELS, LEGEND
from games.liars_dice.words.en import asking
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

OPTIONS = {
    "ones_wild": ("Jedničky jako žolíky", "Jedničky se počítají za kterékoli číslo."),
    "spot_on": ("Přesný odhad", "Sázku lze prohlásit za přesnou; pokud sedí, přijdou o kostku všichni ostatní."),
}
FACTS = {
    "active": "na tahu: {active:seat}",
    "agreed": "dohodnuto: {agreed}",
    "dice": "kostky: {dice}",
    "face": "číslo: {face}",
    "faces": "čísla: 1 až {faces}",
    "last_bid": "poslední sázka: {last_bid}",
    "quantity": "počet: {quantity}",
    "round": "kolo: {round}",
    "winner": "vítěz: {winner:seat}",
}
STEPS = {
    "ShakeCup": "zatřesení kelímkem",
    "RaiseOrDoubt": "sázka, nebo zpochybnění",
    "LiftCups": "zvednutí kelímků",
}
EDITION = {
    "Components": "Edice hry: počet kostek každého hráče a počet stran kostky (LD-1.1).",
}
AIM = "Vyhrává poslední hráč, který má kostky. V tahu buď vsadíte, kolik kostek pod všemi kelímky ukazuje některé číslo, a to výš než předchozí sázka, nebo předchozí sázku zpochybníte: kelímky se zvednou a kdo neměl pravdu, přijde o kostku."


def _shaken(outcome: cmd.ShakeCup, say: Speaker) -> str:
    one = len(outcome.dice) == 1
    return say.filled("Na kostce padlo {dice} ({seat})." if one else "Na kostkách padlo {dice} ({seat}).", outcome)


WORDS = Phrasebook(
    {
        # Commands
        cmd.ShakeCup: _shaken,
        cmd.MakeBid: "Vsadit {quantity:kostku|kostky|kostek} s číslem {face}.",
        cmd.ChallengeBid: "Zpochybnit sázku.",
        cmd.CallSpotOn: "Prohlásit sázku za přesnou.",
        # Events
        ev.CupShaken: "{seat} třese kelímkem.",
        ev.DiceSeen: "{seat} vidí pod kelímkem {dice}.",
        ev.BidMade: "{seat} sází {quantity:kostku|kostky|kostek} s číslem {face}.",
        ev.TurnPassed: "Na tahu je {seat}.",
        ev.BidChallenged: "{seat} zpochybňuje sázku.",
        ev.SpotOnCalled: "{seat} prohlašuje sázku za přesnou.",
        ev.Hand: lambda hand, speaker: f"{speaker.seat(hand.seat)} má {'-'.join(map(str, hand.dice))}",
        ev.CupsLifted: "Kelímky se zvedají: {hands}.",
        ev.DiceCounted: "Sázka zněla {quantity:kostka|kostky|kostek} s číslem {face}; "
        "{count:kostka se počítá|kostky se počítají|kostek se počítá}.",
        ev.DieLost: "{seat} přichází o kostku.",
        ev.PlayerOut: "{seat} už nemá žádnou kostku a končí.",
        ev.RoundBegan: "Začíná kolo {round}; jako první sází {seat}.",
        ev.GameWon: "Vítězem je {seat}.",
        # Steps
        steps.ShakeCup: "Čeká se, co padne pod kelímkem ({seat}).",
        steps.RaiseOrDoubt: asking(
            "{seat} zvyšuje sázku, nebo ji zpochybňuje.",
            first="{seat} dává první sázku kola.",
            spot_on="{seat} zvyšuje sázku, zpochybňuje ji, nebo ji prohlašuje za přesnou.",
            dice="Vaše [one?kostka|kostky]: {hand:id}.",
        ),
        steps.LiftCups: "Kelímky se zvedají.",
    },
    words={"ending": {"last_dice": "poslední hráč s kostkami"}, "waits_for": STEPS},
    options=OPTIONS,
    commands=COMMANDS,
    fields=FIELDS,
    facts=FACTS,
    clauses=CLAUSES,
    house_rulings=RULINGS,
    places=SECTIONS,
    edition=EDITION,
    legend=LEGEND,
    labels=LABELS,
    aim=AIM,
    language=LANGUAGES["cs"],
)
