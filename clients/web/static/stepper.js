// Many commands that differ only in numbers, such as bids, as one row for each number and a button for the command.

import { say } from "./say.js";

const SHORT = 8; // up to this many values are side by side; more get buttons for up and down

const made = (name, more, ...content) => {
  const element = Object.assign(document.createElement(name), more);
  element.append(...content);
  return element;
};

export class Stepper {
  #fields;
  #values;
  #take;
  #button = made("button", { className: "move main" });

  // Returns the steppers of some commands: one for each kind with more than a few.
  static of(commands, few, take, forms) {
    const kinds = Map.groupBy(
      commands.filter(({ numbers, spots }) => spots.length === 0 && Object.keys(numbers ?? {}).length > 0),
      ({ kind }) => kind,
    );
    return [...kinds.values()].filter((alike) => alike.length > few).map((alike) => new Stepper(alike, take, forms));
  }

  // `forms` promises the names of the fields of the title's commands.
  constructor(commands, take, forms) {
    this.commands = commands;
    this.#take = take;
    const names = [...new Set(commands.flatMap(({ numbers }) => Object.keys(numbers)))];
    this.#fields = names
      .map((name) => ({ name, values: [...new Set(commands.map(({ numbers }) => numbers[name] ?? 0))].sort((one, other) => one - other) }))
      .filter(({ values }) => values.length > 1);
    this.#values = { ...commands[0].numbers };
    this.#button.addEventListener("click", () => this.#take(this.#command));
    this.element = made("div", { className: "stepper" }, ...this.#fields.map((field) => this.#row(field)), this.#button);
    this.#show();
    forms().then((known) => this.#name(known.find(({ name }) => name === commands[0].kind)?.fields ?? []), () => {});
  }

  #name(fields) {
    for (const { name, row } of this.#fields) {
      const label = fields.find((field) => field.name === name)?.label ?? name;
      row.setAttribute("aria-label", label);
      row.querySelector(".steps-label").textContent = label;
    }
  }

  get #command() {
    return this.commands.find(({ numbers }) => this.#fields.every(({ name }) => (numbers[name] ?? 0) === this.#values[name]));
  }

  #row(field) {
    const row = made("div", { className: "steps" }, made("span", { className: "steps-label" }));
    row.setAttribute("role", "group");
    const shown = field.values.length <= SHORT ? field.values.map((value) => this.#choice(field, value)) : this.#arrows(field);
    row.append(...shown);
    field.row = row;
    return row;
  }

  #choice({ name }, value) {
    const button = made("button", { textContent: value });
    button.dataset.value = value;
    button.addEventListener("click", () => this.#set(name, value));
    return button;
  }

  #arrows({ name, values }) {
    const step = (by) => () => this.#set(name, values[Math.min(Math.max(values.indexOf(this.#values[name]) + by, 0), values.length - 1)]);
    const [less, more] = [made("button", { textContent: "−" }), made("button", { textContent: "+" })];
    less.setAttribute("aria-label", say("less"));
    more.setAttribute("aria-label", say("one_more"));
    less.addEventListener("click", step(-1));
    more.addEventListener("click", step(1));
    return [less, made("output", { textContent: this.#values[name] }), more];
  }

  // A value that does not exist together with another takes the next one that does: a bid of fewer dice shows another
  // face.
  #set(name, value) {
    this.#values[name] = value;
    if (!this.#command) {
      const next = this.commands.find(({ numbers }) => (numbers[name] ?? 0) === value);
      if (next) this.#values = { ...this.#values, ...next.numbers };
    }
    this.#show();
  }

  #show() {
    for (const { name, row } of this.#fields) {
      for (const button of row.querySelectorAll("[data-value]")) button.setAttribute("aria-pressed", String(Number(button.dataset.value) === this.#values[name]));
      const output = row.querySelector("output");
      if (output) output.textContent = this.#values[name];
    }
    this.#button.textContent = this.#command?.sentence ?? "";
  }
}
