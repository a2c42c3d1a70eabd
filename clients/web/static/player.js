// The player: a slider, buttons, keys and a clock that lead from position to position.

import { ready } from "./ready.js";

// What takes keys itself.
export const DELIBERATE = "input, select, textarea, dialog, [contenteditable]";

const LATELY = 10_000; // milliseconds for which a visitor who has stepped goes on stepping

export class Player {
  #draw;
  #tell;
  #first;
  #parts;
  #playing = 0;
  #stepped = -Infinity; // when the visitor last stepped to a position

  // `draw` shows the position of a version, unless another one is wanted meanwhile; `tell` gets errors.
  constructor({ first = 1, head, draw, tell }) {
    this.#draw = draw;
    this.#tell = tell;
    this.#first = first;
    this.head = head;
    this.wanted = head;
    const names = ["slider", "version", "play", "speed"];
    this.#parts = Object.fromEntries(names.map((id) => [id, document.getElementById(id)]));
    this.#listen();
  }

  // Shows the position after an entry. Of several quick steps, the last one counts.
  async show(target, how) {
    this.wanted = Math.min(Math.max(target, this.#first), this.head);
    this.#tick();
    await this.#draw(this.wanted, how);
  }

  // Shows a position that was chosen elsewhere on the page, and the board if nothing of it is in sight.
  go(target) {
    const board = document.getElementById("board");
    if (board.getBoundingClientRect().bottom < 0) board.scrollIntoView();
    this.#go(target);
    // One look at a line of the log is no stepping.
    this.#stepped = -Infinity;
  }

  // Whether the visitor steps through the positions, or lets them be played.
  get stepping() {
    return this.#playing !== 0 || performance.now() - this.#stepped < LATELY;
  }

  grow(head) {
    this.head = head;
    this.#parts.slider.max = head;
    this.#tick();
  }

  // The page of a finished game has one more button to play it; a game that ends gets it then.
  replays() {
    const button = document.getElementById("replay");
    button?.addEventListener("click", () => this.#toggle());
    if (button) ready(button);
  }

  halt() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    this.#parts.play.setAttribute("aria-pressed", "false");
  }

  // Stops the automatic replay, and shows a position.
  #go(target) {
    this.halt();
    this.#stepped = performance.now();
    this.show(target).catch(this.#tell);
  }

  #tick() {
    this.#parts.slider.value = this.wanted;
    this.#parts.version.textContent = `${this.wanted} / ${this.head}`;
  }

  async #step() {
    if (this.wanted >= this.head) return this.halt();
    const began = performance.now();
    await this.show(this.wanted + 1);
    const left = Number(this.#parts.speed.value) - (performance.now() - began);
    this.#playing = setTimeout(() => this.#step().catch(this.#tell), Math.max(0, left));
  }

  #toggle() {
    if (this.#playing) return this.halt();
    this.#playing = -1;
    this.#parts.play.setAttribute("aria-pressed", "true");
    if (this.wanted >= this.head) this.wanted = this.#first - 1;
    this.#step().catch(this.#tell);
  }

  #listen() {
    const steps = {
      first: () => this.#first,
      before: () => this.wanted - 1,
      after: () => this.wanted + 1,
      last: () => this.head,
    };
    for (const [id, target] of Object.entries(steps)) {
      document.getElementById(id).addEventListener("click", () => this.#go(target()));
      ready(document.getElementById(id));
    }
    const { slider, play, speed } = this.#parts;
    slider.addEventListener("input", () => this.#go(Number(slider.value)));
    play.addEventListener("click", () => this.#toggle());
    ready(slider, play, speed);
    this.replays();
    const keys = { ArrowLeft: steps.before, ArrowRight: steps.after, Home: steps.first, End: steps.last };
    document.addEventListener("keydown", (event) => {
      if (event.target.closest(DELIBERATE) || event.target.matches(".large") || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = keys[event.key];
      if (!target) return;
      event.preventDefault();
      this.#go(target());
    });
  }
}
