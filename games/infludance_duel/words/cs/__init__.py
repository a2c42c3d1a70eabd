"""INFLUDANCE Duel in Czech."""

from __future__ import annotations

from games.infludance_duel.rules import steps
from games.infludance_duel.words.cs.clauses import CLAUSES
from games.infludance_duel.words.cs.forms import COMMANDS, FIELDS
from games.infludance_duel.words.cs.house_rulings import RULINGS, SECTIONS
from games.infludance_duel.words.cs.picture import LABELS, LEGEND
from games.infludance_duel.words.en import both_fields, counts, meeting, moved, shot_left, size, stepping
from games.kit.words.phrasebook import Phrasebook, seen, witnessed
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

NAMES = {
    "good_shot": "Dobrá rána",
    "kicker": "Nakopávačka",
    "double_shot": "Dvojitá rána",
    "blank": "Slepá munice",
}
TEXTS = {
    "good_shot": "Odstřelí soupeře o jedno pole vzad",
    "kicker": "Odstřelí oba kovboje o jedno pole vpřed",
    "double_shot": "Střelec má po tomto tahu další tah",
    "blank": "Neudělá nic",
}
EFFECTS = {
    "own_shot": "vy na {fields}",
    "shot": "{seat} na {fields}",
    "own_stays": "vy zůstanete stát",
    "stays": "{seat} zůstane stát",
    "own_won": "vyhrajete",
    "won": "{seat} vyhraje",
    "meet": "zvolíte, který kovboj se pohne",
}
HEADINGS = {
    "left": "vlevo",
    "right": "vpravo",
    "back": "zpět",
    "back_left": "šikmo zpět vlevo",
    "back_right": "šikmo zpět vpravo",
    "forward": "dopředu",
    "forward_left": "šikmo dopředu vlevo",
    "forward_right": "šikmo dopředu vpravo",
}
FIGURES = {"small": "malá", "large": "velká"}
REASONS = {"off_board": "kovboj by opustil herní plán", "blocked": "v cestě stojí druhý kovboj"}
ENDINGS = {"goal": "vítězná linie", "repetition": "potřetí stejná situace"}
OPTIONS = {
    "board_side": ("Strana herního plánu", "A nebo B."),
    "starting_player": ("Začínající hráč", 'Červený ("red"), modrý ("blue"), nebo los ("random").'),
}
CHOICES = {
    "board_side": {"A": "A", "B": "B"},
    "starting_player": {"random": "los", "red": "červený", "blue": "modrý"},
}
FACTS = {
    "evaluable": "lze vyhodnotit: {evaluable}",
    "evaluated_field": "vyhodnocené pole: {evaluated_field}",
    "field": "pole: {field}",
    "fields": "pole: {fields}",
    "figure": "figurka: {figure}",
    "first_line": "první linie: {first_line}",
    "heading": "směr: {heading}",
    "possible": "možné: {possible}",
}
STEPS = {
    "DrawStarter": "los začínajícího hráče",
    "ChooseFigure": "volba figurky",
    "PlaceCowboy": "umístění kovboje",
    "TakeStep": "krok, nebo výstřel",
    "ChooseMover": "volba, který kovboj se pohne",
    "SpinMagazine": "zatočení zásobníkem",
    "ShowToken": "ukázání žetonu",
    "FinishTurn": "výstřel, nebo konec tahu",
    "PassTurn": "předání tahu",
    "RevealTokens": "ukázání zbylých žetonů",
}
EDITION = {
    "Components": "Edice hry: obě strany herního plánu a počet žetonů každého druhu.",
    "Board": "Jedna strana herního plánu: její řady od severu, každé pole jako „červený náboj/modrý náboj“; „-“ znamená žádný. Kulky vytištěné vedle plánu jen označují linie a neuvádějí se (IN-1.8).",
}
AIM = "Vyhrává, kdo první dosáhne své vítězné linie za protější řadou: červený na severu, modrý na jihu. Vpřed se kráčet nesmí: v tahu uděláte krok do strany nebo vzad a každý náboj na poli, kam vkročíte, odstřelí kovboje své barvy o 1 pole. Jednou za tah můžete také vystřelit žeton. V zásobníku máte naslepo 6 z 12 žetonů: celkem jsou to 3 Dobré rány, 3 Nakopávačky, 3 Dvojité rány a 3 Slepé munice."

