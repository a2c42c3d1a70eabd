// A game as one file: its display, and the check of the record in it.

import { factsOf, read, verify } from "../../typescript/verify/index.js";
import { Board } from "../static/board.js";
import { Clauses } from "../static/clauses.js";
import { Entries } from "../static/entries.js";
import { Player } from "../static/player.js";
import { parts, say, speak } from "../static/say.js";
import { sentence } from "../static/witnessed.js";
import { Pieces, checked, lines, plain } from "./lines.js";
import markup from "./page.html";

async function main() {
  const [words] = await checked(lines("words"));
  // Changed words could make the page say anything: then it says only that they were changed.
  if (!words) return damage();
  speak(words);
  const [about] = await checked(lines("about"));
  const positions = await checked(lines("positions"));
  const record = plain(lines("record"));
  const pieces = new Pieces(positions);
  if (!about) return damage();
  write();
  introduce(record, about);
  for (const id of ["board", "text", "entries"]) document.getElementById(id).lang = about.spoken;
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
      if (svg) board.show(svg, { version });
      else document.querySelector("#board").textContent = say("picture_damaged");
      entries.mark(version);
    },
  });
  document.querySelector("#slider").max = head;
  entries.addEventListener("choose", ({ detail }) => player.go(detail));
  await entries.upTo(positions.length);
  await player.show(Number(location.hash.slice(1)) || head);

  const check = (keys, policy) => judge({ positions, record, pieces, entries, keys, policy });
  document.querySelector("#attest").addEventListener("submit", (event) => {
    event.preventDefault();
    const [key, policy] = ["key", "policy"].map((name) => new FormData(event.target).get(name).trim());
    check(key ? [key] : [], policy || undefined).catch(tell);
  });
  await check([]);
}

// Shows the game, its players and its result, only from the record: nothing else on the page can be checked.
function introduce(record, about) {
  let facts;
  try {
    facts = factsOf(read(record).entries);
  } catch {
    // Unreadable data shows nothing; the check names the problem.
    document.querySelector("#label").textContent = about.game;
    return;
  }
  // The record has the title's short name; the full name is accepted if it is spelt like that.
  const letters = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const title = letters(about.title) === letters(facts.title) ? about.title : facts.title;
  document.title = document.querySelector("#label").textContent = facts.label || title;
  const players = facts.players.map((name, index) => (name === "" ? say("seat", { seat: index + 1 }) : (name ?? say("free_seat"))));
  const values = { title, rules: facts.rulesVersion, players: players.join(", "), said: joined(outcome(facts, players)) };
  document.querySelector("#players").append(...parts("of_players", values));
}

// Returns how a game stands or ended, in phrases: nodes where the words are those of the record, which are English.
function outcome({ state, result, absent }, players) {
  const named = (seats) => seats.map((seat) => players[seat - 1]).join(", ");
  const stands = say(`state.${state}`);
  const winners = result && (result.winners.length ? say("won_by", { players: named(result.winners) }) : say("nobody_won"));
  if (absent.length) {
    const missing = `${stands}: ${say("absent", { players: named(absent) })}`;
    return result?.winners.length ? [missing, winners] : [missing];
  }
  if (!result) return [stands];
  const { basis, ending, clause, scores, remark } = result;
  const words = basis === "rules" ? english(clause ? `${ending.replaceAll("_", " ")} (${clause})` : ending) : say(`basis.${basis}`);
  const counted = scores.map((score, index) => `${score} (${players[index]})`).join(", ");
  return [
    winners,
    words,
    counted && say("scores", { scores: counted }),
    remark && english(remark.replaceAll("_", " ")),
    state === "appealed" && say("appeal_pending"),
  ].filter(Boolean);
}

const english = (words) => Object.assign(document.createElement("span"), { lang: "en", textContent: words });

function joined(phrases) {
  const whole = document.createElement("span");
  phrases.forEach((phrase, place) => whole.append(place ? "; " : "", phrase));
  return whole;
}

const damaged = (version) => ({ version, actor: "", command: say("line_damaged"), events: [] });

function badge(verdict, words) {
  const element = document.querySelector("#badge");
  element.dataset.verdict = verdict;
  element.textContent = words;
}

// Checks the record, and that every line of the page is as it was written; the first entry at fault turns red.
async function judge({ positions, record, pieces, entries, keys, policy }) {
  const report = await verify(record, {
    keys,
    policy,
    tables: (version) => pieces.position(version),
    progress: (done, total) => badge("checking", say("checking_of", { done, total })),
  });
  const problems = [...problemsOf(report, positions)].sort((one, other) => one.version - other.version);
  entries.flag(problems.map(({ version }) => version));
  const [first] = problems;
  if (first) badge("failed", first.version ? say("entry_wrong", { version: first.version, problem: first.words }) : first.words);
  else if (report.witnessed && !report.witnessed.holds) badge("incomplete", sentence(report.witnessed));
  else {
    const counts = { verdict: say(`verdict.${report.verdict}`), linked: report.linked, chance: report.chanceRecomputed };
    badge(report.verdict, `${say("linked", counts)}. ${say("not_covered")}`);
  }
  document.querySelector("#checks").replaceChildren(...checks(report, problems).map(item));
  document.documentElement.dataset.checked = report.verdict;
}

function* problemsOf(report, positions) {
  if (report.verdict === "failed") {
    // An unreadable line is only named in the words.
    const [, named, words] = /^entry (\d+) (.*)$/s.exec(report.problem) ?? [];
    yield { version: report.badVersion || Number(named ?? 0), words: report.badVersion ? report.problem : (words ?? report.problem) };
  }
  for (const [index, value] of positions.entries()) {
    if (value === null) yield { version: index + 1, words: say("line_changed") };
  }
  if (report.entries && positions.length !== report.entries) {
    yield { version: positions.length + 1, words: say("positions_shown", { shown: positions.length, entries: report.entries }) };
  }
}

function checks(report, problems) {
  const details = problems.map(({ version, words }) => (version ? say("of_entry", { version, sentence: words }) : words));
  details.push(say("chain", report));
  details.push(say("tables_checked", { tables: report.positionsChecked, chance: report.chanceRecomputed }));
  details.push(say("signatures", { count: report.signaturesChecked }));
  for (const { version, done, clause } of report.irregularities) details.push(say("irregular", { version, done, clause }));
  for (const { firstVersion, lastVersion, reason } of report.unchecked) {
    details.push(say("not_checked", { first: firstVersion, last: lastVersion, reason: say(`reason.${reason}`) }));
  }
  details.push(report.signer ? say("signed_by", { signer: report.signer }) : say("name_a_key"));
  if (report.witnessed) details.push(sentence(report.witnessed));
  return details;
}

const item = (words) => Object.assign(document.createElement("li"), { textContent: words });

function damage() {
  document.documentElement.dataset.checked = "failed";
  badge("failed", document.querySelector("#badge").dataset.damaged);
}

// Writes the page, each part with the words of its key.
function write() {
  const main = document.querySelector("#main");
  main.innerHTML = markup;
  for (const element of main.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of main.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
}

main().catch(({ message }) => {
  document.documentElement.dataset.checked = "failed";
  const { insecure } = document.querySelector("#badge").dataset;
  badge("failed", crypto.subtle ? say("not_verified", { problem: message }) : insecure);
});
