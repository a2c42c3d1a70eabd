"""Moves: what legal commands have in common."""

from __future__ import annotations

from clients.cli.table.moves import Move, label
from gunbai.infludance_duel.v1 import commands_pb2 as duel


def test_a_label_has_the_words_that_the_sentences_share() -> None:
    assert label(
        [Move(duel.Step(), "Step left and evaluate b1."), Move(duel.Step(), "Step back and evaluate b1.")]
    ) == ("Step … and evaluate b1.")


def test_commands_without_a_shared_word_are_called_by_their_type() -> None:
    assert label([Move(duel.EndTurn(), "Ende."), Move(duel.EndTurn(), "Schluss.")]) == "End turn …"
