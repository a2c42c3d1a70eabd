// Choosing a command: on the board where it points at something, from the action bar otherwise. The first tap on the board
// shows what would follow, a second one or the button does it, unless the visitor has turned that off.

import { called } from "./board.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { Stepper } from "./stepper.js";

const [FEW, FEWEST] = [3, 1]; // up to this many commands make a short menu, even with spots on the board; more would push it away
const phone = matchMedia("(max-width: 47.99rem)");
const ALIKE = 8; // more commands than this that differ only in numbers get a stepper
const UNDO = "gunbai.record.v1.TakeBack";
const PAUSE = 900; // milliseconds for which the only possible move is shown before it is made

const kindOf = (spot) => spot.split(":")[0];

export class Choices extends EventTarget {
  #board;
  #menu;
  #forms;
  #commands = [];
  #chosen = new Set();
  #sure; // the command that a second tap sends
  #kept; // the choices of the last command, and its kind: the next question of that kind begins with them
  #forced = 0;
  #labels = new Map(); // the names of the title's commands, by kind

  // `forms` promises the forms of the title's commands.
  constructor(board, menu, forms) {
    super();
    this.#forms = forms;
    this.#board = board;
    this.#menu = menu;
    board.addEventListener("choose", ({ detail }) => this.#toggle(detail));
    board.addEventListener("miss", ({ detail }) => this.#miss(detail));
  }

  offer(commands) {
    clearTimeout(this.#forced);
    if (commands.length === 0 && this.#commands.length === 0) return;
    this.#commands = commands.map((command) => ({ ...command, spots: [...new Set(command.spots)] }));
    this.#chosen = new Set(this.#taken());
    this.#sure = undefined;
    if (this.#commands.some(({ rest }) => rest?.length)) this.#name();
    const moves = this.#commands.filter(({ kind }) => kind !== UNDO);
    // Who has just taken a move back wants to choose, even before the only possible move.
    if (moves.length === 1 && !moves[0].back && !moves[0].tries && settings.forced && this.#kept?.kind !== UNDO) return this.#force(moves[0]);
    this.#show();
  }

  // Loads the names of the commands, for those that are told by what is not chosen.
  #name() {
    const shown = this.#commands;
    if (this.#labels.size) return;
    this.#forms().then(
      (known) => {
        this.#labels = new Map(known.map(({ name, label }) => [name, label]));
        if (this.#commands === shown) this.#show();
      },
      () => {},
    );
  }

  // The picks of the last command of the same kind that are still possible.
  #taken() {
    const { kind, spots } = this.#kept ?? { spots: [] };
    const fits = (command) => command.kind === kind && spots.every((spot) => command.spots.includes(spot));
    return spots.length && this.#commands.some(fits) ? spots : [];
  }

  #force(command) {
    this.#board.offer(new Map(command.spots.map((spot) => [spot, command.sentence])), new Set(command.spots));
    this.#menu.replaceChildren(...this.#hint("only_move"), ...this.#buttons([command], [command]));
    this.#forced = setTimeout(() => this.#take(command), PAUSE);
  }

  // The commands that point at everything that is chosen.
  get #fitting() {
    return this.#commands.filter(({ spots }) => [...this.#chosen].every((spot) => spots.includes(spot)));
  }

  // Whether everything is chosen that commands could leave out, such as the last die to keep: only other commands remain.
  get #complete() {
    return this.#commands.some(({ rest, spots }) => rest?.length === 1 && [...rest, ...spots].every((spot) => this.#chosen.has(spot)));
  }

  #toggle(spot) {
    if (this.#sure?.spots.includes(spot)) return this.#take(this.#sure);
    this.#sure = undefined;
    if (!this.#chosen.delete(spot)) {
      this.#chosen.add(spot);
      if (this.#fitting.length === 0 && !this.#complete) this.#chosen = new Set([spot]);
      const fitting = this.#fitting;
      if (fitting.length === 1 && !this.#grows(fitting[0])) {
        if (!settings.confirm) return this.#take(fitting[0]);
        this.#sure = fitting[0];
        this.dispatchEvent(new CustomEvent("preview", { detail: this.#sure }));
      }
    }
    this.#show();
  }

  // A tap on something that cannot be chosen is an attempt: the referee explains the refusal, if a move takes such things.
  #miss({ spot, words }) {
    if (this.#commands.length === 0) return;
    const like = this.#commands.find(({ spots }) => spots.length > 0 && kindOf(spots.at(-1)) === kindOf(spot));
    this.#board.shake(spot);
    this.dispatchEvent(new CustomEvent("attempt", { detail: { spot, words, like, seat: this.#commands[0].seat, expected: this.#commands[0].expected } }));
  }

  // Whether a command is one step further than others, such as one more die: then the last click does not send it.
  #grows({ spots }) {
    if (this.#chosen.size < 2 || spots.length > this.#chosen.size) return false;
    return this.#commands.some((other) => other.spots.length > 0 && other.spots.length < spots.length && other.spots.every((spot) => spots.includes(spot)));
  }

  #take(command) {
    this.#kept = { kind: command.kind, spots: command.spots };
    this.dispatchEvent(new CustomEvent("command", { detail: command }));
  }

  #show() {
    const fitting = this.#fitting;
    // A spot of one command has the name of that command; a spot of several has its name in the picture.
    const words = new Map();
    for (const { spots, sentence } of fitting) {
      for (const spot of spots) words.set(spot, words.has(spot) ? "" : sentence);
    }
    for (const spot of this.#chosen) words.set(spot, this.#sure ? this.#sure.sentence : "");
    // What fits none of the chosen spots begins a new choice.
    const others = new Set(this.#commands.flatMap(({ spots }) => spots).filter((spot) => !words.has(spot)));
    for (const spot of others) words.set(spot, "");
    this.#board.offer(words, this.#chosen);
    if (this.#sure) this.#confirm(this.#sure);
    else this.#list(fitting);
  }

  #confirm(command) {
    const cancel = Object.assign(document.createElement("button"), { className: "quiet", textContent: say("cancel") });
    cancel.addEventListener("click", () => {
      this.#chosen = new Set();
      this.#sure = undefined;
      this.#show();
    });
    this.#menu.replaceChildren(...this.#hint("tap_again"), ...this.#buttons([command], [command]), cancel);
  }

  // The menu has the current choice, and commands without a spot on the board; the rest is folded.
  #list(fitting) {
    const whole = ({ spots, rest }) => spots.length > 0 || Boolean(rest?.length);
    const exact = fitting.filter((command) => whole(command) && command.spots.length === this.#chosen.size);
    const elsewhere = this.#commands.filter((command) => !whole(command));
    if (this.#complete) exact.push(...elsewhere.filter(({ back }) => !back).slice(0, 1));
    const short = this.#chosen.size === 0 && this.#commands.length <= (phone.matches ? FEWEST : FEW) ? this.#commands : [...new Set([...exact, ...elsewhere])];
    const steppers = Stepper.of(short, ALIKE, (command) => this.#take(command), this.#forms);
    const set = new Set(steppers.flatMap(({ commands }) => commands));
    const rest = fitting.filter((command) => !short.includes(command));
    const buttons = this.#buttons(short.filter((command) => !set.has(command)), exact);
    this.#menu.replaceChildren(...(rest.length ? this.#hint("choose_on_board") : []), ...steppers.map(({ element }) => element), ...buttons, ...this.#fold(rest));
  }

  #hint(key) {
    return [Object.assign(document.createElement("p"), { className: "hint", textContent: say(key) })];
  }

  #buttons(commands, marked = []) {
    const ordered = [...commands.filter(({ back }) => !back), ...commands.filter(({ back }) => back)];
    return ordered.map((command) => {
      const button = document.createElement("button");
      button.className = marked.includes(command) ? "move main" : "move";
      // A button that takes the place of another does not come in again.
      button.classList.toggle("stays", this.#menu.querySelector(":scope > .main") !== null);
      button.classList.toggle("back", command.back);
      const picture = this.#board.pictured(command.values);
      button.classList.toggle("pictured", Boolean(picture));
      button.append(...[picture, this.#words(command)].filter(Boolean));
      if (button.textContent !== command.sentence && !picture) button.title = command.sentence;
      button.addEventListener("click", () => this.#take(command));
      return button;
    });
  }

  // Says what lies on the board instead of its places there: the faces of dice rather than their numbers.
  #words({ sentence, kind, rest }) {
    const label = this.#labels.get(kind);
    const things = rest?.map((spot) => document.querySelector(`#board [data-spot="${spot}"]`)) ?? [];
    return label && things.length && things.every(Boolean) ? `${label}: ${things.map(called).join(", ")}` : sentence;
  }

  #fold(commands) {
    if (commands.length === 0) return [];
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = say("moves_as_list", { count: commands.length });
    details.append(summary);
    // A long list is only made on demand.
    details.addEventListener("toggle", () => details.append(...this.#buttons(commands)), { once: true });
    return [details];
  }
}
