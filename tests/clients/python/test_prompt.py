"""The prompt of a client has what the service asks, and the refusal that the service does not repeat."""

from __future__ import annotations

from dataclasses import fields

from gunbai.referee.v1 import referee_pb2
from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai_client.prompt import Prompt


def test_a_prompt_has_every_field_of_the_message_and_the_refusal() -> None:
    assert {field.name for field in fields(Prompt)} == {*referee_pb2.Prompt.DESCRIPTOR.fields_by_name, "refused"}


def test_a_prompt_shows_the_message_and_the_refusal() -> None:
    refused = Refused(clause="IN-5.7")
    prompt = Prompt.of(referee_pb2.Prompt(game="g", expected_version=3), refused)
    assert (prompt.game, prompt.expected_version, prompt.refused) == ("g", 3, refused)
