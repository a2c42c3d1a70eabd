"""The verifier in JavaScript, which shares no code with ours, agrees with it about records of every title."""

from __future__ import annotations

import importlib
import io
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import Ancestor
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai_record import heads, note, record_file
from gunbai_record.chain import URL, sealed, sealed_signature
from gunbai_record.player_names import Name, is_name
from gunbai_record.policy import read_policy
from gunbai_record.verify.attestation import Evidence
from lab.one_record_log import ORIGIN, SIZE, proven
from lab.patience import PATIENCE
from lab.recorded_games import AT, NAME, SECRET, begun, file_of, played, played_on, tables_of
from lab.toy_games import TITLES as NIGHTS
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import create_game, take_seat
from referee.game.titles import finished
from referee.proof.identity import Identity
from referee.proof.offline import verify_file
from tests.clients.typescript.verifier import NEEDS_NODE, NODE, Case
from tests.referee.eventful_games import eventful
from tests.referee.game import test_absences
from tests.referee.game.test_notices import FORGERIES, recorded
from tests.referee.proof import test_shares as forgeries
from titles.catalogue import TITLES
from tools.fixtures.vouched import WITNESS
from tools.vectors.policies import WITNESSES

HERE = Path(__file__).parent
CLI = HERE.parents[2] / "clients" / "typescript" / "verify" / "cli.js"
SEATS = {
    "infludance_duel": 2,
    "king_of_tokyo": 3,
    "liars_dice": 3,
    "samurai_spirit": 3,
    "shogun": 3,
    "titan_race": 3,
}
SOURCES = {
    "referee": life.CHANCE_SOURCE_REFEREE,
    "committed": life.CHANCE_SOURCE_COMMITTED,
    "shared": life.CHANCE_SOURCE_SHARED,
}
FLIPS = 60
SHORT = 20
"""The entries of a record that is broken off."""

pytestmark = NEEDS_NODE


def outcomes(entries: Sequence[record.Entry]) -> int:
    return sum(entry.actor.kind == record.ACTOR_KIND_CHANCE for entry in entries)


def positions(entries: Sequence[record.Entry]) -> int:
    return sum(bool(entry.position_digest) for entry in entries)


def lines_of(content: bytes) -> bytes:
    """Return a record file in the form of lines of JSON."""
    return "".join(record_file.as_lines(*record_file.read(io.BytesIO(content)))).encode()


@pytest.mark.parametrize("title", TITLES)
def test_every_die_and_card_of_a_game_is_recomputed(title: str, verified: Any) -> None:
    _, entries = played(finished(), title, SEATS[title], 5)
    tables, file = tables_of(finished(), entries), file_of(entries)
    for report in verified([Case(file, tables), Case(lines_of(file), tables)]):
        assert (report["verdict"], report["problem"]) == ("consistent", "")
        assert report["linked"] == len(entries)
        assert report["chanceRecomputed"] == outcomes(entries) > 0
        assert report["positionsChecked"] == positions(entries) > 0


@pytest.mark.parametrize("source", SOURCES)
def test_outcomes_are_recomputed_whatever_the_seats_give_for_chance(source: str, verified: Any) -> None:
    seconds = 0 if source == "referee" else 60
    _, entries = played(finished(), "infludance_duel", 2, 3, chance_source=SOURCES[source], share_seconds=seconds)
    (report,) = verified([Case(file_of(entries), tables_of(finished(), entries))])
    assert (report["verdict"], report["problem"]) == ("consistent", "")
    assert report["chanceRecomputed"] == outcomes(entries) > 0


def test_samurai_with_checked_dolls_and_drawn_lots(verified: Any) -> None:
    options = '{"two_player_doll_check":true,"difficulty":"hard"}'
    made = [played(finished(), "samurai_spirit", 2, seed, options_json=options)[1] for seed in range(3)]
    for entries, report in zip(
        made,
        verified([Case(file_of(case_entries), tables_of(finished(), case_entries)) for case_entries in made]),
        strict=True,
    ):
        assert (report["verdict"], report["problem"]) == ("consistent", "")
        assert report["chanceRecomputed"] == outcomes(entries) > 5


