"""The interface follows Google's API improvement proposals (https://google.aip.dev), each exception with its reason.

`tests/structure/test_protos.py` checks what is not the interface's alone: AIP-126 (prefixes and zero values of enums),
AIP-136 (requests and responses named after their call), AIP-191 (folders and packages) and AIP-192 (comments).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch

import pytest
from google.protobuf import descriptor_pb2 as pb

from tools.protos import Declared, declared

PACKAGE = "gunbai.referee.v1"
Field = pb.FieldDescriptorProto
Rule = Callable[[], Iterator[str]]
"""Yields the names, without the package, of what does not follow a proposal."""

PREPOSITIONS = {
    "after", "at", "before", "by", "for", "from", "in", "of", "on", "over", "per", "to", "under", "until", "with"
}  # fmt: skip
CREATE_VERBS = {"Create", "Fork"}


def messages() -> dict[str, pb.DescriptorProto]:
    """Return the messages of the interface by their names."""
    return {
        short(declaration): item
        for declaration, item in declared(pb.DescriptorProto)
        if declaration.file.package == PACKAGE
    }


def fields() -> Iterator[tuple[str, Field]]:
    """Yield the fields of the interface with their names."""
    for declaration, item in declared(Field):
        if declaration.file.package == PACKAGE:
            yield short(declaration), item


def calls() -> Iterator[tuple[str, pb.MethodDescriptorProto]]:
    """Yield the calls of the interface with their names."""
    for declaration, item in declared(pb.MethodDescriptorProto):
        if declaration.file.package == PACKAGE:
            yield short(declaration), item


def short(declaration: Declared) -> str:
    return declaration.name.removeprefix(f"{PACKAGE}.")


def words(camel: str) -> list[str]:
    """Return the words of a name in camel case."""
    return re.findall(r"[A-Z][a-z0-9]*", camel)


def typed(message: pb.DescriptorProto, name: str) -> int:
    """Return the type of a field, 0 if the message does not have it."""
    return next((field.type for field in message.field if field.name == name), 0)


def lists() -> Iterator[tuple[str, pb.MethodDescriptorProto, pb.DescriptorProto, pb.DescriptorProto]]:
    """Yield the calls that list something, with their requests and responses."""
    all_messages = messages()
    for name, call in calls():
        if call.name.startswith("List"):
            yield name, call, all_messages[f"{call.name}Request"], all_messages[f"{call.name}Response"]


def aip_136_a_call_is_a_verb_and_a_noun_without_prepositions() -> Iterator[str]:
    for name, call in calls():
        _, *noun = words(call.name)
        if not noun or {word.lower() for word in noun} & PREPOSITIONS:
            yield name


def aip_131_to_get_returns_the_resource_itself() -> Iterator[str]:
    for name, call in calls():
        if call.name.startswith("Get") and call.output_type != f".{PACKAGE}.{call.name.removeprefix('Get')}":
            yield name


def aip_131_to_get_is_unary() -> Iterator[str]:
    for name, call in calls():
        if call.name.startswith("Get") and (call.client_streaming or call.server_streaming):
            yield name


def aip_158_a_list_has_pages() -> Iterator[str]:
    for name, call, request, response in lists():
        is_paged = typed(request, "page_token") == Field.TYPE_STRING and typed(request, "page_size")
        answered = typed(response, "next_page_token") == Field.TYPE_STRING
        if not (is_paged and answered) or call.server_streaming:
            yield name


def aip_158_the_size_of_a_page_is_an_int32() -> Iterator[str]:
    for name, _, request, _ in lists():
        if typed(request, "page_size") not in {0, Field.TYPE_INT32}:
            yield name


def aip_158_what_is_listed_is_the_first_field_of_the_response() -> Iterator[str]:
    for name, _, _, response in lists():
        first = response.field[0]
        if first.number != 1 or first.label != Field.LABEL_REPEATED:
            yield name


def aip_132_an_order_is_a_string() -> Iterator[str]:
    for name, field in fields():
        if field.name.endswith("order_by") and field.type != Field.TYPE_STRING:
            yield name


def aip_155_a_call_that_creates_takes_the_clients_id_of_the_request() -> Iterator[str]:
    all_messages = messages()
    for name, call in calls():
        if (
            words(call.name)[0] in CREATE_VERBS
            and typed(all_messages[f"{call.name}Request"], "request_id") != Field.TYPE_STRING
        ):
            yield name


def aip_122_a_field_that_names_a_resource_is_called_like_it_without_id() -> Iterator[str]:
    for name, field in fields():
        if re.fullmatch(r"id|.*_ids?", field.name) and field.name != "request_id":
            yield name


def aip_140_no_word_of_a_field_begins_with_a_number() -> Iterator[str]:
    for name, field in fields():
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*", field.name):
            yield name


def aip_140_fields_have_no_prepositions() -> Iterator[str]:
    for name, field in fields():
        if set(field.name.split("_")) & PREPOSITIONS and field.name != "order_by":
            yield name


def aip_140_repeated_fields_are_plurals() -> Iterator[str]:
    for name, field in fields():
        if field.label == Field.LABEL_REPEATED and not field.name.split("_")[-1].endswith("s"):
            yield name


def aip_140_a_boolean_does_not_begin_with_is() -> Iterator[str]:
    for name, field in fields():
        if field.type == Field.TYPE_BOOL and field.name.startswith(("is_", "has_")):
            yield name


def aip_140_a_field_is_not_called_like_its_message() -> Iterator[str]:
    for name, field in fields():
        message = name.rpartition(".")[0].rpartition(".")[2]
        if field.name.replace("_", "") == message.lower():
            yield name


def aip_140_addresses_are_uris() -> Iterator[str]:
    for name, field in fields():
        if "url" in field.name.split("_"):
            yield name


def aip_142_a_timestamp_is_called_a_time_and_nothing_else_is() -> Iterator[str]:
    for name, field in fields():
        if (field.type_name == ".google.protobuf.Timestamp") != bool(re.search(r"_times?$", field.name)):
            yield name


RULES: list[Rule] = [rule for name, rule in sorted(globals().items()) if name.startswith("aip_")]

EXCEPTIONS: Mapping[Rule, Mapping[str, str]] = {
    aip_122_a_field_that_names_a_resource_is_called_like_it_without_id: {
        "*.command_id": "it is the client's own id of a command, as request_id is of a request",
        "Component.id": "titles call their components by ids of their own, which are no resources of the service",
    },
    aip_131_to_get_returns_the_resource_itself: {
        "*.Get*": "a response of its own can say more than the resource later, such as whose view it is",
    },
    aip_132_an_order_is_a_string: {
        "ListGamesRequest.order_by": "four orders have an index each; a string would promise any field",
    },
    aip_136_a_call_is_a_verb_and_a_noun_without_prepositions: {
        "Audit.Adjudicate": "the field's own word for judging; `AdjudicateCommand` would say no more",
        "Referee.ConsentToFork": "the verb does not go without its preposition",
        "Referee.Play": "what is played is all of a game, over one stream",
        "Referee.Submit": "the only thing that is ever submitted is a command",
    },
    aip_140_a_field_is_not_called_like_its_message: {
        "Seat.seat": "a seat is called by its number everywhere, and this is the number of the seat",
        "Entries.entries": "a message of a stream has no other word for its only list; no generator that we use minds",
    },
    aip_140_fields_have_no_prepositions: {
        "GetTitleRequest.with_lessons": "the tutorial comes with its lessons, which only a first game needs",
        "GetTitleRequest.with_protos": "the title comes with its protos, which most callers do not need",
        "*.after_version": "whether a bound is excluded is said by its name: AIP-145 has no word for an excluded start",
        "*.resume_after_version": "the same: it is what the next request has as its `after_version`",
        "*.up_to_version": "the other bound of a range that begins after a version",
        "*.from_version": "whether a bound is included is said by its name; a game has a start of its own",
        "*.to_version": "the other bound of a range that begins from a version",
        "*.played_on": "a day, a month or a year on which a table was played: no time, and no one date",
        "*.min_played_on": "a bound of `played_on`",
        "*.max_played_on": "a bound of `played_on`",
        "*.continued_by": "the game that goes on after this one; `continuation` would say what it is, not which way",
        "Verification.seats_without_entropy": "what these seats lack is all that they have in common",
    },
    aip_140_repeated_fields_are_plurals: {
        "Verification.unchecked": "an adjective: what could not be checked, of whatever kind",
        "Verification.seats_without_entropy": "the plural is at its beginning",
    },
    aip_140_addresses_are_uris: {
        "Invitation.url": "it is a link that people click: an address, and not just a name",
    },
    aip_142_a_timestamp_is_called_a_time_and_nothing_else_is: {
        "*.deadline": "the word is a time already, and says which: the last at which a share or a decision counts",
        "KeyProof.time": "a proof has one time, that at which it is signed",
    },
    aip_158_a_list_has_pages: {
        "Referee.ListLegalCommands": "the commands belong to one position, and a player chooses among all of them",
    },
    aip_158_the_size_of_a_page_is_an_int32: {
        "*.List*": "an unsigned number cannot be negative, which AIP-158 has services refuse",
    },
}
"""What does not follow a proposal, by its name or a pattern of names, and why."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule.__name__))
def test_the_interface_follows_the_proposal_or_says_why_not(rule: Rule) -> None:
    exceptions = EXCEPTIONS.get(rule, {})
    assert [name for name in rule() if not any(fnmatch(name, pattern) for pattern in exceptions)] == []


