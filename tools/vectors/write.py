"""The test vectors for other implementations, as JSON files: what docs/record-format.md prints, and more.

`make vectors` writes docs/vectors; `test_vectors.py` compares them, and Node checks them with code of its own.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.rules import canonical, decider
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Chance
from games.kit.rules.forms import Dice, Form, Known, Odds, Pick, Printed, Sample, Shuffle, Turn, exactly
from games.kit.rules.pile import Unseen
from games.samurai_spirit.rules import steps as samurai
from games.shogun.rules.steps import ThrowCubes
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import Ancestor, FileHeader
from gunbai_record import chain, chance, record_file
from gunbai_record.plain import as_message
from gunbai_record.shares import link, links
from lab.recorded_games import AT, NAME, SECRET, begun, file_of, played, played_on, tables_of
from lab.variants import LONGEST, VARIANTS
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.judge import RefereeDraws
from referee.game.lifecycle import create_game
from referee.game.titles import finished
from referee.records.importing import IMPORTED, local_id
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk
from tools.freezing import check_written
from tools.vectors import kinds, proofs, takebacks
from tools.vectors.policies import policies

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "vectors"
PAGE = ROOT / "docs" / "record-format.md"
TITLE = "infludance_duel"
"""The title of the records: short games with no seat's secrets, dice-like draws and cards."""
HIDING = "liars_dice"
"""The title of the records that hide something."""
SHORT = 16
"""The entries of a record that is broken off."""
RARE: dict[str, tuple[Any, ...]] = {
    "samurai_spirit": (
        *(samurai.DrawLeft(1), samurai.DrawRight(1), samurai.CallReinforcement(), samurai.ScatterRaider()),
        *(samurai.RepelIntruder(), samurai.RevealRaider(2), samurai.HealRandom()),
    )
}
"""Steps that random games hardly reach."""
THROWS = 4
"""The outcomes of a tower that contains cubes."""
NEVER_DRAWN = {"DropStrayCubes"}
"""The chance steps that no referee is asked to draw: only a tower on a table releases cubes between battles."""


def page() -> dict[str, Any]:
    """Return the vectors that the page printed in 1.0, by name."""
    return {name: vector for name, vector in _printed().items() if name != "common"}


def common() -> Any:
    """Return the vector of chance that is not the game's own."""
    return _printed()["common"]


