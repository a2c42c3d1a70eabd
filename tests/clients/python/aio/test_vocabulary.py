"""What words mean in a game: its names in every language of the title."""

from __future__ import annotations

from gunbai_client import Gunbai
from gunbai_client.aio import connect
from gunbai_client.aio.vocabulary import vocabulary_in
from gunbai_client.blocking import vocabulary


async def test_components_are_known_by_their_names_in_every_language_and_players_by_theirs(
    address: str, gunbai: Gunbai
) -> None:
    game = gunbai.create("samurai_spirit", seats=2, chance="referee").info.game
    gunbai.join(game, "Ann")
    async with connect(address) as client:
        known_words = await vocabulary_in(client, gunbai.game(game))
    assert known_words == vocabulary.vocabulary_in(gunbai, gunbai.game(game))
    tags = gunbai.title("samurai_spirit").languages
    names = {
        tag: {component.id: component.name for component in gunbai.speaking(tag).title("samurai_spirit").components}
        for tag in tags
    }
    assert {"en", "cs"} <= set(tags)
    assert all(name in known_words.names[key] for names_of in names.values() for key, name in names_of.items())
    assert known_words.players[1][0] == "Ann"
