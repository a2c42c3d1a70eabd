"""The sentences of the clauses of Liar's Dice, in Czech."""

from __future__ import annotations

CLAUSES = {
    "LD-1.1": "Hrají dva až šest hráčů, každý s kelímkem a pěti kostkami, na kterých jsou čísla od jedné do šesti.",
    "LD-1.2": "Hráč smí nahlížet jen pod svůj kelímek, pod jiné až po jejich zvednutí.",
    "LD-2.1": "Na začátku kola každý, kdo má kostky, všemi zatřese v kelímku, teprve pak se sází.",
    "LD-2.2": "Všechna čísla padají na kostce se stejnou pravděpodobností.",
    "LD-2.3": "V prvním kole sází jako první hráč 1.",
    "LD-2.4": "Hráči jsou na tahu podle pořadí míst; kdo nemá kostky, je přeskočen.",
    "LD-2.5": "Rozhodovat smí jen hráč na tahu: musí sázku zvýšit, nebo ji zpochybnit; vynechat nesmí.",
    "LD-3.1": "Sázka udává počet, nejméně jednu kostku, a číslo: tvrdí, že mezi kostkami všech hráčů ho ukazuje aspoň tolik kostek.",
    "LD-3.2": "Sázka nesmí udávat víc kostek, než kolik jich mají hráči dohromady.",
    "LD-3.3": "Sázka musí být vyšší než předchozí sázka v kole: větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
    "LD-4.1": "Místo sázky smí hráč zpochybnit poslední sázku kola, pokud nějaká je.",
    "LD-4.2": "Po zpochybnění se zvednou všechny kelímky a všichni vidí všechny kostky.",
    "LD-4.3": "Spočítají se všechny kostky s číslem ze sázky.",
    "LD-4.4": "Jedničky jsou žolíky a počítají se jako každé číslo, ledaže se hráči před hrou dohodli, že ne.",
    "LD-4.5": "Je-li takových kostek aspoň tolik, kolik říká sázka, přijde o kostku ten, kdo ji zpochybnil; jinak ten, kdo vsadil.",
    "LD-5.1": "Pokud se na tom hráči před hrou dohodli, smí hráč místo toho prohlásit poslední sázku kola za přesnou.",
    "LD-5.2": "Kelímky se zvednou: je-li takových kostek přesně tolik, kolik říká sázka, přijdou o kostku všichni ostatní; jinak ten, kdo ji prohlásil za přesnou.",
    "LD-6.1": "Ztracená kostka jde ze hry; kdo ztratí poslední, končí také.",
    "LD-6.2": "V dalším kole sází jako první ten, kdo přišel o kostku; po přesné sázce ten, kdo ji za přesnou prohlásil.",
    "LD-6.3": "Pokud tento hráč už není ve hře, sází jako první další hráč, který má kostky.",
    "LD-7.1": "Vítězí poslední hráč, který má kostky.",
    "LD-7.2": "Po konci hry už nelze o ničem rozhodovat.",
}
