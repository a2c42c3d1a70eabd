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
    list.addEventListener("keydown", (event) => this.#move(event));
  }

  // Shows the entries up to a version; calls wait for each other, so that none is shown twice, even if one has failed.
  upTo(version) {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#add(version));
    return this.#loading;
  }

  async #add(version) {
    while (this.#shown < version) {
      const entries = await this.#load(this.#shown + 1, Math.min(this.#shown + BLOCK, version));
      if (entries.length === 0) return;
      this.#list.append(...entries.map((entry) => this.#item(entry)));
      this.#shown = entries.at(-1).version;
    }
  }

  mark(version) {
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.#list.querySelector(`[data-version="${version}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    this.#take(item.querySelector(".entry"));
    const { offsetTop, offsetHeight } = item;
    const { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.#list.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  // Marks the faulty entries, and no others.
  flag(versions) {
    for (const item of this.#list.querySelectorAll(".bad")) item.classList.remove("bad");
    for (const version of versions) this.#list.querySelector(`[data-version="${version}"]`)?.classList.add("bad");
  }

  #item({ version, actor, command, events, digest }) {
    const item = document.createElement("li");
    item.dataset.version = version;
    const button = document.createElement("button");
    button.className = "entry";
    button.tabIndex = -1;
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
      if (clause) line.append(Object.assign(this.#clauses.button(clause), { tabIndex: -1 }));
      item.append(line);
    }
    if (digest) item.append(Object.assign(document.createElement("p"), { className: "digest", textContent: digest }));
    return item;
  }

  // One entry takes the focus, with its clauses; the arrow keys lead to the others.
  #take(entry) {
    for (const element of this.#list.querySelectorAll("[tabindex='0']")) element.tabIndex = -1;
    for (const element of entry.closest("li").querySelectorAll("button")) element.tabIndex = 0;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target === this.#list) return;
    const all = [...this.#list.querySelectorAll(".entry")];
    const next = all[all.indexOf(event.target.closest("li").querySelector(".entry")) + step];
    event.preventDefault();
    if (!next) return;
    this.#take(next);
    next.focus();
  }
}
