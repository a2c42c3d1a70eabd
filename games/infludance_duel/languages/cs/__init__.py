"""INFLUDANCE Duel in Czech."""

from __future__ import annotations

from games.infludance_duel import steps
from games.infludance_duel.languages.cs.forms import COMMANDS, FIELDS
from games.infludance_duel.languages.cs.house_rulings import RULINGS, SECTIONS
from games.infludance_duel.languages.cs.picture import LABELS
from games.infludance_duel.words import shot_left, size
from games.kit.languages import CZECH
from games.kit.phrasebook import Phrasebook, seen
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev

NAMES = {
    "good_shot": "Dobrá rána",
    "kicker": "Nakopávačka",
    "double_shot": "Dvojitá rána",
    "blank": "Slepá munice",
}
TEXTS = {
    "good_shot": "Odstřelí soupeře o jedno pole vzad",
    "kicker": "Odstřelí oba kovboje o jedno pole vpřed",
    "double_shot": "Střelec má po tomto tahu další",
    "blank": "Neudělá nic",
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
    "Components": "Edice hry: obě strany herního plánu a kolik je žetonů kterého druhu.",
    "Board": "Jedna strana herního plánu: její řady od severu, každé pole jako „červený náboj/modrý náboj“, „-“ znamená žádný. Náboje vytištěné vedle plánu jen značí jeho linie a neuvádějí se (IN-1.8).",
}
CLAUSES = {
    "IN-1.1": "Hrají dva hráči: hráč 1 za červenou, hráč 2 za modrou.",
    "IN-1.2": "Na straně herního plánu, A nebo B, se hráči dohodnou před hrou; bez dohody je to A.",
    "IN-1.3": "Na začínajícím hráči se hráči dohodnou před hrou; bez dohody rozhodne los.",
    "IN-1.4": "Červený sedí na jihu a dívá se na sever, modrý sedí na severu a dívá se na jih.",
    "IN-1.5": "Kovboje nikdy nic neotočí.",
    "IN-1.6": "Vlevo, vpravo, dopředu a zpět je podle toho, kam se kovboj dívá; náboje ukazují světové strany.",
    "IN-1.7": "První linie kovboje je řada u jeho vlastního okraje; jeho vítězná linie je pruh bez polí za nejvzdálenější řadou, široký jako herní plán.",
    "IN-1.8": "Náboje vytištěné vedle herního plánu jen označují linie a nikoho neodstřelí.",
    "IN-1.9": "Žádné pole nikdy nezabírají oba kovbojové.",
    "IN-2.1": "Rozhoduje-li o začátku los, padne na každého hráče se stejnou pravděpodobností.",
    "IN-2.2": "Figurku volí nejdřív začínající hráč, potom druhý, otevřeně.",
    "IN-2.3": "Každý hráč si vezme malou nebo velkou figurku své barvy; oba mohou mít stejnou velikost.",
    "IN-2.4": "Zvolená figurka platí po celou hru.",
    "IN-2.5": "Když oba zvolili, umístí kovboje nejdřív začínající hráč, potom druhý.",
    "IN-2.6": "Velká figurka se označuje západním ze svých dvou polí.",
    "IN-2.7": "Kovboj se umísťuje na vlastní první linii.",
    "IN-2.8": "Kovboj se umísťuje tak, aby každé pole, které zabírá, bylo na herním plánu.",
    "IN-2.9": "Kovboje lze umístit kamkoli na jeho první linii, ať je druhý kdekoli.",
    "IN-2.10": "Po umístění se dvanáct žetonů zamíchá lícem dolů a každý hráč si jich nalosuje šest, které nikdo neviděl.",
    "IN-2.11": "První tah má začínající hráč.",
    "IN-3.1": "Tah je jeden krok a, pokud hráč chce, jeden výstřel před ním nebo po něm.",
    "IN-3.2": "Tah má začátek před krokem a konec po něm; volba mezi dvěma kovboji přeruší kterýkoli z nich.",
    "IN-3.3": "Na začátku tahu hráč na tahu udělá krok nebo vystřelí; není-li žádný krok možný, vynechá ho.",
    "IN-3.4": "Krok je povinný: tah nelze ukončit před ním, ani po výstřelu.",
    "IN-3.5": "Po kroku může hráč na tahu vystřelit nebo tah ukončit, ale ne znovu kráčet.",
    "IN-3.6": "Po kroku tah končí sám, pokud hráč nemá čím vystřelit, a po výstřelu, který pak padl.",
    "IN-3.7": "Po tahu je na řadě druhý hráč, pokud střelec nezískal tah navíc.",
    "IN-3.8": "Všechny efekty kroku nebo výstřelu se dokončí dřív, než se stane cokoli dalšího.",
    "IN-3.9": "Rozhoduje jen hráč na tahu.",
    "IN-3.10": "Dokud nejsou umístěni oba kovbojové, dělá se jen další část přípravy, a později už žádná.",
    "IN-3.11": "Z více porušených pravidel uvede rozhodčí nejdřív konec hry, potom kdo je na tahu, potom fázi a potom pravidlo příkazu.",
    "IN-4.1": "Krok vede o jedno pole vlevo, vpravo, zpět nebo šikmo zpět.",
    "IN-4.2": "Krok nevede dopředu ani šikmo dopředu.",
    "IN-4.3": "Krok zůstává na herním plánu a nikdy nevede do pruhů za ním.",
    "IN-4.4": "Krok nevede na pole, které zabírá druhý kovboj.",
    "IN-4.5": "Hráč vynechá krok právě tehdy, když žádný není možný.",
    "IN-4.6": "Pole vyhodnocuje jen krok, a to jediné.",
    "IN-4.7": "Malá figurka vyhodnotí pole, na které vkročila.",
    "IN-4.8": "Velká figurka, která kráčí do strany, vyhodnotí pole, na kterém předtím nestála.",
    "IN-4.9": "Velká figurka, která kráčí zpět, vyhodnotí jedno ze svých dvou nových polí, které hráč s krokem určí.",
    "IN-4.10": "Velká figurka zabírá dvě sousední pole řady, pohybuje se jako jeden kus a smí vkročit na pole, které sama zabírá.",
    "IN-5.1": "Každý náboj vyhodnoceného pole odstřelí kovboje své barvy svým směrem, ať je ten kovboj kdekoli a ať kráčel kdokoli.",
    "IN-5.2": "Kovboj, jehož náboj na vyhodnoceném poli není, zůstává.",
    "IN-5.3": "Všechna odstřelení jednoho kroku nebo žetonu se stanou najednou.",
    "IN-5.4": "Odstřelení, po kterém by kterákoli část kovboje byla mimo herní plán, nemá účinek, ledaže vede přes jeho vítěznou linii.",
    "IN-5.5": "Kovboj odstřelený za poslední řadu, přímo nebo šikmo dopředu a v rozsahu sloupců, dosáhne své vítězné linie.",
    "IN-5.6": "Odstřelení na pole druhého kovboje nemá účinek, ledaže je ten kovboj zároveň opustí.",
    "IN-5.7": "Dva kovbojové odstřelení na různá místa se pohnou oba, i když si je vymění.",
    "IN-5.8": "Kovboj na vítězné linii opustil herní plán a nikoho neblokuje.",
    "IN-5.9": "Jsou-li oba kovbojové odstřeleni na stejné pole, pohne se jen jeden: který, volí hráč na tahu.",
    "IN-5.10": "Zvolit lze jen kovboje, který by se mohl pohnout, kdyby druhý zůstal; může-li jen jeden, pohne se ten, a nemůže-li žádný, nepohne se žádný.",
    "IN-5.11": "Odstřelení nelze odmítnout.",
    "IN-5.12": "Odstřelení bez účinku nic nenahrazuje.",
    "IN-5.13": "Odstřelení pohne kovbojem o jedno pole.",
    "IN-6.1": "Hráč na tahu může vystřelit na začátku nebo na konci tahu.",
    "IN-6.2": "Za tah padne nejvýš jeden výstřel; tah navíc je tah sám o sobě.",
    "IN-6.3": "Vystřelit lze jen žeton, který zbývá ve vlastním zásobníku; nic se nedobíjí.",
    "IN-6.4": "Před prvním výstřelem hráč zásobníkem zatočí, jednou za hru, a vystřelí žeton na severu.",
    "IN-6.5": "Každý další výstřel použije další komoru podle šipek.",
    "IN-6.6": "Vystřelený žeton se ukáže, hned působí a je mimo hru, i když jeho odstřelení nemá účinek.",
    "IN-6.7": "Na postavení kovbojů při střelbě nezáleží.",
    "IN-6.8": "Dobrá rána odstřelí soupeře o jedno pole vzad.",
    "IN-6.9": "Nakopávačka odstřelí oba kovboje o jedno pole vpřed, najednou.",
    "IN-6.10": "Dvojitá rána dá střelci po tomto tahu ještě jeden celý.",
    "IN-6.11": "Slepá munice neudělá nic a je spotřebována.",
    "IN-6.12": "Pravidla odstřelení platí i pro žetony; mezi kovboji, které Nakopávačka odstřelí na stejné pole, volí hráč na tahu.",
    "IN-6.13": "Kovboj, kterým pohnul žeton, žádné pole nevyhodnocuje.",
    "IN-6.14": "Po výstřelu na začátku tahu se přesto udělá krok.",
    "IN-7.1": "Hráč, jehož kovboj jako první dosáhne své vítězné linie, hned vítězí, ať je na tahu kdokoli.",
    "IN-7.2": "Dosáhnou-li svých vítězných linií oba najednou, vítězí hráč na tahu.",
    "IN-7.3": "Vítězství hru hned ukončí: co ještě zbývá, se nekoná.",
    "IN-7.4": "Kovboj dosahuje jen své vlastní vítězné linie; jeho výchozí okraj je okraj jako ostatní.",
    "IN-7.5": "Hra končí remízou, když tah potřetí začíná se stejnými poli, hráčem na tahu a počty zbylých žetonů.",
    "IN-7.6": "Po konci hry se už nic neděje.",
    "IN-7.7": "Na konci se ukážou žetony, které nebyly vystřeleny.",
}
AIM = (
    "Vyhrává, kdo je první na své vítězné linii za protější řadou: červený na severu, modrý na jihu. Vpřed se "
    "nechodí: v tahu kráčíte stranou nebo vzad a kulky dosaženého pole odstřelí kovboje své barvy o jedno pole. "
    "Jednou v tahu smíte i vystřelit žeton."
)

