"""The page of limits, written from the code's constants: how large, long and many things can be.

`make limits` writes docs/limits.md; `test_limits.py` compares it, and looks for a constant that is neither on it nor in
INNER.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from gunbai_record import limits, record_file, record_lines
from referee import server
from referee.access import accept_language, fields, page_tokens, quotas, tokens
from referee.calls import reception, statuses
from referee.connect import codecs, port
from referee.game import absences, chance_shares, lifecycle, orders, refusals
from referee.questions import expressions
from referee.records import changes, importing, papers, refusal_log, seat_changes, takebacks
from referee.services import disputes as disputing
from referee.services import evidence, prompts, questions, ruling_list, watchers
from store import contract, cosigning

PAGE = Path(__file__).parents[2] / "docs" / "limits.md"
HEAD = """# Limits

`make limits` writes this page from the constants in the code. The protos give the maximum length of each string, and
[errors](errors.md) explains the reasons.
"""
ROW = "| {} | {} | {} |"
KIB, MIB = 1024, 1024 * 1024
SETTINGS, LIMITS = server.Settings(), quotas.Limits()


class Limit(NamedTuple):
    """A row: the module or value with the constants, their names, what is limited, and what is beyond it."""

    owner: Any
    names: tuple[str, ...]
    what: str
    at_most: str
    beyond: str


def row(owner: Any, names: str, what: str, unit: str, beyond: str) -> Limit:
    """Return a row whose figures are those of the constants; `unit` has a place for each."""
    named = tuple(names.split())
    return Limit(owner, named, what, unit.format(*(getattr(owner, name) for name in named)), beyond)


def size(count: int) -> str:
    """Return a number of bytes as the page writes it."""
    return f"{count // MIB} MiB" if count >= MIB else f"{count // KIB} KiB"


def sized(owner: Any, name: str, what: str, beyond: str) -> Limit:
    """Return a row of bytes."""
    return Limit(owner, (name,), what, size(getattr(owner, name)), beyond)


def requests() -> list[Limit]:
    """Return the rows of requests, one for each size that calls have."""
    by_size: dict[int, list[str]] = {}
    for call, most in reception.REQUEST_BYTES.items():
        by_size.setdefault(most, []).append(f"`{call}`")
    named = ("REQUEST_BYTES", "LARGEST_REQUEST")
    calls = [Limit(reception, named, f"request of {', '.join(of)}", size(most), LARGE) for most, of in by_size.items()]
    return [*calls, sized(reception, "SMALL_REQUEST", "any other request", LARGE)]


LARGE, FIELD, BUSY, QUOTA = (
    f"`{reason}`" for reason in ("REQUEST_TOO_LARGE", "INVALID_FIELD", "SERVICE_BUSY", "QUOTA_EXCEEDED")
)
CLOSED = "the connection closes"
SECTIONS: dict[str, list[Limit]] = {
    "Requests": [
        *requests(),
        row(
            codecs,
            "JSON_FACTOR",
            "any request sent as JSON",
            "{} times as many bytes",
            LARGE,
        ),
        sized(server, "METADATA_BYTES", "metadata of a call", "gRPC ends the call"),
        sized(port, "HEADER_BYTES", "headers of a request over HTTP", CLOSED),
        sized(limits, "MAX_COMMAND", "command", FIELD),
        row(limits, "LONGEST_ID", "id of a command or a request", "{} characters", FIELD),
        row(limits, "MAX_ENTROPY", "entropy of a seat", "{} bytes", FIELD),
        row(limits, "MAX_SET_UP", "options, edition or table of a new game (each)", "{:,} characters", FIELD),
        sized(fields, "MAX_PIECE", "one piece of a record file in `ImportRecord`", LARGE),
        sized(importing, "LARGEST_RECORD", "imported record file", LARGE),
        row(fields, "MAX_TAGS", "tags of a game", "{}", FIELD),
        row(
            orders,
            "LONGEST_TEXT",
            "clause, deed or reason in an arbiter's ruling or decision",
            "{} characters",
            FIELD,
        ),
        row(limits, "LONGEST_REASON", "reason for ending a game early", "{} characters", FIELD),
        row(questions, "LONGEST_PATH", "path of a value", "{} characters", FIELD),
        row(expressions, "LONGEST_EXPRESSION _DEEPEST", "expression", "{} characters, {} levels", FIELD),
        row(limits, "LONGEST_SHARING", "`share_seconds`", "{:,}", FIELD),
        row(chance_shares, "SHARE_SECONDS", "default of `share_seconds`", "{}", ""),
        row(limits, "LEAST_REISSUE", "smallest `reissue_seconds` except 0", "{}", FIELD),
        row(limits, "LEAST_ABSENCE", "smallest `absence_seconds` except 0", "{}", FIELD),
        row(absences, "USUAL_ABSENCE", "default of `absence_seconds`", "{:,}", ""),
        row(
            limits,
            "LONGEST_TIME",
            "`reissue_seconds`, `absence_seconds`, seconds in a `clock` or a pause",
            "{:,}",
            FIELD,
        ),
        row(tokens, "_LEAST_DISTINCT", "smallest number of different bytes in a token", "{}", FIELD),
        row(accept_language, "LONGEST", "value of `accept-language`", "{} characters", "the rest is ignored"),
    ],
    "Answers and lists": [
        row(page_tokens, "USUAL_SIZE", "items on a page by default", "{}", ""),
        row(page_tokens, "LARGEST_SIZE", "items on a page", "{}", "you get fewer items, and a token for the next page"),
        sized(ruling_list, "PAGE_BYTES", "page of rulings", "the page ends early"),
        row(
            contract,
            "KEPT_REFUSALS",
            "refused commands per actor in `ListRulings`",
            "{}",
            "`dropped_refusals` counts older refusals",
        ),
        row(
            cosigning,
            "KEPT_COSIGNED",
            "checkpoints with stored cosignatures",
            "{}",
            "the service keeps the largest checkpoints",
        ),
        row(prompts, "MOST_OUTCOMES", "possible results listed for a dealer", "{}", "the list is empty"),
        sized(refusal_log, "KEPT_COMMAND", "refused command in `ListRulings`", "only its digest is stored"),
        row(statuses, "_LONGEST", "message of an error", "{:,} characters", "the rest is cut"),
        row(refusals, "LONGEST_VALUE", "value in a refusal", "{:,} characters", "the rest is cut"),
        sized(record_file, "MAX_MESSAGE", "message in a record file, or answer to an SDK", "refused"),
        sized(record_lines, "MAX_LINE", "line of a record as JSON", "refused"),
    ],
    "Games": [
        row(
            changes,
            "LONGEST_GAME",
            "entries of a game, not counting agreements, absences and new tokens (`--longest-game`)",
            "{:,}",
            "`GAME_TOO_LONG`",
        ),
        row(
            lifecycle,
            "CROWDED",
            "entries before the start, after which joining needs an invitation",
            "{}",
            "`INVITATION_MISSING`",
        ),
        row(
            limits,
            "MOST_BEFORE_START",
            "entries before the start, after which nobody can join",
            "{}",
            "`GAME_NOT_OPEN`",
        ),
        row(limits, "MOST_TAKEN_BACK", "moves of one turn that a seat takes back", "{}", "`NOT_TAKEN_BACK`"),
        row(
            takebacks,
            "MOST_PROPOSALS",
            "takebacks that a seat proposes between 2 moves",
            "{}",
            "`ORDERS_USED_UP`",
        ),
        row(
            changes,
            "MOST_WORDS",
            "agreements and notices of absence per seat",
            "{}",
            "`ORDERS_USED_UP`",
        ),
        row(
            seat_changes,
            "MOST_REISSUES",
            "new tokens per seat (by key and by announcement, each)",
            "{}",
            "`ORDERS_USED_UP`",
        ),
        row(papers, "MOST_OF_A_SEAT", "disputes and statements per seat", "{}", "`PAPERS_USED_UP`"),
        sized(disputing, "LARGEST_RECEIPT", "receipt in a dispute", FIELD),
        row(
            evidence,
            "MOST_OUTCOMES",
            "rolls and draws in a dispute's evidence",
            "{}",
            "look up the rest in the record",
        ),
    ],
    "Streams": [
        row(
            SETTINGS, "heartbeat_seconds", "seconds of silence on `WatchGame`", "{:g}", "the service sends a heartbeat"
        ),
        row(watchers, "QUEUE", "messages waiting for a watcher", "{}", "`drained`"),
        sized(
            watchers,
            "LARGEST_MESSAGE",
            "size at which a `WatchGame` message ends",
            "the rest follows in the next message",
        ),
    ],
    "Connections": [
        row(SETTINGS, "connections", "connections to a port", "{:,}", "new connections are refused"),
        row(SETTINGS, "streams_per_connection", "open calls on a connection", "{}", "new calls wait in the client"),
        row(
            server,
            "PENDING_CALLS",
            "waiting calls on all connections together",
            "{:,}",
            "gRPC cancels new calls",
        ),
        Limit(server, ("FOLDING",), "calls that replay or draw, running and waiting", str(sum(server.FOLDING)), BUSY),
        Limit(server, ("VERIFYING",), "calls that verify, running and waiting", str(sum(server.VERIFYING)), BUSY),
        row(SETTINGS, "drain_seconds", "seconds that a stopping service accepts new calls", "{:g}", "the port closes"),
        row(
            SETTINGS,
            "stop_seconds",
            "seconds that a stopping service waits for calls",
            "{:g}",
            "the remaining calls are cancelled",
        ),
        row(port, "REQUEST_SECONDS", "seconds to send a request over HTTP", "{:g}", CLOSED),
        row(port, "HANDSHAKE_SECONDS", "seconds of a TLS handshake", "{:g}", CLOSED),
        row(port, "IDLE_SECONDS", "seconds between requests over HTTP", "{:g}", CLOSED),
        row(port, "BLOCKED_SECONDS", "seconds for which a client can stop reading an answer over HTTP", "{:g}", CLOSED),
    ],
    "Quotas": [
        row(
            LIMITS,
            "games_per_minute",
            "new games and branches per peer (`--games-per-minute`)",
            "{:g} a minute",
            QUOTA,
        ),
        row(
            LIMITS,
            "seats_per_minute",
            "seats of one game per peer (`--seats-per-minute`)",
            "{:g} a minute",
            QUOTA,
        ),
        row(LIMITS, "commands_per_second", "commands per seat (`--commands-per-second`)", "{:g} a second", QUOTA),
        row(LIMITS, "calls_per_second", "other calls per peer (`--calls-per-second`)", "{:g} a second", QUOTA),
        row(
            LIMITS,
            "computing_seconds_per_minute",
            "computing time per peer (`--computing-seconds-per-minute`)",
            "{:g} seconds a minute",
            QUOTA,
        ),
        row(
            LIMITS,
            "stored_mib_per_day",
            "stored bytes per peer (`--stored-mib-per-day`)",
            "{:,.0f} MiB a day",
            "`STORED_QUOTA_EXCEEDED`",
        ),
        row(LIMITS, "streams", "streams per peer (`--streams`)", "{}", QUOTA),
    ],
}
"""The sections of the page, in order."""

INNER = {
    "referee.access.callers": {"_REMEMBERED": "a cache"},
    "referee.access.invitations": {"LENGTH": "a format"},
    "referee.access.allowed_names": {"LONGEST_NAME": "said with the field in the protos"},
    "referee.access.quotas": {"_REMEMBERED": "a cache", "MIB": "a unit", "DAY": "a unit"},
    "referee.access.key_proofs": {"MOST_APART": "said with the field in the protos"},
    "referee.calls.incoming": {"HEARD_OUT": "of a call that is refused", "PAUSE_SECONDS": "of a call that is refused"},
    "referee.calls.log_lines": {"_WAITING": "the operator's lines", "_SECONDS": "the operator's lines"},
    "referee.calls.reception": {"QUIET_SECONDS": "the operator's lines", "SLOW_MS": "the operator's lines"},
    "referee.cases.check_command": {"SHOWN": "of the author's command"},
    "referee.cases.contract": {"SECONDS": "of the author's command"},
    "referee.connect.codecs": {"_SHARED": "a cache"},
    "referee.connect.origins": {"MAX_AGE_SECONDS": "what a browser may remember"},
    "referee.connect.port": {"PAUSE_SECONDS": "a pace", "BACKLOG": "the system's queue before the connections"},
    "referee.connect.strict_json": {"_QUANTUM": "a format"},
    "referee.maintenance.copying": {"_LOOK_SECONDS": "a pace"},
    "referee.probes.asking": {"SECONDS": "of the operator's command"},
    "referee.probes.port": {"STATUS_SECONDS": "of probes", "IDLE_SECONDS": "of probes"},
    "referee.probes.pulse": {"EVERY_SECONDS": "a pace", "SILENT_SECONDS": "of probes"},
    "referee.probes.service_state": {"STREAM_SECONDS": "of probes"},
    "referee.records.games": {"_CHUNK": "a pace"},
    "referee.records.forgetting": {"_AT_ONCE": "a pace"},
    "referee.records.loading": {
        "EVERY": "a cache",
        "_AT_ONCE": "a pace",
        "_REMEMBERED": "a cache",
        "_HEAD": "no version",
    },
    "referee.records.milestones": {
        "EVERY": "a cache",
        "FEW": "a cache",
        "_DIGEST": "a format",
        "_SUM": "a format",
        "_EACH": "a format",
    },
    "referee.records.changes": {"_PATIENCE": "a pace"},
    "referee.records.service_presence": {
        "EVERY_SECONDS": "a pace",
        "PATIENCE_SECONDS": "a pace",
        "LOOK_SECONDS": "a pace",
        "GAP_SECONDS": "of the service's own clocks",
        "PAUSE_SECONDS": "of the service's own clocks",
        "EXCUSED": "of the service's own clocks",
        "_REMEMBERED": "a memory of the service",
        "_PAUSES": "a memory of the service",
    },
    "referee.records.takebacks": {"_REMEMBERED": "a memory of the service"},
    "referee.records.reachability": {"EVERY_SECONDS": "a pace", "PATIENCE_SECONDS": "a pace"},
    "referee.records.refusal_log": {"_LONGEST_TYPE": "cuts what is no type of ours"},
    "referee.records.replaying": {"BATCH_BYTES": "a pace"},
    "referee.records.resumption": {"PAUSE_SECONDS": "a pace", "ROUND_SECONDS": "a pace"},
    "referee.records.rules_audit": {"AHEAD": "a pace"},
    "referee.records.transparency": {"_AT_ONCE": "a pace"},
    "referee.records.kept_checkpoint": {"_AT_ONCE": "a pace"},
    "referee.proof.tiles": {"LEVELS": "a format", "WIDTH": "a format"},
    "referee.records.scrub": {"LEAVES_AT_ONCE": "a pace", "PAUSE_SECONDS": "a pace", "ROUND_SECONDS": "a pace"},
    "referee.records.held_shares": {"_LATER": "a pace"},
    "referee.records.workers": {"PAUSE_SECONDS": "a pace", "PIECE_SECONDS": "a pace"},
    "referee.witnessing.exchange": {"SECONDS": "of witnesses", "HEADER_BYTES": "of witnesses"},
    "referee.witnessing.submissions": {
        "PAUSE_SECONDS": "a pace",
        "LONGEST_PAUSE_SECONDS": "a pace",
        "_TRIES": "a pace",
        "_DOUBTFUL": "a pace",
    },
    "referee.files.notation_writer": {"WIDTH": "the shape of a text"},
    "referee.files.short_moves": {"SHOWN": "cuts what a problem lists"},
    "referee.game.rejudging": {"OWN": "no version"},
    "referee.game.time_control": {"MICROS": "a unit"},
    "referee.game.forks": {"CONSENT_ID": "a format"},
    "referee.game.token_reissue": {"HASH_BYTES": "a format"},
    "referee.proof.offline": {"_OFTEN": "a pace"},
    "referee.proof.rewriting": {"_LONGEST": "cuts what a problem quotes"},
    "referee.running": {"SWITCH_SECONDS": "a pace", "COMPARED_AFTER_SECONDS": "a pace"},
    "referee.upkeep": {"WIDEST": "the shape of a text"},
    "referee.server": {
        "QUIET_SECONDS": "a pace",
        "Settings.port": "no limit",
        "Settings.hot_games": "a cache",
        "Settings.longest_game": "LONGEST_GAME",
        "Settings.storage_quota_bytes": "the operator's, with an error of its own for clients",
    },
    "referee.services.export": {"_PIECE": "a pace", "_ENTRIES": "a pace", "LAST_VERSION": "no version is greater"},
    "referee.services.watchers": {"PACE_SECONDS": "a pace", "_AT_ONCE": "a pace"},
    "referee.services.verifying": {"_CHUNK": "a pace", "PARTS": "a pace"},
    "referee.services.entry_sentences": {"_AT_ONCE": "a pace"},
    "referee.maintenance.environment_checks": {"LEAST_ROOM": "the operator's disk"},
    "referee.telemetry.traces": {"SECONDS": "the operator's collector", "QUIET_SECONDS": "the operator's lines"},
    "referee.services.log": {"MOST_REPLACEMENTS": "a page of answers"},
    "referee.services.my_games": {"MOST_PLACES": "said with the field in the protos", "_PAGE": "a pace"},
    "referee.telemetry.instrumentation": {"_FRESH_SECONDS": "a cache"},
}
"""The constants that are not limits for a client, by module, each with the reason."""


def page() -> str:
    """Return the text of the page."""
    top = (ROW.format("limit", "value", "beyond it"), ROW.format(*["---"] * 3))
    parts = [HEAD.rstrip()]
    for name, section in SECTIONS.items():
        rows = (ROW.format(limit.what, limit.at_most, limit.beyond) for limit in section)
        parts.append("\n".join((f"\n## {name}\n", *top, *rows)))
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
