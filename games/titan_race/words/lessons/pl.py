"""The lessons of Titan Race in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Weź kość, jedź zgodnie z nią i miń metę przed innymi.",
    "goal": "Wygrywa tytan, który pierwszy ukończy trzy okrążenia. Kto wyjedzie górą toru, wraca dołem, o okrążenie dalej.",
    "titan": "Weź dowolnego tytana. Każdy ma kolor i zdolność.",
    "die": "Każdy gracz bierze z puli jedną kość, która mówi, jak jego tytan ruszy się w tej turze. Weź dowolną.",
    "place": "Tytan zaczyna na jednym z pól w rzędzie 1. Wybierz jedno.",
    "move": "Teraz rusz się tak, jak mówi kość. Najpierw spróbuj zdolności: sędzia odrzuci ją podczas akcji kości i poda regułę. Potem wybierz drogę.",
    "faces": "Żółta to 2 do przodu, a brązowa 3 po przekątnej. Niebieska robi po jednym, czerwona kładzie pułapkę, zielona uderza przed siebie, a fioletowa kopiuje inną za 1 punkt życia.",
    "life": "Kość w kolorze twojego tytana daje mu 1 punkt życia. Przy 0 jest znokautowany i traci turę.",
    "push": "Gdy wchodzisz na zajęte pole, stojący tam tytan jest popychany i traci 1 punkt życia. Pułapki i lawa też kosztują życie.",
    "again": "Od drugiej rundy możesz też raz na turę użyć zdolności. Najpierw weź kość.",
    "card": "W swojej turze możesz zagrać jedną kartę specjalną. Karty reakcji chronią cię w turach innych.",
    "log": "Dziennik mówi, co zrobiło ci każde pole i według której reguły.",
}
