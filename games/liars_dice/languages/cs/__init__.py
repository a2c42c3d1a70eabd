"""Liar's Dice in Czech."""

from __future__ import annotations

from games.kit.languages import CZECH
from games.kit.phrasebook import Phrasebook, Speaker, seen
from games.liars_dice import steps
from games.liars_dice.languages.cs.forms import COMMANDS, FIELDS
from games.liars_dice.languages.cs.house_rulings import RULINGS, SECTIONS
from games.liars_dice.languages.cs.picture import LABELS
from games.liars_dice.words import bid_so_far
from gunbai.liars_dice.v1 import commands_pb2 as cmd
from gunbai.liars_dice.v1 import events_pb2 as ev

OPTIONS = {
    "ones_wild": ("Jedničky jako žolíky", "Jedničky se počítají jako každé číslo."),
    "spot_on": ("Přesný odhad", "Sázku lze prohlásit za přesnou; sedí-li, přijdou o kostku všichni ostatní."),
}
FACTS = {
    "active": "na tahu: {active:seat}",
    "agreed": "dohodnuto: {agreed}",
    "dice": "kostky: {dice}",
    "face": "číslo: {face}",
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
    "Components": "Edice hry: kolik kostek má každý hráč a kolik stran má kostka (LD-1.1).",
}
CLAUSES = {
    "LD-1.1": "Hrají dva až šest hráčů, každý s kelímkem a pěti kostkami, na kterých jsou čísla od jedné do šesti.",
    "LD-1.2": "Hráč se dívá jen pod svůj kelímek, dokud se kelímky nezvednou.",
    "LD-2.1": "Kolo začíná kelímky: každý, kdo má kostky, jimi všemi zatřese, dřív než někdo vsadí.",
    "LD-2.2": "Na každé kostce padá každé číslo se stejnou pravděpodobností.",
    "LD-2.3": "V prvním kole sází jako první hráč 1.",
    "LD-2.4": "Tah přechází dokola v pořadí hráčů a vynechává ty, kdo nemají kostky.",
    "LD-2.5": "Rozhoduje jen hráč na tahu: sázku zvýší, nebo jí neuvěří, a vynechat nesmí nikdo.",
    "LD-3.1": "Sázka udává počet, nejméně jednu kostku, a číslo: mezi kostkami všech hráčů ho ukazuje aspoň tolik kostek.",
    "LD-3.2": "Sázka neudává víc kostek, než kolik jich mají hráči dohromady.",
    "LD-3.3": "Sázka je vyšší než předchozí sázka kola: větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
    "LD-4.1": "Místo sázky může hráč zpochybnit poslední sázku kola, pokud nějaká je.",
    "LD-4.2": "Po zpochybnění se zvednou všechny kelímky a všichni vidí všechny kostky.",
    "LD-4.3": "Spočítají se kostky s číslem sázky.",
    "LD-4.4": "Jedničky jsou žolíky a počítají se jako každé číslo, ledaže se hráči před hrou dohodli, že ne.",
    "LD-4.5": "Je-li kostek aspoň tolik, kolik říká sázka, přijde o kostku ten, kdo ji zpochybnil; jinak ten, kdo vsadil.",
    "LD-5.1": "Pokud se na tom hráči před hrou dohodli, může hráč místo toho prohlásit poslední sázku kola za přesnou.",
    "LD-5.2": "Kelímky se zvednou: je-li kostek přesně tolik, kolik říká sázka, přijdou o kostku všichni ostatní; jinak ten, "
    "kdo ji prohlásil za přesnou.",
    "LD-6.1": "Ztracená kostka opouští hru, a s ní i hráč, který ztratil poslední.",
    "LD-6.2": "V dalším kole sází jako první ten, kdo přišel o kostku; po přesné sázce ten, kdo ji za přesnou prohlásil.",
    "LD-6.3": "Pokud tento hráč už není ve hře, sází jako první další hráč, který má kostky.",
    "LD-7.1": "Vítězí poslední hráč, který má kostky.",
    "LD-7.2": "Po konci hry se už nic nerozhoduje.",
}
AIM = (
    "Vyhrává poslední hráč, který má kostky. V tahu vsadíte výš než předchozí sázka, kolik kostek pod všemi "
    "pohárky ukazuje některé číslo, nebo sázku zpochybníte: pohárky se zvednou a kdo nemá pravdu, ztrácí kostku."
)


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
        ev.DiceCounted: "Sázka zněla {quantity:kostka|kostky|kostek} s číslem {face}; počítá se "
        "{count:kostka|kostky|kostek}.",
        ev.DieLost: "{seat} přichází o kostku.",
        ev.PlayerOut: "{seat} už nemá žádnou kostku a končí.",
        ev.RoundBegan: "Začíná kolo {round}; jako první sází {seat}.",
        ev.GameWon: "Vítězem je {seat}.",
        # Steps
        steps.ShakeCup: "Náhoda hází kostkami pod kelímkem ({seat}).",
        steps.RaiseOrDoubt: seen(
            bid_so_far,
            "{seat} zvyšuje sázku, nebo ji zpochybňuje.",
            first="{seat} dává první sázku kola.",
            spot_on="{seat} zvyšuje sázku, zpochybňuje ji, nebo ji prohlašuje za přesnou.",
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
    labels=LABELS,
    aim=AIM,
    language=CZECH,
)