def _printed() -> dict[str, Any]:
    printed = re.findall(r"```json (\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return {name: json.loads(text) for name, text in printed}


def chains() -> list[dict[str, Any]]:
    """Return entries of every kind of actor, with and without events, secrets and signatures, and their digests."""
    private = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
    keys = chance.derive(SECRET)
    made, previous = [], chain.ORIGIN
    for version, (kind, seat, events, secret, signed) in enumerate(
        (
            (record.ACTOR_KIND_HOST, 0, 1, False, False),
            (record.ACTOR_KIND_SEAT, 1, 2, False, True),
            (record.ACTOR_KIND_SEAT, 2, 0, True, True),
            (record.ACTOR_KIND_CHANCE, 0, 1, True, False),
            (record.ACTOR_KIND_SEAT, 4_294_967_295, 3, False, False),
        ),
        1,
    ):
        entry = record.Entry(
            game="žluťoučký", version=version, actor=record.Actor(kind=kind, seat=seat), at_micros=version - 3,
            command_id="číslo 1" if kind == record.ACTOR_KIND_SEAT else "", expected_version=version - 1,
            position_digest=chance.position_digest(keys, version, b"{}") if version > 1 else b"", previous=previous,
        )  # fmt: skip
        for index, item in enumerate((entry.command, *(entry.events.add() for _ in range(events)))):
            item.open.type_url, item.open.value = f"type.googleapis.com/gunbai.example.v1.M{index}", b"\0" * index
            item.salt = chance.salt(keys, version, index) if secret else b""
        if signed:
            name, value = chain.type_name(entry.command.open.type_url), entry.command.open.value
            payload = chain.command_payload(entry.game, entry.expected_version, entry.command_id, name, value)
            entry.signature = private.sign(payload)
        entry.digest = previous = chain.digest_of(entry)
        made.append(_chained(entry))
    return made


def _chained(entry: record.Entry) -> dict[str, Any]:
    hidden = record.Entry()
    hidden.CopyFrom(entry)
    hidden.signature = chain.sealed_signature(entry)
    for item in (hidden.command, *hidden.events):
        item.CopyFrom(chain.sealed(item) if item.salt else item)
    return {
        "message": entry.SerializeToString().hex(),
        "header": chain.header(entry).hex(),
        "leaves": [chain.leaf_of(item).hex() for item in (entry.command, *entry.events)],
        "digest": entry.digest.hex(),
        "line": _line(entry),
        "sealed_line": _line(hidden),
    }


def _line(entry: record.Entry) -> str:
    return [*record_file.as_lines(record_file.header("", 0), [entry])][1].rstrip("\n")


def modes() -> list[dict[str, Any]]:
    """Return how the chance key follows in each mode, with the first numbers of a stream."""
    entropy = [b"\1" * 32, b"", b"three"]
    shares = [bytes([seat]) * 32 for seat in (1, 2)]
    committed = [link(NAME, seat, share).hex() for seat, share in enumerate(shares, 1)]
    chained = [[share_link.hex() for share_link in links(NAME, seat, share, 2)] for seat, share in enumerate(shares, 1)]
    second = [bytes.fromhex(pair[0]) for pair in chained]
    first = [bytes.fromhex(pair[1]) for pair in chained]
    return [
        {"mode": "referee", "entropy": [data.hex() for data in entropy], **_stream(entropy, 1)},
        {"mode": "referee", "entropy": [], "inherited": bytes([9]).hex() * 32, **_stream([], 2, bytes([9]) * 32)},
        {"mode": "committed", "game": NAME, "shares": [share.hex() for share in shares], "commitments": committed}
        | _stream(shares, 1),
        {"mode": "shared", "game": NAME, "outcome": 1, "chains": chained} | _stream(first, 1),
        {"mode": "shared", "game": NAME, "outcome": 2, "chains": chained} | _stream(second, 2),
    ]


def _stream(given: Sequence[bytes], ordinal: int, inherited: bytes = b"") -> dict[str, Any]:
    key = chance.derive(SECRET, given, inherited).chance
    stream = chance.Stream(key, ordinal)
    bounds = [6, 6, 6, 52, 2, 1, 256, 257, 65_536, 3, 2**40, 7]
    return {
        "secret": SECRET.hex(),
        "chance_key": key.hex(),
        "ordinal": ordinal,
        "bounds": bounds,
        "numbers": [stream.below(bound) for bound in bounds],
    }


class Noting(Draws):
    """Draws from a stream, and notes the bounds and the numbers."""

    def __init__(self, key: bytes, ordinal: int) -> None:
        self._stream = chance.Stream(key, ordinal)
        self.drawn: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        self.drawn.append((bound, self._stream.below(bound)))
        return self.drawn[-1][1]


class Piles:
    """A table with pools, for the form of turned cards."""

    unseen = Unseen((("a", "b", "c"), (0, 0, "d", "e")))


def forms() -> list[dict[str, Any]]:
    """Return an outcome of each form of draws."""
    letters = Printed("letters", tuple("abcdef"))
    made: list[tuple[Form, dict[str, Any]]] = [
        (Pick(letters), {"things": letters.things}),
        (Pick(Printed("one", ("a",))), {"things": ["a"]}),
        (Dice(exactly(7), letters), {"count": 7, "faces": letters.things}),
        (Sample(exactly(4), letters), {"count": 4, "things": letters.things}),
        (Sample(exactly(0), letters), {"count": 0, "things": letters.things}),
        (Shuffle(letters), {"things": letters.things}),
        *(
            (Odds(_known(odds)), {"chance": [odds.numerator, odds.denominator]})
            for odds in (Fraction(1, 3), Fraction(2, 4), Fraction(1), Fraction(0), Fraction(12_345, 67_890))
        ),
        *((Turn(_known(place)), {"place": place, "pools": Piles.unseen.pools}) for place in (1, 1, 0, "known")),
    ]
    key, streams = chance.derive(SECRET).chance, []
    for ordinal, (form, arguments) in enumerate(made, 1):
        draws = Noting(key, ordinal)
        result = form.drawn(None, Piles, draws)
        streams.append(
            {"form": _form(form), **arguments, "chance_key": key.hex(), "ordinal": ordinal}
            | {"drawn": draws.drawn, "result": result}
        )
    return streams


def _known(value: Any) -> Known:
    return Known(str(value), lambda step, table: value)


def _form(form: Form) -> str:
    return type(form).__name__.lower()


def outcomes(name: str) -> list[dict[str, Any]]:
    """Return an outcome of each of a title's chance steps, with the table before: the first in random games.

    They are from the first rules version, as of 1.0. Steps that these games hardly reach are put on the agenda of the
    first table on which they are possible.
    """
    title, key = TITLES[name][1], chance.derive(SECRET, [name.encode()]).chance
    wanted = {step for step in title.rules.steps if issubclass(step, Chance)}
    wanted = {step for step in wanted if step.__name__ not in NEVER_DRAWN}
    outcome_of: dict[str, dict[str, Any]] = {}
    for seats, options in VARIANTS[name]:
        turns = walk(title, set_up(title, seats, options).table, seed=11)
        for _, turn in zip(range(LONGEST[name]), turns, strict=False):
            step = decider.waiting(title.rules, turn.before)
            if isinstance(step, Chance) and type(step).__name__ not in outcome_of:
                outcome_of[type(step).__name__] = _outcome(step, turn.before, key, len(outcome_of) + 1)
            for rare in RARE.get(name, ()):
                if type(rare).__name__ not in outcome_of and rare.is_possible(turn.before):
                    outcome_of[type(rare).__name__] = _outcome(rare, turn.before.opens(rare), key, len(outcome_of) + 1)
            if len(outcome_of) == len(wanted):
                return list(outcome_of.values())
    raise LookupError(f"no random game of {name} comes to {wanted}; {sorted(outcome_of)} are found")


def tower() -> list[dict[str, Any]]:
    """Return the first outcomes of the tower of Shogun in a random game that find cubes in it and in the tray."""
    title, key = newest("shogun"), chance.derive(SECRET, [b"tower"]).chance
    throws: list[dict[str, Any]] = []
    for turn in walk(title, set_up(title, *VARIANTS["shogun"][0]).table, seed=11):
        table: Any = turn.before
        step = decider.waiting(title.rules, table)
        if isinstance(step, ThrowCubes) and any(table.tower) and any(table.tray) and any(table.engaged):
            throws.append(_outcome(step, table, key, len(throws) + 1))
            if len(throws) == THROWS:
                break
    return throws


def imported() -> list[dict[str, str]]:
    """Return the ids that imported games get, by the ids in their records and the last digests."""
    digests = [bytes([7]) * 32, bytes(range(32))]
    return [
        {"game": game, "digest": digest.hex(), "imported": local_id(IMPORTED, game, digest)}
        for game, digest in zip((NAME, "žluťoučký"), digests, strict=True)
    ]


def _outcome(step: Chance[Any, Any], table: Any, key: bytes, ordinal: int) -> dict[str, Any]:
    message: Any = as_message(step.draw(table, RefereeDraws(key, ordinal)))
    return {
        "step": type(step).__name__,
        "type": message.DESCRIPTOR.full_name,
        "table": canonical.encode(table).decode(),
        "chance_key": key.hex(),
        "ordinal": ordinal,
        "value": message.SerializeToString(deterministic=True).hex(),
    }


def records() -> Iterator[tuple[str, bytes, dict[int, str], str]]:
    """Yield records by name: as lines of JSON, with their tables, and the verdict on them."""
    titles = finished()
    for name, source in (
        ("referee", life.CHANCE_SOURCE_REFEREE),
        ("committed", life.CHANCE_SOURCE_COMMITTED),
        ("shared", life.CHANCE_SOURCE_SHARED),
    ):
        seconds = 0 if name == "referee" else 60
        _, entries = played(titles, TITLE, 2, 1, chance_source=source, share_seconds=seconds)
        yield name, _lines(file_of(entries)), tables_of(titles, entries), "consistent"
    _, entries = _signed()
    yield "signed", _lines(file_of(entries)), tables_of(titles, entries), "consistent"
    _, entries = played(titles, HIDING, 2, 1, _is_short)
    yield "running", _lines(file_of(list(map(_withheld, entries)))), {}, "incomplete"
    yield "branched", _lines(_file(*_branched())), {}, "incomplete"


def _is_short(game: Game) -> bool:
    return game.version >= SHORT


def _signed() -> tuple[Game, list[record.Entry]]:
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([seat]) * 32) for seat in (1, 2)]
    added = create_game(finished(), life.CreateGame(title=TITLE, seats=2), NAME, SECRET, AT)
    game, entries = begun(added.game, [*added.entries], keys)
    return played_on(game, entries, random.Random(2), keys=keys)