def nameless(entries: Sequence[record.Entry], *seats: int) -> list[record.Entry]:
    """Return the entries after the names of the players of seats were removed."""
    bare = [record.Entry.FromString(entry.SerializeToString()) for entry in entries]
    for entry in bare:
        if is_name(entry, 1) and entry.actor.seat in seats:
            entry.events[1].CopyFrom(sealed(entry.events[1]))
    return bare


def test_a_record_from_which_names_were_removed_is_as_consistent_as_before(verified: Any) -> None:
    _, entries = played(finished(), "liars_dice", 3, 5)
    tables, removed = tables_of(finished(), entries), [nameless(entries, 2), nameless(entries, 1, 2, 3)]
    files = [file_of(lines) for lines in (entries, *removed)]
    assert [b"player 2" in file for file in files] == [True, False, False]
    cases = [Case(form, tables) for file in files for form in (file, lines_of(file))]
    whole, *bare = verified(cases)
    assert (whole["verdict"], whole["problem"], whole["linked"]) == ("consistent", "", len(entries))
    seats = [entry.version for entry in entries if is_name(entry, 1)]
    missing: list[list[int]] = [[]] * 2 + [seats[1:2]] * 2 + [seats] * 2
    assert [answer["removedNames"] for answer in (whole, *bare)] == missing
    assert [{**answer, "removedNames": []} for answer in bare] == [whole] * 5


def test_nothing_but_a_name_is_missing_and_no_name_is_replaced_by_another(verified: Any) -> None:
    _, entries = played(finished(), "liars_dice", 3, 5)
    taken = next(entry for entry in entries if is_name(entry, 1))
    forged = []
    for forge in (
        lambda entry: entry.events[0].CopyFrom(sealed(entry.events[0])),
        lambda entry: entry.events[1].CopyFrom(record.Item(sealed=bytes(32))),
        lambda entry: forgeries.alter(entry.events[1], life.PlayerNamed, lambda name: setattr(name, "player", "Eve")),
        lambda entry: setattr(entry.events[1], "salt", b"\x01" * 32),
    ):
        bare = nameless(entries, 2)
        forge(bare[taken.version - 1])
        forged.append(Case(file_of(bare)))
    pairs = [(report["verdict"], report["badVersion"]) for report in verified(forged)]
    assert pairs == [("failed", taken.version)] * 4


def test_without_tables_it_recomputes_what_needs_none_and_names_the_rest(verified: Any) -> None:
    _, entries = played(finished(), "king_of_tokyo", 3, 5)
    (report,) = verified([Case(file_of(entries))])
    assert (report["verdict"], report["problem"]) == ("incomplete", "")
    assert 0 < report["chanceRecomputed"] < outcomes(entries)
    assert {unchecked["reason"] for unchecked in report["unchecked"]} == {"NO_TABLE", "RULES_NOT_JUDGED"}


def test_a_game_that_runs_is_incomplete(verified: Any) -> None:
    _, entries = played(finished(), "liars_dice", 2, 1, lambda game: game.version >= SHORT)
    hidden = [withheld(entry) for entry in entries]
    for report in verified([Case(file_of(entries)), Case(file_of(hidden))]):
        assert (report["verdict"], report["problem"]) == ("incomplete", "")
        assert {unchecked["reason"] for unchecked in report["unchecked"]} == {"SECRET_NOT_OPEN", "RULES_NOT_JUDGED"}


def withheld(entry: record.Entry) -> record.Entry:
    """Return an entry as one who may see no private item has it; the names of the players stay open."""
    seen = record.Entry()
    seen.CopyFrom(entry)
    seen.signature = sealed_signature(entry)
    for item in (seen.command, *seen.events):
        if item.salt and not item.open.type_url.endswith(".PlayerNamed"):
            item.CopyFrom(sealed(item))
    return seen


def test_a_flipped_bit_anywhere_in_a_file_is_found(verified: Any) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    whole = file_of(entries)
    rng, cases = random.Random(7), []
    for content in (whole, lines_of(whole)):
        for _ in range(FLIPS):
            flipped = bytearray(content)
            flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
            cases.append(Case(bytes(flipped)))
    reports = verified(cases)
    assert [report["problem"] for report in reports if report["verdict"] != "failed"] == []
    assert all(report["problem"] for report in reports)


