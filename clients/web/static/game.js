// A game: its positions with a slider, its entries, what is asked, and the moves of the visitor's own seats.

import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { Clauses } from "./clauses.js";
import { Entries } from "./entries.js";
import { Blocks, load, send } from "./service.js";

const BLOCK = 20;
const SETTLED = 150; // milliseconds without another step, after which the question of a position is asked

const page = document.querySelector("#game");
const { game, title, rules } = page.dataset;
const seats = page.dataset.seats.split(" ").filter(Boolean).map(Number);
const path = `/games/${game}`;
const [slider, version, question, menu, verdict, play, speed] = ["slider", "version", "question", "menu", "verdict", "play", "speed"].map(
  (id) => document.getElementById(id),
);

let head = Number(page.dataset.head);
let shown = 0;
let wanted = 0;
let settled = 0;
let playing = 0;

const clauses = new Clauses(title, rules, document.querySelector("#clause"));
// Tells the other scripts of the page: "shown" when a position has come to rest, "asked" what is asked there.
const changes = new EventTarget();
const board = new Board(document.querySelector("#board"), document.querySelector("#text"));
const choices = new Choices(board, menu);
const positions = new Blocks((from, to) => load(`${path}/positions`, { from, to }), BLOCK);
const entries = new Entries(document.querySelector("#entries"), clauses, (from, to) => load(`${path}/entries`, { from, to }));

function tell(problem) {
  verdict.textContent = problem.message;
}

// Shows the position after an entry. Of several steps in a row the last one counts: those that are overtaken are not drawn.
async function show(target, keep = true) {
  wanted = Math.min(Math.max(target, 1), head);
  slider.value = wanted;
  version.textContent = `${wanted} / ${head}`;
  const found = await positions.get(wanted, head);
  if (!found || found.version !== wanted) return;
  shown = wanted;
  board.show(found.svg);
  entries.mark(shown);
  document.querySelector("#picture").href = `${path}@${shown}.svg`;
  document.querySelector("#branch-version").value = shown;
  if (keep) history.replaceState(null, "", `${shown === head ? path : `${path}@${shown}`}${location.search}`);
  positions.get(Math.min(shown + BLOCK, head), head).catch(() => {});
  clearTimeout(settled);
  settled = setTimeout(() => settle().catch(tell), SETTLED);
}

async function settle() {
  changes.dispatchEvent(new CustomEvent("shown", { detail: { version: shown, newest: shown === head } }));
  await ask();
}

async function ask() {
  choices.offer([]);
  verdict.replaceChildren();
  const at = shown;
  const { waiting } = await load(`${path}/question`, { version: at });
  if (at !== shown) return;
  question.replaceChildren(waiting.sentence);
  if (waiting.clause) question.append(" ", clauses.button(waiting.clause));
  const own = at === head ? waiting.seats.find((seat) => seats.includes(seat)) : undefined;
  page.classList.toggle("my-turn", own !== undefined);
  changes.dispatchEvent(new CustomEvent("asked", { detail: { version: at, newest: at === head, waiting, own } }));
  if (own === undefined) return;
  const { commands, expected } = await load(`${path}/choices`, { seat: own });
  if (at !== shown || at !== head) return;
  choices.offer(commands.map((command) => ({ ...command, seat: own, expected })));
}

async function submit({ command, seat, expected }) {
  choices.offer([]);
  const ruling = await send(`${path}/commands`, { command, seat, expected, id: crypto.randomUUID() });
  if (ruling.refused) {
    const { clause, sentence, values, receipt } = ruling.refused;
    await ask();
    const dispute = Object.assign(document.createElement("a"), { textContent: "Dispute it", href: `${path}/disputes?receipt=${encodeURIComponent(receipt)}` });
    verdict.replaceChildren("Refused by ", clauses.button(clause), `: ${sentence}${values ? ` (${values})` : ""} `, dispute);
  } else {
    await grow(ruling.accepted);
  }
}

// Learns of new entries; whoever looks at the newest position follows.
async function grow(newest) {
  if (newest <= head) return;
  if (page.dataset.open === "true") {
    // Seats were taken, or the game began: the whole page differs.
    location.reload();
    return;
  }
  const follows = wanted === head;
  head = newest;
  slider.max = head;
  version.textContent = `${wanted} / ${head}`;
  await Promise.all([entries.upTo(head), follows ? show(head) : undefined]);
  if (follows) entries.mark(head);
}

function follow() {
  if (page.dataset.over === "true") return;
  const stream = new EventSource(`${path}/heads?after=${head}`);
  stream.addEventListener("message", ({ data }) => grow(Number(data)).catch(tell));
  stream.addEventListener("over", () => {
    stream.close();
    location.reload();
  });
}

function halt() {
  clearTimeout(playing);
  playing = 0;
  play.setAttribute("aria-pressed", "false");
}

async function step() {
  if (wanted >= head) return halt();
  const began = performance.now();
  await show(wanted + 1);
  playing = setTimeout(step, Math.max(0, Number(speed.value) - (performance.now() - began)));
}

play.addEventListener("click", () => {
  if (playing) return halt();
  play.setAttribute("aria-pressed", "true");
  if (wanted >= head) wanted = 0;
  step().catch(tell);
});

const STEPS = { first: () => 1, before: () => wanted - 1, after: () => wanted + 1, last: () => head };
for (const [id, target] of Object.entries(STEPS)) {
  document.getElementById(id).addEventListener("click", () => {
    halt();
    show(target()).catch(tell);
  });
}
slider.addEventListener("input", () => {
  halt();
  show(Number(slider.value)).catch(tell);
});

const KEYS = { ArrowLeft: STEPS.before, ArrowRight: STEPS.after, Home: STEPS.first, End: STEPS.last };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = KEYS[event.key];
  if (!target) return;
  event.preventDefault();
  halt();
  show(target()).catch(tell);
});

entries.addEventListener("choose", ({ detail }) => {
  halt();
  show(detail).catch(tell);
});
choices.addEventListener("command", ({ detail }) => submit(detail).catch(tell));

document.querySelector("#verify").addEventListener("click", async ({ target }) => {
  const badge = document.querySelector("#badge");
  target.disabled = true;
  badge.textContent = "checking …";
  try {
    const found = await load(`${path}/verification`);
    badge.dataset.verdict = found.verdict;
    const irregular = found.irregular.length ? `, except ${found.irregular.length} irregular entries` : "";
    badge.textContent = found.problem
      ? `entry ${found.bad_version}: ${found.problem}`
      : `${found.verdict}: ${found.entries} entries judged again, ${found.chance} outcomes of chance recomputed${irregular}`;
  } catch (problem) {
    badge.textContent = problem.message;
  }
  target.disabled = false;
});

export const position = {
  get version() {
    return shown;
  },
  get head() {
    return head;
  },
};
export { ask, board, changes, clauses, page, path, seats, show, tell };

Promise.all([show(Number(page.dataset.version), false), entries.upTo(head)])
  .catch(tell)
  .then(() => {
    entries.mark(shown);
    follow();
  });
