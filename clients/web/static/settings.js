// What visitors set for themselves in this browser: whether moves are confirmed, forced ones made for them, motion, sound.

import { keep, recall } from "./storage.js";

const STORED = "gunbai.settings";
const USUAL = { confirm: true, forced: true, motion: true, sound: false, entries: false };
const panel = document.querySelector("#settings");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const chosen = { ...USUAL, ...JSON.parse(recall(STORED)) };

export const settings = {
  get confirm() {
    return chosen.confirm;
  },
  // Lessons ask for moves even if there is only one.
  get forced() {
    return chosen.forced && !document.querySelector("#lesson");
  },
  get motion() {
    return chosen.motion && !still.matches;
  },
  get sound() {
    return chosen.sound;
  },
  // Whether the list of all entries is open.
  get entries() {
    return chosen.entries;
  },
  set entries(open) {
    set("entries", open);
  },
};

function set(name, value) {
  chosen[name] = value;
  keep(STORED, JSON.stringify(chosen));
}

for (const input of panel?.querySelectorAll("input") ?? []) {
  input.checked = chosen[input.name];
  input.addEventListener("change", () => set(input.name, input.checked));
}

document.addEventListener("click", ({ target }) => {
  if (panel?.open && !panel.contains(target)) panel.open = false;
});
panel?.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  panel.open = false;
  panel.querySelector("summary").focus();
});
