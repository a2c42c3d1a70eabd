// What the others have just done, in one line above the question, for a phone, on which the log is below the board.

import { changes, page, seats } from "./game.js";

const place = document.querySelector("#news");
const log = document.querySelector("#log");
const isOwn = (turn) => seats.includes(Number(turn.dataset.seat));

const words = (elements) => [...elements].map(({ textContent }) => textContent).join(" ");

// Tells a turn by what somebody gained or lost in it, or else by its last move.
function told(turn) {
  const changed = turn.querySelectorAll(".gain, .loss");
  const last = [...turn.querySelectorAll(".said")].slice(-1);
  return `${words(turn.querySelectorAll(".turn-head > b:not(.chip)"))}: ${words(changed.length ? changed : last)}`;
}

// What those who do not play see: the line of the shown position.
function tellLine() {
  const line = log.querySelector(".line[aria-current]");
  place.textContent = line ? `${words(line.closest(".turn").querySelectorAll(".turn-head > b:not(.chip)"))}: ${words(line.querySelectorAll(".said"))}` : "";
}

// The turns since the visitor's own last one, the newest first.
function show() {
  if (seats.length === 0) return tellLine();
  const turns = [...log.querySelectorAll(":scope > .turn[data-seat]:not([data-seat=''], [data-seat='0'])")];
  const since = turns.slice(turns.findLastIndex(isOwn) + 1);
  place.textContent = page.dataset.over !== "true" ? since.reverse().map(told).join(" · ") : "";
}

changes.addEventListener("written", show);
changes.addEventListener("shown", () => seats.length || tellLine());
