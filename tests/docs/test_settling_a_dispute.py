"""docs/settling-a-dispute.md is followed: with file, checkpoint and page an arbiter settles three disputes offline."""

from __future__ import annotations

import asyncio
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from hashlib import sha256
from html import unescape
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from clients.cli.app import main
from clients.cli.disputes import checks
from clients.cli.disputes.receipts import write_receipt
from clients.render.dispute_page import VERSION, Growth, Page
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.log_pb2 import LEAF_KIND_ENDED
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import audit_pb2, log_pb2, record_pb2
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record import record_file
from gunbai_record.__main__ import main as verify_records
from gunbai_record.chain import leaf_of
from gunbai_record.checkpoint import LogProof
from gunbai_record.disputes import verdict_payload
from gunbai_record.note import VerifierKey, sign_note
from gunbai_record.receipts import Receipt, receipt_of
from gunbai_record.record_file import delimited
from lab.attacks.forgeries import rechained
from lab.patience import PATIENCE
from lab.signed_orders import ARBITER, ARBITERS_KEY
from lab.toy_service import House, Match, bearer, open_house
from referee.proof.identity import Identity
from titles.catalogue import TITLES, newest

PAGE = (Path(__file__).parents[2] / "docs" / "settling-a-dispute.md").read_text(encoding="utf-8")
SHORT = "infludance_duel"
MOVES = 24
"""How many moves are played; then the host ends the game, which opens everything."""
LEAVES = 3
"""How many leaves the log has then: that the game was created, that it ended, and the verdict."""


class Papers(NamedTuple):
    """What an arbiter has of a dispute, beside the files in the folder, and what its page says."""

    folder: Path
    key: str
    dispute: pb.GetDisputeResponse
    title: str

    @property
    def page(self) -> str:
        """The name of the printed page."""
        return f"dispute-{self.dispute.dispute.number}.html"

    @property
    def command(self) -> str:
        """The disputed command as the page has it for the command line, with its seat."""
        match = re.search(r"gunbai game adjudicate \S+ (.*?)</code>", (self.folder / self.page).read_text("utf-8"))
        assert match
        return unescape(match[1]).rpartition(" --seat ")[0]

    def words(self, line: str) -> list[str]:
        """Return a command of the page or the document, with what this dispute has in place of its placeholders."""
        evidence, game = self.dispute.evidence, self.dispute.dispute.game
        words_by_name = {
            "KEY": self.key,
            "HEAD": "game.head",
            "PAGE": self.page,
            "dispute.html": self.page,
            f"{game}.gunbai": "game.gunbai",
            "POSITION": f"game.gunbai@{evidence.view.version}",
            "SEAT": str(self.dispute.dispute.seat),
            "CLAUSE": evidence.clause.number,
            "COMMAND": self.command if "COMMAND" in line else "",
        }
        for name, value in words_by_name.items():
            line = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", value.replace("\\", r"\\"), line)
        return shlex.split(line)


class Ran(NamedTuple):
    """What a command left: its exit code, and what it printed."""

    code: int
    output: str


def sections() -> dict[str, list[str]]:
    """Return the commands of each section of the document."""
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    blocks = {part.splitlines()[0]: re.findall(r"```console\n(.*?)```", part, re.DOTALL) for part in parts}
    return {title: re.findall(r"^\$ (.*)$", "".join(block), re.MULTILINE) for title, block in blocks.items()}


async def refused(match: Match, seat: int, request: object) -> SignedReceipt | None:
    """Give a command again that was accepted; return the receipt if it is refused now."""
    again = match.request(request, (await match.view(seat)).expected_version)  # type: ignore[arg-type]  # a command
    again.receipt = True
    ruling = await match.send(seat, again)
    return ruling.refused.receipt if ruling.HasField("refused") else None


async def played(match: Match) -> SignedReceipt:
    """Play some moves, after one of which a seat is refused; end the game, and return the receipt."""
    choices, receipt = Random(3), None
    for _ in range(MOVES):
        seat = await match.asked_seat()
        if seat is None:
            break
        answer = await match.legal(seat)
        command = choices.choice(answer.commands).command
        ruling = await match.send(seat, match.request(command, answer.expected_version))
        if receipt is None and ruling.HasField("accepted"):
            receipt = await refused(match, seat, command)
    if await match.asked_seat() is not None:
        await match.abandon()
    assert receipt is not None
    return receipt


