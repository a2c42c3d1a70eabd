"""What Titan Race says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.kit.words.contract import Words
from games.kit.words.languages import Translations
from games.titan_race.words import english
from games.titan_race.words.house_rulings import HOUSE_RULINGS
from games.titan_race.words.notation import FORMS, TEXTS, TURNS

WORDS = Words(
    english=english.WORDS,
    languages=Translations(__name__),
    forms=FORMS,
    texts=TEXTS,
    turns=TURNS,
    asides=english.ASIDES,
    house_rulings=HOUSE_RULINGS,
)
