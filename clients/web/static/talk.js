// The talk of a table: what the players say, told politely as it comes unless the visitor has muted it.

import { changes, page } from "./game.js";
import { ready } from "./ready.js";
import { say } from "./say.js";
import { load } from "./service.js";
import { keep, recall } from "./storage.js";

const AGAIN = 10_000; // milliseconds between two looks after the game, whose page follows nothing
const fold = document.querySelector("#talk");
const { address } = fold.dataset;
const [list, fresh, form, mute, problem] = [".talk-said", ".talk-new", "form", "[name=mute]", ".problem"].map((part) => fold.querySelector(part));
const MUTED = `gunbai.muted.${page.dataset.game}`;
const READ = `gunbai.read.${page.dataset.game}`;

let newest = 0;
let read = Number(recall(READ));
mute.checked = recall(MUTED) === "yes";

function line({ seat, player, text }) {
  const item = document.createElement("li");
  const chip = Object.assign(document.createElement("b"), { className: "chip", textContent: seat });
  chip.dataset.seat = seat;
  item.append(chip, " ", Object.assign(document.createElement("b"), { textContent: player }), `: ${text}`);
  return item;
}

async function refresh() {
  if (mute.checked) return;
  const messages = await load(address);
  const added = messages.filter(({ number }) => number > newest);
  // A server that was started again counts from one.
  if (messages.at(-1)?.number < newest || messages.length === 0) list.replaceChildren();
  newest = messages.at(-1)?.number ?? 0;
  list.append(...added.map(line));
  if (added.length) list.scrollTop = list.scrollHeight;
  mark();
}

// Says on the closed fold how much is new.
function mark() {
  if (fold.open || newest < read) keep(READ, (read = newest));
  const count = mute.checked ? 0 : newest - read;
  fresh.textContent = count > 0 ? say("talk_new", { count }) : "";
}

async function send(event) {
  event.preventDefault();
  const { text } = form.elements;
  problem.hidden = true;
  const answer = await fetch(address, { method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams({ text: text.value }) });
  if (answer.ok) {
    text.value = "";
    await refresh();
  } else {
    problem.textContent = (await answer.json()).message;
    problem.hidden = false;
  }
}

const quietly = () => refresh().catch(() => {});

form?.addEventListener("submit", (event) =>
  send(event).catch(() => {
    problem.textContent = say("not_reached");
    problem.hidden = false;
  }),
);
fold.addEventListener("toggle", mark);
mute.addEventListener("change", () => {
  keep(MUTED, mute.checked ? "yes" : "no");
  if (mute.checked) list.replaceChildren();
  newest = 0;
  mark();
  quietly();
});
changes.addEventListener("talk", quietly);
if (page.dataset.over === "true") setInterval(() => document.hidden || quietly(), AGAIN);
if (form) ready(form.querySelector("button"));
quietly();
