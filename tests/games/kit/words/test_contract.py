"""The words of a later rules version are those of the version before, with other clauses and house rulings."""

from __future__ import annotations

from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.words.house_rulings import HOUSE_RULINGS
from games.kit.words.house_ruling import RulingText


def test_a_reworded_register_has_an_entry_in_the_place_of_the_one_with_its_number() -> None:
    words, other = KING_OF_TOKYO.words, HOUSE_RULINGS[1]
    text = RulingText(question="Kdy?", readings=("Hned.", "Potom."), chosen="Hned.", reason="Tak.")
    renumbered = type(other)(**{field: getattr(other, field) for field in other.__struct_fields__} | {"option": "late"})
    english = words.english.reworded({"KT-1.1": "Two."})
    czech = words.languages["cs"].reworded({}, None, {other.number: text})
    reworded = words.reworded({"en": english, "cs": czech}, (renumbered,))
    assert [ruling.number for ruling in reworded.house_rulings] == [ruling.number for ruling in HOUSE_RULINGS]
    assert reworded.house_rulings[1].option == "late"
    assert reworded.english.clauses == {"KT-1.1": "Two."}
    assert reworded.languages["cs"].house_rulings[other.number] == text
    assert reworded.languages["cs"].clauses == words.languages["cs"].clauses
    assert words.english.clauses == {}
