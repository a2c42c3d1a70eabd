// Choosing a command: on the board where it points at something, from a menu otherwise.

const FEW = 8; // so many commands make a short menu, even if they point at the board

import { say } from "./say.js";

export class Choices extends EventTarget {
  #board;
  #menu;
  #commands = [];
  #chosen = new Set();

  constructor(board, menu) {
    super();
    this.#board = board;
    this.#menu = menu;
    board.addEventListener("choose", ({ detail }) => this.#toggle(detail));
  }

  offer(commands) {
    if (commands.length === 0 && this.#commands.length === 0) return;
    this.#commands = commands.map((command) => ({ ...command, spots: [...new Set(command.spots)] }));
    this.#chosen = new Set();
    this.#show();
    // What a short menu has, too, need not be hit on the board.
    if (commands.length > 0) this.#board.reach(commands.length > FEW);
  }

  // The commands that point at everything that is chosen.
  get #fitting() {
    return this.#commands.filter(({ spots }) => [...this.#chosen].every((spot) => spots.includes(spot)));
  }

  #toggle(spot) {
    if (!this.#chosen.delete(spot)) {
      this.#chosen.add(spot);
      if (this.#fitting.length === 0) this.#chosen = new Set([spot]);
      const fitting = this.#fitting;
      if (fitting.length === 1 && !this.#grows(fitting[0])) return this.#take(fitting[0]);
    }
    this.#show();
  }

  // Whether a command is one step further than others, such as one more die: then the last click does not give it.
  #grows({ spots }) {
    if (this.#chosen.size < 2 || spots.length > this.#chosen.size) return false;
    return this.#commands.some((other) => other.spots.length > 0 && other.spots.length < spots.length && other.spots.every((spot) => spots.includes(spot)));
  }

  #take(command) {
    this.dispatchEvent(new CustomEvent("command", { detail: command }));
  }

  #show() {
    const fitting = this.#fitting;
    // A spot of one command is called as that command, one of several by what the picture calls it.
    const words = new Map();
    for (const { spots, sentence } of fitting) {
      for (const spot of spots) words.set(spot, words.has(spot) ? "" : sentence);
    }
    for (const spot of this.#chosen) words.set(spot, "");
    // What goes with none of those that are chosen begins a new choice.
    const others = new Set(this.#commands.flatMap(({ spots }) => spots).filter((spot) => !words.has(spot)));
    for (const spot of others) words.set(spot, "");
    this.#board.offer(words, this.#chosen);
    this.#list(fitting);
  }

  // The menu has what is chosen, and what points at nothing on the board; all the rest is behind a fold.
  #list(fitting) {
    const exact = fitting.filter(({ spots }) => spots.length > 0 && spots.length === this.#chosen.size);
    const elsewhere = this.#commands.filter(({ spots }) => spots.length === 0);
    const short = this.#chosen.size === 0 && this.#commands.length <= FEW ? this.#commands : [...exact, ...elsewhere];
    const rest = fitting.filter((command) => !short.includes(command));
    this.#menu.replaceChildren(...this.#hint(rest), ...this.#buttons(short, exact), ...this.#fold(rest));
  }

  #hint(rest) {
    if (rest.length === 0) return [];
    return [Object.assign(document.createElement("p"), { className: "hint", textContent: say("choose_on_board") })];
  }

  #buttons(commands, marked = []) {
    return commands.map((command) => {
      const button = document.createElement("button");
      button.className = marked.includes(command) ? "move main" : "move";
      button.textContent = command.sentence;
      button.addEventListener("click", () => this.#take(command));
      return button;
    });
  }

  #fold(commands) {
    if (commands.length === 0) return [];
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = say("moves_as_list", { count: commands.length });
    details.append(summary);
    // A long list is made when it is wanted.
    details.addEventListener("toggle", () => details.append(...this.#buttons(commands)), { once: true });
    return [details];
  }
}
