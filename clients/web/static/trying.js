// What if, on the board: any move that is offered at an earlier position, or in a finished game, is judged rather than made.
// The visitor can play on from there: a branch begins with the move that they tried.

import { changes, choices, page, path, seats, tell, verdict } from "./game.js";
import { judged } from "./judged.js";
import { say } from "./say.js";
import { load, send } from "./service.js";

const button = document.querySelector("#try");
let question;
const TRIED = "tried";
let begins = own(new URLSearchParams(location.hash.slice(1)).get("play")); // the move with which this branch begins

// Only a move that was tried in this tab is made: anybody can write an address that names one.
function own(move) {
  try {
    const tried = sessionStorage.getItem(TRIED);
    sessionStorage.removeItem(TRIED);
    return tried === move ? move : "";
  } catch {
    return "";
  }
}

function remember(move) {
  try {
    sessionStorage.setItem(TRIED, move);
  } catch {
    // The branch begins without the move.
  }
}

changes.addEventListener("asked", ({ detail: { version, newest, waiting, own } }) => {
  question = { version, seat: waiting.seats.find((seat) => seats.includes(seat)) ?? waiting.seats[0] };
  button.hidden = waiting.seats.length === 0 || (newest && page.dataset.over !== "true");
  if (begins && newest && own !== undefined) begin(own).catch(tell);
});

// Makes the move that was tried, if it is still offered.
async function begin(seat) {
  const tried = begins;
  begins = "";
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  const { commands, expected } = await load(`${path}/choices`, { seat });
  const move = commands.find(({ command }) => command === tried);
  if (move) choices.dispatchEvent(new CustomEvent("command", { detail: { ...move, seat, expected } }));
}

button.addEventListener("click", async () => {
  const { seat, version } = question;
  try {
    const { commands } = await load(`${path}/choices`, { seat, version });
    if (version !== question.version) return;
    button.hidden = true;
    choices.offer(commands.map((command) => ({ ...command, seat, tries: true })));
  } catch (problem) {
    tell(problem);
  }
});

// A form with one button that begins the branch.
function playingOn(values) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${path}/play-on` });
  const inputs = Object.entries(values).map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  form.addEventListener("submit", () => remember(values.command));
  form.append(...inputs, Object.assign(document.createElement("button"), { className: "main", textContent: say("branch_and_play") }));
  return form;
}

choices.addEventListener("command", async ({ detail: { tries, seat, command } }) => {
  if (!tries) return;
  const { version } = question;
  try {
    const ruling = await send(`${path}/tried`, { version, seat, command });
    const [first, ...more] = judged(ruling);
    verdict.replaceChildren(first, playingOn({ version, seat, command }), ...more);
  } catch (problem) {
    tell(problem);
  }
});
