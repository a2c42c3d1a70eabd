"""The register of house rulings of INFLUDANCE Duel, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "IN-A1": RulingText(
        question="Co znamená „strana herního plánu“, kterou si hráči vybírají?",
        readings=("Jednu ze dvou potištěných stran s různými poli.", "Okraj, u kterého hráč sedí."),
        chosen="Jednu ze dvou potištěných stran s různými poli; okraj vyplývá z barvy.",
        reason="Hráči si vybírají i barvu a každá barva má svůj okraj, vybírali by tedy dvakrát.",
    ),
    "IN-A4": RulingText(
        question="Kdo je začínající hráč?",
        readings=("Hráč, na kterém se dohodnou.", "Hráč, kterého určí los.", "Vždy tatáž barva."),
        chosen="Hráč, na kterém se dohodnou; bez dohody rozhodne los.",
        reason="Pravidla začínajícího hráče zmiňují, ale neříkají, jak ho určit, a oba okraje jsou stejně dobré.",
    ),
    "IN-A5": RulingText(
        question="Vybírají si hráči figurky současně, nebo jeden po druhém?",
        readings=("Jeden po druhém a veřejně, začínající hráč první.", "Tajně a současně."),
        chosen="Jeden po druhém a veřejně, začínající hráč první.",
        reason="V tomto pořadí se podle pravidel kovbojové umísťují; použít ho i pro výběr přidává nejméně.",
    ),
    "IN-A6": RulingText(
        question="Která dvě pole zabírá velká figurka?",
        readings=(
            "Dvě sousední v řadě.",
            "Dvě sousední ve sloupci.",
            "Jakákoli dvě sousední, podle toho, jak je postavena.",
        ),
        chosen="Dvě sousední v řadě; její místo udává západnější z nich.",
        reason="Krok do strany má právě jedno nové pole a krok zpět dává na výběr ze dvou: obojímu vyhovuje jen řada.",
    ),
    "IN-A7": RulingText(
        question="Jak daleko náboj kovboje odstřelí?",
        readings=("O jedno pole.", "Až na okraj herního plánu, nebo k druhému kovbojovi."),
        chosen="O jedno pole.",
        reason="Náboje ukazují jen směr a munice v téže hře mluví o jednom poli.",
    ),
    "IN-A8": RulingText(
        question="Které kovboje vyhodnocené pole odstřelí?",
        readings=(
            "Každého, jehož barva má na poli náboj, ať stojí kdekoli.",
            "Jen toho, který na poli stojí.",
        ),
        chosen="Každého, jehož barva má na poli náboj, ať stojí kdekoli.",
        reason="Pravidla mluví o více kovbojích, každý je odstřelen ve směru náboje své barvy.",
    ),
    "IN-A9": RulingText(
        question="Když je kovboj odstřelen na nějaké pole, vyhodnotí se?",
        readings=("Ne: vyhodnocuje se jen pole, na které vedl krok.", "Ano, a jedno odstřelení může vyvolat další."),
        chosen="Ne: vyhodnocuje se jen pole, na které vedl krok.",
        reason="Pravidla mluví o poli, na které vedl krok, a po odstřeleních z tohoto jednoho kroku tah končí.",
    ),
    "IN-A10": RulingText(
        question="Dosáhne kovboj vítězné linie i při šikmém odstřelení přes poslední řadu?",
        readings=("Ano, zůstane-li v rozmezí sloupců herního plánu.", "Ne: jen při odstřelení přímo dopředu."),
        chosen="Ano, zůstane-li v rozmezí sloupců herního plánu; kovboj pak plán opustil.",
        reason="Vítězná linie je celý pruh; mimo šířku sloupců vede odstřelení z plánu ven.",
    ),
    "IN-A11": RulingText(
        question="Co když by odstřelení dostalo část velké figurky mimo herní plán?",
        readings=("Odstřelení nemá účinek.", "Figurka se posune, jak nejdál může."),
        chosen="Odstřelení nemá účinek.",
        reason="Figurka je jeden kus a pohne se celá, nebo vůbec.",
    ),
    "IN-A12": RulingText(
        question="Co když je každý kovboj odstřelen na pole druhého?",
        readings=("Vymění si místa.", "Nepohne se žádný, protože se navzájem blokují."),
        chosen="Vymění si místa.",
        reason="Blokující kovboj, který je v rámci téhož kroku odstřelen jinam, neblokuje, a to platí pro oba.",
    ),
    "IN-A13": RulingText(
        question="Blokuje kovboj i tehdy, když jeho vlastní odstřelení v témže kroku nemá účinek?",
        readings=("Ano: neodchází.", "Ne: byl odstřelen."),
        chosen="Ano: své pole neopouští.",
        reason="Výjimka platí pro blokujícího kovboje, který je odstřelen jinam, a tento zůstává, kde je.",
    ),
    "IN-A14": RulingText(
        question="Smí hráč zvolit kovboje, kterého druhý, zůstane-li stát, blokuje i jinak?",
        readings=("Ne: zvolit lze jen kovboje, který se může pohnout.", "Ano, a pak se nepohne žádný."),
        chosen="Ne: volí se mezi kovboji, kteří se pohnout mohou; může-li jen jeden, volba není, a nemůže-li žádný, nepohne se nikdo.",
        reason="Pravidlo říká, že se jeden z nich pohne, musí to tedy být ten, který může. Záleží na tom u velkých figurek.",
    ),
    "IN-A15": RulingText(
        question="Kdo volí, když má Nakopávačka odstřelit oba kovboje na jedno pole?",
        readings=("Střelec.", "Hráč, který v tomto tahu udělal krok, i kdyby ho udělal před výstřelem."),
        chosen="Střelec, tedy hráč na tahu.",
        reason="Volí ten, kdo situaci způsobil, a tady ji způsobil výstřel.",
    ),
    "IN-A16": RulingText(
        question="Kdo vítězí, dosáhnou-li oba kovbojové vítězných linií současně?",
        readings=("Hráč na tahu.", "Nikdo: hra končí remízou."),
        chosen="Hráč na tahu.",
        reason="Hráč na tahu rozhoduje i v druhém sporném případě, když mají být dva kovbojové odstřeleni na jedno pole.",
    ),
    "IN-A17": RulingText(
        question="Co udělá hráč, který nemůže udělat žádný krok?",
        readings=("Krok vynechá a smí vystřelit.", "Prohrává."),
        chosen="Krok vynechá a smí vystřelit před ním nebo po něm.",
        reason="Pravidla krok vyžadují, ale znají jediný způsob, jak vyhrát, takže hra pokračuje.",
    ),
    "IN-A18": RulingText(
        question="Spotřebuje se žeton, jehož výstřel nemá účinek?",
        readings=("Ano.", "Ne: vrací se do své komory."),
        chosen="Ano.",
        reason="Žeton se vyhodnotí, jakmile se ukáže, a šipky vedou k další komoře.",
    ),
    "IN-A19": RulingText(
        question="Když padne Dvojitá rána na začátku tahu, musí hráč v tomto tahu ještě udělat krok?",
        readings=("Ano, a potom následuje tah navíc.", "Ne: tah navíc začíná hned."),
        chosen="Ano, a potom následuje tah navíc.",
        reason="Díky žetonu bude střelec hrát znovu; to znamená další tah, ne začít tentýž od začátku.",
    ),
    "IN-A20": RulingText(
        question="Smí hráč v tahu navíc vystřelit?",
        readings=("Ano, jednou.", "Ne: výstřel tohoto tahu už padl."),
        chosen="Ano, jednou.",
        reason="Za tah lze vystřelit jednou a tah navíc je samostatný tah.",
    ),
    "IN-A21": RulingText(
        question="Kterým směrem vedou šipky zásobníku?",
        readings=("Ke komoře s následujícím číslem.", "Opačným."),
        chosen="Ke komoře s následujícím číslem a od poslední k první.",
        reason="Obrázek chybí a směr na pravděpodobnostech nic nemění.",
    ),
    "IN-A22": RulingText(
        question="Může souboj trvat věčně?",
        readings=("Ne: když tah začne potřetí ve stejné situaci, je to remíza.", "Ano: pravidla remízu neznají."),
        chosen="Ne: když tah začne potřetí ve stejné situaci, je to remíza.",
        reason="Dva opatrní hráči by mohli kroužit donekonečna; trojí opakování je v deskových hrách obvyklá mez.",
    ),
    "IN-A23": RulingText(
        question="Co se stane, když je zásobník prázdný?",
        readings=("Jeho majitel už střílet nemůže.", "Vystřelené žetony se zamíchají a znovu nabijí."),
        chosen="Jeho majitel už střílet nemůže.",
        reason="Pravidla mluví jen o nabití před hrou.",
    ),
    "IN-A24": RulingText(
        question="Nabíjejí se zásobníky před umístěním kovbojů, nebo po něm?",
        readings=("Po něm.", "Před ním."),
        chosen="Po něm.",
        reason="Tak jdou za sebou v textu a žádný hráč se tím o druhém nic nedozví.",
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