def test_a_file_in_other_bytes_for_the_same_is_found(verified: Any) -> None:
    whole = file_of(played(finished(), "infludance_duel", 2, 1)[1])
    length, magic, form, rest = whole[:1], whole[1:16], whole[16:18], whole[18:]
    assert (magic[2:], form) == (b"gunbai record", b"\x10\x01")
    reordered, longer = length + form + magic + rest, bytes([length[0] | 0x80, 0]) + whole[1:]
    problems = [report["problem"] for report in verified([Case(whole), Case(reordered), Case(longer)])]
    assert problems[0] == ""
    assert "not in the canonical encoding" in problems[1]
    assert "its length has more bytes than it needs" in problems[2]


def test_a_file_that_is_cut_off_or_continued_is_found(verified: Any) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    whole = file_of(entries)
    cut = [content[:size] for content in (whole, lines_of(whole)) for size in (0, 1, 2, 80, len(content) - 2)]
    more = [whole + whole[-40:], lines_of(whole) + b"{}\n", whole + b"\x00"]
    assert {report["verdict"] for report in verified(map(Case, [*cut, *more]))} == {"failed"}


def test_what_editors_mails_and_git_do_to_lines_says_nothing(verified: Any) -> None:
    lines = lines_of(file_of(played(finished(), "infludance_duel", 2, 1)[1]))
    mark, ends = b"\xef\xbb\xbf", lines.replace(b"\n", b"\r\n")
    whole, *changed = verified(map(Case, [lines, ends, lines[:-1], ends[:-2], mark + lines, mark + ends]))
    assert (whole["problem"], changed) == ("", [whole] * 5)
    assert {report["verdict"] for report in verified(map(Case, [lines[:-1] + b"\r", lines + b"\n"]))} == {"failed"}


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'{"magic":' * 50_000,
        b"1" * 100_000,
        b'magic":"gunbai record","format":1e0}',
        b'\xff":1}',
        b"}",
    ],
)
def test_hostile_lines_are_a_problem_and_nothing_else(line: bytes, verified: Any) -> None:
    (report,) = verified([Case(b'{"' + line + b"\n")])
    assert report["verdict"] == "failed"
    assert report["problem"]


def rechained(entries: Iterable[record.Entry]) -> list[record.Entry]:
    """Return entries with a chain that fits them: what a cheating operator could make."""
    return forgeries.rechained(list(entries))


def test_a_die_that_the_secret_does_not_give_is_found(verified: Any) -> None:
    _, entries = played(finished(), "titan_race", 2, 5)
    tables = tables_of(finished(), entries)
    for entry in entries:
        if entry.command.open.type_url == f"{URL}gunbai.titan_race.v1.RollDice":
            value = bytearray(entry.command.open.value)
            value[-1] = value[-1] % 6 + 1
            entry.command.open.value = bytes(value)
            break
    for report in verified([Case(file_of(rechained(entries)), tables), Case(file_of(rechained(entries)))]):
        assert (report["verdict"], report["badVersion"]) == ("failed", entry.version)
        assert "the stream gives" in report["problem"]


def test_a_table_that_is_not_that_of_the_record_is_found(verified: Any) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    tables = tables_of(finished(), entries)
    (report,) = verified([Case(file_of(entries), tables | {12: tables[13]})])
    assert (report["verdict"], report["badVersion"]) == ("failed", 12)


@pytest.mark.parametrize("form", [bytes, lines_of])
def test_salts_secrets_and_times_are_checked(form: Callable[[bytes], bytes], verified: Any) -> None:
    def altered(change: Callable[[list[record.Entry]], None]) -> Case:
        _, entries = played(finished(), "liars_dice", 2, 1)
        change(entries)
        return Case(form(file_of(rechained(entries))))

    def salt(entries: list[record.Entry]) -> None:
        next(entry for entry in entries if entry.command.salt).command.salt = bytes(32)

    def time(entries: list[record.Entry]) -> None:
        entries[7].at_micros -= 1

    def secret(entries: list[record.Entry]) -> None:
        entries[-1].events[0].open.value = life.GameClosed(secret=bytes(32)).SerializeToString()

    def commitment(entries: list[record.Entry]) -> None:
        forgeries.alter(
            entries[0].command, life.CreateGame, lambda creation: setattr(creation, "commitment", bytes(32))
        )

    problems = [report["problem"] for report in verified(map(altered, (salt, time, secret, commitment)))]
    assert all(problems), problems


