"""Shogun in Czech."""

from __future__ import annotations

from games.kit.languages import CZECH
from games.kit.phrasebook import Phrasebook, Speaker
from games.shogun import steps
from games.shogun.data import BID, EVENTS, PROVINCE, PROVINCES, SPACES, WAR_CHESTS
from games.shogun.data import EDITION as OWN
from games.shogun.languages.cs.forms import COMMANDS, FIELDS
from games.shogun.languages.cs.house_rulings import RULINGS, SECTIONS
from games.shogun.languages.cs.picture import LABELS
from games.shogun.words import EVENT_TEXTS as ENGLISH_EVENTS
from games.shogun.words import cost_of, place_of, planning, rebels, usual_armies
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev


def small(text: str) -> str:
    """Return a text with a small letter first."""
    return text[:1].lower() + text[1:]


EVENT_TEXTS = {
    "theatre_relief": "Stavba divadla odebere žeton revolty",
    "neutral_farmers": "Neutrální provincie brání 2 sedláci",
    "castle_defence": "Hrad dá obránci o 1 armádu víc",
    "temple_peace": "Na provincie s chrámem nelze zaútočit",
    "tax_max": "Výběr daní vynese nejvýš 5 truhliček",
    "tax_min": "Výběr daní vynese aspoň 6 truhliček",
    "rice_min": "Konfiskace rýže vynese aspoň 4",
    "rice_max": "Konfiskace rýže vynese nejvýš 3",
    "short_recruiting": "Za 3 truhličky se rozmístí 3 armády, za 2 truhličky 2",
}
ACTIONS = {
    "castle": "Hrad",
    "temple": "Chrám",
    "theatre": "Divadlo",
    "rice": "Konfiskace rýže",
    "tax": "Výběr daní",
    "deploy5": "Rozmísti 5",
    "deploy3": "Rozmísti 3",
    "deploy1": "Rozmísti/Přesuň 1",
    "march_a": "Bitva/Přesun A",
    "march_b": "Bitva/Přesun B",
}
SPECIALS = {
    "tax_bonus": "+1 válečná pokladna",
    "rice_bonus": "+1 rýže",
    "six_armies": "6 armád",
    "attack_bonus": "+1 armáda při útoku",
    "defence_bonus": "+1 armáda při obraně",
}
SPECIAL_TEXTS = {
    "tax_bonus": "Výběr daní vynese o 1 truhličku víc",
    "rice_bonus": "Konfiskace rýže vynese o 1 víc",
    "six_armies": "Rozmísti 5 armád rozmístí 6",
    "attack_bonus": "O 1 armádu víc v bitvě, kterou majitel začne",
    "defence_bonus": "O 1 armádu víc v bitvě, ve které se majitel brání",
}
CHESTS = ("0 truhliček", "1 truhlička", "2 truhličky", "3 truhličky", "4 truhličky")
NAMES = {
    **{province.id: province.name for province in PROVINCES},
    **ACTIONS,
    **{card: CHESTS[chests] for card, chests in WAR_CHESTS.items()},
    **{event.id: f"{event.id} ({small(EVENT_TEXTS[event.kind])})" for event in EVENTS},
    **SPECIALS,
    BID: "Dražba",
}
BUILDINGS = {"castle": "hrad", "temple": "chrám", "theatre": "divadlo"}
SEASONS = {"spring": "jaro", "summer": "léto", "autumn": "podzim", "winter": "zima"}
ENDINGS = {"points": "nejvíce bodů", "chests": "rozhodly truhličky", "shared": "dělené vítězství"}
OPTIONS = {
    "side": ("Strana herní desky", 'Strana se sluncem ("sun"), nebo s měsícem ("moon").'),
    "start": ("Začátek", 'Počáteční provincie se vybírají ("draft"), nebo jsou přednastavené ("preset").'),
    "lineups": (
        "Rozdělení",
        "Pro přednastavený začátek: písmeno rozdělení každého hráče, počínaje hráčem 1; prázdné pro los.",
    ),
    "tower": (
        "Bitevní věž",
        'Věž je napodobená ("simulated"), nebo stojí na stole ("table") a dealer zapisuje, co vypadlo.',
    ),
    "oldest": ("Nejstarší hráč", "Hráč, který začíná výběr provincií."),
    "colours": ("Barvy", "Barva každého hráče, počínaje hráčem 1; prázdné pro pořadí karet místodržitelů."),
    "overbid": (
        "Nabídka nad vlastní truhličky",
        'Odmítne se ("refused"), nebo platí za tolik truhliček, kolik hráč má ("capped").',
    ),
    "revolt_yield": (
        "Výnos akce, která vyvolá revoltu",
        'Vyhrají-li sedláci, její rýže nebo truhličky zůstávají ("kept"), nebo propadají ("lost").',
    ),
}
COLOURS = {"blue": "modrá", "yellow": "žlutá", "red": "červená", "black": "černá", "purple": "fialová"}
CHOICES = {
    "side": {"sun": "slunce", "moon": "měsíc"},
    "start": {"draft": "výběr provincií", "preset": "přednastavené provincie"},
    "tower": {"simulated": "napodobená", "table": "na stole"},
    "colours": COLOURS,
    "overbid": {"refused": "odmítne se", "capped": "platí za vlastní truhličky"},
    "revolt_yield": {"kept": "zůstává", "lost": "propadá"},
}
FACTS = {
    "allowed": "povoleno: {allowed}",
    "armies": "armády: {armies}",
    "card": "karta: {card}",
    "chests": "truhličky: {chests}",
    "drawn": "tažené provincie: {drawn}",
    "empty": "prázdná místa: {empty}",
    "event": "událost: {event}",
    "fallen": "vypadlo: {fallen}",
    "groups": "skupiny: {groups}",
    "inside": "uvnitř: {inside}",
    "laid": "položeno: {laid}",
    "offer": "nabídka: {offer}",
    "origin": "odkud: {origin}",
    "owner": "vlastník: [{owner:seat}|nikdo]",
    "present": "přítomno: {present}",
    "province": "provincie: {province}",
    "slot": "místo v nabídce: {slot}",
    "space": "místo: {space}",
    "spaces": "místa: {spaces}",
    "spaces_left": "zbývá míst: {spaces_left}",
    "special": "speciální karta: {special}",
    "supply": "zásoba: {supply}",
    "taken_by": "už má: {taken_by:seat}",
    "target": "cíl: {target}",
    "thrown": "vhozeno: {thrown}",
    "tower": "věž: {tower}",
}
STEPS = {
    "TurnUpOffer": "odkrytí nabídky",
    "ChooseProvince": "volba provincie",
    "TurnUpBlindDraw": "tah naslepo",
    "PlaceGroup": "umístění skupiny",
    "EndDraft": "konec výběru",
    "DealLineups": "rozdělení provincií",
    "FeedTower": "nakrmení věže",
    "ClearTray": "vyprázdnění nádoby",
    "TurnUpEvents": "odkrytí událostí",
    "LayActionCards": "vyložení karet akcí",
    "LaySpecialCards": "vyložení speciálních karet",
    "PlanActions": "plánování akcí",
    "ChangePlan": "změna plánu",
    "DrawEvent": "tažení události",
    "ShowBids": "ukázání nabídek",
    "DrawDaimyo": "los místodržitelů",
    "PickSpecial": "volba speciální karty",
    "CarryOutAction": "provedení akce",
    "DeploySix": "rozmístění šesti armád",
    "MoveAfterDeploying": "přesun po rozmístění",
    "MoveArmies": "přesun armád",
    "March": "pochod",
    "MarchArmies": "počet pochodujících armád",
    "MusterDefenders": "obránci",
    "ReinforceDefence": "výhoda při obraně",
    "MusterRevolt": "revolta",
    "ThrowCubes": "vhození kostiček",
    "SettleBattle": "výsledek bitvy",
    "SettleRevolt": "výsledek revolty",
    "FinishAction": "dokončení akce",
    "TurnUpAction": "odkrytí akce",
    "EndRound": "konec kola",
    "DropStrayCubes": "vypadlé kostičky",
    "LoseRice": "zima",
    "DrawRevolts": "losování revolt",
    "RaiseRevolts": "vyvolání revolt",
    "FaceRevolts": "volba revolty",
    "ScoreYear": "bodování",
    "EndYear": "konec roku",
}
EDITION = {
    "Board": "Co tvoří edici hry Shogun: obě strany herní desky a bitevní věž.",
    "Side": "Strana desky: její regiony, hranice a provincie, které tři hráči vynechávají.",
    "Region": "Region desky a jeho devět provincií.",
    "Border": "Dvě sousední provincie, po souši nebo vodní cestou.",
    "TowerModel": "Věž (SH-13.5): vhozenou kostičku zachytí v `caught` případech z `of` a n kostiček uvolní n z n + `hold`.",
}
REGIONS = {"green": "zelený", "red": "červený", "purple": "fialový", "yellow": "žlutý", "brown": "hnědý"}
TOWERS = {"simulated": "napodobená", "table": "na stole"}
CLAUSES = {
    "SH-1.1": "Tři, čtyři nebo pět místodržitelů hraje dva roky, každý se třemi akčními koly (jaro, léto a podzim) a jedním bodovacím (zima).",
    "SH-1.2": "Místa se počítají po směru hodinových ručiček a levý soused hráče je další místo.",
    "SH-1.3": "Provincie patří hráči, jehož armády v ní jsou; bez armád je neutrální a nemá budovy ani žetony revolty.",
    "SH-1.4": "Ve vlastněné provincii je aspoň jedna armáda, její kartu má jen vlastník a karty neutrálních provincií leží otevřeně vedle desky.",
    "SH-1.5": "Armády (62 na hráče), sedláci (20) a žetony budov (28 hradů, 26 chrámů, 26 divadel) jsou omezené; truhličky a žetony revolty ne.",
    "SH-1.6": "Žádná kostička se neztratí: 62 armád každého hráče a 20 sedláků je v zásobě, na desce, před věží, v ní nebo v její nádobě.",
    "SH-1.7": "Zásoby, truhličky, rýže, body, deska, nádoba, obsah věže a vlastníci provincií jsou všem známy.",
    "SH-1.8": "Hráč, který ztratil všechny provincie, dál plánuje, draží, vybírá a boduje.",
    "SH-1.9": "Příkaz se přijme jen od hráče, který je tázán, na to, nač je tázán, a dokud hra neskončila.",
    "SH-1.10": "Sedláci se nikdy neumísťují na desku.",
    "SH-2.1": "Před hrou se hráči dohodnou: tři až pět míst, jejich barvy, nejstarší hráč, strana desky, způsob začátku, čí věž se použije a jak se vykládají rozhodnutí s volbou.",
    "SH-2.2": "Používá se jen 45 karet provincií se symbolem zvolené strany.",
    "SH-2.3": "Při třech hráčích je osm označených provincií i s kartami mimo hru: nevstoupí do nich žádná armáda a nevede přes ně žádná cesta.",
    "SH-2.4": "Každý hráč začíná s 62 armádami, kartou místodržitele, kartami válečné pokladny s 0 až 4 truhličkami a s 18, 15 nebo 12 truhličkami při třech, čtyřech nebo pěti hráčích.",
    "SH-2.5": "Příprava jsou počáteční provincie, rýže a body na nule, nakrmení věže a první karty událostí, v tomto pořadí.",
    "SH-2.6": "Měsíční strana má hranice, vodní cesty a vyhrazené provincie sluneční strany, nemá-li edice jiné.",
    "SH-3.1": "Při výběru rozmístí každý hráč sedm skupin armád v pěti hráčích, osm ve čtyřech, devět ve třech.",
    "SH-3.2": "Karty provincií se zamíchají lícem dolů a dvě z nich se odkryjí jako nabídka.",
    "SH-3.3": "Začíná nejstarší hráč a tahy jdou po směru hodinových ručiček, dokud není umístěna každá skupina.",
    "SH-3.4": "Ve svém tahu si hráč vezme jednu ze dvou nabízených karet, nebo naslepo vrchní kartu balíčku.",
    "SH-3.5": "Nabízená karta, kterou si hráč vezme, se na svém místě hned nahradí z balíčku; tah naslepo nabídku nemění.",
    "SH-3.6": "Karta tažená naslepo se všem ukáže a zůstává hráči.",
    "SH-3.7": "Když je karta známa, hráč dá do té provincie všechny armády jedné ze svých neumístěných skupin.",
    "SH-3.8": "Hráč, před kterým leží tytéž dvě karty, ze kterých vybíral minulý tah, může jednou za tah dát obě pod balíček a nechat odkrýt dvě jiné.",
    "SH-3.9": "Po výběru se nabídka a zbytek balíčku stanou otevřenými kartami neutrálních provincií.",
    "SH-3.10": "Místo výběru mohou hráči začít s vytištěným rozdělením, vylosovaným nebo dohodnutým.",
    "SH-3.11": "Armády, které nejsou v žádné skupině ani provincii, jsou zásobami hráčů.",
    "SH-3.12": "Do věže se vhodí sedm armád každého hráče a deset sedláků; co vypadne, jde zpět do zásob a dalších deset sedláků je základní zásoba.",
    "SH-3.13": "Vytištěná rozdělení patří sluneční straně a hra na měsíční straně začíná výběrem.",
    "SH-4.1": "Rok začíná čtyřmi kartami událostí odkrytými tak, aby je všichni viděli.",
    "SH-4.2": "Druhý rok začíná s veškerou rýží na nule a bez žetonů revolty; vše ostatní zůstává.",
    "SH-5.1": "Akční kolo má sedm kroků: karty akcí, speciální karty, plánování a dražba, událost, pořadí hráčů, deset akcí, konec kola.",
    "SH-5.2": "Deset karet akcí se zamíchá a vyloží, prvních pět odkrytě a zbylých pět skrytě.",
    "SH-5.3": "Pět speciálních karet se zamíchá a vyloží odkrytě na místa 1 až 5, ať hraje hráčů kolik chce.",
    "SH-6.1": "Každý hráč tajně klade karty provincií a válečné pokladny z ruky na svých jedenáct míst: deset akcí a dražbu.",
    "SH-6.2": "Na místě leží nejvýš jedna karta.",
    "SH-6.3": "Klást lze jen karty z vlastní ruky, každou na jedno místo.",
    "SH-6.4": "S p provinciemi nese kartu přesně min(11, p + 5) míst a hráč volí, která zůstanou prázdná, dražba mezi nimi.",
    "SH-6.5": "Karta válečné pokladny na akci stejně jako prázdné místo znamená, že se tam nic nekoná.",
    "SH-6.6": 'Kartu válečné pokladny nabízí jen hráč, který její truhličky má; s volbou overbid na "capped" platí za tolik truhliček, kolik má.',
    "SH-6.7": "Provincie položená jako nabídka v kole nic jiného nedělá.",
    "SH-6.8": "Plán smí obsahovat akce, které se později ukážou nemožné.",
    "SH-6.9": "Plán lze měnit, dokud není uzavřen poslední; do té doby nikdo nevidí z cizího plánu víc, než že je uzavřen.",
    "SH-6.10": "Nabídka je karta válečné pokladny, karta provincie, nebo nic, kam karty nestačí.",
    "SH-6.11": "Za kolo změní hráč svůj plán nejvýš 100krát: změnou je každá vzatá karta a každý plán znovu otevřený nebo položený.",
    "SH-7.1": "Po plánování se vylosuje jedna ze zbylých karet událostí roku a platí v tomto kole pro všechny hráče.",
    "SH-7.2": "Mění-li událost a speciální karta totéž, uplatní se nejdřív událost.",
    "SH-8.1": "Všechny nabídky se ukážou a zaplatí najednou: karta válečné pokladny stojí své truhličky, provincie ani prázdná nabídka nic.",
    "SH-8.2": "Nabídky jdou od čtyř truhliček k jedné, potom provincie, potom nula truhliček, potom prázdné nabídky.",
    "SH-8.3": "Mezi stejnými nabídkami rozhodne los z karet místodržitelů.",
    "SH-8.4": "V pořadí nabídek si každý hráč vezme jednu ze zbylých speciálních karet a nahradí ji svou kartou místodržitele.",
    "SH-8.5": "Karty místodržitelů od místa 1 do místa 5 dávají pořadí hráčů a každý má na toto kolo výhodu své speciální karty.",
    "SH-9.1": "Akce se provádějí v pořadí, v jakém leží, a všichni hráči provedou jednu, v pořadí hráčů, než začne další.",
    "SH-9.2": "Svou kartu na akci hráč odkryje, teprve když na něj v této akci přijde řada.",
    "SH-9.3": "Když všichni hráči provedli jednu z prvních pěti akcí, odkryje se další skrytá karta akce.",
    "SH-9.4": "Naplánovaná akce, která je možná, se musí provést.",
    "SH-9.5": "Akce, kterou nelze provést celou, propadá zcela: nic se neplatí, nezíská ani nepřesune.",
    "SH-9.6": "Karta provincie, která mění vlastníka, jde hned novému, karta zpustošené provincie k neutrálním kartám, i z naplánovaného místa, jehož akce pak propadá.",
    "SH-9.7": "Kartu získanou v kole nelze použít před dalším plánováním.",
    "SH-9.8": "Po desáté akci se všechny karty vracejí do rukou a karta události opouští hru; karty místodržitelů zůstávají přes zimu.",
    "SH-10.1": "Stavba stojí 3 truhličky za hrad, 2 za chrám, 1 za divadlo a dá do provincie jeden žeton.",
    "SH-10.2": "V provincii je nejvýš tolik budov, kolik má míst.",
    "SH-10.3": "V provincii nikdy nejsou dvě budovy téhož typu.",
    "SH-10.4": "Nic se nestaví bez žetonu toho typu a bez truhliček na něj.",
    "SH-10.5": "Konfiskace rýže vynese rýži provincie.",
    "SH-10.6": "Výběr daní vynese truhličky provincie.",
    "SH-10.7": "Rýže a daně hned vyvolají revoltu, kde ležel žeton revolty, a přidají jeden žeton, kde žádný neležel nebo kde byla revolta potlačena.",
    "SH-10.8": "Rozmístění stojí 3 truhličky za pět armád a 2 truhličky za tři a propadá, je-li jich v zásobě méně.",
    "SH-10.9": "Jediná armáda stojí 1 truhličku; potom lze přesunout armády z její provincie do jedné sousední téhož hráče a s prázdnou zásobou akce propadá.",
    "SH-10.10": "Pochod vede armády do právě jedné sousední provincie; v provincii jiného hráče nebo v neutrální je to bitva.",
    "SH-10.11": "Provincie sousedí, mají-li společnou hranici nebo vodní cestu a jsou-li obě ve hře.",
    "SH-10.12": "Pochod s aspoň dvěma armádami a dovoleným cílem je povinný; jinak propadá.",
    "SH-10.13": "Aspoň jedna armáda jde a aspoň jedna zůstává.",
    "SH-10.14": 'Rýže nebo truhličky akce, která vyvolá revoltu, zůstávají, i když sedláci vyhrají; s volbou revolt_yield na "lost" se získají, jen když je revolta potlačena.',
    "SH-11.1": "Úleva z divadla: divadlo postavené v tomto kole také odebere ze své provincie jeden žeton revolty.",
    "SH-11.2": "Ozbrojení sedláci: neutrální provincii brání dva sedláci místo jednoho.",
    "SH-11.3": "Pevné hrady: vlastník provincie s hradem vhodí v každé bitvě a revoltě v ní o jednu armádu ze zásoby víc.",
    "SH-11.4": "Chrámový mír: na provincii s chrámem nelze pochodem zaútočit.",
    "SH-11.5": "Výběr daní vynese nejvýš 5 truhliček, nebo aspoň 6.",
    "SH-11.6": "Konfiskace rýže vynese aspoň 4, nebo nejvýš 3.",
    "SH-11.7": "Drazí rekruti: za 3 truhličky se rozmístí tři armády a za 2 truhličky dvě.",
    "SH-12.1": "Výhoda pro daně nebo rýži přidá k výnosu hráče, který kartu má, jedničku.",
    "SH-12.2": "Kdo má kartu šesti armád, smí za tytéž 3 truhličky rozmístit šest místo obvyklého počtu akce Rozmísti 5, pokud je má v zásobě.",
    "SH-12.3": "Kdo má výhodu při útoku, smí v každé bitvě, kterou začne jeho pochod, vhodit o jednu armádu ze zásoby víc.",
    "SH-12.4": "Kdo má výhodu při obraně, smí vhodit o jednu armádu ze zásoby víc, když na něj zaútočí pochod jiného hráče.",
    "SH-12.5": "Nejdřív se rozhodne útočník, potom se přidá armáda hradu, potom se rozhodne obránce.",
    "SH-13.1": "Bojující kostičky a všechny kostičky z nádoby jdou do věže společně; co vypadne, leží v nádobě.",
    "SH-13.2": "Věž se nikdy nevyprázdní a kostičky v nádobě, které se bitvy neúčastní, v ní čekají na další vhození.",
    "SH-13.3": "Vhozená kostička zůstane uvnitř v jednom ze čtyř případů a každá, která uvnitř leží, vypadne s pravděpodobností n/(n + 36), když se jich vhodí n.",
    "SH-13.4": "Rozhodčí losuje kostičku po kostičce, barvy v pořadí hráčů a sedláky nakonec: nejdřív ty, které uvnitř leží, potom vhozené.",
    "SH-13.5": "Čísla napodobené věže jsou údaji edice a zapisují se s hrou.",
    "SH-13.6": "S věží na stole zapisuje dealer kostičky, které opravdu vypadly, od každé barvy nejvýš tolik, kolik jich bylo vhozeno a uvnitř.",
    "SH-13.7": "Kostičky, které vypadnou z věže na stole, když je v klidu, se zapisují kdykoli mimo rozehrané vhození a leží v nádobě.",
    "SH-14.1": "Armády, které pochodují do provincie jiného hráče nebo do neutrální, o ni bojují.",
    "SH-14.2": "Vhodí se pochodující armády, všechny armády provincie, nebo je-li neutrální, sedlák ze zásoby, a obsah nádoby.",
    "SH-14.3": "V nádobě se počítají kostičky útočníka, vlastníka a sedláků, ať přišly odkudkoli; jiné barvy se neúčastní.",
    "SH-14.4": "Sedláci stojí na straně neutrální provincie a vlastníka bez žetonů revolty; kde žeton leží, neúčastní se.",
    "SH-14.5": "S více kostičkami, než má obrana, útočník vítězí, ztratí tolik, kolik měla obrana, zbytkem provincii obsadí a dostane její kartu.",
    "SH-14.6": "S více kostičkami, než má útočník, vítězí obránce, ztratí tolik, kolik měl útočník, sedláky nejdřív, a provincii si nechá.",
    "SH-14.7": "Při stejném počtu, nebo drželi-li by provincii jen sedláci, nevítězí nikdo: všichni, kdo bojovali, odcházejí a provincie je neutrální.",
    "SH-14.8": "Útočník, který nemá víc než sedláci neutrální provincie, ji nechává neutrální.",
    "SH-14.9": "Odcházející armády jdou do své zásoby, sedláci do základní, a po bitvě, které se účastnili, odcházejí z nádoby všichni sedláci.",
    "SH-14.10": "Dobytá provincie si nechává budovy i žetony revolty.",
    "SH-14.11": "Je-li v zásobě méně sedláků, než bitva nebo revolta potřebuje, dá jich, kolik má.",
    "SH-14.12": "Žetony budov provincie, která se stane neutrální, se vracejí do zásoby.",
    "SH-15.1": "Sedláci se bouří kvůli rýži a daním, kde ležel žeton, a v zimě kvůli chybějící rýži.",
    "SH-15.2": "Vhodí se všechny armády provincie proti jednomu sedlákovi za každý žeton revolty, v zimě i proti sedlákům z tabulky zásobování.",
    "SH-15.3": "Více armád než sedláků revoltu potlačí a ztratí tolik, kolik bylo sedláků.",
    "SH-15.4": "Jinak vítězí sedláci: armády jdou do zásoby, karta k neutrálním kartám a provincie je neutrální.",
    "SH-15.5": "Revolta potlačená v zimě žeton revolty nepřidá.",
    "SH-16.1": "Poslední karta události roku udává, kolik rýže všichni ztratí, nejvýš do nuly, a její událost neplatí.",
    "SH-16.2": "Každá provincie potřebuje jednu rýži; chybějící rýže je počet nezásobených provincií a žádná rýže se neplatí.",
    "SH-16.3": "Hráči, kterým chybí rýže, jsou na řadě v podzimním pořadí hráčů.",
    "SH-16.4": "Tabulka zásobování udává počet revolt a sedláků navíc a levý soused táhne provincie z hráčových karet.",
    "SH-16.5": "Je-li revolt více, určuje hráč pokaždé další, dokud nezbývá jedna.",
    "SH-16.6": "Revolty přicházejí před bodováním.",
    "SH-16.7": "Provincie se v zimě počítá hráči, který ji tehdy vlastní, i když její kartu získal na podzim.",
    "SH-17.1": "Každá provincie a každá budova v ní je za 1 bod.",
    "SH-17.2": "V každém regionu je nejvíc hradů za 3 body, nejvíc chrámů za 2, nejvíc divadel za 1.",
    "SH-17.3": "Hráči, kteří se o nejvíc dělí, mají o 1 bod méně.",
    "SH-17.4": "Nikdo nemá většinu, kde nikdo nemá budovu toho typu.",
    "SH-17.5": "Všichni hráči bodují najednou.",
    "SH-17.6": "Po bodování opouští hru karta události zimy a karty místodržitelů se vracejí.",
    "SH-17.7": "Bodování druhé zimy vede ke konci hry.",
    "SH-17.8": "Po první zimě jde rýže na nulu, žetony revolty opouštějí desku, odkryjí se čtyři karty událostí a znovu začíná jaro.",
    "SH-18.1": "Po druhé zimě je šógunem hráč s nejvíce body.",
    "SH-18.2": "Při shodě vítězí ten, kdo má víc truhliček, a při shodě v obojím se o vítězství dělí.",
    "SH-19.1": "S věží na stole zapisuje její vhození dealer hry.",
    "SH-19.2": "Dealer může zapsat i každý jiný výsledek náhody, pokud byl možný.",
    "SH-19.3": "Dokud se čeká na výsledek náhody, žádný hráč o ničem nerozhoduje.",
}