async def settled(match: Match, number: int) -> None:
    """Settle a dispute by the arbiter's key: the ruling stands."""
    disputed = pb.GetDisputeRequest(game=match.id, dispute=number)
    dispute = (await match.house.disputes.GetDispute(disputed)).dispute
    verdict = pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_UPHELD, reason="Chance follows from the secret.")
    request = pb.SettleDisputeRequest(
        game=match.id,
        dispute=number,
        outcome=verdict.outcome,
        reason=verdict.reason,
        signature=ARBITER.sign(verdict_payload(dispute, verdict)),
    )
    await match.house.disputes.SettleDispute(request)


async def disputed(house: House, folder: Path, title: str) -> list[Papers]:
    """Return the papers of three disputes of a game: a refusal, an outcome of chance, and its record."""
    seats = next(count for count in newest(title).rules.seats if count > 1)
    match = await house.start(title, seats, arbiter=ARBITERS_KEY)
    checkpoint = (await house.log.GetCheckpoint(log_pb2.GetCheckpointRequest())).checkpoint
    (folder / "log.checkpoint").write_text(checkpoint.note, encoding="utf-8")
    receipt = await played(match)
    entries = await match.entries()
    chance = next(entry.version for entry in entries if entry.actor.kind == record.ACTOR_KIND_CHANCE)
    moved = [
        entry.version for entry in entries if entry.actor.kind in {record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE}
    ][-1]
    seat = int(receipt.note.split("\n")[3])
    for claim, what in (
        ("I may do that.", {"receipt": receipt}),
        ("The dice are loaded.", {"version": chance}),
        ("That is not what we played.", {"version": moved}),
    ):
        request = pb.OpenDisputeRequest(game=match.id, claim=claim, request_id=claim, **what)
        await house.disputes.OpenDispute(request, metadata=bearer(match.tokens[seat]))
    await settled(match, 2)
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
    (folder / "game.gunbai").write_bytes(b"".join([piece.chunk async for piece in stream]))
    head = (await house.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id))).signed_head
    (folder / "game.head").write_text(head.note, encoding="utf-8")
    proven = await house.log.ProveConsistency(log_pb2.ProveConsistencyRequest(old_size=1, new_size=LEAVES))
    growth, papers = Growth(1, LEAVES, tuple(proven.hashes)), []
    for number in (1, 2, 3):
        response = await house.disputes.GetDispute(pb.GetDisputeRequest(game=match.id, dispute=number))
        papers.append(Papers(folder, head.key, response, title))
        (folder / papers[-1].page).write_text(Page(response, title, growth).text, encoding="utf-8")
    return papers


def staged(folder: Path, title: str) -> list[Papers]:
    """Stage the disputes at a service, which is gone when the arbiter begins."""

    async def stage() -> list[Papers]:
        (folder / "service").mkdir()
        async with open_house(folder / "service") as house:
            return await disputed(house, folder, title)

    return asyncio.run(stage())


def forged(folder: Path, name: str, alter: str, version: int) -> None:
    """Write a record whose entry was altered, with a chain that fits: another time, or another outcome of chance."""
    with (folder / "game.gunbai").open("rb") as file:
        header, read_entries = record_file.read(file)
        entries = list(read_entries)
    if alter == "time":
        # What follows a command at once has its time.
        version = max(
            earlier.version for earlier in entries[:version] if earlier.actor.kind != record.ACTOR_KIND_CHANCE
        )
        for entry in entries[version - 1 :]:
            entry.at_micros += 1
    else:
        content = entries[version - 1].command.open
        content.value = content.value[:-1] + bytes([content.value[-1] ^ 1]) if content.value else b"\x08\x01"
    again = rechained(entries, version)
    (folder / name).write_bytes(b"".join(map(delimited, (header, *again))))


@pytest.fixture(
    scope="module", params=[pytest.param(title, marks=() if title == SHORT else pytest.mark.long) for title in TITLES]
)
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Papers]:
    """Return the papers of the disputes of a title."""
    return staged(tmp_path_factory.mktemp("disputes"), request.param)


