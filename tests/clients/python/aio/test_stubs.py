"""The services as generated code has them: a client has a stub of each."""

from __future__ import annotations

from gunbai_client import aio
from gunbai_client.channel import SERVICES


async def test_a_client_has_a_stub_of_each_service() -> None:
    async with aio.connect("localhost:1") as gunbai:
        held = {type(stub).__name__ for stub in vars(gunbai.stubs).values()}
    assert {f"{service.name}Stub" for service in SERVICES} <= held