def _plan(message: cmd.LayPlan | ev.PlanLaid, say: Speaker) -> str:
    cards = zip(SPACES, message.cards, strict=False)
    laid = [f"{say.name(space)}: {say.name(card)}" for space, card in cards if card]
    return f"{say.seat(message.seat)} plánuje {say.list(laid)}."


def _cubes(cubes: cmd.Cubes, say: Speaker) -> str:
    heaps = [
        f"{say.count(heap, 'armáda|armády|armád')} ({say.seat(seat)})"
        for seat, heap in enumerate(cubes.armies, 1)
        if heap
    ]
    return say.list([*heaps, *([say.count(cubes.farmers, "sedlák|sedláci|sedláků")] if cubes.farmers else [])])


LAPSES = {
    clause.CLAUSE_9_5: "stojí {cost:truhličku|truhličky|truhliček}, a {seat} jich má méně",
    clause.CLAUSE_10_2: "žádné místo pro budovu není volné",
    clause.CLAUSE_10_3: "taková budova v ní už je",
    clause.CLAUSE_10_4: "chybí žeton budovy, nebo {cost:truhlička|truhličky|truhliček} na něj",
    clause.CLAUSE_10_8: "v zásobě je málo armád",
    clause.CLAUSE_10_9: "v zásobě není žádná armáda",
    clause.CLAUSE_10_12: "chybí dvě armády, nebo provincie, do které smějí",
}


