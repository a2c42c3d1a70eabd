"""The register of house rulings of Shogun, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "SH-A1": RulingText(
        question="Která karta akce se ukáže po akci, když prvních pět stejně leží odkrytě?",
        readings=(
            "Po každé z prvních pěti akcí se odkryje další skrytá karta.",
            "Karta následující akce se odkryje těsně před provedením.",
        ),
        chosen="Po každé z prvních pěti akcí se odkryje další skrytá karta.",
        reason="Na očích zůstává pět karet jako na začátku a vydaná provedení hry s tím souhlasí.",
    ),
    "SH-A2": RulingText(
        question="Čí speciální karta přidá truhličku v příkladu o daních, který jmenuje dva hráče?",
        readings=(
            "Hráč, který daně vybírá, kartu má a truhličku získá.",
            "Truhličku získá držitel karty, když daně vybírá jiný hráč.",
        ),
        chosen="Hráč, který daně vybírá, kartu má a truhličku získá.",
        reason="Karta mluví o hráči, který akci provádí; druhé jméno v příkladu je omyl.",
    ),
    "SH-A5": RulingText(
        question="Smí hráč nabídnout válečnou pokladnu s více truhličkami, než kolik má?",
        readings=(
            "Ne, taková nabídka se při plánování odmítne.",
            "Ano, a platí a stojí tolik truhliček, kolik hráč má.",
        ),
        chosen="Ne, taková nabídka se při plánování odmítne.",
        reason="Truhličky se mezi plánováním a placením nezmění, hráč tedy ví, že nabídku nezaplatí.",
    ),
    "SH-A6": RulingText(
        question="Která místa zůstanou prázdná, má-li hráč málo karet?",
        readings=("Volí hráč a dražba smí být mezi nimi.", "Dražba se musí obsadit dřív než kterákoli akce."),
        chosen="Volí hráč a dražba smí být mezi nimi.",
        reason="Pravidla o pořadí hráčů mluví o hráčích, kteří nenabízejí žádnou kartu.",
    ),
    "SH-A7": RulingText(
        question="Zůstane hráči rýže nebo truhličky z akce, která vyvolá revoltu, když v ní vyhrají sedláci?",
        readings=("Ano, získávají se před revoltou.", "Ne, získají se, jen když je revolta potlačena."),
        chosen="Ano, získávají se před revoltou.",
        reason="Akce popisuje nejdřív zisk a na výsledku revolty závisí jen žeton.",
    ),
    "SH-A9": RulingText(
        question="Kdo nese ztráty obrany, která vyhraje s pomocí sedláků?",
        readings=("Nejdřív padnou sedláci, potom armády vlastníka.", "Nejdřív padnou armády vlastníka."),
        chosen="Nejdřív padnou sedláci, potom armády vlastníka.",
        reason="Všichni sedláci po bitvě nádobu stejně opustí, takže jejich přednost nikoho nestojí armádu.",
    ),
    "SH-A10": RulingText(
        question="Co dělá událost, která ukazuje divadlo a odcházející žeton revolty?",
        readings=(
            "Stavba divadla v tomto kole také odebere z jeho provincie jeden žeton revolty.",
            "Každá provincie s divadlem ztratí při tažení události jeden žeton revolty.",
        ),
        chosen="Stavba divadla v tomto kole také odebere z jeho provincie jeden žeton revolty.",
        reason="Události ovlivňují akci kola a vydané provedení hry to dělá stejně.",
    ),
    "SH-A11": RulingText(
        question="Kdo vyhraje, když za obranu vypadnou jen sedláci, nebo je jich víc než kostiček útočníka?",
        readings=(
            "Nikdo: obrana, která vyhraje bez armády vlastníka, je remíza.",
            "Remíza je to, jen leží-li v nádobě pouze sedláci.",
        ),
        chosen="Nikdo: obrana, která vyhraje bez armády vlastníka, je remíza.",
        reason="Nezbyla by armáda, která by provincii držela, ať už útočník kostičky v nádobě má, nebo ne.",
    ),
    "SH-A12": RulingText(
        question="Pomáhá událost s hradem i v revoltě?",
        readings=("Ano, v bitvách i v revoltách.", "Ne, jen proti jinému hráči."),
        chosen="Ano, v bitvách i v revoltách.",
        reason="V revoltě je vlastník obráncem provincie.",
    ),
    "SH-A14": RulingText(
        question="Odkud je armáda z výhody a co se s ní stane?",
        readings=(
            "Je ze zásoby, je jako každá jiná armáda své barvy a musí v zásobě být.",
            "Je to kostička navíc, která po bitvě opustí hru.",
        ),
        chosen="Je ze zásoby, je jako každá jiná armáda své barvy a musí v zásobě být.",
        reason="Každý hráč má 62 armád a žádné jiné.",
    ),
    "SH-A15": RulingText(
        question="Kolik armád rozmístí držitel šesti armád, jsou-li rekruti drazí?",
        readings=(
            "Šest, protože nejdřív platí událost a karta potom počet nahradí.",
            "Čtyři, o jednu víc, než událost dovoluje.",
        ),
        chosen="Šest, protože nejdřív platí událost a karta potom počet nahradí.",
        reason="Karta udává počet, ne přídavek.",
    ),
    "SH-A16": RulingText(
        question="Platí výhoda při útoku proti neutrální provincii?",
        readings=("Ano, v každé bitvě, kterou pochod začne.", "Ne, jen proti jinému hráči."),
        chosen="Ano, v každé bitvě, kterou pochod začne.",
        reason="Karta mluví o útočníkovi pochodu bez omezení; výhoda při obraně naopak hráče jmenuje.",
    ),
    "SH-A17": RulingText(
        question="Co zakazuje událost s chrámem?",
        readings=(
            "Útoky pochodem na provincii s chrámem.",
            "Každý pochod do provincie s chrámem i z ní a revolty v ní.",
        ),
        chosen="Útoky pochodem na provincii s chrámem.",
        reason="Karta ukazuje zkřížené meče a hráči to tak popisují.",
    ),
    "SH-A18": RulingText(
        question="Kdy se nabídka během kola výběru nezměnila?",
        readings=(
            "Když má hráč před sebou tytéž dvě karty, ze kterých vybíral ve svém minulém tahu.",
            "Když od posledního celého kola tahů nikdo nevzal nabízenou kartu.",
        ),
        chosen="Když má hráč před sebou tytéž dvě karty, ze kterých vybíral ve svém minulém tahu.",
        reason="Pravidlo mluví o hráči, který by vybíral z týchž karet.",
    ),
    "SH-A19": RulingText(
        question="Kdo dostane které vytištěné rozdělení?",
        readings=("Losují se, pokud se na nich hráči před hrou nedohodnou.", "Hráči si postupně vybírají."),
        chosen="Losují se, pokud se na nich hráči před hrou nedohodnou.",
        reason="Pravidla to neříkají; los nikomu nenadržuje a dohoda pokryje každý jiný způsob.",
    ),
    "SH-A20": RulingText(
        question="Jsou vytištěná rozdělení i pro měsíční stranu?",
        readings=("Ne, hra na měsíční straně začíná výběrem.", "Rozdělení sluneční strany platí pro obě strany."),
        chosen="Ne, hra na měsíční straně začíná výběrem.",
        reason="Hodí se k regionům sluneční strany a měsíční strana je určena zkušeným hráčům.",
    ),
    "SH-A21": RulingText(
        question="Jaké jsou hranice, vodní cesty a vyřazené provincie měsíční strany?",
        readings=("Stejné jako na sluneční straně.", "Jiné, které žádný dostupný zdroj neukazuje."),
        chosen="Stejné jako na sluneční straně.",
        reason="Karty ukazují pro obě strany tutéž mapu; majitel hry může zadat jiné jako edici.",
    ),
    "SH-A22": RulingText(
        question="Přidá revolta potlačená v zimě žeton revolty?",
        readings=("Ne.", "Ano, jako po rýži a daních."),
        chosen="Ne.",
        reason="Pravidlo o žetonu patří k akcím pro rýži a daně.",
    ),
    "SH-A23": RulingText(
        question="Má někdo většinu, kde nikdo nemá budovu toho typu, a zač stojí shoda divadel?",
        readings=(
            "Bez budovy většina není a shoda divadel nestojí za nic.",
            "Všichni se bez budov shodují a každý dostane body bez jednoho.",
        ),
        chosen="Bez budovy většina není a shoda divadel nestojí za nic.",
        reason="Většina je většina budov; tabulka sama dává za shodu divadel 0.",
    ),
    "SH-A24": RulingText(
        question="Kam jdou armády a karta, když v revoltě vyhrají sedláci?",
        readings=("Armády do zásoby, karta k neutrálním kartám.", "Armády k neutrálním kartám a karta do zásoby."),
        chosen="Armády do zásoby, karta k neutrálním kartám.",
        reason="Obě podstatná jména si ve větě vyměnila místo: karty nemají zásobu a armády balíček.",
    ),
    "SH-A25": RulingText(
        question="Kdo vítězí, jsou-li body i truhličky stejné?",
        readings=("Hráči se o vítězství dělí.", "Rozhodne další porovnání, třeba provincií."),
        chosen="Hráči se o vítězství dělí.",
        reason="Pravidla žádné další porovnání nejmenují.",
    ),
    "SH-A26": RulingText(
        question="Co se stane s budovami a žetony revolty dobyté provincie?",
        readings=("Zůstávají v provincii.", "Odstraní se."),
        chosen="Zůstávají v provincii.",
        reason="Odstraňují se jen po remíze nebo po úspěšné revoltě.",
    ),
    "SH-A27": RulingText(
        question="Mohou dojít truhličky a žetony revolty?",
        readings=("Ne, hráči použijí náhradu.", "Ano, a akce bez nich propadne nebo dá, co zbývá."),
        chosen="Ne, hráči použijí náhradu.",
        reason="Představují peníze a neklid; v běžné hře vytištěné počty stačí.",
    ),
    "SH-A28": RulingText(
        question="Co když má zásoba méně sedláků, než bitva nebo revolta potřebuje?",
        readings=("Zúčastní se ti, kteří tam jsou.", "Za vhozené se počítají sedláci ve věži."),
        chosen="Zúčastní se ti, kteří tam jsou.",
        reason="Sedláků je 20 a věž se nikdy nevyprázdní.",
    ),
    "SH-A29": RulingText(
        question="Smí hráč s prázdnou zásobou použít Rozmísti 1 jen k přesunu?",
        readings=("Ne, akce propadá.", "Ano, přesun je samostatná akce."),
        chosen="Ne, akce propadá.",
        reason="Akce, kterou nelze provést celou, propadá a přesun je k rozmístění přidán.",
    ),
    "SH-A30": RulingText(
        question="Smí se plán změnit, když už byl prohlášen za hotový?",
        readings=("Ano, dokud není hotový poslední plán.", "Ne."),
        chosen="Ano, dokud není hotový poslední plán.",
        reason="U stolu zůstávají karty při ruce, dokud nejsou připraveni všichni.",
    ),
    "SH-A31": RulingText(
        question="Které kostičky vítězného útočníka provincii obsadí?",
        readings=(
            "Všechny kostičky té barvy, které v nádobě zbyly, i z dřívějších vhození.",
            "Nejvýš tolik, kolik jich pochodovalo.",
        ),
        chosen="Všechny kostičky té barvy, které v nádobě zbyly, i z dřívějších vhození.",
        reason="Výsledek počítá všechny kostičky té barvy v nádobě a vítěz umístí ty, které zbyly.",
    ),
    "SH-A32": RulingText(
        question="Potřebují provincie, jejichž karty byly získány na podzim, v zimě rýži a počítají se pro revolty a body?",
        readings=("Ano, rozhoduje, kdo provincii v zimě vlastní.", "Ne, jejich karty působí až v dalším roce."),
        chosen="Ano, rozhoduje, kdo provincii v zimě vlastní.",
        reason="Karta přechází k novému vlastníkovi hned.",
    ),
    "SH-A33": RulingText(
        question="Počítá se straně víc kostiček, než vhodila, vypadnou-li i kostičky z dřívějších vhození?",
        readings=("Ano, počítají se všechny kostičky té barvy v nádobě.", "Ne, nejvýš tolik, kolik jich vhodila."),
        chosen="Ano, počítají se všechny kostičky té barvy v nádobě.",
        reason="Pravidla věže říkají, že kostičky z dřívějších vhození mohou vypadnout a výsledek změnit.",
    ),
    "SH-A35": RulingText(
        question="Je pořadí více revolt v zimě dáno předem?",
        readings=(
            "Ne, hráč jmenuje jednu po druhé a zná předchozí výsledky.",
            "Ano, hráč určí celé pořadí před první.",
        ),
        chosen="Ne, hráč jmenuje jednu po druhé a zná předchozí výsledky.",
        reason="Pořadí volí hráč a provincie se řeší jedna po druhé.",
    ),
    "SH-A36": RulingText(
        question="Platí se za zásobené provincie rýže?",
        readings=("Ne, jen se porovnává s počtem provincií.", "Ano, jedna rýže za každou provincii."),
        chosen="Ne, jen se porovnává s počtem provincií.",
        reason="Hráč rýži musí mít; ukazatele jdou po zimě stejně na nulu.",
    ),
    "SH-A37": RulingText(
        question="Lze žetony budov zpustošené provincie postavit znovu?",
        readings=("Ano, vracejí se do zásoby.", "Ne, opouštějí hru."),
        chosen="Ano, vracejí se do zásoby.",
        reason="Odstraňují se z provincie a nic je nebere ze hry.",
    ),
    "SH-A38": RulingText(
        question="Je hráč bez provincií ze hry venku?",
        readings=(
            "Ne, dál plánuje a nabízí se svými válečnými pokladnami a na body ještě může vyhrát.",
            "Ano, je vyřazen.",
        ),
        chosen="Ne, dál plánuje a nabízí se svými válečnými pokladnami a na body ještě může vyhrát.",
        reason="Pravidla nikoho nevyřazují a počítají s hráči, kteří mají málo karet.",
    ),
    "SH-A39": RulingText(
        question="V jakém pořadí se v bitvě ohlašují armády z výhod?",
        readings=("Nejdřív útočník, potom hrad, potom obránce.", "Nejdřív obránce, protože útočník ví, co ho čeká."),
        chosen="Nejdřív útočník, potom hrad, potom obránce.",
        reason="Útočník bitvu otevírá pochodem a obránce na něj odpovídá.",
    ),
    "SH-A40": RulingText(
        question="Jak se chová napodobená věž?",
        readings=(
            "Vhozenou kostičku zachytí v jednom ze čtyř případů a n kostiček uvolní každou ležící s pravděpodobností n/(n + 36).",
            "Vhozenou kostičku propustí ve dvou ze tří případů a každou ležící uvolní s pravděpodobností 1/3.",
            "Má dvě patra, z nichž každé zachytí 3/20, a každá procházející kostička uvolní ležící s pravděpodobností 1/40.",
        ),
        chosen="Vhozenou kostičku zachytí v jednom ze čtyř případů a n kostiček uvolní každou ležící s pravděpodobností n/(n + 36).",
        reason="Její obsah se ustálí poblíž 10 až 12 kostiček, které hráči popisují; měření známa nejsou.",
    ),
    "SH-A41": RulingText(
        question="Jak často smí hráč v jednom kole měnit plán?",
        readings=(
            "Nejvýš 100krát; potom se plán doloží do konce a uzavře.",
            "Jak často chce, dokud není hotový poslední plán.",
        ),
        chosen="Nejvýš 100krát; potom se plán doloží do konce a uzavře.",
        reason="U stolu je mezí trpělivost ostatních; kdo prohrává, mohl by pokračovat donekonečna.",
    ),
}
SECTIONS = {
    "Czech rulebook, version 2.1, Corfix 2007": "česká pravidla, verze 2.1, Corfix 2007",
    "Introduction (page 1)": "Úvod (strana 1)",
    "Start provinces (page 3)": "Počáteční provincie (strana 3)",
    "When a battle arises (page 8)": "Kdy dojde k bitvě (strana 8)",
    "Game material (page 2)": "Herní materiál (strana 2)",
    "Preparation (page 2)": "Příprava hry (strana 2)",
    "Planning the actions (page 6)": "Plánování akcí (strana 6)",
    "Course of the game (page 4)": "Průběh hry (strana 4)",
    "Who takes part in a battle (page 8)": "Kdo se účastní bitvy (strana 8)",
    "Material of the players (page 2)": "Materiál hráčů (strana 2)",
    "Start provinces to event cards (page 3)": "Počáteční provincie až karty událostí (strana 3)",
    "Battle tower (page 3)": "Bitevní věž (strana 3)",
    "Event cards (page 3)": "Karty událostí (strana 3)",
    "Scoring (page 7)": "Bodování (strana 7)",
    "Laying out the action cards (page 4)": "Vyložení karet akcí (strana 4)",
    "Laying out the special cards (page 4)": "Vyložení speciálních karet (strana 4)",
    "Planning the actions (page 4)": "Plánování akcí (strana 4)",
    "Bidding for the player order (page 6)": "Dražba o pořadí hráčů (strana 6)",
    "Explanation of the actions (page 5)": "Vysvětlení akcí (strana 5)",
    "Determining the player order (page 6)": "Určení pořadí hráčů (strana 6)",
    "Carrying out the actions (page 7)": "Provádění akcí (strana 7)",
    "Determining the event (page 6)": "Určení události (strana 6)",
    "Event cards (overview)": "Karty událostí (přehled)",
    "Basic rules of the tower (page 8)": "Základní pravidla věže (strana 8)",
    "Result of a battle (page 8)": "Výsledek bitvy (strana 8)",
    "Result of a battle (page 9)": "Výsledek bitvy (strana 9)",
    "Supplying the provinces with rice (page 7)": "Zásobování provincií rýží (strana 7)",
    "Revolts (page 7)": "Revolty (strana 7)",
    "Winter (page 7)": "Zima (strana 7)",
    "End of the game (page 9)": "Konec hry (strana 9)",
}
