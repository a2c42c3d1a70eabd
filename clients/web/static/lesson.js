// The lessons of a practice game: one at a time, with what it points at in a frame. A lesson that asks for a move begins when
// the learner can make one and ends when they do; the others are only read. The browser remembers how far the learner is.

import { changes, choices, page, path, seats } from "./game.js";
import { say } from "./say.js";
import { BASE, load } from "./service.js";
import { Shapes } from "./shapes.js";
import { keep, recall } from "./storage.js";

const { game, title, rules } = page.dataset;
const STORED = `gunbai.lessons.${game}`;
const SKIPPED = "skipped";
const MOST = 8; // spots that are framed one by one
const PARTS = { board: "#table", players: "#players", question: "#action", log: ".log" };

const section = document.querySelector("#lesson");
const [place, text, clause, tools] = [".lesson-place", "[role=status]", ".lesson-clause", ".tools"].map((part) => section.querySelector(part));
const shapes = new Shapes(...[".stage", "#board", "#players"].map((part) => document.querySelector(part)));
const { language, lessons } = await load(`${BASE}titles/${title}/lessons`, { rules });

const stored = recall(STORED);
let at = Math.min(parseInt(stored, 10) || 0, lessons.length); // the lesson that comes next
let skipped = stored?.endsWith(SKIPPED) ?? false;
let offered = { kinds: new Set() }; // what the learner is asked for now
let asked = 0; // the newest version whose question the page has

function remember() {
  keep(STORED, `${at}${skipped ? SKIPPED : ""}`);
}

function go(next) {
  at = next;
  remember();
  show();
}

function skip(wanted) {
  skipped = wanted;
  remember();
  show();
}

function button(textContent, act, className = "quiet") {
  const element = Object.assign(document.createElement("button"), { type: "button", className, textContent });
  element.addEventListener("click", act);
  return element;
}

// Has the referee judge the move to try, as any other.
function attempt({ sentence, command }) {
  const { seat, expected } = offered;
  return button(say("lesson_try", { move: sentence }), () => choices.dispatchEvent(new CustomEvent("command", { detail: { command, seat, expected } })), "main");
}

// Frames a part of the table, or the spots of a kind on the board; if there are many, the whole board.
function frame(target) {
  for (const element of document.querySelectorAll(".taught")) element.classList.remove("taught");
  const spots = target && !PARTS[target] ? [...shapes.spots.keys()].filter((name) => name.startsWith(`${target}:`)) : [];
  const part = spots.length > MOST ? PARTS.board : PARTS[target];
  if (part) document.querySelector(part)?.classList.add("taught");
  shapes.show(part ? [] : spots.map((spot) => ({ spot, to: "" })));
}

// The page draws the buttons anew whenever it learns something: the keyboard stays at the one of the same name, or at the first.
function offer(...buttons) {
  const held = tools.contains(document.activeElement) ? document.activeElement.textContent : undefined;
  tools.replaceChildren(...buttons);
  if (held !== undefined) (buttons.find(({ textContent }) => textContent === held) ?? buttons[0]).focus();
}

function write(sentence, lang) {
  if (text.textContent === sentence) return;
  text.textContent = sentence;
  text.lang = lang;
}

function show() {
  section.hidden = false;
  const lesson = lessons[at];
  const ready = lesson && (lesson.commands.length === 0 || lesson.commands.some((command) => offered.kinds.has(command)));
  const shown = ready && !skipped;
  place.textContent = lesson && !skipped ? say("lesson_of", { number: at + 1, count: lessons.length }) : "";
  clause.hidden = !shown;
  frame(shown ? lesson.at : "");
  if (skipped) {
    write("", language);
    offer(button(say("lessons_again"), () => skip(false)));
    return;
  }
  if (!lesson) {
    write(say("lessons_done"), document.documentElement.lang);
    offer(button(say("lessons_repeat"), () => go(0)), Object.assign(document.createElement("a"), { className: "button", href: section.dataset.new, textContent: say("new_game") }));
    return;
  }
  write(ready ? lesson.text : say("lesson_later"), ready ? language : document.documentElement.lang);
  Object.assign(clause, { textContent: lesson.clause, href: `${section.dataset.rules}#${lesson.clause}` });
  offer(
    ...(ready && lesson.refused ? [attempt(lesson.refused)] : []),
    button(say(lesson.commands.length ? "lesson_next" : "lesson_read"), () => go(at + 1), lesson.commands.length ? "quiet" : "main"),
    ...(at > 0 ? [button(say("lesson_back"), () => go(at - 1))] : []),
    button(say("lessons_skip"), () => skip(true)),
  );
}

// A move that a lesson asks for ends it, and those before it that were to be read.
function moved(kind) {
  const asking = lessons.findIndex(({ commands }, number) => number >= at && commands.length > 0);
  if (asking >= 0 && lessons[asking].commands.includes(kind)) {
    at = asking + 1;
    remember();
  }
}

changes.addEventListener("asked", async ({ detail: { version, newest, own } }) => {
  asked = version;
  if (!newest) return;
  const listed = own === undefined ? undefined : await load(`${path}/choices`, { seat: own }).catch(() => undefined);
  if (asked !== version) return;
  offered = { kinds: new Set(listed?.commands.map(({ kind }) => kind)), seat: own, expected: listed?.expected };
  show();
});
changes.addEventListener("shown", () => show());
choices.addEventListener("command", ({ detail: { kind } }) => kind && moved(kind));

if (seats.length) show();
