// A game: its positions with a slider, its entries, its questions, and the moves of the visitor's own seats.

import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { Clauses } from "./clauses.js";
import { Entries } from "./entries.js";
import { leave } from "./focus.js";
import { follow } from "./follow.js";
import { Log } from "./log.js";
import { Player } from "./player.js";
import { whenOpened } from "./ready.js";
import { refusal, say } from "./say.js";
import { BASE, Blocks, load, send } from "./service.js";
import { settings } from "./settings.js";
import { sound } from "./sounds.js";
import { Stale } from "./stale.js";

const BLOCK = 20;
const LOGGED = 200; // entries that are loaded at a time
const MOST_MOVES = 12; // positions that are played one after another; if there are more, only the last ones
const EACH = 420; // milliseconds for each of them
const DESCRIBED = 6000; // milliseconds for which a description stays on the page
const SETTLED = 150; // milliseconds without another step until the page asks for the question of a position

const page = document.querySelector("#game");
const { game, title, rules } = page.dataset;
const seats = page.dataset.seats.split(" ").filter(Boolean).map(Number);
const path = `${BASE}games/${game}`;
const [question, menu, verdict, standing, past, players] = ["question", "menu", "verdict", "standing", "past", "players"].map((id) => document.getElementById(id));

let shown = 0;
let drawn = 0; // when
let settled = 0;
let complete = Number(page.dataset.head); // the newest version that the page has loaded completely
let loading = complete; // the newest one that it has or loads
let due = false; // whether one of the visitor's seats is asked at the newest version
let left = ""; // the spot that had the focus when it could no longer be chosen

const player = new Player({ head: Number(page.dataset.head), draw, tell });
const clauses = new Clauses(() => load(`${BASE}titles/${title}/clauses`, { rules }), document.querySelector("#clause"));
// Events for the other scripts of the page: "shown" when a position is at rest, "asked" with its question.
const changes = new EventTarget();
const place = document.querySelector("#board");
const board = new Board(place, document.querySelector("#text"), players);
let forms;
const choices = new Choices(board, menu, () => (forms ??= load(`${path}/title-commands`).then(({ commands }) => commands)));
const positions = new Blocks((from, to) => load(`${path}/positions`, { from, to }), BLOCK);
const stale = new Stale(document.querySelector("#stale"));
const logged = new Blocks((from, to) => load(`${path}/entries`, { from, to }), LOGGED);
const names = Object.values(JSON.parse(document.querySelector("#names").textContent));
const log = new Log(document.querySelector("#log"), clauses, (version) => `${path}@${version}`, names);
const all = document.querySelector("#all-entries");
const entries = new Entries(document.querySelector("#entries"), clauses, loggedBetween);

// Returns the entries between two versions, of those of a block.
async function loggedBetween(from, to) {
  const between = [];
  for (let version = from; version <= to; version += 1) between.push(await logged.get(version, Math.max(to, player.head)));
  return between;
}

let written = 0; // the newest version in the log
let writing = Promise.resolve();

// Writes the log up to a version; calls wait for each other.
function write(version) {
  writing = writing.catch(() => {}).then(async () => {
    if (version <= written) return;
    const added = await loggedBetween(written + 1, version);
    for (const { seat, concedes } of added) if (concedes) gone.add(seat);
    showLeft();
    log.add(added);
    written = version;
    changes.dispatchEvent(new Event("written"));
    if (all.open) await entries.upTo(version);
  });
  return writing;
}

function tell(problem) {
  verdict.textContent = problem.message;
}

// Draws a position, unless another is wanted meanwhile; the address names it if it is to be kept. One that the page only
// passes asks nothing: the bar would change with each of them.
async function draw(version, { keep = true, moves = version === shown + 1, passes = false } = {}) {
  const { head } = player;
  const position = await positions.get(version, head);
  if (!position || position.version !== player.wanted) return;
  shown = version;
  withdraw();
  leave([verdict], question);
  verdict.replaceChildren();
  // Running through positions shows them without motion.
  const runs = performance.now() - drawn < SETTLED;
  drawn = performance.now();
  const { status, moved } = board.show(position.svg, { version, moves: moves && settings.motion && !runs });
  for (const kind of moved) sound(kind);
  // At the end the page says the result itself.
  standing.textContent = page.dataset.over === "true" && version === player.head ? "" : status;
  showLeft();
  showPresent();
  arrange();
  showStep(version);
  document.querySelector("#picture").href = `${path}@${shown}.svg`;
  document.querySelector("#case").href = `${path}@${shown}.toml`;
  document.querySelector("#position").href = `${path}@${shown}`;
  document.querySelector("#add-to-study").href = `${path}/studies?version=${shown}`;
  document.querySelector("#branch-version").value = shown;
  positions.get(Math.min(shown + BLOCK, head), head).catch(() => {});
  clearTimeout(settled);
  if (!passes) settled = setTimeout(() => settle(keep).catch(tell), SETTLED);
}

