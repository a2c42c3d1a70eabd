"""The referee: a gRPC service that judges commands, keeps the record and proves it.

From the inside out: `game` (a game as a value), `judge` and `lifecycle` (what may be added to it), `desk` (games in a
store), the four servicers `lobby`, `play`, `reading` and `audit`, and `server`, which puts them on a port.
"""

import os

# The core of gRPC writes bytes of peers, as they came, on the stream of our log. It reads this at its first import.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
