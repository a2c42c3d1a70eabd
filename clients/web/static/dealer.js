// The dealer's desk: real dice and cards, entered on a keypad or in words, and the correction of the last entry.

import { names } from "./fields.js";
import { leave } from "./focus.js";
import { changes, clauses, path, position } from "./game.js";
import { refusal, say } from "./say.js";
import { load, send } from "./service.js";

const LIST = "dealer-names";
const dealer = document.querySelector("#dealer");
const asked = dealer.querySelector(".asked");
const outcomes = dealer.querySelector(".outcomes");
const last = dealer.querySelector(".last");
const alert = dealer.querySelector("[role=alert]");

function show(problem) {
  alert.textContent = problem.message;
}

async function give(body) {
  alert.replaceChildren();
  const { refused } = await send(`${path}/dealer`, { ...body, id: crypto.randomUUID() });
  if (!refused) {
    // The question is answered: the next one comes with its position.
    leave([outcomes, last], asked);
    outcomes.replaceChildren();
    last.hidden = true;
    return;
  }
  alert.replaceChildren(...refusal("refused_by", refused, { clause: clauses.button(refused.clause) }));
}

function button(label, click) {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "move", textContent: label });
  element.addEventListener("click", click);
  return element;
}

const keypad = (kind, ...keys) => {
  const pad = Object.assign(document.createElement("div"), { className: `keypad ${kind}` });
  pad.append(...keys);
  return pad;
};

// The possible outcomes, as keys if they are few, else as words, to which the keys add faces and the cards that can come up.
function entry({ outcomes: few, faces, values }, cards, send, label) {
  if (few.length) return [keypad("names", ...few.map((words) => button(words, () => send(words).catch(show))))];
  const form = Object.assign(document.createElement("form"), { className: "form" });
  const words = Object.assign(document.createElement("input"), { autocomplete: "off", required: true });
  words.setAttribute("list", LIST);
  const labelled = document.createElement("label");
  labelled.append(`${say("what_shows", { values })} `, words);
  const undo = button("⌫", () => {
    words.value = faces.length ? words.value.trim().split(" ").slice(0, -1).join(" ") : "";
    narrow();
  });
  undo.setAttribute("aria-label", say("undo"));
  const keys = faces.length
    ? faces.map((face) =>
        button(face, () => {
          words.value = `${words.value} ${face}`.trim();
        }),
      )
    : cards.map(({ name }) =>
        button(name, () => {
          words.value = name;
          narrow();
        }),
      );
  // Typing filters the keys by their beginning.
  const narrow = () => {
    const typed = words.value.trim().toLocaleLowerCase();
    if (!faces.length) for (const key of keys) key.hidden = !key.textContent.toLocaleLowerCase().startsWith(typed);
  };
  words.addEventListener("input", narrow);
  form.append(labelled, keypad(faces.length ? "faces" : "names", ...keys, undo), Object.assign(document.createElement("button"), { textContent: label, className: "main" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(words.value).catch(show);
  });
  return [form];
}

async function ask() {
  const listed = await load(`${path}/dealer`);
  if (listed.version !== position.head) return;
  const { waiting, expected } = listed;
  leave([outcomes, last], asked);
  asked.textContent = waiting.chance ? waiting.sentence : say("nothing_asked");
  outcomes.replaceChildren(...(waiting.chance ? entry(listed, listed.components, (words) => give({ words, expected }), say("enter")) : []), names(listed.components, LIST));
  last.hidden = !listed.last;
  if (!listed.last) return;
  const { version, sentence } = listed.last;
  last.querySelector("p").textContent = say("entered_last", { version, sentence });
  last.querySelector("div").replaceChildren(...entry(listed.last, [], (words) => give({ words, corrects: version }), say("correct")));
}

changes.addEventListener("asked", ({ detail: { newest } }) => {
  if (newest) ask().catch(show);
});