// What takes longer than the board waits until a position has come to rest; browsers take few addresses a second, too.
async function settle(keep) {
  mark(shown);
  if (keep && shown === player.wanted) history.replaceState(null, "", `${shown === player.head ? path : `${path}@${shown}`}${location.search}`);
  changes.dispatchEvent(new CustomEvent("shown", { detail: { version: shown, newest: shown === player.head } }));
  await ask();
}

// Removes the offered moves. The focus goes to the question, and back to the same spot if it is offered again.
function withdraw() {
  left = leave([place, players, menu], question)?.dataset.spot ?? (document.activeElement === question ? left : "");
  choices.offer([]);
}

function offer(commands) {
  choices.offer(commands);
  if (left && document.activeElement === question) board.focus(left);
}

async function ask() {
  withdraw();
  const at = shown;
  const { waiting } = await load(`${path}/question`, { version: at });
  if (at !== shown) return;
  leave([question], question);
  question.replaceChildren(waiting.sentence);
  if (waiting.clause) question.append(" ", clauses.button(waiting.clause));
  const own = at === player.head ? waiting.seats.find((seat) => seats.includes(seat)) : undefined;
  // A share of chance that is due is given with whatever a seat asks.
  const sharing = at === player.head ? waiting.shares.find((seat) => seats.includes(seat)) : undefined;
  if (sharing !== undefined) await load(`${path}/choices`, { seat: sharing });
  if (at === player.head) due = own !== undefined;
  page.classList.toggle("my-turn", own !== undefined);
  await signal(at);
  changes.dispatchEvent(new CustomEvent("asked", { detail: { version: at, newest: at === player.head, waiting, own } }));
  if (own === undefined) return board.whole();
  const { commands, expected } = await load(`${path}/choices`, { seat: own });
  if (at !== shown || at !== player.head) return;
  offer(commands.map((command) => ({ ...command, seat: own, expected })));
}

// Says that an earlier position is shown, and whether one of the visitor's seats is asked at the newest. Positions on the
// way to the newest say nothing: the visitor did not go back.
async function signal(at) {
  showStep(at);
  if (past.hidden || page.dataset.over === "true" || seats.length === 0) return;
  const { waiting } = await load(`${path}/question`, { version: player.head });
  due = waiting.seats.some((seat) => seats.includes(seat));
  showStep(at, due);
  changes.dispatchEvent(new CustomEvent("turn", { detail: { version: player.head, turn: due, sentence: waiting.sentence } }));
}

function showStep(version, turn) {
  const { head } = player;
  past.hidden = version === head || (arriving !== undefined && !hurried);
  past.querySelector("span").textContent = past.hidden ? "" : say(turn ? "past_your_turn" : "past", { version, head });
  page.classList.toggle("earlier", !past.hidden);
}

async function submit({ command, seat, expected }) {
  withdraw();
  leave([verdict], question);
  verdict.replaceChildren();
  const ruling = await send(`${path}/commands`, { command, seat, expected, id: crypto.randomUUID() });
  if (ruling.refused) {
    await ask();
    refuse(ruling.refused, " ", Object.assign(document.createElement("a"), { textContent: say("dispute_it"), href: disputeOf(ruling.refused) }));
  } else {
    await grow(ruling.accepted);
  }
}

function disputeOf({ receipt }) {
  return `${path}/disputes?receipt=${encodeURIComponent(receipt)}`;
}

// A button that has an attempted move ruled on, and disputes the refusal.
function disputing(attempt) {
  const button = Object.assign(document.createElement("button"), { className: "quiet", textContent: say("dispute_it") });
  const submitted = async () => {
    const { refused } = await send(`${path}/commands`, { ...attempt, id: crypto.randomUUID() });
    if (refused) location.assign(disputeOf(refused));
  };
  button.addEventListener("click", () => submitted().catch(tell));
  return button;
}

