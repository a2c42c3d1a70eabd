// Turning a board at which players sit opposite each other: the visitor's own seat is at the bottom unless they turn the
// board, which the browser remembers for all games of the title.

import { changes, page, seats } from "./game.js";
import { say } from "./say.js";
import { keep, recall } from "./storage.js";

const STORED = `gunbai.turned.${page.dataset.title}`;
const place = document.querySelector("#board");
let button;
let turned = recall(STORED) === "yes"; // against the seat of the visitor

function turn(bottom) {
  place.classList.toggle("turned", (seats.length === 1 && seats[0] !== bottom) !== turned);
}

function offer(bottom) {
  button = Object.assign(document.createElement("button"), { type: "button", id: "turn", textContent: "⇅" });
  button.setAttribute("aria-label", say("turn_board"));
  button.addEventListener("click", () => {
    turned = !turned;
    keep(STORED, turned ? "yes" : "no");
    turn(bottom);
    dispatchEvent(new Event("resize"));
  });
  document.querySelector(".zoom").before(button);
}

function look() {
  const bottom = Number(place.querySelector("[data-bottom]")?.dataset.bottom ?? 0);
  if (!bottom || button) return;
  offer(bottom);
  turn(bottom);
}

changes.addEventListener("shown", look);
look();