def _branched() -> tuple[FileHeader, list[record.Entry]]:
    """Return a branch, played to its end, of a game that hides something and has ended too: its header and entries."""
    parent, entries = played(finished(), HIDING, 2, 1, _is_short)
    fork = life.ForkGame(
        parent=parent.id,
        consents=[bytes([seat]) * 16 for seat in (1, 2)],
        held_seats=[life.HeldSeat(seat=seat) for seat in (1, 2)],
    )
    added = fork_game(parent, fork, "branchbranchbran", bytes(reversed(SECRET)), AT)
    game, entries = begun(added.game, [*entries, *added.entries])
    game, entries = played_on(game, entries, random.Random(3))
    ancestor = Ancestor(game=parent.id, version=parent.version, secret=SECRET)
    return record_file.header(game.id, game.version, [ancestor]), entries


def _file(header: FileHeader, entries: Sequence[record.Entry]) -> bytes:
    return b"".join(map(record_file.delimited, (header, *entries)))


def _withheld(entry: record.Entry) -> record.Entry:
    """Return an entry as someone who may see no private item has it."""
    seen = record.Entry()
    seen.CopyFrom(entry)
    seen.signature = chain.sealed_signature(entry)
    for item in (seen.command, *seen.events):
        if item.salt and not item.open.type_url.endswith(".PlayerNamed"):
            item.CopyFrom(chain.sealed(item))
    return seen


