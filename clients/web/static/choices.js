// Choosing a command: on the board where it points at something, from a menu otherwise.

const MOST_IN_MENU = 12;

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
    this.#commands = commands;
    this.#chosen = new Set();
    this.#show();
  }

  // The commands that point at everything that is chosen.
  get #fitting() {
    return this.#commands.filter(({ spots }) => [...this.#chosen].every((spot) => spots.includes(spot)));
  }

  #toggle(spot) {
    if (!this.#chosen.delete(spot)) {
      this.#chosen.add(spot);
      // A spot that goes with none of those before begins a new choice.
      if (this.#fitting.length === 0) this.#chosen = new Set([spot]);
    }
    const fitting = this.#fitting;
    if (this.#chosen.size > 0 && fitting.length === 1) this.#take(fitting[0]);
    else this.#show();
  }

  #take(command) {
    this.dispatchEvent(new CustomEvent("command", { detail: command }));
  }

  #show() {
    const fitting = this.#fitting;
    const words = new Map();
    for (const { spots, sentence } of this.#chosen.size > 0 ? fitting : this.#commands) {
      for (const spot of spots) words.set(spot, words.has(spot) ? `${spot.replace(":", " ")}: several moves` : sentence);
    }
    for (const spot of this.#chosen) words.set(spot, `${spot.replace(":", " ")}, chosen`);
    this.#board.offer(words, this.#chosen);
    const exact = fitting.filter(({ spots }) => new Set(spots).size === this.#chosen.size);
    const rest = fitting.filter((command) => !exact.includes(command));
    const listed = [...exact, ...rest];
    this.#menu.replaceChildren(...this.#buttons(listed.slice(0, MOST_IN_MENU)), ...this.#more(listed.slice(MOST_IN_MENU)));
  }

  #buttons(commands) {
    return commands.map((command) => {
      const button = document.createElement("button");
      button.className = "move";
      button.textContent = command.sentence;
      button.addEventListener("click", () => this.#take(command));
      return button;
    });
  }

  #more(commands) {
    if (commands.length === 0) return [];
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = `${commands.length} more`;
    details.append(summary, ...this.#buttons(commands));
    return [details];
  }
}
