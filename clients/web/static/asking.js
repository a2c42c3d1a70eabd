// Questions to the record: a value and what changed it, when something was true, how positions differ, how lucky each seat was.

import { drawing } from "./board.js";
import { changes, clauses, path, player, position, tell } from "./game.js";
import { ready, whenOpened } from "./ready.js";
import { figure, say } from "./say.js";
import { WHOLE_GAME, load } from "./service.js";

const COLUMNS = ["player", "outcomes", "total", "score", "rank"];
const [ONE, TWO] = [1, 2].map((digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits }));
const panel = document.querySelector("#asking");
const [answers, list, filter] = ["answers", "values", "filter"].map((id) => document.getElementById(id));

const made = (name, words, more = {}) => Object.assign(document.createElement(name), { textContent: words, ...more });

// A button with a version on it, which shows that version.
function leap(version, words) {
  const button = made("button", words, { className: "entry" });
  button.addEventListener("click", () => player.go(version));
  return button;
}

function answer(heading, ...parts) {
  answers.replaceChildren(made("h3", heading), ...parts);
}

const change = ({ path: name, old, new: now }) => made("p", `${name || say("all")}: ${old || say("nothing")} → ${now || say("nothing")}`);

// The values of the shown position; a click on one asks what changed it.
async function values() {
  const { version } = position;
  const values = await load(`${path}/values`, { version });
  const rows = values.map(({ path: name, value }) => {
    const button = made("button", "", { className: "entry" });
    button.append(made("b", name), ` ${value}`);
    button.dataset.path = name;
    button.addEventListener("click", () => blame(name, version).catch(tell));
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  list.replaceChildren(...rows);
  narrow();
}

function narrow() {
  const wanted = filter.value.toLowerCase();
  for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
}

async function blame(name, version) {
  const { entries, left_out: left } = await load(`${path}/changes`, { path: name, version }, WHOLE_GAME);
  const items = entries.map((entry) => {
    const item = document.createElement("li");
    item.append(leap(entry.version, `${entry.version} ${entry.actor}: ${entry.command}`));
    for (const changed of entry.changes) {
      const line = change(changed);
      const cause = entry.events[changed.event - 1];
      if (cause) line.append(` · ${cause.sentence} `);
      if (cause?.clause) line.append(clauses.button(cause.clause));
      item.append(line);
    }
    return item;
  });
  const all = document.createElement("ol");
  all.className = "plain";
  all.append(...items);
  answer(say("what_changed", { name, version }), ...(left ? [made("p", say("earlier_left_out", { count: left }))] : []), all);
}

async function find(expression) {
  const versions = await load(`${path}/found`, { expression }, WHOLE_GAME);
  const words = versions.length ? [] : [made("p", say("never_holds"))];
  answer(expression, ...words, ...versions.map(({ version, holds }) => leap(version, say(holds ? "holds" : "holds_no_more", { version }))));
}

async function compare(other) {
  const { version } = position;
  const { shared, differences, left_out: left } = await load(`${path}/differences`, { version, other });
  const words = differences.length ? differences.map(change) : [made("p", say("equal"))];
  if (left) words.push(made("p", say("more_differ", { count: left })));
  answer(say("compared", { version, other, shared }), ...words);
}

async function luck() {
  const { outcomes, bits, seats, svg } = await load(`${path}/luck`, {}, WHOLE_GAME);
  const together = made("p", say("all_luck", { outcomes: figure(outcomes), bits: figure(bits, ONE) }));
  if (seats.length === 0) return answer(say("luck"), together, made("p", say("no_worth")));
  const table = document.createElement("table");
  const row = (name, cells) => {
    const line = table.insertRow();
    line.append(...cells.map((words) => made(name, words)));
  };
  row("th", COLUMNS.map((name) => say(`luck.${name}`)));
  for (const { player: name, outcomes: count, total, score, rank } of seats) {
    row("td", [name, figure(count), figure(total, ONE), figure(score, TWO), figure(rank, { style: "percent" })]);
  }
  const picture = Object.assign(document.createElement("div"), { className: "board" });
  picture.append(drawing(svg));
  answer(say("luck"), together, table, made("p", say("luck_hint"), { className: "hint" }), picture);
}

function asks(id, ask) {
  document.getElementById(id).addEventListener("submit", (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text").trim();
    ask(text).catch(({ message }) => answer(say("no_answer"), made("p", message)));
  });
}

const listValues = () => values().catch(tell);
// Before the first position is shown there is nothing to list.
whenOpened(panel, () => (position.version ? listValues() : changes.addEventListener("shown", listValues, { once: true })));
document.querySelector("#refresh").addEventListener("click", listValues);
document.querySelector("#luck").addEventListener("click", () => luck().catch(({ message }) => answer(say("no_answer"), made("p", message))));
filter.addEventListener("input", narrow);
asks("find", find);
asks("compare", compare);
ready(...panel.querySelectorAll("button, input"));