def _lines(content: bytes) -> bytes:
    return "".join(record_file.as_lines(*record_file.read(io.BytesIO(content)))).encode()


def files() -> dict[str, bytes]:
    """Return the files of the folder by name."""
    made: dict[str, Callable[[], Any]] = {"format": page, "chain": chains, "modes": modes, "forms": forms}
    made |= {"log": proofs.log, "leaves": proofs.later_leaves, "papers": proofs.papers, "policies": policies}
    made |= {
        "common": common,
        "imported": imported,
        "outcomes/shogun.tower": tower,
        "kinds": kinds.listed,
    }
    made |= {"refused": takebacks.refused}
    text_of = {f"{name}.json": _json(make()) for name, make in made.items()} | dict(kinds.files())
    for title in TITLES:
        text_of[f"outcomes/{title}.json"] = _json(outcomes(title))
    listed = []
    for name, lines, tables, verdict in records():
        text_of[f"records/{name}.jsonl"] = lines
        if tables:
            text_of[f"records/{name}.tables.jsonl"] = _tables(tables)
        _, entries = record_file.read(io.BytesIO(lines))
        listed.append({"name": name, "verdict": verdict, "entries": len([*entries]), "tables": bool(tables)})
    header, branch = _branched()
    secrets = {ancestor.game: ancestor.secret for ancestor in header.ancestors}
    text_of["records/branched.tables.jsonl"] = _tables(tables_of(finished(), branch, secrets))
    with_tables = {"name": "branched", "verdict": "consistent", "entries": header.head, "tables": True}
    _, undone = record_file.read(io.BytesIO(takebacks.undone()))
    kept = [*undone]
    text_of["records/undone.jsonl"] = _lines(file_of(kept))
    text_of["records/undone.tables.jsonl"] = _tables(tables_of(finished(), kept))
    limit = {"name": "undone", "verdict": "consistent", "entries": len(kept), "tables": True}
    lists = {"records": listed, "branches": [with_tables], "undone": [limit]}
    return text_of | {f"{name}.json": _json(records) for name, records in lists.items()}


def _tables(tables: Mapping[int, str]) -> bytes:
    """Return tables by version as the lines of a file."""
    texts = ({"version": version, "table": table} for version, table in tables.items())
    return "".join(json.dumps(text, ensure_ascii=False, separators=(",", ":")) + "\n" for text in texts).encode()


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


if __name__ == "__main__":
    for name, content in files().items():
        path = FOLDER / name
        check_written(path, content)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
