"""Samurai Spirit in Czech, by version 2 of its rules."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText
from games.samurai_spirit.words.cs import WORDS as WORDS_1

CLAUSES = {
    "SS-5.13": "S penaltou bez talentu nesmí samuraj v tomto tahu použít vlastní talent ani žádný žeton; kiai "
    "ale spustit může. S volbou no_talent_bars_support nesmí zvolit ani podporu.",
    "SS-8.18": "V krocích na konci kola se žádné kiai spustit nemůže; s volbou round_end_kiai se až do odhalení "
    "plenitelů může spustit kiai samuraje, který nepasoval.",
    "SS-9.11": "Další kolo začíná levý soused samuraje, který táhl posledního nájezdníka; pokud ho nikdo netáhl "
    "nebo se tak hráči dohodnou, začíná levý soused toho, kdo měl poslední tah.",
}
OPTIONS = {
    "round_end_kiai": (
        "Kiai na konci kola",
        "Když zranění na konci kola otočí desku, může spustit kiai, dokud nejsou odhaleni plenitelé.",
    ),
    "no_talent_bars_support": (
        "Bez talentu bez podpory",
        "Samuraj, který v tomto tahu nesmí použít žádný žeton, nesmí zvolit podporu.",
    ),
}
RULINGS = {
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
}

WORDS = WORDS_1.reworded(CLAUSES, OPTIONS, RULINGS)
