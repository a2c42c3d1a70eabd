"""The request limits that show in a record: the service checks requests against them, a verifier each entry.

docs/record-format.md lists them under "What a service takes".
"""

LONGEST_ID = 64
"""The maximum number of characters in the id of a command or a request."""
MAX_COMMAND = 64 * 1024
"""The largest command, in bytes."""
MAX_ENTROPY = 64
"""The maximum number of bytes of entropy that a seat can give."""
MAX_SET_UP = 64 * 1024
"""The maximum number of characters of JSON for options, an edition or a table: several times the largest in play."""
PADDING = 64
"""How many bytes a message may have beyond twice its canonical size: a record keeps the bytes as they were sent, and
protobuf accepts the same field any number of times."""
KEY_BYTES = 32
"""The size of an Ed25519 public key."""
MOST_SEATS = 255
"""The maximum number of seats in a game: each takes an entry of its own, and entries before the start are limited."""
MOST_BEFORE_START = 256
"""How many of a game's own entries may precede a new player: players may come and go, but not forever."""
LONGEST_REASON = 500
"""The maximum number of characters in the reason for ending a game early, or to replace a lost key."""
LONGEST_TIME = 30 * 24 * 60 * 60
"""The maximum number of seconds for a time, an increment, a pause, or a period to veto or to come back."""
MOST_DUPLICATES = 64
"""The maximum number of games with common chance."""
LONGEST_SEED = 64
"""The maximum number of characters in a game's seed."""
LEAST_REISSUE = 60
"""The minimum number of seconds that a seat without a key has to veto a new token for it."""
LEAST_ABSENCE = 60
"""The minimum number of seconds that a seat has to come back after another seat announced its absence."""
LONGEST_SHARING = 24 * 60 * 60
"""The maximum number of seconds that seats have to give shares of chance."""
MOST_TAKEN_BACK = 20
"""How many moves a seat can take back on its own turn; on a longer turn, only the last ones."""