def _lapsed(event: ev.ActionLapsed, say: Speaker) -> str:
    action, province = say.name(event.action), say.name(event.province)
    missing = say.filled(LAPSES.get(event.clause, "není to možné"), {"seat": event.seat, "cost": cost_of(event.action)})
    return f"{say.seat(event.seat)} nemůže provést akci {action} v provincii {province}: {missing}."


def _pick(move: cmd.PickSpecial, say: Speaker) -> str:
    place = 0 if say.view is None else place_of(move.special, say.view)
    return f"Vzít si speciální kartu {say.name(move.special)}{f', místo {place} v pořadí' if place else ''}."


def _deploy_usual(move: cmd.DeployUsual, say: Speaker) -> str:
    if say.view is None:
        return "Rozmístit obvyklý počet armád."
    return f"Rozmístit {say.count(usual_armies(say.view), 'armádu|armády|armád')}."


def _face(move: cmd.FaceRevolt, say: Speaker) -> str:
    province = f"Vyřešit revoltu v provincii {say.name(move.province)}"
    if say.view is None:
        return f"{province}."
    land = rebels(move.province, say.view)
    markers = say.count(land.revolts, "žeton|žetony|žetonů")
    return f"{province}: {say.count(land.armies, 'armáda|armády|armád')}, {markers} revolty."


