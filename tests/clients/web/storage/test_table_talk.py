"""The talk of a table: bounded in length, speed, number and time."""

from __future__ import annotations

import pytest

from clients.web.storage.table_talk import BURST, FOR_ONE, IN_ALL, KEPT, LASTS, LONGEST, SPAN, TableTalk
from gunbai_client.errors import Exhausted, InvalidRequest
from tests.clients.web.http_requests import NOWHERE

HERE = "198.51.100.1"


class Clock:
    """A clock that stands still until it is set."""

    now = 100_000.0

    def __call__(self) -> float:
        return self.now


def test_what_is_said_at_a_table_is_read_there_alone() -> None:
    talk = TableTalk()
    assert talk.say("a", 1, " Hello\n there ", HERE) == 1
    assert talk.say("a", 2, "Hi.", HERE) == 2
    assert [(message.number, message.seat, message.text) for message in talk.read("a")] == [
        (1, 1, "Hello there"),
        (2, 2, "Hi."),
    ]
    assert talk.read("b") == ()


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST + 1)])
def test_an_empty_or_long_text_is_refused_and_takes_no_room(text: str) -> None:
    talk = TableTalk()
    for _ in range(FOR_ONE + 1):
        with pytest.raises(InvalidRequest):
            talk.say(NOWHERE, 1, text, HERE)
    assert talk.say(NOWHERE, 1, "x" * LONGEST, HERE) == 1


def test_a_seat_that_speaks_too_fast_has_to_wait_and_others_need_not() -> None:
    clock = Clock()
    talk = TableTalk(clock)
    for number in range(BURST):
        assert talk.say("a", 1, "Now!", HERE) == number + 1
    with pytest.raises(Exhausted, match="15 s") as error:
        talk.say("a", 1, "Now!", HERE)
    assert error.value.reason == "TALK_TOO_FAST"
    assert talk.say("a", 2, "Patience.", HERE) == BURST + 1
    clock.now += SPAN
    assert talk.say("a", 1, "Now.", HERE) == BURST + 2


def test_a_table_keeps_the_latest_messages() -> None:
    clock = Clock()
    talk = TableTalk(clock)
    for number in range(1, KEPT + 4):
        clock.now += SPAN
        assert talk.say("a", 1, str(number), HERE) == number
    assert [message.number for message in talk.read("a")] == list(range(4, KEPT + 4))


def test_the_tables_with_talk_are_limited_in_all_and_for_one_visitor_until_silence_ends_them() -> None:
    clock = Clock()
    talk = TableTalk(clock)
    for number in range(FOR_ONE):
        talk.say(f"game {number}", 1, "Hello.", HERE)
    with pytest.raises(Exhausted) as error:
        talk.say("another", 1, "Hello.", HERE)
    assert error.value.reason == "TALK_OF_ONE"
    assert talk.say("game 1", 1, "Again.", HERE) == 2
    for number in range(IN_ALL - FOR_ONE):
        talk.say(f"other {number}", 1, "Hello.", f"203.0.{number // 250}.{number % 250}")
    with pytest.raises(Exhausted) as error:
        talk.say("another", 1, "Hello.", "192.0.2.1")
    assert error.value.reason == "TALK_FULL"
    clock.now += LASTS + 1
    assert talk.read("game 1") == ()
    assert talk.say("another", 1, "Hello.", HERE) == 1
