"""Samurai Spirit in Czech."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, offered, seen, witnessed
from games.samurai_spirit.rules import steps
from games.samurai_spirit.rules.data import RAIDERS, SAMURAI, Raider
from games.samurai_spirit.words.cs.clauses import CLAUSES
from games.samurai_spirit.words.cs.forms import COMMANDS, FIELDS
from games.samurai_spirit.words.cs.house_rulings import RULINGS, SECTIONS
from games.samurai_spirit.words.cs.picture import LABELS, LEGEND
from games.samurai_spirit.words.en import (
    actions_left,
    bonus_missed,
    confronting,
    defending,
    family_lost,
    farm_shown,
    in_words,
    last_known,
    line_total,
    prepared,
    round_over,
    sending,
    suffering,
    talent_known,
    top_known,
    top_taken,
)
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

PENALTIES = {
    # Penalties of raiders
    "fire": "hoří barikáda nebo farma",
    "wound": "zranění",
    "ninja": "vrchní nájezdník jde k plenitelům",
    "no_defend": "žádná obrana",
    "no_support": "žádná podpora",
    "draw_left": "levý soused táhne nájezdníka",
    "draw_right": "pravý soused táhne nájezdníka",
    "must_pass": "jen pas",
    "reinforce": "odhozený nájezdník se vrací",
    "no_talent": "žádný talent ani žetony",
    "discard_left": "odhodit nájezdníka z levé strany",
    # Penalties of farms
    "remove_family": "ztráta rodiny",
    "remove_farm": "ztráta další farmy",
    "remove_barricade": "ztráta barikády nebo další farmy",
    "wound_random": "zranění náhodného samuraje",
}
FAMILIES = {
    "heal_random": "uzdravit náhodného samuraje",
    "add_barricade": "přidat barikádu",
    "top_intruder_to_discard": "odhodit vrchního plenitele",
}
EFFECTS = {
    "add_barricade": "přidat barikádu",
    "heal": "uzdravit samuraje",
    "transfer_last_card": "předat posledního nájezdníka ze zástupu jinému samuraji",
    "raider_stack_to_discard": "odhodit vrchní nájezdníky z balíčku",
    "intruder_stack_to_discard": "odhodit vrchní plenitele z balíčku",
    "discard_last_card": "odhodit posledního nájezdníka ze zástupu",
    "give_support_token": "předat žeton podpory jinému samuraji",
    "reorder_raider_stack": "přerovnat vrchní nájezdníky v balíčku",
    "add_barricade_too": "přidat barikádu",
}
ENDINGS = {
    "death": "smrt samuraje",
    "village_lost": "vesnice je ztracena",
    "village_saved": "vesnice je zachráněna",
}
TEXTS = {
    "heihachi": "Posílá nájezdníky se sudou silou sousedovi. Kiai: přidá barikádu; jako zvíře i uzdraví samuraje",
    "daisuke": "Posílá nájezdníky s lichou silou sousedovi. Kiai: předá posledního nájezdníka ze zástupu jinému; "
    "jako zvíře dvakrát",
    "gorobei": "Ignoruje penalty nájezdníků se sudou silou. Kiai: odhodí 2 vrchní nájezdníky; jako zvíře 3",
    "kanbei": "Ignoruje penalty nájezdníků s lichou silou. Kiai: odhodí 2 vrchní plenitele; jako zvíře 3",
    "kikuchiyo": "Smí v tahu bojovat podruhé. Kiai: odhodí posledního nájezdníka ze zástupu; jako zvíře dvakrát",
    "kyuzo": "Odhodí nájezdníka se silou, která už v zástupu je. Kiai: předá žeton podpory; jako zvíře i přidá "
    "barikádu",
    "katsushiro": "Taženého nájezdníka vymění za jiného. Kiai: přerovná 2 vrchní nájezdníky; jako zvíře 3",
}
TALENTS = {
    "heihachi": "posílá dál sudé nájezdníky",
    "daisuke": "posílá dál liché nájezdníky",
    "gorobei": "ignoruje penalty sudých",
    "kanbei": "ignoruje penalty lichých",
    "kikuchiyo": "bojuje dvakrát",
    "kyuzo": "odhazuje sílu, kterou už má",
    "katsushiro": "táhne jiného nájezdníka",
}
"""What each support token does, in a few words."""
OPTIONS = {
    "difficulty": ("Obtížnost", 'Snadná ("easy"), normální ("normal"), těžká ("hard") nebo hrdinská ("heroic").'),
    "samurai": (
        "Samurajové",
        "Samuraj každého hráče, počínaje hráčem 1. U koho pole zůstane prázdné, tomu ho určí los.",
    ),
    "solo": ("Sólová hra", "Jeden hráč vede dva nebo tři samuraje; každý se počítá jako hráč."),
    "absent_tokens": (
        "Žetony nepřítomných",
        "Žetony nepřítomných samurajů se používají i při třech až šesti samurajích.",
    ),
    "two_player_doll_check": (
        "Kontrola panenek",
        "Jen při dvou samurajích: rozdání s méně než dvěma panenkami se opakuje.",
    ),
    "round_starter": (
        "Začátek dalšího kola",
        (
            'Levý soused samuraje, který měl poslední tah ("last_turn"), nebo který táhl posledního nájezdníka '
            '("last_draw").'
        ),
    ),
}
NAMES = {samurai: samurai.capitalize() for samurai in SAMURAI}
CHOICES = {
    "difficulty": {"easy": "snadná", "normal": "normální", "hard": "těžká", "heroic": "hrdinská"},
    "samurai": NAMES,
    "round_starter": {"last_turn": "po posledním tahu", "last_draw": "po posledním tažení karty"},
}
FACTS = {
    "at_the_village": "u vesnice: {at_the_village}",
    "barricades": "barikády: {barricades}",
    "empty_line_of": "prázdný zástup: {empty_line_of:seat}",
    "from_seat": "od: {from_seat}",
    "intruders": "plenitelé: {intruders}",
    "kiai": "číslo kiai: {kiai}",
    "left_side": "levá strana: {left_side}",
    "line": "zástup: {line}",
    "passed": "pasoval: {passed:seat}",
    "penalty": "penalta: {penalty}",
    "raider": "nájezdník: {raider}",
    "raiders": "nájezdníci: {raiders}",
    "revealed": "odkryto: {revealed}",
    "samurai": "samuraj: {samurai}",
    "symbol": "symbol: {symbol}",
    "talent": "talent: {talent}",
    "to_seat": "komu: {to_seat}",
    "token_with": "žeton má: {token_with:seat}",
    "total": "součet: {total}",
    "value": "síla: {value}",
}
STEPS = {
    "DealSamurai": "rozdání samurajů",
    "CheckDeal": "kontrola panenek",
    "DrawFirstSamurai": "los prvního samuraje",
    "BeginTurn": "začátek tahu",
    "CallAbsent": "použití žetonů nepřítomných",
    "MeetPenalties": "penalty nájezdníka",
    "WeighPenalties": "rozhodnutí, zda penalty ignorovat",
    "OrderPenalties": "pořadí penalt",
    "SufferPenalty": "uplatnění penalty",
    "DrawLeft": "tažení levého souseda",
    "DrawRight": "tažení pravého souseda",
    "CallReinforcement": "návrat nájezdníka",
    "BreakDefence": "odhození z levé strany",
    "EndPenalties": "konec penalt",
    "ChooseAction": "volba akce",
    "DrawOpponent": "tažení nájezdníka",
    "MeetRaider": "vypořádání s nájezdníkem",
    "DrawReplacement": "tažení jiného nájezdníka",
    "MeetReplacement": "čelit, nebo se bránit",
    "EndFight": "konec boje",
    "FightAgain": "druhý boj",
    "EndTurn": "konec tahu",
    "OfferKiai": "efekt kiai",
    "BuildBarricade": "přidání barikády",
    "Heal": "uzdravení",
    "Transfer": "předání nájezdníka",
    "ScatterRaiders": "odhození nájezdníků z balíčku",
    "RepelIntruders": "odhození plenitelů",
    "Strike": "odhození nájezdníka ze zástupu",
    "LendToken": "předání žetonu podpory",
    "BuildForKyuzo": "přidání barikády",
    "ScoutRaiders": "odkrytí nájezdníků",
    "PlaceTransfer": "položení předaného nájezdníka",
    "CompareTotal": "porovnání součtu",
    "ScatterRaider": "odhození nájezdníka z balíčku",
    "RepelIntruder": "odhození plenitele",
    "RevealRaider": "odkrytí nájezdníka",
    "ArrangeRaiders": "pořadí nájezdníků",
    "EndKiai": "konec kiai",
    "DestroyFarm": "zničení farmy",
    "WoundVillager": "zranění samuraje",
    "LoseFamilyToFarm": "ztráta rodiny za farmu",
    "FailPeasants": "rolníci bez obrany",
    "FailFarm": "farma bez obrany",
    "FailFamily": "rodina bez obrany",
    "LoseFamily": "ztráta rodiny",
    "TurnUpFamilies": "otočení rodin",
    "GiveBonus": "pomoc rodiny",
    "HealRandom": "uzdravení samuraje",
    "RepelForFamily": "odhození plenitele",
    "FaceIntruders": "odkrývání plenitelů",
    "RevealIntruder": "odkrytí plenitele",
    "CloseRound": "konec kola",
}
EDITION = {
    "Tokens": "Co prameny neuvádějí: kolik ze šesti farem má na zadní straně kterou penaltu.",
}
MARKS = {
    "ninja": "ninja",
    "fire": "oheň",
    "wound": "zranění",
    "no_defend": "bez obrany",
    "no_support": "bez podpory",
    "draw_left": "táhne levý soused",
    "draw_right": "táhne pravý soused",
    "must_pass": "jen pas",
    "reinforce": "návrat nájezdníka",
    "no_talent": "bez talentu",
    "discard_left": "odhoz z levé strany",
    "remove_family": "ztráta rodiny",
    "remove_farm": "ztráta další farmy",
    "remove_barricade": "ztráta barikády",
    "wound_random": "zranění",
}
"""Penalties in a word or two, for pictures."""
LEVELS = {"easy": "snadná", "normal": "normální", "hard": "těžká", "heroic": "hrdinská"}
SYMBOLS = {"hat": "klobouk", "farm": "farma", "doll": "panenka"}
CALLED = in_words("síly {}", {"mark": MARKS, "symbol": SYMBOLS}, LABELS["flames"])
"""The raiders in sentences, after the word for a raider."""
AIM = (
    "Samurajové vyhrávají i prohrávají společně: vyhrají, když po třech kolech zbude aspoň jedna farma a rodina, a "
    "prohrají, jakmile některý zemře. V tahu nejdřív utrpíte penalty svého posledního nájezdníka, pak bojujete, "
    "podpoříte jiného, nebo pasujete."
)


def _printed(raider: Raider) -> str:
    """Return the print of a raider in words."""
    parts = [f"Síla {raider.value}"]
    parts += [f"penalta: {PENALTIES[penalty]}" for penalty in raider.penalties]
    parts += [f"obranný symbol: {SYMBOLS[raider.defence]}"] if raider.defence else []
    parts += ["plameny, které mezi pleniteli spálí barikádu nebo farmu"] if raider.flames else []
    return "; ".join(parts)


DETAILS = {
    **{raider.id: _printed(raider) for raider in RAIDERS.values()},
    **{samurai.id: f"Kiai {samurai.kiai_human}, jako zvíře {samurai.kiai_animal}" for samurai in SAMURAI.values()},
}

WORDS = Phrasebook(
    {
        # Commands
        cmd.UseAbsentToken: offered(
            talent_known, "Použít žeton podpory nepřítomného samuraje: {samurai}[ ({talent:id})]."
        ),
        cmd.LeaveAbsentTokens: "Nepoužívat další žetony nepřítomných.",
        cmd.IgnorePenalties: "Ignorovat penalty.",
        cmd.AcceptPenalties: offered(
            suffering, "Utrpět penalty[dies?: jako zvíře utrpíte druhé zranění a hra je prohraná]."
        ),
        cmd.PutPenaltyFirst: "Utrpět nejdřív: {penalty}.",
        cmd.DiscardDefender: "Odhodit z levé strany nájezdníka {raider}.",
        cmd.Fight: offered(top_known, "Boj[: táhnout nájezdníka {top:id}]."),
        cmd.Support: offered(
            top_known, "Podpora ({to_seat})[offered?: [nájezdník {top:id}|vrchní nájezdník] se stane plenitelem]."
        ),
        cmd.Pass: "Pas.",
        cmd.Confront: offered(
            confronting,
            "Čelit nájezdníkovi[offered?: součet {total}[over?, přes číslo kiai {kiai}; [barricade?hoří "
            "barikáda|[farm?hoří farma|nezbývá barikáda ani farma]]| z {kiai}[first?: spustí se kiai, pak se odhodí "
            "první nájezdník ze zástupu, {first:id}]]].",
        ),
        cmd.Defend: offered(
            defending,
            "Bránit se proti nájezdníkovi[offered?: [lacking?na levé straně bude ještě chybět {lacking:id}|levá "
            "strana bude úplná]].",
        ),
        cmd.Send: offered(
            sending,
            "Poslat nájezdníka dál ({to_seat})[offered?: součet {total} z {kiai}, může se bránit: [able?ano|ne]].",
        ),
        cmd.Dismiss: "Odhodit nájezdníka.",
        cmd.Swap: offered(top_known, "Vsunout nájezdníka dospod balíčku a táhnout [nájezdníka {top:id}|jiného]."),
        cmd.FightAgain: offered(top_known, "Bojovat znovu[: táhnout nájezdníka {top:id}]."),
        cmd.StopFighting: "Přestat bojovat.",
        cmd.SkipKiai: "Vynechat efekt kiai.",
        cmd.BuildBarricade: "Přidat barikádu.",
        cmd.Heal: "Uzdravit ({healed_seat}).",
        cmd.Transfer: offered(
            last_known, "Předat posledního nájezdníka[ {last:id}]. Od koho: {from_seat}; komu: {to_seat}."
        ),
        cmd.ScatterRaiders: "Odhodit vrchní nájezdníky z balíčku.",
        cmd.RepelIntruders: "Odhodit vrchní plenitele z balíčku.",
        cmd.Strike: offered(last_known, "Odhodit posledního nájezdníka ze zástupu ({from_seat})[: {last:id}]."),
        cmd.LendToken: offered(
            talent_known, "Předat žeton podpory[ ({talent:id})]. Od koho: {from_seat}; komu: {to_seat}."
        ),
        cmd.ScoutRaiders: "Odkrýt vrchní nájezdníky z balíčku.",
        cmd.ArrangeRaiders: "Vrátit nájezdníky, shora: {raiders}.",
        cmd.DealSamurai: "Samurajové jsou {samurai:by seat}.",
        cmd.CheckDeal: "Rozdaní nájezdníci mají [enough?dost|málo] panenek.",
        cmd.DrawFirstSamurai: "Los určil: {seat}.",
        cmd.TurnRaider: "Nájezdník je {raider}.",
        cmd.TurnIntruder: "Plenitel je {raider}.",
        cmd.TurnFarm: "Zadní strana farmy, která platí jen při těžké a hrdinské obtížnosti: {penalty}.",
        cmd.RemoveFamily: "Los určil rodinu, která by mohla {family}.",
        cmd.WoundSamurai: "Los určil: {wounded_seat}.",
        cmd.HealSamurai: "Los určil: {healed_seat}.",
        cmd.Reinforce: "Los určil nájezdníka {raider}.",
        # Events
        ev.SamuraiDealt: "Samurajové jsou {samurai:by seat}.",
        ev.DealSetAside: "Rozdaní nájezdníci se odkládají a rozdávají se jiní.",
        ev.DealKept: "Rozdaní nájezdníci zůstávají.",
        ev.FirstSamuraiDrawn: "První tah má {seat}.",
        ev.TurnBegan: "{seat} začíná tah.",
        ev.AbsentTokenUsed: "{seat} používá žeton podpory nepřítomného samuraje: {samurai}.",
        ev.AbsentTokensLeft: "{seat} nepoužívá další žetony nepřítomných.",
        ev.TokenReturned: "{seat} vrací žeton podpory (majitel: {owner_seat}).",
        ev.TurnEnded: "{seat} končí tah.",
        ev.PenaltiesMet: "Na řadě jsou penalty nájezdníka {raider} ({seat}).",
        ev.IgnoringOffered: "{seat} může ignorovat penalty nájezdníka {raider}.",
        ev.PenaltiesIgnored: "{seat} ignoruje penalty nájezdníka {raider}.",
        ev.PenaltiesAccepted: "{seat} utrpí penalty nájezdníka {raider}.",
        ev.OrderAsked: "{seat} může zvolit, která penalta nájezdníka {raider} přijde první.",
        ev.PenaltyPutFirst: "{seat} utrpí tuto penaltu nájezdníka {raider} nejdřív: {penalty}.",
        ev.PenaltiesDue: "{seat} teď musí utrpět: {penalties}.",
        ev.PenaltySuffered: "{seat} utrpí penaltu: {penalty}.",
        ev.PenaltyImpossible: "{seat} nemůže penaltu uplatnit ({penalty}) a místo ní utrpí zranění.",
        ev.SamuraiBound: "Pro tento tah platí ({seat}): {penalty}.",
        ev.NeighbourChallenged: "{seat} musí čelit vrchnímu nájezdníkovi.",
        ev.ChallengerDrawn: "{seat} táhne nájezdníka {raider}.",
        ev.ReinforcementCalled: "Z odhazovací hromádky se vrací nájezdník.",
        ev.RaiderReinforced: "Nájezdník {raider} se zamíchal do balíčku nájezdníků.",
        ev.DefenceBroken: "{seat} musí odhodit nájezdníka z levé strany.",
        ev.DefenderDiscarded: "{seat} odhazuje z levé strany nájezdníka {raider}.",
        ev.PenaltiesEnded: "{seat} má všechny penalty za sebou.",
        ev.ActionForfeited: "{seat} nemá akci: balíček nájezdníků je prázdný.",
        ev.FightChosen: "{seat} bojuje.",
        ev.SupportGiven: "{seat} dává podporu ({to_seat}).",
        ev.SamuraiPassed: "{seat} pasuje.",
        ev.RaiderSlippedPast: witnessed(
            top_taken,
            "Vrchní nájezdník jde bez nahlédnutí k plenitelům.",
            known="Vrchní nájezdník {raider:id} jde k plenitelům.",
        ),
        ev.OpponentDrawn: "{seat} táhne nájezdníka {raider}.",
        ev.LastRaiderDrawn: "{seat} má posledního nájezdníka z balíčku.",
        ev.RaiderConfronted: witnessed(
            line_total,
            "{seat} čelí nájezdníkovi {raider}.",
            total="{seat} čelí nájezdníkovi {raider}: součet {total}, kiai {kiai}.",
        ),
        ev.RaiderDefended: "{seat} se brání proti nájezdníkovi {raider}.",
        ev.RaiderSent: "{seat} posílá nájezdníka {raider} dál ({to_seat}).",
        ev.RaiderDismissed: "{seat} odhazuje nájezdníka {raider}.",
        ev.RaiderSwapped: "{seat} vsouvá nájezdníka {raider} dospod balíčku nájezdníků.",
        ev.ReplacementDrawn: "{seat} táhne místo něj nájezdníka {raider}.",
        ev.SamuraiOvercome: "Nájezdníci hráče udolali ({seat}): zástup je přes číslo kiai a vesnice hoří.",
        ev.SecondFightOffered: "{seat} může bojovat znovu.",
        ev.SecondFightChosen: "{seat} bojuje znovu.",
        ev.FightingEnded: "{seat} přestává bojovat.",
        ev.KiaiTriggered: "{seat} spouští kiai!",
        ev.KiaiOffered: "{seat} může použít efekt kiai: {effect}.",
        ev.KiaiFruitless: "{seat} nemůže použít efekt kiai: {effect}.",
        ev.KiaiSkipped: "{seat} vynechává efekt kiai.",
        ev.FirstRaiderDiscarded: "{seat} odhazuje prvního nájezdníka ze zástupu: {raider}.",
        ev.KiaiEnded: "{seat} má kiai za sebou.",
        ev.RaiderTransferred: "{from_seat} předává nájezdníka {raider} ({to_seat}).",
        ev.TotalCompared: witnessed(
            line_total,
            "{seat} porovnává zástup s číslem kiai.",
            total="{seat} porovnává zástup s číslem kiai (součet {total}, kiai {kiai}).",
        ),
        ev.ScatteringBegan: "Odhazuje se vršek balíčku: {count:nájezdník|nájezdníci|nájezdníků}.",
        ev.RaiderScattered: "Odhazuje se nájezdník {raider}.",
        ev.RepellingBegan: "Odhazuje se vršek balíčku: {count:plenitel|plenitelé|plenitelů}.",
        ev.IntruderRepelled: "Odhazuje se plenitel {raider}.",
        ev.RaiderStruck: "Odhazuje se poslední nájezdník ze zástupu ({from_seat}): {raider}.",
        ev.TokenLent: "{from_seat} předává žeton podpory ({to_seat}).",
        ev.ScoutingBegan: "{seat} odkrývá vršek balíčku: {count:nájezdník|nájezdníci|nájezdníků}.",
        ev.RaiderRevealed: "Nájezdník číslo {place} v balíčku je {raider}.",
        ev.RaidersArranged: "Nájezdníci se vracejí, shora: {raiders}.",
        ev.BarricadeDestroyed: "Jedna barikáda je zničena.",
        ev.BarricadeBuilt: "Přibývá barikáda.",
        ev.FarmAttacked: "Farma je napadena.",
        ev.FarmDestroyed: witnessed(
            farm_shown,
            "Farma je zničena[; penalta na zadní straně, pro těžkou a hrdinskou obtížnost: {penalty}].",
            effective="Farma je zničena; penalta na zadní straně: {penalty}.",
            blank="Farma je zničena.",
        ),
        ev.VillagersAttacked: "Napaden je náhodný samuraj.",
        ev.FamilyAttacked: "Rodina je napadena.",
        ev.FamilyLost: witnessed(
            family_lost, "Ztracena je rodina, která by mohla {family}.", alike="Rodina je ztracena."
        ),
        ev.WoundTaken: "{seat} bere žeton zranění.",
        ev.SpiritAwakened: "{seat} otáčí desku na zvířecí stranu.",
        ev.SamuraiDied: "{seat} utrpí jako zvíře další zranění a umírá: hra je ihned prohraná (SS-8.23).",
        ev.SamuraiHealed: "{seat} odkládá žeton zranění.",
        ev.VillageAbandoned: "Všichni pasovali: nájezdníci zbylí v balíčku jdou k plenitelům.",
        ev.RoundEnded: witnessed(
            round_over,
            "Končí kolo {round}.",
            passed="Končí kolo {round}: všichni samurajové pasovali.",
            fought="Končí kolo {round}: balíček nájezdníků je prázdný.",
        ),
        ev.PeasantsUndefended: "{seat} nemá na levé straně klobouk.",
        ev.FarmUndefended: "{seat} nemá na levé straně farmu.",
        ev.FamilyUndefended: "{seat} nemá na levé straně panenku.",
        ev.FamiliesTurnedUp: "Zbylé rodiny se otáčejí.",
        ev.FamilyHelped: witnessed(
            bonus_missed,
            "Rodina pomáhá {family}.",
            unhurt="Rodina by mohla {family}, ale nikdo nemá žeton zranění.",
            complete="Rodina by mohla {family}, ale všechny barikády stojí.",
            clear="Rodina by mohla {family}, ale u vesnice žádní plenitelé nejsou.",
        ),
        ev.HealingBegan: "Odstraní se žeton zranění.",
        ev.IntrudersFaced: "Odkrývá se balíček plenitelů: {count:karta|karty|karet}.",
        ev.IntruderRevealed: "Plenitel číslo {place} je {raider}.",
        ev.RoundPrepared: prepared(
            "Nájezdníci se míchají pro kolo {round}; začíná {first_seat}.",
            "Nájezdníci se míchají pro kolo 2 a přibývají poručíci; začíná {first_seat}.",
            "Nájezdníci se míchají pro kolo 3 a přibývají náčelníci; začíná {first_seat}.",
        ),
        ev.VillageLost: "Vesnice je ztracena.",
        ev.VillageSaved: "Vesnice je zachráněna.",
        # Steps
        steps.DealSamurai: "Rozdávají se samurajové.",
        steps.CheckDeal: "Kontroluje se, zda mají rozdaní nájezdníci dost panenek.",
        steps.DrawFirstSamurai: "Losuje se, kdo má první tah.",
        steps.BeginTurn: "{seat} začíná tah.",
        steps.CallAbsent: "{seat} se rozhoduje, zda použít žetony nepřítomných.",
        steps.MeetPenalties: "Na řadě jsou penalty nájezdníka {raider} ({seat}).",
        steps.WeighPenalties: "{seat} se rozhoduje, zda ignorovat penalty nájezdníka {raider}.",
        steps.OrderPenalties: "{seat} volí, která penalta nájezdníka {raider} přijde první.",
        steps.SufferPenalty: "{seat} utrpí penaltu: {penalty}.",
        steps.DrawLeft: "Táhne se nájezdník ({seat}).",
        steps.DrawRight: "Táhne se nájezdník ({seat}).",
        steps.CallReinforcement: "Losuje se nájezdník z odhazovací hromádky.",
        steps.BreakDefence: "{seat} volí, kterého nájezdníka z levé strany odhodit.",
        steps.EndPenalties: "Penalty končí ({seat}).",
        steps.ChooseAction: seen(
            actions_left,
            "{seat} volí boj, podporu nebo pas.",
            over="{seat} je přes kiai a musí pasovat.",
            bound="{seat} musí pasovat kvůli penaltě.",
            forbidden="{seat} volí boj nebo pas; podporu zakazuje penalta.",
            lent="{seat} volí boj nebo pas; vlastní žeton podpory je půjčený a bez něj podpořit nelze.",
            alone="{seat} volí boj nebo pas; podpořit už není koho.",
        ),
        steps.DrawOpponent: "Táhne se nájezdník ({seat}).",
        steps.MeetRaider: "{seat} volí, jak se vypořádat s nájezdníkem {raider}.",
        steps.DrawReplacement: "Táhne se jiný nájezdník ({seat}).",
        steps.MeetReplacement: "{seat} se rozhoduje, zda nájezdníkovi {raider} čelit, nebo se bránit.",
        steps.EndFight: "První boj končí ({seat}).",
        steps.FightAgain: "{seat} se rozhoduje, zda bojovat znovu.",
        steps.EndTurn: "{seat} končí tah.",
        steps.OfferKiai: "Další efekt kiai ({seat}): {effect}.",
        steps.BuildBarricade: "{seat} se rozhoduje, zda přidat barikádu.",
        steps.Heal: "{seat} volí, kterého samuraje uzdravit.",
        steps.Transfer: "{seat} volí, komu vzít posledního nájezdníka a komu ho dát.",
        steps.ScatterRaiders: "{seat} se rozhoduje, zda odhodit {count:nájezdníka|nájezdníky|nájezdníků}.",
        steps.RepelIntruders: "{seat} se rozhoduje, zda odhodit {count:plenitele|plenitele|plenitelů}.",
        steps.Strike: "{seat} volí, čího posledního nájezdníka odhodit.",
        steps.LendToken: "{seat} volí, kdo komu předá žeton podpory.",
        steps.BuildForKyuzo: "{seat} se rozhoduje, zda přidat barikádu.",
        steps.ScoutRaiders: "{seat} se rozhoduje, zda odkrýt {count:nájezdníka|nájezdníky|nájezdníků}.",
        steps.PlaceTransfer: "{seat} se rozhoduje, zda nájezdníkovi {raider} čelit, nebo se bránit.",
        steps.CompareTotal: "{seat} porovnává zástup s číslem kiai.",
        steps.ScatterRaider: "Odkrývá se vrchní nájezdník.",
        steps.RepelIntruder: "Odkrývá se vrchní plenitel.",
        steps.RevealRaider: "Odkrývá se nájezdník číslo {place} v balíčku.",
        steps.ArrangeRaiders: "{seat} volí pořadí nájezdníků.",
        steps.EndKiai: "Kiai končí ({seat}).",
        steps.DestroyFarm: "Losuje se farma, která bude zničena.",
        steps.WoundVillager: "Losuje se samuraj, který utrpí zranění.",
        steps.LoseFamily: "Losuje se rodina, o kterou vesnice přijde.",
        steps.LoseFamilyToFarm: "Losuje se rodina, o kterou vesnice přijde.",
        steps.FailPeasants: "{seat} nemá na levé straně klobouk.",
        steps.FailFarm: "{seat} nemá na levé straně farmu.",
        steps.FailFamily: "{seat} nemá na levé straně panenku.",
        steps.TurnUpFamilies: "Zbylé rodiny se otáčejí.",
        steps.GiveBonus: "Rodina pomáhá {family}.",
        steps.HealRandom: "Losuje se samuraj, který se uzdraví.",
        steps.RepelForFamily: "Odkrývá se vrchní plenitel.",
        steps.FaceIntruders: "Plenitelé se odkrývají.",
        steps.RevealIntruder: "Odkrývá se plenitel číslo {place}.",
        steps.CloseRound: "Na konci kola se kontroluje, co z vesnice zbylo.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    details=DETAILS,
    words={
        "penalty": PENALTIES,
        "penalties": PENALTIES,
        "family": FAMILIES,
        "effect": EFFECTS,
        "ending": ENDINGS,
        "waits_for": STEPS,
        "mark": MARKS,
        "raider": CALLED,
        "raiders": CALLED,
        "difficulty": LEVELS,
        "symbol": SYMBOLS,
        "talent_of": TALENTS,
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
    labels=LABELS,
    language=LANGUAGES["cs"],
)
