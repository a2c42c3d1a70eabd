"""What Liar's Dice says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.kit.words.contract import Words
from games.liars_dice.words.en import ASIDES
from games.liars_dice.words.house_rulings import HOUSE_RULINGS
from games.liars_dice.words.lessons import TUTORIAL
from games.liars_dice.words.notation import FORMS, TEXTS, TURNS
from gunbai_record.text.catalogue import Catalogues

WORDS = Words(
    languages=Catalogues(__name__),
    forms=FORMS,
    texts=TEXTS,
    turns=TURNS,
    asides=ASIDES,
    house_rulings=HOUSE_RULINGS,
    tutorial=TUTORIAL,
)
