"""What Samurai Spirit says by version 2 of its rules: other clauses, and the house rulings that options switch."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling, RulingText
from games.samurai_spirit.words import WORDS as WORDS_1

CLAUSES = {
    "en": {
        "SS-5.13": "A samurai under the no-talent penalty cannot use their own talent or any token this turn; they "
        "can still use their kiai. With no_talent_bars_support they cannot choose Support either.",
        "SS-8.18": "No kiai can trigger in the steps at the end of a round; with round_end_kiai, the kiai of a "
        "samurai who has not passed can, until the intruders are revealed.",
        "SS-9.11": "The next round is started by the left neighbour of the samurai who drew the last raider; if "
        "nobody drew it, or if the players agree, of the one who had the last turn.",
    },
    "cs": {
        "SS-5.13": "S penaltou bez talentu nesmí samuraj v tomto tahu použít vlastní talent ani žádný žeton; kiai "
        "ale spustit může. S volbou no_talent_bars_support nesmí zvolit ani podporu.",
        "SS-8.18": "V krocích na konci kola se žádné kiai spustit nemůže; s volbou round_end_kiai se až do odhalení "
        "plenitelů může spustit kiai samuraje, který nepasoval.",
        "SS-9.11": "Další kolo začíná levý soused samuraje, který táhl posledního nájezdníka; pokud ho nikdo netáhl "
        "nebo se tak hráči dohodnou, začíná levý soused toho, kdo měl poslední tah.",
    },
}
OPTIONS = {
    "en": {
        "round_end_kiai": (
            "Kiai at the end of a round",
            "A wound that turns a board at the end of a round triggers the kiai, until the intruders are revealed.",
        ),
        "no_talent_bars_support": (
            "No talent, no Support",
            "A samurai who cannot use tokens this turn cannot choose Support.",
        ),
    },
    "cs": {
        "round_end_kiai": (
            "Kiai na konci kola",
            "Když zranění na konci kola otočí desku, může spustit kiai, dokud nejsou odhaleni plenitelé.",
        ),
        "no_talent_bars_support": (
            "Bez talentu bez podpory",
            "Samuraj, který v tomto tahu nesmí použít žádný žeton, nesmí zvolit podporu.",
        ),
    },
}
SWITCHES = {"SS-A36": "no_talent_bars_support"}
"""The options that choose another reading, by the number of the house ruling."""
STARTER = HouseRuling(
    number="SS-A17",
    question="Who starts the next round if an arrow or a talent made another samurai draw the last raider?",
    readings=(
        "The left neighbour of the samurai whose turn it was.",
        "The left neighbour of the samurai who drew the last raider.",
    ),
    chosen="The left neighbour of the samurai who drew the last raider or, if nobody did, of the one whose turn it "
    "was.",
    reason='The Czech rulebook says "who drew the last raider or passed last"; the English one says "the last '
    'player", and the option keeps that reading.',
    place="End of a round, page 10",
    option="round_starter",
)
KIAI = HouseRuling(
    number="SS-A8",
    question="Does a kiai trigger when a wound at the end of a round turns the board?",
    readings=(
        "Yes, whenever the total is equal.",
        "Yes, until the intruders are revealed.",
        "No, the round is over.",
    ),
    chosen="No, the round is over; if the players agree, yes, until the intruders are revealed.",
    reason='"Whenever the total equals the number, at once, even out of turn" supports a kiai, but a round "ends at '
    'once", and its end is a list of steps without decisions. The last step says "reveal the cards of the intruder '
    'stack": once they are face up, no kiai can look at them, reorder them or drive them away.',
    place="Kiai, page 7",
    option="round_end_kiai",
)
TEXTS = {
    "cs": {
        "SS-A8": RulingText(
            question="Spouští se kiai, když zranění na konci kola otočí desku?",
            readings=(
                "Ano, kdykoli se součet s číslem shodne.",
                "Ano, dokud nejsou odhaleni plenitelé.",
                "Ne, kolo skončilo.",
            ),
            chosen="Ne, kolo skončilo; dohodnou-li se tak hráči, ano, dokud nejsou odhaleni plenitelé.",
            reason="„Kdykoli se součet přesně shodne, okamžitě, i mimo svůj tah“ svědčí pro kiai; kolo však „končí "
            "okamžitě“ a jeho konec je řada kroků bez rozhodování. Poslední z nich zní „odhalte karty v balíčku "
            "plenitelů“: jakmile leží lícem nahoru, žádné kiai je už neprohlédne, nepřerovná ani neodežene.",
        ),
        "SS-A17": RulingText(
            question="Kdo začíná další kolo, když posledního nájezdníka táhl kvůli šipce nebo talentu jiný samuraj?",
            readings=(
                "Levý soused samuraje, který byl na tahu.",
                "Levý soused samuraje, který posledního nájezdníka táhl.",
            ),
            chosen="Levý soused samuraje, který posledního nájezdníka táhl; pokud ho nikdo netáhl, levý soused toho, "
            "kdo byl na tahu.",
            reason="Česká pravidla říkají „kdo táhl posledního nájezdníka nebo pasoval jako poslední“, anglická "
            "mluví o posledním hráči; volba tento výklad zachovává.",
        ),
    },
}

WORDS = WORDS_1.reworded(CLAUSES, (KIAI, STARTER), TEXTS, OPTIONS, SWITCHES)
