// What if: any command at the position that is shown, legal or not, with the referee's answer and its clause.

import { entered, inputs, names } from "./fields.js";
import { clauses, path, position } from "./game.js";
import { load, send } from "./service.js";

const LIST = "what-if-names";
const fold = document.querySelector("#what-if");
const form = fold.querySelector("form");
const answer = fold.querySelector("[role=status]");
const { seat, name } = form.elements;
const place = form.querySelector(".fields");
let commands = [];

function chosen() {
  return commands.find((command) => command.name === name.value);
}

function show() {
  place.replaceChildren(...inputs(chosen(), LIST));
}

fold.addEventListener(
  "toggle",
  async () => {
    const found = await load(`${path}/title-commands`);
    commands = found.commands;
    seat.replaceChildren(...found.actors.map((actor) => new Option(actor.name, actor.seat)));
    name.replaceChildren(...commands.map((command) => new Option(command.label, command.name)));
    form.append(names(found.components, LIST));
    show();
  },
  { once: true },
);
name.addEventListener("change", show);

function told({ version, sentence, refused, accepted, withheld }) {
  const first = document.createElement("p");
  const command = Object.assign(document.createElement("b"), { textContent: sentence });
  if (refused) {
    const values = refused.values ? ` (${refused.values})` : "";
    first.append(`At version ${version}: `, command, " Refused by ", clauses.button(refused.clause), `: ${refused.sentence}${values}`);
    return [first];
  }
  first.append(`At version ${version}: `, command, " The referee would accept it.");
  if (withheld) return [first, Object.assign(document.createElement("p"), { textContent: "What follows could tell what is hidden while the game is on." })];
  return [first, ...accepted.map((event) => Object.assign(document.createElement("p"), { textContent: event }))];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  answer.replaceChildren();
  try {
    const asked = { version: position.version, seat: Number(seat.value), name: name.value, fields: entered(chosen(), form) };
    answer.replaceChildren(...told(await send(`${path}/judged`, asked)));
  } catch (problem) {
    answer.textContent = problem.message;
  }
});
