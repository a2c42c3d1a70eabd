"""A game's terms in its first entry, as far as they can be judged without rules.

docs/record-format.md lists them under "The terms of a game". Options, an edition and a table are for the rules to
judge.
"""

from __future__ import annotations

import re
from hashlib import sha256

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.limits import (
    KEY_BYTES,
    LEAST_ABSENCE,
    LEAST_REISSUE,
    LONGEST_SEED,
    LONGEST_SHARING,
    LONGEST_TIME,
    MOST_DUPLICATES,
    MOST_SEATS,
)
from gunbai_record.packages import package_of
from gunbai_record.shares import GIVING
from gunbai_record.verify.message_checks import BadEntry

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_EXPIRY = {clocks.EXPIRY_RULE_DEFAULT, clocks.EXPIRY_RULE_LOSES, clocks.EXPIRY_RULE_BOT}
_SOURCES = {*life.ChanceSource.values()} - {life.CHANCE_SOURCE_UNSPECIFIED}
_STALLED = {*life.StalledRule.values()} - {life.STALLED_RULE_UNSPECIFIED}


def check_terms(founding: life.CreateGame | life.ForkGame) -> None:
    """Check the terms of a game or a branch. Raises BadEntry for anything that no referee writes."""
    if isinstance(founding, life.CreateGame):
        _check_created(founding)
    source = founding.chance_source
    if source not in _SOURCES:
        raise BadEntry(f"{source} is not a source of chance")
    longest = LONGEST_SHARING if source in GIVING else 0
    if not min(longest, 1) <= founding.share_seconds <= longest:
        raise BadEntry(f"the time to give shares cannot be {founding.share_seconds} seconds")
    if founding.stalled not in (_STALLED if source == life.CHANCE_SOURCE_SHARED else {life.STALLED_RULE_UNSPECIFIED}):
        raise BadEntry(f"its rule for a stalled game cannot be {founding.stalled}")
    if len(founding.arbiter) not in {0, KEY_BYTES}:
        raise BadEntry(f"its arbiter's key has {len(founding.arbiter)} bytes, not {KEY_BYTES}")
    if founding.HasField("clock"):
        _check_clock(founding.clock)
    _check_periods(founding)


def _check_periods(founding: life.CreateGame | life.ForkGame) -> None:
    if founding.reissue_seconds and not LEAST_REISSUE <= founding.reissue_seconds <= LONGEST_TIME:
        raise BadEntry(f"the time to veto a new token cannot be {founding.reissue_seconds} seconds")
    if founding.absence_seconds and not LEAST_ABSENCE <= founding.absence_seconds <= LONGEST_TIME:
        raise BadEntry(f"the time for an absent player to return cannot be {founding.absence_seconds} seconds")


def _check_created(created: life.CreateGame) -> None:
    if not 1 <= created.seats <= MOST_SEATS:
        raise BadEntry(f"it cannot have {created.seats} seats")
    if not package_of(created).is_valid:
        raise BadEntry("its title's package must have a name and a version")
    if not created.options_json:
        raise BadEntry("its options are missing")
    if not _DIGEST.fullmatch(created.edition_digest):
        raise BadEntry("its edition's digest must be 64 hexadecimal digits")
    _check_common(created)
    if created.edition_json and created.edition_digest != sha256(created.edition_json.encode()).hexdigest():
        raise BadEntry("its edition does not match its digest")


def _check_common(created: life.CreateGame) -> None:
    """Check what a game says about chance that is not its own."""
    games = created.duplicate.games
    if not created.HasField("duplicate") and not created.seed:
        return
    if created.chance_source != life.CHANCE_SOURCE_REFEREE or (created.seed and games):
        raise BadEntry("its chance must come from one source: its own, other games, or a seed")
    if len(created.seed) > LONGEST_SEED:
        raise BadEntry(f"its seed has {len(created.seed)} characters; the limit is {LONGEST_SEED}")
    if created.HasField("duplicate"):
        _check_duplicate(created)


def _check_duplicate(created: life.CreateGame) -> None:
    games = created.duplicate.games
    # Somebody who watches one table would know the chance of the others.
    if not created.private:
        raise BadEntry("a game with common chance must be private")
    if len(created.duplicate.commitment) != KEY_BYTES:
        raise BadEntry("it does not commit to a common secret")
    if not 2 <= len(games) <= MOST_DUPLICATES or len({*games}) != len(games):
        raise BadEntry(f"it names {len(games)} games with common chance, only {len({*games})} of them distinct")


def _check_clock(terms: clocks.ClockTerms) -> None:
    longest = max(terms.decision_seconds, terms.bank_seconds, terms.increment_seconds, terms.bot_seconds)
    if longest > LONGEST_TIME:
        raise BadEntry(f"its clock has {longest} seconds; the limit is {LONGEST_TIME}")
    if bool(terms.decision_seconds) == bool(terms.bank_seconds):
        raise BadEntry("its clock must have either a time for each decision or a bank")
    # A time for each decision starts again anyway.
    if terms.increment_seconds and not terms.bank_seconds:
        raise BadEntry("its clock has an increment, but no bank")
    if terms.expiry not in _EXPIRY:
        raise BadEntry("its clock must say what happens to a seat whose time is up")
    if bool(terms.bot_seconds) != (terms.expiry == clocks.EXPIRY_RULE_BOT):
        raise BadEntry("its clock must have a time for bots if a bot takes over, and none otherwise")
