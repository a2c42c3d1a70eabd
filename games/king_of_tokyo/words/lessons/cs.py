"""The lessons of King of Tokyo in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Házejte kostkami, bijte soupeře a držte Tokio, dokud to jde.",
    "goal": "Vyhrává, kdo má první 20 vítězných bodů, nebo poslední živá příšera. Na panelu každé příšery jsou její životy, body a energie.",
    "monster": "Vyberte si kteroukoli příšeru. Liší se jen vzhledem.",
    "start": "Každý jednou hodí: začíná příšera s nejvíce Útoky.",
    "roll": "Jste na tahu: hoďte všemi šesti kostkami.",
    "faces": "Tři stejná čísla dají tolik bodů, kolik je to číslo. Blesk je 1 energie, dráp 1 zranění pro ostatní a srdce léčí vás.",
    "keep": "Klepněte na kostky, které si necháte, a ostatními hoďte znovu. Můžete to udělat dvakrát, nebo přestat dřív.",
    "tokyo": "Zaútočíte-li zvenčí, ovládnete prázdné Tokio za 1 bod. Za každý tah, který v něm začnete, jsou další 2. Všichni ale útočí na vás a srdce vám nepomohou.",
    "buy": "Za energii se kupují karty. Zkuste Nova Breath za 7: rozhodčí odmítne, na co nemáte, a uvede pravidlo. Pak kartu kupte, nebo nákup ukončete.",
    "log": "Záznam říká, co se stalo, tah po tahu. Číslo jako KT-3.1 otevře pravidlo, které za tím je.",
    "yield": "Někdo na vás v Tokiu zaútočil. Přenechte mu ho, nebo zůstaňte kvůli bodům.",
}
