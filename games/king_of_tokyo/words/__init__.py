"""What King of Tokyo says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.king_of_tokyo.words import english
from games.king_of_tokyo.words.house_rulings import HOUSE_RULINGS
from games.king_of_tokyo.words.notation import FORMS, TEXTS, TURNS
from games.kit.words.contract import Words
from games.kit.words.languages import Translations

WORDS = Words(
    english=english.WORDS,
    languages=Translations(__name__),
    forms=FORMS,
    texts=TEXTS,
    turns=TURNS,
    asides=english.ASIDES,
    house_rulings=HOUSE_RULINGS,
)
