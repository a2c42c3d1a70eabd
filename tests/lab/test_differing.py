"""The verifiers of records agree about records that are nearly right; `make differing` tries many more."""

from __future__ import annotations

from random import Random

import pytest
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.samurai_spirit.v1.commands_pb2 import DrawFirstSamurai
from gunbai_record.chain import digest_of
from gunbai_record.record_file import FORMAT, MAGIC
from lab.differing.__main__ import main
from lab.differing.comparison import Judgement, Peer, Verifiers, disagreements, judged_by_form, judged_by_rules
from lab.differing.mutation import Mutant, Mutator, seeds
from lab.recorded_games import SECRET
from tests.clients.typescript.verifier import NEEDS_NODE

RIGHT = Judgement("one", failed=False, version=0, problem="", unchecked=[])
WRONG = Judgement("other", failed=True, version=7, problem="a problem", unchecked=[])


@NEEDS_NODE
@pytest.mark.parametrize(
    "records", [pytest.param(150, id="some"), pytest.param(20_000, id="many", marks=pytest.mark.long)]
)
def test_the_verifiers_agree(records: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["--records", str(records), "--seed", "7"]), "disagreements" in capsys.readouterr().out) == (0, False)


def test_a_verifier_agrees_if_it_fails_the_entry_or_names_it() -> None:
    named, earlier, later = RIGHT._replace(unchecked=[(5, 7)]), WRONG._replace(version=6), WRONG._replace(version=8)
    assert list(disagreements(RIGHT, RIGHT, RIGHT)) == []
    assert list(disagreements(named, WRONG, named)) == []
    assert list(disagreements(WRONG, WRONG, named)) == []
    assert list(disagreements(RIGHT, WRONG, RIGHT)) == [(WRONG, RIGHT)]
    assert list(disagreements(WRONG, RIGHT, WRONG)) == [(WRONG, RIGHT), (WRONG, RIGHT)]
    assert list(disagreements(RIGHT, WRONG, later)) == [(WRONG, later)]
    assert list(disagreements(RIGHT, WRONG, later._replace(unchecked=[(7, 7)]))) == []
    assert list(disagreements(RIGHT, earlier, earlier)) == []


def test_most_records_are_wrong_and_some_are_right() -> None:
    """A change that every verifier sees at once would teach nothing."""
    mutator = Mutator(seeds(), Random(7))
    judged = [Verifiers().judge(mutant) for mutant in (mutator.next() for _ in range(100))]
    assert 0 < sum(rules.failed for _, rules in judged) < len(judged)
    assert all(rules.failed or not form.failed for form, rules in judged)


@NEEDS_NODE
def test_what_a_record_shares_with_its_seed_is_judged_as_if_it_were_read_again() -> None:
    """A verifier that goes on from its seed finds what it finds in the whole file, and after many records too."""
    all_seeds, verifiers = seeds(), Verifiers()
    mutator = Mutator(all_seeds, Random(11))
    mutants = [mutator.next() for _ in range(150)]
    with Peer(all_seeds) as peer:
        peer.ask(mutants)
        short = [*zip(map(verifiers.judge, mutants), peer.answers(len(mutants)), strict=True)]
        peer.ask(mutants, whole=True)
        scripts = [*peer.answers(len(mutants))]
    for mutant, ((form, rules), script), whole in zip(mutants, short, scripts, strict=True):
        assert _said(form) == _said(judged_by_form(mutant.content))
        assert _said(rules) == _said(judged_by_rules(mutant.content))
        assert _said(script) == _said(whole)


def _said(judgement: Judgement) -> tuple[bool, int]:
    return judgement.failed, judgement.version


@NEEDS_NODE
def test_a_salt_on_what_is_never_secret_fails_without_the_secret() -> None:
    """While a game runs nobody can tell which salts follow from its secret."""
    seed = next(seed for seed in seeds() if seed.name == "running.jsonl")
    for place, salted in ((0, "command"), (1, "event")):
        entries = [*seed.entries]
        entry = record.Entry()
        entry.CopyFrom(entries[1])
        (entry.command, entry.events[0])[place].salt = bytes(32)
        entry.digest = digest_of(entry)
        content = Mutant(seed, FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=2), [entries[0], entry], 1)
        assert _said(judged_by_form(content.content)) == (True, 2), salted
        assert _said(judged_by_rules(content.content)) == (True, 2), salted
        with Peer([seed]) as peer:
            peer.ask([content])
            assert [_said(answer) for answer in peer.answers(1)] == [(True, 2)], salted


