// What happened: the entries as sentences, each event with its clause; a click shows the position after an entry.

import { say } from "./say.js";

const BLOCK = 200;

export class Entries extends EventTarget {
  #list;
  #clauses;
  #load;
  #shown = 0;
  #loading = Promise.resolve();

  constructor(list, clauses, load) {
    super();
    this.#list = list;
    this.#clauses = clauses;
    this.#load = load;
  }

  // Shows the entries up to a version; calls wait for each other, so that none is shown twice, also where one has failed.
  upTo(version) {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#add(version));
    return this.#loading;
  }

  async #add(version) {
    while (this.#shown < version) {
      const found = await this.#load(this.#shown + 1, Math.min(this.#shown + BLOCK, version));
      if (found.length === 0) return;
      this.#list.append(...found.map((entry) => this.#item(entry)));
      this.#shown = found.at(-1).version;
    }
  }

  mark(version) {
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.#list.querySelector(`[data-version="${version}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const { offsetTop, offsetHeight } = item;
    const { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.#list.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  // Marks the entries at which something is wrong; no other is.
  flag(versions) {
    for (const item of this.#list.querySelectorAll(".bad")) item.classList.remove("bad");
    for (const version of versions) this.#list.querySelector(`[data-version="${version}"]`)?.classList.add("bad");
  }

  #item({ version, actor, command, events }) {
    const item = document.createElement("li");
    item.dataset.version = version;
    const button = document.createElement("button");
    button.className = "entry";
    button.append(
      Object.assign(document.createElement("span"), { className: "number", textContent: version }),
      Object.assign(document.createElement("b"), { textContent: actor }),
      ` ${command || say("sealed")}`,
    );
    button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail: version })));
    item.append(button);
    for (const { sentence, clause } of events) {
      const line = document.createElement("p");
      line.append(`${sentence || say("sealed")} `);
      if (clause) line.append(this.#clauses.button(clause));
      item.append(line);
    }
    return item;
  }
}