def signed_game() -> tuple[Game, list[record.Entry]]:
    """Return a game whose seats sign."""
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([seat]) * 32) for seat in (1, 2)]
    added = create_game(finished(), life.CreateGame(title="infludance_duel", seats=2), NAME, SECRET, AT)
    game, entries = begun(added.game, [*added.entries], keys)
    return played_on(game, entries, random.Random(2), keys=keys)


def test_signatures_of_seats_are_checked(verified: Any) -> None:
    _, entries = signed_game()
    tables, signed = tables_of(finished(), entries), [entry for entry in entries if entry.signature]
    whole = file_of(entries)
    signed[3].signature = signed[2].signature
    forged = file_of(rechained(entries))
    good, bad = verified([Case(whole, tables), Case(forged)])
    assert (good["verdict"], good["problem"], good["signaturesChecked"]) == ("consistent", "", len(signed))
    assert (bad["verdict"], bad["badVersion"]) == ("failed", signed[3].version)
    assert "is not signed with its actor" in bad["problem"]


def vouched(entries: Sequence[record.Entry], *, rotated: bool = False) -> tuple[bytes, note.VerifierKey]:
    """Return a file whose head is signed, with the first key of the line that signed it."""
    private = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (8, 9)]
    first, second = (note.VerifierKey("referee.example", key.public_key().public_bytes_raw()) for key in private)
    last = entries[-1]
    head = heads.Head(last.game, last.version, last.digest)
    signer = second if rotated else first
    signed = SignedHead(note=note.sign_note(head.text, signer, private[rotated].sign), key=str(signer))
    if rotated:
        rotation = heads.Rotation(first, second)
        signed.rotations.append(note.sign_note(rotation.text, first, private[0].sign))
    header = record_file.header(last.game, last.version, (), signed)
    return b"".join(map(record_file.delimited, (header, *entries))), first


@pytest.mark.parametrize("rotated", [False, True])
def test_a_signed_head_attests_for_who_named_its_key(rotated: bool, verified: Any) -> None:  # noqa: FBT001  # a case
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, first = vouched(entries, rotated=rotated)
    other = note.VerifierKey("somebody", first.public_key)
    tables = tables_of(finished(), entries)
    named, unnamed, lines = verified(
        [Case(file, tables, [str(first)]), Case(file, tables, [str(other)]), Case(lines_of(file), tables, [str(first)])]
    )
    assert named["verdict"] == lines["verdict"] == "attested"
    assert (unnamed["verdict"], unnamed["signer"]) == ("consistent", "")


def test_a_head_of_another_entry_or_by_nobody_is_found(verified: Any) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, first = vouched(entries)
    header, _ = record_file.read(io.BytesIO(file))
    broken = []
    for change in (
        lambda signed: setattr(signed, "note", signed.note.replace(f"\n{len(entries)}\n", "\n12\n")),
        lambda signed: setattr(signed, "note", signed.note[:-8] + "AAAAAA=\n"),
        lambda signed: setattr(signed, "key", signed.key[:-4] + "AAAA"),
        lambda signed: signed.rotations.append(signed.note),
    ):
        altered = type(header)()
        altered.CopyFrom(header)
        change(altered.signed_head)
        broken.append(Case(b"".join(map(record_file.delimited, (altered, *entries))), None, [str(first)]))
    assert {report["verdict"] for report in verified(broken)} == {"failed"}


