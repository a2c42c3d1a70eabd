// A study: its notes lead to their positions and draw on the board, the referee is asked about its what-ifs, and the last
// what-if and the drawn shapes go with a new note. Keys lead from chapter to chapter.

import { changes, path, player } from "./game.js";
import { judged } from "./judged.js";
import { DELIBERATE } from "./player.js";
import { ready } from "./ready.js";
import { say } from "./say.js";
import { send } from "./service.js";
import { same, Shapes } from "./shapes.js";
import { keep as remember, recall } from "./storage.js";

const study = document.querySelector("#study");
const notes = [...study.querySelectorAll(".notes > [data-version]")]; // none of them is about the positions of a variation
const form = study.querySelector("#note");
const [stage, place, players] = [".stage", "#board", "#players"].map((selector) => document.querySelector(selector));
const shapes = new Shapes(stage, place, players);
let drawing = []; // the shapes of the new note
let at = 0; // the version to which they belong

// An author who has switched editing on has it on the next page of the study, too.
const EDITING = "gunbai.editing";
const own = new URLSearchParams(location.search).get("study");
const editing = study.querySelector("#edit-study");
if (editing) {
  editing.checked ||= recall(EDITING) === own;
  editing.addEventListener("change", () => {
    remember(EDITING, editing.checked ? own : "");
    // The menu would cover what is edited.
    const menu = editing.closest(".menu");
    menu.querySelector("summary").focus();
    menu.open = false;
  });
}

for (const note of notes) {
  const version = Number(note.dataset.version);
  note.querySelector(".position").addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.go(version);
  });
  note.querySelector(".judge")?.addEventListener("click", async ({ target }) => {
    const answer = note.querySelector("[role=status]");
    const { seat, name, fields } = target.dataset;
    try {
      answer.replaceChildren(...judged(await send(`${path}/judged`, { version, seat: Number(seat), name, fields: JSON.parse(fields) })));
    } catch (problem) {
      answer.textContent = problem.message;
    }
  });
}

ready(...study.querySelectorAll(".judge"));

const reading = document.querySelector("#reading");
const next = reading?.querySelector("#next-note");

// Puts the note on a position above the board, and the way to the next one: a later note, or the first of the next chapter.
function read(version) {
  if (!reading) return;
  const here = notes.filter((note) => Number(note.dataset.version) === version);
  const texts = here.flatMap((note) => note.querySelector(".written")?.textContent ?? []);
  const [at, text] = [".at", ".written"].map((name) => reading.querySelector(name));
  const said = [here[0]?.querySelector(".position").textContent ?? "", texts.join("\n\n")];
  // What stays the same is not read out again.
  for (const [place, words] of [[at, said[0]], [text, said[1]]]) if (place.textContent !== words) place.textContent = words;
  study.classList.toggle("reads", texts.length > 0);
  next.hidden = !after(version) && !study.querySelector("[rel=next]");
  reading.hidden = here.length === 0 && next.hidden;
}

// Returns the version of the next note; undefined after the last one.
const after = (version) => notes.map((note) => Number(note.dataset.version)).filter((other) => other > version).sort((one, other) => one - other)[0];

next?.addEventListener("click", () => {
  const version = after(at);
  if (version) player.go(version);
  else study.querySelector("[rel=next]")?.click();
});

// Marks the noted positions on the slider; the notes themselves lead there.
const newest = Number(document.querySelector("#slider").max);
document.querySelector("#noted").replaceChildren(...notes.map(({ dataset }) => {
  const mark = document.createElement("i");
  mark.style.left = `${(100 * (dataset.version - 1)) / Math.max(newest - 1, 1)}%`;
  return mark;
}));

changes.addEventListener("shown", ({ detail: { version } }) => {
  for (const note of notes) note.setAttribute("aria-current", String(Number(note.dataset.version) === version));
  if (version !== at) drawing = [];
  at = version;
  read(version);
  draw();
  if (!form) return;
  form.elements.version.value = version;
  keep({ seat: "", name: "", fields: undefined, sentence: "" });
  offer();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest(DELIBERATE) || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = way && study.querySelector(`[rel="${way}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// Draws what the notes on the position say and what the new one will say, with the names of their spots.
function draw() {
  const items = notes.flatMap((note) => (note.getAttribute("aria-current") === "true" ? [...note.querySelectorAll(".drawn > li")] : []));
  const written = items.map(({ dataset }) => ({ spot: dataset.from, to: dataset.to }));
  for (const [index, item] of items.entries()) item.textContent = named(written[index]);
  shapes.show([...written, ...drawing]);
  if (!form) return;
  const list = form.querySelector("#drawing");
  list.hidden = drawing.length === 0;
  list.replaceChildren(...drawing.map(drawn));
  form.elements.shapes.value = JSON.stringify(drawing);
}

function named({ spot, to }) {
  const { spots } = shapes;
  return [spot, to].filter(Boolean).map((name) => spots.get(name) ?? name.replace(":", " ")).join(" → ");
}

function drawn(shape) {
  const [item, button] = ["li", "button"].map((name) => document.createElement(name));
  Object.assign(button, { type: "button", className: "quiet", textContent: say("take_shape_away", { shape: named(shape) }) });
  button.addEventListener("click", () => {
    toggle(shape);
    form.elements.text.focus();
  });
  item.append(button);
  return item;
}

// Draws a shape, or takes it away if it is there.
function toggle(shape) {
  const others = drawing.filter((other) => !same(other, shape));
  drawing = others.length < drawing.length ? others : [...drawing, shape];
  draw();
}

// Offers the position's spots to those who draw without a mouse.
function offer() {
  const options = [...shapes.spots].map(([spot, name]) => new Option(name, spot));
  form.querySelector("#shape-spot").replaceChildren(...options);
  form.querySelector("#shape-to").replaceChildren(new Option(say("no_arrow"), ""), ...options.map((option) => option.cloneNode(true)));
  ready(form.querySelector("#draw-shape"));
}

function drawByHand() {
  let from; // the spot on which the right button went down
  stage.addEventListener("pointerdown", (event) => {
    from = event.button === 2 ? shapes.at(event) : undefined;
  });
  stage.addEventListener("pointerup", (event) => {
    const to = shapes.at(event);
    if (event.button === 2 && from && to) toggle({ spot: from, to: to === from ? "" : to });
  });
  stage.addEventListener("contextmenu", (event) => {
    const spot = shapes.at(event);
    if (!spot) return;
    event.preventDefault();
    if (event.pointerType === "touch") toggle({ spot, to: "" });
  });
  form.querySelector("#draw-shape").addEventListener("click", () => {
    const [spot, to] = ["#shape-spot", "#shape-to"].map((id) => form.querySelector(id).value);
    if (spot) toggle({ spot, to: to === spot ? "" : to });
  });
}

if (form) drawByHand();

// A what-if goes with the note on the position at which it was asked.
function keep({ seat, name, fields, sentence }) {
  const { elements } = form;
  elements.what_if_seat.value = seat;
  elements.what_if_name.value = name;
  elements.what_if_fields.value = name ? JSON.stringify(fields) : "";
  elements.what_if_sentence.value = sentence;
  form.querySelector("#with-what-if").textContent = name ? say("with_what_if", { sentence }) : "";
}

if (form) changes.addEventListener("judged", ({ detail }) => keep(detail));
