// How much time each seat has left, at the newest position: that of a seat that is asked runs down.

import { changes } from "./game.js";
import { say } from "./say.js";

const list = document.querySelector("#clocks");
const names = JSON.parse(document.querySelector("#names").textContent);
const SOON = 20; // seconds before the end at which a clock stands out
const two = (number) => String(number).padStart(2, "0");
let shown = { seats: [], paused: 0 };
let since = 0;

// A time as clocks show it: 0:59, 1:02:03, or days and hours.
function written(seconds) {
  const [days, hours, minutes] = [86400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  if (days >= 1) return say("clock_days", { days, time: `${hours % 24}:${two(minutes % 60)}` });
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function line({ seat, runs, left, bot }, gone) {
  const seconds = Math.ceil(Math.max(left - (runs ? gone : 0), 0));
  const item = document.createElement("li");
  item.textContent = say(bot ? "clock_with_bot" : "clock_of", { player: names[seat], time: written(seconds) });
  item.classList.toggle("runs", runs);
  item.classList.toggle("soon", runs && seconds <= SOON);
  return item;
}

function tick() {
  const gone = (performance.now() - since) / 1000;
  const pause = shown.paused > gone ? [Object.assign(document.createElement("li"), { textContent: say("clock_paused", { time: written(Math.ceil(shown.paused - gone)) }) })] : [];
  list.replaceChildren(...shown.seats.map((each) => line(each, gone)), ...pause);
}

changes.addEventListener("asked", ({ detail: { newest, waiting } }) => {
  shown = newest ? waiting.clocks : { seats: [], paused: 0 };
  since = performance.now();
  tick();
});
setInterval(() => shown.seats.some(({ runs }) => runs) || shown.paused ? tick() : undefined, 1000);
