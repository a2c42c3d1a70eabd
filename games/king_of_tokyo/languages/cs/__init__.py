"""King of Tokyo in Czech. A card whose Czech name no source gives keeps its English one."""

from __future__ import annotations

from collections.abc import Sequence

from games.king_of_tokyo import steps
from games.king_of_tokyo.data import CARDS, MONSTERS
from games.king_of_tokyo.languages.cs.clauses import CLAUSES
from games.king_of_tokyo.languages.cs.forms import COMMANDS, FIELDS
from games.king_of_tokyo.languages.cs.house_rulings import RULINGS, SECTIONS
from games.king_of_tokyo.languages.cs.picture import LABELS
from games.king_of_tokyo.words import dice_shown, hearts_wasted, market_left, points_earned, rerolls_left
from games.kit.languages import CZECH
from games.kit.phrasebook import Phrasebook, Speaker, seen, witnessed
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev

FACES = {"one": "1", "two": "2", "three": "3", "energy": "Energie", "attack": "Útok", "heart": "Léčení"}
PLACES = {"outside": "mimo Tokio", "city": "Centrum Tokia", "bay": "Tokijský záliv"}
ENDINGS = {
    "points": "20 vítězných bodů",
    "last_alive": "poslední přeživší příšera",
    "all_dead": "žádná příšera nepřežila",
}
NAMES = {
    "burrowing": "Zavrtání do země",
    "camouflage": "Kamufláž",
    "eater_of_the_dead": "Mrchožrout",
    "even_bigger": "Větší, než jste čekali!",
    "fire_breathing": "Ohnivý dech",
    "herbivore": "Býložravec",
    "it_has_a_child": "Má to potomka!",
    "metamorph": "Proměněnec",
    "mimic": "Imitace",
    "opportunist": "Chmaták",
    "parasitic_tentacles": "Parazitická chapadla",
    "poison_spit": "Jedovatý plivanec",
    "shrink_ray": "Zmenšovací paprsek",
    "solar_powered": "Solární pohon",
    "drop_from_high_altitude": "Seskok z výšky",
    "gas_refinery": "Ropná rafinerie",
    "skyscraper": "Mrakodrap",
    "cyberbunny": "Kyberkrálíček",
}
TEXTS = {
    "acid_attack": "1 zranění za tah druhému místu; +1, když útočíš",
    "alien_metabolism": "Karty tě stojí o 1 méně",
    "alpha_monster": "+1★, když útočíš",
    "armor_plating": "Zranění za přesně 1 neplatí",
    "background_dweller": "Své 3 přehazuješ, jak chceš",
    "burrowing": "+1 zranění Tokiu; když ustoupíš, 1 tomu, kdo přijde",
    "camouflage": "Kostka za každé zranění: každé ♥ zruší 1",
    "complete_destruction": "+9★ za všech šest stran kostky",
    "dedicated_news_team": "+1★, když koupíš kartu",
    "eater_of_the_dead": "+3★, když některá příšera klesne na 0♥",
    "energy_hoarder": "Konec tahu: +1★ za každých 6⚡, které máš",
    "even_bigger": "+2♥ a maximum o 2 vyšší, obojí ztratíš s kartou",
    "extra_head": "O kostku víc",
    "extra_head_2": "O kostku víc",
    "fire_breathing": "+1 zranění sousedům, které zasáhneš",
    "freeze_time": "1-1-1: další tah s o kostku méně",
    "friend_of_children": "+1⚡, když získáš ⚡",
    "giant_brain": "Každý tah o přehození víc",
    "gourmet": "+2★ za 1-1-1",
    "healing_ray": "Tvá ♥ mohou léčit ostatní, za 2⚡ každé",
    "herbivore": "Konec tahu: +1★, když jsi nikoho nezranil",
    "herd_culler": "Jednou za tah otoč kostku na 1",
    "it_has_a_child": "Při 0♥ ztratíš karty a ★ a vrátíš se s 10♥",
    "jets": "Když opustíš Tokio, bez zranění",
    "made_in_a_lab": "Podívej se na vrchní kartu a můžeš ji koupit",
    "metamorph": "Konec tahu: odlož stálé karty za jejich ⚡",
    "mimic": "Je kopií stálé karty jiné příšery; změna za 1⚡",
    "monster_batteries": "Dej na ni ⚡, zdvojí se; ber si 2 za tah",
    "nova_breath": "Tvé útoky zasáhnou všechny ostatní",
    "omnivore": "+2★ za 1, 2 a 3",
    "opportunist": "Karty můžeš kupovat, hned jak se odkryjí",
    "parasitic_tentacles": "Kupuj stálé karty od ostatních",
    "plot_twist": "Otoč kostku na libovolnou stranu; odlož",
    "poison_quills": "2 zranění za 2-2-2",
    "poison_spit": "Koho zraníš, dostane žeton jedu",
    "psychic_probe": "V tahu jiného přehoď jednu jeho kostku; ♥: odlož",
    "rapid_healing": "Kdykoli za 2⚡: vyleč 1",
    "regeneration": "Když se léčíš, vyleč o 1 víc",
    "rooting_for_the_underdog": "Konec tahu, poslední: +1★",
    "shrink_ray": "Koho zraníš, dostane žeton zmenšení",
    "smoke_cloud": "3 dýmovnice, každá za jedno přehození",
    "solar_powered": "Konec tahu: +1⚡, když žádnou nemáš",
    "spiked_tail": "+1 zranění, když útočíš",
    "stretchy": "2⚡: otoč kostku na libovolnou stranu",
    "telepath": "1⚡: jedno přehození",
    "urbavore": "+1★, když začínáš v Tokiu, odtud +1 zranění",
    "were_only_making_it_stronger": "+1⚡ za 2♥ ztracené",
    "wings": "2⚡: tento tah žádné zranění",
    "apartment_building": "+3★",
    "commuter_train": "+2★",
    "corner_store": "+1★",
    "drop_from_high_altitude": "+2★, ovládni Tokio",
    "energize": "+9⚡",
    "evacuation_orders": "Všichni ostatní -5★",
    "evacuation_orders_2": "Všichni ostatní -5★",
    "fire_blast": "2 zranění všem ostatním",
    "frenzy": "Po tomto tahu další",
    "gas_refinery": "+2★, 3 zranění všem ostatním",
    "heal": "Vyleč 2",
    "high_altitude_bombing": "3 zranění všem, i tobě",
    "jet_fighters": "+5★, 4 zranění tobě",
    "national_guard": "+2★, 2 zranění tobě",
    "nuclear_power_plant": "+2★, vyleč 3",
    "skyscraper": "+4★",
    "tanks": "+4★, 3 zranění tobě",
    "vast_storm": "+2★; ostatní ztratí 1⚡ z každých 2",
}
OPTIONS = {
    "first_game": ("První hra", "Pět nebo šest hráčů hraje bez Tokijského zálivu."),
    "closing_bay": (
        "Když se Tokijský záliv uzavře",
        'Kam jde příšera z Tokijského zálivu, je-li Centrum Tokia prázdné: mimo Tokio ("outside"), nebo do Centra ("city").',
    ),
}
CHOICES = {"closing_bay": {"outside": "mimo Tokio", "city": "Centrum Tokia"}}
FACTS = {
    "card": "karta: {card}",
    "cards": "karty: {cards}",
    "dice": "kostky: {dice}",
    "die": "kostka: {die}",
    "energy": "energie: {energy}",
    "face": "strana: {face}",
    "hearts": "Léčení: {hearts}",
    "life": "životy: {life}",
    "load": "energie na kartu: {load}",
    "market": "nabídka: {market}",
    "monster": "příšera: {monster}",
    "of": "z celkem: {of}",
    "patient": "léčená příšera: {patient:seat}",
    "patients": "léčené příšery: {patients:seat}",
    "poison": "žetony jedu: {poison}",
    "price": "cena: {price}",
    "rerolls": "přehození: {rerolls}",
    "seen": "karta viděna: {seen}",
    "shrink": "žetony zmenšení: {shrink}",
    "spent": "použitá: {spent}",
    "spread": "roztažená křídla: {spread}",
}
STEPS = {
    "ChooseMonster": "volba příšery",
    "RevealCard": "odkrytí karty",
    "RollForStart": "hod o začátek",
    "ThrowForStart": "kostky hodu o začátek",
    "StartTurn": "začátek tahu",
    "ChangeMimic": "změna Imitace",
    "CountDice": "spočítání kostek",
    "RollDice": "hod kostkami",
    "ThrowDice": "kostky hodu",
    "RerollDice": "přehození kostek",
    "ProbeDie": "přehození kostky jiného hráče",
    "ThrowProbedDie": "přehozená kostka",
    "AdjustDice": "úprava kostek",
    "ResolveDice": "vyhodnocení kostek",
    "FaceDamage": "zranění",
    "Defend": "obrana",
    "RollCamouflage": "hod pro Kamufláž",
    "Fall": "pád příšery",
    "OfferYield": "nabídka ustoupit",
    "YieldTokyo": "rozhodnutí, zda opustit Tokio",
    "SettleDamage": "vyřešení zranění",
    "UseHearts": "použití Léčení",
    "AssignHearts": "rozdělení Léčení",
    "TakeTokyo": "ovládnutí Tokia",
    "BuyCards": "nákup karet",
    "PeekCard": "pohled na vrchní kartu",
    "PlaceMimic": "volba karty pro Imitaci",
    "LoadBatteries": "energie na kartu",
    "PutAwayCard": "odložení karty",
    "OfferCards": "nabídka odkrytých karet",
    "SeizeCard": "koupě odkryté karty",
    "SellCards": "prodej karet",
    "EndTurn": "konec tahu",
    "JudgeTurn": "zjištění vítěze",
    "OfferExtraTurn": "nabídka tahu navíc",
    "UsePowers": "použití karet kdykoli",
}
EDITION = {
    "Components": "Co se může v jiném výtisku lišit: energie na začátku, kterou žádný zdroj neuvádí, a ceny podle id karet.",
}


