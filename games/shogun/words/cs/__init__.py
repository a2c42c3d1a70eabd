"""Shogun in Czech."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Speaker, offered, witnessed
from games.shogun.rules import steps
from games.shogun.rules.data import BID, EVENTS, PROVINCE, PROVINCES, SPACES, WAR_CHESTS
from games.shogun.rules.data import EDITION as OWN
from games.shogun.words.cs.clauses import CLAUSES
from games.shogun.words.cs.forms import COMMANDS, FIELDS
from games.shogun.words.cs.house_rulings import RULINGS, SECTIONS
from games.shogun.words.cs.picture import LABELS, LEGEND, REGIONS
from games.shogun.words.en import EVENT_TEXTS as ENGLISH_EVENTS
from games.shogun.words.en import (
    deployed,
    faced,
    laid,
    neighbours,
    place_of,
    planning,
    with_card,
    with_place,
)
from games.shogun.words.entries import Scoring, by_number, card_lost, lapsed, settled, with_bonus, with_stores
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES


def small(text: str) -> str:
    """Return a text with a small letter first."""
    return text[:1].lower() + text[1:]


EVENT_TEXTS = {
    "theatre_relief": "Stavba divadla odebere žeton revolty",
    "neutral_farmers": "Každou neutrální provincii brání 2 sedláci",
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
    "six_armies": "Akce Rozmísti 5 armád rozmístí 6",
    "attack_bonus": "O 1 armádu víc v bitvě, ve které útočíte",
    "defence_bonus": "O 1 armádu víc v bitvě, ve které se bráníte",
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
        "Pro přednastavený začátek: písmeno rozdělení každého hráče, počínaje hráčem 1. Necháte-li pole prázdné, rozhodne los.",
    ),
    "tower": (
        "Bitevní věž",
        'Věž je simulovaná ("simulated"), nebo stojí na stole ("table") a krupiér zapisuje, co vypadlo.',
    ),
    "oldest": ("Nejstarší hráč", "Hráč, který začíná výběr provincií."),
    "colours": (
        "Barvy",
        "Barva každého hráče, počínaje hráčem 1. Necháte-li pole prázdné, platí pořadí karet místodržitelů.",
    ),
    "overbid": (
        "Nabídka nad vlastní truhličky",
        'Hra ji odmítne ("refused"), nebo platí za tolik truhliček, kolik hráč má ("capped").',
    ),
    "revolt_yield": (
        "Výnos akce, která vyvolá revoltu",
        'Když vyhrají sedláci, rýže nebo truhličky hráči zůstanou ("kept"), nebo propadnou ("lost").',
    ),
}
COLOURS = {"blue": "modrá", "yellow": "žlutá", "red": "červená", "black": "černá", "purple": "fialová"}
CHOICES = {
    "side": {"sun": "slunce", "moon": "měsíc"},
    "start": {"draft": "výběr provincií", "preset": "přednastavené provincie"},
    "tower": {"simulated": "simulovaná", "table": "na stole"},
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
    "TurnUpBlindDraw": "tažení naslepo",
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
    "ShowBids": "odkrytí nabídek",
    "DrawDaimyo": "los místodržitelů",
    "PickSpecial": "volba speciální karty",
    "CarryOutAction": "provedení akce",
    "DeploySix": "rozmístění šesti armád",
    "MoveAfterDeploying": "přesun po rozmístění",
    "MoveArmies": "přesun armád",
    "March": "Bitva/Přesun",
    "MarchArmies": "počet vyslaných armád",
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
    "Board": "Z čeho se skládá edice hry Shogun: obě strany herní desky a bitevní věž.",
    "Side": "Strana desky: její regiony, hranice a provincie, které se ve třech hráčích nepoužívají.",
    "Region": "Region desky a jeho devět provincií.",
    "Border": "Dvě sousední provincie, po souši nebo vodní cestou.",
    "TowerModel": "Věž (SH-13.5): vhozenou kostičku zachytí v `caught` případech z `of` a n kostiček uvolní n z n + `hold`.",
}
TOWERS = {"simulated": "simulovaná", "table": "na stole"}


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


LAPSED = "{seat} nemůže provést akci {action} v provincii {province}"
LAPSES = {
    "chests": "stojí {cost:truhličku|truhličky|truhliček} a {seat} jich má méně",
    "site": "není volné žádné stavební místo",
    "building": "{building} v ní už je",
    "tile": "došly žetony budovy ({building})",
    "tile_or_chests": "chybí žeton budovy, nebo {cost:truhlička|truhličky|truhliček} na něj",
    "armies": "v zásobě je málo armád",
    "army": "v zásobě není žádná armáda",
    "force": "jsou k ní potřeba 2 armády",
    "target": "nelze vstoupit do žádné sousední provincie",
    "force_or_target": "jsou k ní potřeba 2 armády a sousední provincie, do které lze vstoupit",
}


def _lay(move: cmd.LayCard, say: Speaker) -> str:
    notes = "[ (stojí {cost:truhličku|truhličky|truhliček})][full? (propadne: není volné stavební místo)][ (propadne: {building} v ní už je)][idle? (nic se tam neprovede)][free? (nabídka bez truhliček)]"
    return say.filled(f"Položit kartu {{card}}{notes}.", laid(move, say.view))


def _pick(move: cmd.PickSpecial, say: Speaker) -> str:
    place = 0 if say.view is None else place_of(move.special, say.view)
    return f"Vzít si speciální kartu {say.name(move.special)}{f', místo {place} v pořadí' if place else ''}."


def _deploy(move: cmd.DeploySix | cmd.DeployUsual, say: Speaker) -> str:
    armies = "[{armies:armádu|armády|armád}|obvyklý počet armád]"
    return say.filled(f"Rozmístit {armies} za {{cost:truhličku|truhličky|truhliček}}.", deployed(move, say.view))


SCORING = Scoring(
    points="získává {points:bod|body|bodů}",
    provinces="{provinces:provincie|provincie|provincií}",
    buildings="{buildings:budova|budovy|budov}",
    majorities="{points} za většiny ({won:id})",
    majority="{kind:id}, {region} region {points}[tied?, shoda[: {rivals:seat}]]",
    kinds={"castle": "hrady", "temple": "chrámy", "theatre": "divadla"},
)


def _neighbours(province: str) -> str:
    """Return which provinces are next to one, on the title's own board, and what three players leave out of them."""
    land, sea, reserved = (", ".join(NAMES[neighbour] for neighbour in group) for group in neighbours(province))
    if province in OWN.data.sun.reserved:
        return f"Ve třech hráčích není ve hře. {_next_to(land, sea)}"
    return f"{_next_to(land, sea)}{f' (ve třech hráčích ne: {reserved})' if reserved else ''}"


