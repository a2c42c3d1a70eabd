"""A picture's caption: the service fills it from the game, with no more of the last move than its reader may see."""

from __future__ import annotations

from gunbai.liars_dice.v1 import view_pb2
from gunbai.referee.v1 import record_pb2
from lab.toy import protos
from lab.toy_service import House, Match, bearer, bids


async def board(match: Match, token: str = "", version: int = 0) -> str:
    """Return the text board of the toy title, which is its caption in words."""
    request = record_pb2.DrawPositionRequest(game=match.id, version=version)
    svg: str = (await match.house.record.DrawPosition(request, metadata=bearer(token))).svg
    assert f"<title>{match.id}</title>" in svg
    return svg.partition("<desc>")[2].partition("</desc>")[0]


async def test_a_picture_shows_version_players_and_who_is_asked(house: House) -> None:
    match = await house.open()
    assert await board(match) == "Lantern Night at 1: 5 lanterns, nobody to act, last nothing"
    await match.seat_all()
    await match.begin()
    assert await board(match) == "Lantern Night at 4: 5 lanterns, player 1, player 2 to act, last nothing"


async def test_a_secret_event_of_the_last_move_is_shown_to_its_seat_alone(house: House) -> None:
    match = await house.start()
    await match.play((1, protos.Bid(light=3, seat=1)))
    assert (await board(match, match.tokens[1])).endswith("last BidLaid, BidSealed")
    for token in ("", match.tokens[2], match.host, match.spectator):
        assert (await board(match, token)).endswith("player 2 to act, last BidLaid")


async def test_a_picture_shows_a_seat_what_it_alone_may_see(house: House) -> None:
    match = await house.start("liars_dice")
    hands = {seat: await hand(match, seat) for seat in (1, 2)}
    hidden = " ".join("?" for _ in hands[1].split())
    for token, cups in (
        (match.tokens[1], (hands[1], hidden)),
        (match.tokens[2], (hidden, hands[2])),
        (match.host, (hidden, hidden)),
        ("", (hidden, hidden)),
    ):
        svg = (
            await house.record.DrawPosition(record_pb2.DrawPositionRequest(game=match.id), metadata=bearer(token))
        ).svg
        lines = svg.partition("<desc>")[2].partition("</desc>")[0].split("\n")
        assert [line.partition("): ")[2] for line in lines if line.startswith("seat ")] == list(cups)


async def hand(match: Match, seat: int) -> str:
    """Return the dice of a seat as it sees them."""
    view = view_pb2.View()
    assert (await match.view(seat)).view.Unpack(view)
    return " ".join(str(die) for die in view.cups[seat - 1].hand)


async def test_an_earlier_position_has_the_last_move_before_it(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3, 1))
    newest = (await match.view("")).version
    assert (await board(match, version=5)).endswith("player 2 to act, last BidLaid")
    assert not (await board(match, version=newest)).endswith("last BidLaid")


async def test_after_the_end_the_last_move_is_the_one_that_ended_the_game(house: House) -> None:
    match = await house.start()
    await match.finish()
    entries = await match.entries()
    moved = [item.open.type_url.rpartition(".")[2] for item in entries[-2].events]
    assert entries[-1].command.open.type_url.endswith("CloseGame")
    assert (await board(match)).endswith(f"nobody to act, last {', '.join(moved)}")


async def test_a_branch_shows_the_players_who_sit_there(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3, 1))
    await match.finish()
    branch = await match.fork(5)
    assert await board(branch) == "Lantern Night at 6: 5 lanterns, nobody to act, last nothing"
    assert "player 2 to act, last BidLaid" in await board(branch, version=5)


async def test_what_a_title_goes_on_showing_stays_in_later_pictures_and_in_those_of_a_branch(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3, 1))
    drawn = (await match.view("")).version
    assert "drew" not in await board(match, version=drawn - 1)
    await match.play((2, protos.Withdraw()))
    later = (await match.view("")).version
    await match.finish()
    branch = await match.fork(later)
    for game_at in (match, branch):
        assert [", player 1 drew " in await board(game_at, version=version) for version in (drawn, later)] == [
            True,
            True,
        ]
    assert ", seat 1 drew " in await board(branch)
