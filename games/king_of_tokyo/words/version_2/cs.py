"""King of Tokyo in Czech, by version 2 of its rules."""

from __future__ import annotations

from games.king_of_tokyo.words.cs import WORDS as WORDS_1
from games.kit.words.house_ruling import RulingText

CLAUSES = {
    "KT-4.3": "Příšera hází šesti kostkami, za každou Extra Head o jednu víc, za každý žeton zmenšení a za "
    "Freeze Time o jednu méně: od 0 (s volbou one_die_at_least od 1) do 8, počítá se při prvním hodu.",
    "KT-5.1": "Kostky se vyhodnocují v tomto pořadí: čísla, Energie, Útok, Léčení, ovládnutí Tokia; s volbou "
    "hearts_first je Léčení před Útokem. Platí postavení příšer na začátku.",
    "KT-5.11": "Acid Attack a Poison Quills zraňují druhé místo i bez útoku; pak ale nikdo neustupuje a žádné "
    "místo nikdo neovládne. S volbou quiet_entry nezraňují při vstupu do prázdného Centra Tokia.",
    "KT-6.2": "Než se ztratí životy, projde dávka kartami Armor Plating a Wings, obranou oběti a Kamufláží; co "
    "zbude, projde znovu kartou Armor Plating a obranou.",
    "KT-6.3": "Než příšera dávku přijme, a znovu po hodu za Kamufláž, smí použít Rapid Healing nebo Wings, pokud "
    "může; příšery, která nemůže ani jedno, se hra neptá.",
    "KT-6.6": "Příšera, která v útoku ztratí životy a přežije, dostane žetony za útočníkův Jedovatý plivanec a "
    "Zmenšovací paprsek; s volbou child_counters je dostane i příšera, která se vrátí díky kartě Má to potomka!",
    "KT-6.15": "Při uzavření Tokijského zálivu jde příšera, která v něm je, ven, což není ustoupení; s volbou "
    'closing_bay na "city" (jen pro hru se zálivem) jde do Centra Tokia, je-li prázdné a neovládne-li ho '
    "útočník, a nic za to nezíská.",
    "KT-13.38": "Rooting for the Underdog: 1 bod na konci majitelova tahu (s volbou underdog_every_turn každého "
    "tahu), má-li majitel méně bodů než každá jiná příšera.",
    "KT-14.4": "Seskok z výšky: 2 body a kupec, který je venku, ovládne Centrum Tokia a vytlačí z něj příšeru; s "
    "volbou drop_empties_bay i tu z Tokijského zálivu.",
}
OPTIONS = {
    "one_die_at_least": ("Aspoň jedna kostka", "Žetony zmenšení vždy nechají aspoň jednu kostku."),
    "quiet_entry": (
        "Vstup bez zranění",
        "Příšera, která vstupuje do prázdného Centra Tokia, nezraňuje ani kartami Acid Attack a Poison Quills.",
    ),
    "hearts_first": ("Nejdřív Léčení", "Léčení se použije před útokem z téhož hodu."),
    "child_counters": (
        "Žetony pro potomka",
        "Příšera, která se vrátí díky kartě Má to potomka!, dostane žetony za útok, který ji zabil.",
    ),
    "drop_empties_bay": (
        "Seskok z výšky na obě místa",
        "Seskok z výšky vytlačí i příšeru z Tokijského zálivu.",
    ),
    "underdog_every_turn": (
        "Outsider v každém tahu",
        "Rooting for the Underdog platí na konci tahu každého hráče.",
    ),
}
RULINGS = {
    "KT-A33": RulingText(
        question="Kam jde příšera z Tokijského zálivu, když se záliv uzavře a Centrum Tokia je prázdné?",
        readings=(
            "Ven.",
            "Do Centra Tokia (Dized, Board Game Arena).",
            "Do Centra Tokia, i později, padne-li útočník, který ho měl ovládnout.",
        ),
        chosen="Ven, a útokem vedeným ze zálivu žádné místo neovládne. Dohodnou-li se tak hráči, do Centra, "
        "ledaže ho má při uzavření ovládnout útočník; venku pak zůstane, i když tento útočník padne.",
        reason="Pravidla říkají, že záliv musí opustit; do Tokia musí jen příšera, která útočí zvenčí. Záliv se "
        "uzavírá okamžitě a příšera zvenčí se do Centra dostane jen vlastním útokem.",
    ),
    "KT-A44": RulingText(
        question="V jakém pořadí karty působí proti témuž zranění?",
        readings=(
            "Armor Plating, Wings, obrana, Kamufláž a znovu Armor Plating a obrana.",
            "Stejně, ale po Kamufláži už bez obrany.",
            "V pořadí, které si zvolí oběť.",
        ),
        chosen="Armor Plating, Wings, obrana, Kamufláž a znovu Armor Plating a obrana; každý zdroj zvlášť.",
        reason="Odpovědi vydavatele zdroje oddělují; sníží-li Kamufláž zranění na 1, je to 1 zranění. Rapid "
        "Healing lze použít kdykoli, tedy i po hodu kostkami a před zraněním.",
    ),
}

WORDS = WORDS_1.reworded(CLAUSES, OPTIONS, RULINGS)