// Takes in new entries; a visitor at the newest position follows. Entries that failed to load come with the next news.
async function grow(newest) {
  if (newest <= loading) return;
  if (page.dataset.open === "true") {
    const shares = page.dataset.revealing === "true" ? await load(`${path}/question`, { version: newest }) : undefined;
    // Seats were taken, or the game began: the whole page differs, unless more shares of chance are due.
    if (shares?.waiting.shares.length) question.textContent = shares.waiting.sentence;
    else location.reload();
    return;
  }
  const head = Math.max(newest, player.head);
  const follows = arriving !== undefined || player.wanted === player.head;
  // Earlier offers are answered or repeated: a click on one would come too late.
  if (follows) withdraw();
  player.grow(head);
  loading = head;
  try {
    await (follows ? play().finally(() => write(head)) : write(head));
    complete = Math.max(complete, head);
  } finally {
    if (complete < head) loading = complete;
  }
  if (player.wanted === player.head) return mark(player.head);
  const asked = due;
  await signal(shown);
  // Whose turn it is now plays on, unless they step through the game at this moment.
  if (due && !asked && !player.stepping) await player.show(player.head);
}

const tip = document.querySelector("#tip");
let described = 0;
board.addEventListener("describe", describe);
// What was said of an earlier tap.
for (const tap of ["describe", "choose"]) board.addEventListener(tap, () => verdict.replaceChildren());
let hurried = false;
let arriving; // the showing of new positions one by one, while it lasts

// Shows the new positions; those that come meanwhile follow.
function play() {
  return (arriving ??= arrive().finally(() => {
    arriving = undefined;
    page.classList.remove("arriving");
  }));
}

async function arrive() {
  hurried = false;
  page.classList.toggle("arriving", player.head > shown + 1);
  let head;
  do {
    ({ head } = player);
    await step(head);
  } while (player.wanted === head && head < player.head);
}

// Shows the new positions one by one, unless the visitor skips ahead.
async function step(head) {
  if (settings.motion && !document.hidden) {
    for (let next = Math.max(shown + 1, head - MOST_MOVES); next < head && !hurried && player.wanted === shown; next += 1) {
      await player.show(next, { keep: false, moves: true, passes: true });
      await Promise.all([new Promise((resolve) => setTimeout(resolve, EACH)), board.rest()]);
      await write(next);
    }
    if (player.wanted < shown) return;
  }
  await player.show(head);
  // What dice and cards show is told when they lie still.
  await board.rest();
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (hurried = true), { capture: true });

function mark(version) {
  log.mark(version);
  if (all.open) entries.mark(version);
}

function refuse(refused, ...more) {
  sound("refused");
  // The bar says it: what was said of the tapped thing would only cover the board.
  tip.textContent = "";
  const place = document.createElement("span");
  verdict.replaceChildren(...refusal("refused_by", refused, { clause: clauses.button(refused.clause) }), " ", place, ...more);
  clauses.find(refused.clause).then((clause) => clause?.place && place.replaceChildren(say("in_rulebook", { place: clause.place }), " "), () => {});
}

// Says what something on the board is, for touch screens, which have no pointer that shows it.
function describe({ detail: words }) {
  clearTimeout(described);
  tip.textContent = words;
  described = setTimeout(() => (tip.textContent = ""), DESCRIBED);
}

// Explains a tap on something that cannot be chosen: the clause that refuses it, or the current question.
async function explain({ spot, words, like, seat, expected }) {
  const at = shown;
  const elsewhere = say("not_here", { thing: words });
  verdict.replaceChildren(elsewhere);
  sound("refused");
  const tap = { version: at, seat, spot };
  const ask = (similar) => send(`${path}/tried`, { ...tap, ...similar });
  const answer = like ? ask({ command: like.command, from: like.spots.at(-1) }).catch(() => ask()) : ask();
  const { refused, command } = await answer.catch(() => ({}));
  if (refused && at === shown) refuse(refused, ...(at === player.head ? [disputing({ command, seat, expected })] : []));
}

// Shows what would follow from a command below its sentence.
async function preview({ command, seat, sentence }) {
  const at = shown;
  const ruling = await send(`${path}/tried`, { version: at, seat, command });
  const button = menu.querySelector(".move.main");
  if (at !== shown || !ruling.accepted || (button?.title || button?.textContent) !== sentence) return;
  const follows = ruling.withheld ? [say("could_tell")] : ruling.accepted.slice(1, 5);
  if (follows.length) button.after(Object.assign(document.createElement("p"), { className: "follows", textContent: follows.join(" ") }));
}

const wide = matchMedia("(min-width: 78rem)");
const phone = matchMedia("(max-width: 47.99rem)");
const side = document.querySelector(".side");
const action = document.querySelector("#action");
const controls = document.querySelector(".controls");
const extras = document.querySelector("#extras");

const unfold = document.querySelector("#unfold");

