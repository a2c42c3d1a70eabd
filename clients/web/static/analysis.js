// The analysis of a game: what each seat could expect, and the entries that changed it most, by luck or by a choice.

import { drawing } from "./board.js";
import { path, player } from "./game.js";
import { ready } from "./ready.js";
import { figure, say } from "./say.js";
import { lines } from "./service.js";

const COLUMNS = ["player", "begin", "luck", "own", "others", "rest", "end"];
const SHARE = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 };
const CHANGE = { ...SHARE, signDisplay: "exceptZero" };
const fold = document.querySelector("#analysis");
const [begin, halt] = [fold.querySelector(".begin"), fold.querySelector(".halt")];
const bar = fold.querySelector("progress");
const said = fold.querySelector("[role=status]");
const place = fold.querySelector(".found");
const strip = document.querySelector("#strip");
let reading;

const made = (name, words, more = {}) => Object.assign(document.createElement(name), { textContent: words, ...more });

const change = ({ player: name, share, margin }) => say("change_of_share", { change: figure(share, CHANGE), margin: figure(margin, SHARE), player: name });

function swing({ kind, changes, outcomes, exact, better }) {
  const words = changes.map(change).join(", ");
  if (kind === "choice") return say("part.choice", { changes: words, better });
  const over = outcomes ? ` (${say(exact ? "outcomes_all" : "outcomes_drawn", { count: outcomes })})` : "";
  return say(`part.${kind}`, { changes: words }) + over;
}

function entry({ version, actor, command, parts }) {
  const link = made("a", `${version} `, { href: `${path}@${version}${location.search}` });
  link.append(made("b", actor), ` ${command || say("sealed")}`);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.go(version);
  });
  const item = document.createElement("li");
  item.append(link, ...parts.map((part) => made("p", swing(part))));
  return item;
}

function table(seats) {
  const table = document.createElement("table");
  const row = (name, cells) => table.insertRow().append(...cells.map((words) => made(name, words)));
  row("th", COLUMNS.map((name) => say(`share.${name}`)));
  for (const { player: name, begin: first, end, ...parts } of seats) {
    const between = COLUMNS.slice(2, -1).map((part) => figure(parts[part], CHANGE));
    row("td", [name, figure(first, SHARE), ...between, figure(end, SHARE)]);
  }
  const scrolled = made("div", "", { className: "wide", tabIndex: 0 });
  scrolled.append(table);
  return scrolled;
}

function show({ positions, reader, entries, seats, svg }) {
  if (entries.length === 0) return place.replaceChildren(made("p", say("nothing_decided")));
  const picture = made("div", "", { className: "board" });
  picture.append(drawing(svg));
  const all = made("ol", "", { className: "plain notes" });
  all.append(...entries.map(entry));
  const hint = (words) => made("p", words, { className: "hint" });
  const searched = hint(`${say("positions_searched", { positions: figure(positions) })} ${reader}`);
  mark(entries);
  place.replaceChildren(searched, picture, hint(say("largest_first")), all, table(seats), hint(say("shares_hint")));
}

// Marks on the slider what changed most: luck and choices, each with its sign. A click shows the position.
function mark(entries) {
  const newest = Number(document.querySelector("#slider").max);
  const marks = entries.map(({ version, actor, command, parts }) => {
    const { kind } = parts[0];
    const button = made("button", kind === "choice" ? "?" : "✦", { className: `mark ${kind}`, title: `${version} ${actor}: ${swing(parts[0])}` });
    button.setAttribute("aria-label", `${version} ${actor} ${command || say("sealed")}: ${swing(parts[0])}`);
    button.style.left = `${(100 * (version - 1)) / Math.max(newest - 1, 1)}%`;
    button.addEventListener("click", () => player.go(version));
    return button;
  });
  strip.replaceChildren(...marks);
  strip.hidden = marks.length === 0;
}

function tell({ done, whole, found, problem }) {
  if (problem) said.textContent = problem;
  if (found) show(found);
  if (whole === undefined) return;
  bar.max = whole || 1;
  if (whole) bar.value = done;
  else bar.removeAttribute("value");
  // A screen reader announces that it waits or runs, not each step.
  const words = say(whole ? "analysing" : "analysis_waits");
  if (said.textContent !== words) said.textContent = words;
}

function turn(busy) {
  begin.hidden = busy;
  halt.hidden = bar.hidden = !busy;
}

async function analyse() {
  reading = new AbortController();
  turn(true);
  place.replaceChildren();
  try {
    for await (const line of lines(`${path}/analysis`, reading.signal)) {
      if (line.found || line.problem) said.textContent = "";
      tell(line);
    }
  } catch (problem) {
    said.textContent = problem.name === "AbortError" ? "" : problem.message;
  }
  turn(false);
}

begin.addEventListener("click", () => analyse());
halt.addEventListener("click", () => reading.abort());
ready(begin);