def _assign_hearts(move: cmd.AssignHearts, say: Speaker) -> str:
    uses = [say.phrase(patient) for patient in move.patients]
    uses += [f"{move.poison} na jed"] if move.poison else []
    uses += [f"{move.shrink} na zmenšení"] if move.shrink else []
    return f"Použít Léčení: {say.list([*uses, 'zbytek na sebe'])}."


def _some_dice(dice: Sequence[int], say: Speaker) -> str:
    return f"{'kostku' if len(dice) == 1 else 'kostky'} {say.list(map(str, dice))}" if dice else "žádné kostky"


def _reroll(move: cmd.Reroll, say: Speaker) -> str:
    return f"Přehodit {_some_dice(move.dice, say)}{say.filled('[ kartou {card}]', move)}."


def _rerolled(event: ev.RerollCalled, say: Speaker) -> str:
    return f"{say.seat(event.seat)} přehazuje {_some_dice(event.dice, say)}{say.filled('[ kartou {card}]', event)}."


def _thrown(outcome: cmd.ThrowDice, say: Speaker) -> str:
    return say.filled("Na kostce padlo {faces}." if len(outcome.faces) == 1 else "Na kostkách padlo {faces}.", outcome)


def _attack(event: ev.MonstersAttacked, say: Speaker) -> str:
    waiting = [each for each in event.may_yield if each.damage]
    return f"{say.seat(event.seat)} útočí. Zranění: {say.list(map(say.phrase, [*event.hits, *waiting]))}."


