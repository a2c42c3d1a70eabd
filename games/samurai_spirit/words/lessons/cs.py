"""The lessons of Samurai Spirit in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Braňte společně vesnici po tři kola.",
    "goal": "Společně bráníte jednu vesnici. Zbude-li po třech kolech farma a rodina, vyhrají všichni.",
    "line": "Nájezdníci, kterým čelíte, tvoří váš zástup a jejich hodnoty se sčítají. Nad číslem kiai vás udolají a vesnice přijde o barikádu nebo farmu.",
    "fight": "V každém tahu bojujete, podpoříte jiného samuraje, nebo pasujete. Teď bojujte: vytáhnete vrchního nájezdníka.",
    "meet": "Čelte nájezdníkovi: přidá se k vašemu zástupu. Má-li symbol, který vám na levé straně chybí, můžete se místo toho bránit.",
    "marks": "Na konci kola potřebujete na levé straně klobouk, farmu a panenku. Co chybí, stojí zranění, farmu nebo rodinu.",
    "penalty": "Na začátku tahu udělá poslední nájezdník vašeho zástupu, co je na něm vytištěno: oheň, zranění a podobně.",
    "support": "Podporou půjčíte svůj talent jinému samuraji. Zkuste podpořit sebe: rozhodčí to odmítne a uvede pravidlo. Pak bojujte, nebo podpořte jiného.",
    "intruders": "Při podpoře se také do vesnice vkrade jeden nájezdník. Po kole každý plenitel s plameny spálí barikádu nebo farmu.",
    "kiai": "Trefíte-li přesně své číslo kiai, kiai se spustí: hned pomůže a první nájezdník z vašeho zástupu odejde.",
    "pass": "Nad číslem kiai musíte pasovat. Pod ním pasujte včas, abyste zástup udrželi: do konce kola jste mimo hru.",
}