@NEEDS_NODE
def test_a_position_digest_has_its_length_while_the_game_runs_too() -> None:
    seed = next(seed for seed in seeds() if seed.name == "running.jsonl")
    entry = record.Entry()
    entry.CopyFrom(seed.entries[-1])
    entry.position_digest = entry.position_digest[:1]
    entry.digest = digest_of(entry)
    shared, head = entry.version - 1, FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=entry.version)
    assert _judged(Mutant(seed, head, [*seed.entries[:-1], entry], shared)) == [(True, entry.version)] * 3


@NEEDS_NODE
def test_what_follows_by_itself_has_the_time_of_what_it_follows_from_also_where_it_is_sealed() -> None:
    seed = next(seed for seed in seeds() if seed.name == "running.jsonl")
    entry = record.Entry()
    entry.CopyFrom(seed.entries[-1])
    assert entry.actor.kind == record.ACTOR_KIND_CHANCE
    assert entry.command.sealed
    entry.at_micros += 1
    entry.digest = digest_of(entry)
    shared, head = entry.version - 1, FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=entry.version)
    assert _judged(Mutant(seed, head, [*seed.entries[:-1], entry], shared)) == [(True, entry.version)] * 3


@NEEDS_NODE
def test_a_number_that_javascript_cannot_hold_fails_where_only_the_chain_is_checked_too() -> None:
    seed = next(seed for seed in seeds() if seed.name == "running.jsonl")
    first, entry = record.Entry(), record.Entry()
    first.CopyFrom(seed.entries[0])
    first.command.open.type_url += "Unknown"
    first.digest = digest_of(first)
    entry.CopyFrom(seed.entries[1])
    header = FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=2)
    for number, fails in ((2**53 - 1, False), (2**53, True)):
        entry.previous, entry.expected_version = first.digest, number
        entry.digest = digest_of(entry)
        failed = [failed for failed, _ in _judged(Mutant(seed, header, [first, entry], 0))]
        assert failed == [fails] * 3, number


@NEEDS_NODE
def test_a_time_that_javascript_cannot_hold_fails_where_the_rules_write_the_entry_again() -> None:
    seed = next(seed for seed in seeds() if seed.name == "titan_race.operated.gunbai")
    entry = record.Entry()
    entry.CopyFrom(seed.entries[5])
    entry.at_micros = 2**53
    entry.digest = digest_of(entry)
    header = FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=entry.version)
    mutant = Mutant(seed, header, [*seed.entries[:5], entry], 5)
    form, rules, script = _judged(mutant)
    assert form == rules == (True, entry.version)
    assert script[0]  # It fails the file: it cannot read the number at all.


def test_an_outcome_is_canonical_while_the_game_runs_too() -> None:
    """The verifier in JavaScript does not know the messages of titles: it names the entry as one it could not check."""
    seed = next(seed for seed in seeds() if seed.name == "samurai_spirit.running.gunbai")
    version = next(
        candidate.version for candidate in seed.entries if candidate.command.open.Is(DrawFirstSamurai.DESCRIPTOR)
    )
    entry = record.Entry()
    entry.CopyFrom(seed.entries[version - 1])
    assert entry.actor.kind == record.ACTOR_KIND_CHANCE
    *start, last = entry.command.open.value
    entry.command.open.value = bytes([*start, last | 0x80, 0])
    assert DrawFirstSamurai.FromString(entry.command.open.value).seat == last
    entry.digest = digest_of(entry)
    header = FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=version)
    content = Mutant(seed, header, [*seed.entries[: version - 1], entry], version - 1).content
    assert _said(judged_by_form(content)) == _said(judged_by_rules(content)) == (True, version)


@NEEDS_NODE
def test_a_leaf_without_the_head_of_the_service_whose_log_has_it_fails() -> None:
    seed = next(seed for seed in seeds() if seed.name == "attested.jsonl")
    header = FileHeader()
    header.CopyFrom(seed.header)
    assert len(header.leaves) == 2
    assert _judged(Mutant(seed, header, seed.entries, len(seed.entries))) == [(False, 0)] * 3
    header.ClearField("signed_head")
    assert _judged(Mutant(seed, header, seed.entries, len(seed.entries))) == [(True, 0)] * 3


