// What if: any command at the shown position, legal or not, with the referee's answer and its clause.

import { entered, inputs, names } from "./fields.js";
import { changes, path, position } from "./game.js";
import { judged } from "./judged.js";
import { ready, whenOpened } from "./ready.js";
import { load, send } from "./service.js";

const LIST = "what-if-names";
const fold = document.querySelector("#what-if");
const form = fold.querySelector("form");
const answer = fold.querySelector("[role=status]");
const { seat, name } = form.elements;
const place = form.querySelector(".fields");
let commands = [];
let loaded;

function chosen() {
  return commands.find((command) => command.name === name.value);
}

function show() {
  place.replaceChildren(...inputs(chosen(), LIST));
}

async function prepare() {
  const listed = await load(`${path}/title-commands`);
  commands = listed.commands;
  seat.replaceChildren(...listed.actors.map((actor) => new Option(actor.name, actor.seat)));
  name.replaceChildren(...commands.map((command) => new Option(command.label, command.name)));
  form.append(names(listed.components, LIST));
  show();
  ready(form.querySelector(":scope > button"));
}

// What could not be loaded is loaded when the fold is opened again.
whenOpened(fold, () => {
  loaded ??= prepare().catch(({ message }) => {
    answer.textContent = message;
    loaded = undefined;
  });
});
name.addEventListener("change", show);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  answer.replaceChildren();
  try {
    const move = { version: position.version, seat: Number(seat.value), name: name.value, fields: entered(chosen(), form) };
    const ruling = await send(`${path}/judged`, move);
    answer.replaceChildren(...judged(ruling));
    // A study keeps the question.
    changes.dispatchEvent(new CustomEvent("judged", { detail: { ...move, sentence: ruling.sentence } }));
  } catch (problem) {
    answer.textContent = problem.message;
  }
});
