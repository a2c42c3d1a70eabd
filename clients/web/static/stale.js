// Says that the page may be old as long as the connection is lost, unless it returns within a moment.

import { say } from "./say.js";

const MOMENT = 3000; // milliseconds

export class Stale {
  #place;
  #timer;

  constructor(place) {
    this.#place = place;
  }

  // Takes news of a game from heads.js.
  take({ lost, head }) {
    if (lost === undefined && head === undefined) return;
    if (lost) this.#timer ??= setTimeout(() => (this.#place.textContent = say("stale")), MOMENT);
    else this.#clear();
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#place.textContent = "";
  }
}