@NEEDS_NODE
@pytest.mark.parametrize(
    ("command", "event"),
    [
        (life.CallTime(), life.StartPutOff(seats=[2])),
        (life.CallTime(puts_off=True), life.StartPutOff()),
        (life.CallTime(puts_off=True), life.StartPutOff(seats=[1])),
        (life.CallTime(puts_off=True), life.StartPutOff(seats=[1, 2])),
        (life.CallTime(puts_off=True), life.StartVoided(seats=[2], secret=SECRET)),
    ],
)
def test_a_start_is_put_off_for_exactly_the_absent_seats(command: life.CallTime, event: Message) -> None:
    seed = next(seed for seed in seeds() if seed.name == "titan_race.put_off.gunbai")
    entry = record.Entry()
    entry.CopyFrom(next(entry for entry in seed.entries if entry.command.open.Is(life.CallTime.DESCRIPTOR)))
    entry.command.open.Pack(command)
    entry.events[0].open.Pack(event)
    entry.digest = digest_of(entry)
    shared, head = entry.version - 1, FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=entry.version)
    assert _judged(Mutant(seed, head, [*seed.entries[:shared], entry], shared)) == [(True, entry.version)] * 3


@NEEDS_NODE
def test_a_secret_that_only_a_lenient_reader_finds_is_named_as_closed() -> None:
    """An end with an unknown field opens the secret for protobuf's own reader, which then checks earlier positions."""
    seed = next(seed for seed in seeds() if seed.name == "infludance_duel.undone.gunbai")
    begun = next(at for at, entry in enumerate(seed.entries, 1) if entry.command.open.Is(life.StartGame.DESCRIPTOR))
    start, end = record.Entry(), record.Entry()
    start.CopyFrom(seed.entries[begun - 1])
    end.CopyFrom(seed.entries[-1])
    start.position_digest = bytes(32)
    start.digest = digest_of(start)
    end.events[0].open.value += b"\x50\x01"
    end.version, end.previous, end.at_micros = begun + 1, start.digest, start.at_micros
    end.digest = digest_of(end)
    header = FileHeader(magic=MAGIC, format=FORMAT, game=start.game, head=end.version)
    mutant = Mutant(seed, header, [*seed.entries[: begun - 1], start, end], begun - 1)
    assert _said(judged_by_rules(mutant.content)) == (True, begun)
    with Peer([seed]) as peer:
        peer.ask([mutant])
        (script,) = peer.answers(1)
    assert (script.failed, script.allows(begun)) == (True, True)


@NEEDS_NODE
def test_a_record_whose_chance_is_shared_is_followed_with_the_common_secret() -> None:
    seed = next(seed for seed in seeds() if seed.name == "titan_race.duplicate.gunbai")
    mutant = Mutant(seed, seed.header, seed.entries, 4)
    with Peer([seed]) as peer:
        peer.ask([mutant])
        (followed,) = peer.answers(1)
        peer.ask([mutant], whole=True)
        assert [followed] == [*peer.answers(1)]


def _judged(mutant: Mutant) -> list[tuple[bool, int]]:
    """Return what each of the three verifiers says of a record."""
    with Peer([mutant.seed]) as peer:
        peer.ask([mutant])
        script = peer.answers(1)
        return [
            _said(judgement) for judgement in (judged_by_form(mutant.content), judged_by_rules(mutant.content), *script)
        ]


@NEEDS_NODE
@pytest.mark.parametrize(("name", "fails"), [("committed.jsonl", True), ("shared.jsonl", False)])
def test_shares_are_asked_for_after_the_start_only_where_each_outcome_takes_them(name: str, *, fails: bool) -> None:
    """Whether chance is asked at all only the rules know: the other verifiers name the entry."""
    seed = next(seed for seed in seeds() if seed.name == name)
    begun = next(at for at, entry in enumerate(seed.entries, 1) if "GameStarted" in entry.events[0].open.type_url)
    founding = life.CreateGame.FromString(seed.entries[0].command.open.value)
    entry = record.Entry(
        game=seed.header.game, version=begun + 1, at_micros=seed.entries[begun - 1].at_micros,
        actor=record.Actor(kind=record.ACTOR_KIND_HOST), previous=seed.entries[begun - 1].digest,
        position_digest=bytes(32),
    )  # fmt: skip
    entry.command.open.Pack(life.AskShares())
    due = entry.at_micros + founding.share_seconds * 1_000_000
    entry.events.add().open.Pack(life.SharesAsked(deadline_micros=due))
    entry.digest = digest_of(entry)
    header = FileHeader(magic=MAGIC, format=FORMAT, game=entry.game, head=begun + 1)
    mutant = Mutant(seed, header, [*seed.entries[:begun], entry], begun)
    with Peer([seed]) as peer:
        peer.ask([mutant])
        (script,) = peer.answers(1)
    assert _said(judged_by_form(mutant.content)) == _said(script) == (fails, fails and begun + 1)
    assert fails or script.allows(begun + 1)
