// The dealer's desk: what real dice and cards show is entered with clicks, and the last entry corrected.

import { entered, inputs, names } from "./fields.js";
import { changes, clauses, path, position } from "./game.js";
import { load, send } from "./service.js";

const LIST = "desk-names";
const LONG = 12; // so many outcomes are filtered by a word
const desk = document.querySelector("#desk");
const asked = desk.querySelector(".asked");
const outcomes = desk.querySelector(".outcomes");
const last = desk.querySelector(".last");
const alert = desk.querySelector("[role=alert]");

function show(problem) {
  alert.textContent = problem.message;
}

async function give(body) {
  alert.replaceChildren();
  const { refused } = await send(`${path}/desk`, { ...body, id: crypto.randomUUID() });
  if (!refused) {
    // What was asked is answered: the next question comes with its position.
    outcomes.replaceChildren();
    last.hidden = true;
    return;
  }
  const values = refused.values ? ` (${refused.values})` : "";
  alert.replaceChildren("Refused by ", clauses.button(refused.clause), `: ${refused.sentence}${values}`);
}

function filled(form, send, label) {
  const element = document.createElement("form");
  const button = Object.assign(document.createElement("button"), { textContent: label, className: "main" });
  element.className = "form";
  element.append(...inputs(form, LIST), button);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      send({ name: form.name, fields: entered(form, element) }).catch(show);
    } catch (problem) {
      show(problem);
    }
  });
  return element;
}

// The outcomes that there may be, as buttons; a word filters a long list.
function listed(all, expected) {
  const buttons = all.map(({ sentence, command }) => {
    const button = Object.assign(document.createElement("button"), { className: "move", textContent: sentence });
    button.addEventListener("click", () => give({ command, expected }).catch(show));
    return button;
  });
  if (all.length <= LONG) return buttons;
  const filter = document.createElement("input");
  const label = document.createElement("label");
  label.append("Which one? ", filter);
  filter.addEventListener("input", () => {
    for (const button of buttons) button.hidden = !button.textContent.toLowerCase().includes(filter.value.trim().toLowerCase());
  });
  const list = Object.assign(document.createElement("div"), { className: "outcome-list" });
  list.append(...buttons);
  return [label, list];
}

async function ask() {
  const found = await load(`${path}/desk`);
  if (found.version !== position.head) return;
  asked.textContent = found.waiting.chance ? found.waiting.sentence : "Nothing is asked of dice or cards now.";
  const forms = found.forms.map((form) => filled(form, (body) => give({ ...body, expected: found.expected }), "Enter"));
  outcomes.replaceChildren(...(found.outcomes.length ? listed(found.outcomes, found.expected) : forms), names(found.components, LIST));
  last.hidden = !found.last;
  if (!found.last) return;
  const { version, sentence, forms: again } = found.last;
  last.querySelector("p").textContent = `Entry ${version}: ${sentence} Both stay in the record.`;
  last.querySelector("div").replaceChildren(...again.map((form) => filled(form, (body) => give({ ...body, corrects: version }), "Correct")));
}

changes.addEventListener("asked", ({ detail: { newest } }) => {
  if (newest) ask().catch(show);
});
