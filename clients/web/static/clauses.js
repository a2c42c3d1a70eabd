// Clauses: their numbers are buttons, which show the sentence, its place in the rulebook and its house ruling.

import { say } from "./say.js";

export class Clauses {
  #load;
  #dialog;
  #loaded;

  // `load` promises the clauses of the title by number; it is called once, when the first is looked at.
  constructor(load, dialog) {
    this.#load = load;
    this.#dialog = dialog;
  }

  button(number) {
    const button = document.createElement("button");
    button.className = "clause";
    button.textContent = number;
    button.setAttribute("aria-haspopup", "dialog");
    button.addEventListener("click", () => this.#show(number));
    button.addEventListener("pointerenter", () => this.find(number).then((clause) => (button.title = clause?.sentence ?? ""), () => {}), { once: true });
    return button;
  }

  // Returns a clause, with its place in the rulebook.
  async find(number) {
    this.#loaded ??= this.#load();
    return (await this.#loaded)[number];
  }

  async #show(number) {
    const clause = await this.find(number);
    this.#dialog.querySelector("h2").textContent = number;
    const rules = this.#dialog.querySelector("a");
    if (rules) rules.hash = number;
    this.#dialog.querySelector("div").replaceChildren(...(clause ? parts(clause) : paragraphs(say("no_clause"))));
    this.#dialog.showModal();
  }
}

function parts({ sentence, place, ruling }) {
  const parts = paragraphs(sentence, say("in_rulebook", { place }));
  if (!ruling) return parts;
  const open = paragraphs(say("leaves_open", { question: ruling.question }));
  const readings = document.createElement("ul");
  for (const reading of ruling.readings) {
    const item = document.createElement("li");
    item.textContent = reading;
    readings.append(item);
  }
  return [...parts, ...open, readings, ...paragraphs(say("here", { chosen: ruling.chosen }), ruling.reason)];
}

function paragraphs(...texts) {
  return texts.filter(Boolean).map((text) => Object.assign(document.createElement("p"), { textContent: text }));
}