// The seats' panels are next to the board if there is room, and otherwise below it, with the tabs of the game below them. On
// a phone they are a strip below a high board, or if there are more than two; below a low one, the visitor's own panel stays
// open.
function arrange() {
  // On a phone, those who do not play have the buttons to step through the game under the thumb, next to what is asked.
  const under = phone.matches && (seats.length === 0 || page.dataset.over === "true") && page.dataset.open !== "true";
  if (under !== action.contains(controls)) {
    if (under) action.append(controls);
    else document.querySelector("#table").after(controls);
  }
  page.classList.toggle("square", board.square);
  unfold.hidden = !phone.matches || players.childElementCount < (board.high ? 1 : 3);
  board.fold(!unfold.hidden && unfold.getAttribute("aria-expanded") === "false", board.high ? [] : seats);
  const beside = wide.matches && board.beside;
  const below = wide.matches && !beside;
  if (below === side.contains(extras)) {
    if (below) document.querySelector(".seated").after(extras);
    else side.append(extras);
  }
  if (beside === side.contains(players)) return;
  if (beside) side.prepend(players);
  else unfold.before(players);
}

function toggleFold() {
  unfold.setAttribute("aria-expanded", String(players.classList.contains("slim")));
  arrange();
}

unfold.addEventListener("click", toggleFold);
// A tap on the strip opens it, unless it chooses a seat.
players.addEventListener("click", (event) => {
  if (!event.target.closest(".shut") || event.target.closest(".choosable")) return;
  event.stopPropagation();
  toggleFold();
}, { capture: true });

for (const query of [wide, phone]) query.addEventListener("change", arrange);

// A visitor with several views sees the game in the one they choose.
document.querySelector(".view select")?.addEventListener("change", ({ target }) => target.form.submit());

// Marks the panels of those who look at the game; those that come later, such as a chosen titan's, are marked with them.
let present = [];
function showPresent() {
  for (const mark of document.querySelectorAll(".presence")) {
    const here = present.includes(Number(mark.dataset.seat));
    mark.classList.toggle("here", here);
    mark.title = here ? say("is_here") : "";
    mark.replaceChildren(...(here ? [Object.assign(document.createElement("span"), { className: "unseen", textContent: say("is_here") })] : []));
  }
}

// Marks the panels of those who no longer play.
const gone = new Set(page.dataset.left.split(" ").filter(Boolean).map(Number));
function showLeft() {
  for (const mark of players.querySelectorAll(".left")) mark.textContent = gone.has(Number(mark.dataset.seat)) ? say("has_left") : "";
}

// Shows the end of the game on the page, to those who have followed it and those who only looked at an earlier step.
async function end(head) {
  await grow(head);
  const { conclude } = await import("./ending.js");
  await conclude(page, `${path}${location.search}`);
  player.replays();
  due = false;
  if (player.stepping) await ask();
  else await player.show(player.head);
}

// Takes news of the game: entries, its end, or a lost connection.
function hear(news) {
  stale.take(news);
  if (news.present) {
    ({ present } = news);
    showPresent();
  }
  // Talk is loaded again after a loss, too.
  if (news.talk || news.lost === false) changes.dispatchEvent(new Event("talk"));
  if (news.problem) tell({ message: news.problem });
  if (news.over) {
    end(news.head ?? player.head).catch(() => location.reload());
  } else if (news.head) grow(news.head).catch(tell);
}

for (const list of [entries, log]) list.addEventListener("choose", ({ detail }) => player.go(detail));
choices.addEventListener("command", ({ detail }) => detail.tries || submit(detail).catch(tell));
choices.addEventListener("attempt", ({ detail }) => explain(detail).catch(tell));
choices.addEventListener("preview", ({ detail }) => preview(detail).catch(() => {}));
past.querySelector("button").addEventListener("click", () => player.go(player.head));
all.open = settings.entries;
all.addEventListener("toggle", () => (settings.entries = all.open));
// Most visitors never open these: what serves them is loaded then.
for (const fold of document.querySelectorAll("#what-if, #analysis")) whenOpened(fold, () => import(`./${fold.id.replace("-", "")}.js`));
whenOpened(all, () => entries.upTo(written).then(() => entries.mark(shown), tell));

export const position = {
  get version() {
    return shown;
  },
  get head() {
    return player.head;
  },
};
const show = (version) => player.show(version);
export { ask, board, changes, choices, clauses, page, path, player, seats, show, tell, verdict };

Promise.all([player.show(Number(page.dataset.version), { keep: false, moves: false }), write(player.head)])
  .catch(tell)
  .then(() => {
    mark(shown);
    changes.dispatchEvent(new Event("written"));
    if (page.dataset.over !== "true") follow(`${BASE}heads`, game, () => complete, hear);
  });