def test_the_leaves_of_a_file_are_checked_and_who_vouches_for_their_log(verified: Any) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    service, thief = Identity(bytes(range(32)), "one.example"), Identity(bytes(range(1, 33)), "two.example")
    last, cases = entries[-1], []
    for signer, change in ((service, ""), (thief, ""), (service, "path"), (service, "version"), (service, "kind")):
        signed = service.signed_head(last.game, last.version, last.digest)
        header = record_file.header(last.game, last.version, (), signed, proven(entries, signer))
        leaf = header.leaves[1]
        if change == "path":
            leaf.proof = leaf.proof.replace("index 7", "index 6")
        elif change == "version":
            leaf.version -= 1
        elif change == "kind":
            leaf.kind = LeafKind.LEAF_KIND_ABANDONED
        file = b"".join(map(record_file.delimited, (header, *entries)))
        cases += [Case(file, None, [str(service.verifier)])]
    cases.append(cases[0]._replace(content=lines_of(cases[0].content)))
    sound, *broken, lines = verified(cases)
    assert sound["logs"] == lines["logs"] == [f"{ORIGIN} of {SIZE} leaves"]
    assert {report["verdict"] for report in broken} == {"failed"}
    assert "failed" not in {sound["verdict"], lines["verdict"]}


def branch(title: str, *, over: bool) -> tuple[list[record.Entry], Ancestor]:
    """Return the entries of a branch that was played to its end, of a parent that is over or still runs."""
    parent, entries = played(finished(), title, 2, 1, lambda game: game.version >= SHORT)
    held = [life.HeldSeat(seat=seat) for seat in (1, 2)] if parent.sealed else []
    consents = [bytes([seat]) * 16 for seat in (1, 2)] if parent.sealed else []
    fork = life.ForkGame(parent=parent.id, consents=consents, held_seats=held)
    added = fork_game(parent, fork, "branchbranchbran", bytes(reversed(SECRET)), AT)
    game, entries = begun(added.game, [*entries, *added.entries])
    _, entries = played_on(game, entries, random.Random(3))
    return entries, Ancestor(game=parent.id, version=parent.version, secret=SECRET if over else b"")


@pytest.mark.parametrize("title", ["titan_race", "liars_dice", "infludance_duel"])
def test_branches_inherit_the_secrets_of_what_they_hide(title: str, verified: Any) -> None:
    for over in (True, False):
        entries, ancestor = branch(title, over=over)
        last = entries[-1]
        header = record_file.header(last.game, last.version, [ancestor])
        (report,) = verified([Case(b"".join(map(record_file.delimited, (header, *entries))))])
        assert report["problem"] == ""
        reasons = {unchecked["reason"] for unchecked in report["unchecked"]}
        assert ("SECRET_NOT_OPEN" in reasons) is not over


@pytest.mark.parametrize(
    "made",
    [
        forgeries.shared_night,
        forgeries.committed_night,
        forgeries.voided_night,
        forgeries.stalled_night,
        forgeries.resumed_night,
    ],
)
def test_shares_are_checked_in_titles_that_it_does_not_know(made: Callable[[], Any], verified: Any) -> None:
    entries = list(made().entries)
    (report,) = verified([Case(file_of(entries))])
    assert report["problem"] == ""
    assert report["linked"] == len(entries)


def swapped(given: life.SharesGiven) -> None:
    given.shares[0].share, given.shares[1].share = given.shares[1].share, given.shares[0].share


def another(given: life.SharesGiven) -> None:
    given.shares[0].share = bytes(32)


def shortened(given: life.SharesGiven) -> None:
    del given.shares[1:]


def test_entries_other_than_by_the_rules_are_followed(verified: Any) -> None:
    nights = [eventful(random.Random(seed).choice, 3) for seed in range(12)]
    for night, report in zip(nights, verified(Case(file_of(night.entries)) for night in nights), strict=True):
        assert report["problem"] == ""
        assert report["signaturesChecked"] == sum(bool(entry.signature) for entry in night.entries)


def test_a_seat_that_was_freed_gives_nothing_for_chance(verified: Any) -> None:
    added = create_game(finished(), life.CreateGame(title="infludance_duel", seats=2), NAME, SECRET, AT)
    entries = [*added.entries]
    for seat in (1, 2):
        taken = life.TakeSeat(seat=seat, entropy=bytes([seat + 7]) * 32)
        added = take_seat(added.game, taken, Name(f"guest {seat}", bytes(32)), AT)
        entries += added.entries
    for free, seat in ((free_seat, 1), (leave_seat, 2)):
        added = free(added.game, seat, f"request {seat}", AT)
        entries += added.entries
    game, entries = begun(added.game, entries)
    _, entries = played_on(game, entries, random.Random(4))
    (report,) = verified([Case(file_of(entries), tables_of(finished(), entries))])
    assert (report["verdict"], report["problem"]) == ("consistent", "")
    assert report["chanceRecomputed"] == outcomes(entries)