def _score(score: ev.SeatScore, say: Speaker) -> str:
    majorities = sum(majority.points for majority in score.majorities)
    total = score.provinces + score.buildings + majorities
    parts = f"{score.provinces} za provincie, {score.buildings} za budovy, {majorities} za většiny"
    return f"{say.seat(score.seat)} získává {say.count(total, 'bod|body|bodů')} ({parts})"


def _neighbours(province: str) -> str:
    """Return which provinces are next to one, on the title's own board."""
    land, sea = (", ".join(NAMES[each] for each in OWN.data.sun.bordering(province, sea=sea)) for sea in (False, True))
    return f"Sousedí: {land}{f', po moři: {sea}' if sea else ''}" if land else f"Po moři: {sea}"


DETAILS = {province: _neighbours(province) for province in PROVINCE}
AIM = (
    "Vyhrává, kdo má po dvou letech nejvíc bodů. Na jaře, v létě a na podzim všichni tajně plánují deset akcí a "
    "nabídku, na každou kartu provincie nebo truhliček, a provádějí je v pořadí karet akcí. Zima provincie živí a "
    "boduje provincie, budovy a v každém regionu nejvíc budov jednoho druhu."
)

WORDS = Phrasebook(
    {
        # Commands
        cmd.RefreshOffer: "Dát obě nabízené karty pod balíček.",
        cmd.TakeProvince: "Vzít si kartu z místa {slot}.",
        cmd.DrawBlind: "Táhnout kartu naslepo.",
        cmd.PlaceGroup: "Umístit {armies:armádu|armády|armád}.",
        cmd.LayCard: "Položit kartu {card}.",
        cmd.LeaveSpaceEmpty: "Nechat místo prázdné.",
        cmd.TakeCardUp: "Vzít zpět poslední kartu.",
        cmd.SealPlan: "Uzavřít plán.",
        cmd.LayPlan: _plan,
        cmd.ReopenPlan: "Znovu otevřít plán.",
        cmd.PickSpecial: _pick,
        cmd.DeploySix: "Rozmístit 6 armád.",
        cmd.DeployUsual: _deploy_usual,
        cmd.MoveTo: "Přesun do provincie {province}.",
        cmd.MoveArmies: "Přesunout {armies:armádu|armády|armád}.",
        cmd.StayPut: "Nepřesouvat armády.",
        cmd.MarchTo: "Pochod do provincie {province}.",
        cmd.MarchArmies: "Pochodovat s {armies:armádou|armádami|armádami}[bonus? a s výhodou při útoku].",
        cmd.ReinforceDefence: "Využít výhodu při obraně.",
        cmd.DeclineReinforcement: "Nevyužít výhodu při obraně.",
        cmd.FaceRevolt: _face,
        cmd.TurnUpProvince: "Na kartě je provincie {province}.",
        cmd.DealLineups: "Rozdělení jsou {lineups:by seat}.",
        cmd.DropCubes: "Z věže vypadlo: {fallen}.",
        cmd.DropStrayCubes: "Z věže v klidu vypadlo: {fallen}.",
        cmd.TurnUpEvents: "Události roku jsou {events}.",
        cmd.LayActionCards: "První akce jsou {actions}.",
        cmd.LaySpecialCards: "Speciální karty jsou {specials}.",
        cmd.DrawEvent: "Událost je {card}.",
        cmd.DrawDaimyo: "Vylosované pořadí je {seats}.",
        cmd.TurnUpAction: "Další karta akce je {action}.",
        cmd.DrawRevolts: "Pro revoltu vylosováno: {provinces}.",
        cmd.Cubes: _cubes,
        # Events
        ev.ProvinceOffered: "Na místě {slot} se nabízí provincie {province}.",
        ev.OfferRefreshed: "{seat} dává obě nabízené karty pod balíček.",
        ev.ProvinceTaken: "{seat} si bere provincii {province}.",
        ev.BlindDrawChosen: "{seat} táhne kartu naslepo.",
        ev.ProvinceDrawn: "{seat} táhne provincii {province}.",
        ev.GroupPlaced: "{seat} umísťuje {armies:armádu|armády|armád} do provincie {province}.",
        ev.DraftEnded: "Všechny skupiny armád jsou umístěny; zbylé karty jsou neutrální.",
        ev.LineupsDealt: "Rozdělení jsou {lineups:by seat}.",
        ev.TowerFed: "Do věže se hází {armies:armáda|armády|armád} každého hráče a {farmers:sedlák|sedláci|sedláků}.",
        ev.TrayCleared: "Kostičky z nádoby se vracejí do zásob.",
        ev.EventsTurnedUp: "Události roku jsou {events}.",
        ev.ActionCardsLaid: "První akce jsou {actions}.",
        ev.SpecialCardsLaid: "Speciální karty jsou {specials}.",
        ev.CardLaid: "{seat} klade na místo {space} kartu {card}.",
        ev.SpaceLeftEmpty: "{seat} nechává prázdné místo {space}.",
        ev.CardTakenUp: "{seat} bere zpět kartu z místa {space}.",
        ev.PlanLaid: _plan,
        ev.PlanSealed: "{seat} uzavírá plán.",
        ev.PlanReopened: "{seat} znovu otevírá plán.",
        ev.PlanningClosed: "Všechny plány jsou uzavřeny[; {empty}].",
        ev.EmptySpaces: "{seat} nechává prázdné {spaces}",
        ev.EventDrawn: "Událost kola je {card}.",
        ev.BidsShown: "{bids}.",
        ev.Bid: "{seat} nabízí {card}",
        ev.DaimyoDrawn: "Kdo nabídl stejně, vybírá v pořadí {seats}.",
        ev.SpecialPicked: "{seat} si bere speciální kartu {special} a místo {place} v pořadí.",
        ev.CardTurnedUp: "{seat} odkrývá na akci {action} kartu {card}.",
        ev.EmptySpaceMet: "{seat} nemá na akci {action} žádnou kartu.",
        ev.ActionLapsed: _lapsed,
        ev.BuildingBuilt: "{seat} staví {building} v provincii {province} za {chests:truhličku|truhličky|truhliček}.",
        ev.RevoltMarkerRemoved: "Z provincie {province} se odebírá žeton revolty.",
        ev.RevoltMarkerAdded: "Do provincie {province} přibývá žeton revolty.",
        ev.RiceConfiscated: "{seat} konfiskuje v provincii {province} rýži: {rice}.",
        ev.TaxesCollected: "{seat} vybírá v provincii {province} {chests:truhličku|truhličky|truhliček}.",
        ev.SixArmiesOffered: "{seat} může v provincii {province} rozmístit 6 armád.",
        ev.ArmiesDeployed: "{seat} rozmísťuje v provincii {province} {armies:armádu|armády|armád} "
        "za {chests:truhličku|truhličky|truhliček}.",
        ev.MoveOffered: "{seat} může přesunout armády z provincie {province} dál.",
        ev.MoveTargetChosen: "{seat} se přesouvá z provincie {from_province} do provincie {to_province}.",
        ev.MoveDeclined: "{seat} žádné armády nepřesouvá.",
        ev.ArmiesMoved: "{seat} přesouvá {armies:armádu|armády|armád} z provincie {from_province} do provincie {to_province}.",
        ev.MarchOrdered: "{seat} musí pochodovat z provincie {province}.",
        ev.MarchTargetChosen: "{seat} pochoduje z provincie {from_province} do provincie {to_province}.",
        ev.ActionFinished: "Všichni hráči provedli akci {action}.",
        ev.ActionCardTurnedUp: "Další karta akce je {action}.",
        ev.RoundEnded: "Končí {season}.",
        ev.DaimyoTakenBack: "Karty místodržitelů se vracejí hráčům.",
        ev.ArmiesMarched: "{seat} pochoduje s {armies:armádou|armádami|armádami} "
        "z provincie {from_province} na provincii {to_province}[bonus?, s další ze zásoby].",
        ev.CastleManned: "{seat} má z hradu v provincii {province} o 1 armádu víc.",
        ev.DefendersMustered: "[{defender:seat} brání provincii {province} s {armies:armádou|armádami|armádami}"
        "|Provincie {province} je neutrální a brání ji {farmers:sedlák|sedláci|sedláků}].",
        ev.ReinforcementOffered: "{seat} může posílit provincii {province}.",
        ev.DefenceReinforced: "{seat} přidává výhodou při obraně 1 armádu.",
        ev.ReinforcementDeclined: "{seat} nevyužívá výhodu při obraně.",
        ev.CubesFell: "Do věže se hází {thrown} a vypadává {fallen}.",
        ev.StrayCubesFell: "Z věže v klidu vypadává {fallen}.",
        ev.ProvinceConquered: "{attacker:seat} dobývá provincii {province} a obsazuje ji {armies:armádou|armádami|armádami}.",
        ev.ProvinceDefended: "{defender:seat} drží provincii {province} s {armies:armádou|armádami|armádami}.",
        ev.ProvinceDevastated: "Bitvu nevyhrává nikdo; provincie {province} je neutrální a prázdná.",
        ev.AttackRepelled: "Sedláci provincie {province} odrážejí útok ({attacker:seat}).",
        ev.ProvinceCardWon: "{seat} dostává kartu {province} (dosud [{from_seat}|neutrální])[, která byla naplánována na místo {space}].",
        ev.ProvinceCardGivenUp: "{seat} se vzdává karty {province}[, která byla naplánována na místo {space}].",
        ev.RevoltBegan: "Sedláci provincie {province} se bouří ({seat}).",
        ev.RevoltMustered: "{seat} bojuje v provincii {province}: {armies:armáda|armády|armád} proti "
        "{farmers:sedlákovi|sedlákům|sedlákům}.",
        ev.RevoltPutDown: "{seat} potlačuje revoltu v provincii {province} a má tam {armies:armádu|armády|armád}.",
        ev.RevoltSucceeded: "{seat} ztrácí provincii {province}, která je neutrální a prázdná.",
        ev.WinterCame: "Přichází zima s kartou {card:id}[; ztracená rýže: {rice_lost:by seat}][; {shortages}].",
        ev.Shortage: "{seat} nemůže zásobovat {unsupplied:provincii|provincie|provincií}",
        ev.RevoltsDrawn: "{seat} čelí revoltám v provinciích {provinces}.",
        ev.RevoltChoiceOffered: "{seat} volí mezi revoltami v provinciích {provinces}.",
        ev.RevoltFaced: "{seat} řeší revoltu v provincii {province}.",
        ev.YearScored: "{scores}.",
        ev.SeatScore: _score,
        ev.YearEnded: "První rok končí: veškerá rýže a žetony revolty se odstraňují.",
        ev.GameEnded: "Hra končí. Šógunem je {winners:seat}.",
        # Steps
        steps.TurnUpOffer: "Náhoda odkrývá kartu na místě {slot}.",
        steps.ChooseProvince: "{seat} volí nabízenou kartu, nebo táhne naslepo.",
        steps.TurnUpBlindDraw: "Náhoda ukazuje taženou kartu ({seat}).",
        steps.PlaceGroup: "{seat} volí skupinu armád pro provincii {province}.",
        steps.EndDraft: "Výběr provincií končí.",
        steps.DealLineups: "Náhoda losuje rozdělení.",
        steps.FeedTower: "Do věže se hází první kostičky.",
        steps.ClearTray: "Kostičky z nádoby se vracejí do zásob.",
        steps.TurnUpEvents: "Náhoda odkrývá události roku.",
        steps.LayActionCards: "Náhoda vykládá karty akcí.",
        steps.LaySpecialCards: "Náhoda vykládá speciální karty.",
        steps.PlanActions: planning(
            "Všichni hráči plánují akce a nabídky.",
            card="Všichni hráči plánují akce a nabídky; {seat} klade další kartu na místo {space}"
            "[ (stojí {cost:truhličku|truhličky|truhliček})].",
            bid="Všichni hráči plánují akce a nabídky; {seat} teď draží: "
            "provincií, nebo tolika truhličkami, kolik jich má (SH-6.6).",
            complete="Všichni hráči plánují akce a nabídky; {seat} má plán hotový a může ho uzavřít.",
        ),
        steps.ChangePlan: "Kdo plán uzavřel, může ho znovu otevřít.",
        steps.DrawEvent: "Náhoda losuje událost kola.",
        steps.ShowBids: "Nabídky se odkrývají.",
        steps.DrawDaimyo: "Náhoda losuje pořadí těch, kdo nabídli stejně: {tied:seat}.",
        steps.PickSpecial: "{seat} volí speciální kartu.",
        steps.CarryOutAction: "{seat} provádí akci {action}.",
        steps.DeploySix: "{seat} volí, zda v provincii {province} rozmístit 6 armád, nebo obvyklý počet.",
        steps.MoveAfterDeploying: "{seat} volí, zda přesunout armády z provincie {province}.",
        steps.MoveArmies: "{seat} volí, kolik armád přesunout z provincie {origin} do provincie {target}.",
        steps.March: "{seat} volí, kam pochodovat z provincie {province}.",
        steps.MarchArmies: "{seat} volí, kolik armád pochoduje z provincie {origin} do provincie {target}.",
        steps.MusterDefenders: "Na provincii {province} útočí {attacker:seat}.",
        steps.ReinforceDefence: "{seat} volí, zda v provincii {province} využít výhodu při obraně.",
        steps.MusterRevolt: "Sedláci provincie {province} se bouří ({seat}).",
        steps.ThrowCubes: "Náhoda ukazuje, které kostičky věž vydá.",
        steps.SettleBattle: "Bitva o provincii {province} se rozhoduje.",
        steps.SettleRevolt: "Revolta v provincii {province} se rozhoduje.",
        steps.FinishAction: "Všichni hráči provedli akci {action}.",
        steps.TurnUpAction: "Náhoda odkrývá další kartu akce.",
        steps.EndRound: "Kolo končí.",
        steps.DropStrayCubes: "Náhoda ukazuje, které kostičky věž v klidu vydá.",
        steps.LoseRice: "Přichází zima.",
        steps.DrawRevolts: "Náhoda táhne provincie, které se bouří ({seat}).",
        steps.RaiseRevolts: "Přicházejí revolty ({seat}): {provinces}.",
        steps.FaceRevolts: "{seat} volí další z revolt v provinciích {provinces}.",
        steps.ScoreYear: "Rok se boduje.",
        steps.EndYear: "Rok končí.",
    },
    names=NAMES,
    aim=AIM,
    details=DETAILS,
    texts={**{event.id: EVENT_TEXTS[event.kind] for event in EVENTS}, **SPECIAL_TEXTS},
    words={
        "building": BUILDINGS,
        "season": SEASONS,
        "ending": ENDINGS,
        "waits_for": STEPS,
        "colour": COLOURS,
        "region": REGIONS,
        "tower": TOWERS,
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
    labels={**LABELS, **{english: small(EVENT_TEXTS[kind]) for kind, english in ENGLISH_EVENTS.items()}},
    language=CZECH,
)
