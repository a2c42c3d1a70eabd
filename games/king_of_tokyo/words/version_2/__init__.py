"""What King of Tokyo says in version 2 of its rules: changed clauses, options and house rulings."""

from __future__ import annotations

from games.king_of_tokyo.words import WORDS as WORDS_1
from games.king_of_tokyo.words.version_2.en import HOUSE_RULINGS, SWITCHES
from gunbai_record.text.catalogue import Catalogues

WORDS = WORDS_1.reworded(Catalogues(__name__), HOUSE_RULINGS, SWITCHES)
