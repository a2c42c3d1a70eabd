"""The client with coroutines. `gunbai_client.blocking`, without coroutines, is generated from it."""

from gunbai_client.aio.arbiter import Arbiter
from gunbai_client.aio.client import Gunbai, Json, connect
from gunbai_client.aio.play_stream import PlayStream
from gunbai_client.aio.seat import Seat
from gunbai_client.aio.stubs import Stubs
from gunbai_client.aio.watch_stream import Said, Update
from gunbai_record.messages import packed

__all__ = ["Arbiter", "Gunbai", "Json", "PlayStream", "Said", "Seat", "Stubs", "Update", "connect", "packed"]
