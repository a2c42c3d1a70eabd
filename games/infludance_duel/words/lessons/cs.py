"""The lessons of INFLUDANCE Duel in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Závod kovbojů, ve kterém nikdo nesmí kráčet vpřed.",
    "goal": "Dostaňte svého kovboje přes vítěznou linii za protější řadou: červený na sever, modrý na jih. Kdo tam je první, vyhrává.",
    "figure": "Vezměte si malého kovboje, který zabírá jedno pole, nebo velkého, který zabírá dvě.",
    "place": "Postavte kovboje kamkoli na jeho první linii.",
    "step": "Dopředu se nechodí, jen do strany nebo vzad. Zkuste krok vpřed: rozhodčí ho odmítne a uvede pravidlo. Pak udělejte jiný krok.",
    "bullets": "Pole, na které vkročíte, střílí: každý náboj odstřelí kovboje své barvy o jedno pole svým směrem. Tak se dostanete dopředu.",
    "edge": "Odstřelení mimo plán nemá účinek, ledaže vede přes vítěznou linii. Sledujte tedy, kde oba kovbojové stojí.",
    "end": "Po kroku můžete vystřelit žeton ze zásobníku, nebo tah ukončit.",
    "shoot": "Jednou vystřelte: máte šest žetonů, které jste neviděli. Mezi všemi dvanácti jsou po třech Dobrá rána, Nakopávačka, Dvojitá rána a Slepá munice.",
    "tokens": "Vystřelený žeton je pryč, i když nic neudělal. Na panelu je, kolik vám jich zbývá.",
    "log": "Odstřelení nelze odmítnout. Záznam říká, co které udělalo a podle kterého pravidla.",
}
