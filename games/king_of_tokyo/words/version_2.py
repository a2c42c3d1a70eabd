"""What King of Tokyo says by version 2 of its rules: other clauses, and the house rulings that options switch."""

from __future__ import annotations

from games.king_of_tokyo.words import WORDS as WORDS_1
from games.kit.words.house_ruling import HouseRuling, RulingText

CLAUSES = {
    "en": {
        "KT-4.3": "A monster rolls six dice, one more for each Extra Head, one fewer for each shrink counter and for "
        "Freeze Time: from 0, with one_die_at_least from 1, to 8, counted at the first roll.",
        "KT-5.1": "Dice are resolved in the order numbers, Energy, Attack, Heart, taking Tokyo, or with hearts_first "
        "Heart before Attack, by the position at the beginning.",
        "KT-5.11": "Acid Attack and Poison Quills damage the other place without an attack too, but with quiet_entry "
        "not on the way into an empty Tokyo City: nobody yields and no place is taken.",
        "KT-6.2": "A packet meets Armor Plating, Wings, the victim's defence and Camouflage; what is left meets Armor "
        "Plating and the defence again before life is lost.",
        "KT-6.3": "Before it takes a packet, and again after the dice of Camouflage, a monster that can use Rapid "
        "Healing or Wings may do so; one that can use neither is not asked.",
        "KT-6.6": "A monster that survives an attack which took life from it gets the counters of the attacker's "
        "Poison Spit and Shrink Ray; with child_counters so does one that returns by It Has a Child.",
        "KT-6.15": "A monster that is in Tokyo Bay when it closes goes outside, without having yielded; with "
        'closing_bay at "city", which needs a bay, it goes to Tokyo City if that is empty and no attacker takes '
        "it, and scores nothing.",
        "KT-13.38": "Rooting for the Underdog: 1 point at the end of the owner's turn, or of every turn with "
        "underdog_every_turn, for fewer points than every other monster has.",
        "KT-14.4": "Drop from High Altitude: 2 points, and a buyer outside takes Tokyo City and displaces the monster "
        "in it; with drop_empties_bay the one in Tokyo Bay too.",
    },
    "cs": {
        "KT-4.3": "Příšera hází šesti kostkami, za každou Extra Head o jednu více, za každý žeton zmenšení a za Freeze "
        "Time o jednu méně: od 0, s volbou one_die_at_least od 1, do 8, počítá se při prvním hodu.",
        "KT-5.1": "Kostky se vyhodnocují v pořadí čísla, Energie, Útok, Léčení, ovládnutí Tokia, s volbou hearts_first "
        "Léčení před Útokem, podle postavení na začátku.",
        "KT-5.11": "Acid Attack a Poison Quills zraňují druhé místo i bez útoku, s volbou quiet_entry však ne při "
        "cestě do prázdného Centra Tokia: neustupuje se a žádné místo se neovládne.",
        "KT-6.2": "Dávka projde kartami Armor Plating, Wings, obranou oběti a Kamufláží; co zbude, projde znovu kartou "
        "Armor Plating a obranou a teprve pak se ztrácejí životy.",
        "KT-6.3": "Než příšera dávku přijme, a znovu po kostkách Kamufláže, může použít Rapid Healing nebo Wings; kdo "
        "nemůže ani jedno, není tázán.",
        "KT-6.6": "Příšera, která přežije útok, jenž jí vzal životy, dostane žetony za útočníkův Jedovatý plivanec a "
        "Zmenšovací paprsek; s volbou child_counters i ta, která se vrací kartou Má to potomka!.",
        "KT-6.15": "Příšera, která je při uzavření v Tokijském zálivu, jde ven, aniž ustoupila; s volbou closing_bay "
        'na "city", k níž patří záliv, jde do Centra Tokia, je-li prázdné a neovládne-li je útočník, a nic za '
        "to nezíská.",
        "KT-13.38": "Rooting for the Underdog: 1 bod na konci tahu majitele, s volbou underdog_every_turn každého "
        "tahu, má-li majitel méně bodů než každá jiná příšera.",
        "KT-14.4": "Seskok z výšky: 2 body a kupec, který je venku, ovládne Centrum Tokia a vytlačí z něj příšeru; s "
        "volbou drop_empties_bay i tu z Tokijského zálivu.",
    },
}
OPTIONS = {
    "en": {
        "one_die_at_least": ("At least one die", "Shrink counters always leave one die to roll."),
        "quiet_entry": (
            "No damage on entering",
            "A monster that enters an empty Tokyo City deals no damage with Acid Attack or Poison Quills.",
        ),
        "hearts_first": ("Hearts first", "Hearts are used before the attack of the same roll."),
        "child_counters": (
            "Counters for the child",
            "A monster that returns by It Has a Child gets the counters of the attack that killed it.",
        ),
        "drop_empties_bay": (
            "Drop from High Altitude on both places",
            "Drop from High Altitude also throws out the monster in Tokyo Bay.",
        ),
        "underdog_every_turn": (
            "Underdog in every turn",
            "Rooting for the Underdog counts at the end of every player's turn.",
        ),
    },
    "cs": {
        "one_die_at_least": ("Aspoň jedna kostka", "Žetony zmenšení nechávají kostku k hodu."),
        "quiet_entry": (
            "Vstup bez zranění",
            "Příšera, která vchází do prázdného Centra Tokia, nezraňuje ani kartami Acid Attack a Poison Quills.",
        ),
        "hearts_first": ("Nejdřív Léčení", "Léčení se použije před útokem týchž kostek."),
        "child_counters": (
            "Žetony pro potomka",
            "Příšera, která se vrací kartou Má to potomka!, dostane žetony za útok, který ji zabil.",
        ),
        "drop_empties_bay": (
            "Seskok z výšky na obě místa",
            "Seskok z výšky vytlačí i příšeru z Tokijského zálivu.",
        ),
        "underdog_every_turn": (
            "Outsider v každém tahu",
            "Rooting for the Underdog platí na konci tahu každého hráče.",
        ),
    },
}
SWITCHES = {
    "KT-A5": "hearts_first",
    "KT-A17": "underdog_every_turn",
    "KT-A32": "drop_empties_bay",
    "KT-A66": "child_counters",
    "KT-A69": "one_die_at_least",
    "KT-A70": "quiet_entry",
}
"""The options that choose another reading, by the number of the house ruling."""
DEFENCE = HouseRuling(
    number="KT-A44",
    question="In which order do cards prevent the same damage?",
    readings=(
        "Armor Plating, Wings, the defence, Camouflage, Armor Plating and the defence again.",
        "The same, but without a defence after Camouflage.",
        "In any order that the victim chooses.",
    ),
    chosen="Armor Plating, Wings, the defence, Camouflage, Armor Plating and the defence again; each source apart.",
    reason="Answers of the publisher keep sources apart; damage that Camouflage brings to 1 is damage of 1. Rapid "
    "Healing works at any time, so also after the dice and before the damage.",
    place="Card: Armor Plating",
)
CLOSING = HouseRuling(
    number="KT-A33",
    question="Where does the monster in Tokyo Bay go when the bay closes and Tokyo City is empty?",
    readings=(
        "Outside.",
        "To Tokyo City (Dized, Board Game Arena).",
        "To Tokyo City, also later, if the attacker that was to take it falls.",
    ),
    chosen="Outside, and it takes no place by an attack made from the bay. If the players agree, to the city, unless "
    "an attacker is to take it when the bay closes; it stays outside if that attacker falls afterwards.",
    reason="The rulebook says that it must leave; only a monster that attacks from outside must go into Tokyo. The bay "
    "closes at once, and nothing moves a monster that is outside into the city but its own attack.",
    place="Tokyo Bay",
    option="closing_bay",
)
TEXTS = {
    "cs": {
        "KT-A33": RulingText(
            question="Kam jde příšera z Tokijského zálivu, když se záliv uzavře a Centrum Tokia je prázdné?",
            readings=(
                "Ven.",
                "Do Centra Tokia (Dized, Board Game Arena).",
                "Do Centra Tokia, i později, padne-li útočník, který je měl ovládnout.",
            ),
            chosen="Ven a útokem ze zálivu žádné místo neobsadí. Dohodnou-li se tak hráči, do centra, ledaže je má při "
            "uzavření ovládnout útočník; zůstane venku, i když tento útočník poté padne.",
            reason="Pravidla říkají, že jej musí opustit; do Tokia musí jen příšera, která útočí zvenčí. Záliv se "
            "uzavírá hned a příšeru, která je venku, dostane do centra jen její vlastní útok.",
        ),
        "KT-A44": RulingText(
            question="V jakém pořadí karty brání témuž zranění?",
            readings=(
                "Armor Plating, Wings, obrana, Kamufláž a znovu Armor Plating a obrana.",
                "Stejně, ale po Kamufláži bez obrany.",
                "V pořadí, které si zvolí oběť.",
            ),
            chosen="Armor Plating, Wings, obrana, Kamufláž a znovu Armor Plating a obrana; každý zdroj zvlášť.",
            reason="Odpovědi vydavatele zdroje oddělují; zranění, které Kamufláž sníží na 1, je zranění 1. Rapid "
            "Healing působí kdykoli, tedy i po kostkách a před zraněním.",
        ),
    },
}

WORDS = WORDS_1.reworded(CLAUSES, (CLOSING, DEFENCE), TEXTS, OPTIONS, SWITCHES)
