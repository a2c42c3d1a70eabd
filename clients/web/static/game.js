// A game: its positions with a slider, its entries, what is asked, and the moves of the visitor's own seats.

import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { Clauses } from "./clauses.js";
import { Entries } from "./entries.js";
import { leave } from "./focus.js";
import { follow } from "./follow.js";
import { Player } from "./player.js";
import { refusal, say } from "./say.js";
import { BASE, Blocks, load, send } from "./service.js";
import { Stale } from "./stale.js";

const BLOCK = 20;
const SETTLED = 150; // milliseconds without another step, after which the question of a position is asked

const page = document.querySelector("#game");
const { game, title, rules } = page.dataset;
const seats = page.dataset.seats.split(" ").filter(Boolean).map(Number);
const path = `${BASE}games/${game}`;
const [question, menu, verdict] = ["question", "menu", "verdict"].map((id) => document.getElementById(id));

let shown = 0;
let settled = 0;
let complete = Number(page.dataset.head); // the newest version of which the page has everything
let loading = complete; // the newest one that it has or loads
let left = ""; // the spot that had the focus when it could no longer be chosen

const player = new Player({ head: Number(page.dataset.head), draw, tell });
const clauses = new Clauses(() => load(`${BASE}titles/${title}/clauses`, { rules }), document.querySelector("#clause"));
// Tells the other scripts of the page: "shown" when a position has come to rest, "asked" what is asked there.
const changes = new EventTarget();
const place = document.querySelector("#board");
const board = new Board(place, document.querySelector("#text"));
const choices = new Choices(board, menu);
const positions = new Blocks((from, to) => load(`${path}/positions`, { from, to }), BLOCK);
const stale = new Stale(document.querySelector("#stale"));
const entries = new Entries(document.querySelector("#entries"), clauses, (from, to) => load(`${path}/entries`, { from, to }));

function tell(problem) {
  verdict.textContent = problem.message;
}

// Draws a position, unless another is wanted meanwhile; the address names it if it is to be kept.
async function draw(version, { keep = true } = {}) {
  const { head } = player;
  const found = await positions.get(version, head);
  if (!found || found.version !== player.wanted) return;
  shown = version;
  withdraw();
  board.show(found.svg);
  document.querySelector("#picture").href = `${path}@${shown}.svg`;
  document.querySelector("#case").href = `${path}@${shown}.toml`;
  document.querySelector("#position").href = `${path}@${shown}`;
  document.querySelector("#branch-version").value = shown;
  positions.get(Math.min(shown + BLOCK, head), head).catch(() => {});
  clearTimeout(settled);
  settled = setTimeout(() => settle(keep).catch(tell), SETTLED);
}

// What takes longer than the board waits until a position has come to rest; browsers take few addresses a second, too.
async function settle(keep) {
  entries.mark(shown);
  if (keep && shown === player.wanted) history.replaceState(null, "", `${shown === player.head ? path : `${path}@${shown}`}${location.search}`);
  changes.dispatchEvent(new CustomEvent("shown", { detail: { version: shown, newest: shown === player.head } }));
  await ask();
}

// Takes back what was offered. The focus goes to the question, and from there to the same spot if it is offered again.
function withdraw() {
  left = leave([place, menu], question)?.dataset.spot ?? (document.activeElement === question ? left : "");
  choices.offer([]);
}

function offer(commands) {
  choices.offer(commands);
  if (left && document.activeElement === question) board.focus(left);
}

async function ask() {
  withdraw();
  leave([verdict], question);
  verdict.replaceChildren();
  const at = shown;
  const { waiting } = await load(`${path}/question`, { version: at });
  if (at !== shown) return;
  leave([question], question);
  question.replaceChildren(waiting.sentence);
  if (waiting.clause) question.append(" ", clauses.button(waiting.clause));
  const own = at === player.head ? waiting.seats.find((seat) => seats.includes(seat)) : undefined;
  // A share of chance that is due is given with whatever a seat asks.
  const due = at === player.head ? waiting.shares.find((seat) => seats.includes(seat)) : undefined;
  if (due !== undefined) await load(`${path}/choices`, { seat: due });
  page.classList.toggle("my-turn", own !== undefined);
  changes.dispatchEvent(new CustomEvent("asked", { detail: { version: at, newest: at === player.head, waiting, own } }));
  if (own === undefined) return board.reach(false);
  const { commands, expected } = await load(`${path}/choices`, { seat: own });
  if (at !== shown || at !== player.head) return;
  offer(commands.map((command) => ({ ...command, seat: own, expected })));
}

async function submit({ command, seat, expected }) {
  withdraw();
  const ruling = await send(`${path}/commands`, { command, seat, expected, id: crypto.randomUUID() });
  if (ruling.refused) {
    const { clause, receipt } = ruling.refused;
    await ask();
    const dispute = Object.assign(document.createElement("a"), { textContent: say("dispute_it"), href: `${path}/disputes?receipt=${encodeURIComponent(receipt)}` });
    verdict.replaceChildren(...refusal("refused_by", ruling.refused, { clause: clauses.button(clause) }), " ", dispute);
  } else {
    await grow(ruling.accepted);
  }
}

// Learns of new entries; whoever looks at the newest position follows. What could not be loaded is with the next word of it.
async function grow(newest) {
  if (newest <= loading) return;
  if (page.dataset.open === "true") {
    // Seats were taken, or the game began: the whole page differs.
    location.reload();
    return;
  }
  const head = Math.max(newest, player.head);
  const follows = player.wanted === player.head;
  // What was offered before is answered, or asked anew: a click at it would come too late.
  if (follows) withdraw();
  player.grow(head);
  loading = head;
  try {
    await Promise.all([entries.upTo(head), follows ? player.show(head) : undefined]);
    complete = Math.max(complete, head);
  } finally {
    if (complete < head) loading = complete;
  }
  if (follows) entries.mark(head);
}

// Takes what is new of the game: entries, its end, or that the connection is lost.
function hear(news) {
  stale.take(news);
  if (news.problem) tell({ message: news.problem });
  if (news.over) {
    // Whoever has followed the game sees its end.
    if (player.wanted === player.head) location.replace(`${path}${location.search}`);
    else location.reload();
  } else if (news.head) grow(news.head).catch(tell);
}

entries.addEventListener("choose", ({ detail }) => player.go(detail));
choices.addEventListener("command", ({ detail }) => submit(detail).catch(tell));

export const position = {
  get version() {
    return shown;
  },
  get head() {
    return player.head;
  },
};
const show = (version) => player.show(version);
export { ask, board, changes, clauses, page, path, player, seats, show, tell };

Promise.all([player.show(Number(page.dataset.version), { keep: false }), entries.upTo(player.head)])
  .catch(tell)
  .then(() => {
    entries.mark(shown);
    if (page.dataset.over !== "true") follow(`${BASE}heads`, game, () => complete, hear);
  });
