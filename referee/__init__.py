"""The referee: a gRPC service that judges commands, keeps the record and proves it.

From the inside out: `game` (a game as a value, and what may be added to it), `proof` and `questions` (how records are
checked and asked), `access` (who calls), `records` (games in a store), `services` (the API), and `server`, which puts
them on a port. docs/architecture.md describes all the rooms.
"""

import os

# gRPC's core would write bytes from peers, as they came, to our log stream. It reads this at its first import.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
