// What a card, a power, a titan or a samurai does: next to it while a mouse or the focus is on it, and after a tap. The
// title says what it has components for; they are found by their names in what the board and the panels say.

import { page } from "./game.js";
import { BASE, load } from "./service.js";

const { title, rules } = page.dataset;
const NEAR = 10; // pixels between a thing and its text
const SOON = 250; // milliseconds until a mouse has come to rest
const TOLD = 8000; // milliseconds for which a tap shows a text
const LONGEST = 240; // characters of a thing that has a name; whatever says more is made of several things
const MOST = 2; // components that are told at once

const tip = document.querySelector("#power");
const places = [document.querySelector("#board"), document.querySelector("#players")];
const SPECIAL = /[.*+?^${}()|[\]\\/]/g; // in a regular expression
const plain = (text) => text.replace(/\s+/g, " ").trim();
let loaded;
let timer;
let described;
let pointed; // what the text is about

// Returns the components that a text names, the longest names first: one name may be within another.
function named(words, components) {
  const found = [];
  let left = ` ${words.toLocaleLowerCase()} `;
  for (const component of components) {
    const at = left.search(component.pattern);
    if (at < 0) continue;
    left = left.replace(component.pattern, " ");
    if (!words.includes(component.text) && found.length < MOST) found.push(component);
  }
  return found;
}

async function read() {
  const components = await (loaded ??= load(`${BASE}titles/${title}/components`, { rules }));
  for (const component of components) {
    component.pattern ??= new RegExp(`(?<![\\p{L}\\d])${component.name.toLocaleLowerCase().replace(SPECIAL, "\\$&")}(?![\\p{L}\\d])`, "u");
  }
  return components.sort((one, other) => other.name.length - one.name.length);
}

// Finds the smallest thing around an element that names a component.
async function told(target) {
  const components = await read();
  const place = places.find((part) => part.contains(target));
  for (let element = target; element && element !== place; element = element.parentElement) {
    const words = plain(element.querySelector(":scope > title")?.textContent ?? element.textContent);
    if (words.length > LONGEST) return undefined;
    const found = words ? named(words, components) : [];
    if (found.length) return { element, found };
  }
  return undefined;
}

function show({ element, found }) {
  tip.replaceChildren(
    ...found.map(({ name, text, details }) => {
      const paragraph = document.createElement("p");
      paragraph.append(Object.assign(document.createElement("b"), { textContent: name }), `: ${text}.`);
      if (details) paragraph.append(" ", Object.assign(document.createElement("small"), { textContent: `${details}.` }));
      return paragraph;
    }),
  );
  tip.hidden = false;
  const [box, own] = [element.getBoundingClientRect(), tip.getBoundingClientRect()];
  const above = box.top - own.height - NEAR;
  tip.style.left = `${Math.max(NEAR, Math.min(box.left, innerWidth - own.width - NEAR))}px`;
  tip.style.top = `${Math.max(NEAR, above >= NEAR ? above : Math.min(box.bottom + NEAR, innerHeight - own.height - NEAR))}px`;
  described?.removeAttribute("aria-describedby");
  described = element.closest("[data-spot]");
  described?.setAttribute("aria-describedby", "power");
}

function hide() {
  clearTimeout(timer);
  tip.hidden = true;
  described?.removeAttribute("aria-describedby");
  described = undefined;
}

// Tells of a thing after a while, unless something else happens first.
function tell(target, wait) {
  hide();
  pointed = target;
  const own = (timer = setTimeout(async () => {
    const answer = await told(target).catch(() => undefined);
    if (own === timer && answer && target.isConnected) show(answer);
  }, wait));
}

for (const place of places) {
  place.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && tell(target, SOON));
  place.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && hide());
  place.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && tell(target, 0));
  place.addEventListener("focusout", hide);
  place.addEventListener("click", ({ target, pointerType }) => {
    if (pointerType === "mouse") return;
    tell(target, 0);
    const own = timer;
    setTimeout(() => own === timer && hide(), TOLD);
  });
}
addEventListener("keydown", ({ key }) => key === "Escape" && hide());
addEventListener("scroll", ({ target }) => target.contains(pointed ?? null) && hide(), { passive: true, capture: true });
addEventListener("pointerdown", ({ target }) => places.some((place) => place.contains(target)) || hide());
