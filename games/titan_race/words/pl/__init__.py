"""Titan Race in Polish."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Speaker, seen, witnessed
from games.titan_race.rules import steps
from games.titan_race.rules.data import CARDS, PURPLE_TITAN, TRACKS
from games.titan_race.rules.data import EDITION as OWN
from games.titan_race.rules.data import TITANS as BOARDS
from games.titan_race.words.en import (
    brought,
    cause_seen,
    effect_missed,
    face_seen,
    fitness,
    harmed,
    last_life,
    legs,
    rider_of,
    standing_on,
    titan_seen,
)
from games.titan_race.words.foreseen import Foretold
from games.titan_race.words.pl.clauses import CLAUSES
from games.titan_race.words.pl.forms import COMMANDS, FIELDS
from games.titan_race.words.pl.house_rulings import RULINGS, SECTIONS
from games.titan_race.words.pl.picture import LABELS, LEGEND
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

TITANS = {
    "rassik": "Rassik",
    "ragnarok": "Ragnarok",
    "kraken": "Kraken",
    "grinder": "Masakrator",
    "slaugg": "Slaugg",
    "chtoolhoo": "Chtóólhóó",
}
CARD_NAMES = {
    "surprise_trap": "Niespułapka",
    "shield": "Tarcza",
    "spiked_armour": "Kolczasta Zbroja",
    "speed_potion": "Eliksir Szybkości",
    "spring_boots": "Sprężynowe Buty",
    "mimic_mask": "Maska Naśladowcy",
    "fireball": "Kula Ognia",
    "lightning": "Błyskawica",
    "bomb": "Bomba",
    "healing_potion": "Eliksir Zdrowia",
    "lucky_die": "Szczęśliwa Kość",
    "thiefs_glove": "Rękawica Złodzieja",
    "gale": "Wichura",
}
COLOURS = {
    "yellow": "żółta",
    "blue": "niebieska",
    "brown": "brązowa",
    "red": "czerwona",
    "green": "zielona",
    "purple": "fioletowa",
}
DIRECTIONS = {
    "forward": "do przodu",
    "forward_right": "do przodu w prawo",
    "backward_right": "do tyłu w prawo",
    "backward": "do tyłu",
    "backward_left": "do tyłu w lewo",
    "forward_left": "do przodu w lewo",
}
CAUSES = {
    "push": "popchnięcie",
    "trap": "pułapka",
    "lava": "lawa",
    "pirates": "piraci",
    "blast": "ognisty podmuch posągu",
    "die": "zielona kość",
    "breath": "oddech",
    "drain": "wyssanie",
    "card": "karta specjalna",
    "purple": "fioletowa kość",
    "pentagram": "pentagram",
    "colour": "kość w kolorze tytana",
}
PARTS = {
    "placing": "wejście na tor",
    "copy": "wybór ścianki",
    "move": "ruch",
    "trap": "umieszczenie pułapki",
    "damage": "zadanie obrażenia",
    "cost": "utrata punktu życia",
}
FIELD_EFFECTS = {
    "trap": "pułapka",
    "lava": "lawa",
    "pirates": "piraci",
    "statue": "posąg ognia",
    "special": "pole specjalne",
    "ice": "lód",
}
EFFECTS = {
    "surprise_trap": "Umieszcza pułapkę na sąsiednim polu",
    "shield": "Zapobiega utracie punktu życia",
    "spiked_armour": "Tytan, który popycha twojego, traci 1 punkt życia",
    "speed_potion": "2 pola do przodu",
    "spring_boots": "Przeskakuje tytana z przodu",
    "mimic_mask": "Używa zdolności sąsiadującego tytana",
    "fireball": "1 obrażenie na sąsiednim polu",
    "lightning": "1 obrażenie dowolnemu innemu tytanowi",
    "bomb": "1 obrażenie na wszystkich sąsiednich polach",
    "healing_potion": "Daje 2 punkty życia, najwyżej do 6",
    "lucky_die": "Przerzuca wybraną kość",
    "thiefs_glove": "Zabiera losową kartę graczowi, którego tytan sąsiaduje",
    "gale": "Przesuwa tytana z tyłu o 1 pole do tyłu",
}
ABILITIES = {
    "rassik": "Odbicie: od tytana z tyłu, 1 pole do przodu, prosto lub po przekątnej",
    "ragnarok": "Przepchnięcie: przesuwa sąsiadującego tytana o 1 pole w dowolnym kierunku",
    "kraken": "Zamiana: zamienia się polami z sąsiadującym tytanem",
    "grinder": "Pułapka: umieszcza pułapkę na sąsiednim polu",
    "slaugg": "Oddech: 1 obrażenie na trzech polach z przodu",
    "chtoolhoo": "Wyssanie: mając mniej niż 6 punktów życia, zabiera 1 sąsiadującemu tytanowi",
}
ENDINGS = {"finish": "meta"}
REMARKS = {titan_id: f"na mecie pierwszy: {name}" for titan_id, name in TITANS.items()}
OPTIONS = {
    "tracks": (
        "Tory",
        (
            "Tor albo trzy tory Wielkiego Szlema, od dołu do góry: "
            '"kaldheira", "dead_lagoon", "forbidden_foundry", "anglieh", "ban_kogu", "estengaard".'
        ),
    ),
    "teams": ("Zespoły", "Zespół każdego gracza, począwszy od gracza 1. Zostaw puste, jeśli każdy ściga się sam."),
}
CHOICES = {"tracks": {track: LABELS[name] for track, name in TRACKS.items()}}
FACTS = {
    "card": "karta: {card}",
    "cards": "karty: {cards}",
    "cause": "przyczyna: {cause}",
    "colour": "kolor: {colour}",
    "die": "kość: {die}",
    "direction": "kierunek: {direction}",
    "due": "do wykonania: {due}",
    "effect": "efekt: {effect}",
    "field": "pole: {field}",
    "first": "pierwszy: {first}",
    "life": "życie: {life}",
    "model": "wzór: {model}",
    "part": "część: {part}",
    "path": "droga: {path}",
    "pool": "pula: {pool}",
    "round": "runda: {round}",
    "supply": "zapas: {supply}",
    "titan": "tytan: {titan}",
    "winner": "zwycięzca: {winner}",
}
STEPS = {
    "ChooseTitan": "wybór tytana",
    "OrderTitans": "kolejność tytanów",
    "DealCard": "rozdanie karty",
    "RollForFirst": "rzut o pierwszego gracza",
    "BeginTurn": "początek tury",
    "RollDice": "rzut kośćmi",
    "RollAgain": "ponowny rzut kośćmi",
    "ChooseDie": "wybór kości",
    "ChooseAction": "wybór działania",
    "PerformDie": "akcja kości",
    "CompletePart": "koniec części akcji",
    "StealCard": "zabranie karty",
    "TryLuck": "przerzut szczęśliwej kości",
    "RerollDie": "przerzut kości",
    "PutAway": "odłożenie karty",
    "Stride": "krok",
    "Slide": "poślizg",
    "EndMove": "koniec ruchu",
    "SpringTrap": "pułapka",
    "MeetPirates": "spotkanie z piratami",
    "FacePirates": "decyzja wobec piratów",
    "FireStatue": "posąg",
    "ReachSpecial": "pole specjalne",
    "DrawCard": "dobranie karty",
    "LoseLife": "utrata życia",
    "React": "reakcja",
    "DestroyTrap": "zniszczenie pułapki",
    "EndTurn": "koniec tury",
}
EDITION = {
    "Components": "Dane edycji.",
    "Layout": "Pola specjalne i teren toru, według współrzędnych.",
    "Ramp": "SUPERrampa i jedyna przekątna, w której kierunku wyrzuca tytana.",
    "Card": "Karta specjalna: jej nazwa i efekt.",
}
PAINTS = {
    "yellow": "żółty",
    "blue": "niebieski",
    "brown": "brązowy",
    "red": "czerwony",
    "green": "zielony",
    "purple": "fioletowy",
}
STATES = {"upright": "stoi", "down": "leży", "resting": "odpoczywa"}
TERRAINS = {
    "lava": "lawa",
    "pirates": "piraci",
    "statue": "posąg",
    "pentagram": "pentagram",
    "ice": "lód",
    "ramp": "rampa",
}
AIM = "Wygrywa gracz, którego tytan jako pierwszy przekroczy metę, po trzech okrążeniach toru albo po torach Wielkiego Szlema. W swojej turze bierzesz kość z puli i przesuwasz tytana zgodnie z jej kolorem; możesz też raz użyć jego zdolności i zagrać kartę."
PURPLE_DIE = "fioletowa kość nic mu nie daje i nic nie kosztuje"
DETAILS = {
    titan.id: (
        f"Życie {titan.life}; "
        f"{PURPLE_DIE if titan.id == PURPLE_TITAN else f'{COLOURS[OWN.data.colours[titan.id]]} kość daje mu 1'}; "
        f"jeździec: {LABELS[titan.name].partition(' &')[0]}"
    )
    for titan in BOARDS
}


FACES = {
    "yellow": "2 pola do przodu",
    "blue": "1 pole do przodu i 1 po przekątnej, w dowolnej kolejności",
    "brown": "3 pola po przekątnej",
    "red": "1 pole do przodu i pułapka z tyłu",
    "green": "2 pola po przekątnej i 1 obrażenie z przodu",
    "purple": "kopiuje inną ściankę",
}


def _choose_die(move: cmd.ChooseDie, say: Speaker) -> str:
    notes = "[ – {face:id}[cost?, kosztuje 1 punkt życia][gain?; zyskuje 1 punkt życia]]"
    return say.filled(f"Wybrać kość: {{colour}}{notes}.", face_seen(move, say.view, FACES))


def _copy_face(move: cmd.CopyFace, say: Speaker) -> str:
    return say.filled("Użyć fioletowej jako: {colour}[ – {face:id}].", face_seen(move, say.view, FACES))


EFFECTS_OF_MOVES = {
    "own_lap": "[{own:id} ]kończy okrążenie",
    "lap": "{titan:id} kończy okrążenie",
    "own_lap_lost": "[{own:id} ]traci okrążenie",
    "lap_lost": "{titan:id} traci okrążenie",
    "own_won": "[{own:id} ]wygrywa wyścig",
    "won": "{titan:id} wygrywa wyścig",
    "own_pushed": "[{own:id} ]popycha tytana: {titan:id}[ na pole {field:id}[ ({lying})]]",
    "pushed": "{by:id} popycha tytana: {titan:id}[ na pole {field:id}[ ({lying})]]",
    "shoved": "[na pole {field:id}[ ({lying})]]",
    "swapped": "{titan:id} trafia na pole {field:id}[ ({lying})]",
    "own_end": "[[{own:id} ]kończy na polu {field:id}[ ({lying})]]",
    "own_hurt": "[{own:id} ]traci {life:punkt|punkty|punktów} życia",
    "hurt": "{titan:id} traci {life:punkt|punkty|punktów} życia",
    "own_knocked_out": "[{own:id} ]traci {life:punkt|punkty|punktów} życia, nokaut",
    "knocked_out": "{titan:id} traci {life:punkt|punkty|punktów} życia, nokaut",
    "spared": "{titan:id} leży po nokaucie i nie traci życia",
    "hit": "trafiony tytan: {titan:id}",
    "sprung": "pułapka aktywuje się natychmiast",
    "wasted": "pułapka przepada na lawie",
    "destroyed": "pułapka na polu {field:id} zostaje zniszczona",
}


def _brings(move: Foretold, say: Speaker) -> str:
    effects = brought(move, say, EFFECTS_OF_MOVES, _with_player)
    return f" – {effects}" if effects else ""


def _move(move: cmd.Move, say: Speaker) -> str:
    path = say.list(map(say.phrase, legs(move)))
    return f"Ruch: {path}{_brings(move, say)}." if move.path else "Bez ruchu."


def _target(move: cmd.PlaceTrap | cmd.Strike | cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    titan = standing_on(move.field, say.view)
    return f", gdzie jest {say.name(titan.id)} ({say.seat(titan.seat)})" if titan is not None else ""


def _with_player(titan_id: str, say: Speaker) -> str:
    seat = rider_of(titan_id, say.view)
    return say.name(titan_id) + (f" ({say.seat(seat)})" if seat else "")


def _aim(move: cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    titan = f", cel: {_with_player(move.titan, say)}" if move.titan else ""
    return f"{titan}{say.filled('[, pole {field}]', move)}{_target(move, say)}{say.filled('[, {direction}]', move)}"


def _ability(titan_id: str) -> str:
    return ABILITIES[titan_id].partition(":")[0]


def _use(move: cmd.UseAbility, say: Speaker) -> str:
    ability = "" if say.view is None else f": {_ability(say.view.mover)}"
    return f"Użyć zdolności{ability}{_aim(move, say)}{_brings(move, say)}."


def _play(move: cmd.PlayCard, say: Speaker) -> str:
    return f"Zagrać kartę {say.name(move.card)}{say.filled('[, wzór: {model}]', move)}{_aim(move, say)}{_brings(move, say)}."


WORDS = Phrasebook(
    {
        # Commands
        cmd.ChooseTitan: lambda move, say: say.filled(
            "Wybrać tytana: {titan}[ ([{painted}, ]życie {life})].", titan_seen(move, say)
        ),
        cmd.OrderTitans: "Pierwszy idzie {first}.",
        cmd.DealCard: "Rozdana karta ({seat}): {card}.",
        cmd.RollForFirst: "W rzucie o pierwszeństwo wypadła ścianka: {colour}.",
        cmd.RollDice: "Na kościach wypadły ścianki: {colours}.",
        cmd.RerollDie: "Na kości wypadła ścianka: {colour}.",
        cmd.StealCard: "Zabrana karta ({seat}): {card}.",
        cmd.ChooseDie: _choose_die,
        cmd.ChooseStart: lambda move, say: f"Zacząć na polu {move.field}{_brings(move, say)}.",
        cmd.CopyFace: _copy_face,
        cmd.Move: _move,
        cmd.PlaceTrap: lambda move, say: (
            f"Umieścić pułapkę na polu {move.field}{_target(move, say)}{_brings(move, say)}."
        ),
        cmd.Strike: lambda move, say: (
            f"Zadać 1 obrażenie na polu {move.field}{_target(move, say)}{_brings(move, say)}."
        ),
        cmd.DeclineStrike: "Nie zadawać obrażenia.",
        cmd.PayLife: seen(
            last_life,
            "Zapłacić 1 punkt życia za fioletową kość.",
            last="Zapłacić 1 punkt życia za fioletową kość: to ostatni, więc nokaut.",
        ),
        cmd.UseAbility: _use,
        cmd.PlayCard: _play,
        cmd.DiscardCard: "Odrzucić nieużytą kartę {card}.",
        cmd.UsePentagram: "Zapłacić 1 punkt życia, aby przerzucić kość.",
        cmd.EndTurn: "Zakończyć turę.",
        cmd.Pass: "Nie zagrywać karty.",
        cmd.PayPirates: "Oddać piratom kartę {card}.",
        cmd.DefyPirates: "Nie oddawać piratom karty i stracić 1 punkt życia.",
        # Events
        ev.TitanChosen: "{seat} wybiera tytana: {titan}.",
        ev.TitansOrdered: "{seat} ustala kolejność: {first}, potem {second}.",
        ev.FirstDieRolled: "W rzucie o pierwszeństwo wypadła ścianka: {colour}.",
        ev.OrderSettled: "Kolejność tur: {titans}.",
        ev.TurnBegan: "{titan} zaczyna turę w rundzie {round}.",
        ev.AbilityReadied: "{titan} może znów użyć zdolności.",
        ev.TitanRecovered: "{titan} wstaje i ma {life:punkt|punkty|punktów} życia.",
        ev.DiceRolled: "Na kościach wypadły ścianki: {colours}.",
        ev.DieChosen: "{titan} bierze kość: {colour}.",
        ev.LuckTried: "{titan} przerzuca kość.",
        ev.DieTakenUp: "{titan} przerzuca kość na pentagramie.",
        ev.DieRerolled: "Na kości wypadła ścianka: {colour} ({titan}).",
        ev.TurnPassed: "{titan} leży po nokaucie i pasuje.",
        ev.TurnEnded: "{titan} kończy turę.",
        ev.RoundEnded: "Runda {round} się kończy.",
        ev.DieActionBegun: "{titan} wykonuje akcję kości: {colour}.",
        ev.FaceCopied: "{titan} używa fioletowej jako: {colour}.",
        ev.PartBegun: "{titan} zaczyna: {part}.",
        ev.PartCompleted: "{titan} kończy: {part}.",
        ev.PartDropped: "{titan} pomija: {part}.",
        ev.DieActionEnded: "{titan} kończy akcję kości.",
        ev.TitanSetOut: "{titan} rusza: {segments}.",
        ev.Segment: "{steps:pole|pola|pól} {direction}",
        ev.TitanVaulted: "{titan} przeskakuje tytana ({over}).",
        ev.MoveEnded: "{titan} kończy ruch.",
        ev.TitanEntered: "{titan} wchodzi na pole {field}[ ({effects})][, po drodze przeskok: {leapt}][, popycha tytana: {met}].",
        ev.LapCompleted: "{titan} kończy okrążenie i ma {laps:okrążenie|okrążenia|okrążeń}.",
        ev.LapLost: "{titan} traci okrążenie i ma {laps:okrążenie|okrążenia|okrążeń}.",
        ev.TitanPushed: "{by} popycha tytana ({titan}) {direction} o {steps:pole|pola|pól}.",
        ev.TitanShoved: "{by} przesuwa tytana ({titan}) {direction}.",
        ev.TitanBlocked: "{titan} nie może ruszyć się dalej.",
        ev.TitanThrownBack: "{titan} wraca na start.",
        ev.TitansSwapped: (
            "{titan} i {other} zamieniają się polami: {titan} jest na polu {field}[ ({effects})], "
            "{other} na polu {other_field}[ ({other_effects})]."
        ),
        ev.TargetsHit: witnessed(harmed, "Trafione cele ({cause}[, {by}]): {targets}."),
        ev.Target: "[{titan}|pułapka na polu {trap}]",
        ev.LifeThreatened: witnessed(harmed, "{titan} ma stracić 1 punkt życia ({cause}[, {by}])."),
        ev.LifeLost: witnessed(
            harmed, "{titan} traci 1 punkt życia ({cause}[, {by}]), zostało: {life:punkt|punkty|punktów}."
        ),
        ev.LifeSpared: "{titan} leży po nokaucie i nie traci życia.",
        ev.SpikesStruck: "Kolczasta Zbroja ({titan}) rani tytana: {by}.",
        ev.LossPrevented: "{titan} nie traci życia dzięki Tarczy.",
        ev.LifeGained: "{titan} odzyskuje życie i ma {life:punkt|punkty|punktów}.",
        ev.TitanKnockedOut: "Nokaut: {titan}.",
        ev.TrapPlaced: "{titan} umieszcza pułapkę na polu {field}.",
        ev.TrapSprung: "{titan} wpada w pułapkę na polu {field}.",
        ev.TrapDestroyed: "Pułapka na polu {field} zostaje zniszczona.",
        ev.PiratesBoarded: "{titan} spotyka na polu {field} piratów, którzy żądają karty albo życia.",
        ev.PiratesPaid: "{seat} oddaje piratom kartę {card}.",
        ev.PiratesStruck: "Piraci atakują tytana ({titan}).",
        ev.StatueFired: "{titan} aktywuje posąg na polu {field}.",
        ev.EffectMissed: witnessed(
            effect_missed,
            "{titan} nie dobiera karty na polu specjalnym: ręka jest pełna albo nie ma już kart.",
            pirates="{titan} leży po nokaucie i piraci go oszczędzają.",
            hand="{titan} nie dobiera karty na polu specjalnym: ręka jest pełna ({seat}).",
            deck="{titan} nie dobiera karty na polu specjalnym: nie ma już kart.",
        ),
        ev.PentagramUsed: "{titan} korzysta z pentagramu.",
        ev.SpecialReached: "{titan} wchodzi na pole specjalne, które daje kartę.",
        ev.CardDrawn: "{seat} dobiera kartę.",
        ev.CardSeen: "{seat} widzi kartę {card}.",
        ev.DeckReshuffled: "Stos kart odrzuconych tasuje się w nową talię.",
        ev.CardPlayed: "{seat} zagrywa kartę {card} ({titan}).",
        ev.ReactionPlayed: "{seat} zagrywa w reakcji kartę {card} ({titan}).",
        ev.CardPutAway: "Karta {card} trafia na stos kart odrzuconych.",
        ev.CardDiscarded: "{seat} odrzuca nieużytą kartę {card}.",
        ev.TheftBegun: "{seat} kradnie kartę (właściciel: {from_seat}).",
        ev.CardStolen: "{seat} zabiera kartę (właściciel: {from_seat}).",
        ev.CardTaken: "{seat} zabiera kartę {card}.",
        ev.CardMissed: "{seat} traci kartę {card}.",
        ev.AbilityUsed: lambda event, say: f"{say.name(event.titan)} używa zdolności: {_ability(event.titan)}.",
        ev.RaceWon: "{titan} wygrywa wyścig ({seats}).",
        # Steps
        steps.ChooseTitan: "{seat} wybiera tytana.",
        steps.OrderTitans: "{seat} wybiera, który tytan idzie pierwszy.",
        steps.DealCard: "Rozdanie karty ({seat}).",
        steps.DrawCard: "Dobranie karty ({seat}).",
        steps.RollForFirst: "Rzut kością o pierwszeństwo.",
        steps.BeginTurn: "{titan} zaczyna turę.",
        steps.RollDice: "Rzut wszystkimi kośćmi.",
        steps.RollAgain: "Ponowny rzut wszystkimi kośćmi.",
        steps.ChooseDie: seen(
            fitness,
            "{seat} wybiera kość ({titan}).",
            down="{seat} bierze kość ({titan}); ten tytan jest znokautowany i pasuje.",
        ),
        steps.ChooseAction: "{seat} wybiera, co teraz zrobi {titan}.",
        steps.PerformDie: "{seat} wykonuje akcję kości ({face}, {titan}); pozostaje: {due}.",
        steps.Stride: "{titan} robi krok.",
        steps.Slide: "{titan} ślizga się dalej.",
        steps.SpringTrap: "{titan} wpada w pułapkę na polu {field}.",
        steps.MeetPirates: "{titan} spotyka piratów na polu {field}.",
        steps.FacePirates: "{seat} decyduje, czy zapłacić piratom kartą, czy punktem życia ({titan}).",
        steps.FireStatue: "{titan} aktywuje posąg na polu {field}.",
        steps.ReachSpecial: "{titan} wchodzi na pole specjalne.",
        steps.LoseLife: "{titan} ma stracić 1 punkt życia ({cause}[, {by}]).",
        steps.React: lambda step, say: say.filled(
            "{seat} decyduje, czy zagrać kartę, zanim {titan} straci 1 punkt życia ({cause}[, {by}]).",
            step,
            cause_seen(step, say),
        ),
        steps.DestroyTrap: "Pułapka na polu {field} zostaje zniszczona.",
        steps.EndMove: "{titan} kończy ruch.",
        steps.CompletePart: "{titan} kończy: {part}.",
        steps.StealCard: "Losowanie karty (właściciel: {from_seat}, zabiera {seat}).",
        steps.TryLuck: "Przerzut kości ({titan}).",
        steps.RerollDie: "Przerzut kości ({titan}).",
        steps.PutAway: "Karta {card} trafia na stos kart odrzuconych.",
        steps.EndTurn: "{titan} kończy turę.",
    },
    names={**TITANS, **{card.id: CARD_NAMES[card.effect] for card in CARDS}},
    aim=AIM,
    details=DETAILS,
    texts={**ABILITIES, **{card.id: EFFECTS[card.effect] for card in CARDS}},
    words={
        **dict.fromkeys(("colour", "colours", "face", "die", "pool"), COLOURS),
        **dict.fromkeys(("direction", "path"), DIRECTIONS),
        **dict.fromkeys(("part", "due"), PARTS),
        "cause": CAUSES,
        **dict.fromkeys(("effect", "effects", "other_effects"), FIELD_EFFECTS),
        "ending": ENDINGS,
        "remark": REMARKS,
        "waits_for": STEPS,
        "painted": PAINTS,
        "state": STATES,
        "terrain": TERRAINS,
        "lying": {**FIELD_EFFECTS, **TERRAINS},
    },
    options=OPTIONS,
    choices=CHOICES,
    commands=COMMANDS,
    fields=FIELDS,
    facts=FACTS,
    clauses=CLAUSES,
    house_rulings=RULINGS,
    places=SECTIONS,
    edition=EDITION,
    legend=LEGEND,
    labels={**LABELS, **{card.name: CARD_NAMES[card.effect] for card in CARDS}},
    language=LANGUAGES["pl"],
)