def _next_to(land: str, sea: str) -> str:
    return f"Sousedí: {land}{f', po moři: {sea}' if sea else ''}" if land else f"Po moři: {sea}"


DETAILS = {province: _neighbours(province) for province in PROVINCE}
AIM = "Vyhrává, kdo má po dvou letech nejvíc bodů. Na jaře, v létě a na podzim všichni tajně naplánují deset akcí a nabídku do dražby, na každé místo kartu provincie nebo válečné pokladny, a provedou je v pořadí karet akcí. V zimě provincie zásobíte rýží a bodujete za provincie, budovy a za nejvíc budov jednoho typu v každém regionu."

WORDS = Phrasebook(
    {
        # Commands
        cmd.RefreshOffer: "Dát obě nabízené karty pod balíček.",
        cmd.TakeProvince: "Vzít si kartu z místa {slot}.",
        cmd.DrawBlind: "Táhnout kartu naslepo.",
        cmd.PlaceGroup: "Umístit {armies:armádu|armády|armád}.",
        cmd.LayCard: _lay,
        cmd.LeaveSpaceEmpty: "Nechat místo prázdné.",
        cmd.TakeCardUp: "Vzít zpět poslední kartu.",
        cmd.SealPlan: "Uzavřít plán.",
        cmd.LayPlan: _plan,
        cmd.ReopenPlan: "Znovu otevřít plán.",
        cmd.PickSpecial: _pick,
        cmd.DeploySix: _deploy,
        cmd.DeployUsual: _deploy,
        cmd.MoveTo: "Přesun do provincie {province}.",
        cmd.MoveArmies: "Přesunout {armies:armádu|armády|armád}.",
        cmd.StayPut: "Nepřesouvat armády.",
        cmd.MarchTo: "Bitva/Přesun do provincie {province}.",
        cmd.MarchArmies: "Vyrazit s {armies:armádou|armádami|armádami}[bonus? a využít výhodu při útoku].",
        cmd.ReinforceDefence: "Využít výhodu při obraně.",
        cmd.DeclineReinforcement: "Nevyužít výhodu při obraně.",
        cmd.FaceRevolt: offered(
            faced,
            "Vyřešit revoltu v provincii {province}"
            "[armies?: {armies:armáda|armády|armád} proti {farmers:sedlákovi|sedlákům|sedlákům}].",
        ),
        cmd.TurnUpProvince: "Na kartě je provincie {province}.",
        cmd.DealLineups: "Rozdělení jsou {lineups:by seat}.",
        cmd.DropCubes: "Z věže vypadlo: {fallen}.",
        cmd.DropStrayCubes: "Z věže samovolně vypadlo: {fallen}.",
        cmd.TurnUpEvents: "Události roku jsou {events}.",
        cmd.LayActionCards: "První akce jsou {actions}.",
        cmd.LaySpecialCards: "Speciální karty jsou {specials}.",
        cmd.DrawEvent: "Událost je {card}.",
        cmd.DrawDaimyo: "Vylosované pořadí je {seats}.",
        cmd.TurnUpAction: "Další karta akce je {action}.",
        cmd.DrawRevolts: "Revolty propukají v provinciích: {provinces}.",
        cmd.Cubes: _cubes,
        # Events
        ev.ProvinceOffered: with_card(
            "Na místě {slot} se nabízí provincie {province} "
            "({chests:truhlička|truhličky|truhliček}, {rice} rýže, {sites:stavební místo|stavební místa|stavebních míst})."
        ),
        ev.OfferRefreshed: "{seat} dává obě nabízené karty pod balíček.",
        ev.ProvinceTaken: "{seat} si bere provincii {province}.",
        ev.BlindDrawChosen: "{seat} táhne kartu naslepo.",
        ev.ProvinceDrawn: with_card(
            "{seat} táhne provincii {province} "
            "({chests:truhlička|truhličky|truhliček}, {rice} rýže, {sites:stavební místo|stavební místa|stavebních míst})."
        ),
        ev.GroupPlaced: "{seat} umísťuje {armies:armádu|armády|armád} do provincie {province}.",
        ev.DraftEnded: "Všechny skupiny armád jsou umístěny; zbylé karty jsou neutrální.",
        ev.LineupsDealt: "Rozdělení jsou {lineups:by seat}.",
        ev.TowerFed: "Do věže se hází {armies:armáda|armády|armád} každého hráče a {farmers:sedlák|sedláci|sedláků}.",
        ev.TrayCleared: "Kostičky z nádoby se vracejí do zásob.",
        ev.EventsTurnedUp: "Události roku jsou {events}.",
        ev.ActionCardsLaid: "První akce jsou {actions}.",
        ev.SpecialCardsLaid: "Speciální karty jsou {specials}.",
        ev.CardLaid: "{seat} pokládá na místo {space} kartu {card}.",
        ev.SpaceLeftEmpty: "{seat} nechává prázdné místo {space}.",
        ev.CardTakenUp: "{seat} bere zpět kartu z místa {space}.",
        ev.PlanLaid: _plan,
        ev.PlanSealed: "{seat} uzavírá plán.",
        ev.PlanReopened: "{seat} znovu otevírá plán.",
        ev.PlanningClosed: "Všechny plány jsou uzavřeny[; {empty}].",
        ev.EmptySpaces: "{seat} nechává prázdná místa {spaces}",
        ev.EventDrawn: "Událost kola je {card}.",
        ev.BidsShown: "{bids}.",
        ev.Bid: "{seat} nabízí {card}[ a platí {chests:truhličku|truhličky|truhliček}]",
        ev.DaimyoDrawn: "Hráči se stejnou nabídkou si vybírají v pořadí: {seats}.",
        ev.SpecialPicked: "{seat} si bere speciální kartu {special} a místo {place} v pořadí.",
        ev.CardTurnedUp: "{seat} odkrývá na akci {action} kartu {card}.",
        ev.EmptySpaceMet: "{seat} nemá na akci {action} žádnou kartu.",
        ev.ActionLapsed: witnessed(
            lapsed,
            f"{LAPSED}: není to možné.",
            **{name: f"{LAPSED}: {missing}." for name, missing in LAPSES.items()},
        ),
        ev.BuildingBuilt: "{seat} staví {building} v provincii {province} za {chests:truhličku|truhličky|truhliček}.",
        ev.RevoltMarkerRemoved: "Z provincie {province} se odstraňuje žeton revolty.",
        ev.RevoltMarkerAdded: "V provincii {province} přibývá žeton revolty.",
        ev.RiceConfiscated: witnessed(
            with_bonus("rice_bonus"),
            "{seat} konfiskuje v provincii {province} rýži: {rice}.",
            bonus="{seat} konfiskuje v provincii {province} rýži: {rice}, z toho 1 díky speciální kartě {special}.",
        ),
        ev.TaxesCollected: witnessed(
            with_bonus("tax_bonus"),
            "{seat} vybírá v provincii {province} {chests:truhličku|truhličky|truhliček}.",
            bonus="{seat} vybírá v provincii {province} {chests:truhličku|truhličky|truhliček}, z toho 1 díky speciální kartě {special}.",
        ),
        ev.SixArmiesOffered: "{seat} může v provincii {province} rozmístit 6 armád.",
        ev.ArmiesDeployed: "{seat} rozmísťuje v provincii {province} {armies:armádu|armády|armád} "
        "za {chests:truhličku|truhličky|truhliček}.",
        ev.MoveOffered: "{seat} může přesunout armády z provincie {province}.",
        ev.MoveTargetChosen: "{seat} přesouvá armády z provincie {from_province} do provincie {to_province}.",
        ev.MoveDeclined: "{seat} žádné armády nepřesouvá.",
        ev.ArmiesMoved: "{seat} přesouvá {armies:armádu|armády|armád} z provincie {from_province} do provincie {to_province}.",
        ev.MarchOrdered: "{seat} musí vyrazit z provincie {province}.",
        ev.MarchTargetChosen: "{seat} vyráží z provincie {from_province} do provincie {to_province}.",
        ev.ActionFinished: "Všichni hráči provedli akci {action}.",
        ev.ActionCardTurnedUp: "Další karta akce je {action}.",
        ev.RoundEnded: "Končí {season}.",
        ev.DaimyoTakenBack: "Karty místodržitelů se vracejí hráčům.",
        ev.ArmiesMarched: "{seat} útočí s {armies:armádou|armádami|armádami} z provincie {from_province} na provincii {to_province}[bonus? a přidává další ze zásoby].",
        ev.CastleManned: "{seat} má díky hradu v provincii {province} o 1 armádu víc.",
        ev.DefendersMustered: "[{defender:seat} brání provincii {province} s {armies:armádou|armádami|armádami}"
        "|Provincie {province} je neutrální a brání ji {farmers:sedlák|sedláci|sedláků}].",
        ev.ReinforcementOffered: "{seat} může posílit provincii {province}.",
        ev.DefenceReinforced: "{seat} přidává výhodou při obraně 1 armádu.",
        ev.ReinforcementDeclined: "{seat} nevyužívá výhodu při obraně.",
        ev.CubesFell: "Do věže vhozeno: {thrown}; do nádoby vypadlo: {fallen}; ve věži zůstává: {inside}.",
        ev.StrayCubesFell: "Z věže samovolně vypadlo: {fallen}.",
        ev.ProvinceConquered: settled(
            "{attacker:seat} dobývá provincii {province} (v nádobě: {one} proti {other}) "
            "a obsazuje ji {armies:armádou|armádami|armádami}."
        ),
        ev.ProvinceDefended: settled(
            "{defender:seat} si udržuje provincii {province} s {armies:armádou|armádami|armádami} (v nádobě: {one} proti {other})."
        ),
        ev.ProvinceDevastated: settled(
            "Bitva končí nerozhodně (v nádobě: {one} proti {other}); provincie {province} je neutrální a prázdná."
        ),
        ev.AttackRepelled: settled(
            "Sedláci provincie {province} odrážejí útok ({attacker:seat}; v nádobě: {one} proti {other})."
        ),
        ev.ProvinceCardWon: witnessed(
            card_lost,
            "{seat} dostává kartu {province} (dosud [{from_seat}|neutrální])"
            "[, která byla naplánována na místo {space}].",
            used="{seat} dostává kartu {province} (dosud {from_seat}), která už byla odkryta na místě {space}.",
        ),
        ev.ProvinceCardGivenUp: witnessed(
            card_lost,
            "{seat} se vzdává karty {province}[, která byla naplánována na místo {space}].",
            used="{seat} se vzdává karty {province}, která už byla odkryta na místě {space}.",
        ),
        ev.RevoltBegan: "Sedláci provincie {province} se bouří ({seat}).",
        ev.RevoltMustered: "{seat} bojuje v provincii {province}: {armies:armáda|armády|armád} proti "
        "{farmers:sedlákovi|sedlákům|sedlákům}.",
        ev.RevoltPutDown: settled(
            "{seat} potlačuje revoltu v provincii {province} (v nádobě: {one} proti {other}); v provincii: {armies:armáda|armády|armád}."
        ),
        ev.RevoltSucceeded: settled(
            "{seat} ztrácí provincii {province} (v nádobě: {one} proti {other}); je teď neutrální a prázdná."
        ),
        ev.WinterCame: witnessed(
            with_stores("{rice} na {provinces:0 provincii|provincie|provincií} ({seat})"),
            "Přichází zima s kartou {card:id}[; ztracená rýže: {rice_lost:by seat}][; {shortages}].",
            seen="Přichází zima s kartou {card:id}[; ztracená rýže: {rice_lost:by seat}]; zbylá rýže: {stores:id}"
            "[; {shortages}].",
        ),
        ev.Shortage: "{seat} nemůže zásobovat {unsupplied:provincii|provincie|provincií}",
        ev.RevoltsDrawn: by_number(
            one="{seat} čelí revoltě v provincii {provinces}.",
            more="{seat} čelí revoltám v provinciích {provinces}.",
        ),
        ev.RevoltChoiceOffered: "{seat} volí, kterou revoltu řešit nejdřív: {provinces}.",
        ev.RevoltFaced: "{seat} řeší revoltu v provincii {province}.",
        ev.YearScored: SCORING.year,
        ev.SeatScore: SCORING.seat,
        ev.YearEnded: "První rok končí: veškerá rýže a žetony revolty se odstraňují.",
        ev.GameEnded: "Hra končí. Šógunem je {winners:seat}.",
        # Steps
        steps.TurnUpOffer: "Odkrývá se karta na místě {slot}.",
        steps.ChooseProvince: "{seat} volí nabízenou kartu, nebo táhne naslepo.",
        steps.TurnUpBlindDraw: "Odkrývá se tažená karta ({seat}).",
        steps.PlaceGroup: with_place(
            "{seat} volí skupinu armád pro provincii {province}"
            "[ ({chests:truhlička|truhličky|truhliček}, {rice} rýže, "
            "{sites:stavební místo|stavební místa|stavebních míst}, {region} region)]."
        ),
        steps.EndDraft: "Výběr provincií končí.",
        steps.DealLineups: "Losují se rozdělení.",
        steps.FeedTower: "Do věže se hází první kostičky.",
        steps.ClearTray: "Kostičky z nádoby se vracejí do zásob.",
        steps.TurnUpEvents: "Odkrývají se události roku.",
        steps.LayActionCards: "Vykládají se karty akcí.",
        steps.LaySpecialCards: "Vykládají se speciální karty.",
        steps.PlanActions: planning(
            "Všichni hráči plánují akce a nabídky.",
            card="Všichni hráči plánují akce a nabídky; {seat} pokládá další kartu na místo {space}[ (stojí {cost:truhličku|truhličky|truhliček})][total?; plán zatím stojí {total:truhličku|truhličky|truhliček}, máte jich {owned}].",
            bid="Všichni hráči plánují akce a nabídky; {seat} teď draží: "
            "provincií, nebo tolika truhličkami, kolik jich má (SH-6.6)"
            "[total?; plán zatím stojí {total:truhličku|truhličky|truhliček}, máte jich {owned}].",
            complete="Všichni hráči plánují akce a nabídky; {seat} má plán hotový a může ho uzavřít"
            "[total?; i s nabídkou stojí {total:truhličku|truhličky|truhliček}, máte jich {owned}].",
        ),
        steps.ChangePlan: "Hráč, který svůj plán uzavřel, ho může znovu otevřít.",
        steps.DrawEvent: "Losuje se událost kola.",
        steps.ShowBids: "Nabídky se odkrývají.",
        steps.DrawDaimyo: "Losuje se pořadí hráčů se stejnou nabídkou: {tied:seat}.",
        steps.PickSpecial: "{seat} volí speciální kartu.",
        steps.CarryOutAction: "{seat} provádí akci {action}.",
        steps.DeploySix: "{seat} se rozhoduje, zda v provincii {province} rozmístit 6 armád, nebo obvyklý počet.",
        steps.MoveAfterDeploying: "{seat} se rozhoduje, zda přesunout armády z provincie {province}.",
        steps.MoveArmies: "{seat} volí, kolik armád přesunout z provincie {origin} do provincie {target}.",
        steps.March: "{seat} volí, kam vyrazit z provincie {province}.",
        steps.MarchArmies: "{seat} volí, kolik armád vyrazí z provincie {origin} do provincie {target}.",
        steps.MusterDefenders: "Na provincii {province} útočí {attacker:seat}.",
        steps.ReinforceDefence: "{seat} se rozhoduje, zda v provincii {province} využít výhodu při obraně.",
        steps.MusterRevolt: "Sedláci provincie {province} se bouří ({seat}).",
        steps.ThrowCubes: "Čeká se, které kostičky z věže vypadnou.",
        steps.SettleBattle: "Rozhoduje se bitva o provincii {province}.",
        steps.SettleRevolt: "Rozhoduje se revolta v provincii {province}.",
        steps.FinishAction: "Všichni hráči provedli akci {action}.",
        steps.TurnUpAction: "Odkrývá se další karta akce.",
        steps.EndRound: "Kolo končí.",
        steps.DropStrayCubes: "Čeká se, které kostičky z věže samovolně vypadnou.",
        steps.LoseRice: "Přichází zima.",
        steps.DrawRevolts: "Losují se provincie, které se vzbouří ({seat}).",
        steps.RaiseRevolts: "Propukají revolty ({seat}): {provinces}.",
        steps.FaceRevolts: "{seat} volí, kterou revoltu řešit jako další: {provinces}.",
        steps.ScoreYear: "Boduje se uplynulý rok.",
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
    legend=LEGEND,
    labels={**LABELS, **{english: small(EVENT_TEXTS[kind]) for kind, english in ENGLISH_EVENTS.items()}},
    language=LANGUAGES["cs"],
)
