"""The limits of requests that a record shows: the service holds them as requests come, a verifier in each entry.

docs/record-format.md lists them under "What a service takes".
"""

LONGEST_ID = 64
"""The most characters of the id of a command, or of a request."""
MAX_COMMAND = 64 * 1024
"""The size of a command in bytes."""
MAX_ENTROPY = 64
"""The most bytes of entropy that a seat gives."""
MAX_SET_UP = 64 * 1024
"""The size of options, of an edition and of a table as JSON, in characters: several times that of any in play."""
PADDING = 64
"""How many bytes a message may have beyond twice its size as we would write it: a record keeps the bytes as sent, and
protobuf accepts the same field any number of times."""
KEY_BYTES = 32
"""The size of an Ed25519 public key."""
MOST_SEATS = 255
"""The most seats of a game: each is taken in an entry of its own, and of those before the start there are so many."""
MOST_BEFORE_START = 256
"""How many entries of its own a game has at most when a seat is taken: players may come and go, but not for ever."""
LONGEST_REASON = 500
"""The most characters of the reason to end a game early, or to replace a lost key."""
LONGEST_TIME = 30 * 24 * 60 * 60
"""The most seconds of a time, an increment, a pause, or a period for a veto or to come back."""
MOST_DUPLICATES = 64
"""The most games that share their chance."""
LONGEST_SEED = 64
"""The most characters of the seed of a game."""
LEAST_REISSUE = 60
"""The fewest seconds that a seat without a key has to veto that it gets another token."""
LEAST_ABSENCE = 60
"""The fewest seconds that a seat has to come back once another seat gave notice that it is away."""
LONGEST_SHARING = 24 * 60 * 60
"""The most seconds that the seats have to give shares of chance."""