WORDS = Phrasebook(
    {
        # Commands
        cmd.DrawStarter: "Los určil: začíná {seat}.",
        cmd.ChooseFigure: "Zvolit figurku: {figure}.",
        cmd.PlaceCowboy: seen(
            size, "Umístit kovboje na pole {field}.", large="Umístit kovboje západním polem na {field}."
        ),
        cmd.Step: "Krok {heading}[ a vyhodnotit pole {evaluated_field}].",
        cmd.PassStep: "Vynechat krok.",
        cmd.Shoot: "Vystřelit.",
        cmd.SpinMagazine: "Zásobník se zastavil, na severu je komora {chamber}.",
        cmd.ShowToken: "Žeton je {ammunition}.",
        cmd.ChooseMover: "Pohne se {seat}.",
        cmd.EndTurn: "Ukončit tah.",
        cmd.RevealTokens: "Zbylé žetony, červený: [{red}|žádné]; modrý: [{blue}|žádné].",
        # Events
        ev.StarterDrawn: "Začíná {seat}.",
        ev.FigureChosen: "{seat} volí figurku: {figure}.",
        ev.CowboyPlaced: "{seat} umísťuje kovboje na pole {field}.",
        ev.MagazinesLoaded: "Oba hráči nabíjejí zásobníky.",
        ev.TurnBegan: "{seat} začíná tah[extra? navíc].",
        ev.CowboyStepped: "{seat} kráčí na pole {field} a vyhodnocuje pole {evaluated_field}.",
        ev.StepPassed: "{seat} nemá kam kráčet a krok vynechává.",
        ev.TriggerPulled: "{seat} tiskne spoušť.",
        ev.MagazineSpun: "{seat} točí zásobníkem, na severu se zastavila komora {chamber}.",
        ev.TokenFired: "{seat} střílí z komory {chamber}: {ammunition}.",
        ev.ExtraTurnWon: "{seat} bude mít po tomto tahu další.",
        ev.CowboyShot: "Odstřelení na pole {field}: {seat}.",
        ev.ShotVoided: "Odstřelení nemá účinek ({seat}): {reason}.",
        ev.ShotsMet: "Oba kovbojové jsou odstřeleni na stejné pole; který se pohne, volí {seat}.",
        ev.MoverChosen: "Pohne se {seat}.",
        ev.GoalReached: "{seat} dosahuje vítězné linie.",
        ev.TurnEnded: "{seat} končí tah.",
        ev.GameWon: "{seat} vítězí.",
        ev.GameDrawn: "Tatáž situace nastala potřetí: hra končí remízou.",
        ev.TokensRevealed: "Zbylé žetony se ukazují, červený: [{red}|žádné]; modrý: [{blue}|žádné].",
        # Steps
        steps.DrawStarter: "Náhoda losuje začínajícího hráče.",
        steps.ChooseFigure: "{seat} volí figurku.",
        steps.PlaceCowboy: "{seat} umísťuje kovboje na svou první linii.",
        steps.TakeStep: seen(
            shot_left,
            "{seat} kráčí, nebo nejdřív střílí.",
            shot="{seat} kráčí; v tomto tahu už výstřel padl.",
            empty="{seat} kráčí; nezbývá žeton, kterým by šlo vystřelit.",
        ),
        steps.ChooseMover: "{seat} volí, který kovboj se pohne: červený na pole {red_field}, nebo modrý na pole {blue_field}.",
        steps.SpinMagazine: "Náhoda točí zásobníkem ({seat}).",
        steps.ShowToken: "Náhoda ukazuje žeton ({seat}).",
        steps.FinishTurn: "{seat} střílí, nebo končí tah.",
        steps.PassTurn: "Na tahu je druhý hráč.",
        steps.RevealTokens: "Náhoda ukazuje žetony, které nebyly vystřeleny.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
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
    labels=LABELS,
    language=CZECH,
)
