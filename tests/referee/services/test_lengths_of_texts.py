"""Each text of a request may be as long as its comment in the protos says, and no longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import grpc
from google.protobuf import descriptor_pb2
from google.protobuf.message_factory import GetMessageClass

from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import results_pb2 as results
from lab.requests import calls
from lab.toy import protos as toy
from lab.toy_service import DEALER, Failure, House, Match, bearer, bids, failure_of, new_tokens
from referee.game.entries import packed
from tests.referee.services.test_disputes import dispute
from tools import protos

LENGTHS = re.compile(r"(?:(?P<least>\d+) to|at most) (?P<most>\d+) characters(?! each)")


CALLS = {call.name: call for call in calls() if "game" in call.input_type.fields_by_name or call.name == "CreateGame"}
"""The calls with a request that names a game, and the one that makes it."""


class Text(NamedTuple):
    """A field of a request with a text: the fewest and the most characters."""

    call: str
    field: str
    least: int
    most: int


def texts() -> Iterator[Text]:
    """Yield the texts of requests that name a game, or make one, whose comments say how long they are."""
    for declared, item in protos.declared(descriptor_pb2.FieldDescriptorProto):
        name = declared.name.split(".")[-2]
        call, lengths = name.removesuffix("Request"), LENGTHS.search(declared.comment)
        everywhere = not declared.comment.endswith("otherwise.") and call != name and call in CALLS
        if lengths and everywhere and item.type == item.TYPE_STRING:
            yield Text(call, item.name, int(lengths["least"] or 0), int(lengths["most"]))


TEXTS = sorted(texts())
ORDERS = {
    "DecideGame": packed(results.DecideGame(basis=results.RESULT_BASIS_ADJUDICATION, winners=[1], reason="so")),
    "RuleIrregularity": packed(irregular.RuleIrregularity(clause="LN-1", done="so", remedy=irregular.REMEDY_STANDS)),
    "Submit": packed(toy.Ring()),
}


def request(text: Text, match: Match, value: str) -> Any:
    """Return a request for a game in which one text is as given, and every other has one character."""
    kind = GetMessageClass(CALLS[text.call].input_type)
    made: Any = kind(
        **{field_text.field: "x" for field_text in TEXTS if field_text.call == text.call and field_text.least}
    )
    for name in ("game", "title", "seats", "seat", "player", "dispute", "version", "expected_version"):
        if name in kind.DESCRIPTOR.fields_by_name:
            given = {"game": match.id, "title": "lantern_night", "seats": 2, "player": "Ann"}
            setattr(made, name, given.get(name, 1))
    for name, token in new_tokens().items():
        if name in kind.DESCRIPTOR.fields_by_name:
            setattr(made, name, token)
    if text.call in ORDERS:
        made.command.CopyFrom(ORDERS[text.call])
    setattr(made, text.field, value)
    return made


async def refusal(match: Match, text: Text, value: str) -> Failure:
    """Return why a request with a text is refused, for whoever comes as far as its fields."""
    call = CALLS[text.call]
    failure = Failure("", "")
    for token in (match.tokens[1], match.host, match.dealer, ""):
        path = f"/{call.containing_service.full_name}/{call.name}"
        kind: Any = match.house.channel.unary_stream if call.server_streaming else match.house.channel.unary_unary
        call_made = kind(path, lambda request_: request_.SerializeToString())(
            request(text, match, value), metadata=bearer(token)
        )
        try:
            await (anext(aiter(call_made), None) if call.server_streaming else call_made)
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            if failure.field == text.field:
                return failure
        finally:
            call_made.cancel()
    return failure


def about_length(refused: Failure, text: Text) -> bool:
    """Return whether a text was refused because it is too short or too long."""
    of_length = f"expected {text.least} to {text.most} characters", f"at most {text.most} characters"
    problem = refused.facts.get("problem", "")
    return (refused.reason, refused.field) == ("INVALID_FIELD", text.field) and any(
        words in problem for words in of_length
    )


async def test_a_text_has_the_length_that_its_comment_says(house: House) -> None:
    assert len(TEXTS) >= 20
    for text in TEXTS:
        match = await house.start(chance_source=DEALER)
        await match.play(*bids(1))
        await dispute(match, 1, version=5)
        for length in {text.least - 1, text.least, text.most, text.most + 1} - {-1}:
            refused = await refusal(match, text, "x" * length)
            beyond = not text.least <= length <= text.most
            assert about_length(refused, text) == beyond, (text, length, refused)