def test_what_does_not_follow_a_proposal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule finds something in an interface that follows none of them."""
    monkeypatch.setattr("tools.protos.files", lambda: (bad_interface(),))
    assert {rule.__name__ for rule in RULES if not [*rule()]} == set()


def bad_interface() -> pb.FileDescriptorProto:
    """Return an interface that follows no proposal."""
    file = pb.FileDescriptorProto(name="bad.proto", package=PACKAGE)
    request = file.message_type.add(name="ListRequest")
    request.field.add(name="page_size", type=Field.TYPE_UINT32)
    for name in ("book_id", "is_new", "url", "by_whom", "v_1", "order_by", "listrequest", "written"):
        kind = Field.TYPE_BOOL if name == "is_new" else Field.TYPE_MESSAGE
        stamp = ".google.protobuf.Timestamp" if name == "written" else ""
        request.field.add(name=name, type=kind, type_name=stamp, label=Field.LABEL_REPEATED)
    response = file.message_type.add(name="ListResponse")
    response.field.add(name="total", number=2, type=Field.TYPE_UINT32)
    for name in ("CreateRequest", "GetBookResponse"):
        file.message_type.add(name=name)
    service = file.service.add(name="Shelf")
    for name in ("List", "Create"):
        service.method.add(name=name, output_type=f".{PACKAGE}.{name}Response")
    service.method.add(name="GetBook", output_type=f".{PACKAGE}.GetBookResponse", server_streaming=True)
    return file
