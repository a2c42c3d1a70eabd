// What happened, turn by turn: one line for each move in plain words, with what chance showed for it, gains and losses, and
// without bookkeeping or what begins a game. A click shows the position after it. One line takes the focus; the arrow keys
// lead to the others.

import { say } from "./say.js";

const made = (name, className, ...content) => {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
};

// Leaves out the name that is already above the line, unless it only begins another player's name.
function without(name, sentence, names) {
  const begins = (other) => sentence.startsWith(`${other} `);
  if (!name || !begins(name) || names.some((other) => other.startsWith(`${name} `) && begins(other))) return sentence;
  const rest = sentence.slice(name.length + 1);
  return rest[0].toLocaleUpperCase() + rest.slice(1);
}

// Returns the events of an entry that a reader wants to know: after the end of a turn only gains and losses.
function telling(events) {
  const end = events.findIndex(({ kind }) => kind === "last");
  return events.filter(({ kind, sentence }, place) => sentence && (kind === "gain" || kind === "loss" || (kind === "" && (end < 0 || place < end))));
}

export class Log extends EventTarget {
  #list;
  #clauses;
  #address;
  #names;
  #turn; // the list item of the last turn, and whose it is
  #line; // the last line, which takes what chance shows for it

  // `address` returns that of a version; `names` are those of the players.
  constructor(list, clauses, address, names) {
    super();
    this.#list = list;
    this.#clauses = clauses;
    this.#address = address;
    this.#names = names;
    list.addEventListener("keydown", (event) => this.#move(event));
    list.addEventListener("click", (event) => {
      const line = event.target.closest(".line");
      if (!line || event.target.closest(".clause") || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("choose", { detail: Number(line.dataset.last) }));
    });
  }

  add(entries) {
    for (const entry of entries) {
      if (entry.begins) this.#turn = this.#line = undefined;
      else if (entry.chance && this.#line && this.#turn.seat) this.#fold(entry);
      else this.#append(entry);
    }
    if (!this.#list.querySelector("[tabindex='0']")) this.#list.querySelector(".line .move-line")?.setAttribute("tabindex", "0");
  }

  // Marks the line of a version, and brings it into sight.
  mark(version) {
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const lines = [...this.#list.querySelectorAll(".line")];
    // A selector for all that follows would have the browser style the whole log again at each position.
    for (const line of lines) {
      const later = Number(line.dataset.first) > version;
      line.classList.toggle("later", later);
      if (!line.previousElementSibling) line.closest(".turn").classList.toggle("later", later);
    }
    const line = lines.findLast((one) => !one.classList.contains("later"));
    if (!line) return;
    line.setAttribute("aria-current", "step");
    line.dataset.later = say("not_yet");
    this.#take(line.querySelector(".move-line"));
    const { offsetTop, offsetHeight } = line;
    const { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) this.#scroll(offsetTop - clientHeight / 2);
  }

  // Scrolls to a place, or as little further as the first line or head in sight needs to be whole. Below the end there is
  // room for that.
  #scroll(place) {
    const { style, clientHeight } = this.#list;
    style.paddingBottom = "";
    const { scrollHeight } = this.#list;
    const least = Math.min(place, scrollHeight - clientHeight);
    const whole = [...this.#list.querySelectorAll(".turn-head, .line")].find(({ offsetTop }) => offsetTop >= least);
    if (!whole) return;
    style.paddingBottom = `${Math.max(0, whole.offsetTop + clientHeight - scrollHeight)}px`;
    this.#list.scrollTop = whole.offsetTop;
  }

  #append(entry) {
    const { version, actor, seat, command, events } = entry;
    if (!this.#turn || this.#turn.actor !== actor) this.#begin(actor, seat);
    const own = seat && !["aside", "last"].includes(events[0]?.kind) ? events[0]?.sentence : "";
    const sentence = without(actor, own || command || events[0]?.sentence || say("sealed"), this.#names);
    const told = telling(own || !command ? events.slice(1) : events).filter((event) => event.sentence !== command);
    this.#line = made("li", "line later", Object.assign(made("a", "move-line", made("span", "said", sentence)), { tabIndex: -1 }));
    this.#line.dataset.first = version;
    this.#reach(version);
    this.#turn.lines.append(this.#line);
    this.#tell(told, events);
  }

  // What chance shows belongs to the move that asked for it.
  #fold({ version, command, events }) {
    this.#reach(version);
    const told = telling(events).filter(({ kind }) => kind);
    this.#line.querySelector(".move-line").append(" ", made("span", "shown", command || say("sealed")));
    this.#tell(told, events);
  }

  // The last line leads to the position after a version.
  #reach(version) {
    this.#line.dataset.last = version;
    this.#line.querySelector(".move-line").href = this.#address(version);
  }

  #tell(told, events) {
    const move = this.#line.querySelector(".move-line");
    for (const { sentence, kind } of told) move.append(" ", made("span", `told ${kind}`, without(this.#turn.actor, sentence, this.#names)));
    const shown = new Set([...this.#line.querySelectorAll(".clause")].map(({ textContent }) => textContent));
    const cited = new Set(events.map(({ clause }) => clause).filter((clause) => clause && !shown.has(clause)));
    if (cited.size === 0) return;
    let place = this.#line.querySelector(".cited");
    if (!place) this.#line.append((place = made("span", "cited")));
    for (const clause of cited) {
      const button = this.#clauses.button(clause);
      button.tabIndex = -1;
      place.append(button);
    }
  }

  #begin(actor, seat) {
    const lines = made("ol", "lines-of");
    const head = made("div", "turn-head", made("b", "chip", seat || ""), made("b", "", actor));
    const item = made("li", "turn", head, lines);
    item.dataset.seat = seat;
    this.#list.append(item);
    this.#turn = { actor, seat, lines };
    this.#line = undefined;
    this.dispatchEvent(new CustomEvent("turn", { detail: item }));
  }

  #take(move) {
    for (const element of this.#list.querySelectorAll("[tabindex='0']")) element.tabIndex = -1;
    for (const element of move.closest(".line").querySelectorAll("a, button")) element.tabIndex = 0;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.closest(".line")) return;
    event.preventDefault();
    const all = [...this.#list.querySelectorAll(".move-line")];
    const next = all[all.indexOf(event.target.closest(".line").querySelector(".move-line")) + step];
    if (!next) return;
    this.#take(next);
    next.focus();
  }
}
