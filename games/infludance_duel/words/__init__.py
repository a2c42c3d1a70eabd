"""What INFLUDANCE Duel says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.infludance_duel.words.en import ASIDES
from games.infludance_duel.words.house_rulings import HOUSE_RULINGS, RULEBOOK
from games.infludance_duel.words.lessons import TUTORIAL
from games.infludance_duel.words.notation import FORMS, TEXTS, TURNS
from games.kit.words.contract import Words
from gunbai_record.text.catalogue import Catalogues

WORDS = Words(
    languages=Catalogues(__name__),
    forms=FORMS,
    texts=TEXTS,
    turns=TURNS,
    asides=ASIDES,
    rulebook=RULEBOOK,
    house_rulings=HOUSE_RULINGS,
    tutorial=TUTORIAL,
)
