// A game as one file: what the page shows, and the check of the record that it holds.

import { verify } from "../../typescript/verify/index.js";
import { Board } from "../static/board.js";
import { Clauses } from "../static/clauses.js";
import { Entries } from "../static/entries.js";
import { Player } from "../static/player.js";
import { Pieces, checked, lines, plain } from "./lines.js";
import markup from "./page.html";

const REASONS = {
  SECRET_NOT_OPEN: "the secret of the game is not open: chance and positions are not checked",
  NO_TABLE: "no table is known",
  UNKNOWN_TITLE: "the draws of this title are unknown to this page",
  UNKNOWN_COMMAND: "a command of the record is unknown to this page",
  RULES_NOT_JUDGED: "the rules of the title are not judged here",
  CLOCK_NOT_JUDGED: "whether the seat had time left is not judged here",
  DEFAULT_NOT_JUDGED: "whether the substitute's move is the default is not judged here",
  RESULT_NOT_JUDGED: "whether one side is left is not judged here",
  POSITION_NOT_JUDGED: "whether the title accepts the arbiter's position is not judged here",
};

async function main() {
  const [about] = await checked(lines("about"));
  const positions = await checked(lines("positions"));
  const record = plain(lines("record"));
  const pieces = new Pieces(positions);
  document.querySelector("#main").innerHTML = markup;
  if (!about) throw new Error("what it says of the game is damaged");
  document.title = about.label;
  document.querySelector("#label").textContent = about.label;
  const { title, rules, players, said } = about;
  document.querySelector("#players").textContent = `${title}, rules ${rules}: ${players.join(", ")}. ${said}`;
  const file = document.querySelector("#file");
  file.href = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
  file.download = `${about.game}.jsonl`;

  const clauses = new Clauses(async () => about.clauses, document.querySelector("#clause"));
  const board = new Board(document.querySelector("#board"), document.querySelector("#text"));
  const said_of = (from, to) => positions.slice(from - 1, to).map((value, index) => value ?? damaged(from + index));
  const entries = new Entries(document.querySelector("#entries"), clauses, async (from, to) => said_of(from, to));
  const tell = ({ message }) => badge("failed", message);
  const head = Math.max(positions.length, 1);
  const player = new Player({
    head,
    tell,
    async draw(version) {
      const svg = pieces.picture(version);
      if (svg) board.show(svg);
      else document.querySelector("#board").textContent = "This picture is damaged.";
      entries.mark(version);
    },
  });
  document.querySelector("#slider").max = head;
  entries.addEventListener("choose", ({ detail }) => player.go(detail));
  await entries.upTo(positions.length);
  await player.show(Number(location.hash.slice(1)) || head);

  const check = (keys) => judge({ positions, record, pieces, entries, keys });
  document.querySelector("#attest").addEventListener("submit", (event) => {
    event.preventDefault();
    check([new FormData(event.target).get("key").trim()]).catch(tell);
  });
  await check([]);
}

const damaged = (version) => ({ version, actor: "", command: "This line of the page is damaged.", events: [] });

function badge(verdict, words) {
  const found = document.querySelector("#badge");
  found.dataset.verdict = verdict;
  found.textContent = words;
}

// Checks the record, and that every line of the page is as it was written; the first entry at fault turns red.
async function judge({ positions, record, pieces, entries, keys }) {
  const report = await verify(record, {
    keys,
    tables: (version) => pieces.position(version),
    progress: (done, total) => badge("checking", `checking ${done} of ${total} …`),
  });
  const problems = [...problemsOf(report, positions)].sort((one, other) => one.version - other.version);
  entries.flag(problems.map(({ version }) => version));
  const [first] = problems;
  if (first) badge("failed", `${first.version ? `Entry ${first.version}: ` : ""}${first.words}`);
  else badge(report.verdict, `${report.verdict}: ${report.linked} entries linked, ${report.chanceRecomputed} outcomes of chance recomputed`);
  document.querySelector("#checks").replaceChildren(...checks(report, problems).map(item));
  document.documentElement.dataset.checked = report.verdict;
}

function* problemsOf(report, positions) {
  if (report.verdict === "failed") {
    // A line that cannot be read is named in the words alone.
    const [, named, words] = /^entry (\d+) (.*)$/s.exec(report.problem) ?? [];
    yield { version: report.badVersion || Number(named ?? 0), words: report.badVersion ? report.problem : (words ?? report.problem) };
  }
  for (const [index, value] of positions.entries()) {
    if (value === null) yield { version: index + 1, words: "its picture, its sentences or its table were changed" };
  }
  if (report.entries && positions.length !== report.entries) {
    yield { version: positions.length + 1, words: `the page shows ${positions.length} positions, the record has ${report.entries}` };
  }
}

function checks(report, problems) {
  const found = problems.map(({ version, words }) => (version ? `entry ${version}: ${words}` : words));
  found.push(`${report.linked} of ${report.entries} entries continue the chain`);
  found.push(`${report.positionsChecked} tables are those of the record, ${report.chanceRecomputed} outcomes of chance are what its secret gives`);
  found.push(`${report.signaturesChecked} commands are signed by their seats`);
  for (const { version, done, clause } of report.irregularities) found.push(`entry ${version} is irregular: ${done} (${clause})`);
  for (const { firstVersion, lastVersion, reason } of report.unchecked) {
    found.push(`entries ${firstVersion} to ${lastVersion}: ${REASONS[reason] ?? reason}`);
  }
  found.push(report.signer ? `its last entry is signed by ${report.signer}` : "who kept the record is not checked: name a key");
  return [...found, "pictures and sentences are as they were saved: no signature is under them"];
}

const item = (words) => Object.assign(document.createElement("li"), { textContent: words });

main().catch(({ message }) => {
  if (!document.querySelector("#badge")) document.querySelector("#main").innerHTML = markup;
  document.documentElement.dataset.checked = "failed";
  badge("failed", crypto.subtle ? `Not verified: ${message}` : "Not verified: open this page from a file or over HTTPS");
});
