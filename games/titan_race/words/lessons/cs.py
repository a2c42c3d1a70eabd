"""The lessons of Titan Race in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Vezměte si kostku, jeďte podle ní a buďte v cíli první.",
    "goal": "Vyhrává titán, který první dokončí tři okruhy. Kdo vyjede nahoře z trati, vrátí se dole o okruh dál.",
    "titan": "Vezměte si kteréhokoli titána. Každý má barvu a schopnost.",
    "die": "Každý hráč si vezme jednu kostku a ta říká, jak se jeho titán v tahu pohne. Vezměte si kteroukoli.",
    "place": "Titán začíná na některém z polí v řadě 1. Jedno zvolte.",
    "move": "Teď se pohněte podle kostky. Nejdřív zkuste schopnost: rozhodčí ji během akce kostky odmítne a uvede pravidlo. Pak zvolte cestu.",
    "faces": "Žlutá jde 2 vpřed a hnědá 3 šikmo. Modrá jednou vpřed a jednou šikmo, červená klade past, zelená zasáhne, co je vpředu, a fialová za 1 život napodobí jinou.",
    "life": "Kostka v barvě vašeho titána mu dá 1 život. Na 0 je knokautován a jeden tah vynechá.",
    "push": "Vstoupíte-li na obsazené pole, titán z něj je odstrčen a ztratí 1 život. Život stojí i pasti a láva.",
    "again": "Od druhého kola můžete jednou za tah použít i schopnost. Nejdřív si vezměte kostku.",
    "card": "V tahu můžete zahrát jednu speciální kartu. Karty reakce vás chrání v tazích ostatních.",
    "log": "Záznam říká, co vám které pole udělalo a podle kterého pravidla.",
}