def test_notices_of_other_tokens_their_vetoes_and_completions_are_checked(verified: Any) -> None:
    whole = recorded()
    (report,) = verified([Case(file_of(whole.entries), tables_of(NIGHTS, whole.entries))])
    assert (report["verdict"], report["problem"]) == ("consistent", "")
    forged = []
    for place, forge in FORGERIES:
        entries = [*recorded().entries]
        forge(entries[place])
        forged.append((place, forge, Case(file_of(rechained(entries)))))
    for (place, forge, _), report in zip(forged, verified(case for *_, case in forged), strict=True):
        pair = (report["verdict"], report["badVersion"])
        assert pair == ("failed", len(whole.entries) + place + 1), (forge, report)


def test_seats_that_are_away_and_what_is_agreed_for_them_are_checked(verified: Any) -> None:
    whole = [test_absences.ended(made()) for made in test_absences.RECORDS]
    cases = [Case(file_of(night.entries), tables_of(NIGHTS, night.entries)) for night in whole]
    for report in verified(cases):
        assert (report["verdict"], report["problem"]) == ("incomplete", ""), report
    forged = [
        test_absences.forged(*forgery)
        for forgery in test_absences.FORGERIES
        if forgery[1] is not test_absences._of_another
    ]
    for (_, version), report in zip(forged, verified(Case(file_of(entries)) for entries, _ in forged), strict=True):
        assert (report["verdict"], report["badVersion"]) == ("failed", version), report


@pytest.mark.parametrize("change", [swapped, another, shortened])
def test_other_shares_than_those_that_were_given_are_found(change: Any, verified: Any) -> None:
    entries = list(forgeries.shared_night().entries)
    altered = forgeries.find(entries, "SharesGiven")
    forgeries.alter(altered.events[0], life.SharesGiven, change)
    (report,) = verified([Case(file_of(rechained(entries)))])
    assert (report["verdict"], report["badVersion"]) == ("failed", altered.version)