AIM = (
    "Vyhrává, kdo první dosáhne 20 bodů, nebo poslední živá příšera. V tahu hodíte kostkami až třikrát na body, "
    "energii, útoky a léčení a za energii smíte koupit karty. Kdo je v Tokiu, útočí na všechny ostatní a oni na "
    "něj."
)
DETAILS = {
    card.id: f"Stojí {card.cost} energie; {'trvalá' if card.keep else 'účinkuje hned'}" for card in CARDS.values()
}

WORDS = Phrasebook(
    {
        # Commands
        cmd.ChooseMonster: "Hrát za příšeru {monster}.",
        cmd.Roll: "Hodit kostkami.",
        cmd.MoveMimic: "Zaplatit 1 energii a napodobit kartu {card}.",
        cmd.KeepMimic: "Ponechat Imitaci, kde je.",
        cmd.PlaceMimic: "Napodobit kartu {card}.",
        cmd.LoadBatteries: "Dát na kartu {energy:energii|energie|energií}.",
        cmd.Reroll: _reroll,
        cmd.TurnDie: "Otočit kostku {die} na {face}[ kartou {card}].",
        cmd.StopRolling: "Přestat házet.",
        cmd.ProbeDie: "Dát příšeře na tahu přehodit kostku {die}.",
        cmd.PassProbe: "Nepřehazovat žádnou kostku.",
        cmd.DeclareDice: "Nechat kostky, jak jsou.",
        cmd.TakeDamage: "Přijmout zranění.",
        cmd.YieldTokyo: "Opustit Tokio.",
        cmd.StayInTokyo: "Zůstat v Tokiu.",
        cmd.Patient: "{hearts} ({seat})",
        cmd.AssignHearts: _assign_hearts,
        cmd.BuyCard: "Koupit kartu {card}.",
        cmd.SweepMarket: "Zaplatit 2 energie a vyměnit nabídku.",
        cmd.LookAtTopCard: "Podívat se na vrchní kartu balíčku.",
        cmd.BuyTopCard: "Koupit vrchní kartu balíčku.",
        cmd.BuyFromMonster: "Koupit kartu {card} od jejího majitele.",
        cmd.EndBuying: "Přestat nakupovat.",
        cmd.SeizeCard: "Koupit odkrytou kartu {card}.",
        cmd.PassCards: "Nechat odkryté karty být.",
        cmd.SellCard: "Prodat kartu {card}.",
        cmd.EndSelling: "Přestat prodávat.",
        cmd.TakeExtraTurn: "Využít tah navíc.",
        cmd.DeclineExtraTurn: "Vzdát se tahu navíc.",
        cmd.HealRapidly: "Zaplatit 2 energie a vyléčit 1.",
        cmd.SpreadWings: "Zaplatit 2 energie, roztáhnout křídla a tento tah neutrpět zranění.",
        cmd.ThrowDice: _thrown,
        cmd.TurnCard: "Odkrytá karta je {card}.",
        cmd.PeekCard: "Vrchní karta je {card}.",
        # Events
        ev.MonsterChosen: "{seat} hraje za příšeru {monster}.",
        ev.DeckReshuffled: "Odložené karty se zamíchaly do nového balíčku.",
        ev.CardRevealed: "Na místě {slot} se odkrývá karta {card}.",
        ev.StartRollCalled: "{seat} hází o začátek.",
        ev.StartDiceLanded: "{seat} hází {faces}.",
        ev.StartRollTied: "Shoda, znovu hází {seats}.",
        ev.FirstPlayerDecided: "Začíná {seat}.",
        ev.TurnStarted: "{seat} začíná tah[extra? navíc][, o {penalty:kostku|kostky|kostek} méně].",
        ev.PointsGained: witnessed(
            points_earned,
            "{seat} získává {points:vítězný bod|vítězné body|vítězných bodů}[ ({card})].",
            start="{seat} získává {points:vítězný bod|vítězné body|vítězných bodů} za začátek tahu v Tokiu.",
            entry="{seat} získává {points:vítězný bod|vítězné body|vítězných bodů} za ovládnutí Tokia.",
            dice="{seat} získává {points:vítězný bod|vítězné body|vítězných bodů} za {faces}.",
        ),
        ev.SummitReached: "{seat} má 20 vítězných bodů, s nimiž se vítězí na konci tahu.",
        ev.PointsLost: "{seat} ztrácí {points:vítězný bod|vítězné body|vítězných bodů}[ ({card})].",
        ev.EnergyGained: "{seat} získává {energy:energii|energie|energií}[ ({card})| z kostek].",
        ev.EnergyLost: "{seat} ztrácí {energy:energii|energie|energií}[ ({card})].",
        ev.EnergyPaid: "{seat} platí {energy:energii|energie|energií} (příjemce: {to_seat}).",
        ev.BatteriesUnloaded: "{seat} bere {energy:energii|energie|energií} z karty {card}.",
        ev.MimicChangeOffered: "{seat} může změnit kartu, kterou Imitace napodobuje.",
        ev.MimicKept: "{seat} nechává Imitaci, kde je.",
        ev.MimicTargetAsked: "{seat} musí zvolit kartu, kterou Imitace napodobí.",
        ev.MimicPlaced: "{seat}: Imitace napodobuje kartu {card}.",
        ev.MimicReturned: "{seat}: Imitace nenapodobuje nic.",
        ev.DiceCounted: "{seat} má {dice:kostku|kostky|kostek} a {rerolls:přehození|přehození|přehození}.",
        ev.RollCalled: "{seat} hází kostkami.",
        ev.RerollCalled: _rerolled,
        ev.DiceLanded: "{seat} hází {faces}.",
        ev.DieTurned: "{seat} otáčí kostku {die} na {face}[ kartou {card}].",
        ev.CardSpent: "{seat} už tento tah použil kartu {card}.",
        ev.CounterSpent: "{seat} odebírá žeton z karty {card}.",
        ev.RollingStopped: "{seat} přestává házet.",
        ev.ProbeOffered: "{seat} může kartou {card} dát přehodit kostku.",
        ev.ProbePassed: "{seat} nepřehazuje žádnou kostku.",
        ev.DieProbed: "{seat} dává přehodit kostku {die} kartou {card}.",
        ev.ProbedDieLanded: "Na kostce {die} padlo {face}.",
        ev.AdjustmentOffered: "{seat} může kostky ještě jednou změnit.",
        ev.DiceDeclared: "{seat} nechává kostky, jak jsou.",
        ev.DiceSettled: witnessed(
            dice_shown,
            "{seat} vyhodnocuje kostky ({place}): {attack:Útok|Útoky|Útoků} a {hearts:Léčení|Léčení|Léčení}.",
            dice="{seat} vyhodnocuje kostky ({place}): {faces}.",
        ),
        ev.ExtraTurnEarned: "{seat} získává tah navíc[ ({card})].",
        ev.Hit: "{seat} ({damage:bod|body|bodů})",
        ev.Yielding: "{seat} ({damage:bod|body|bodů}, pokud díky kartě Jets neustoupí)",
        ev.MonstersAttacked: _attack,
        ev.MonstersStruck: "{seat} rozdává zranění[ ({card})]: {hits}.",
        ev.DefenceOffered: "{seat} se může zranění bránit.",
        ev.DefenceEnded: "{seat} přijímá zranění.",
        ev.CamouflageCalled: "{seat} hází za kartu {card}, {dice:kostka|kostky|kostek}.",
        ev.CamouflageLanded: "{seat} hází za kartu {card}: {faces}.",
        ev.DamageIgnored: "{seat} si ze zranění nic nedělá[ ({card})].",
        ev.LifeLost: "{seat} ztrácí {life:život|životy|životů}[ (útočník: {by_seat})].",
        ev.PoisonGiven: "{seat} dostává {counters:žeton|žetony|žetonů} jedu.",
        ev.ShrinkGiven: "{seat} dostává {counters:žeton|žetony|žetonů} zmenšení.",
        ev.DamageSettled: "Všechna zranění jsou vyhodnocena.",
        ev.MonsterKilled: "{seat} nemá žádný život.",
        ev.MonsterReturned: "{seat} se vrací, má {life:život|životy|životů}.",
        ev.MonsterEliminated: "{seat} vypadává ze hry.",
        ev.TurnCutShort: "Zbytek tahu se přeskakuje.",
        ev.BayLeftForCity: "{seat} jde z Tokijského zálivu do Centra Tokia.",
        ev.BayClosed: "Tokijský záliv se uzavírá.",
        ev.YieldOffered: "{seat} může opustit Tokio (útočník: {to_seat}).",
        ev.TokyoYielded: "{seat} opouští Tokio.",
        ev.TokyoHeld: "{seat} zůstává v Tokiu.",
        ev.YieldForgone: "{seat} už nemůže opustit Tokio.",
        ev.BurrowLeft: "{seat} nechává v zemi díru: {damage:bod|body|bodů} zranění pro příšeru, která ovládne Tokio.",
        ev.BurrowEntered: "{seat} padá do díry v zemi ({by_seat}): {damage:bod|body|bodů} zranění.",
        ev.HeartsOffered: "{seat} může zvolit, jak použít {hearts:Léčení|Léčení|Léčení}.",
        ev.HeartsUsed: witnessed(
            hearts_wasted,
            "{seat} používá {hearts:Léčení|Léčení|Léčení}.",
            full="{seat} používá {hearts:Léčení|Léčení|Léčení}; životů už má plný počet.",
        ),
        ev.LifeHealed: "{seat} si léčí {life:život|životy|životů}[ ({card})| kostkami].",
        ev.PoisonRemoved: "{seat} odstraňuje {counters:žeton|žetony|žetonů} jedu.",
        ev.ShrinkRemoved: "{seat} odstraňuje {counters:žeton|žetony|žetonů} zmenšení.",
        ev.TokyoTaken: "{seat} ovládá {place}.",
        ev.MonsterDisplaced: "{seat} letí ven z Centra Tokia.",
        ev.TokyoMissed: "{seat} zůstává mimo Tokio.",
        ev.CardBought: "{seat} kupuje kartu {card} za {price:energii|energie|energií}.",
        ev.CardSeized: "{seat} kupuje díky Chmatákovi kartu {card} za {price:energii|energie|energií}.",
        ev.TopCardBought: "{seat} kupuje z vršku balíčku kartu {card} za {price:energii|energie|energií}.",
        ev.CardTakenOver: "{seat} kupuje kartu {card} (dosud {from_seat}) za {price:energii|energie|energií}.",
        ev.CardPutAway: "Karta {card} se odkládá.",
        ev.CardDiscarded: "{seat} odkládá kartu {card}.",
        ev.MonsterGrew: "{seat} získává {life:život|životy|životů} ({card}).",
        ev.MonsterShrank: "{seat} ztrácí {life:život|životy|životů} z této karty.",
        ev.CountersPlaced: "{seat} dává {counters:žeton|žetony|žetonů} na kartu {card}.",
        ev.BatteriesOffered: "{seat} může dát energii na kartu {card}.",
        ev.BatteriesLoaded: "{seat} dává na kartu {card} {energy:energii|energie|energií} a bank přidává stejně.",
        ev.MarketSwept: "{seat} vyměňuje nabídku.",
        ev.TopCardLookedAt: "{seat} se dívá na vrchní kartu balíčku.",
        ev.TopCardSeen: "{seat} vidí kartu {card}.",
        ev.BuyingEnded: "{seat} přestává nakupovat.",
        ev.OpportunityOffered: "{seat} může koupit odkryté karty.",
        ev.OpportunityPassed: "{seat} nechává odkryté karty být.",
        ev.OpportunityClosed: witnessed(
            market_left, "Žádná jiná příšera odkryté karty nekupuje.", market="V nabídce teď jsou: {cards}."
        ),
        ev.SaleOffered: "{seat} může prodávat karty.",
        ev.CardSold: "{seat} prodává kartu {card} za {energy:energii|energie|energií}.",
        ev.SaleEnded: "{seat} přestává prodávat.",
        ev.EndOfTurnReached: "{seat} je na konci tahu.",
        ev.PoisonWorked: "Jed zraňuje: {seat} ({damage:bod|body|bodů}).",
        ev.TurnEnded: "{seat} končí tah.",
        ev.ExtraTurnTaken: "{seat} využívá tah navíc.",
        ev.ExtraTurnDeclined: "{seat} se vzdává tahu navíc.",
        ev.WingsSpread: "{seat} roztahuje křídla a tento tah neutrpí zranění.",
        ev.KingCrowned: "{seat} má 20 vítězných bodů a je vládcem Tokia!",
        ev.LastMonsterStood: "{seat} je poslední přeživší příšera a vládce Tokia!",
        ev.EverybodyDied: "Nepřežila žádná příšera: nevyhrál nikdo.",
        # Steps
        steps.ChooseMonster: "{seat} volí příšeru.",
        steps.RevealCard: "Náhoda odkrývá kartu na místě {slot}.",
        steps.RollForStart: "{seat} hází o začátek.",
        steps.ThrowForStart: "Náhoda hází kostkami ({seat}).",
        steps.StartTurn: "{seat} začíná tah[extra? navíc].",
        steps.ChangeMimic: "{seat} volí, zda změnit kartu, kterou Imitace napodobuje.",
        steps.CountDice: "Počítají se kostky a přehození ({seat}).",
        steps.RollDice: "{seat} hází kostkami.",
        steps.ThrowDice: "Náhoda hází kostkami ({seat}).",
        steps.RerollDice: seen(
            rerolls_left,
            "{seat} volí, které kostky si nechat, a ostatní přehazuje, nebo přestává.",
            spent="{seat} už nemá žádné přehození a přestává, pokud kostky nezmění karta.",
        ),
        steps.ProbeDie: "{seat} volí, zda kartou {card} dát přehodit kostku.",
        steps.ThrowProbedDie: "Náhoda hází kostkou {die}.",
        steps.AdjustDice: "{seat} volí, zda kostky ještě jednou změnit.",
        steps.ResolveDice: "{seat} vyhodnocuje kostky.",
        steps.FaceDamage: "{seat} čelí zranění: {damage:bod|body|bodů}.",
        steps.Defend: "{seat} volí, zda se bránit, nebo zranění přijmout.",
        steps.RollCamouflage: "Náhoda hází za kartu {card} ({seat}): {dice:kostka|kostky|kostek}.",
        steps.Fall: "{seat} nemá žádný život.",
        steps.OfferYield: "{seat} dostává otázku, zda opustí Tokio (útočník: {to_seat}).",
        steps.YieldTokyo: "{seat} volí, zda opustit Tokio (útočník: {to_seat}).",
        steps.SettleDamage: "Všechna zranění jsou vyhodnocena.",
        steps.UseHearts: "{seat} používá {hearts:Léčení|Léčení|Léčení}.",
        steps.AssignHearts: "{seat} volí, jak použít {hearts:Léčení|Léčení|Léčení}.",
        steps.TakeTokyo: "{seat} ovládá Tokio.",
        steps.BuyCards: "{seat} volí, které karty koupit.",
        steps.PeekCard: "Náhoda ukazuje vrchní kartu balíčku ({seat}).",
        steps.PlaceMimic: "{seat} volí kartu, kterou Imitace napodobí.",
        steps.LoadBatteries: "{seat} volí, kolik energie dát na kartu {card}.",
        steps.PutAwayCard: "Karta se odkládá.",
        steps.OfferCards: "Odkryté karty se nabízejí majitelům Chmatáka.",
        steps.SeizeCard: "{seat} volí, zda koupit odkrytou kartu.",
        steps.SellCards: "{seat} volí, které karty prodat.",
        steps.EndTurn: "{seat} je na konci tahu.",
        steps.JudgeTurn: "Ověřují se podmínky vítězství.",
        steps.OfferExtraTurn: "{seat} volí, zda využít tah navíc.",
        steps.UsePowers: "Kdokoli může použít Rapid Healing nebo Wings.",
    },
    names={**{card.id: card.name for card in CARDS.values()}, **MONSTERS, **NAMES},
    texts=TEXTS,
    aim=AIM,
    details=DETAILS,
    words={"face": FACES, "faces": FACES, "place": PLACES, "ending": ENDINGS, "waits_for": STEPS},
    seats={0: "bank"},
    options=OPTIONS,
    choices=CHOICES,
    commands=COMMANDS,
    fields=FIELDS,
    facts=FACTS,
    clauses=CLAUSES,
    house_rulings=RULINGS,
    places={**SECTIONS, **{f"Card: {card.name}": f"Karta: {NAMES.get(card.id, card.name)}" for card in CARDS.values()}},
    edition=EDITION,
    labels={
        **LABELS,
        **{english: NAMES.get(monster, english) for monster, english in MONSTERS.items()},
        **{card.name: NAMES.get(card.id, card.name) for card in CARDS.values()},
        **{card.text: TEXTS[card.id] for card in CARDS.values()},
    },
    language=CZECH,
)
