"""The register of house rulings of INFLUDANCE Duel, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "IN-A1": RulingText(
        question="Co je strana herního plánu, kterou si hráči vybírají?",
        readings=("Jedna ze dvou vytištěných tváří s různými poli.", "Hrana, u které hráč sedí."),
        chosen="Jedna ze dvou vytištěných tváří s různými poli; hrana vyplývá z barvy.",
        reason="Hráči si vybírají i barvu a každá barva má svou hranu: vybíralo by se dvakrát.",
    ),
    "IN-A4": RulingText(
        question="Kdo je začínající hráč?",
        readings=("Ten, na kom se hráči dohodnou.", "Ten, na koho padne los.", "Vždy tatáž barva."),
        chosen="Ten, na kom se hráči dohodnou; bez dohody rozhodne los.",
        reason="Pravidla začínajícího hráče zmiňují, ale neříkají, jak ho určit, a obě hrany jsou stejně dobré.",
    ),
    "IN-A5": RulingText(
        question="Vybírají si hráči figurky zároveň, nebo jeden po druhém?",
        readings=("Jeden po druhém a otevřeně, začínající hráč první.", "Tajně a zároveň."),
        chosen="Jeden po druhém a otevřeně, začínající hráč první.",
        reason="Pravidla takto řadí umístění; stejné pořadí výběru k nim přidává nejméně.",
    ),
    "IN-A6": RulingText(
        question="Která dvě pole zabírá velká figurka?",
        readings=(
            "Dvě sousední v řadě.",
            "Dvě sousední ve sloupci.",
            "Jakákoli dvě sousední, podle toho, jak je postavena.",
        ),
        chosen="Dvě sousední v řadě; její místo udává západní z nich.",
        reason="Krok do strany má právě jedno nové pole a krok zpět výběr ze dvou: obojímu vyhoví jen řada.",
    ),
    "IN-A7": RulingText(
        question="Jak daleko náboj kovboje odstřelí?",
        readings=("O jedno pole.", "Na okraj herního plánu, nebo k druhému kovbojovi."),
        chosen="O jedno pole.",
        reason="Náboje ukazují jen směr a munice téže hry udává jedno pole.",
    ),
    "IN-A8": RulingText(
        question="Které kovboje vyhodnocené pole odstřelí?",
        readings=(
            "Každého kovboje, jehož barva má na poli náboj, ať stojí kdekoli.",
            "Jen kovboje, který na poli stojí.",
        ),
        chosen="Každého kovboje, jehož barva má na poli náboj, ať stojí kdekoli.",
        reason="Pravidla mluví o více kovbojích, každém odstřeleném ve směru náboje své barvy.",
    ),
    "IN-A9": RulingText(
        question="Vyhodnocuje kovboj pole, na které byl odstřelen?",
        readings=("Ne: pole vyhodnocuje jen krok.", "Ano, a z odstřelení mohou plynout další."),
        chosen="Ne: pole vyhodnocuje jen krok.",
        reason="Pravidla mluví o poli kroku a po odstřeleních z toho jednoho kroku tah končí.",
    ),
    "IN-A10": RulingText(
        question="Dosáhne vítězné linie i šikmé odstřelení přes poslední řadu?",
        readings=("Ano, zůstane-li v rozmezí sloupců herního plánu.", "Ne: jen odstřelení rovně."),
        chosen="Ano, zůstane-li v rozmezí sloupců herního plánu; kovboj pak plán opustil.",
        reason="Vítězná linie je celá řada prostoru; mimo její sloupce vede odstřelení z plánu ven.",
    ),
    "IN-A11": RulingText(
        question="Co se stane s velkou figurkou, kterou by odstřelení vzalo z herního plánu jen zčásti?",
        readings=("Odstřelení nemá účinek.", "Figurka se pohne tak daleko, jak může."),
        chosen="Odstřelení nemá účinek.",
        reason="Figurka je jeden kus a pohne se celá, nebo vůbec.",
    ),
    "IN-A12": RulingText(
        question="Co se stane, je-li každý kovboj odstřelen na pole druhého?",
        readings=("Vymění si místa.", "Nepohne se žádný, protože si navzájem překážejí."),
        chosen="Vymění si místa.",
        reason="Překážející kovboj, který je týmž krokem odstřelen jinam, nepřekáží; to platí pro oba.",
    ),
    "IN-A13": RulingText(
        question="Překáží kovboj, který byl týmž krokem odstřelen bez účinku?",
        readings=("Ano: neodchází.", "Ne: byl odstřelen."),
        chosen="Ano: svá pole neopouští.",
        reason="Výjimka platí pro toho, kdo je odstřelen jinam, a tento zůstává, kde je.",
    ),
    "IN-A14": RulingText(
        question="Smí hráč zvolit kovboje, kterému druhý, zůstane-li stát, překáží i jinak?",
        readings=("Ne: zvolit lze jen kovboje, který se může pohnout.", "Ano, a pak se nepohne žádný."),
        chosen="Ne: volí se mezi kovboji, kteří se mohou pohnout; s jedním volba není, bez žádného se nepohne nikdo.",
        reason="Pravidlo říká, že se jeden ze dvou pohne, musí to tedy být ten, který může. Záleží na tom u velkých figurek.",
    ),
    "IN-A15": RulingText(
        question="Kdo volí, když Nakopávačka odstřelí oba kovboje na jedno pole?",
        readings=("Střelec.", "Hráč, který v tomto tahu udělal krok, i kdyby to bylo před výstřelem."),
        chosen="Střelec, tedy hráč na tahu.",
        reason="Volí ten, kdo situaci způsobil, a tady ji způsobil výstřel.",
    ),
    "IN-A16": RulingText(
        question="Kdo vítězí, dosáhnou-li oba kovbojové vítězných linií zároveň?",
        readings=("Hráč na tahu.", "Nikdo: hra končí remízou."),
        chosen="Hráč na tahu.",
        reason="Hráč na tahu rozhoduje i druhou shodu, dva kovboje odstřelené na jedno pole.",
    ),
    "IN-A17": RulingText(
        question="Co udělá hráč, který nemá kam kráčet?",
        readings=("Krok vynechá a smí vystřelit.", "Prohrává."),
        chosen="Krok vynechá a smí vystřelit před ním nebo po něm.",
        reason="Pravidla krok vyžadují, ale znají jediný způsob, jak zvítězit, hra tedy pokračuje.",
    ),
    "IN-A18": RulingText(
        question="Spotřebuje se žeton, jehož výstřel nemá účinek?",
        readings=("Ano.", "Ne: vrací se do své komory."),
        chosen="Ano.",
        reason="Žeton působí, jakmile se ukáže, a šipky vedou k další komoře.",
    ),
    "IN-A19": RulingText(
        question="Dělá se po Dvojité ráně na začátku tahu ještě krok tohoto tahu?",
        readings=("Ano, a potom přijde tah navíc.", "Ne: tah navíc začíná hned."),
        chosen="Ano, a potom přijde tah navíc.",
        reason="Žeton nechá střelce hrát znovu; to je další tah, ne tentýž od začátku.",
    ),
    "IN-A20": RulingText(
        question="Smí hráč v tahu navíc vystřelit?",
        readings=("Ano, jednou.", "Ne: výstřel tohoto tahu už padl."),
        chosen="Ano, jednou.",
        reason="V každém tahu lze vystřelit jednou a tah navíc je samostatný tah.",
    ),
    "IN-A21": RulingText(
        question="Kterým směrem vedou šipky zásobníku?",
        readings=("Od komory ke komoře s následujícím číslem.", "Opačně."),
        chosen="Od komory ke komoře s následujícím číslem a od poslední k první.",
        reason="Obrázek chybí a směr na pravděpodobnostech nic nemění.",
    ),
    "IN-A22": RulingText(
        question="Může souboj trvat věčně?",
        readings=("Ne: když tatáž situace zahájí tah potřetí, je remíza.", "Ano: pravidla remízu neznají."),
        chosen="Ne: když tatáž situace zahájí tah potřetí, je remíza.",
        reason="Dva opatrní hráči by mohli kroužit donekonečna; trojí opakování je v deskových hrách obvyklé.",
    ),
    "IN-A23": RulingText(
        question="Co se stane, když je zásobník prázdný?",
        readings=("Jeho majitel už nestřílí.", "Vystřelené žetony se zamíchají a znovu nabijí."),
        chosen="Jeho majitel už nestřílí.",
        reason="Pravidla mluví jen o nabití před hrou.",
    ),
    "IN-A24": RulingText(
        question="Nabíjejí se zásobníky před umístěním kovbojů, nebo po něm?",
        readings=("Po něm.", "Před ním."),
        chosen="Po něm.",
        reason="Je to pořadí textu; žádný hráč se od druhého nic nedozví.",
    ),
}
SECTIONS = {
    "Czech rulebook, Maty Moves": "česká pravidla, Maty Moves",
    "Set-up and aim": "Příprava a cíl hry",
    "A player's turn": "Tah hráče",
    "Extra ammunition": "Extra munice a její efekty",
    "Special situations": "Zvláštní situace",
    "Good shot": "Dobrá rána",
    "Kicker": "Nakopávačka",
    "Double shot": "Dvojitá rána",
    "Blank": "Slepá munice",
}