WORDS = Phrasebook(
    {
        # Commands
        cmd.DrawStarter: "Los určil: začíná {seat}.",
        cmd.ChooseFigure: "Zvolit figurku: {figure}.",
        cmd.PlaceCowboy: seen(
            size, "Umístit kovboje na pole {field}.", large="Umístit kovboje západním polem na {field}."
        ),
        cmd.Step: stepping("Krok {heading}[ a vyhodnotit pole {evaluated_field}]", EFFECTS),
        cmd.PassStep: "Vynechat krok.",
        cmd.Shoot: "Vystřelit.",
        cmd.SpinMagazine: "Zásobník se zastavil, na severu je komora {chamber}.",
        cmd.ShowToken: "Na žetonu je {ammunition}.",
        cmd.ChooseMover: moved("Pohne se {seat}[ na pole {fields}]."),
        cmd.EndTurn: "Ukončit tah.",
        cmd.RevealTokens: "Zbylé žetony. Červený: [{red}|žádné]; modrý: [{blue}|žádné].",
        # Events
        ev.StarterDrawn: "Začíná {seat}.",
        ev.FigureChosen: "{seat} volí figurku: {figure}.",
        ev.CowboyPlaced: witnessed(
            both_fields, "{seat} umísťuje kovboje na pole {field}.", large="{seat} umísťuje kovboje na pole {fields}."
        ),
        ev.MagazinesLoaded: "Oba hráči nabíjejí zásobníky.",
        ev.TurnBegan: "{seat} začíná tah[extra? navíc].",
        ev.CowboyStepped: witnessed(
            both_fields,
            "{seat} dělá krok na pole {field} a vyhodnocuje pole {evaluated_field}.",
            large="{seat} dělá krok na pole {fields} a vyhodnocuje pole {evaluated_field}.",
        ),
        ev.StepPassed: "{seat} nemá kam vkročit a krok vynechává.",
        ev.TriggerPulled: "{seat} mačká spoušť.",
        ev.MagazineSpun: "{seat} točí zásobníkem, na severu se zastavila komora {chamber}.",
        ev.TokenFired: "{seat} střílí z komory {chamber}: {ammunition}.",
        ev.ExtraTurnWon: "{seat} bude mít po tomto tahu další.",
        ev.CowboyShot: witnessed(
            both_fields, "Odstřelení na pole {field}: {seat}.", large="Odstřelení na pole {fields}: {seat}."
        ),
        ev.ShotVoided: "Odstřelení nemá účinek ({seat}): {reason}.",
        ev.ShotsMet: "Oba kovbojové mají být odstřeleni na stejné pole; který se pohne, volí {seat}.",
        ev.MoverChosen: "Pohne se {seat}.",
        ev.GoalReached: "{seat} dosahuje vítězné linie.",
        ev.TurnEnded: "{seat} končí tah.",
        ev.GameWon: "{seat} vítězí.",
        ev.GameDrawn: "Tatáž situace nastala potřetí: hra končí remízou.",
        ev.TokensRevealed: "Ukazují se zbylé žetony. Červený: [{red}|žádné]; modrý: [{blue}|žádné].",
        # Steps
        steps.DrawStarter: "Losuje se začínající hráč.",
        steps.ChooseFigure: "{seat} volí figurku.",
        steps.PlaceCowboy: "{seat} umísťuje kovboje na svou první linii; žádné pole se ještě nevyhodnocuje.",
        steps.TakeStep: seen(
            shot_left,
            "{seat} udělá krok, nebo nejdřív vystřelí.",
            shot="{seat} udělá krok; výstřel v tomto tahu už padl.",
            empty="{seat} udělá krok; žádný žeton k výstřelu už nezbývá.",
        ),
        steps.ChooseMover: meeting(
            "{seat} volí, který kovboj se pohne: {red:seat} na pole {red_fields}, nebo {blue:seat} na pole {blue_fields}."
        ),
        steps.SpinMagazine: "Zásobník se točí ({seat}).",
        steps.ShowToken: "Odkrývá se žeton ({seat}).",
        steps.FinishTurn: "{seat} vystřelí, nebo ukončí tah.",
        steps.PassTurn: "Na tahu je druhý hráč.",
        steps.RevealTokens: "Odkrývají se žetony, které zůstaly nevystřelené.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    details=counts("{count} z {all} žetonů"),
    words={"heading": HEADINGS, "figure": FIGURES, "reason": REASONS, "ending": ENDINGS, "waits_for": STEPS},
    seats={1: "Červený", 2: "Modrý"},
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
    labels=LABELS,
    language=LANGUAGES["cs"],
)
