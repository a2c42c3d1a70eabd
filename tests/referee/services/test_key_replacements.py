"""A key is replaced once, however many were replaced before it, and whoever else asks at the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.referee.v1 import log_pb2 as pb
from lab.toy_service import House, Match, failure, open_house
from referee.services import log
from tests.clients.python.test_key_replacements import replaced

TITLE = "infludance_duel"


async def seated(house: House, *keys: Ed25519PrivateKey) -> Match:
    """Return a game in which these keys have the first seats."""
    match = await house.open(TITLE)
    for seat, key in enumerate(keys, 1):
        await match.join(seat, public_key=key.public_key().public_bytes_raw())
    return match


async def replace(match: Match, key: Ed25519PrivateKey) -> pb.ReplaceKeyResponse:
    """Replace a key by another one in a game."""
    request = pb.ReplaceKeyRequest(game=match.id, replacement=replaced(key, Ed25519PrivateKey.generate()))
    response: pb.ReplaceKeyResponse = await match.house.log.ReplaceKey(request)
    return response


async def test_a_key_is_replaced_once_after_more_replacements_than_an_answer_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST_REPLACEMENTS", 1)
    one, other, third = (Ed25519PrivateKey.generate() for _ in range(3))
    async with open_house(tmp_path) as house:
        first, second = await seated(house, one, other), await seated(house, other, third)
        for key in (one, other):
            await replace(first, key)
        refused = await failure(replace(second, other))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "replacement.old_key")
        await replace(second, third)


async def test_of_two_replacements_of_a_key_at_one_moment_one_stands(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    async with open_house(tmp_path) as house:
        matches = [await seated(house, key) for _ in range(4)]
        answers = await asyncio.gather(*(replace(match, key) for match in matches), return_exceptions=True)
        assert sum(isinstance(answer, pb.ReplaceKeyResponse) for answer in answers) == 1


async def test_a_referee_that_has_not_read_of_a_replacement_yet_refuses_another_of_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unread(*_: object) -> None:
        """Check nothing, as if the copy of the log were behind."""

    async with open_house(tmp_path) as house:
        key = Ed25519PrivateKey.generate()
        match = await seated(house, key)
        await replace(match, key)
        monkeypatch.setattr(log.TransparencyLogServicer, "_check_first", unread)
        refused = await failure(replace(match, key))
        assert (refused.code, refused.reason, refused.field) == (
            "INVALID_ARGUMENT", "INVALID_FIELD", "replacement.old_key",
        )  # fmt: skip
        found = await house.log.ReadKeyReplacements(pb.ReadKeyReplacementsRequest())
        assert len(found.replacements) == 1
