"""The meanings of words in a game, in every language of its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.notation.outcomes import vocabulary_of
from gunbai_record.notation.short_forms import Vocabulary

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


async def vocabulary_in(gunbai: Gunbai, game: GameInfo) -> Vocabulary:
    """Return the words with a meaning in a game, such as a card's name, in every language of the title."""
    english = await gunbai.speaking("en").title(game.title, game.rules_version)
    tags = (tag for tag in english.languages if tag != "en")
    others = [await gunbai.speaking(tag).title(game.title, game.rules_version) for tag in tags]
    return vocabulary_of(english, game, *others)
