"""The lessons of Shogun in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Tajně plánujte, stavte a bojujte o provincie.",
    "goal": "Po dvou letech vyhrává, kdo má nejvíc bodů. Každá provincie a každá budova je za 1 a nejvíc budov jednoho typu v regionu přidá další.",
    "map": "Provincie patří hráči, jehož armády v ní jsou. Ke každé své provincii máte kartu.",
    "actions": "Kolo má deset akcí v pořadí karet akcí: stavba, rýže a daně, rozmístění armád, přesuny a bitvy. Všichni provedou jednu, teprve pak začne další.",
    "plan": "Položte kartu provincie na akci, kterou má provést. Váš plán nikdo neuvidí, dokud se neprovede.",
    "seal": "Zkuste teď plán uzavřít: rozhodčí to odmítne a uvede pravidlo, protože na některých místech karty chybí. Pak položte další.",
    "bid": "Poslední místo je dražba o pořadí hráčů: karta válečné pokladny stojí tolik truhliček, kolik ukazuje. Doplňte plán a uzavřete ho.",
    "special": "Kdo nabídl nejvíc, vybírá si první. Speciální karta určuje vaše místo v pořadí hráčů a její síla je toto kolo vaše.",
    "tower": "V bitvě se kostičky obou stran házejí do věže. Některé v ní zůstanou, jiné z dřívějších bitev vypadnou, a vyhrává strana, která jich má víc.",
    "march": "Přesun musí vést do sousední provincie a aspoň jedna armáda zůstane doma. Zvolte kam a s kolika.",
    "revolt": "Po konfiskaci rýže nebo výběru daní přibude v provincii žeton revolty. Příště proti vám její sedláci povstanou.",
    "winter": "V zimě potřebuje každá provincie 1 rýži, jinak sedláci povstanou. Záznam říká, co se stalo a podle kterého pravidla.",
}
