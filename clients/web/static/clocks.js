// How much time each seat has left, at the newest position, in its panel: the clock of an asked seat runs down.

import { changes } from "./game.js";
import { say } from "./say.js";

const paused = document.querySelector("#clocks");
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

function show({ seat, runs, left, bot }, gone) {
  const clock = document.querySelector(`.clock[data-seat="${seat}"]`);
  if (!clock) return;
  const seconds = Math.ceil(Math.max(left - (runs ? gone : 0), 0));
  clock.textContent = bot ? say("clock_with_bot", { time: written(seconds) }) : written(seconds);
  clock.classList.toggle("runs", runs);
  clock.classList.toggle("soon", runs && seconds <= SOON);
}

function tick() {
  const gone = (performance.now() - since) / 1000;
  for (const clock of shown.seats) show(clock, gone);
  paused.textContent = shown.paused > gone ? say("clock_paused", { time: written(Math.ceil(shown.paused - gone)) }) : "";
}

changes.addEventListener("asked", ({ detail: { newest, waiting } }) => {
  if (!newest) for (const clock of document.querySelectorAll(".clock")) clock.textContent = "";
  shown = newest ? waiting.clocks : { seats: [], paused: 0 };
  since = performance.now();
  tick();
});
setInterval(() => shown.seats.some(({ runs }) => runs) || shown.paused ? tick() : undefined, 1000);
