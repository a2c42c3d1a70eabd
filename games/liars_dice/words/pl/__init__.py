"""Liar's Dice in Polish."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Speaker
from games.liars_dice.rules import steps
from games.liars_dice.words.en import asking
from games.liars_dice.words.pl.clauses import CLAUSES
from games.liars_dice.words.pl.forms import COMMANDS, FIELDS
from games.liars_dice.words.pl.house_rulings import RULINGS, SECTIONS
from games.liars_dice.words.pl.picture import LABELS, LEGEND
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

OPTIONS = {
    "ones_wild": ("Jedynki jako jokery", "Jedynki liczą się jako każda liczba."),
    "spot_on": ("W punkt", "Zapowiedź można uznać za dokładną; jeśli się zgadza, wszyscy pozostali tracą po kości."),
}
FACTS = {
    "active": "tura: {active:seat}",
    "agreed": "uzgodniono: {agreed}",
    "dice": "kości: {dice}",
    "face": "liczba: {face}",
    "faces": "liczby: od 1 do {faces}",
    "last_bid": "ostatnia zapowiedź: {last_bid}",
    "quantity": "ile kości: {quantity}",
    "round": "runda: {round}",
    "winner": "zwycięzca: {winner:seat}",
}
STEPS = {
    "ShakeCup": "potrząśnięcie kubkiem",
    "RaiseOrDoubt": "podbicie albo sprawdzenie",
    "LiftCups": "podniesienie kubków",
}
EDITION = {
    "Components": "Edycja gry: liczba kości każdego gracza i liczba ścianek kości (LD-1.1).",
}
AIM = (
    "Wygrywa ostatni gracz, który ma kości. W swojej turze albo zapowiadasz, ile kości pod wszystkimi kubkami "
    "pokazuje daną liczbę, podbijając ostatnią zapowiedź, albo ją sprawdzasz. Wtedy kubki idą w górę, a gracz, "
    "który się pomylił, traci kość."
)


def _shaken(outcome: cmd.ShakeCup, say: Speaker) -> str:
    one = len(outcome.dice) == 1
    return say.filled("Na kości wypadło {dice} ({seat})." if one else "Na kościach wypadły {dice} ({seat}).", outcome)


WORDS = Phrasebook(
    {
        # Commands
        cmd.ShakeCup: _shaken,
        cmd.MakeBid: "Zapowiedzieć {quantity:kość|kości|kości} z liczbą {face}.",
        cmd.ChallengeBid: "Sprawdzić zapowiedź.",
        cmd.CallSpotOn: "Uznać zapowiedź za dokładną.",
        # Events
        ev.CupShaken: "{seat} potrząsa kubkiem.",
        ev.DiceSeen: "{seat} widzi pod kubkiem {dice}.",
        ev.BidMade: "{seat} zapowiada {quantity:kość|kości|kości} z liczbą {face}.",
        ev.TurnPassed: "Teraz tura gracza: {seat}.",
        ev.BidChallenged: "{seat} sprawdza zapowiedź.",
        ev.SpotOnCalled: "{seat} uznaje zapowiedź za dokładną.",
        ev.Hand: lambda hand, speaker: f"{speaker.seat(hand.seat)} ma {'-'.join(map(str, hand.dice))}",
        ev.CupsLifted: "Kubki idą w górę: {hands}.",
        ev.DiceCounted: "Zapowiedź: {quantity:kość|kości|kości} z liczbą {face}; "
        "{count:kość się liczy|kości się liczą|kości się liczy}.",
        ev.DieLost: "{seat} traci kość.",
        ev.PlayerOut: "{seat} nie ma już kości i odpada.",
        ev.RoundBegan: "Zaczyna się runda {round}; pierwszą zapowiedź składa {seat}.",
        ev.GameWon: "{seat} wygrywa grę.",
        # Steps
        steps.ShakeCup: "Rzut kośćmi pod kubkiem ({seat}).",
        steps.RaiseOrDoubt: asking(
            "{seat} podbija zapowiedź albo ją sprawdza.",
            first="{seat} składa pierwszą zapowiedź rundy.",
            spot_on="{seat} podbija zapowiedź, sprawdza ją albo uznaje za dokładną.",
            dice="[one?Twoja kość|Twoje kości]: {hand:id}.",
        ),
        steps.LiftCups: "Kubki idą w górę.",
    },
    words={"ending": {"last_dice": "ostatni gracz z kośćmi"}, "waits_for": STEPS},
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
    language=LANGUAGES["pl"],
)