def test_the_command_says_what_it_found_and_exits_like_ours(tmp_path: Path) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, first = vouched(entries)
    (tmp_path / "game.gunbai").write_bytes(file)
    (tmp_path / "bad.gunbai").write_bytes(file[:-1])
    pairs = tables_of(finished(), entries).items()
    written = [json.dumps({"version": version, "table": table}) for version, table in pairs]
    (tmp_path / "tables.jsonl").write_text("\n".join(written) + "\n", encoding="utf-8")
    assert verify_file(tmp_path / "game.gunbai").verification.chance_recomputed == outcomes(entries)
    for arguments, code, text in (
        (
            ["game.gunbai", "--tables", "tables.jsonl", "--key", str(first)],
            0,
            f"attested: {len(entries)} entries linked",
        ),
        (["game.gunbai"], 3, "incomplete"),
        (["bad.gunbai", "game.gunbai"], 1, "FAILED"),
        ([], 2, ""),
        (["missing.gunbai"], 2, ""),
    ):
        ran = subprocess.run(
            [str(NODE), str(CLI), *arguments],
            cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert ran.returncode == code, (arguments, ran.stdout, ran.stderr)
        assert text in ran.stdout


def test_the_command_holds_a_record_to_a_policy_like_ours(tmp_path: Path) -> None:
    record = Path(__file__).parents[2] / "fixtures" / "records" / "liars_dice.attested.gunbai"
    policy = tmp_path / "club.policy"
    lines = f"witness eye {WITNESS}\nwitness ann {WITNESSES['ann']}\n"
    command = [str(NODE), str(CLI), str(record), "--policy", str(policy)]
    for needed, code in (("any", 3), ("all", 4)):
        policy.write_text(f"{lines}group both {needed} eye ann\nquorum both\n", encoding="utf-8")
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        ours = verify_file(record, evidence=Evidence(policy=read_policy(policy))).attestation
        assert (ran.returncode, ours.unwitnessed) == (code, code == 4)
        assert ours.witnessed in ran.stdout
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, signer = vouched(entries)
    (tmp_path / "game.gunbai").write_bytes(file)
    tables = [{"version": number, "table": table} for number, table in tables_of(finished(), entries).items()]
    (tmp_path / "tables").write_text("\n".join(map(json.dumps, tables)), encoding="utf-8")
    named = [*command[:2], str(tmp_path / "game.gunbai"), "--tables", str(tmp_path / "tables"), "--key", str(signer)]
    for options, verdict, code in (([], "attested", 0), (command[3:], "consistent", 4)):
        ran = subprocess.run([*named, *options], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (ran.returncode, f": {verdict}: " in ran.stdout) == (code, True)
        assert f"its head is signed by {signer}" in ran.stdout
    policy.write_text(f"{lines}quorum nobody\n", encoding="utf-8")
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, "line 3 of the policy: no earlier line defines nobody" in ran.stderr) == (2, True)


def test_the_command_takes_folders_of_record_files(tmp_path: Path) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, first = vouched(entries)
    (tmp_path / "night" / "late").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    for name in ("b.gunbai", "a.gunbai", "late/c.gunbai", "late/notes.txt"):
        (tmp_path / "night" / name).write_bytes(file)

    def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(NODE), str(CLI), *arguments, "--key", str(first)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)

    process = ran("night")
    named = [line.partition(": ")[0] for line in process.stdout.splitlines()]
    assert (process.returncode, named) == (3, ["night/a.gunbai", "night/b.gunbai", "night/late/c.gunbai"])
    empty = ran("empty")
    assert (empty.returncode, empty.stdout) == (2, "")
    assert "empty: no *.gunbai files in this folder" in empty.stderr


def test_the_command_takes_a_file_of_keys_and_explains_itself(tmp_path: Path) -> None:
    _, entries = played(finished(), "infludance_duel", 2, 1)
    file, first = vouched(entries)
    (tmp_path / "game.gunbai").write_bytes(file)
    (tmp_path / "club.keys").write_text(f"{first}\n\nrotations follow\n", encoding="utf-8")
    witness = str(WITNESSES["ann"])

    def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(NODE), str(CLI), *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)

    attested = ran("game.gunbai", "--key", "club.keys")
    assert (attested.returncode, f"its head is signed by {first}" in attested.stdout) == (3, True)
    for key, says in (
        ("other.keys", "other.keys is neither a file of keys nor a verifier key (NAME+ID+KEY)"),
        (witness, f"{witness} is not a verifier key of Ed25519: write NAME+ID+KEY"),
    ):
        refused = ran("game.gunbai", "--key", key)
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", f"gunbai-verify: {says}\n")
    usage = ran("--help")
    assert (usage.returncode, usage.stdout.splitlines()[0]) == (0, "Usage: gunbai-verify FILE|FOLDER... [OPTIONS]")
    known = set(re.findall(r"^ {6}(\w+): \{ type:", CLI.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"--(\w+)", usage.stdout)) == known


@pytest.mark.parametrize("language", ["cs", "en", "pl"])
def test_a_page_has_words_for_each_reason_of_the_verifier(language: str) -> None:
    listed = re.search(r"@property \{((?:.|\n)*?)\} reason", (CLI.parent / "index.js").read_text(encoding="utf-8"))
    assert listed
    reasons = re.findall(r'"(\w+)"', listed[1])
    assert len(reasons) == 10
    words = importlib.import_module(f"clients.web.languages.{language}").WORDS
    assert [reason for reason in reasons if not words.get(f"reason.{reason}")] == []


@pytest.mark.parametrize(("language", "text"), [("cs", "nepřítomného"), ("en", "absent seat"), ("pl", "nieobecnego")])
def test_a_page_says_of_a_notice_of_absence_what_is_not_judged(language: str, text: str) -> None:
    assert text in importlib.import_module(f"clients.web.languages.{language}").WORDS["reason.DEFAULT_NOT_JUDGED"]
