"""The referee: a gRPC service that judges commands, keeps the record and proves it.

From the inside out: `game` (a game as a value, and what may be added to it), `proof` and `questions` (records checked
and asked), `access` (who calls), `records` (games in a store), `services` (the API), and `server`, which puts them on a
port. docs/architecture.md has all its rooms.
"""

import os

# The core of gRPC writes bytes of peers, as they came, on the stream of our log. It reads this at its first import.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
