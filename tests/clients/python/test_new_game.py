"""A client makes the tokens of a new game itself, and keeps those that the game has."""

from __future__ import annotations

from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT, ClockTerms
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo, Invitation
from gunbai_client.new_game import NewGame, NewTokens


def test_a_new_game_has_the_tokens_of_the_roles_that_it_has() -> None:
    tokens = NewTokens()
    assert len({tokens.host, tokens.dealer, tokens.spectator, tokens.bot}) == 4
    assert tokens.host not in repr(tokens)
    public = tokens.of(GameInfo(game="g"))
    assert (public.host_token, public.dealer_token, public.spectator_token) == (tokens.host, "", "")
    dealt = tokens.of(GameInfo(game="g", chance_source=CHANCE_SOURCE_DEALER, private=True))
    assert (dealt.dealer_token, dealt.spectator_token) == (tokens.dealer, tokens.spectator)
    assert tokens.host not in repr(dealt)
    assert (public.bot_token, public.invitations) == ("", ()) == (dealt.bot_token, dealt.invitations)
    clock = ClockTerms(expiry=EXPIRY_RULE_BOT)
    assert tokens.of(GameInfo(game="g", clock=clock)).bot_token == tokens.bot
    assert tokens.of(GameInfo(game="g"), [Invitation(seat=1)]).invitations == (Invitation(seat=1),)
    assert NewGame(GameInfo(game="g"), "h") == NewGame(GameInfo(game="g"), "h", "", "", "", ())
