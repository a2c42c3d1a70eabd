"""The language of an answer is chosen by what the caller asks for, and said once."""

from __future__ import annotations

from typing import Any

from lab.toy import LANTERN_NIGHT
from referee.access.accept_language import LONGEST, Negotiation, asked_for
from referee.game.titles import Rulebook


class Call:
    """A call with metadata, which notes what is said before its answer."""

    def __init__(self, *metadata: tuple[str, str | bytes]) -> None:
        self._metadata = metadata
        self.sent: list[Any] = []

    def invocation_metadata(self) -> Any:
        """Return the metadata of the caller."""
        return self._metadata

    async def send_initial_metadata(self, metadata: Any) -> None:
        """Note what is said."""
        self.sent.append(metadata)


def test_only_the_beginning_of_a_long_value_is_read() -> None:
    call: Any = Call(("accept-language", "de," * LONGEST + "cs"))
    assert len(asked_for(call)) == LONGEST
    binary: Any = Call(("accept-language", b"cs"))
    assert asked_for(binary) == ""


async def test_who_asks_for_a_language_learns_once_which_it_is() -> None:
    call: Any = Call(("accept-language", "cs"))
    negotiation, book = Negotiation(call), Rulebook(LANTERN_NIGHT)
    assert [(await negotiation.translator(book)).language for _ in range(2)] == ["cs", "cs"]
    assert call.sent == [(("content-language", "cs"),)]


async def test_who_asks_for_none_gets_english_and_no_header() -> None:
    call: Any = Call()
    assert (await Negotiation(call).translator(Rulebook(LANTERN_NIGHT))).language == "en"
    assert call.sent == []


async def test_the_language_is_not_said_after_an_answer() -> None:
    call: Any = Call(("accept-language", "cs"))
    negotiation = Negotiation(call)
    negotiation.answered()
    assert (await negotiation.translator(Rulebook(LANTERN_NIGHT))).language == "cs"
    assert call.sent == []