@pytest.fixture
def papers(stage: list[Papers], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Papers]:
    """Return the papers, in the folder where the arbiter works, without a service."""
    monkeypatch.chdir(stage[0].folder)
    monkeypatch.delenv("GUNBAI_TARGET", raising=False)
    monkeypatch.setenv("GUNBAI_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return stage


@pytest.fixture
def gunbai(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[object]:
    """Return what runs a command."""

    def run(words: list[str]) -> Ran:
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as exited:
            main()
        out, err = capsys.readouterr()
        return Ran(int(exited.value.code or 0), out + err)

    return run  # type: ignore[return-value]  # a function


def audited(words: list[str]) -> str:
    """Return what the verifier without rules prints."""
    with redirect_stdout(io.StringIO()) as output:
        assert verify_records(words[words.index("gunbai_record") + 1 :]) == 0
    return output.getvalue()


def test_the_document_is_followed(papers: list[Papers], gunbai: object) -> None:
    run, folder = gunbai, papers[0].folder
    refusal, chance, changed = papers
    first, (audit,), wrong, loaded, other = (commands for commands in sections().values() if commands)
    for paper in papers:
        verified, checked = (run(paper.words(line)) for line in first)  # type: ignore[operator]  # a function
        assert (verified.code, checked.code) == (0, 0), verified.output + checked.output
        assert "attested" in verified.output
        assert "  verdict       attested by " in audited(paper.words(audit))
        assert "FAILS" not in checked.output
        assert "holds the creation in the log: index 0 of 3 leaves" in checked.output
        assert ("holds the verdict in the log: index 2 of 3 leaves" in checked.output) == (paper is chance)
        assert "holds the text of the page" in checked.output
        assert re.search(r"holds game.head: entry \d+ of the record is the signed one", checked.output)
        assert "holds log.checkpoint: the log with 3 leaves continues the one with 1" in checked.output
    ran = {line.split()[2]: run(refusal.words(line)) for line in wrong}  # type: ignore[operator]  # a function
    clause = refusal.dispute.evidence.given.refused.clause
    assert {name: process.code for name, process in ran.items()} == {name: int(name == "adjudicate") for name in ran}, (
        ran
    )
    assert f"Refused by {clause}" in ran["adjudicate"].output
    assert clause in ran["clauses"].output
    for line in loaded:
        assert run(chance.words(line)).code == 0  # type: ignore[operator]  # a function
    assert chance.dispute.evidence.outcomes[0].secret
    version = chance.dispute.dispute.version
    forged(folder, "claimed.gunbai", "outcome", version)
    (line,) = other
    process = run(chance.words(line))  # type: ignore[operator]  # a function
    assert process.code == 1
    assert f"entry {version}" in process.output
    forged(folder, "claimed.gunbai", "time", changed.dispute.dispute.version)
    process = run(changed.words(line))  # type: ignore[operator]  # a function
    assert process.code == 5
    assert "NOT the record" in process.output


@pytest.mark.parametrize(
    ("passage", "instead"),
    [
        ("the ruling stands", "corrected by entry 3"),
        ("The dice are loaded.", "I could not see the dice."),
        ("What was legal", "What was not legal"),
        ("<dt>Seat</dt><dd><span>", "<dt>Seat</dt><dd><span>1"),
        ("</body>", "<p>The verdict was withdrawn.</p></body>"),
    ],
)
def test_a_page_that_reads_otherwise_than_its_papers_is_noticed(
    papers: list[Papers], gunbai: object, passage: str, instead: str
) -> None:
    """Its papers are as they were, so that every signature in them holds."""
    page = papers[1].folder / papers[1].page
    text = page.read_text("utf-8")
    assert passage in text
    Path("altered.html").write_text(text.replace(passage, instead, 1), "utf-8")
    words = ["gunbai", "dispute", "check", "altered.html", "game.gunbai", "--key", papers[1].key]
    checked = gunbai([*words, "--output", "again.html"])  # type: ignore[operator]  # a function
    assert (checked.code, checked.output.count("FAILS")) == (1, 1)
    assert "FAILS the text of the page: it does NOT match its papers and the record" in checked.output
    assert Path("again.html").read_text("utf-8") == text


def test_a_page_of_another_version_is_written_anew_to_be_read(papers: list[Papers], gunbai: object) -> None:
    page = papers[1].folder / papers[1].page
    text = page.read_text("utf-8").replace(f'"printed_by": "{VERSION}"', '"printed_by": "0.0.1"')
    Path("older.html").write_text(
        text.replace("<section>", "<section><p>The arbiter upholds the claim.</p>", 1), "utf-8"
    )
    words = ["gunbai", "dispute", "check", "older.html", "game.gunbai", "--key", papers[1].key, "--output", "anew.html"]
    checked = gunbai(words)  # type: ignore[operator]  # a function
    assert checked.code == 3
    assert "- the text of the page: not checked: gunbai 0.0.1 wrote it, but this is gunbai " in checked.output
    assert Path("anew.html").read_text("utf-8") == page.read_text("utf-8")


def test_a_process_that_knows_no_title_reads_page_and_receipt(papers: list[Papers]) -> None:
    """Commands in them are messages of a title, of which a new process has imported nothing."""
    receipt = Path("receipt.json")
    write_receipt(receipt, papers[0].dispute.dispute.receipt)
    program = (
        "import sys; from pathlib import Path; from clients.render.dispute_page import page_in;"
        "from clients.cli.disputes.receipts import read_receipt;"
        "print(page_in(Path(sys.argv[1])).answer.dispute.receipt == read_receipt(Path(sys.argv[2])))"
    )
    words = [sys.executable, "-c", program, papers[0].page, str(receipt)]
    assert subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout == "True\n"


def picture(response: pb.GetDisputeResponse) -> None:
    response.evidence.svg = response.evidence.svg.replace("</svg>", '<rect width="999" height="999"/></svg>')


def clause(response: pb.GetDisputeResponse) -> None:
    response.evidence.clause.sentence = "It may be done at any time."


def ruling(response: pb.GetDisputeResponse) -> None:
    response.evidence.given.refused.sentence = "A slip of the referee: this is legal."


def legal(response: pb.GetDisputeResponse) -> None:
    response.evidence.legal_commands.add(sentence=response.evidence.command_sentence)


def newest_ruling(response: pb.GetDisputeResponse) -> None:
    response.evidence.newest.accepted.sentences.append("The move is carried out.")


def command(response: pb.GetDisputeResponse) -> None:
    response.evidence.command_sentence, response.evidence.actor_name = "Step backwards.", "Somebody"


def position(response: pb.GetDisputeResponse) -> None:
    response.evidence.view.version += 1


def another_seat(response: pb.GetDisputeResponse) -> None:
    response.evidence.view.seat = 3 - response.evidence.view.seat


def no_seat(response: pb.GetDisputeResponse) -> None:
    response.evidence.view.seat = 99


def entry(response: pb.GetDisputeResponse) -> None:
    response.evidence.entry.digest = bytes(32)


def chance(response: pb.GetDisputeResponse) -> None:
    for outcome in response.evidence.outcomes:
        outcome.secret = outcome.commitment = bytes(32)
    assert response.evidence.outcomes


def rulebook(response: pb.GetDisputeResponse) -> None:
    response.evidence.rulebook = "A better edition"


def opened_at(response: pb.GetDisputeResponse) -> None:
    response.dispute.create_time.seconds -= 1_000_000


def settled_at(response: pb.GetDisputeResponse) -> None:
    response.dispute.verdict.create_time.nanos += 1000


def claimed(response: pb.GetDisputeResponse) -> None:
    response.dispute.claim = "Nothing."


def leaf(response: pb.GetDisputeResponse) -> None:
    response.evidence.leaves.add(kind=LEAF_KIND_ENDED, version=9, proof="invented")


def head(response: pb.GetDisputeResponse) -> None:
    response.evidence.head.CopyFrom(response.evidence.signed_head)
    response.evidence.head.note = response.evidence.head.note.replace("\n", "\n1", 1)


def signer(response: pb.GetDisputeResponse) -> None:
    response.evidence.signed_head.key = "gunbai+12345678+AAAA"


STRANGER = Identity(bytes(range(32)), "gunbai")
"""Somebody with a key of their own under the name of the service."""
REMARK = "\N{EM DASH} The-arbiter-found-that-the-dice-were-loaded. AAAAAAAA\n"


def receipt_by(response: pb.GetDisputeResponse, made: Receipt) -> None:
    """Put in a receipt with the key of a stranger."""
    response.dispute.receipt.note = sign_note(made.text, STRANGER.verifier, STRANGER.sign)
    response.dispute.receipt.key = str(STRANGER.verifier)


def receipt_of_an_entry(response: pb.GetDisputeResponse) -> None:
    dispute, entry = response.dispute, response.evidence.entry
    dispute.receipt.command.CopyFrom(entry.command)
    receipt_by(response, Receipt(dispute.game, dispute.version, dispute.seat, leaf_of(entry.command), "ID-1.1", 1))


def receipt_of_a_stranger(response: pb.GetDisputeResponse) -> None:
    receipt_by(response, receipt_of(response.dispute.receipt)._replace(clause="ID-1.1"))


def command_without_a_note(response: pb.GetDisputeResponse) -> None:
    response.dispute.receipt.note = response.dispute.receipt.key = ""
    response.dispute.receipt.command.open.value = b""


def command_of_a_note(response: pb.GetDisputeResponse) -> None:
    response.dispute.receipt.command.open.value += b"\x08\x01"


def remark_below_a_receipt(response: pb.GetDisputeResponse) -> None:
    response.dispute.receipt.note += REMARK


def remark_below_the_papers(response: pb.GetDisputeResponse) -> None:
    response.evidence.papers.note += REMARK


def remark_below_the_head(response: pb.GetDisputeResponse) -> None:
    response.evidence.head.note += REMARK


def remark_below_the_disputed_head(response: pb.GetDisputeResponse) -> None:
    response.evidence.signed_head.note += REMARK


def remark_in_a_proof(response: pb.GetDisputeResponse) -> None:
    for leaf in response.evidence.leaves:
        leaf.proof = LogProof.parse(leaf.proof)._replace(extra=b"The arbiter upheld it.").text


def key_of_the_papers(response: pb.GetDisputeResponse) -> None:
    response.evidence.papers.key = "Ministry"


def key_of_the_checkpoint(response: pb.GetDisputeResponse) -> None:
    response.evidence.checkpoint.key = str(STRANGER.verifier)


REFUSAL, CHANCE = 0, 1
FORGERIES = [
    *((forge, REFUSAL) for forge in (picture, clause, ruling, legal, newest_ruling, command, position, rulebook)),
    *((forge, REFUSAL) for forge in (another_seat, no_seat)),
    *((forge, CHANCE) for forge in (chance, entry, opened_at, settled_at, claimed, leaf, head, signer)),
    *((forge, REFUSAL) for forge in (receipt_of_a_stranger, command_without_a_note, command_of_a_note)),
    (remark_below_a_receipt, REFUSAL),
    *((forge, CHANCE) for forge in (receipt_of_an_entry, remark_below_the_papers, remark_below_the_head)),
    *((forge, CHANCE) for forge in (remark_below_the_disputed_head, remark_in_a_proof)),
    *((forge, CHANCE) for forge in (key_of_the_papers, key_of_the_checkpoint)),
]


@pytest.mark.parametrize(("forge", "which"), [pytest.param(*forgery, id=forgery[0].__name__) for forgery in FORGERIES])
def test_whatever_is_invented_on_a_page_is_noticed(
    papers: list[Papers], gunbai: object, forge: Callable[[pb.GetDisputeResponse], None], which: int
) -> None:
    """The program that writes pages writes it, so that text and papers fit each other."""
    response = pb.GetDisputeResponse()
    response.CopyFrom(papers[which].dispute)
    words = ["gunbai", "dispute", "check", "forged.html", "game.gunbai", "--key", papers[which].key]
    for forged_too, codes in ((False, {0}), (True, {1})):
        if forged_too:
            forge(response)
        Path("forged.html").write_text(Page(response, papers[which].title).text, "utf-8")
        checked = gunbai(words)  # type: ignore[operator]  # a function
        assert checked.code in codes, checked.output


def test_a_receipt_that_does_not_count_is_not_printed(papers: list[Papers]) -> None:
    for which, forge in ((CHANCE, receipt_of_an_entry), (REFUSAL, command_without_a_note)):
        response = pb.GetDisputeResponse()
        response.CopyFrom(papers[which].dispute)
        forge(response)
        text = Page(response, papers[which].title).text
        assert "Receipt for the refusal" not in text
        assert ("gunbai game adjudicate" in text) == response.evidence.entry.command.HasField("open")


@pytest.mark.parametrize(("later", "holds"), [(0, False), (1, None)])
def test_rules_that_rule_otherwise_than_the_receipt_are_named(
    papers: list[Papers], later: int, *, holds: bool | None
) -> None:
    response = pb.GetDisputeResponse()
    response.CopyFrom(papers[REFUSAL].dispute)
    receipt_of_a_stranger(response)
    response.dispute.receipt_sha256 = sha256(response.dispute.receipt.note.encode()).digest()
    response.evidence.newest.rules_version = response.evidence.given.rules_version + later
    with Path("game.gunbai").open("rb") as file:
        entries = [*record_file.read(file)[1]]
    page = Page(response, papers[REFUSAL].title)
    checked = checks.Papers(page.text, page, Path("game.gunbai"), entries, [STRANGER.verifier], page, response.evidence)
    assert [finding.holds for finding in checks.findings(checked) if finding.paper == checks.RULING] == [holds]


def test_what_others_wrote_below_a_note_is_not_printed(papers: list[Papers]) -> None:
    """Witnesses may sign a checkpoint, whose names mean nothing to a reader."""
    response = pb.GetDisputeResponse()
    response.CopyFrom(papers[CHANCE].dispute)
    response.evidence.papers.note += REMARK
    for leaf in response.evidence.leaves:
        leaf.proof += REMARK
    text = Page(response, papers[CHANCE].title).text
    assert REMARK.split()[1] not in text.partition("<script")[0]


def test_the_name_of_a_file_is_no_markup(papers: list[Papers], gunbai: object) -> None:
    Path("[red]head").write_bytes(Path("game.head").read_bytes())
    words = ["gunbai", "dispute", "check", papers[1].page, "game.gunbai", "--key", papers[1].key]
    checked = gunbai([*words, "--against", "[red]head"])  # type: ignore[operator]  # a function
    assert "holds [red]head: entry " in checked.output


def test_without_a_key_nothing_holds(papers: list[Papers], gunbai: object) -> None:
    """Whoever can write a page can write a record for it, and a key for each of its seats."""
    for paper in papers:
        checked = gunbai(["gunbai", "dispute", "check", paper.page, "game.gunbai"])  # type: ignore[operator]  # a function
        assert (checked.code, "holds" in checked.output) == (3, False)
        assert "name the service's key to check who wrote these" in checked.output


@pytest.mark.long
def test_the_commands_of_each_page_are_run(papers: list[Papers], gunbai: object) -> None:
    for paper in papers:
        listed = re.findall(r"<li><code>(gunbai .*?)</code></li>", (paper.folder / paper.page).read_text("utf-8"))
        assert len(listed) >= 5
        for line in map(unescape, listed):
            ran = gunbai(paper.words(line))  # type: ignore[operator]  # a function
            assert ran.code in ({0, 1} if "adjudicate" in line else {0}), (line, ran.output)


async def hidden(folder: Path) -> tuple[pb.GetDisputeResponse, pb.GetDisputeResponse]:
    """Dispute a refusal in a game that hides facts; return how its seat and everybody see it, and write the record."""
    async with open_house(folder) as house:
        match = await house.start("liars_dice", 2)
        seat = await match.asked_seat()
        assert seat is not None
        answer = await match.legal(seat)
        command = answer.commands[0].command
        await match.send(seat, match.request(command, answer.expected_version))
        receipt = await refused(match, seat, command)
        token = bearer(match.tokens[seat])
        request = pb.OpenDisputeRequest(game=match.id, claim="I may.", request_id="claim", receipt=receipt)
        await house.disputes.OpenDispute(request, metadata=token)
        disputed = pb.GetDisputeRequest(game=match.id, dispute=1)
        own = await house.disputes.GetDispute(disputed, metadata=token)
        everybodys = await house.disputes.GetDispute(disputed)
        await match.abandon()
        stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
        (folder / "game.gunbai").write_bytes(b"".join([piece.chunk async for piece in stream]))
    return own, everybodys


def test_a_receipt_is_judged_also_where_the_page_is_for_those_who_may_not_know(tmp_path: Path) -> None:
    own, everybodys = asyncio.run(hidden(tmp_path))
    assert (own.evidence.view.seat, everybodys.evidence.view.seat) == (1, 0)
    forged = pb.GetDisputeResponse(dispute=own.dispute, evidence=everybodys.evidence)
    keys, record = [VerifierKey.parse(own.evidence.head.key)], tmp_path / "game.gunbai"
    with record.open("rb") as file:
        entries = [*record_file.read(file)[1]]
    for answer, ruled in ((own, [True]), (everybodys, [None]), (forged, [True])):
        page = tmp_path / "page.html"
        page.write_text(Page(answer, "liars_dice").text, "utf-8")
        findings = [*checks.findings(checks.papers_in(page, record, entries, keys))]
        assert [finding.holds for finding in findings if finding.paper == checks.RULING] == ruled
        assert (findings[-1].paper, findings[-1].holds) == (checks.TEXT, True)
