"""What waits for a person in a game is found: of their own seats alone, each thing by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from clients.cli.notify.notices import Notice, Place
from gunbai.infludance_duel.v1.commands_pb2 import FIGURE_LARGE, ChooseFigure
from gunbai.record.v1.clocks_pb2 import AgreedPause
from gunbai.record.v1.results_pb2 import Agree, AgreedResult
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GameInfo
from gunbai_client import Gunbai, Seat, aio
from gunbai_client.terms import clock

Look = Callable[..., list[Notice]]
LARGE = ChooseFigure(figure=FIGURE_LARGE)


@pytest.fixture
def look(address: str) -> Look:
    """Return what says what waits for who holds some seats, and hosts or deals with a token."""

    async def looked(seats: list[Seat], host: str = "", dealer: str = "") -> list[Notice]:
        async with aio.connect(address) as gunbai:
            held = [gunbai.holding(seat.token).seat(seat.game, seat.number, seed=seat.seed) for seat in seats]
            reader = gunbai.holding(dealer or host or seats[0].token)
            place = Place(seats[0].game, reader, held, deals=bool(dealer), hosts=bool(host))
            return (await place.look())[1]

    return lambda seats, **tokens: asyncio.run(looked(seats, **tokens))


def facts(notices: list[Notice]) -> list[tuple[str, int]]:
    """Return what notices are about, and whom they ask."""
    return [(notice.kind, notice.seat) for notice in notices]


def test_a_decision_is_that_of_who_is_asked_and_the_same_until_it_is_made(look: Look, seats: list[Seat]) -> None:
    (decision,) = look(seats)
    assert (decision.kind, decision.seat, decision.player, decision.clause) == ("decision", 1, "Ann", "IN-2.2")
    assert decision.text == "INFLUDANCE Duel: your turn. Ann chooses a figure."
    assert not look([seats[1]])
    assert [notice.id for notice in look(seats)] == [decision.id]
    seats[0].submit(LARGE)
    assert facts(look(seats)) == [("decision", 2)]


def test_a_game_that_lost_entries_waits_for_nobody(
    look: Look, seats: list[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = aio.Gunbai.game

    async def went_back(self: aio.Gunbai, game: str) -> GameInfo:
        info = await read(self, game)
        info.went_back = True
        return info

    assert facts(look(seats)) == [("decision", 1)]
    monkeypatch.setattr(aio.Gunbai, "game", went_back)
    assert look(seats) == []


def test_a_turn_of_several_decisions_is_told_once_and_again_after_another_seat(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("king_of_tokyo", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    turns: list[tuple[int, set[str]]] = []
    for _ in range(60):
        if not (notices := look(seats)):
            break
        mover = next((seat for seat in seats if seat.number == notices[0].seat), None)
        if mover is None:  # The game is over.
            break
        if not turns or turns[-1][0] != mover.number:
            turns.append((mover.number, set()))
        turns[-1][1].add(notices[0].id)
        mover.submit(mover.legal().commands[0].command)
    assert len(turns) > 6
    assert {len(ids) for _, ids in turns} == {1}, "each decision within a turn is the same notice"
    all_ids = [identity for _, ids in turns for identity in ids]
    assert len({*all_ids}) == len(all_ids), "another turn is another notice"


def test_the_facts_of_a_notice_have_no_token(look: Look, seats: list[Seat]) -> None:
    (notice,) = look(seats)
    assert seats[0].token not in str(notice.facts)
    assert notice.facts["id"] == notice.id


@pytest.mark.parametrize(
    ("private", "text"),
    [
        (False, "Liar's Dice: your turn. Ann makes the first bid of the round."),
        (True, "Liar's Dice: Ann: your turn."),
    ],
)
def test_a_notice_has_nothing_that_only_its_reader_may_see(
    look: Look,
    gunbai: Gunbai,
    private: bool,  # noqa: FBT001  # by pytest
    text: str,
) -> None:
    made = gunbai.create("liars_dice", seats=2, private=private, chance="referee")
    seats = [gunbai.holding(made.host_token).join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    assert "Your dice: " in seats[0].legal().waiting.sentence
    (notice,) = look(seats)
    assert notice.text == text


def test_a_sealed_answer_of_one_seat_does_not_ask_another_anew(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("shogun", seats=3, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob", "Cem")]
    gunbai.holding(made.host_token).start(made.info.game)
    while len(before := look(seats)) < 2:
        mover = next(seat for seat in seats if seat.number == before[0].seat)
        mover.submit(mover.legal().commands[0].command)
    mover = next(seat for seat in seats if seat.number == before[0].seat)
    while (now := look(seats)) and before[0].id in {notice.id for notice in now}:
        mover.submit(mover.legal().commands[0].command)
    left = {notice.id for notice in now}
    assert {notice.id for notice in before[1:]} <= left


def test_the_deadline_of_a_decision_is_told(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create(
        "infludance_duel",
        seats=2,
        chance="referee",
        options={"starting_player": "red"},
        clock=clock(decision_seconds=60),
    )
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    (notice,) = look(seats)
    assert notice.deadline.endswith("+00:00")


def test_the_host_is_told_of_a_full_table(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, "Ann")]
    assert not look(seats, host=made.host_token)
    seats.append(gunbai.join(made.info.game, "Bob"))
    assert facts(look(seats, host=made.host_token)) == [("start", 0)]
    assert not look(seats)


def test_the_dealer_is_told_what_is_asked_of_dice(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="dealer")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    assert facts(look(seats, dealer=made.dealer_token)) == [("chance", 0)]
    assert not look(seats)


def test_the_word_of_one_seat_asks_for_that_of_the_others(look: Look, seats: list[Seat]) -> None:
    word = Agree(result=AgreedResult(winners=[2]))
    seats[0].agree(word)
    notices = look([seats[1]])
    assert facts(notices) == [("agreement", 2)]
    assert notices[0].text.endswith("Ann asks you to agree: the game ends with seat 2 as the winner.")
    assert notices[0].command == f"gunbai game agree {notices[0].game} result --winner 2 --seat 2"
    assert "word" not in notices[0].facts
    assert facts(look([seats[0]])) == [("decision", 1)]
    seats[0].submit(LARGE)
    assert facts(look([seats[1]])) == [("decision", 2)]


def test_the_word_that_is_asked_for_is_said_as_it_is_typed(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee", clock=clock(decision_seconds=600))
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    words = (
        (Agree(pause=AgreedPause(seconds=90)), "a pause of 90 seconds.", "pause --seconds 90"),
        (
            Agree(result=AgreedResult(winners=[1, 2], scores=[-3, 4])),
            "the game ends with seat 1, seat 2 as the winner, with the scores -3, 4.",
            "result --winner 1 --winner 2 --score=-3 --score=4",
        ),
    )
    for word, sentence, typed in words:
        seats[0].agree(word)
        notice = next(notice for notice in look([seats[1]]) if notice.kind == "agreement")
        assert notice.text.endswith(f"Ann asks you to agree: {sentence}")
        assert notice.command == f"gunbai game agree {made.info.game} {typed} --seat 2"


def test_who_has_not_consented_to_a_takeback_is_asked(look: Look, seats: list[Seat]) -> None:
    seats[0].submit(LARGE)
    branch = seats[0].take_back(seats[0].gunbai.game(seats[0].game).head - 1).info.game
    seats[0].join(branch)
    assert facts(look(seats)) == [("decision", 2), ("takeback", 2)]
    seats[1].join(branch)
    assert not look(seats)


def test_a_dispute_waits_for_who_has_not_spoken_last(look: Look, seats: list[Seat]) -> None:
    seats[0].submit(LARGE)
    number = seats[0].disputes().open("that was the small one", version=5).number
    notices = [notice for notice in look(seats) if notice.kind == "dispute"]
    assert facts(notices) == [("dispute", 2)]
    assert "that was the small one" in notices[0].text
    seats[1].disputes().say(number, "it was not")
    again = [notice for notice in look(seats) if notice.kind == "dispute"]
    assert facts(again) == [("dispute", 1)]


def test_who_deals_settles_disputes(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="dealer")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].submit(LARGE)
    number = seats[0].disputes().open("that was the small one", version=5).number
    assert ("dispute", 0) in facts(look(seats, dealer=made.dealer_token))
    gunbai.holding(made.dealer_token).disputes(made.info.game).settle(number, "it was not")
    assert facts(look(seats, dealer=made.dealer_token)) == [("decision", 2)]


def test_who_may_lose_a_seat_is_told_until_when_to_object(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create(
        "infludance_duel", seats=2, options={"starting_player": "red"}, reissue_seconds=60, chance="referee"
    )
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    gunbai.holding(made.host_token).announce_reissue(made.info.game, 2, bytes(range(32)))
    assert facts(look([seats[1]])) == [("veto", 2)]
    seats[1].veto_reissue()
    assert not look([seats[1]])


def test_the_end_of_a_game_is_told_with_its_result(look: Look, seats: list[Seat]) -> None:
    seats[0].concede()
    (over,) = look(seats)
    assert (over.kind, over.seat) == ("over", 0)
    assert "won by Bob" in over.text
    assert seats[0].gunbai.game(seats[0].game).status != GAME_STATUS_FINISHED


def test_shares_of_chance_are_given(look: Look, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="committed")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    look(seats)
    assert facts(look(seats)) == [("decision", 1)]


@pytest.mark.parametrize("private", [True, False])
def test_a_private_game_is_looked_at_with_the_token(look: Look, gunbai: Gunbai, private: bool) -> None:  # noqa: FBT001  # by pytest
    made = gunbai.create(
        "infludance_duel", seats=2, options={"starting_player": "red"}, private=private, chance="referee"
    )
    with_token = gunbai.holding(made.host_token)
    seats = [with_token.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    assert facts(look(seats)) == [("decision", 1)]
